#!/usr/bin/env python3
"""CPU of a build by what its cells hold, beside a clean export: mixes.py [--instructions] [--only NAME].

Every mix is the export of generate.py with other numbers in it: numbers that no plan assigns, cells of
one kind of rejection, extensions behind a marker, and the shapes of public registers with the last
four digits of every number drawn anew, and wildcards. The registers are no part of this repository; name their folder
with --exports, or EXPORTS, and every one that is there is measured. Builds of a mix and of the clean
export take turns, so that a busy machine is busy for both; the medians are compared. Fails when a mix
costs more than twice the CPU of the clean export, or a record of one kind, which half of its export
is, more than MOST_MORE ns more than a clean one, or a number that wildcards stand for more than
MOST_EXPANDED ns. Where a cell ends in ## for a mistake, `wildcards` is off, so that it is a rejection.

--instructions counts instructions under valgrind's callgrind instead, on one worker, whatever else the
machine does: what 40 000 records take more than 20 000, so that starting and the page of the run are left out.
"""
import argparse
import csv
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALLBOOK = Path(os.environ.get("CALLBOOK", HERE.parent / ".build" / "release" / "callbook"))
FOLDER = Path(os.environ.get("CALLBOOK_BENCH", HERE.parent / "build" / "bench"))
SEED = 20261121
MOST_RATIO = 2.0
MOST_MORE = 1000
MOST_EXPANDED = 50
INSTRUCTION_SIZES = (20_000, 40_000)

# Well formed, and no number of Taiwan: area codes and mobile prefixes that nobody has.
UNASSIGNED = ["02-1{:07}", "(02)0{:03}-{:04}", "03-1{:06}", "07-0{:02}-{:04}", "0901-{:06}"]
REJECTED = ["無", "N/A", "--", "0", "02-123", "0912-34", "請洽門市", "see website", "02-2345-678901234567890",
            "週一至週五08:00-17:00", "1986-03-21", "service@example.com", "02-271234##", "轉 123", "2712-345",
            "0912-XXX-678", "8.8E+11", "", "(02)", "傳真02-27123456"]
# Kinds of cells of their own, in half of the records: what one of these costs more than a clean one.
SHARE_OF_KIND = 0.5
# One record of so many stands for a hundred numbers, so that they fit into the slots.
SHARE_OF_EXPANSIONS = 0.02
EXPANSIONS = ["02-2{:05}##"]
# The mixes that are read with these keys of `normalize`.
NO_WILDCARDS = "rules: { wildcards: off }"
NORMALIZE = {"all rejected": NO_WILDCARDS, "kind: short": NO_WILDCARDS}
KINDS = {
    "junk": ["請洽門市", "see website", "洽服務台"], "placeholder": ["無", "N/A", "--"], "missing": [""],
    "short": ["02-271234##"], "too long": ["02-2345-678901234567890"], "date": ["1986-03-21"],
    "marker": ["02-2712{:04}轉{:03}", "04-2228{:04}分機{:03}", "07-552{:04} ext {:03}"],
    "inner line": ["轉 {:03}", "#{:03}"], "unassigned": UNASSIGNED,
}
# Mix: region, then file, encoding, delimiter, lines to pass over, column; or file and path of XML.
REGISTERS = {
    "TW": ("TW", [("tw_aed_2014.csv", "utf-8", ",", 0, 10), ("tw_hospitals_big5.csv", "cp950", ",", 1, 4),
                  ("tw_fda_35_pharmacies.csv", "utf-8", ",", 1, 5), ("tw_maskdata.csv", "utf-8-sig", ",", 1, 3),
                  ("tw_townhalls.csv", "utf-8", ",", 2, 5), ("tw_universities.csv", "utf-8", ",", 1, 5)]),
    "CN": ("CN", [("cn_shenzhen_hotels.csv", "utf-8", ",", 1, 6)]),
    "JP": ("JP", [("jp_urasoe_aed.csv", "cp932", ",", 1, 4)]),
    "US agencies": ("US", [("us_foia_agencies.csv", "utf-8", ",", 1, 11)]),
    "US complaints": ("US", [("us_ftc_dnc_90days.csv", "ascii", ",", 1, 0)]),
    "GB": ("GB", [("uk_nhs_hospitals.csv", "cp1252", "~", 1, 18)]),
    "FR": ("FR", [("fr_begone_allow-orangetelephone.xml", "number")]),
    "FR ranges": ("FR", [("fr_arcep_majnum.csv", "latin-1", ";", 1, 1)]),
    "DE": ("DE", [("de_spamcalllist_fritzbox.xml", "")]),
    "GP": ("GP", [("fr_arcep_majnum.csv", "latin-1", ";", 1, 1)]),
}


