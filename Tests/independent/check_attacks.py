#!/usr/bin/env python3
"""A phone in another language, from docs/formats.md alone, against the attacks of the conformance kit.

Shares no code with the tool nor with what made the kit: signatures are checked by the openssl command.
Each attack says by which clock it is served and what must be installed then; both readers must agree.
Usage: check_attacks.py; exit 0 when every step comes out as the kit says.
"""

import json
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

from check_directory import moment, no_duplicates, integer, sha256, unpack

KIT = Path(__file__).resolve().parents[1] / "conformance" / "attacks"
SPKI = bytes.fromhex("302a300506032b6570032100")
MOST = {"manifest.json": 16 << 20, "timestamp.json": 4 << 10, "root": 64 << 10, ".sigs": 16 << 10, ".sig": 1 << 10}


class Refused(Exception):
    pass


def refuse(unless: bool, verdict: str) -> None:
    if not unless:
        raise Refused(verdict)


def is_signed(document: bytes, signature: bytes, key: bytes) -> bool:
    if len(signature) != 64:
        return False
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("key", "document", "signature")]
        for path, data in zip(paths, (SPKI + key, document, signature)):
            path.write_bytes(data)
        done = subprocess.run(
            ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", paths[0], "-rawin",
             "-in", paths[1], "-sigfile", paths[2]], capture_output=True)
    return done.returncode == 0


def read(folder: Path, path: str, most: int, missing: str) -> bytes:
    file = folder / path
    refuse(file.is_file(), missing)
    refuse(file.stat().st_size <= most, "too-large")
    return file.read_bytes()


def signers(document: bytes, lines: bytes, role: dict, root: dict) -> int:
    """Different keys of a role that have signed a document."""
    found = set()
    for line in lines.decode("ascii").splitlines():
        name, signature = line.split(" ")
        if name in role["keyids"] and is_signed(
                document, bytes.fromhex(signature), bytes.fromhex(root["keys"][name])):
            found.add(name)
    return len(found)


def parse_root(document: bytes) -> dict:
    root = json.loads(document, object_pairs_hook=no_duplicates, parse_int=integer)
    assert (root["format"], root["type"]) == (1, "root") and root["version"] >= 1
    moment(root["expires"])
    assert all(sha256(bytes.fromhex(key)) == name for name, key in root["keys"].items())
    for role in (root["root"], root["manifest"]):
        names = role["keyids"]
        assert len(set(names)) == len(names) and set(names) <= root["keys"].keys()
        assert 1 <= role["threshold"] <= len(names)
    return root


class Phone:
    """What an app knows and has, from one update to the next."""

    def __init__(self, case: dict, folder: Path):
        self.case, self.installed = case, None
        self.known = self.known_hash = self.issued = None
        self.root = parse_root((folder / case["root"]).read_bytes()) if "root" in case else None

    def update(self, bases: list[Path], now: datetime) -> str:
        """What the first address comes to that can be believed; else what the last one is refused for."""
        for base in bases:
            try:
                self.update_from(base, now)
                return "installed"
            except Refused as refusal:
                verdict = str(refusal)
        return verdict

    def update_from(self, base: Path, now: datetime) -> None:
        if self.root:
            self.follow_roots(base, now)
        stamp_bytes = read(base, "timestamp.json", MOST["timestamp.json"], "no-timestamp")
        self.check_signature(base, stamp_bytes, "timestamp-")
        stamp = json.loads(stamp_bytes, object_pairs_hook=no_duplicates, parse_int=integer)
        newest = max(moment(stamp["issued"]), self.issued or moment(stamp["issued"]))
        refuse(now >= newest - timedelta(days=1), "clock")
        refuse(moment(stamp["expires"]) > now, "expired")
        self.check_floor(stamp["sequence"], stamp["manifest_sha256"])
        data = read(base, "manifest.json", MOST["manifest.json"], "missing")
        refuse(sha256(data) == stamp["manifest_sha256"], "mixed")
        self.check_signature(base, data, "")
        manifest = json.loads(data, object_pairs_hook=no_duplicates, parse_int=integer)
        refuse(manifest["name"] == self.case["name"], "name")
        slots = [slot for slot in manifest["slots"] if slot["identifier"] in self.case["slots"]]
        refuse(bool(slots), "no-slots")
        refuse(manifest["sequence"] == stamp["sequence"], "mixed")
        self.known, self.known_hash = manifest["sequence"], sha256(data)
        self.issued = moment(stamp["issued"])
        for slot in slots:
            for entries in slot["lists"].values():
                for chunk in entries["chunks"]:
                    self.fetch(base, chunk)
        self.installed = manifest["sequence"]

    def follow_roots(self, base: Path, now: datetime) -> None:
        while (base / f"roots/{self.root['version'] + 1}.json").is_file():
            stem = f"roots/{self.root['version'] + 1}"
            document = read(base, f"{stem}.json", MOST["root"], "root")
            lines = read(base, f"{stem}.sigs", MOST[".sigs"], "root")
            try:
                following = parse_root(document)
                assert following["version"] == self.root["version"] + 1
                for root in (self.root, following):
                    assert signers(document, lines, root["root"], root) >= root["root"]["threshold"]
            except (AssertionError, KeyError, ValueError) as problem:
                raise Refused("root") from problem
            if following["manifest"] != self.root["manifest"]:
                self.known = self.known_hash = self.issued = None
            self.root = following
        refuse(moment(self.root["expires"]) > now, "root-expired")

    def check_signature(self, base: Path, document: bytes, prefix: str) -> None:
        stem = base / f"signatures/{prefix}{sha256(document)}"
        kind = ".sigs" if self.root else ".sig"
        path = stem.with_name(stem.name + kind)
        refuse(path.is_file() and path.stat().st_size <= MOST[kind], "signature")
        data = path.read_bytes()
        if self.root:
            role = self.root["manifest"]
            refuse(signers(document, data, role, self.root) >= role["threshold"], "signature")
        else:
            refuse(is_signed(document, data, bytes.fromhex(self.case["key"])), "signature")

    def check_floor(self, sequence: int, manifest: str) -> None:
        if self.known is not None:
            refuse(sequence > self.known or sequence == self.known and manifest == self.known_hash, "rollback")

    @staticmethod
    def fetch(base: Path, chunk: dict) -> None:
        """By its twin, or where that gives something else, the file itself."""
        twin = chunk.get("packed")
        if twin and (base / twin["path"]).is_file():
            try:
                if sha256(unpack((base / twin["path"]).read_bytes())) == chunk["sha256"]:
                    return
            except Exception:  # Whatever a bomb does: the plain file decides.
                pass
        data = read(base, chunk["path"], chunk["bytes"], "missing")
        refuse(sha256(data) == chunk["sha256"], "hash")


def main() -> int:
    steps = wrong = 0
    attacks = sorted(KIT.iterdir())
    for folder in attacks:
        case = json.loads((folder / "case.json").read_bytes())
        phone = Phone(case, folder)
        for position, step in enumerate(case["steps"], 1):
            verdict = phone.update([folder / base for base in step["bases"]], moment(step["now"]))
            steps += 1
            if (verdict, phone.installed) != (step["verdict"], step["sequence"]):
                wrong += 1
                print(f"independent: {folder.name}, step {position}: the kit says {step['verdict']} and "
                      f"{step['sequence']}, this phone {verdict} and {phone.installed}")
    print(f"independent: {len(attacks)} attacks, {steps - wrong} of {steps} steps judged alike")
    return 1 if wrong or not attacks else 0


if __name__ == "__main__":
    sys.exit(main())
