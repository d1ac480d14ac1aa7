#!/usr/bin/env python3
"""Truth for the phone cells of Taiwan and China, by another method than the reader's.

Usage: extension_cells.py DATA_FOLDER READER    (READER: .build/release/cell-benchmark)

Each cell is cut from its left end by regular expressions alone: a number that a short table of area
codes and lengths (written from the regulators' plans) knows, then what may stand behind it. A cell
that fits no expression is not judged; --unjudged lists those, so that somebody reads them. README.md
says how the truth was established. Exit 1 when the reader gave a number where the truth has another
one, or none (a silent error). Holds no data.
"""

import csv
import re
import subprocess
import sys
import unicodedata
from collections import Counter

csv.field_size_limit(10**9)
# Taiwan: area code and digits of its local numbers; China: area code and digits.
TW = [("836", 5), ("826", 5), ("82", 6), ("89", 6), ("37", 6), ("49", 7), ("2", 8), ("3", 7),
      ("42", 7), ("43", 7), ("4", 7), ("5", 7), ("6", 7), ("7", 7), ("8", 7)]
CN = {"10": 8, "20": 8, "21": 8, "27": 8, "750": 7, "752": 7, "755": 8, "757": 8, "769": 8, "760": 8}
MARK = r"(?:轉分機|總機轉|轉接|分機|分机|轉|转|囀|內線|内線|內|内|extension|ext|ex|x)"
GAP = r"[\s\-_.()]*"
NOTE = re.compile(r"\s*\((?:代表號|請先電話連繫|預約專線|總機|o)\)|總機\s*$", re.I)
SIGN = rf"[\s(]*(?:(?:-\s*)?(?:{MARK}|[#*])[\s.:#*]*|~(?=\d{{3}}))"
LIST = re.compile(r"\s*(?:[、,.;&]|或|及|or|\s)\s*(?:[#*]|分機|轉)?\s*(\d{2,5})(?!\d)\s*", re.I)
JOINT = re.compile(r"\s*[、,;/.‧#]\s*|\s+|(?=\(0)")


class Area:
    """Where a local number belongs: the area of the number before it."""

    def __init__(self, code: str = "", length: int = 0) -> None:
        self.code, self.length = code, length


def spread(digits: str) -> str:
    return GAP.join(digits)


def numbers_taiwan(text: str):
    """Ways to take one number off the left end: E.164 digits, its area, characters."""
    for pattern, build in TAIWAN:
        if match := pattern.match(text):
            digits = re.sub(r"\D", "", match[0])
            yield build(digits), match.end()


def taiwan_patterns():
    end = r"(?!\d)\)?"
    found = [(re.compile(rf"\(?0{GAP}9{GAP}{spread(r'd' * 8).replace('d', chr(92) + 'd')}{end}"),
              lambda digits: ("886" + digits[1:], Area()))]
    found.append((re.compile(rf"\(?0{GAP}8{GAP}0{GAP}[09]{GAP}"
                             + GAP.join([r"\d"] * 6) + end),
                  lambda digits: ("886" + digits[1:], Area())))
    for code, length in TW:
        first = "[2-9]" if len(code) < 2 or code not in ("42", "43") else r"\d"
        if code == "4":
            first = "[78]"
        rest = ([first] + [r"\d"] * (length - 1)) if code not in ("42", "43") else [r"\d"] * length
        body = GAP.join(["0", *code, *rest])
        area = "4" if code in ("42", "43") else code
        local = 8 if code in ("42", "43") else length
        found.append((re.compile(rf"\(?{body}{end}"),
                      lambda digits, area=area, local=local:
                      ("886" + digits[1:], Area("886" + area, local))))
    return found


TAIWAN = taiwan_patterns()