def cells_of(folder, source):
    """The phone cells of a register."""
    path = folder / source[0]
    if path.suffix == ".xml":
        strings = list(ElementTree.parse(path).iter())
        if not source[1]:
            return [item.text for item in strings if item.tag == "number" and item.text]
        return [value.text for key, value in zip(strings, strings[1:])
                if key.tag == "key" and key.text == source[1] and value.text]
    _, encoding, delimiter, skipped, column = source
    with open(path, encoding=encoding, errors="replace", newline="") as file:
        rows = list(csv.reader(file, delimiter=delimiter))[skipped:]
    return [row[column] for row in rows if len(row) > column and row[column].strip()]


def shapes(folder, name):
    """A mix's cells; none where its registers are not at hand."""
    cells = []
    for source in REGISTERS[name][1]:
        if (folder / source[0]).exists():
            cells += cells_of(folder, source)
    # The ranges of Guadeloupe alone; open digits are expansions, which are no cells of one number.
    if name == "GP":
        cells = [cell for cell in cells if cell.startswith(("0590", "0690"))]
    return [cell for cell in cells if "##" not in cell]


def with_other_digits(cell, draw):
    """The cell with the last four digits of every number drawn anew."""
    def other(match):
        text = list(match[0])
        places = [place for place, sign in enumerate(text) if sign.isdecimal()]
        if len(places) < 7:
            return match[0]
        for place in places[-4:]:
            text[place] = chr(ord(text[place]) - int(text[place]) + draw.randrange(10))
        return "".join(text)
    return re.sub(r"\d[\d ()（）.\-－]*\d", other, cell)


def filled(form, draw):
    """A form with drawn digits in it."""
    return re.sub(r"\{:0(\d)\}", lambda match: str(draw.randrange(10 ** int(match[1]))).zfill(int(match[1])),
                  form)


def mixes(folder):
    """By name: the region, and what makes number and extension of a clean record's."""
    def always(forms):
        return lambda draw, clean: (filled(draw.choice(forms), draw), "")

    def some(share, forms):
        make = always(forms)
        return lambda draw, clean: make(draw, clean) if draw.random() < share else clean

    found = {"clean": ("TW", lambda draw, clean: clean),
             "quarter unassigned": ("TW", some(0.25, UNASSIGNED)),
             "all unassigned": ("TW", always(UNASSIGNED)), "all rejected": ("TW", always(REJECTED))}
    found.update({f"kind: {name}": ("TW", some(SHARE_OF_KIND, forms)) for name, forms in KINDS.items()})
    found["expansions"] = ("TW", some(SHARE_OF_EXPANSIONS, EXPANSIONS))
    for name in REGISTERS if folder else []:
        cells = shapes(folder, name)
        if cells:
            found[f"shapes: {name}"] = (
                REGISTERS[name][0],
                lambda draw, clean, cells=cells: (with_other_digits(draw.choice(cells), draw), ""))
    return found


def write(clean, path, make):
    """The clean export with other numbers."""
    draw = random.Random(SEED)
    with open(clean, encoding="utf-8", newline="") as source, \
            open(path, "w", encoding="utf-8", newline="") as out:
        rows, writer = csv.reader(source), csv.writer(out, lineterminator="\n")
        writer.writerow(next(rows))
        for number, extension, *rest in rows:
            writer.writerow([*make(draw, (number, extension)), *rest])


def pipeline(path, region, normalize=""):
    """A pipeline of one source, everything on but as `normalize` says, that accepts any share of rejections."""
    file = path.with_suffix(".yaml")
    file.write_text(
        f"version: 1\nname: mix\nregion: {region}\nsources:\n  - name: mix\n    path: {path}\n"
        "    format: csv\n    columns: { number: number, extension: extension, label: label, "
        "action: action, updated: updated }\nslots: { cap: 1999999, identifiers: [bench.slot0, "
        "bench.slot1, bench.slot2] }\nchunks: { target: 50000 }\ngate: { rejected: 100% }\nallow_empty: yes\n"
        f"normalize: {{ {normalize} }}\n")
    return file


