#!/usr/bin/env python3
"""Writes the kept inputs and the invented cells of Tests/truth/variants.tsv for the fuzz target `cell`.

Usage: cell_seeds.py FOLDER    (one file a cell: region, settings, cell; see CellTrial.swift)
"""

import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRIAL = (ROOT / "Tests/Support/CellProperties/CellTrial.swift").read_text(encoding="utf-8")
REGIONS = re.findall(r'"([A-Z]{2})"', TRIAL[TRIAL.index("regions = ["):TRIAL.index("separator:")])


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for line in (ROOT / "Tests/truth/variants.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) != 3 or line.startswith("# ") or fields[0] not in REGIONS:
            continue
        for settings in (0, len(fields[1]) % 41):
            seed = bytes([REGIONS.index(fields[0]), settings]) + fields[1].encode()
            (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    for line in (ROOT / "Tests/Fuzz/corpus/cell.hex").read_text(encoding="ascii").split():
        seed = bytes.fromhex(line)
        (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


main()