def numbers_china(text: str):
    lead = r"(?:\+?(?:00)?86[\s-]*)?"
    if match := re.match(rf"[\s-]*(?:{lead}|0-?)(1[3-9]\d{{9}})(?!\d)", text):
        yield ("86" + match[1], Area()), match.end()
    if match := re.match(r"\s*(400-?\d{3}-?\d{4}|400\d{7})(?!\d)", text):
        yield ("86" + re.sub(r"\D", "", match[1]), Area()), match.end()
    for code, length in CN.items():
        zero = r"\(?0?" if re.match(r"\s*\+?86", text) else r"\(?0"
        body = rf"[\s-]*{lead}{zero}{code}[\s)]*-{{0,2}}\s*([2-9]{GAP}" + GAP.join([r"\d"] * (length - 1))
        if match := re.match(body + r")(?!\d)", text):
            yield ("86" + code + re.sub(r"\D", "", match[1]), Area("86" + code, length)), match.end()


def extensions(tail: str, longest: int) -> tuple[list[str], str] | None:
    """The extensions at the left end of a tail, and what is left; None when they cannot be told."""
    match = re.match(SIGN + r"(\d+)\)?", tail, re.I)
    dash = re.match(r"\s*--?\s*(\d{2,})(?!\d)", tail)
    match = match or dash
    if not match or len(match[1]) > longest:
        return None
    found, rest = [match[1]], tail[match.end():]
    if span := re.match(r"[-~](\d+)$", rest):
        if len(span[1]) != len(match[1]) or int(span[1]) < int(match[1]):
            return None
        return [str(value) for value in range(int(match[1]), int(span[1]) + 1)], ""
    while item := LIST.match(rest):
        if re.match(r"\s*[、,;]?\s*0\d{8}", rest):
            break
        found.append(item[1])
        rest = rest[item.end():]
    rest = re.sub(r"^\s*(?:總機|分機)?\s*$", "", rest)
    return found, rest


def take(text: str, region: str, area: Area, longest: int) -> list[str] | None:
    """The numbers of a text from its left end on; None when some of it fits nothing."""
    results = []
    candidates = list((numbers_taiwan if region == "TW" else numbers_china)(text))
    if area.length and (match := re.match(
            rf"\(?[2-9]{GAP}" + GAP.join([r"\d"] * (area.length - 1)) + r"(?!\d)", text)):
        candidates.append(((area.code + re.sub(r"\D", "", match[0]), area), match.end()))
    for (number, its_area), end in candidates:
        tail = NOTE.sub("", text[end:])
        if not tail.strip(" -/)"):
            results.append(["+" + number])
            continue
        own = its_area.length or (11 if region == "CN" else 0)
        if re.fullmatch(r"\s*(?:[-~]\d|~\d\d)\s*", tail):
            results.append(["+" + number])  # a run of lines, or a dummy -0
            continue
        if (found := extensions(tail, longest)) and len(found[0][0]) != own:
            ours = [f"+{number},{one}" for one in dict.fromkeys(found[0])]
            joint = JOINT.match(found[1])
            more = take(found[1][joint.end():], region, its_area, longest) if joint else None
            if not found[1].strip():
                results.append(ours)
            elif more:
                results.append(ours + [one for one in more if one not in ours])
        elif joint := JOINT.match(tail):
            more = take(tail[joint.end():], region, its_area, longest)
            if more:
                results.append(["+" + number] + [one for one in more if one != "+" + number])
        elif region == "CN" and (joint := re.match(r"-(?=1[3-9]\d{9}$)", tail)):
            results.append(["+" + number] + (take(tail[1:], region, its_area, longest) or []))
    distinct = list({tuple(result): result for result in results}.values())
    return distinct[0] if len(distinct) == 1 else None


