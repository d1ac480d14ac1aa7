#!/usr/bin/env python3
"""Writes the data of Sources/NumberingPlans from the metadata of the PyPI package `phonenumbers`.

Run by `make numbering-plans`. The package is pinned: if another version (or none) is installed, the
script makes its own virtual environment under .build/ and starts itself again there.

Written: Data/plans.tsv (one line a fact, to be reviewed), Data/areas.tsv (area codes and places of
all regions, from the geocoding data; those of Taiwan from the hand-kept Data/areas-TW.tsv),
Data/EmbeddedPlans.swift (what every run reads) and Data/EmbeddedPlaces.swift (what is read when a
locality is looked for), as literals. Anything in the metadata the Swift side cannot read is an
error here. Takes some minutes; with --notations only the hand-kept rows are embedded anew, at once.
"""

import pathlib
import re
import subprocess
import sys

VERSION = "9.0.43"
ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "Sources" / "NumberingPlans" / "Data"

try:
    import phonenumbers
except ImportError:
    phonenumbers = None

if phonenumbers is None or phonenumbers.__version__ != VERSION:
    home = ROOT / ".build" / f"phonenumbers-{VERSION}"
    python = home / "bin" / "python3"
    if pathlib.Path(sys.prefix) == home:
        sys.exit(f"{home}: phonenumbers (expected {VERSION}). Remove the folder and try again.")
    if not python.exists():
        subprocess.check_call([sys.executable, "-m", "venv", str(home)])
        subprocess.check_call(
            [str(python), "-m", "pip", "install", "--quiet", f"phonenumbers=={VERSION}"])
    sys.exit(subprocess.call([str(python), *sys.argv]))

from phonenumbers import PhoneMetadata  # noqa: E402
from phonenumbers.data import _COUNTRY_CODE_TO_REGION_CODE as REGIONS_OF_CODE  # noqa: E402
from phonenumbers.geodata import GEOCODE_DATA  # noqa: E402

import area_table  # noqa: E402
import place_facts  # noqa: E402

try:
    import re._parser as sre_parse  # noqa: E402
except ImportError:
    import sre_parse  # noqa: E402

TYPES = [
    ("general_desc", "general"),
    ("fixed_line", "fixed-line"),
    ("mobile", "mobile"),
    ("toll_free", "toll-free"),
    ("premium_rate", "premium-rate"),
    ("shared_cost", "shared-cost"),
    ("voip", "voip"),
    ("personal_number", "personal-number"),
    ("pager", "pager"),
    ("uan", "uan"),
    ("voicemail", "voicemail"),
]
SYNTAX = re.compile(
    r"(?:[0-9|]|\\d(?!\+|\*)|\[(?:[0-9](?:-[0-9])?)+\]|\(\?:|\(|\)\??|\{[0-9]+(?:,[0-9]+)?\}|\?|\$)*")
LONGEST = 17


def checked(where, pattern, number=True):
    """The pattern, if the Swift side can read it; a number pattern also has no more than 17 digits."""
    if pattern is None:
        return ""
    pattern = pattern.replace(" ", "").replace("\n", "")
    if not SYNTAX.fullmatch(pattern):
        sys.exit(f"{where}: pattern {pattern!r} (expected alternation, classes, groups, counted "
                 "repeats, \\d and ?). Teach Sources/NumberingPlans/Pattern.swift the syntax first.")
    if number and sre_parse.parse(pattern).getwidth()[1] > LONGEST:
        sys.exit(f"{where}: pattern {pattern!r} matches more than {LONGEST} digits.")
    return pattern


def lengths(values):
    return ",".join(str(value) for value in values or () if value > 0)


def plan_lines(region, metadata):
    code = metadata.country_code
    where = region if region != "001" else f"+{code}"
    yield "\t".join([
        "plan", where, str(code),
        metadata.national_prefix or "",
        checked(where, metadata.national_prefix_for_parsing, number=False),
        metadata.national_prefix_transform_rule or "",
        checked(where, metadata.international_prefix, number=False),
        checked(where, metadata.leading_digits, number=False),
        "same" if metadata.same_mobile_and_fixed_line_pattern else "",
    ])
    for name, spelling in TYPES:
        desc = getattr(metadata, name)
        if desc is None or not desc.national_number_pattern:
            continue
        yield "\t".join([
            "numbers", where, spelling,
            checked(f"{where} {spelling}", desc.national_number_pattern),
            lengths(desc.possible_length), lengths(desc.possible_length_local_only),
            desc.example_number or "",
        ])


