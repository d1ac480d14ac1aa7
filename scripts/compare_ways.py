#!/usr/bin/env python3
"""Reads drawn cells by short ways and by all the rules: compare_ways.py [--cells 2000000] [--seed N] [--region TW].

The cells are those of Tests/truth/variants.tsv with other digits, signs put in, left out, doubled or changed, two of
them joined, and words beside them. More are drawn from files named with --from (region TAB cell, a line each): cells of
public registers have shapes that nobody writes down. Prints what the two read otherwise, or what ends the process, then
how many; fails when there is any. Short ways may leave a cell to the rules, never read it otherwise
(docs/decisions/0305).
"""
import argparse
import collections
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
READER = Path(os.environ.get("CELL_BENCHMARK", HERE.parent / ".build" / "release" / "cell-benchmark"))
TRUTH = HERE.parent / "Tests" / "truth" / "variants.tsv"
WORDS = HERE.parent / "Sources" / "Normalization" / "Data" / "words.tsv"
LONGEST = 160
PORTION = 50_000
SIGNS = " -./()+,;#~:*&xX0"
JOINTS = [" / ", "/", ",", " ", "; ", " - ", " or ", "、", "（", "轉", "分機", " ext ", "#", " fax ", "轉 "]
GROUP = re.compile(r"[0-9]+")
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = "Bob Alice Mme Martin Dupont agence sales front desk sauf matin Zentrale Büro Köhler only leave message".split()


def cells_by_region(files):
    """The cells of files by region, each once, in the order of the files."""
    found = collections.defaultdict(dict)
    for file in files:
        for line in Path(file).read_text(encoding="utf-8", errors="replace").splitlines():
            fields = line.split("\t")
            if len(fields) > 1 and re.fullmatch("[A-Z]{2}", fields[0]) and 2 < len(fields[1]) < LONGEST:
                found[fields[0]][fields[1]] = None
    return {region: list(cells) for region, cells in found.items()}


def known_words():
    """The words of Data/words.tsv in Latin letters."""
    rows = [line.split("\t") for line in WORDS.read_text(encoding="utf-8").splitlines()]
    return {
        word.partition("=")[0] for row in rows if len(row) == 3 and not row[0].startswith("#")
        for word in row[2].split(" ") if word < "\u0250"}


KNOWN = known_words()


def other_digits(draw, match):
    """A group of digits: beyond the first three every other one is another digit."""
    digits = match.group()
    kept = 0 if match.start() < 8 else 3
    return digits[:kept] + "".join(
        str(draw.randrange(10)) if draw.random() < 0.5 else digit for digit in digits[kept:])


def changed_sign(draw, cell):
    """A cell with one character left out, put in, doubled or changed."""
    index = draw.randrange(len(cell))
    if cell[index] > "~":
        return cell
    kind = draw.randrange(4)
    if kind == 0:
        return cell[:index] + cell[index + 1:]
    if kind == 1:
        return cell if cell[index].isdigit() else cell[:index] + draw.choice(SIGNS) + cell[index + 1:]
    return cell[:index] + (draw.choice(SIGNS) if kind == 2 else cell[index]) + cell[index:]


def with_note(draw, cell, words):
    """A cell with words before or behind it, which may mean something, or nothing."""
    note = " ".join(draw.choice(draw.choice((words, NAMES))) for _ in range(draw.choice((1, 1, 2, 2, 3))))
    note = draw.choice((note, note, f"({note})", f"- {note}", note.upper(), note.title()))
    return draw.choice((f"{cell} {note}", f"{cell} {note}", f"{note} {cell}", f"{note}: {cell}"))


def drawn(draw, cells, words):
    """One cell."""
    cell = draw.choice(cells)
    if draw.random() < 0.2:
        cell = with_note(draw, cell, words)
    if draw.random() < 0.12:
        cell += draw.choice(JOINTS) + draw.choice(cells)
    cell = GROUP.sub(lambda match: other_digits(draw, match), cell)
    for _ in range(draw.choice((0, 0, 0, 0, 1, 2))):
        cell = changed_sign(draw, cell) or "0"
    return re.sub(r"[\t\r\n]", " ", cell)


def differences(region, cells, count, seed):
    """What the two read otherwise of so many drawn cells, a line each."""
    draw = random.Random(f"{seed} {region}")
    words = sorted({word for cell in cells for word in WORD.findall(cell)} | KNOWN)
    lines = [drawn(draw, cells, words) + "\n" for _ in range(count)]
    done = read(region, lines)
    if done.returncode:
        return [f"{region}\t{deadly(region, lines)!r} ends the reader with {done.returncode}"]
    return [f"{region}\t{line}" for line in done.stdout.splitlines()]


def read(region, lines):
    """What the reader tells of cells by both ways."""
    return subprocess.run([READER, region, "--ways"], input="".join(lines), capture_output=True, text=True)


def deadly(region, lines):
    """The cell that ends the reader, of cells that do."""
    while len(lines) > 1:
        half = lines[:len(lines) // 2]
        lines = half if read(region, half).returncode else lines[len(half):]
    return lines[0].rstrip("\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--cells", type=int, default=2_000_000)
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    arguments.add_argument("--region")
    arguments.add_argument("--from", dest="files", action="append", default=[])
    given = arguments.parse_args()
    regions = cells_by_region([TRUTH, *given.files])
    if given.region:
        regions = {region: cells for region, cells in regions.items() if region == given.region}
    # Regions with many cells have many notations, and those with few are read as well.
    weights = {region: len(cells) ** 0.5 for region, cells in regions.items()}
    jobs = []
    for region, weight in weights.items():
        left = round(given.cells * weight / sum(weights.values()))
        for portion in range(0, left, PORTION):
            jobs.append((region, regions[region], min(PORTION, left - portion), f"{given.seed} {portion}"))
    print(f"seed {given.seed}, {sum(job[2] for job in jobs)} cells of {len(regions)} regions", flush=True)
    count = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines in pool.map(lambda job: differences(*job), jobs):
            count += len(lines)
            for line in lines:
                print(line)
    print(f"{count} cells are read otherwise, or end the reader")
    sys.exit(1 if count else 0)


if __name__ == "__main__":
    main()
