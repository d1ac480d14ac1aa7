#!/usr/bin/env python3
"""Writes the conformance kit: sound directories, and damaged ones with the verdict each must get.

Run it from anywhere; it rewrites golden/, damaged/ and verdicts.tsv beside itself, always with the
same bytes. It follows docs/formats.md and shares no code with callbook, so that it is a second
opinion on what the files must look like.
"""

import hashlib
import json
import shutil
from pathlib import Path

import attacks

HERE = Path(__file__).resolve().parent
MASK = (1 << 64) - 1
CHUNK_TARGET = 6
IDENTIFIERS = ["tw.example.app.directory1", "tw.example.app.directory2"]


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def slot_of(number, identifiers=IDENTIFIERS):
    block = mix(number // 10_000)
    return max(range(len(identifiers)), key=lambda i: mix(block ^ fnv1a(identifiers[i].encode())))


def sha(data):
    return hashlib.sha256(data).hexdigest()


def line(number, label):
    return f"{number}\n".encode() if label is None else f"{number}\t{label}\n".encode()


def cut(entries):
    """Chunks of (number, label): a chunk ends behind a number whose mixed value is 0 mod target."""
    chunks, chunk = [], []
    for number, label in sorted(entries.items()):
        chunk.append((number, label))
        if mix(number) % CHUNK_TARGET == 0:
            chunks.append(chunk)
            chunk = []
    return chunks + [chunk] if chunk else chunks


class Directory:
    """A directory in memory: chunks as bytes, from which seal() makes the manifest."""

    def __init__(self, identification, blocking, sequence=1, identifiers=IDENTIFIERS):
        self.identifiers, self.sequence = identifiers, sequence
        self.entries = {"identification": identification, "blocking": blocking}
        self.files, self.deltas = {}, []
        self.slots = []
        for index in range(len(identifiers)):
            lists = {}
            for name, entries in self.entries.items():
                mine = {n: l for n, l in entries.items() if slot_of(n, identifiers) == index}
                lists[name] = [
                    {"data": b"".join(line(n, l) for n, l in chunk), "first": chunk[0][0],
                     "last": chunk[-1][0], "entries": len(chunk)} for chunk in cut(mine)]
            self.slots.append(lists)

    def seal(self):
        """Computes every hash, digest and sum; also where the chunks are damaged on purpose."""
        slots, totals = [], {"identification": 0, "blocking": 0}
        for index, lists in enumerate(self.slots):
            described = {}
            for name, chunks in lists.items():
                rows = []
                for chunk in chunks:
                    digest = sha(chunk["data"])
                    path = f"chunks/{digest[:32]}.tsv"
                    self.files[path] = chunk["data"]
                    rows.append({"path": path, "format": "tsv", "entries": chunk["entries"],
                                 "first": str(chunk["first"]), "last": str(chunk["last"]),
                                 "bytes": len(chunk["data"]), "sha256": digest})
                count = sum(row["entries"] for row in rows)
                totals[name] += count
                described[name] = {"entries": count, "chunks": rows,
                                   "digest": sha("".join(r["sha256"] for r in rows).encode())}
            digest = sha((described["identification"]["digest"]
                          + described["blocking"]["digest"]).encode())
            slots.append({"index": index, "identifier": self.identifiers[index],
                          "cap": 1_500_000, "digest": digest, "lists": described})
        emitted = sum(totals.values())
        self.manifest = {
            "format": 1, "name": "conformance", "sequence": self.sequence, "as_of": "2026-11-21",
            "tool": "conformance kit", "entries": totals, "slots": slots, "deltas": [],
            "generation": sha("".join(s["digest"] for s in slots).encode()),
            "ledger": {
                "records": {"read": emitted + 3, "used": emitted, "rejected": 1,
                            "inapplicable": 1, "blank": 1},
                "candidates": {"produced": emitted, "emitted": emitted, "merged": 0,
                               "suppressed": 0}}}
        return self

    def add_delta(self, former, slot, lines=None):
        """Adds the delta of a slot from `former`; `lines` replaces its right lines."""
        data = delta(former, self, slot) if lines is None else lines
        old, new = former.manifest, self.manifest
        path = f"deltas/{old['generation'][:16]}-{new['generation'][:16]}-{slot}.tsv"
        self.files[path] = data
        rows = data.splitlines()
        new["deltas"].append({
            "from": old["generation"], "slot": slot, "path": path,
            "removals": sum(r[:1] == b"-" for r in rows),
            "additions": sum(r[:1] == b"+" for r in rows), "bytes": len(data), "sha256": sha(data),
            "from_digest": old["slots"][slot]["digest"], "to_digest": new["slots"][slot]["digest"]})

    def keep(self, former):
        """Keeps a former generation: its manifest and its chunks."""
        self.files.update({p: d for p, d in former.files.items() if p.startswith("chunks/")})
        self.files[f"generations/{former.manifest['generation']}.json"] = former.encoded()

    def encoded(self):
        text = json.dumps(self.manifest, indent=2, sort_keys=True, ensure_ascii=False)
        return (text + "\n").encode()

    def write(self, folder, manifest=None):
        files = dict(self.files)
        files["manifest.json"] = self.encoded() if manifest is None else manifest
        for path, data in files.items():
            if data is not None:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(data)


def delta(former, new, slot):
    """-i, -b, +i, +b: removals first; a changed label is a removal and an addition."""
    removals, additions = b"", b""
    for name, letter in (("identification", "i"), ("blocking", "b")):
        old_rows = {n: l for n, l in former.entries[name].items() if slot_of(n) == slot}
        new_rows = {n: l for n, l in new.entries[name].items() if slot_of(n) == slot}
        for number in sorted(old_rows):
            if number not in new_rows or new_rows[number] != old_rows[number]:
                removals += f"-{letter}\t{number}\n".encode()
        for number in sorted(new_rows):
            if number not in old_rows or new_rows[number] != old_rows[number]:
                additions += f"+{letter}\t".encode() + line(number, new_rows[number])
    return removals + additions


NAMES = ["Happy Bakery", "快樂麵包店", "Nordlicht Apotheke", "Café Æther", "花園診所", "Kvik Taxi 🚕"]
IDENTIFICATION = {886_255_667_788 * 10_000 + n: NAMES[n % 6] for n in range(718, 724)}
IDENTIFICATION |= {886_277_001_000 + 10_007 * n: NAMES[n % 6] for n in range(10)}
BLOCKING = {886_900_100_000 + 20_011 * n: None for n in range(9)}


def first():
    return Directory(dict(IDENTIFICATION), dict(BLOCKING)).seal()


def second(wrong=None):
    """The generation behind first(), with its deltas; `wrong` turns delta lines into wrong ones."""
    former = first()
    identification, blocking = dict(IDENTIFICATION), dict(BLOCKING)
    for number in list(identification)[3:14:5]:
        del identification[number]
    identification[list(identification)[1]] = "Happy Bakery & Café"
    identification |= {886_255_667_788 * 10_000 + 9_000: "新店家", 886_277_999_999: "Ny Butik"}
    for number in list(blocking)[::4]:
        del blocking[number]
    blocking |= {886_900_999_999 + 30_011 * n: None for n in range(3)}
    new = Directory(identification, blocking, sequence=2).seal()
    for slot in range(2):
        lines = delta(former, new, slot)
        new.add_delta(former, slot, wrong(lines, former, slot) if wrong else lines)
    new.keep(former)
    return new


GOLDEN, DAMAGED = {}, {}


def golden(name):
    return lambda make: GOLDEN.setdefault(name, make)


def damaged(name, verdict):
    return lambda make: DAMAGED.setdefault(name, (verdict, make))


golden("first")(first)
golden("second")(second)
golden("empty")(lambda: Directory({}, {}).seal())
golden("both-lists")(lambda: Directory(dict(IDENTIFICATION),
                                       {n: None for n in list(IDENTIFICATION)[:3]}).seal())
golden("extremes")(lambda: Directory(
    {1: "x", 2**63 - 2: "🥐" * 40, 8_862_556_677_880_718: "2^53 and above"},
    {9: None, 999_999_999_999_999_999: None}).seal())
golden("labels-at-the-edge")(lambda: Directory({
    886_200_000_001: "Cafe\u0301",                            # not in normal form: a writer's fault only
    886_200_000_002: "\u00a0\u2014\u2027\u202f\u2065\u206a\u2070",  # beside what is forbidden
    886_200_000_003: "\u200e\u200f\u061c\u05e9\u200d\u0644",         # implicit marks and a joiner
    886_200_000_004: "\U0001f469\u200d\U0001f373\ufe0f ~\U0010ffff",
}, {}).seal())
def varint(value):
    head = bytes([value & 127 | (128 if value > 127 else 0)])
    return head + varint(value >> 7) if value > 127 else head


def twin(lines):
    """A packed twin of a chunk or delta, deflated without compression: the same bytes everywhere."""
    blocks = []
    for text in lines.splitlines(keepends=True):
        prefix = text[:3] if text[:1] in b"+-" else b""
        number, _, label = text[len(prefix):-1].partition(b"\t")
        kinds = {b"-i\t": 2, b"-b\t": 3, b"+i\t": 4, b"+b\t": 5, b"": 0 if label else 1}
        if not blocks or blocks[-1][0] != kinds[prefix]:
            blocks.append((kinds[prefix], []))
        blocks[-1][1].append((int(number), label, len(text)))
    out = b""
    for kind, rows in blocks:
        numbers = indices = labels = b""
        known, last = [], 0
        for number, label, _ in rows:
            numbers, last = numbers + varint(number - last), number
            if label:
                indices += varint(known.index(label) + 1 if label in known else 0)
                if label not in known:
                    known.append(label)
                    labels += label + b"\n"
        packed = [b"\x01" + len(c).to_bytes(2, "little") + (len(c) ^ 0xFFFF).to_bytes(2, "little") + c
                  if c else b"" for c in (numbers, indices, labels)]
        out += bytes([kind]) + varint(sum(size for *_, size in rows))
        for column, stored in zip((numbers, indices, labels), packed):
            out += varint(len(column)) + varint(len(stored))
        out += b"".join(packed)
    return out


@golden("packed")
def _():
    """As second(), with twins wherever they are smaller than the plain file."""
    directory = second()
    described = [chunk for slot in directory.manifest["slots"] for one in slot["lists"].values()
                 for chunk in one["chunks"]] + directory.manifest["deltas"]
    for plain in described:
        data = twin(directory.files[plain["path"]])
        if len(data) < plain["bytes"]:
            path = f"packed/{sha(data)[:32]}.cbp"
            directory.files[path] = data
            plain["packed"] = {"path": path, "format": "columns-1", "bytes": len(data),
                               "sha256": sha(data)}
    # A format that no reader knows is passed over.
    next(p for p in described if "packed" not in p)["packed"] = {
        "path": "packed/later.bin", "format": "columns-2", "bytes": 1, "sha256": sha(b"")}
    assert sum("packed" in plain for plain in described) > 3
    return directory


golden("one-slot")(lambda: Directory(dict(IDENTIFICATION), dict(BLOCKING),
                                     identifiers=IDENTIFIERS[:1]).seal())


@golden("not-canonical")
def _():
    directory = first()
    manifest = dict(reversed(list(directory.manifest.items())), later={"unknown": [None, {}, []]})
    return directory, json.dumps(manifest, separators=(" , ", ":\t")).encode()


# Manifests.

def manifest_text(name, verdict, old, new):
    """A damaged manifest: the first `old` becomes `new`."""
    def make():
        directory = second() if "removals" in old else first()
        text = directory.encoded().decode()
        assert old in text, (name, old)
        return directory, text.replace(old, new, 1).encode()
    DAMAGED[name] = (verdict, make)


def manifest_edit(name, verdict):
    """A damaged manifest: the function changes the parsed one."""
    def decorate(edit):
        def make():
            directory = second() if name.startswith("delta") else first()
            edit(directory.manifest)
            return directory
        DAMAGED[name] = (verdict, make)
    return decorate


manifest_text("manifest-duplicate-key", "manifest-duplicate-key",
              '"sequence": 1', '"sequence": 1,\n  "sequence": 2')
manifest_text("manifest-unknown-format", "manifest-unknown-format", '"format": 1', '"format": 2')
manifest_text("manifest-without-ledger", "manifest-missing-key", '"ledger"', '"Ledger"')
manifest_text("manifest-path-traversal", "manifest-bad-value",
              '"path": "chunks/', '"path": "chunks/../../chunks/')
manifest_text("manifest-absolute-path", "manifest-bad-value",
              '"path": "chunks/', '"path": "/chunks/')
manifest_text("manifest-negative-count", "manifest-bad-value", '"removals": ', '"removals": -')
manifest_text("manifest-overflowing-count", "manifest-bad-value",
              '"sequence": 1', '"sequence": 18446744073709551617')
manifest_text("manifest-cap-above-the-limit", "manifest-bad-value",
              '"cap": 1500000', '"cap": 2000000')
manifest_text("manifest-entries-above-the-limit", "manifest-bad-value",
              '"entries": 4,', '"entries": 9007199254740992,')
manifest_text("manifest-unknown-chunk-format", "manifest-bad-value",
              '"format": "tsv"', '"format": "tsv2"')
manifest_text("manifest-control-in-a-name", "manifest-bad-value",
              '"name": "conformance"', '"name": "conform\x85ance"')
manifest_text("manifest-with-bom", "manifest-not-json", "{", "\ufeff{")


@damaged("manifest-missing", "manifest-missing")
def _():
    directory = first()
    return directory, False


@damaged("manifest-truncated", "manifest-not-json")
def _():
    directory = first()
    return directory, directory.encoded()[:-200]


@damaged("manifest-number-as-number", "manifest-bad-value")
def _():
    directory = first()
    chunk = directory.manifest["slots"][0]["lists"]["identification"]["chunks"][0]
    chunk["first"] = int(chunk["first"])
    return directory


@manifest_edit("manifest-over-its-cap", "manifest-inconsistent")
def _(manifest):
    manifest["slots"][0]["cap"] = 3


@manifest_edit("manifest-wrong-sum", "manifest-inconsistent")
def _(manifest):
    manifest["slots"][0]["lists"]["blocking"]["entries"] += 1


@manifest_edit("manifest-unbalanced-ledger", "manifest-inconsistent")
def _(manifest):
    manifest["ledger"]["records"]["read"] += 1


@manifest_edit("manifest-chunks-out-of-order", "manifest-inconsistent")
def _(manifest):
    manifest["slots"][0]["lists"]["identification"]["chunks"].reverse()


@manifest_edit("manifest-two-slots-of-one-name", "manifest-inconsistent")
def _(manifest):
    manifest["slots"][1]["identifier"] = manifest["slots"][0]["identifier"]


@manifest_edit("manifest-wrong-list-digest", "manifest-wrong-digest")
def _(manifest):
    manifest["slots"][0]["lists"]["identification"]["digest"] = "0" * 64


@manifest_edit("manifest-wrong-generation", "manifest-wrong-digest")
def _(manifest):
    manifest["generation"] = "f" * 64


# Chunks that are not those of the manifest.

def chunk_file(name, verdict, change):
    """The first chunk's file is changed, the manifest is not."""
    def make():
        directory = first()
        path = directory.manifest["slots"][0]["lists"]["identification"]["chunks"][0]["path"]
        directory.files[path] = change(directory.files[path])
        return directory
    DAMAGED[name] = (verdict, make)


chunk_file("chunk-missing", "file-missing", lambda data: None)
chunk_file("chunk-truncated", "size-differs", lambda data: data[:-7])
chunk_file("chunk-padded", "size-differs", lambda data: data + b"\n")
chunk_file("chunk-with-crlf", "size-differs", lambda data: data.replace(b"\n", b"\r\n"))
chunk_file("chunk-with-another-byte", "hash-differs",
           lambda data: data[:-2] + (b"X" if data[-2:-1] != b"X" else b"Y") + b"\n")


@damaged("chunk-is-a-link", "file-unreadable")
def _():
    directory = first()
    path = directory.manifest["slots"][0]["lists"]["identification"]["chunks"][0]["path"]
    directory.links = {path: "../../../golden/first/" + path}
    directory.files[path] = None
    return directory


# Chunks that are wrong and hashed as they are, as a wrong writer would.

def sealed(name, verdict, change, which="identification"):
    """The largest chunk of a list is changed and everything is hashed anew."""
    def make():
        directory = Directory(dict(IDENTIFICATION), dict(BLOCKING))
        chunk = max((c for lists in directory.slots for c in lists[which]),
                    key=lambda c: c["entries"])
        assert chunk["entries"] >= 3, chunk
        change(chunk)
        return directory.seal()
    DAMAGED[name] = (verdict, make)


def lines_of(chunk, change):
    rows = chunk["data"].splitlines(keepends=True)
    chunk["data"] = b"".join(change(rows))


def on_lines(change):
    return lambda chunk: lines_of(chunk, change)


sealed("line-duplicate", "line-duplicate", on_lines(lambda r: [r[0], r[0]] + r[2:]))
sealed("line-out-of-order", "line-not-ascending",
       on_lines(lambda r: [r[0], r[2], r[1]] + r[3:]))
sealed("line-zero", "line-bad-number", on_lines(lambda r: [b"0\tzero\n"] + r[1:]))
sealed("line-negative", "line-bad-number", on_lines(lambda r: [b"-" + r[0]] + r[1:]))
sealed("line-leading-zero", "line-bad-number", on_lines(lambda r: [b"0" + r[0]] + r[1:]))
sealed("line-plus", "line-bad-number", on_lines(lambda r: [b"+" + r[0]] + r[1:]))
sealed("line-number-too-large", "line-bad-number",
       on_lines(lambda r: r[:-1] + [b"9223372036854775807\tlarge\n"]))
sealed("line-number-of-20-digits", "line-bad-number",
       on_lines(lambda r: r[:-1] + [b"18446744073709551617\tlarge\n"]))
sealed("line-blank", "line-bad-number", on_lines(lambda r: [r[0], b"\n"] + r[2:]))
sealed("line-with-bom", "line-bad-number", on_lines(lambda r: [b"\xef\xbb\xbf" + r[0]] + r[1:]))
sealed("line-empty-label", "line-label-length",
       on_lines(lambda r: [r[0].split(b"\t")[0] + b"\t\n"] + r[1:]))
sealed("line-without-label", "line-shape",
       on_lines(lambda r: [r[0].split(b"\t")[0] + b"\n"] + r[1:]))
sealed("line-big5-label", "line-label-not-utf8",
       on_lines(lambda r: [r[0].split(b"\t")[0] + b"\t" + "麵包".encode("big5") + b"\n"] + r[1:]))
sealed("line-with-crlf", "line-label-control",
       on_lines(lambda r: [row[:-1] + b"\r\n" for row in r]))
sealed("line-with-second-tab", "line-label-control",
       on_lines(lambda r: [r[0][:-1] + b"\tmore\n"] + r[1:]))
for code in (0x01, 0x7F, 0x80, 0x9F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069):
    for place, padding in (("", ""), ("-in-a-long-label", "麵包店 Bakery ")):
        sealed(f"line-with-u{code:04x}{place}", "line-label-control", on_lines(
            lambda r, text=padding + chr(code) + padding:
                [r[0].split(b"\t")[0] + f"\t{text}x\n".encode()] + r[1:]))
sealed("line-with-comma", "line-shape", on_lines(lambda r: [r[0].replace(b"\t", b",")] + r[1:]))
sealed("line-without-end", "line-without-end", on_lines(lambda r: r[:-1] + [r[-1][:-1]]))
sealed("line-too-few", "count-differs", on_lines(lambda r: [r[0]] + r[2:]))
sealed("line-other-border", "border-differs", lambda chunk: chunk.update(last=chunk["last"] + 1))
sealed("blocking-with-labels", "line-shape",
       on_lines(lambda r: [row[:-1] + b"\tspam\n" for row in r]), which="blocking")


@damaged("slots-swapped", "wrong-slot")
def _():
    directory = Directory(dict(IDENTIFICATION), dict(BLOCKING))
    directory.slots.reverse()
    return directory.seal()


@damaged("lists-swapped", "line-shape")
def _():
    directory = Directory(dict(IDENTIFICATION), dict(BLOCKING))
    for lists in directory.slots:
        lists["identification"], lists["blocking"] = lists["blocking"], lists["identification"]
    return directory.seal()


# Deltas.

def delta_lines(name, verdict, change):
    """The delta of each slot has other lines, hashed as they are."""
    DAMAGED[name] = (verdict, lambda: second(lambda data, former, slot: b"".join(
        change(data.splitlines(keepends=True), former, slot))))


def held(former, slot, name):
    return min(n for n in former.entries[name] if slot_of(n) == slot)


delta_lines("delta-removal-behind-addition", "line-removal-behind-addition",
            lambda rows, former, slot: rows[1:] + rows[:1])
delta_lines("delta-out-of-order", "line-not-ascending", lambda rows, former, slot: [
    *sorted((r for r in rows if r[:2] == b"-i"), reverse=True),
    *(r for r in rows if r[:2] != b"-i")])
delta_lines("delta-with-crlf", "line-shape",
            lambda rows, former, slot: [row[:-1] + b"\r\n" for row in rows])
delta_lines("delta-forgets-an-addition", "delta-result-differs",
            lambda rows, former, slot: rows[:-1])
delta_lines("delta-forgets-a-removal", "delta-result-differs",
            lambda rows, former, slot: rows[1:])
delta_lines("delta-removes-what-is-not-there", "delta-removes-absent",
            lambda rows, former, slot: [b"-i\t5\n"] + rows)
delta_lines("delta-adds-what-is-there", "delta-adds-present", lambda rows, former, slot: [
    *(r for r in rows if r[:2] != b"+b" and r[:2] != b"-b"),
    f"+b\t{held(former, slot, 'blocking')}\n".encode()])


delta_lines("delta-with-a-bidirectional-label", "line-label-control", lambda rows, former, slot: [
    row[:-1] + "\u202e".encode() + b"\n" if row[:2] == b"+i" else row for row in rows])


@damaged("delta-with-another-byte", "hash-differs")
def _():
    directory = second()
    for entry in directory.manifest["deltas"]:
        data = directory.files[entry["path"]]
        position = data.index(b"\n") - 1
        swapped = b"1" if data[position:position + 1] != b"1" else b"2"
        directory.files[entry["path"]] = data[:position] + swapped + data[position + 1:]
    return directory


@damaged("delta-without-its-base", "file-missing")
def _():
    directory = second()
    directory.files = {p: d for p, d in directory.files.items() if "generations/" not in p}
    return directory


@manifest_edit("delta-from-another-digest", "delta-base-differs")
def _(manifest):
    for entry in manifest["deltas"]:
        entry["from_digest"] = "a" * 64


def main():
    verdicts = []
    for folder in ("golden", "damaged"):
        shutil.rmtree(HERE / folder, ignore_errors=True)
    for name, make in sorted(GOLDEN.items()):
        made = make()
        directory, manifest = made if isinstance(made, tuple) else (made, None)
        directory.write(HERE / "golden" / name, manifest)
        verdicts.append(f"golden/{name}\tsound\n")
    for name, (verdict, make) in sorted(DAMAGED.items()):
        made = make()
        directory, manifest = made if isinstance(made, tuple) else (made, None)
        folder = HERE / "damaged" / name
        directory.write(folder, manifest or None)
        if manifest is False:
            (folder / "manifest.json").unlink()
        for path, target in getattr(directory, "links", {}).items():
            (folder / path).symlink_to(target)
        verdicts.append(f"damaged/{name}\t{verdict}\n")
    (HERE / "verdicts.tsv").write_text("".join(verdicts))
    count = attacks.write(HERE / "attacks", Directory)
    print(f"{len(GOLDEN)} golden and {len(DAMAGED)} damaged directories, {count} attacks")


if __name__ == "__main__":
    main()
