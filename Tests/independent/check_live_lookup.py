#!/usr/bin/env python3
"""Reads the data sets of Live Caller ID Lookup with other people's tools, over many nights.

protoc describes the messages and decodes every file of the first night, PyPI's protobuf reads all
of them; what must stand in them is computed here, from the export. Each night rows come, go and
change: the stash applied to the former data set must give the new one, parameters must stay, and
`callbook verify` must agree. At the end single bits are flipped: verify must see each.

Usage: check_live_lookup.py [--nights N] [--seed S]; needs protoc and the package protobuf.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("CALLBOOK", ROOT / ".build" / "release" / "callbook")).resolve()
PROTO = Path(__file__).with_name("live_lookup.proto")
FLIPS = 40


def messages(scratch: Path) -> dict:
    described = scratch / "live_lookup.desc"
    subprocess.run(["protoc", f"--proto_path={PROTO.parent}", f"--descriptor_set_out={described}",
                    PROTO.name], check=True)
    files = descriptor_pb2.FileDescriptorSet.FromString(described.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(name))
            for name in ("KeywordDatabase", "CallIdentity", "StashOfEntries")}


def hash_of(keyword: bytes) -> int:
    return int.from_bytes(hashlib.sha256(keyword).digest()[:8], "little")


class Export:
    """Shops, some behind an extension, spam, and numbers for the lookup alone; changes by night."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.shops = {self.line(): self.shop() for _ in range(400)}
        self.joined = {self.line() for _ in range(100)} - set(self.shops)
        self.spam = {self.mobile() for _ in range(150)}
        self.bulk = {self.mobile(): self.shop() for _ in range(120)}

    def line(self) -> str:
        return f"02{self.random.randint(20000000, 89999999)}"

    def mobile(self) -> str:
        return f"09{self.random.randint(10000000, 99999999)}"

    def shop(self) -> str:
        names = ["幸福烘焙坊", "Happy Bakery", "Ünïcödé", "小吃", "A" * 60]
        return f"{self.random.choice(names)} {self.random.randint(1, 9999)}"

    def change(self) -> None:
        pick = self.random.choice
        for _ in range(self.random.randint(0, 6)):
            what = self.random.randint(0, 5)
            if what == 0:
                self.shops[self.line()] = self.shop()
            elif what == 1:
                del self.shops[pick(sorted(self.shops))]
            elif what == 2:
                self.shops[pick(sorted(self.shops))] = self.shop()
            elif what == 3:
                self.spam.add(self.mobile())
            elif what == 4:
                self.spam.discard(pick(sorted(self.spam)))
            else:
                self.bulk[self.mobile()] = self.shop()
        self.joined -= set(self.shops)
        for number in self.spam:
            self.bulk.pop(number, None)

    def write(self, folder: Path) -> None:
        shops = [f"{number},,{label}" for number, label in self.shops.items()]
        joined = [f"{number},0718,Behind it" for number in sorted(self.joined)]
        rows = shops + joined
        self.random.shuffle(rows)
        (folder / "shops.csv").write_text("\n".join(["number,ext,label"] + rows) + "\n")
        (folder / "spam.csv").write_text("\n".join(["number"] + sorted(self.spam)) + "\n")
        bulk = [f"{number},{label}" for number, label in self.bulk.items()]
        (folder / "bulk.csv").write_text("\n".join(["number,label"] + bulk) + "\n")

    @staticmethod
    def keyword(number: str) -> bytes:
        return f"+886{number[1:]}".encode()

    def identities(self) -> dict:
        return {self.keyword(number): label
                for number, label in (self.bulk | self.shops).items()}

    def blocked(self) -> set:
        return {self.keyword(number) for number in self.spam}


PIPELINE = """version: 1
name: lookup
region: TW
sources:
  - {{ name: shops, path: shops.csv, columns: {{ number: number, extension: ext, label: label }}, rank: 5 }}
  - {{ name: spam, path: spam.csv, action: block, columns: {{ number: number }}, rank: 9 }}
  - {{ name: bulk, path: bulk.csv, columns: {{ number: number, label: label }} }}
slots: {{ identifiers: [net.example.one, net.example.two] }}
chunks: {{ target: 50 }}
gate: {{ vanished: 100%, relabelled: 100% }}
formats: [tsv, live-lookup]
live_lookup:
  extension: net.example.lookup
  category: business
  layout: {layout}
  share_shards: {share}
  entries_per_shard: {{ block: 60, identity: 80 }}
  only: {{ sources: [bulk] }}
"""


