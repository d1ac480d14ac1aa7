#!/usr/bin/env python3
"""Truth for extension cells of Taiwan and China, by another method than the reader's.

Usage: extension_cells.py DATA_FOLDER READER    (READER: .build/release/cell-benchmark)

Every cell is taken apart by one regular expression from its right end, and its number is judged by
a short table of area codes, not by the reader's tokens and plans. Prints every cell on which the two
differ; those are looked at by eye. Exit 1 when the reader gave a number where the truth has another
one (a silent error). Holds no data.
"""

import csv
import re
import subprocess
import sys
import unicodedata

csv.field_size_limit(10**9)
MARK = r"(?:轉分機|總機轉|轉接|分機|分机|轉|转|囀|內線|内線|內|内|extension|ext|ex|x)"
EXTENSION = re.compile(
    rf"^(?P<number>[\d\s()\-_.+/*]*?\d[\d()]*)[\s(]*"
    rf"(?:(?:-\s*)?(?:{MARK}|[#*])[\s.:#*]*|--?\s*)(?P<rest>\d[\d\s、,.或or#*\-~及]*)\)?\s*$", re.I)
TW = [("836", {5}), ("826", {5}), ("82", {6}), ("89", {6}), ("37", {6}), ("49", {7}), ("2", {8}),
      ("3", {7}), ("4", {7, 8}), ("5", {7}), ("6", {7}), ("7", {7}), ("8", {7})]


def national(digits: str, region: str) -> str | None:
    """E.164 digits of a national number in full, by the table; None when it is none."""
    if region == "CN":
        digits = re.sub(r"^(?:\+?86)?0?(?=1[3-9]\d{9}$)", "", digits)
        if re.fullmatch(r"1[3-9]\d{9}|[48]00\d{7}", digits):
            return "86" + digits
        digits = re.sub(r"^86", "", digits)
        if re.fullmatch(r"0?(?:10|2\d)[2-9]\d{7}|0?[3-9]\d\d[2-9]\d{6,7}", digits):
            return "86" + digits.lstrip("0")
        return None
    if re.fullmatch(r"09\d{8}", digits):
        return "886" + digits[1:]
    if not digits.startswith("0"):
        return None
    for area, lengths in TW:
        local = digits[1 + len(area):]
        if digits[1:].startswith(area):
            if area == "4" and len(local) != {"2": 8, "3": 8, "7": 7, "8": 7}.get(local[:1]):
                return None
            return "886" + digits[1:] if len(local) in lengths and local[0] not in "01" else None
    return None


def truth(cell: str, region: str) -> list[str] | None:
    """The numbers of a cell as "+base,extension"; None when this method cannot tell."""
    text = unicodedata.normalize("NFKC", cell).strip()
    if region == "CN":
        text = re.sub(r"传真.*$|纠错|电话", "", text).strip().rstrip("-/").strip()
        base = re.fullmatch(r"\+?[\d\s-]+", text)
        if base and not re.search(r"-\d$", text) and (number := national(re.sub(r"\D", "", text), region)):
            return ["+" + number]
    if re.fullmatch(r"[\d\s()\-]+", text) and not re.search(r"-\d$", text):
        if number := national(re.sub(r"\D", "", text), region):
            return ["+" + number]
    match = EXTENSION.match(text)
    if not match:
        return None
    number = national(re.sub(r"\D", "", match["number"]), region)
    if not number:
        return None
    rest = match["rest"].strip()
    if span := re.fullmatch(r"(\d+)[-~](\d+)", rest):
        parts = [str(value) for value in range(int(span[1]), int(span[2]) + 1)]
    else:
        parts = [part for part in re.split(r"[^\d]+", rest) if part]
    longest = 8 if region == "CN" else 5
    if any(len(part) > longest for part in parts) or not parts:
        return None
    dash = re.search(r"\d\)?\s*--?\s*$", text[:match.start("rest")])
    if dash and len(parts[0]) == 1:
        return ["+" + number]  # a dummy or the end of a run
    return [f"+{number},{part}" for part in dict.fromkeys(parts)]


def column(folder: str, name: str, encoding: str, index: int) -> list[str]:
    with open(f"{folder}/{name}", encoding=encoding, newline="") as file:
        return [re.sub(r"[\r\n\t]", " ", row[index]) for row in csv.reader(file)
                if len(row) > index and row[index].strip()]


def main(folder: str, reader: str) -> int:
    silent = 0
    for region, name, encoding, index in [
            ("TW", "tw_aed_2014.csv", "utf-8-sig", 10), ("TW", "tw_hospitals_big5.csv", "big5", 4),
            ("TW", "tw_fda_35_pharmacies.csv", "utf-8-sig", 5),
            ("TW", "tw_fda_58_labs_drug.csv", "utf-8-sig", 3),
            ("TW", "tw_townhalls.csv", "utf-8-sig", 5),
            ("CN", "cn_shenzhen_hotels.csv", "utf-8-sig", 6)]:
        cells = column(folder, name, encoding, index)
        read = subprocess.run([reader, region], input="\n".join(cells) + "\n", text=True,
                              capture_output=True, check=True).stdout.split("\n")
        known = right = rejected = 0
        for cell, line in zip(cells, read):
            expected = truth(cell, region)
            got = re.findall(r"(?<= )\+[\d,]+", line.rpartition("\t")[2])
            if expected is None:
                continue
            known += 1
            if got == expected:
                right += 1
                continue
            kind = "differs" if got else "rejected"
            silent += bool(got)
            rejected += not got
            print(f"{name}: {kind}: {cell!r}: {expected} read {line.rpartition(chr(9))[2].strip()}")
        print(f"{name}: {right} of {known} cells right, {rejected} rejected")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
