#!/usr/bin/env python3
"""Checks a published directory in another language, from docs/formats.md alone.

Shares no code with the tool: what both agree on is the document. Checks the form of the manifest,
every chunk's bytes, hash and order, chunk borders, slots, caps, that no number stands in both lists
of a slot, digests up to the generation, both ledgers, and that every delta, applied to the former
generation's entries, gives the new ones, that packed twins give their files; with --timestamp also that timestamp.json vouches for this
manifest and is signed where that is.

Usage: check_directory.py DIRECTORY [--chunk-target N] [--both-lists] [--timestamp]; exit 0 sound, 1 not.
"""

import argparse
import hashlib
import json
import re
import sys
import unicodedata
import zlib
from datetime import datetime
from pathlib import Path

MASK = (1 << 64) - 1
LISTS = ("identification", "blocking")
LONGEST_LABEL = 65_534
# Controls, separators of lines, explicit bidirectional controls.
FORBIDDEN = {chr(c) for low, high in ((0, 0x1F), (0x7F, 0x9F), (0x2028, 0x202E), (0x2066, 0x2069))
             for c in range(low, high + 1)}
MOST_ENTRIES = 1_999_999
LARGEST_NUMBER = (1 << 63) - 2


class Unsound(Exception):
    pass


def require(truth: bool, message: str) -> None:
    if not truth:
        raise Unsound(message)