class Directory:
    def __init__(self, folder: Path, layout: str, types: dict):
        self.folder = folder
        self.layout = layout
        self.types = types
        folder.mkdir()
        share = "yes" if layout == "sharded" else "no"
        (folder / "p.yaml").write_text(PIPELINE.format(layout=layout, share=share))
        self.former = None

    def callbook(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([BINARY, *arguments], cwd=self.folder, capture_output=True, text=True)

    def build(self, threads: int) -> None:
        done = self.callbook("build", "p.yaml", "--output", "out", "--quiet", "--threads", str(threads))
        if done.returncode != 0:
            sys.exit(f"live lookup: build exits {done.returncode}\n{done.stdout}{done.stderr}")
        done = self.callbook("verify", "out/directory")
        if done.returncode != 0:
            sys.exit(f"live lookup: verify exits {done.returncode}\n{done.stdout}{done.stderr}")

    @property
    def section(self) -> dict:
        return json.loads((self.folder / "out/directory/manifest.json").read_text())["live_lookup"]

    def file(self, name: str) -> bytes:
        return (self.folder / "out/directory" / self.section["path"] / name).read_bytes()

    def rows(self, use_case: str) -> dict:
        """Keyword to value, over all files; checks names, hashes, order, and shards."""
        section = self.section
        files = [file for file in section["files"]
                 if Path(file["path"]).name.startswith(use_case) and file["path"].endswith(".binpb")]
        rows: dict = {}
        for file in files:
            data = (self.folder / "out/directory" / file["path"]).read_bytes()
            assert len(data) == file["bytes"], file
            assert hashlib.sha256(data).hexdigest() == file["sha256"], file
            read = self.types["KeywordDatabase"].FromString(data).rows
            keywords = [row.keyword for row in read]
            assert keywords == sorted(keywords, key=lambda keyword: int(keyword)), "ascending"
            if self.layout == "sharded":
                self.check_shards(section, use_case, Path(file["path"]).stem, keywords)
            for row in read:
                assert row.keyword not in rows, "a keyword twice"
                rows[row.keyword] = row.value
        assert len(rows) == section[use_case]["rows"]
        return rows

    @staticmethod
    def check_shards(section: dict, use_case: str, stem: str, keywords: list) -> None:
        shard = int(stem.rsplit("-", 1)[1])
        count = section[use_case]["shards"]
        for keyword in keywords:
            value = hash_of(keyword)
            if use_case == "block" and "double_mod" in section:
                value %= section["double_mod"]
            assert value % count == shard, "a keyword in another's shard"

    def check(self, export: Export) -> dict:
        identity, block = self.rows("identity"), self.rows("block")
        names = {}
        for keyword, value in identity.items():
            read = self.types["CallIdentity"].FromString(value)
            assert (read.cache_expiry_minutes, read.category) == (1440, 2)
            names[keyword] = read.name
        assert names == export.identities(), "names"
        assert set(block) == export.blocked() and set(block.values()) <= {b"\x01"}, "blocked"
        section = self.section
        assert section["identity"]["left_out"]["joined"] == len(export.joined)
        assert section["identity"]["lookup_only"] == len(
            set(export.bulk) - set(export.shops)), "only there"
        listing = "".join(f"{file['sha256']}  {Path(file['path']).name}\n"
                          for file in sorted(section["files"], key=lambda file: file["path"]))
        digest = hashlib.sha256(listing.encode()).hexdigest()
        assert section["path"] == f"renderings/live-lookup-{digest[:32]}"
        self.check_configurations(section)
        return {"identity": identity, "block": block}

    def check_configurations(self, section: dict) -> None:
        for use_case in ("identity", "block"):
            told = json.loads(self.file(f"process-{use_case}.json"))
            table = told["cuckooTableArguments"]
            assert table["bucketCount"]["fixedSize"]["bucketCount"] == section[use_case]["buckets"]
            assert table["maxSerializedBucketSize"] == section[use_case]["bucket_bytes"]
            shards = 1 if self.layout == "sharded" else section[use_case]["shards"]
            assert told["sharding"] == {"shardCount": shards}
        service = json.loads(self.file("service-config.json"))
        assert {entry["name"]: entry["shardCount"] for entry in service["usecases"]} == {
            f"net.example.lookup.{use_case}": section[use_case]["shards"]
            for use_case in ("identity", "block")}

    def check_step(self, rows: dict) -> None:
        """The stash applied to the former data set gives the new one; parameters stay."""
        section = self.section
        if self.former and section["path"] != self.former["section"]["path"]:
            for use_case in ("identity", "block"):
                for key in ("shards", "buckets", "bucket_bytes"):
                    assert section[use_case][key] == self.former["section"][use_case][key], key
                self.check_stash(use_case, rows[use_case], section)
        self.former = {"rows": rows, "section": section}

    def check_stash(self, use_case: str, rows: dict, section: dict) -> None:
        changes = section[use_case]["changes"]
        data = {hash_of(keyword): value for keyword, value in self.former["rows"][use_case].items()}
        if changes["stash_bytes"] > 0:
            raw = self.file(f"stash-{use_case}.pb")
            assert len(raw) == changes["stash_bytes"]
            stash = self.types["StashOfEntries"].FromString(raw)
            for hashes in (stash.hashed_keywords, stash.removed_hashed_keywords):
                assert list(hashes) == sorted(set(hashes)), "ascending hashes"
            for gone in stash.removed_hashed_keywords:
                del data[gone]
            assert len(stash.hashed_keywords) == len(stash.values) == changes["additions"]
            data.update(zip(stash.hashed_keywords, stash.values))
        assert data == {hash_of(keyword): value for keyword, value in rows.items()}, "stash"
        if self.layout == "sharded":
            before = {Path(f["path"]).name: f["sha256"] for f in self.former["section"]["files"]}
            now = {Path(f["path"]).name: f["sha256"] for f in section["files"]}
            same = [shard for shard in range(section[use_case]["shards"])
                    if before[f"{use_case}-{shard}.binpb"] == now[f"{use_case}-{shard}.binpb"]]
            assert changes["unchanged_shards"] == same


def check_with_protoc(directory: Directory) -> None:
    folder = directory.folder / "out/directory" / directory.section["path"]
    for file in sorted(folder.glob("*.binpb")):
        with file.open("rb") as data:
            done = subprocess.run(
                ["protoc", f"--proto_path={PROTO.parent}", "--decode=KeywordDatabase", PROTO.name],
                stdin=data, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("rows {") > 0


def check_flips(directory: Directory, chance: random.Random) -> int:
    """Every flipped bit of every kind of file is seen by verify."""
    folder = directory.folder / "out/directory" / directory.section["path"]
    files = sorted(folder.iterdir())
    for _ in range(FLIPS):
        file = chance.choice(files)
        data = bytearray(file.read_bytes())
        place = chance.randrange(len(data))
        data[place] ^= 1 << chance.randrange(8)
        whole = file.read_bytes()
        file.write_bytes(bytes(data))
        done = directory.callbook("verify", "out/directory")
        assert done.returncode == 1, f"verify passes over {file.name}, byte {place}"
        file.write_bytes(whole)
    return FLIPS


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nights", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="callbook-lookup-") as name:
        scratch = Path(name)
        types = messages(scratch)
        export = Export(options.seed)
        directories = [Directory(scratch / layout, layout, types) for layout in ("whole", "sharded")]
        twin = Directory(scratch / "twin", "whole", types)
        for night in range(options.nights):
            found = []
            for directory in directories:
                export.write(directory.folder)
                directory.build(threads=2)
                rows = directory.check(export)
                directory.check_step(rows)
                found.append(rows)
                if night == 0:
                    check_with_protoc(directory)
            assert found[0] == found[1], "the shards together are not the whole"
            if night < 3:
                export.write(twin.folder)
                twin.build(threads=1)
                assert twin.section == directories[0].section, "other bytes with one thread"
            export.change()
        flips = sum(check_flips(directory, random.Random(options.seed)) for directory in directories)
        shutil.rmtree(scratch / "twin")
    print(f"live lookup: {options.nights} nights in two layouts (seed {options.seed}), "
          f"{flips} flipped bits seen")
    return 0


if __name__ == "__main__":
    sys.exit(main())
