#!/usr/bin/env python3
"""Runs a whole journey of the binary that was built with the thread sanitizer.

Usage: check_threads.py CALLBOOK [ROWS]    (CALLBOOK: .build-thread/debug/callbook; `make sanitize-threads` with
30 000 rows, `make sanitize` with 300 000)

`swift test --sanitize=thread` does not link (the test runner's Foundation brings its ICU twice), the
program itself does. So every room with threads runs here in the real thing: readers of CSV and XML at
once, spilling sorters, the merge, chunks, deltas and renderings of two generations, verify, diff and
explain. Sixteen threads and small chunks make them wait for each other's locks, on few cores, too:
a lock that nobody waits for shows nothing. Exit 1 on a data race or a failing command.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

PIPELINE = """version: 1
name: threads
region: TW
as_of: 2026-11-21
sources:
  - name: rows
    path: rows-*.csv
    columns: { number: number, extension: extension, label: label, updated: updated }
    timezone: Asia/Taipei
    rank: 2
  - name: elements
    path: lines.xml
    format: xml
    record: /Export/Line
    columns: { number: "@did", label: Name }
    rank: 1
merge: { prefer: [rank, updated] }
slots: { identifiers: [example.one, example.two] }
chunks: { target: 200 }
formats: [tsv, json, sqlite]
gate: { rejected: 50%, vanished: 90%, relabelled: 90% }
"""


def write_exports(folder: Path, seed: int, rows: int) -> None:
    """Three exports in CSV and one in XML; a tenth of the numbers repeats, some rows are bad."""
    dice = random.Random(seed)

    def number() -> str:
        return f"0{dice.choice('235678')}{dice.randrange(2_000_000, 9_999_999)}"[:dice.choice([9, 9, 10])]

    for part in range(3):
        with open(folder / f"rows-{part}.csv", "w", encoding="utf-8") as file:
            file.write("number,extension,label,updated\n0912345678,12,店,2026-01-01\n")
            for row in range(rows // 3):
                label = dice.choice(["店", '"a ""quoted""\nlabel"', "é", "分店"]) if row % 7 else ""
                file.write(f"{number()},{dice.randrange(10, 9999)},{label},2026-01-{1 + row % 28:02}\n")
    with open(folder / "lines.xml", "w", encoding="utf-8") as file:
        file.write("<Export>")
        for row in range(rows // 20):
            file.write(f'<Line did="{number()}"><Name>名 &amp; {row}</Name></Line>')
        file.write("</Export>")


def main() -> int:
    callbook = str(Path(sys.argv[1]).resolve())
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 300_000
    environment = dict(os.environ, TSAN_OPTIONS="exitcode=66 halt_on_error=0")
    failed = 0

    def run(*arguments: str) -> None:
        nonlocal failed
        done = subprocess.run([callbook, *arguments], capture_output=True, text=True,
                              env=environment, cwd=folder)
        if done.returncode or "ThreadSanitizer" in done.stderr:
            failed += 1
            print(f"callbook {' '.join(arguments)}: exit {done.returncode}\n{done.stderr[:6000]}")

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "p.yaml").write_text(PIPELINE, encoding="utf-8")
        # Most rows of the second generation are those of the first, so that there are deltas.
        for seed, rows in ((1, most), (1, most - most // 300)):
            write_exports(folder, seed, rows)
            run("build", "p.yaml", "--output", "out", "--threads", "16", "--memory", "64M", "--quiet")
        run("build", "p.yaml", "--output", "out", "--threads", "16", "--check", "--quiet")
        run("verify", "out/directory")
        run("explain", "p.yaml", "0912-345-678#12", "--threads", "16")
        former = sorted((folder / "out/directory/generations").glob("*.json"))
        if not former:
            print("the first generation left no manifest behind")
            failed += 1
        else:
            run("diff", str(former[0]), "out/directory")
    print("threads: no race" if not failed else f"threads: {failed} commands failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
