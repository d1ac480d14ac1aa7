"""Area codes and the places behind them, from the geocoding data of the PyPI package `phonenumbers`.

Used by generate-numbering-plans.py. A name is kept only where it stands for one area code of a
region: whatever could mean two places is left out, since a wrong number is worse than none.
"""

import collections
import random
import re
import unicodedata

import phonenumbers
from phonenumbers import PhoneMetadata, PhoneNumberType
from phonenumbers.data import _COUNTRY_CODE_TO_REGION_CODE as REGIONS_OF_CODE
from phonenumbers.geodata import GEOCODE_DATA

# What the data names in many languages is kept in English and in that of the region.
LANGUAGES = {"KR": {"ko", "en"}, "CN": {"en"}, "TW": {"en"}}
# Where a local number and a city do not say which number it is, though the plan has local numbers.
WITHOUT = {
    "MX": "cities have a second area code that the data does not name",
    "CA": "cities have a second area code that the data does not name",
}
# The generic part of names, which people leave out: Kyiv is the city or the region.
GENERIC = re.compile(
    r" (?:province|region|district|oblast|city|area)$|^(?:TP|استان|г\.|м\.|город|місто) ?"
    r"| (?:обл\.?|область|вобласць)$", re.IGNORECASE)
# Cities of Japan that share their name with one in another prefecture.
JAPANESE_TWINS = {"府中", "伊達"}
KOREAN = {
    "서울": "서울특별시", "부산": "부산광역시", "대구": "대구광역시", "인천": "인천광역시",
    "광주": "광주광역시", "대전": "대전광역시", "울산": "울산광역시", "세종": "세종특별자치시",
    "강원": "강원도", "충북": "충청북도", "충남": "충청남도", "전북": "전라북도", "전남": "전라남도",
    "경북": "경상북도", "경남": "경상남도", "제주": "제주특별자치도",
}


# Scripts whose letters are folded; all others are compared as they stand.
FOLDED = [(0xA0, 0x58F), (0x600, 0x6FF), (0xE00, 0xE7F), (0x1E00, 0x1FFF), (0x2000, 0x206F),
          (0x3000, 0x30FF), (0xFF00, 0xFFEF)]
BREAKS = ",;/|()、"


def folded_scalar(character):
    """A letter without case, accent and width; "," between parts, " " between words."""
    if not any(first <= ord(character) <= last for first, last in FOLDED) and character >= "\x80":
        return character
    wide = unicodedata.normalize("NFKC", character)
    if wide in BREAKS or character in "\n\t":
        return ","
    plain = unicodedata.normalize("NFKD", character)
    plain = "".join(c for c in plain if not unicodedata.category(c).startswith("M")).casefold()
    plain = SPELLED.get(plain, unicodedata.normalize("NFC", plain))
    if not plain and unicodedata.category(character).startswith("M"):
        return ""
    return plain if plain and all(c.isalnum() for c in plain) else " "


# Letters that have no plain form in Unicode but are written with one.
SPELLED = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h"}


def folded(text):
    """What a name is compared by; the program folds alike (PlaceText.swift)."""
    text = re.sub(" [-–—] ", ",", unicodedata.normalize("NFC", text))
    text = "".join(map(folded_scalar, text))
    parts = [" ".join(part.split()) for part in text.split(",")]
    return ",".join(part for part in parts if part)


def fold_lines():
    """One line for each result of folding: what it is, and the scalars that fold to it."""
    results = collections.defaultdict(list)
    for first, last in FOLDED:
        for value in range(first, last + 1):
            result = folded_scalar(chr(value))
            if result != chr(value):
                results[result].append(value)
    for result in sorted(results):
        ranges = []
        for value in results[result]:
            if ranges and ranges[-1][1] == value - 1:
                ranges[-1][1] = value
            else:
                ranges.append([value, value])
        shown = ",".join(f"{a:X}" if a == b else f"{a:X}-{b:X}" for a, b in ranges)
        yield "\t".join(["fold", result, shown])


def calling_code(prefix):
    return next(int(prefix[:n]) for n in (1, 2, 3) if int(prefix[:n]) in REGIONS_OF_CODE)