def expanded(pattern):
    """Every string of a small finite language, in order."""
    def walk(items):
        if not items:
            return [""]
        operation, argument = items[0]
        name = str(operation)
        if name == "LITERAL":
            heads = [chr(argument)]
        elif name == "IN":
            heads = []
            for kind, value in argument:
                kind = str(kind)
                if kind == "LITERAL":
                    heads.append(chr(value))
                elif kind == "RANGE":
                    heads += [chr(c) for c in range(value[0], value[1] + 1)]
                else:
                    heads += list("0123456789")
        elif name == "BRANCH":
            heads = [text for branch in argument[1] for text in walk(list(branch))]
        elif name == "SUBPATTERN":
            heads = walk(list(argument[3]))
        elif name == "MAX_REPEAT":
            least, most, inner = argument
            once, heads = walk(list(inner)), []
            for times in range(least, most + 1):
                texts = [""]
                for _ in range(times):
                    texts = [a + b for a in texts for b in once]
                heads += texts
        else:
            sys.exit(f"emergency pattern {pattern!r}: {name} is not known.")
        return [head + tail for head in heads for tail in walk(items[1:])]
    return sorted(set(walk(list(sre_parse.parse(pattern)))), key=lambda text: (len(text), text))


def short_lines(region):
    metadata = PhoneMetadata.short_metadata_for_region(region)
    if metadata is None:
        return
    if metadata.emergency and metadata.emergency.national_number_pattern:
        pattern = checked(f"{region} emergency", metadata.emergency.national_number_pattern)
        numbers = expanded(pattern)
        if len(numbers) > 500:
            sys.exit(f"{region} emergency: {len(numbers)} numbers (expected a few).")
        yield "\t".join(["emergency", region, ",".join(numbers)])
    if metadata.short_code and metadata.short_code.national_number_pattern:
        pattern = checked(f"{region} short code", metadata.short_code.national_number_pattern)
        yield "\t".join(["short-codes", region, pattern])


def plans():
    yield "# Numbering plans. Generated by scripts/generate-numbering-plans.py; do not edit."
    yield "# Source: libphonenumber metadata (Apache-2.0). docs/numbering-plans.md explains the columns."
    yield f"version\tphonenumbers {phonenumbers.__version__}"
    for code in sorted(REGIONS_OF_CODE):
        regions = REGIONS_OF_CODE[code]
        names = [f"+{code}" if region == "001" else region for region in regions]
        yield f"code\t{code}\t{','.join(names)}"
        for region in regions:
            metadata = PhoneMetadata.metadata_for_region_or_calling_code(code, region)
            if metadata.country_code != code:
                sys.exit(f"{region}: calling code {metadata.country_code} (expected {code}).")
            yield from plan_lines(region, metadata)
            if region != "001":
                yield from short_lines(region)


