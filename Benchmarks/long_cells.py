#!/usr/bin/env python3
"""Nanoseconds a byte of cells as long as a cell may be: long_cells.py [--region TW] [--worst 40].

The cells of Tests/truth/variants.tsv, pieces of cells and drawn rows of pieces are repeated up to 4 096 bytes,
cells with and without a blank between them: what an export writes by mistake, or to keep the reader busy. Cells
with five digits are repeated once more with the last digits drawn anew each time, as lists of numbers are, whose
numbers are remembered by nothing. Fails when one costs more than MOST ns a byte. A machine's pace swings: what is
over MOST is measured again up to AGAIN times, and the least counts; --instructions counts instructions under
valgrind instead, of those that --worst lists.
"""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
READER = Path(os.environ.get("CELL_BENCHMARK", HERE.parent / ".build" / "release" / "cell-benchmark"))
CELLS = HERE.parent / "Tests" / "truth" / "variants.tsv"
LONGEST = 4096
MOST = 60
AGAIN = 6
SEED = 20261123
DRAWN = 300
# What signs, words and digits are at their worst in plans of every kind.
REGIONS = ["TW", "CN", "JP", "KR", "US", "GB", "FR", "DE", "AT", "IT", "RU", "BR", "MX", "IN", "FI", "IL"]
PIECES = ["1", "0", "1-", "1 ", "12 ", "0-", "(", "(1", "(1)", "((1))", "#1", "#", "*1", "轉", "轉1", "1/", "/", "x1",
          "x", "~", "1~", "E", "1E", "+", "+1", "+886", "00", "a", "ab ", "a1", "a.b", "a@b.c ", "(a)", "№", "№1 ", "電話",
          "傳真", "fax 1 ", "tel 1 ", "ext 1 ", "or ", "1 or ", "Uhr", "9-17", "9.00-17 ", "1:2", "8am", "1月2日", "樓", "3樓",
          "＃", "１", "（０２）", "〒1 ", "“", "'", "=", "$1 ", "1 €", "%", "1,", "1, ", "1;", "1&", "1\t", ".", "1.", "1.2.3 ",
          "??", "無", "\u200b", "\u0301", "\ufffd", "ח\"", "k.A.", "nr.5 80 ", "01 01 ", "(02) 110 ", "02-2712", "0912-XXX",
          "0#", "02-2712## ", "^0", ".*", "[0-9]"]


def shapes(chosen):
    """Pieces to repeat, by region."""
    found = collections.defaultdict(dict)
    for line in CELLS.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) == 3 and not line.startswith("#"):
            kinds = (Shape, Listed) if sum(map(str.isdecimal, fields[1])) > 4 else (Shape,)
            for kind in kinds:
                for piece in (fields[1], fields[1] + " "):
                    found[fields[0]][kind, piece] = kind(piece)
    for region in REGIONS:
        draw = random.Random(f"{SEED} {region}")
        rows = ("".join(draw.choices(PIECES, k=draw.randrange(2, 5))) for _ in range(DRAWN))
        found[region].update({(Shape, piece): Shape(piece) for piece in [*PIECES, *rows]})
    return {region: list(found[region].values()) for region in found if not chosen or region in chosen}


class Shape(str):
    """A piece to repeat."""

    def cell(self):
        """As many of it as a cell holds."""
        return self * (LONGEST // len(self.encode()))


class Listed(Shape):
    """A piece to repeat with other digits each time."""

    def cell(self):
        draw = random.Random(f"{SEED} {self}")
        return "".join(self.drawn(draw) for _ in range(LONGEST // len(self.encode())))

    def drawn(self, draw):
        """The piece with the last four of every five digits or more drawn anew, in the digits that it has."""
        text = list(self)
        places = [place for place, sign in enumerate(text) if sign.isdecimal()]
        for place in places[1:] if len(places) < 7 else places[-4:]:
            text[place] = chr(ord(text[place]) - int(text[place]) + draw.randrange(10))
        return "".join(text)

    def __repr__(self):
        return super().__repr__() + " with other digits"


def nanoseconds(region, pieces):
    """Nanoseconds a byte of the repeated pieces; of those over MOST the least of several readings."""
    costs = measured(region, pieces)
    for _ in range(AGAIN):
        over = [index for index, cost in enumerate(costs) if cost > MOST]
        if not over:
            break
        for index, cost in zip(over, measured(region, [pieces[index] for index in over])):
            costs[index] = min(costs[index], cost)
    return costs


def measured(region, pieces):
    """Nanoseconds a byte of one reading of each."""
    cells = [piece.cell() for piece in pieces]
    done = subprocess.run([READER, region, "--each"], input="\n".join(cells) + "\n", capture_output=True,
                          text=True, check=True)
    lines = done.stdout.rstrip("\n").split("\n")
    return [int(line.split("\t")[0]) / len(cell.encode()) for line, cell in zip(lines, cells)]


def instructions(region, piece):
    """Instructions a byte: of a run that reads the cell more often than another one."""
    counts = []
    for often in (1, 11):
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", READER, region],
            input=(piece.cell() + "\n") * often, capture_output=True, text=True, check=True)
        counts.append(int(re.search(r"Collected : (\d+)", done.stderr)[1]))
    return (counts[1] - counts[0]) / 10 / len(piece.cell().encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--region", action="append")
    parser.add_argument("--worst", type=int, default=20)
    parser.add_argument("--instructions", action="store_true")
    given = parser.parse_args()
    costs = [(cost, region, piece) for region, pieces in shapes(given.region).items()
             for cost, piece in zip(nanoseconds(region, pieces), pieces)]
    costs.sort(reverse=True)
    slow = sum(cost > MOST for cost, _, _ in costs)
    for cost, region, piece in costs[:given.worst]:
        more = f" {instructions(region, piece):6.0f} instructions" if given.instructions else ""
        print(f"{cost:6.1f} ns{more} {region} {piece!r}")
    print(f"{len(costs)} shapes, {slow} over {MOST} ns a byte, median {costs[len(costs) // 2][0]:.1f}")
    if slow:
        sys.exit(f"too slow: {slow} shapes cost more than {MOST} ns a byte")


if __name__ == "__main__":
    main()