class Country:
    """The geocoded prefixes of one calling code."""

    def __init__(self, code, prefixes, notations=""):
        self.code = code
        self.prefixes = prefixes
        self.notations = notations
        self.regions = REGIONS_OF_CODE[code]
        self.fixed = []
        self.lengths = set()
        for region in self.regions:
            desc = PhoneMetadata.metadata_for_region(region).fixed_line
            if desc is None or not desc.national_number_pattern:
                continue
            self.fixed.append(re.compile(desc.national_number_pattern))
            general = PhoneMetadata.metadata_for_region(region).general_desc
            lengths = [n for n in desc.possible_length or () if n > 0]
            self.lengths |= set(lengths or general.possible_length)

    def numbers(self, prefix):
        """A few lines whose longest geocoded prefix this is; always the same ones."""
        draw = random.Random(prefix)
        for length in sorted(self.lengths, reverse=True):
            found = 0
            for _ in range(30 if length > len(prefix) else 0):
                digits = prefix + "".join(draw.choice("0123456789") for _ in range(length - len(prefix)))
                if not any(pattern.fullmatch(digits) for pattern in self.fixed):
                    continue
                if any(digits[:n] in self.prefixes for n in range(len(prefix) + 1, len(digits) + 1)):
                    continue
                number = phonenumbers.PhoneNumber(self.code, int(digits))
                if digits[0] == "0" or not phonenumbers.is_valid_number(number):
                    continue
                yield digits, number
                found += 1
                if found == 4:
                    break

    def areas(self, prefix):
        """Region and area code of the numbers that a prefix begins; code "" where there is none."""
        found = set()
        for digits, number in self.numbers(prefix):
            kind = phonenumbers.number_type(number)
            if kind not in (PhoneNumberType.FIXED_LINE, PhoneNumberType.FIXED_LINE_OR_MOBILE):
                continue
            region = phonenumbers.region_code_for_number(number)
            length = (area_digits(region, digits, self.notations)
                      or phonenumbers.length_of_geographical_area_code(number))
            found.add((region, digits[:length]))
        # A length that is not grouped says nothing beside one that is.
        return {area for area in found if area[1]} or found


def names(region, texts):
    """Names of one prefix as (town, province or nothing, whether the town is never called without)."""
    for language, text in texts.items():
        if region in LANGUAGES and language not in LANGUAGES[region]:
            continue
        head, *rest = re.split(r", | - (?=[A-Z]{2}$)", text)
        if len(rest) > 1:
            continue
        for name in head.split("/"):
            bracket = re.fullmatch(r"(.+?) ?\((.+)\)", name)
            if bracket and not rest:
                yield bracket[1], bracket[2], True
                continue
            if region == "JP" and language == "ja":
                # The data does not say whether it is a city, a town or a village; cities alone have
                # names of their own.
                if name not in JAPANESE_TWINS:
                    yield name + "市", "", False
                continue
            yield name.strip(), rest[0].strip() if rest else "", False
            if region == "KR" and name in KOREAN:
                yield KOREAN[name], "", False
            short = GENERIC.sub("", name)
            if short != name:
                yield short, "", False


