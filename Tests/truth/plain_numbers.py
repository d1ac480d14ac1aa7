#!/usr/bin/env python3
"""Plain valid numbers of every region, read by the cell reader and by phonenumbers.

Usage: plain_numbers.py CALLBOOK [NUMBERS_PER_REGION]    (needs the PyPI package phonenumbers)

Draws valid numbers with a fixed seed from the examples of each region and type by changing their
last digits, writes them in national, international and E.164 form, and prints how many the two read
as the same E.164 number without any repair, and every kind of difference. Exit 1 below 99.9 %.
"""

import json
import random
import subprocess
import sys
from collections import Counter

import phonenumbers as pn

FORMS = (pn.PhoneNumberFormat.NATIONAL, pn.PhoneNumberFormat.INTERNATIONAL, pn.PhoneNumberFormat.E164)


def cells(region: str, wanted: int, dice: random.Random) -> list[tuple[str, str]]:
    """Written numbers of a region with their E.164 form."""
    drawn: list[tuple[str, str]] = []
    examples = [e for t in range(0, 11) if (e := pn.example_number_for_type(region, t))]
    for _ in range(wanted * 20):
        if len(drawn) >= wanted or not examples:
            break
        example = dice.choice(examples)
        digits = pn.national_significant_number(example)
        tail = dice.randint(1, 5)
        changed = digits[:-tail] + "".join(str(dice.randint(0, 9)) for _ in range(tail))
        try:
            number = pn.parse(f"+{example.country_code}{changed}")
        except pn.NumberParseException:
            continue
        if pn.is_valid_number_for_region(number, region):
            written = pn.format_number(number, dice.choice(FORMS))
            try:
                again = pn.parse(written, region)
            except pn.NumberParseException:
                continue
            if pn.is_valid_number(again):
                drawn.append((written, pn.format_number(again, pn.PhoneNumberFormat.E164)))
    return drawn


def main() -> int:
    reader, wanted = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    dice = random.Random(20261121)
    total = same = 0
    kinds: Counter[str] = Counter()
    for region in sorted(pn.SUPPORTED_REGIONS):
        drawn = cells(region, wanted, dice)
        read = subprocess.run([reader, "normalize", "--region", region, "--json"], text=True,
                              input="".join(c + "\n" for c, _ in drawn), stdout=subprocess.PIPE,
                              check=True).stdout.splitlines()
        for (cell, expected), line in zip(drawn, read, strict=True):
            answer = json.loads(line)
            total += 1
            if [n["e164"] for n in answer["numbers"]] == [expected] and not answer["repairs"]:
                same += 1
                continue
            reasons = (",".join(r["reason"] for r in answer["rejections"])
                       or ",".join(map(str, answer["repairs"])) or "another number")
            kinds[f"{region} {reasons}"] += 1
            if kinds[f"{region} {reasons}"] == 1:
                print(f"{region}: {cell!r} is {expected}, read as {reasons}", file=sys.stderr)
    for kind, count in kinds.most_common(40):
        print(f"{count:6} {kind}")
    print(f"{same} of {total} the same ({100 * same / total:.3f} %)")
    return 0 if same >= 0.999 * total else 1


if __name__ == "__main__":
    sys.exit(main())