def mix(value: int) -> int:
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def fnv1a(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def slot_of(number: int, identifiers: list[bytes], hashes: list[int]) -> int:
    block = mix(number // 10_000)
    scores = [mix(block ^ value) for value in hashes]
    best = max(scores)
    return min((identifiers[i], i) for i, score in enumerate(scores) if score == best)[1]


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def integer(digits: str) -> int:
    value = int(digits)
    require(abs(value) < 1 << 63, f"{digits} overflows 64 bits")
    return value


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    require(len(keys) == len(set(keys)), f"duplicate key among {keys}")
    return dict(pairs)


def read_manifest(path: Path) -> dict:
    data = path.read_bytes()
    manifest = json.loads(data, object_pairs_hook=no_duplicates, parse_int=integer)
    require(manifest["format"] == 1, f"{path.name}: format {manifest['format']}")
    texts = [manifest["name"], manifest["tool"], *(s["identifier"] for s in manifest["slots"])]
    require(not any(unicodedata.category(c) == "Cc" for text in texts for c in text), "a control")
    return manifest


def check_canonical(path: Path) -> None:
    """What a writer owes and a reader need not check: sorted keys, indent, `[]` and `{}`."""
    data = path.read_bytes()
    written = json.dumps(json.loads(data), sort_keys=True, indent=2, ensure_ascii=False) + "\n"
    require(data == written.encode(), f"{path.name}: not canonical")


def read_file(directory: Path, described: dict) -> bytes:
    name = described["path"]
    require(re.fullmatch(r"(chunks|deltas|packed|renderings)/[A-Za-z0-9._-]+", name) is not None,
            f"path {name!r}")
    file = directory / name
    require(file.is_file() and not file.is_symlink(), f"{name}: missing")
    data = file.read_bytes()
    require(len(data) == described["bytes"], f"{name}: {len(data)} bytes, not {described['bytes']}")
    require(sha256(data) == described["sha256"], f"{name}: another SHA-256")
    if described.get("packed", {}).get("format") == "columns-1":
        twin = described["packed"]
        packed = read_file(directory, twin)
        require(twin["path"] == f"packed/{twin['sha256'][:32]}.cbp", f"{twin['path']}: its name")
        require(len(packed) < len(data), f"{twin['path']}: no smaller than {name}")
        require(unpack(packed) == data, f"{twin['path']}: gives other bytes than {name}")
    return data


# What stands before the number, and whether a label follows, by a block's first byte.
LINES = {0: (b"", True), 1: (b"", False), 2: (b"-i\t", False), 3: (b"-b\t", False),
         4: (b"+i\t", True), 5: (b"+b\t", False)}
MOST_TEXT = 4 << 20


def varint(data: bytes, at: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at


def varints(data: bytes) -> list[int]:
    values, at = [], 0
    while at < len(data):
        value, at = varint(data, at)
        values.append(value)
    return values


def unpack(twin: bytes) -> bytes:
    """The bytes of a twin in the format columns-1."""
    text, at = [], 0
    while at < len(twin):
        prefix, has_label = LINES[twin[at]]
        size, at = varint(twin, at + 1)
        sizes = []
        for _ in range(6):
            value, at = varint(twin, at)
            sizes.append(value)
        columns = []
        for unpacked, packed in zip(sizes[::2], sizes[1::2]):
            column = zlib.decompress(twin[at:at + packed], -15) if unpacked else b""
            require(len(column) == unpacked, "a twin's column: its size")
            columns.append(column)
            at += packed
        labels = columns[2].split(b"\n")[:-1]
        number, known, lines, indices = 0, 0, [], varints(columns[1])
        for row, difference in enumerate(varints(columns[0])):
            number += difference
            line = prefix + str(number).encode()
            if has_label:
                index = indices[row]
                known += index == 0
                line += b"\t" + labels[(index or known) - 1]
            lines.append(line + b"\n")
        require(known == len(labels), "a twin's labels")
        block = b"".join(lines)
        require(0 < len(block) == size <= MOST_TEXT, "a twin's block: its size")
        text.append(block)
    return b"".join(text)


def check_label(label: bytes, where: str) -> None:
    text = label.decode("utf-8")
    require(0 < len(label) <= LONGEST_LABEL, f"{where}: label of {len(label)} bytes")
    require(not any(c in FORBIDDEN for c in text), f"{where}: a character that no label may have")


def number_of(digits: bytes, where: str) -> int:
    require(re.fullmatch(rb"[1-9][0-9]{0,18}", digits) is not None, f"{where}: number {digits!r}")
    number = int(digits)
    require(number <= LARGEST_NUMBER, f"{where}: number too large")
    return number


def read_list(directory: Path, described: dict, name: str, target: int | None) -> dict[int, bytes]:
    """The entries of one list by number (label empty on blocking), every chunk checked."""
    entries: dict[int, bytes] = {}
    last = 0
    hashes = ""
    for position, chunk in enumerate(described["chunks"]):
        data = read_file(directory, chunk)
        where = chunk["path"]
        require(where == f"chunks/{chunk['sha256'][:32]}.{chunk['format']}", f"{where}: its name")
        require(data.endswith(b"\n"), f"{where}: no line feed at the end")
        lines = data[:-1].split(b"\n")
        require(len(lines) == chunk["entries"], f"{where}: {len(lines)} lines")
        numbers = []
        for row, line in enumerate(lines, 1):
            digits, tab, label = line.partition(b"\t")
            require(bool(tab) == (name == "identification"), f"{where}:{row}: fields")
            number = number_of(digits, f"{where}:{row}")
            require(number > last, f"{where}:{row}: {number} does not ascend")
            if tab:
                require(b"\t" not in label, f"{where}:{row}: a second tab")
                check_label(label, f"{where}:{row}")
            last = number
            numbers.append(number)
            entries[number] = label
        require(chunk["first"] == str(numbers[0]) and chunk["last"] == str(numbers[-1]),
                f"{where}: first or last")
        if target is not None:
            ends = [number for number in numbers if mix(number) % target == 0]
            is_last = position == len(described["chunks"]) - 1
            require(ends in ([numbers[-1]], []) and (ends or is_last), f"{where}: its border")
        hashes += chunk["sha256"]
    require(len(entries) == described["entries"], f"{name}: entries of the list")
    require(sha256(hashes.encode()) == described["digest"], f"{name}: digest of the list")
    return entries


def check_slots(directory: Path, manifest: dict, target: int | None, both: bool) -> list[dict]:
    """The entries of every slot, by list and number."""
    identifiers = [slot["identifier"].encode() for slot in manifest["slots"]]
    require(len(set(identifiers)) == len(identifiers), "an identifier twice")
    hashes = [fnv1a(identifier) for identifier in identifiers]
    slots = []
    for index, slot in enumerate(manifest["slots"]):
        require(slot["index"] == index, f"slot {index}: its index")
        require(slot["cap"] <= MOST_ENTRIES, f"slot {index}: its cap")
        lists = {name: read_list(directory, slot["lists"][name], name, target) for name in LISTS}
        require(sum(map(len, lists.values())) <= slot["cap"], f"slot {index}: over its cap")
        for name, entries in lists.items():
            for number in entries:
                require(slot_of(number, identifiers, hashes) == index,
                        f"slot {index}: {number} belongs elsewhere")
        common = lists["identification"].keys() & lists["blocking"].keys()
        require(both or not common, f"slot {index}: {len(common)} numbers in both lists")
        digest = sha256("".join(slot["lists"][name]["digest"] for name in LISTS).encode())
        require(slot["digest"] == digest, f"slot {index}: its digest")
        slots.append(lists)
    generation = sha256("".join(slot["digest"] for slot in manifest["slots"]).encode())
    require(manifest["generation"] == generation, "the generation")
    return slots


def check_ledger(manifest: dict, slots: list[dict]) -> None:
    counted = {name: sum(len(slot[name]) for slot in slots) for name in LISTS}
    require(manifest["entries"] == counted, f"entries {manifest['entries']}, counted {counted}")
    records = manifest["ledger"]["records"]
    parts = ("used", "rejected", "inapplicable", "blank")
    require(records["read"] == sum(records[part] for part in parts), f"records {records}")
    candidates = manifest["ledger"]["candidates"]
    parts = ("emitted", "merged", "suppressed")
    require(candidates["produced"] == sum(candidates[part] for part in parts),
            f"candidates {candidates}")
    require(candidates["emitted"] == sum(counted.values()), "candidates emitted")


def apply_delta(data: bytes, entries: dict, where: str) -> tuple[int, int]:
    """Applies removals, then additions, to `entries` and gives how many there were of each."""
    require(data == b"" or data.endswith(b"\n"), f"{where}: no line feed at the end")
    counts = {b"-": 0, b"+": 0}
    last = {}
    for row, line in enumerate(data[:-1].split(b"\n") if data else [], 1):
        fields = line.split(b"\t")
        kind = fields[0]
        require(kind in (b"-i", b"-b", b"+i", b"+b"), f"{where}:{row}: {kind!r}")
        require(len(fields) == (3 if kind == b"+i" else 2), f"{where}:{row}: fields")
        require(kind[:1] == b"+" or counts[b"+"] == 0, f"{where}:{row}: removal after an addition")
        number = number_of(fields[1], f"{where}:{row}")
        require(number > last.get(kind, 0), f"{where}:{row}: does not ascend")
        last[kind] = number
        counts[kind[:1]] += 1
        of_list = entries[LISTS[0] if kind[1:] == b"i" else LISTS[1]]
        if kind[:1] == b"-":
            require(number in of_list, f"{where}:{row}: removes what is not there")
            del of_list[number]
        else:
            require(number not in of_list, f"{where}:{row}: adds what is there")
            of_list[number] = fields[2] if kind == b"+i" else b""
    return counts[b"-"], counts[b"+"]


def check_deltas(directory: Path, manifest: dict, slots: list[dict], target, both: bool) -> None:
    for delta in manifest["deltas"]:
        where = delta["path"]
        former_path = directory / "generations" / f"{delta['from']}.json"
        require(former_path.is_file(), f"{where}: no manifest of {delta['from']}")
        former = read_manifest(former_path)
        require(former["generation"] == delta["from"], f"{where}: another generation")
        index = delta["slot"]
        identifier = manifest["slots"][index]["identifier"]
        same = [slot for slot in former["slots"] if slot["identifier"] == identifier]
        require(len(same) == 1, f"{where}: no such slot in the former generation")
        require(same[0]["digest"] == delta["from_digest"], f"{where}: from_digest")
        require(manifest["slots"][index]["digest"] == delta["to_digest"], f"{where}: to_digest")
        entries = {name: read_list(directory, same[0]["lists"][name], name, None)
                   for name in LISTS}
        counts = apply_delta(read_file(directory, delta), entries, where)
        require(counts == (delta["removals"], delta["additions"]), f"{where}: counts {counts}")
        require(entries == slots[index], f"{where}: applied, it gives other entries")


def moment(text: str) -> datetime:
    require(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text) is not None, f"moment {text!r}")
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")


def check_timestamp(directory: Path) -> None:
    """That timestamp.json speaks of manifest.json, and has a signature exactly if that has one."""
    path = directory / "timestamp.json"
    require(path.is_file() and not path.is_symlink(), "timestamp.json: missing")
    data = path.read_bytes()
    require(len(data) <= 4096, "timestamp.json: too large")
    check_canonical(path)
    stamp = json.loads(data, object_pairs_hook=no_duplicates, parse_int=integer)
    require((stamp["format"], stamp["type"]) == (1, "timestamp"), "timestamp.json: format or type")
    manifest = (directory / "manifest.json").read_bytes()
    require(stamp["manifest_sha256"] == sha256(manifest), "timestamp.json: of another manifest")
    require(stamp["sequence"] == json.loads(manifest)["sequence"], "timestamp.json: sequence")
    issued, expires, following = (moment(stamp[key]) for key in ("issued", "expires", "next"))
    require(issued < expires and issued <= following <= expires, "timestamp.json: its moments")
    is_signed = (directory / "signatures" / f"{sha256(manifest)}.sig").is_file()
    signatures = sorted((directory / "signatures").glob("timestamp-*"))
    wanted = [directory / "signatures" / f"timestamp-{sha256(data)}.sig"] if is_signed else []
    require(signatures == wanted, f"timestamp.json: signatures {[one.name for one in signatures]}")
    require(all(one.stat().st_size == 64 for one in signatures), "timestamp.json: its signature")


def check(directory: Path, target: int | None, both: bool, canonical: bool = True) -> str:
    manifest = read_manifest(directory / "manifest.json")
    if canonical:
        for path in [directory / "manifest.json", *(directory / "generations").glob("*.json")]:
            check_canonical(path)
    require(manifest["sequence"] >= 1, "sequence")
    slots = check_slots(directory, manifest, target, both)
    check_ledger(manifest, slots)
    check_deltas(directory, manifest, slots, target, both)
    entries = sum(manifest["entries"].values())
    return f"{entries} entries in {len(slots)} slots, {len(manifest['deltas'])} deltas: sound"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("directory", type=Path)
    arguments.add_argument("--chunk-target", type=int, help="check borders for this target size")
    arguments.add_argument("--both-lists", action="store_true", help="as `merge: {both: keep}`")
    arguments.add_argument("--timestamp", action="store_true", help="timestamp.json must be there")
    options = arguments.parse_args()
    try:
        if options.timestamp:
            check_timestamp(options.directory)
        print(check(options.directory, options.chunk_target, options.both_lists))
        return 0
    except (Unsound, KeyError, IndexError, ValueError, OSError, zlib.error) as problem:
        print(f"{options.directory}: unsound: {problem}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
