#!/usr/bin/env python3
"""Holds the independent check to the conformance kit: sound directories pass, damaged ones do not.

The kit's verdicts name what is wrong in the words of `callbook verify`; this check has words of its
own, so only sound or unsound is compared. The two readers share nothing but the documents.
"""

import sys
from pathlib import Path

import check_directory

KIT = Path(__file__).resolve().parents[1] / "conformance"


def is_sound(directory: Path) -> bool:
    name = directory.name
    try:
        check_directory.check(directory, None, name == "both-lists", name != "not-canonical")
        return True
    except (check_directory.Unsound, KeyError, ValueError, OSError):
        return False


def main() -> int:
    wrong = 0
    lines = (KIT / "verdicts.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        name, verdict = line.split("\t")[:2]
        if is_sound(KIT / name) != (verdict == "sound"):
            wrong += 1
            print(f"independent: {name}: the kit says {verdict}, this check disagrees")
    print(f"independent: {len(lines) - wrong} of {len(lines)} directories of the kit judged alike")
    return 1 if wrong or not lines else 0


if __name__ == "__main__":
    sys.exit(main())