def seconds(pipeline, output):
    """CPU seconds of a build into a folder that is made anew."""
    shutil.rmtree(output, ignore_errors=True)
    process = subprocess.Popen([CALLBOOK, "build", pipeline, "--output", output, "--quiet"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaints = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(complaints.decode())
    return usage.ru_utime + usage.ru_stime


def instructions(pipeline, output):
    """Instructions of a build on one worker, of the program and its libraries."""
    shutil.rmtree(output, ignore_errors=True)
    binary, profile = FOLDER / "mix.binary", FOLDER / "mix.profile"
    # Debug information takes valgrind a minute to read.
    subprocess.run(["strip", "--strip-debug", "-o", binary, CALLBOOK], check=True)
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", binary, "build", pipeline,
         "--output", output, "--threads", "1", "--quiet"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def exported(records):
    """The clean export of generate.py."""
    path = FOLDER / f"{records}.csv"
    if not path.exists():
        subprocess.run([sys.executable, HERE / "generate.py", str(records), "csv", path], check=True)
    return path


def expanded(output):
    """How many numbers wildcards stood for in a build."""
    summary = output / "report" / "latest" / "summary.json"
    return sum(source["expansion"]["numbers"] for source in json.loads(summary.read_text())["sources"])


class Measured:
    """What a mix takes, what the clean export takes, and the records, or numbers, that make the difference."""

    def __init__(self, name, mix, clean, records, numbers):
        self.mix, self.clean = mix, clean
        self.ratio = mix / clean
        self.share = SHARE_OF_KIND if name.startswith("kind: ") else 1
        self.unit = "number" if name == "expansions" else "record"
        self.more = (mix - clean) / (numbers if name == "expansions" else records * self.share)

    def is_too_slow(self):
        """Whether CPU seconds are over what they may be."""
        if self.unit == "number":
            return self.more * 1e9 > MOST_EXPANDED
        return self.more * 1e9 > MOST_MORE if self.share < 1 else self.ratio > MOST_RATIO


def compared(name, region, make, records, rounds):
    """CPU seconds of the mix and of the clean export, a build of each in turn."""
    clean, mixed, output = exported(records), FOLDER / "mix.csv", FOLDER / "mix-out"
    write(clean, mixed, make)
    mix = pipeline(mixed, region, NORMALIZE.get(name, ""))
    taken, numbers = [], 0
    for _ in range(rounds):
        taken.append([seconds(mix, output)])
        numbers = expanded(output) if name == "expansions" else 0
        taken[-1].append(seconds(pipeline(clean, "TW"), output))
    return Measured(name, *(statistics.median(column) for column in zip(*taken)), records, numbers)


def counted(name, region, make):
    """Instructions of the larger mix more than of the smaller one, and the numbers of its wildcards."""
    mixed, output = FOLDER / "mix.csv", FOLDER / "mix-out"
    counts, numbers = [], []
    for records in INSTRUCTION_SIZES:
        write(exported(records), mixed, make)
        counts.append(instructions(pipeline(mixed, region, NORMALIZE.get(name, "")), output))
        numbers.append(expanded(output) if name == "expansions" else 0)
    return counts[1] - counts[0], numbers[1] - numbers[0]


def report(name, measured, unit):
    """Prints the row of a mix: seconds or instructions, in all and a record or number."""
    each = "ns" if unit == 1 else "instructions"
    more = measured.more * (1e9 if unit == 1 else 1)
    print(f"| {name} | {measured.mix / unit:,.2f} | {measured.clean / unit:,.2f} | {measured.ratio:.2f} | "
          f"{more:,.0f} {each} a {measured.unit} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", help="part of a mix's name")
    parser.add_argument("--exports", default=os.environ.get("EXPORTS") or None)
    parser.add_argument("--instructions", action="store_true")
    given = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not given.exports:
        print("no folder of registers (--exports): their shapes are left out", file=sys.stderr)
    every = mixes(Path(given.exports) if given.exports else None)
    chosen = {name: mix for name, mix in every.items()
              if not given.only or any(part in name for part in given.only)}
    more = INSTRUCTION_SIZES[1] - INSTRUCTION_SIZES[0]
    base = counted("clean", *every["clean"])[0] if given.instructions else 0
    unit = "instructions a record" if given.instructions else "CPU s"
    too_slow = []
    print(f"| mix | {unit} | clean | ratio | what differs, more |\n|---|---|---|---|---|")
    for name, (region, make) in chosen.items():
        if given.instructions:
            mix, numbers = counted(name, region, make)
            report(name, Measured(name, mix, base, more, numbers), more)
            continue
        measured = compared(name, region, make, given.records, given.rounds)
        report(name, measured, 1)
        if measured.is_too_slow():
            too_slow.append(name)
    for path in FOLDER.glob("mix.*"):
        path.unlink()
    shutil.rmtree(FOLDER / "mix-out", ignore_errors=True)
    if too_slow:
        sys.exit("too slow: " + ", ".join(too_slow))


if __name__ == "__main__":
    main()
