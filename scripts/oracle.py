#!/usr/bin/env python3
"""Compares our numbering plans with the Python `phonenumbers` on seeded draws.

    scripts/oracle.py --count 1000000 --seed 1 --binary .build/release/numbering-plan-oracle
    scripts/oracle.py --count 5000 --seed 7 --write Tests/NumberingPlansTests/Expectations.swift

Compared: E.164, validity (or why there is no number), type and region. Every difference must be
explained by a line of scripts/oracle-differences.tsv (`region TAB digits TAB reason`, `*` for any, digits as a pattern);
exit 1 if not.
"""

import argparse
import collections
import multiprocessing
import os
import pathlib
import random
import re
import subprocess
import sys

import phonenumbers
from phonenumbers import NumberParseException as Failure, PhoneMetadata, PhoneNumberFormat
from phonenumbers import PhoneNumberType, ValidationResult

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = "9.0.43"
TYPES = {getattr(PhoneNumberType, name): name.lower().replace("_", "-") for name in (
    "FIXED_LINE", "MOBILE", "FIXED_LINE_OR_MOBILE", "TOLL_FREE", "PREMIUM_RATE", "SHARED_COST",
    "VOIP", "PERSONAL_NUMBER", "PAGER", "UAN", "VOICEMAIL")}
FAILURES = {
    Failure.INVALID_COUNTRY_CODE: "unknownCallingCode", Failure.NOT_A_NUMBER: "notANumber",
    Failure.TOO_SHORT_AFTER_IDD: "tooShort", Failure.TOO_SHORT_NSN: "tooShort",
    Failure.TOO_LONG: "tooLong"}
REASONS = {
    ValidationResult.IS_POSSIBLE: "possible",
    ValidationResult.IS_POSSIBLE_LOCAL_ONLY: "possible-local-only",
    ValidationResult.TOO_SHORT: "tooShort", ValidationResult.TOO_LONG: "tooLong",
    ValidationResult.INVALID_LENGTH: "invalidLength",
    ValidationResult.INVALID_COUNTRY_CODE: "unknownCallingCode"}
REGIONS = sorted(phonenumbers.SUPPORTED_REGIONS)
DESCS = ["general_desc", "fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost",
         "personal_number", "voip", "pager", "uan", "voicemail"]


def expected(region, text):
    try:
        number = phonenumbers.parse(text, region)
    except Failure as failure:
        return f"-\t{FAILURES[failure.error_type]}\t-\t-"
    e164 = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    home = phonenumbers.region_code_for_number(number) or "-"
    if phonenumbers.is_valid_number(number):
        return f"{e164}\tvalid\t{TYPES[phonenumbers.number_type(number)]}\t{home}"
    reason = phonenumbers.is_possible_number_with_reason(number)
    return f"{e164}\t{REASONS[reason]}\t-\t{home}"


def examples():
    found = []
    for region in REGIONS:
        metadata = PhoneMetadata.metadata_for_region(region)
        for name in DESCS:
            desc = getattr(metadata, name)
            if desc and desc.example_number:
                found.append((region, metadata, desc.example_number))
    for code in phonenumbers.COUNTRY_CODES_FOR_NON_GEO_REGIONS:
        metadata = PhoneMetadata.metadata_for_nongeo_region(code)
        for name in DESCS:
            desc = getattr(metadata, name)
            if desc and desc.example_number:
                found.append((None, metadata, desc.example_number))
    return found


EXAMPLES = examples()


def mutated(draw, digits):
    """Keeps the front, changes the rest; sometimes adds, drops or swaps."""
    kept = draw.randint(0, len(digits))
    digits = digits[:kept] + "".join(draw.choice("0123456789") for _ in digits[kept:])
    kind = draw.random()
    at = draw.randrange(len(digits))
    if kind < 0.1:
        return digits[:at] + digits[at + 1:]
    if kind < 0.2:
        return digits[:at] + draw.choice("0123456789") + digits[at:]
    if kind < 0.25:
        return digits + digits[:at]
    return digits


