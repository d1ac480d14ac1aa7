#!/usr/bin/env python3
"""Instructions a record by room, beside those that were recorded: instructions.py [--record].

A build of 100 000 records and one of 1 000 run under valgrind's callgrind, on one worker; what the
larger one takes more, divided by the records, does not depend on how busy the machine is. Fails when
a record takes 3 % more than recorded in instructions.tsv; --record writes that file. Wide registers
and SHA instructions that valgrind does not know are replaced by slower code, so the numbers are
to be compared with one another only.
"""
import collections
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CALLBOOK = HERE.parent / ".build" / "release" / "callbook"
FOLDER = Path(os.environ.get("CALLBOOK_BENCH", HERE.parent / "build" / "bench"))
RECORDED = HERE / "instructions.tsv"
SIZES = (1_000, 100_000)
MOST_GROWTH = 1.03
ROOMS = ["Records", "Extraction", "Normalization", "NumberingPlans", "Collation", "Publication",
         "Comparison", "DirectoryFormat", "DirectoryLoading", "Signing", "Pipelines"]
PIPELINE = """version: 1
name: instructions
region: TW
sources:
  - name: export
    path: {path}
    format: csv
    columns: {{ number: number, extension: extension, label: label, action: action, updated: updated }}
slots: {{ identifiers: [bench.slot0] }}
packed: off
gate: {{ rejected: 10% }}
"""


def room(function, library):
    """Whose instructions a function's are."""
    if not library.startswith("instructions-"):
        return library.split(".so")[0]
    module = re.match(r"\$s(\d+)(\w+)", function)
    if module and module[2][:int(module[1])] in ROOMS:
        return module[2][:int(module[1])]
    return "Swift and C of callbook"


def counted(records):
    """Instructions of one build by room."""
    export = FOLDER / f"instructions-{records}.csv"
    subprocess.run([sys.executable, HERE / "generate.py", str(records), "csv", export], check=True)
    pipeline = export.with_suffix(".yaml")
    pipeline.write_text(PIPELINE.format(path=export))
    binary, profile, output = (FOLDER / f"instructions-{name}" for name in ("run", "profile", "out"))
    # Debug information takes valgrind a minute to read.
    subprocess.run(["strip", "--strip-debug", "-o", binary, CALLBOOK], check=True)
    shutil.rmtree(output, ignore_errors=True)
    subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", binary, "build",
                    pipeline, "--output", output, "--threads", "1", "--quiet"],
                   check=True, stderr=subprocess.DEVNULL)
    listing = subprocess.run(["callgrind_annotate", "--threshold=100", profile], check=True,
                             capture_output=True, text=True).stdout
    rooms = collections.Counter()
    for line in listing.splitlines():
        found = re.match(r" *([\d,]+) \([ \d.]+%\)  \S*?:(.*?)(?: \[(.*)\])?$", line)
        if found:
            library = Path(found[3]).name if found[3] else "system"
            rooms[room(found[2], library)] += int(found[1].replace(",", ""))
    for path in (export, pipeline, binary, profile):
        path.unlink()
    shutil.rmtree(output)
    return rooms


def main():
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is missing: apt-get install valgrind")
    FOLDER.mkdir(parents=True, exist_ok=True)
    small, large = (counted(records) for records in SIZES)
    each = {name: (large[name] - small[name]) / (SIZES[1] - SIZES[0]) for name in large}
    each = {name: round(count) for name, count in sorted(each.items(), key=lambda item: -item[1])
            if count >= 1}
    each["all"] = sum(each.values())
    each["start"] = sum(small.values()) - SIZES[0] * each["all"]
    if "--record" in sys.argv:
        RECORDED.write_text("".join(f"{name}\t{count}\n" for name, count in each.items()))
    lines = [line.split("\t") for line in RECORDED.read_text().splitlines()]
    recorded = {name: int(count) for name, count in lines}
    print("| room | instructions a record | recorded | |\n|---|---|---|---|")
    for name, count in each.items():
        former = recorded.get(name, 0)
        change = f"{(count / former - 1) * 100:+.1f} %" if former else "new"
        print(f"| {name} | {count:,} | {former:,} | {change} |")
    if each["all"] > recorded["all"] * MOST_GROWTH:
        sys.exit(f"a record takes {each['all']:,} instructions (recorded {recorded['all']:,}). "
                 "Find the room above, or record the new number with --record and say why.")


if __name__ == "__main__":
    main()