def truth(cell: str, region: str) -> list[str] | None:
    """The numbers of a cell as "+base,extension", none where none can be told; None: not judged."""
    text = unicodedata.normalize("NFKC", cell).strip()
    if region == "CN":
        if not text.startswith(("电话", "传真")):
            return None
        text = re.sub(r"纠错.*$|传真.*$", "", text).removeprefix("电话").strip().rstrip("-/").strip()
        if not re.search(r"\d", text):
            return []
        return take(text, region, Area(), 8)
    area, tab, rest = text.partition("\t")
    if tab and not rest.lstrip().startswith(("0", "(0")):
        text = area.strip() + "-" + rest.strip().lstrip(".")
    elif tab:
        text = rest.strip()
    if re.fullmatch(r"\(?[2-9]\d{2,3}\)?[\s-]?\d{3,4}(?:" + SIGN + r"\d{1,5}|-\d{2,5})?", text, re.I):
        return []  # no area code: it may be anywhere
    text = re.sub(r"^(?:預約專線|緊急[連集]絡電話:)", "", text)
    return take(text, region, Area(), 5)


def column(folder: str, name: str, encoding: str, index: int) -> list[str]:
    with open(f"{folder}/{name}", encoding=encoding, newline="") as file:
        return [re.sub(r"[\r\n\t]", " ", row[index]) for row in csv.reader(file)
                if len(row) > index and row[index].strip()]


def joined(folder: str) -> list[str]:
    with open(f"{folder}/tw_nhi_hospbsc.csv", encoding="utf-8-sig", newline="") as file:
        return [row[4].strip() + "\t" + re.sub(r"[\r\n\t]", " ", row[5])
                for row in list(csv.reader(file))[1:] if len(row) > 5 and row[5].strip()]


def is_extension(cell: str, expected: list[str]) -> bool:
    """Whether a cell carries an extension, by its truth or, without an area code, by its form."""
    if any("," in one for one in expected):
        return True
    text = unicodedata.normalize("NFKC", cell).strip()
    return not expected and bool(re.fullmatch(
        r"\(?[2-9]\d{2,3}\)?[\s-]?\d{3,4}(?:" + SIGN + r"\d{1,5}|-\d{2,5})", text, re.I))


def main(folder: str, reader: str, shows_unjudged: bool) -> int:
    total: Counter[str] = Counter()
    for region, name, encoding, index in [
            ("TW", "tw_aed_2014.csv", "utf-8-sig", 10), ("TW", "tw_hospitals_big5.csv", "big5", 4),
            ("TW", "tw_fda_35_pharmacies.csv", "utf-8-sig", 5),
            ("TW", "tw_fda_58_labs_drug.csv", "utf-8-sig", 3),
            ("TW", "tw_fda_23_import_capsules.csv", "utf-8-sig", 6),
            ("TW", "tw_townhalls.csv", "utf-8-sig", 5), ("TW", "tw_nhi_hospbsc.csv", "big5", -1),
            ("CN", "cn_shenzhen_hotels.csv", "utf-8-sig", 6)]:
        cells = column(folder, name, encoding, index) if index >= 0 else joined(folder)
        read = subprocess.run([reader, region], input="\n".join(cells) + "\n", text=True,
                              capture_output=True, check=True).stdout.split("\n")
        tally: Counter[str] = Counter()
        for cell, line in zip(cells, read):
            outcome = line.rpartition("\t")[2]
            got = re.findall(r"(?<= )\+[\d,]+", re.sub(r"\(.*?\)", "", outcome))
            expected = truth(cell, region)
            if expected is None:
                tally["unjudged"] += 1
                if shows_unjudged:
                    print(f"{name}: unjudged: {cell!r} read {outcome.strip()}")
                continue
            group = "extension" if is_extension(cell, expected) else "other"
            if got == expected and (got or "?" in outcome):
                tally[f"{group} right"] += 1
                continue
            kind = "wrong" if set(got) - set(expected) or "?" not in outcome else "rejected"
            tally[f"{group} {kind}"] += 1
            print(f"{name}: {kind}: {cell!r}: {expected} read {outcome.strip()}")
        print(f"{name}: " + ", ".join(f"{key} {tally[key]}" for key in sorted(tally)))
        total.update({f"{region} {key}": value for key, value in tally.items()})
    print("; ".join(f"{key} {total[key]}" for key in sorted(total)))
    return 1 if any(key.endswith("wrong") and value for key, value in total.items()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], "--unjudged" in sys.argv))