def one(draw):
    kind = draw.random()
    if kind < 0.1:
        text = "".join(draw.choice("0123456789") for _ in range(draw.randint(1, 20)))
        return draw.choice(REGIONS), draw.choice(["", "", "+"]) + text
    region, metadata, digits = draw.choice(EXAMPLES)
    if kind > 0.2:
        digits = mutated(draw, digits)
    code = str(metadata.country_code)
    at = region or draw.choice(REGIONS)
    shape = draw.random()
    if region is None or shape < 0.3:
        return draw.choice([at, draw.choice(REGIONS)]), "+" + code + digits
    if shape < 0.35:
        return at, "+" + code + (metadata.national_prefix or "0") + digits
    if shape < 0.45:
        home = draw.choice(REGIONS)
        return home, draw.choice(["00", "011", "0011", "810", "00", "119", "001"]) + code + digits
    if shape < 0.5:
        return at, code + digits
    if shape < 0.75:
        return at, (metadata.national_prefix or "") + digits
    if shape < 0.8:
        carrier = "".join(draw.choice("0123456789") for _ in range(draw.randint(1, 4)))
        return at, (metadata.national_prefix or "") + carrier + digits
    return at, digits


def block(arguments):
    seed, count = arguments
    draw = random.Random(seed)
    cases = [one(draw) for _ in range(count)]
    return [(region, text, expected(region, text)) for region, text in cases]


def explanations():
    path = ROOT / "scripts" / "oracle-differences.tsv"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#")]
    return [line.split("\t") for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=str(ROOT / ".build/release/numbering-plan-oracle"))
    parser.add_argument("--write", help="write the cases and what is expected, compare nothing")
    arguments = parser.parse_args()
    if phonenumbers.__version__ != VERSION:
        sys.exit(f"phonenumbers {phonenumbers.__version__} (expected {VERSION})")
    size = min(20_000, arguments.count)
    jobs = [(f"{arguments.seed}/{number}", size) for number in range(-(-arguments.count // size))]
    if arguments.write:
        rows = sorted(set(row for job in jobs for row in block(job)))
        with open(arguments.write, "w", encoding="utf-8") as file:
            file.write("// Generated by scripts/oracle.py --write; do not edit.\n"
                       "// swift-format-ignore-file\n\n"
                       "/// region, digits, E.164, validity, type, region of the number\n"
                       "let expectations: StaticString = #\"\"\"\n")
            file.writelines("\t".join(row) + "\n" for row in rows)
            file.write("\"\"\"#\n")
        return
    known = explanations()
    total, differing, explained = 0, [], collections.Counter()
    tally = collections.Counter()
    os.nice(10)
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for rows in pool.imap(block, jobs):
            text = "".join(f"{region}\t{digits}\n" for region, digits, _ in rows)
            ours = subprocess.run([arguments.binary], input=text, text=True, check=True,
                                  stdout=subprocess.PIPE).stdout.splitlines()
            if len(ours) != len(rows):
                sys.exit(f"{arguments.binary}: {len(ours)} lines (expected {len(rows)})")
            total += len(rows)
            for (region, digits, theirs), our in zip(rows, ours):
                tally[theirs.split("\t")[1]] += 1
                if our == theirs:
                    continue
                reason = next((entry[2] for entry in known
                               if entry[0] in ("*", region)
                               and (entry[1] == "*" or re.fullmatch(entry[1], digits))), None)
                if reason:
                    explained[reason] += 1
                else:
                    differing.append((region, digits, theirs, our))
    print(f"seed {arguments.seed}: {total} numbers, {sum(explained.values())} explained "
          f"differences, {len(differing)} unexplained")
    print("expected: " + ", ".join(f"{name} {count}" for name, count in tally.most_common()))
    for reason, count in explained.most_common():
        print(f"  {count}: {reason}")
    for row in differing[:50]:
        print("  region {}, digits {}: expected {!r}, ours {!r}".format(*row))
    sys.exit(1 if differing else 0)


main()