def spellings(region, name):
    yield name
    if region in ("DE", "AT", "CH", "LI"):
        spelled = name
        for letter, pair in {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"}.items():
            spelled = spelled.replace(letter, pair)
        if spelled != name:
            yield spelled


class Owners:
    """Which area codes each name of a region stands for."""

    def __init__(self, needs_province=False):
        self.bare = collections.defaultdict(set)
        self.provinces = set()
        self.spelled = {}
        # A name without its state or prefecture says too little where they share so many.
        self.needs_province = needs_province

    def add(self, region, name, province, areas, pair_only):
        for spelled in spellings(region, name):
            key = folded(spelled)
            if not key or any(c.isdigit() or c == "," for c in key) or len(key) > 60:
                continue
            if "," in folded(province):
                province = ""
            if province:
                pair = folded(f"{spelled}, {province}")
                self.bare[pair] |= areas
                self.spelled.setdefault(pair, f"{spelled} ({province})")
                if not pair_only:
                    self.provinces.add(folded(province))
            self.bare[key] |= areas
            if pair_only or self.needs_province and key.isascii():
                # Freiburg (Elbe) is called Freiburg, but is not all that Freiburg may mean.
                self.bare[key].add("?")
            self.spelled.setdefault(key, spelled)

    def settle(self):
        """Takes out what may mean another place."""
        for key in list(self.bare):
            # Neustadt an der Weinstraße is often called Neustadt, and a name that begins others
            # is a frequent one.
            words = key.partition(",")[0].split()
            for n in range(1, len(words)):
                if " ".join(words[:n]) in self.bare:
                    self.bare[" ".join(words[:n])] |= self.bare[key]
        for province in self.provinces:
            self.bare.pop(province, None)

    def rows(self):
        """(area code, names) where names stand for that one alone.

        A name is a town, `Town (Province)` where only both together tell it, or `Town/Province`
        where the town alone does too.
        """
        rows = collections.defaultdict(set)
        for key, areas in self.bare.items():
            area = next(iter(areas)) if len(areas) == 1 else ""
            if area.isdigit():
                rows[area].add(key)
        for area in sorted(rows):
            yield area, sorted(self.shown(rows[area]))

    def shown(self, keys):
        for key in keys:
            town = key.partition(",")[0]
            if town != key and town in keys:
                yield self.spelled[key].replace(" (", "/")[:-1]
            elif town != key or not any(other.startswith(key + ",") for other in keys):
                yield self.spelled[key]


def local_lengths(region, notations):
    """Whether numbers of a region are written without their area code."""
    metadata = PhoneMetadata.metadata_for_region(region)
    lines = [desc for desc in (metadata.fixed_line, metadata.mobile) if desc]
    return (f"notation\t{region}\tlocal-lengths\t" in notations
            or any(n > 0 for desc in lines for n in desc.possible_length_local_only or ()))


def area_digits(region, digits, notations):
    """Digits of the area code of a line, where `area-digits` has them; 0 where its format tells them."""
    fact = re.search(rf"^notation\t{region}\tarea-digits\t(\S+)\t", notations, re.MULTILINE)
    for item in fact[1].split(",") if fact else ():
        first, _, length = item.partition("=")
        if first == "*" or digits.startswith(first):
            return int(length)
    return 0


def american_rows():
    """Cities of the United States, in states where no area code lies over another one.

    An area code without cities in the data may serve any city of its state, and one that shares a
    city with another serves it half.
    """
    owners = Owners(needs_province=True)
    cities = collections.defaultdict(lambda: collections.defaultdict(set))
    counts, labels = collections.Counter(), {}
    for prefix, texts in GEOCODE_DATA.items():
        if prefix[0] != "1":
            continue
        city, _, state = texts["en"].rpartition(", ")
        if len(prefix) == 4:
            labels[prefix[1:]] = state
        elif len(state) == 2:
            for name in city.split("/"):
                cities[state][name].add(prefix[1:4])
            counts[prefix[1:4], state] += 1
    abbreviation = {labels.get(area): state for (area, state), count in counts.items() if count > 20}
    codes = collections.defaultdict(set)
    for area, label in labels.items():
        codes[label if len(label) == 2 else abbreviation.get(label, label)].add(area)
    for (area, state) in counts:
        codes[state].add(area)
    for state, areas in codes.items():
        number = phonenumbers.parse(f"+1{min(areas)}2345678")
        shared = any(len(owned) > 1 for owned in cities[state].values())
        if shared or phonenumbers.region_code_for_number(number) != "US" or any(
                counts[area, state] < 20 for area in areas):
            continue
        for city, owned in cities[state].items():
            owners.add("US", city, state, owned, False)
    return owners


def area_rows(notations, has_areas):
    """(region, code, names) for every area code with a name of its own, in order.

    `notations` is the text of notations.tsv, `has_areas` the regions whose area table is kept
    elsewhere.
    """
    owners = {"US": american_rows()}
    by_code = collections.defaultdict(dict)
    for prefix, texts in GEOCODE_DATA.items():
        code = calling_code(prefix)
        if code != 1:
            by_code[code][prefix[len(str(code)):]] = texts
    for code in sorted(by_code):
        own = [region for region in REGIONS_OF_CODE[code]
               if region in has_areas or local_lengths(region, notations)]
        if own:
            collect(code, by_code[code], set(own) - WITHOUT.keys(), owners, notations)
    for region in sorted(owners):
        owners[region].settle()
        for area, found in owners[region].rows():
            yield region, area, found


def collect(code, prefixes, regions, owners, notations):
    """Adds the names of one calling code to the owners of its regions."""
    country = Country(code, prefixes, notations)
    for prefix, texts in prefixes.items():
        areas = country.areas(prefix)
        for region in regions & {region for region, _ in areas}:
            table = owners.setdefault(region, Owners(needs_province=region == "JP"))
            own = {area for place, area in areas if place == region}
            for name, province, pair_only in names(region, texts):
                table.add(region, name, province, own, pair_only)