def area_lengths(region):
    """Digits of the lines behind an area code, as notations.tsv has them."""
    for line in (DATA / "notations.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"notation\t{region}\tarea-lengths\t"):
            items = (item.split("=") for item in line.split("\t")[3].split(","))
            return {area: [int(digits)] for area, digits in items}
    return {}


def areas_of_china():
    """Area codes and the cities behind them, from the geocoding data in Chinese."""
    fixed = re.compile(PhoneMetadata.metadata_for_region("CN").fixed_line.national_number_pattern)

    known = area_lengths("CN")

    def local_lengths(area):
        if area in known:
            return known[area]
        fills = [[first] + [second] * 7 for first in "23456789" for second in "0123456789"]
        return [length for length in (7, 8)
                if any(fixed.fullmatch(area + "".join(fill)[:length]) for fill in fills)]

    def lengths_of_lines(counts):
        # Services begin with 1 and 9, not lines, whatever the metadata says of digits behind an area code.
        return ",".join(f"{first}:{count}" for count in counts for first in "2345678")

    rows = {}
    for prefix, names in GEOCODE_DATA.items():
        if not prefix.startswith("86") or "zh" not in names:
            continue
        area = prefix[2:]
        if area[:1] == "1" and area != "10":
            continue
        if len(area) == 2 and area[0] not in "12":
            fits = [area + digit for digit in "0123456789" if local_lengths(area + digit)]
            if len(fits) != 1:
                continue
            area = fits[0]
        if len(area) != (2 if area[0] in "12" else 3) or not local_lengths(area):
            continue
        # The province goes, whatever its kind; a prefecture's own name stays.
        text = re.sub(
            r"^.{2,3}?省|^.{2,8}?自治区|^(?:新疆|内蒙古|广西|云南|贵州|四川|甘肃|宁夏|西藏)(?=.)",
            "", names["zh"])
        # A short name without its kind (阿里, 兴安) is part of too many others to stand for a place.
        cities = [city for city in text.split("、") if len(city) > 3 or city[-1] in "市州盟县"]
        rows.setdefault(area, ",".join(cities))
    for area in sorted(rows):
        yield "CN", area, lengths_of_lines(local_lengths(area)), rows[area].split(",")


def areas_of_taiwan():
    for line in (DATA / "areas-TW.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            _, region, code, lengths_of_area, names = line.split("\t")
            yield region, code, lengths_of_area, names.split(",")


def area_lines(places, tables, notations):
    """Every area code: its local lengths where the table decides about them, and its places."""
    yield "# Area codes and places. Generated by scripts/generate-numbering-plans.py; do not edit."
    yield "# Source: geocoding data of libphonenumber (Apache-2.0); for Taiwan areas-TW.tsv."
    yield "# area, region, code, local lengths (- where the plan decides), places:"
    yield "# a town, Town (Province) where only both tell it, Town/Province where either form does"
    yield place_facts.head(notations)
    rows = {(region, code): ("-", []) for region, code, _ in places}
    for region, code, lengths_of_area, names in tables:
        rows[region, code] = (lengths_of_area, names)
    for region, code, names in places:
        rows[region, code] = (rows[region, code][0], rows[region, code][1] + names)
    for region, code in sorted(rows):
        lengths_of_area, names = rows[region, code]
        yield "\t".join(["area", region, code, lengths_of_area, ",".join(names)])


def place_lines(places):
    """What EmbeddedPlaces holds: how letters fold, then the names of each region."""
    yield from area_table.fold_lines()
    for region, code, names in places:
        yield "\t".join(["place", region, code, ",".join(names)])


def literal(name, comment, text):
    if '"""' in text or "\\#" in text:
        sys.exit("the text holds a delimiter of the Swift literal.")
    (DATA / f"{name}.swift").write_text(
        "// Generated by scripts/generate-numbering-plans.py; do not edit.\n"
        "// swift-format-ignore-file\n\n"
        f"/// {comment}\n"
        f"enum {name} {{\n"
        "  static let text: StaticString = #\"\"\"\n" + text + "\n\"\"\"#\n}\n",
        encoding="utf-8")


def embed_plans(plans_text, tables, notations):
    deciding = "".join(
        "\t".join(["area", region, code, lengths_of_area, ",".join(names)]) + "\n"
        for region, code, lengths_of_area, names in tables)
    literal(
        "EmbeddedPlans", "The text of Data/*.tsv, part of the program: there is no bundle to find at run time.",
        plans_text + deciding + notations)


def main():
    DATA.mkdir(parents=True, exist_ok=True)
    notations = (DATA / "notations.tsv").read_text(encoding="utf-8")
    tables = [*areas_of_taiwan(), *areas_of_china()]
    if sys.argv[1:] == ["--notations"]:
        embed_plans((DATA / "plans.tsv").read_text(encoding="utf-8"), tables, notations)
        return
    places = list(area_table.area_rows(notations, {region for region, *_ in tables}))
    texts = {
        "plans.tsv": "\n".join(plans()) + "\n",
        "areas.tsv": "\n".join(area_lines(places, tables, notations)) + "\n",
    }
    for name, text in texts.items():
        (DATA / name).write_text(text, encoding="utf-8")
    embed_plans(texts["plans.tsv"], tables, notations)
    literal(
        "EmbeddedPlaces", "The places of Data/areas.tsv, read when a locality is looked for.",
        "\n".join(place_lines(places)))
    print(f"phonenumbers {phonenumbers.__version__}: {len(places)} area codes with places")


main()
