#!/usr/bin/env python3
"""Writes the seeded benchmark export: generate.py RECORDS csv|xml FILE [SEED].

The mix: 70 % landlines with extensions in several notations, 20 % mobiles, 5 % with +886, 3 % bad
numbers and 2 % landlines without an extension; 10 % of the rows repeat an earlier number, 5 % have
a quoted label, labels are drawn from 200 000. Every good number is valid by the plan of Taiwan, and
no two bases join to the same digits, so that engines with simpler rules give the same entries.
"""
import random
import sys
from xml.sax.saxutils import escape

RECORDS, FORMAT, PATH = int(sys.argv[1]), sys.argv[2], sys.argv[3]
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 20261121
draw = random.Random(SEED)
random_value = draw.random
below = draw.randrange

SHOPS = ["幸福", "美好", "永恆", "花嫁", "星光", "海風", "晨曦", "森林", "安居", "樂活", "大東", "新月",
         "金輝", "玉山", "雲端", "信義", "仁愛", "和平", "中正", "青田"]
TRADES = ["婚紗", "喜餅", "花店", "攝影", "宴會館", "租屋", "房仲", "家具", "設計", "珠寶"]
LABELS = [f"{SHOPS[i % 20]}{TRADES[i // 20 % 10]} {i // 200:03d}號店" for i in range(200_000)]
BAD = ["無", "N/A", "02-123", "0912-34", "請洽門市", "02-2345-678901234567890", "--", "0"]
# Area code, first digit behind it, digits behind that: always valid by the plan.
AREAS = [("02", "2345678", 7), ("03", "34568", 6), ("04", "23", 7), ("07", "2345678", 6)]
EXTENSIONS = ["{}", "{}", "{}", "#{}", "分機{}", "ext.{}", "ext {}"]
DAY = [f"2026-{m:02d}-{d:02d}" for m in range(1, 11) for d in range(1, 29)]


def landline():
    area, first, more = AREAS[below(4)]
    return area, first[below(len(first))] + str(below(10**more)).zfill(more)


def written(area, local):
    style = below(4)
    if style == 0:
        return f"{area}-{local[:-4]}-{local[-4:]}"
    if style == 1:
        return f"({area}){local[:-4]}-{local[-4:]}"
    if style == 2:
        return f"{area}-{local}"
    return area + local


def number_and_extension():
    kind = random_value()
    if kind < 0.70:
        area, local = landline()
        digits = str(below(10 ** (2 + below(3)))).zfill(2)
        return written(area, local), EXTENSIONS[below(7)].format(digits)
    if kind < 0.90:
        digits = str(below(10**6)).zfill(6)
        return f"09{below(9)}{below(10)}-{digits[:3]}-{digits[3:]}", ""
    if kind < 0.95:
        area, local = landline()
        return f"+886-{area[1:]}-{local[:-4]}-{local[-4:]}", ""
    if kind < 0.98:
        return BAD[below(len(BAD))], ""
    area, local = landline()
    return written(area, local), ""


def rows():
    seen = []
    for index in range(RECORDS):
        if seen and random_value() < 0.10:
            number, extension = seen[below(len(seen))]
        else:
            number, extension = number_and_extension()
            if len(seen) < 400_000:
                seen.append((number, extension))
            elif random_value() < 0.02:
                seen[below(400_000)] = (number, extension)
        label = LABELS[below(200_000)]
        if random_value() < 0.05:
            label = label.replace(" ", ", ") if random_value() < 0.8 else f'{label} "旗艦"'
        second = below(86_400)
        updated = f"{DAY[below(280)]} {second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}"
        yield number, extension, label, "identify", updated


def quoted(text):
    return '"' + text.replace('"', '""') + '"' if "," in text or '"' in text else text


with open(PATH, "w", encoding="utf-8", newline="", buffering=1 << 20) as out:
    if FORMAT == "csv":
        out.write("number,extension,label,action,updated\n")
        for number, extension, label, action, updated in rows():
            out.write(f"{number},{extension},{quoted(label)},{action},{updated}\n")
    else:
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n<Export>\n<Lines>\n')
        for number, extension, label, action, updated in rows():
            out.write(
                f"<Line><Number>{number}</Number><Extension>{extension}</Extension>"
                f"<Owner><Name>{escape(label)}</Name></Owner><Action>{action}</Action>"
                f"<Changed>{updated}</Changed></Line>\n")
        out.write("</Lines>\n</Export>\n")
