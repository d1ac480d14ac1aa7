#!/usr/bin/env python3
"""Attacks on callbook by exports, pipelines, directories and other users of the machine.

Each attack builds what an attacker would send and runs the real binary on it. It is held when nothing
traps or hangs, memory stays bounded, the exit code says no, no control sequence reaches the terminal,
and nothing of a person reaches a log. `make attacks` runs all of them, `make attacks ONLY=manifest`
those whose names begin so.
"""

import gzip
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALLBOOK = Path(os.environ.get("CALLBOOK", ROOT / ".build" / "release" / "callbook")).resolve()
# Of the clock, until a run counts as one that hangs: machines may be busy.
SECONDS = 240
MEBIBYTES = 640
ATTACKS = []

PIPELINE = """
version: 1
name: attack
region: TW
sources: [{ name: center, path: export.csv, columns: { number: number, label: label } }]
slots: { identifiers: [a.one] }
gate: { rejected: 100%, vanished: 100%, relabelled: 100% }
"""
FOLDERS = ("generations", "chunks", "deltas", "packed", "renderings", "signatures")
ROWS = "number,label\n" + "".join(f"02556677{n:02},Bakery {n}\n" for n in range(50))


def attack(function):
    ATTACKS.append(function)
    return function


@dataclass
class Ran:
    code: int
    output: str
    # Of CPU time: what others do on the machine makes no attack look held or broken.
    seconds: float
    mebibytes: int

    def describe(self) -> str:
        return f"exit {self.code}, {self.seconds:.1f} s, {self.mebibytes} MiB"


class Broken(Exception):
    pass


def must(holds, what: str) -> None:
    if not holds:
        raise Broken(what)


def peak_of(process: int) -> int:
    """Kibibytes that a process has held at most; what getrusage says holds those of the parent too."""
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0
    return int(found.group(1)) if found else 0


def run(folder: Path, *arguments, codes=(1,), input_bytes: bytes = b"", environment=None, seconds=SECONDS) -> Ran:
    """Runs callbook; a signal, a hang, too much memory, another exit code or a control sequence is a breach."""
    with tempfile.TemporaryFile() as talk, tempfile.TemporaryFile() as standard_input:
        standard_input.write(input_bytes)
        standard_input.seek(0)
        child = subprocess.Popen(
            [str(CALLBOOK), *map(str, arguments)], cwd=folder, stdin=standard_input, stdout=talk, stderr=talk,
            env={**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})})
        deadline = time.monotonic() + max(seconds, 60)
        peak = 0
        while True:
            peak = max(peak, peak_of(child.pid))
            done, status, used = os.wait4(child.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() > deadline:
                child.kill()
                os.waitpid(child.pid, 0)
                raise Broken(f"{' '.join(map(str, arguments))}: hangs, ended after {seconds} s")
            time.sleep(0.005)
        child.returncode = os.waitstatus_to_exitcode(status)
        talk.seek(0)
        output = talk.read(8 << 20).decode("utf-8", "replace")
    ran = Ran(child.returncode, output, used.ru_utime + used.ru_stime, peak >> 10)
    words = " ".join(str(argument) for argument in arguments)
    must(ran.code >= 0, f"{words}: ended by {signal.Signals(-ran.code).name if ran.code < 0 else ''}\n{output[-400:]}")
    must(ran.code in codes, f"{words}: exit {ran.code}, expected {codes}\n{output[-400:]}")
    must(ran.mebibytes <= MEBIBYTES, f"{words}: {ran.mebibytes} MiB")
    must(not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", output),
         f"{words}: a control character is shown: {output[-400:]!r}")
    must(not re.search(r"^\s*::|##\[|##(vso|teamcity)\[", output, re.MULTILINE | re.IGNORECASE), f"{words}: a CI command is shown\n{output[-400:]}")
    return ran


def published(folder: Path, pipeline: str = PIPELINE, rows: str = ROWS) -> Path:
    """A sound directory of 50 entries."""
    (folder / "case.yaml").write_text(pipeline)
    (folder / "export.csv").write_text(rows)
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    return folder / "out" / "directory"


def forge(directory: Path, change) -> None:
    manifest = json.loads((directory / "manifest.json").read_text())
    change(manifest)
    (directory / "manifest.json").write_text(json.dumps(manifest, indent=2, sort_keys=True) + "\n")


def seal(manifest: dict) -> None:
    """Gives lists, slots and manifest the digests that belong to their chunks."""
    def digest(parts) -> str:
        return hashlib.sha256("".join(parts).encode()).hexdigest()

    for slot in manifest["slots"]:
        lists = slot["lists"]
        for one in lists.values():
            one["digest"] = digest(chunk["sha256"] for chunk in one["chunks"])
        slot["digest"] = digest(lists[name]["digest"] for name in ("identification", "blocking"))
    manifest["generation"] = digest(slot["digest"] for slot in manifest["slots"])


def readers(folder: Path, directory: Path, **options) -> list[Ran]:
    """What reads a directory that anybody may have made."""
    sound = folder / "sound"
    if not sound.exists():
        shutil.copytree(directory, sound)
    return [run(folder, *command, **options) for command in (
        ["verify", directory], ["verify", directory, "--json"], ["plan", directory],
        ["diff", sound, directory], ["diff", directory, directory])]


# A manifest that nobody signed.

@attack
def manifest_sums(folder: Path) -> str:
    """Counts that add up past 64 bits."""
    directory = published(folder)

    def change(manifest):
        chunk = manifest["slots"][0]["lists"]["identification"]["chunks"][0]
        manifest["slots"][0]["lists"]["identification"]["chunks"] = [
            {**chunk, "entries": 2 ** 62, "bytes": 2 ** 62} for _ in range(2000)]
        manifest["slots"][0]["lists"]["identification"]["entries"] = 2 ** 63 - 1

    forge(directory, change)
    return "; ".join(ran.describe() for ran in readers(folder, directory, codes=(0, 1)))


@attack
def manifest_numbers(folder: Path) -> str:
    """Each number of a manifest, of a kept one and of the timestamp as small and as large as numbers are."""
    directory = published(folder, PIPELINE + "formats: [json]\ngenerations: 3\n")
    (folder / "export.csv").write_text(ROWS + "0255667788,Bakery\n0255667799,Bakery\n")
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    shutil.copytree(directory, folder / "sound")

    def numbers(value, path=()):
        members = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
        for key, member in members:
            yield from numbers(member, (*path, key))
        if isinstance(value, int):
            yield path

    tried = 0
    for name in ("manifest.json", "timestamp.json", next(directory.glob("generations/*")).relative_to(directory)):
        good = (directory / name).read_text()
        for path in numbers(json.loads(good)):
            for value in (-1, 0, 2**53 - 1, 2**63 - 1):
                forged = json.loads(good)
                place = forged
                for key in path[:-1]:
                    place = place[key]
                place[path[-1]] = value
                (directory / name).write_text(json.dumps(forged, indent=2, sort_keys=True) + "\n")
                for command in (["verify", directory], ["plan", directory, "--json"], ["diff", "sound", directory]):
                    run(folder, *command, codes=(0, 1))
                    tried += 1
        (directory / name).write_text(good)
    return f"{tried} runs"


@attack
def manifest_slots(folder: Path) -> str:
    """41 000 slots."""
    directory = published(folder)

    def change(manifest):
        slot = manifest["slots"][0]
        manifest["slots"] = [{**slot, "index": n, "identifier": f"a.{n}"} for n in range(41_000)]

    forge(directory, change)
    ran = run(folder, "verify", directory)
    must(ran.seconds < 5, ran.describe())
    return ran.describe()


@attack
def manifest_depth(folder: Path) -> str:
    """16 MiB of opening brackets, in the manifest and in the timestamp."""
    directory = published(folder)
    for name, size in (("manifest.json", 16 << 20), ("timestamp.json", 4 << 10)):
        shutil.rmtree(folder / "forged", ignore_errors=True)
        shutil.copytree(directory, folder / "forged")
        (folder / "forged" / name).write_bytes(b"[" * size)
        ran = run(folder, "verify", folder / "forged")
    return ran.describe()


def largest(folder: Path, slots: int) -> Path:
    """A manifest just below 16 MiB whose chunks are all there, one entry each."""
    directory = published(folder)
    shutil.rmtree(directory / "packed", ignore_errors=True)

    def change(manifest):
        manifest["slots"], number = [], 886255000000
        empty = {"entries": 0, "digest": "", "chunks": []}
        for index in range(slots):
            manifest["slots"].append({
                "index": index, "identifier": f"a.{index}", "cap": 1_500_000, "digest": "",
                "lists": {"identification": dict(empty, chunks=[]), "blocking": dict(empty, chunks=[])}})
        # A slot without chunks takes some 700 bytes, a chunk 381.
        for place in range(((16 << 20) - slots * 700 - 4000) // 390):
            number += 1
            text = f"{number}\tBakery\n".encode()
            name = hashlib.sha256(text).hexdigest()
            (directory / "chunks" / f"{name[:32]}.tsv").write_bytes(text)
            chunk = {"path": f"chunks/{name[:32]}.tsv", "format": "tsv", "entries": 1, "first": str(number),
                     "last": str(number), "bytes": len(text), "sha256": name}
            one = manifest["slots"][place % slots]["lists"]["identification"]
            one["chunks"].append(chunk)
            one["entries"] += 1
        total = sum(slot["lists"]["identification"]["entries"] for slot in manifest["slots"])
        manifest["entries"] = {"identification": total, "blocking": 0}
        candidates = manifest["ledger"]["candidates"]
        candidates.update(produced=total, emitted=total, merged=0, suppressed=0)
        manifest["deltas"] = []
        manifest.pop("renderings", None)
        seal(manifest)

    forge(directory, change)
    (directory / "timestamp.json").unlink()
    must((directory / "manifest.json").stat().st_size <= 16 << 20, "the forged manifest is too large")
    must((directory / "manifest.json").stat().st_size >= 14 << 20, "the forged manifest is too small")
    return directory


@attack
def manifest_largest(folder: Path) -> str:
    """16 MiB that readers accept, one slot, and 1 000 slots: verify, plan and diff."""
    told = []
    for slots in (1, 1000):
        place = folder / str(slots)
        place.mkdir()
        directory = largest(place, slots)
        names = {path.name for path in (directory / "chunks").iterdir()}
        times = []
        for command in ("verify", "plan", "diff"):
            sides = [directory, directory] if command == "diff" else [directory]
            # Of 1 000 slots hardly a number is where it belongs: every chunk is a finding.
            ran = run(place, command, *sides, codes=(0,) if slots == 1 else (0, 1))
            must(ran.seconds < 20, f"{command} of {slots} slots: {ran.describe()}")
            times.append(f"{command} {ran.describe()}")
        told.append(f"{slots} slots, {len(names)} chunks: {', '.join(times)}")
    return "; ".join(told)


@attack
def manifest_paths(folder: Path) -> str:
    """Chunks that lead out of the directory, by name and by link: nothing of what they lead to is shown."""
    directory = published(folder)
    secret = folder / "secret"
    secret.write_text("0255001234\tSecret Person\n")
    for path in ("../../secret", str(secret), "chunks/../../../secret", "chunks/link.tsv", "chunks//x.tsv", "chunks/a\x00b"):
        shutil.rmtree(folder / "forged", ignore_errors=True)
        shutil.copytree(directory, folder / "forged")
        (folder / "forged" / "chunks" / "link.tsv").symlink_to(secret)

        def change(manifest):
            manifest["slots"][0]["lists"]["identification"]["chunks"][0]["path"] = path

        forge(folder / "forged", change)
        for ran in readers(folder, folder / "forged", codes=(0, 1)):
            must("Secret" not in ran.output and "0255001234" not in ran.output, f"{path!r} is shown: {ran.output[:300]}")
    return "6 paths, 5 readers each"


@attack
def manifest_kinds(folder: Path) -> str:
    """Pipes, devices and sockets as the directory, its manifest, timestamp and chunks: nobody waits for them."""
    sound = Path(shutil.copytree(published(folder), folder / "sound"))
    chunk = next((sound / "chunks").iterdir()).name
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "socket"))
    kinds = {"pipe": os.mkfifo, "device": lambda path: path.symlink_to("/dev/zero"),
             "socket": lambda path: os.link(folder / "socket", path), "folder": lambda path: path.mkdir()}
    tried = 0
    for kind, make in kinds.items():
        for name in ("manifest.json", "timestamp.json", f"chunks/{chunk}"):
            shutil.rmtree(folder / "forged", ignore_errors=True)
            shutil.copytree(sound, folder / "forged/directory")
            (folder / "forged/directory" / name).unlink()
            make(folder / "forged/directory" / name)
            ran = run(folder, "verify", "forged", seconds=10)
            must(name in ran.output, f"{kind} {name}: {ran.output}")
            readers(folder, folder / "forged/directory", codes=(0, 1), seconds=10)
            for command in (["plan", "forged", "--add", "a.two"], ["diff", "out", folder / "forged/directory/manifest.json"],
                            ["build", "case.yaml", "--output", "forged"], ["explain", "case.yaml", "0255667700", "--output", "forged"]):
                run(folder, *command, codes=(0, 1, 2, 3), seconds=10)
                tried += 1
        make(folder / f"given-{kind}")
        for command in ("verify", "plan", "report", "rejects", "diff"):
            sides = [f"given-{kind}"] * (2 if command == "diff" else 1)
            run(folder, command, *sides, codes=(1, 2), seconds=10)
            tried += 1
    return f"{tried + 72} runs"


@attack
def manifest_words(folder: Path) -> str:
    """Escape sequences, CI commands and bidirectional controls in every text of a manifest."""
    directory = published(folder)
    evil = "\x1b]0;owned\x07\x1b[31m\n::error::x\u202e##[group]\u2028##vso[x]##teamcity[x]\x9b1m"

    def change(value):
        if isinstance(value, dict):
            return {key: change(member) for key, member in value.items()}
        if isinstance(value, list):
            return [change(item) for item in value]
        return value + evil if isinstance(value, str) and value != "tsv" else value

    manifest = json.loads((directory / "manifest.json").read_text())
    tried = 0
    for key in manifest:
        shutil.rmtree(folder / "forged", ignore_errors=True)
        shutil.copytree(directory, folder / "forged")
        forge(folder / "forged", lambda forged: forged.update({key: change(forged[key])}))
        readers(folder, folder / "forged", codes=(0, 1))
        tried += 1
    return f"{tried} members, 5 readers each"


def with_rendering(folder: Path, statements: str) -> Path:
    """A directory whose SQLite rendering an attacker has made, with the hash that belongs to it."""
    directory = published(folder, PIPELINE + "formats: [sqlite]\n")
    database = folder / "evil.sqlite"
    database.unlink(missing_ok=True)
    with sqlite3.connect(database) as connection:
        connection.executescript(statements)
    connection.close()
    data = database.read_bytes()

    def change(value):
        if isinstance(value, list):
            return [change(item) for item in value]
        if not isinstance(value, dict):
            return value
        if str(value.get("path", "")).startswith("renderings/"):
            name = f"renderings/{hashlib.sha256(data).hexdigest()[:32]}.sqlite"
            (directory / name).write_bytes(data)
            return {**value, "path": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        return {key: change(member) for key, member in value.items()}

    manifest = json.loads((directory / "manifest.json").read_text())
    (directory / "manifest.json").write_text(json.dumps(change(manifest), indent=2, sort_keys=True) + "\n")
    return directory


@attack
def rendering_endless(folder: Path) -> str:
    """A SQLite rendering whose table is a query without end, or makes gigabytes of each row."""
    told = []
    for name, statements in (
            ("endless view", "CREATE VIEW entries AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) "
                             "SELECT x AS number, '' AS label FROM c;"),
            ("endless step", "CREATE VIEW entries AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) "
                             "SELECT x AS number, '' AS label FROM c WHERE x = 2;"),
            ("huge column", "CREATE TABLE entries(number INTEGER PRIMARY KEY, "
                            "label TEXT AS (hex(zeroblob(400000000))) VIRTUAL); INSERT INTO entries(number) VALUES (886255667700);")):
        place = folder / name.replace(" ", "-")
        place.mkdir()
        ran = run(place, "verify", with_rendering(place, statements), seconds=20)
        told.append(f"{name}: {ran.describe()}")
    return "; ".join(told)


@attack
def chunk_damaged(folder: Path) -> str:
    """A byte of every published file changed, its size the same: whoever relies on it notices."""
    directory = published(folder, PIPELINE + "formats: [json, sqlite]\ngenerations: 7\n")
    (folder / "export.csv").write_text(ROWS.replace("Bakery 7", "Tea 7"))
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    # Twins and renderings of a former generation stay for those on their way, who check what they fetch.
    named = (directory / "manifest.json").read_text()
    files = [path for path in sorted(directory.rglob("*")) if path.is_file() and path.name != ".lock" and path.stat().st_size
             and (path.parent.name not in ("packed", "renderings") or path.name in named)]
    for path in files:
        good = path.read_bytes()
        place = len(good) // 2
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1:])
        ran = run(folder, "verify", directory, codes=(0, 1))
        must(ran.code == 1, f"{path.relative_to(directory)}: not noticed")
        if path.name in named:
            run(folder, "build", "case.yaml", "--output", "out", "--check", "--quiet", codes=(1,))
        if path.name in named and path.parent.name == "chunks":
            run(folder, "plan", directory, "--add", "a.two", codes=(1,))
        path.write_bytes(good)
    run(folder, "verify", directory, codes=(0,))
    return f"{len(files)} files"


@attack
def label_controls(folder: Path) -> str:
    """Labels with DEL, C1, line separators and bidirectional controls, in chunks with the right hash."""
    for sign in ("\x7f", "\x85", "\x9b", "\u2028", "\u2029", "\u202e", "\u2066"):
        place = folder / f"{ord(sign):x}"
        place.mkdir()
        directory = published(place)

        def change(manifest):
            for chunk in manifest["slots"][0]["lists"]["identification"]["chunks"]:
                path = directory / chunk["path"]
                data = path.read_text().replace("Bakery", f"Bak{sign}ery").encode()
                chunk.update(sha256=hashlib.sha256(data).hexdigest(), bytes=len(data),
                             path=f"chunks/{hashlib.sha256(data).hexdigest()[:32]}.tsv")
                chunk.pop("packed", None)
                (directory / chunk["path"]).write_bytes(data)
            seal(manifest)

        forge(directory, change)
        run(place, "verify", directory)
    return "7 signs"


# Exports.

def refused(folder: Path, source: str, more: str = "", codes=(1,), **options) -> Ran:
    (folder / "case.yaml").write_text(PIPELINE.replace(
        "{ name: center, path: export.csv, columns: { number: number, label: label } }", source) + more)
    ran = run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=codes, **options)
    must(not (folder / "out/directory/manifest.json").exists(), "something was published")
    return ran


CSV = "{ name: center, path: export.csv%s, columns: { number: number, label: label } }"
XML = '{ name: center, path: export.xml, format: xml, record: //r, columns: { number: "@n", label: l } }'


@attack
def export_gzip(folder: Path) -> str:
    """39 KB of gzip that would be gigabytes of rejects.csv, and 20 MB that inflate to 20 GB."""
    with gzip.open(folder / "export.csv.gz", "wb", compresslevel=9) as file:
        file.write(b"number,label\n")
        for _ in range(400):
            file.write(b"nothing,Nobody\n" * 10_000)
    told = [refused(folder, CSV % ".gz").describe()]
    with gzip.open(folder / "export.csv.gz", "wb", compresslevel=9) as file:
        file.write(b"number,label\n")
        block = b"," * 65_535 + b"\n"
        for _ in range(17 * 1024 if os.environ.get("FULL") else 1024):
            file.write(block * 16)
    more = "" if os.environ.get("FULL") else "limits: { inflated: 512 MiB }\n"
    told.append(refused(folder, CSV % ".gz", more, codes=(1, 2)).describe())
    return "; ".join(told)


@attack
def export_zip(folder: Path) -> str:
    """A zip archive of one small export whose other members, which are passed over, inflate to gigabytes."""
    told = []
    for members in (("export.csv", "__MACOSX/._export.csv"), ("exports/", "export.csv"), ("__MACOSX/x", "export.csv")):
        with zipfile.ZipFile(folder / "export.csv.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name in members:
                with archive.open(name, "w") as file:
                    if name == "export.csv":
                        file.write(ROWS.encode())
                        continue
                    for _ in range(1024):
                        file.write(bytes(1 << 20))
        ran = refused(folder, CSV % ".zip", "limits: { inflated: 16 MiB }\n")
        must("limits.inflated" in ran.output, ran.output)
        must(ran.seconds < 2, f"{members}: {ran.describe()}")
        told.append(ran.describe())
    return "; ".join(told)


@attack
def export_conflicts(folder: Path) -> str:
    """Numbers that are claimed twice with labels of 60 000 bytes, which conflicts.csv would hold all."""
    with gzip.open(folder / "export.csv.gz", "wt", compresslevel=9) as file:
        file.write("number,label\n")
        for label in "ab":
            for n in range(200):
                file.write(f"02556{n:05},{label * 60_000}\n")
    ran = refused(folder, CSV % ".gz", "limits: { report: 8 MiB }\n")
    must("limits.report" in ran.output, ran.output)
    return ran.describe()


@attack
def export_ranges(folder: Path) -> str:
    """9 KB of ranges that stand for millions of numbers."""
    rows = "".join(f"09{n:08},09{n + 9999:08},Mobile\n" for n in range(10_000_000, 14_000_000, 10_000))
    (folder / "export.csv").write_text("first,last,label\n" + rows)
    return refused(folder, "{ name: center, path: export.csv, columns: { first: first, last: last, label: label } }").describe()


@attack
def export_xml(folder: Path) -> str:
    """300 000 namespaces, 300 000 attributes, a million levels, entities and defaults of a document type."""
    deep = 1_000_000
    told = []
    for name, text in {
            "scoped": "<a>" + "".join("<l " + " ".join(f"xmlns:p{n}x{i}='u'" for i in range(990)) + ">" for n in range(200))
                      + "<r n='1'/>" + "</l>" * 200 + "</a>",
            "enumeration": "<!DOCTYPE a [<!ATTLIST r k (" + "|".join(f"v{n}" for n in range(80_000)) + ") #IMPLIED>]><a><r n='1'/></a>",
            "namespaces": "<a><r " + " ".join(f"xmlns:n{n}='u{n}'" for n in range(300_000)) + " n='1'/></a>",
            "attributes": "<a><r " + " ".join(f"n{n}='1'" for n in range(300_000)) + "/></a>",
            "levels": "<a>" * deep + "</a>" * deep,
            "entities": "<!DOCTYPE a [<!ENTITY x 'ha'>" + "".join(
                f"<!ENTITY x{n} '&x{n - 1 if n else ''};&x{n - 1 if n else ''};'>" for n in range(40)) + "]><a><r n='1'><l>&x39;</l></r></a>",
            "file": f"<!DOCTYPE a [<!ENTITY x SYSTEM 'file://{folder}/secret'>]><a><r n='0255667788'><l>&x;</l></r></a>",
            "encoding": "<?xml version='1.0' encoding='A\x1b[31m::error::'?><a><r n='1'/></a>",
            "name": "<a><" + "n" * 20_000_000 + "/></a>"}.items():
        (folder / "secret").write_text("Secret Person")
        (folder / "export.xml").write_text(text)
        ran = refused(folder, XML, codes=(1, 2))
        must("Secret" not in ran.output, ran.output)
        must(ran.seconds < 10, f"{name}: {ran.describe()}")
        must(name != "scoped" or "namespaces in scope" in ran.output, ran.output)
        told.append(f"{name} {ran.seconds:.1f} s")
    many = " ".join(f'a{n} CDATA ""' for n in range(5_000))
    (folder / "export.xml").write_text(
        f"<!DOCTYPE a [<!ATTLIST r {many}>]><a>" + "<r n='0255667788'><l>x</l></r>" * 5_000 + "</a>")
    (folder / "case.yaml").write_text(PIPELINE.replace((CSV % ""), XML))
    ran = run(folder, "build", "case.yaml", "--output", "many", "--quiet", codes=(0,))
    must(ran.seconds < 20, f"12 KB of defaults: {ran.describe()}")
    told.append(f"defaults {ran.seconds:.1f} s")
    for kind, declaration in {"entities": "<!ENTITY x{0} 'ha'>", "nested entities": "<!ENTITY x{0} '&x{0};'>",
                              "elements": "<!ELEMENT x{0} ANY>", "notations": "<!NOTATION x{0} SYSTEM 'a'>"}.items():
        (folder / "export.xml").write_text("<!DOCTYPE a [" + "".join(declaration.format(n) for n in range(300_000))
                                           + "]><a><r n='0255667788'><l>x</l></r></a>")
        ran = run(folder, "build", "case.yaml", "--output", "many", "--quiet", codes=(0,))
        must(ran.seconds < 10 and ran.mebibytes < 80, f"300 000 {kind} declared: {ran.describe()}")
        told.append(f"{kind} declared {ran.seconds:.1f} s, {ran.mebibytes} MiB")
    defaults = "".join(f"<r n='02556677{n:02}'><l>x</l></r>" for n in range(100))
    (folder / "export.xml").write_text("<!DOCTYPE a [<!ATTLIST r p CDATA 'Secret Person'>]><a>" + defaults + "</a>")
    (folder / "case.yaml").write_text(PIPELINE.replace((CSV % ""), XML.replace("label: l", 'label: "@p"')))
    run(folder, "build", "case.yaml", "--output", "defaults", "--quiet", codes=(0, 1))
    must("Secret" not in "".join(p.read_text() for p in folder.glob("defaults/directory/chunks/*")), "a default attribute is read")
    return ", ".join(told)


@attack
def export_cells(folder: Path) -> str:
    """Cells, file names and headers that move a cursor, forge a log line or are obeyed by a CI system."""
    evil = "\x1b]0;owned\x07\x1b[31mred\n::error::x\u202e\x9b2J##[group]##TeamCity[x]"
    folder.joinpath("case.yaml").write_text(PIPELINE.replace("export.csv", '"*.csv"'))
    quoted = evil.replace('"', '""')
    folder.joinpath("a\x1b[31m\u202e::error::.csv").write_text(f'number,label\n"{quoted}","{quoted}"\n0255667788,"{quoted}"\n')
    run(folder, "build", "case.yaml", "--output", "out", "--log-level", "trace", codes=(0,))
    for more in ([], ["--sample", "9"], ["--by", "file,shape"], ["--json"], ["--would-fix"], ["--format", "github"]):
        command = ["rejects", "out", *more]
        if "github" not in more:
            run(folder, *command, codes=(0,))
    run(folder, "check", "case.yaml", codes=(0, 1))
    run(folder, "plan", "out", codes=(0,))
    run(folder, "verify", "out", codes=(0,))
    run(folder, "diff", "out", "out", codes=(0,))
    run(folder, "report", "out", codes=(0,))
    run(folder, "init", next(folder.glob("a*.csv")).name, codes=(0, 1, 2))
    page = (folder / "out/report/latest/report.html").read_text()
    must("\x1b" not in page and "<img" not in page, "the page holds what a cell brought")
    return "11 commands"


@attack
def export_person(folder: Path) -> str:
    """A file without a header, and a night told at every level, as metrics, events and lines of JSON."""
    name, number, digits = "Marry Chen", "02-5566-7788", "5566"
    (folder / "export.csv").write_text(f"{name},{number},A123456789,12 Main Street\n")
    ran = refused(folder, CSV % "", codes=(2,))
    for secret in (name, digits, "A123456789", "Main"):
        must(secret not in ran.output, f"the missing column shows {secret}: {ran.output}")
    # A record may say the name of a column.
    (folder / "export.csv").write_text(f"{name},{number},A123456789,block,12 Main Street\n" + f"{name},unknown,n/a,block,Main Street\n")
    for columns in ("number: number, label: label, action: block", 'number: "02-5566-7788", label: label'):
        for skip in (0, 1):
            ran = refused(folder, f"{{ name: center, path: export.csv, skip_lines: {skip}, columns: {{ {columns} }} }}", codes=(2,))
            shown = ran.output.replace("02-5566-7788' for", "")
            for secret in (name, digits, "A123456789", "Main"):
                must(secret not in shown, f"the missing column shows {secret}: {ran.output}")
    (folder / "pipelines").mkdir()
    rows = f'number,label\n{number},{name}\n{number},Chen {name}\n"{name}, {number}77",{name}\n{number}9,{name * 30}\n,{name}\n'
    (folder / "pipelines/attack.yaml").write_text(PIPELINE)
    (folder / "pipelines/growth.yaml").write_text(
        PIPELINE.replace("export.csv", "growth.csv").replace("relabelled: 100%", "relabelled: 100%, label_growth: 1.5x"))
    (folder / "pipelines/export.csv").write_text("number,label\n" + f"{number},{name}\n")
    (folder / "pipelines/growth.csv").write_text("number,label\n" + "".join(f"02{n:08},{name}\n" for n in range(27100000, 27100150)))
    logs = []
    for _ in range(3):
        night = subprocess.run(
            ["bash", str(ROOT / "scripts/nightly.sh")], capture_output=True, text=True,
            env={**os.environ, "CALLBOOK_HOME": str(folder), "CALLBOOK": str(CALLBOOK), "METRICS": str(folder),
                 "LINEAGE": str(folder), "LOG_LEVEL": "trace", "AS_OF": "2026-11-22"})
        logs += [night.stdout, night.stderr]
        (folder / "pipelines/export.csv").write_text(rows)
        (folder / "pipelines/growth.csv").write_text(
            "number,label\n" + "".join(f"02{n:08},{name}\n" for n in range(27100000, 27100000 + 450 * len(logs))))
        rows += f"{name} {name},{name}\n"
    must("gate.label_growth" in "".join(logs), "no gate speaks of the label")
    logs += [path.read_text() for pattern in ("*.prom", "*.jsonl", "build/nightly/*") for path in folder.glob(pattern)]
    must(len(logs) >= 10, f"only {len(logs)} logs")
    for log in logs:
        for secret in (name, "Chen", digits):
            must(secret not in log, f"a log holds {secret}: ...{log[max(0, log.find(secret) - 200):][:300]}")
    return f"{len(logs)} logs"


@attack
def export_formulas(folder: Path) -> str:
    """Cells that a spreadsheet runs: none in --for-spreadsheet, whatever it parts cells at."""
    cells = ["=HYPERLINK(\"http://x\",\"y\")", "+1", "-1+1", "@SUM(1)", "＝1", "\t=1", "\r=1", " =1", "a;=1", "a,=1", "a\t=1",
             "a\n=1", "\"=1", "'=1", "a|+1", "\u00a0=1", "\u3000@x"]
    quoted = ['"' + cell.replace('"', '""') + '"' for cell in cells]
    (folder / "case.yaml").write_text(PIPELINE)
    (folder / "export.csv").write_text("number,label\n0255667788,A\n" + "".join(f"nothing,{cell}\n" for cell in quoted), newline="")
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    import csv
    import io
    for more in ([], ["--records"]):
        view = subprocess.run([CALLBOOK, "rejects", "out", "--for-spreadsheet", *more], cwd=folder, capture_output=True, check=True)
        text = view.stdout.decode()
        for delimiter in ",;\t|":
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
                for cell in row:
                    must(cell.lstrip(" \t\r\n\u00a0\u3000")[:1] not in tuple("=+-@＝＋－＠") or not cell.strip(), f"{delimiter!r}: {cell!r}")
    return f"{len(cells)} cells, 4 ways to part them"


# What stages hand to one another.

@attack
def stage_documents(folder: Path) -> str:
    """Plans and bounds whose numbers are as large and as small as there are, and frames with a bit turned."""
    (folder / "case.yaml").write_text(PIPELINE)
    (folder / "export.csv").write_text(ROWS)

    def stage(*arguments, codes=(0,), into=None):
        ran = subprocess.run([CALLBOOK, "stage", *arguments], cwd=folder, capture_output=True, timeout=SECONDS)
        must(ran.returncode in codes, f"{arguments}: exit {ran.returncode}\n{ran.stderr.decode(errors='replace')[-400:]}")
        if into:
            (folder / into).write_bytes(ran.stdout)

    (folder / "work").mkdir()
    merge = ("merge", "plan.json", "--bounds", "bounds.json", "--part", "0", "--frames", "work")
    normalize = ("normalize", "plan.json", "--bounds", "bounds.json", "--split", "0")
    finish = ("finish", "plan.json", "--bounds", "bounds.json", "--work", "work", "--output", "out", "--quiet")
    stage("split", "case.yaml", "--now", "2026-11-24T00:00:00Z", into="plan.json")
    stage("bounds", "plan.json", "--parts", "1", into="bounds.json")
    stage(*normalize, into="work/split-0.frames")
    stage(*merge, into="work/part-0.merged")
    plan, bounds = (json.loads((folder / f"{name}.json").read_text()) for name in ("plan", "bounds"))
    tried = 0
    for member, value in ((member, value) for member in ("bytes", "modified_seconds", "modified_nanoseconds", "source", "file",
                          "first_line", "length", "offset", "records_before", "split", "slots", "format")
                          for value in (-1, -2**63, 2**53, 2**63 - 1)):
        changed = json.loads(json.dumps(plan))
        for place in (changed, changed["exports"][0], changed["splits"][0]):
            if member in place:
                place[member] = value
        (folder / "plan.json").write_text(json.dumps(changed))
        digest = hashlib.sha256((folder / "plan.json").read_bytes()).hexdigest()
        (folder / "bounds.json").write_text(json.dumps(bounds | {"plan": digest}))
        for step in (("bounds", "plan.json", "--parts", "2"), normalize, merge, finish):
            stage(*step, codes=(0, 1, 2))
            tried += 1
    (folder / "plan.json").write_text(json.dumps(plan))
    digest = hashlib.sha256((folder / "plan.json").read_bytes()).hexdigest()
    for member, value in ((member, value) for member in ("parts", "groups", "format") for value in (-1, 0, -2**63, 2**31, 2**63 - 1)):
        (folder / "bounds.json").write_text(json.dumps(bounds | {"plan": digest, member: value}))
        for step in (normalize, merge, finish):
            stage(*step, codes=(0, 1, 2))
            tried += 1
    must(not (folder / "out/directory").exists(), "something was published")
    return f"{tried} runs"


# Pipelines and paths.

@attack
def pipeline_bombs(folder: Path) -> str:
    """Aliases behind line ends of Unicode, a hundred thousand brackets, a megabyte of one key."""
    levels = "".join(f"\u2028b{n}: &b{n} [*b{n - 1},*b{n - 1},*b{n - 1},*b{n - 1},*b{n - 1},*b{n - 1},*b{n - 1},*b{n - 1},*b{n - 1}]" for n in range(1, 12))
    tried = 0
    for end in ("\u2028", "\u2029", "\u0085", "\n", "\r"):
        bomb = ("b0: &b0 x" + levels).replace("\u2028", end)
        for text in (bomb, PIPELINE + "#" + end + bomb, PIPELINE + "protect: &x [*x]\n"):
            (folder / "case.yaml").write_text(text, newline="")
            run(folder, "check", "case.yaml", codes=(2,), seconds=10)
            tried += 1
    for text in ("[" * 100_000, "{a: " * 100_000, "- " * 100_000, "x: " + "y" * 1_000_000, "? " * 100_000, "\0" * 1000, "a: !!binary x"):
        (folder / "case.yaml").write_text(text)
        run(folder, "check", "case.yaml", codes=(2,), seconds=10)
        tried += 1
    return f"{tried} files"


@attack
def path_kinds(folder: Path) -> str:
    """Devices, pipes, sockets and folders as sources, and a link out of --root."""
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(folder / "socket"))
    (folder / "inside").mkdir()
    (folder / "export.csv").write_text(ROWS)
    (folder / "inside/link.csv").symlink_to(folder / "export.csv")
    tried = 0
    for path in ("/dev/zero", "/dev/null", "/dev/urandom", "pipe", "folder", "socket"):
        refused(folder, (CSV % "").replace("export.csv", path), codes=(2,), seconds=10)
        tried += 1
    for path in ("inside/link.csv", "inside/../export.csv", "/etc/passwd"):
        (folder / "case.yaml").write_text(PIPELINE.replace("export.csv", path))
        ran = run(folder, "build", "case.yaml", "--output", "out", "--root", "inside", codes=(2,))
        must("root:" not in ran.output, ran.output)
        tried += 1
    (folder / "case.yaml").write_text(PIPELINE.replace("export.csv", "/etc/passwd"))
    ran = run(folder, "build", "case.yaml", "--output", "out", codes=(2,))
    must("root:" not in ran.output and "/bin/" not in ran.output, f"a system file is shown: {ran.output}")
    return f"{tried + 1} paths"


@attack
def path_root(folder: Path) -> str:
    """A contributor's links and globs that lead out of --root, and system files as pipelines and tests."""
    inside, outside = folder / "inside", folder / "outside"
    for place in (inside, outside):
        place.mkdir()
        (place / "export.csv").write_text(ROWS)
    (outside / "picture").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"SECRET" * 100)
    (outside / "secret").write_text("Secret Person: 0255667788\nSecret Word: 1\n")
    (outside / "shadow").write_text("root:*:20228:0:99999:7::\nSecret:*:20228:0:99999:7::\n")
    (inside / "link").symlink_to(outside)
    sound = PIPELINE.replace("export.csv", "inside/export.csv")
    lookup = "formats: [tsv, live-lookup]\nlive_lookup: { extension: net.example.lookup, icons: [{ source: center, file: %s }] }\n"
    tried = 0

    def must_refuse(pipeline: str, *names: str) -> None:
        nonlocal tried
        (folder / "case.yaml").write_text(pipeline)
        for command in (("build", "case.yaml", "--output", "out"), ("check", "case.yaml")):
            ran = run(folder, *command, "--root", "inside", codes=(2,), seconds=20)
            must("Secret" not in ran.output and "20228" not in ran.output, f"a file is shown: {ran.output}")
            must(len(ran.output) < 1_000, f"a folder is listed: {ran.output[:1000]}")
            tried += 1

    (folder / "case.yaml").write_text(sound)
    run(folder, "build", "case.yaml", "--output", "good", "--root", "inside", "--quiet", codes=(0,))
    for glob in ("/**/*", "/*/*/*/*/*", "/proc/*/fd/*", "inside/../*/*", "inside/link/*", "outside/*.csv"):
        must_refuse(PIPELINE.replace("export.csv", f'"{glob}"'))
    must_refuse(sound + lookup % "outside/picture")
    must_refuse(sound + lookup % "inside/link/picture")
    (folder / "case.yaml").write_text(sound + "sign: { key: outside/secret }\n")
    for command in (("build", "case.yaml", "--output", "out"), ("check", "case.yaml"),
                    ("explain", "case.yaml", "0255667788")):
        ran = run(folder, *command, "--root", "inside", codes=(2,))
        must("outside/secret leads to" in ran.output and "Secret" not in ran.output, f"{command}: {ran.output}")
        tried += 1
    must(not (folder / "out/directory/manifest.json").exists(), "something was published")
    for name in ("secret", "shadow", "picture"):
        (folder / "case.test.yaml").symlink_to(outside / name)
        must_refuse(sound)
        ran = run(folder, "check", "case.yaml", codes=(2,), seconds=20)
        must("Secret" not in ran.output and "20228" not in ran.output, f"a file is shown: {ran.output}")
        (folder / "case.test.yaml").unlink()
        (folder / "link.yaml").symlink_to(outside / name)
        for command in ("check", "build", "show-config"):
            ran = run(folder, command, "link.yaml", codes=(2,))
            must("Secret" not in ran.output and "20228" not in ran.output, f"a file is shown: {ran.output}")
            tried += 1
        (folder / "link.yaml").unlink()
    (outside / "case.yaml").write_text(sound)
    (folder / "link.yaml").symlink_to(outside / "case.yaml")
    run(folder, "check", "link.yaml", "--root", "inside", codes=(2,))
    os.mkfifo(folder / "case.test.yaml")
    (folder / "case.yaml").write_text(sound)
    run(folder, "check", "case.yaml", codes=(2,), seconds=10)
    return f"{tried + 3} runs"


@attack
def temporary_folder(folder: Path) -> str:
    """Links and folders that another user has laid in the temporary folder before the run."""
    victim = folder / "victim"
    victim.mkdir()
    for name in ("report", "a", "b"):
        (victim / name).write_text("mine")
    shared = folder / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    for number in range(os.getpid(), os.getpid() + 3000):
        (shared / f".scratch-{number}").symlink_to(victim)
    (shared / "callbook-run-link00").symlink_to(victim)
    (shared / "callbook-run-other0").mkdir()
    (shared / "callbook-run-other0/kept").write_text("theirs")
    if os.geteuid() == 0:
        os.chown(shared / "callbook-run-other0", 65534, 65534)
    published(folder)
    seen = set()
    run(folder, "build", "case.yaml", "--output", "out", "--check", codes=(0,), environment={"TMPDIR": str(shared)})
    left = [path for path in shared.iterdir() if not path.name.startswith(".scratch-")]
    seen.update(path.name for path in left)
    must(sorted(path.name for path in victim.iterdir()) == ["a", "b", "report"], "files of the victim are gone")
    must(all((victim / name).read_text() == "mine" for name in ("report", "a", "b")), "files of the victim were written")
    if os.geteuid() == 0:
        must((shared / "callbook-run-other0/kept").exists(), "another user's folder was removed")
    for name in ("out/report", "out/directory"):
        path = folder / name
        must(not path.is_symlink(), name)
    must((folder / "out/report").stat().st_mode & 0o077 == 0, "the report can be read by others")
    return f"3 002 names laid, {len(seen)} left"


@attack
def output_links(folder: Path) -> str:
    """Links in the output folder, where an attacker may write there: nothing beyond it changes."""
    victim = folder / "victim"
    victim.mkdir()
    (victim / "kept").write_text("mine")
    tried = 0
    for name in (".staging", ".scratch", "report", "report/.staging", "directory/.staging"):
        shutil.rmtree(folder / "out", ignore_errors=True)
        path = folder / "out" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(victim)
        (folder / "case.yaml").write_text(PIPELINE)
        (folder / "export.csv").write_text(ROWS)
        run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0, 1, 2, 3))
        must((victim / "kept").exists() and (victim / "kept").read_text() == "mine", f"{name}: the link was followed")
        tried += 1
    foreign = victim / ("a" * 32 + ".tsv")
    for name in ("directory", *(f"directory/{inner}" for inner in FOLDERS), "report"):
        shutil.rmtree(folder / "out", ignore_errors=True)
        run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
        path = folder / "out" / name
        shutil.rmtree(path)
        path.symlink_to(victim)
        foreign.write_text("mine")
        before = sorted(victim.rglob("*"))
        for check in ((), ("--check",)):
            ran = run(folder, "build", "case.yaml", "--output", "out", "--quiet", *check, codes=(1, 2))
            must(f"out/{name}: a folder of the output is a link (found" in ran.output, f"{name}: {ran.output}")
            must(sorted(victim.rglob("*")) == before, f"{name}: the link was followed")
        tried += 1
    for option, name in (("--metrics", "run.prom"), ("--lineage", "run.jsonl")):
        (folder / name).symlink_to(victim / "kept")
        run(folder, "build", "case.yaml", "--output", "good", "--quiet", option, name, codes=(2,))
        must((victim / "kept").read_text() == "mine", f"{option}: the link was followed")
        must((folder / name).is_symlink(), f"{option}: the link was replaced")
        os.mkfifo(folder / (name + ".pipe"))
        for other in (name + ".pipe", "victim", "", "/dev/null"):
            run(folder, "build", "case.yaml", "--output", "good", "--quiet", option, other, codes=(2,), seconds=10)
        if option == "--lineage":
            # Its lines are added to what is there, whatever else that is called.
            os.link(victim / "kept", folder / (name + ".twin"))
            run(folder, "build", "case.yaml", "--output", "good", "--quiet", option, name + ".twin", codes=(2,))
            must((victim / "kept").read_text() == "mine", f"{option}: the other name of a file was written to")
            tried += 1
        must(not (folder / "good").exists(), f"{option}: something ran")
        must(not (folder / ".new").exists(), f"{option}: a file without a name is left")
        tried += 5
    return f"{tried} links"


EXCHANGING = """
import ctypes, sys, time
renameat2 = ctypes.CDLL(None).renameat2
one, other = (path.encode() for path in sys.argv[1:])
print("begun", flush=True)
while True:
    renameat2(-100, one, -100, other, 2)
    time.sleep(0.0002)
"""


@attack
def output_exchanged(folder: Path) -> str:
    """A folder of the output and a link to another one change places all the time while nights are built."""
    victim = folder / "victim"
    tried = 0
    for name in ("directory", "directory/chunks", "directory/packed", "directory/generations", "report", ".staging"):
        shutil.rmtree(folder / "out", ignore_errors=True)
        shutil.rmtree(victim, ignore_errors=True)
        victim.mkdir()
        foreign = [victim / each for each in ("manifest.json", "timestamp.json", "latest", "a" * 32 + ".tsv", "a" * 64 + ".json")]
        for path in foreign:
            path.write_text("theirs")
        published(folder, PIPELINE + "generations: 2\n")
        place, link = folder / "out" / name, folder / "out" / f"{name}.x"
        link.symlink_to(victim)
        place.mkdir(exist_ok=True)
        exchanging = subprocess.Popen([sys.executable, "-c", EXCHANGING, place, link], stdout=subprocess.PIPE)
        try:
            exchanging.stdout.readline()
            for night in range(12):
                (folder / "export.csv").write_text(ROWS + f"02-5566-77{night:02},Shop {night}\n02-5577-66{night:02},Shop\n")
                run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0, 1, 2, 3))
                must(sorted(victim.iterdir()) == sorted(foreign), f"{name}: written through the link: {sorted(os.listdir(victim))}")
                must(all(path.read_text() == "theirs" for path in foreign), f"{name}: a file was replaced through the link")
                tried += 1
        finally:
            exchanging.kill()
            exchanging.wait()
    return f"{tried} nights"


@attack
def output_told(folder: Path) -> str:
    """--metrics and --lineage name what the run reads or publishes: exit 2, and every byte stays."""
    run(folder, "keygen", "key.pem", codes=(0,))
    (folder / "case.yaml").write_text(PIPELINE + "sign: { key: key.pem }\n")
    (folder / "export.csv").write_text(ROWS)
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    os.link(folder / "export.csv", folder / "another.prom")
    (folder / "inner").symlink_to("out/directory")
    (folder / "case.test.yaml").write_text("version: 1\ntests: [{ cell: 02-5566-7788, directory: 886255667788 }]\n")
    named = ["case.yaml", "case.test.yaml", "export.csv", "key.pem", "another.prom", "./../" + folder.name + "/export.csv",
             "out/directory/manifest.json", "out/directory/timestamp.json", "out/directory/new.prom", "inner/new.prom",
             "out/directory/chunks/new.prom", "out/report/new.prom", "out/report/latest/summary.json", "out/.lock",
             "new/directory/run.prom", "new/directory", "new/../new/report/run.prom"]
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    tried = 0
    for option in ("--metrics", "--lineage"):
        for name in named:
            output = "new" if name.startswith("new/") else "out"
            ran = run(folder, "build", "case.yaml", "--output", output, "--quiet", option, name, codes=(2,))
            must(f"{option}: {name}" in ran.output, ran.output)
            must({path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before, f"{option} {name}")
            tried += 1
        run(folder, "build", "case.yaml", "--output", "out", "--quiet", option, "out/run." + option[2:], codes=(0,))
        (folder / ("out/run." + option[2:])).unlink()
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    # A pipeline that cannot be read names nothing: what stands at --metrics is replaced if it is metrics.
    (folder / "case.yaml").write_text("version: 1\nsources: [{ path: export.csv }]\n")
    for name in ("case.yaml", "export.csv", "out/directory/manifest.json", "out/directory/new.prom"):
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        run(folder, "build", "case.yaml", "--output", "out", "--quiet", "--metrics", name, codes=(2,))
        must({path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before, f"unread: {name}")
        tried += 1
    return f"{tried} files"


@attack
def mirror_sequence(folder: Path) -> str:
    """A runner copies the directory back from a mirror, where the sequence was raised: nothing of it is signed."""
    run(folder, "keygen", "key.pem", codes=(0,))
    (folder / "case.yaml").write_text(PIPELINE + "sign: { key: key.pem }\n")
    (folder / "export.csv").write_text(ROWS)
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    shutil.copytree(folder / "out/directory", folder / "mirror")
    (folder / "case.yaml").write_text(PIPELINE + "continues: yes\nsign: { key: key.pem }\n")
    tried = 0
    for rows in (ROWS, ROWS + "02-5566-7799,Another\n"):
        (folder / "export.csv").write_text(rows)
        for raised in (2, 1000, 2**53 - 1, 2**53):
            shutil.rmtree(folder / "out")
            shutil.copytree(folder / "mirror", folder / "out/directory")
            path = folder / "out/directory/manifest.json"
            path.write_text(path.read_text().replace('"sequence": 1,', f'"sequence": {raised},'))
            before = path.read_bytes()
            for check in ((), ("--check",)):
                ran = run(folder, "build", "case.yaml", "--output", "out", "--quiet", *check, codes=(1,))
                must("callbook sign" in ran.output, ran.output)
            must(path.read_bytes() == before, f"{raised}: the manifest was replaced")
            tried += 1
        shutil.rmtree(folder / "out")
        shutil.copytree(folder / "mirror", folder / "out/directory")
        run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    return f"{tried} manifests"


@attack
def nightly_links(folder: Path) -> str:
    """Links where a night writes its summary and lock: what they lead to stays as it is."""
    (folder / "pipelines").mkdir()
    (folder / "export.csv").write_text(ROWS)
    (folder / "pipelines/case.yaml").write_text(PIPELINE.replace("export.csv", "../export.csv"))
    victim = folder / "victim"
    logs = folder / "build/nightly"
    nightly = [str(ROOT / "scripts/nightly.sh")]
    environment = os.environ | {"CALLBOOK": str(CALLBOOK), "CALLBOOK_HOME": str(folder)}
    for name, code in ((".summary.json", 0), (".lock", 1)):
        victim.write_text("mine")
        shutil.rmtree(folder / "build", ignore_errors=True)
        logs.mkdir(parents=True)
        (logs / name).symlink_to(victim)
        night = subprocess.run(nightly, env=environment, capture_output=True, text=True, timeout=60)
        must(night.returncode == code, f"{name}: exit {night.returncode}\n{night.stderr}")
        must(victim.read_text() == "mine", f"{name}: the link was followed")
        must(not (logs / "summary.json").is_symlink(), f"{name}: the link has become the summary")
    return "2 links"


@attack
def nightly_settings(folder: Path) -> str:
    """Settings of a night that come from a form of a CI system: none of them is a command to it."""
    (folder / "pipelines").mkdir()
    (folder / "export.csv").write_text(ROWS)
    (folder / "pipelines/case.yaml").write_text(PIPELINE.replace("export.csv", "../export.csv"))
    for name in ("AS_OF", "TIME_LIMIT", "KILL_AFTER", "KEEP_LOGS"):
        environment = os.environ | {"CALLBOOK": str(CALLBOOK), "CALLBOOK_HOME": str(folder), name: "2 x\n::error::y\x1b[31m"}
        night = subprocess.run([str(ROOT / "scripts/nightly.sh")], env=environment, capture_output=True, text=True, timeout=60)
        said = night.stdout + night.stderr
        must(night.returncode == 2 and f"{name}: " in said, f"{name}: exit {night.returncode}\n{said}")
        must("\n::" not in said and "\x1b" not in said, f"{name}: {said!r}")
        must(not (folder / "build").exists(), f"{name}: something ran")
    return "4 settings"


@attack
def root_ways(folder: Path) -> str:
    """An empty --root, and corrections outside of it: nothing is read, nothing of what lies there is shown."""
    inside = folder / "inside"
    inside.mkdir()
    (inside / "export.csv").write_text(ROWS)
    (inside / "case.yaml").write_text(PIPELINE)
    (folder / "outside.csv").write_text("Mallory,0912345678,A123456789\n")
    for command, more in (("build", ("--output", "out", "--quiet")), ("check", ()), ("explain", ("0255667701",))):
        ran = run(inside, command, "case.yaml", *more, "--root", "", codes=(2,))
        must("is empty (expected a folder)" in ran.output, ran.output)
    for place in ("../outside.csv", str(folder / "outside.csv")):
        corrections = PIPELINE.replace("}]", "}, { name: fixes, format: rejects, path: " + place + " }]")
        (inside / "case.yaml").write_text(corrections)
        for root in (("--root", "."), ()):
            ran = run(inside, "check", "case.yaml", *root, codes=(1, 2))
            must("Mallory" not in ran.output and "0912345678" not in ran.output, f"shown: {ran.output}")
            must(not root or ran.code == 2, f"read: {ran.output}")
    # Folders whose names look alike, and that Unicode counts as equal, are two folders.
    (folder / "caf\u00e9").mkdir()
    (folder / "cafe\u0301").mkdir()
    (folder / "cafe\u0301/export.csv").write_text(ROWS)
    (folder / "caf\u00e9/link.csv").symlink_to("../cafe\u0301/export.csv")
    for path in ("caf\u00e9/link.csv", "cafe\u0301/export.csv"):
        (folder / "case.yaml").write_text(PIPELINE.replace("export.csv", path))
        run(folder, "check", "case.yaml", "--root", "caf\u00e9", codes=(2,))
    return "3 commands, 4 files of corrections, 2 folders that look alike"


@attack
def temporary_open(folder: Path) -> str:
    """A temporary folder in which everybody may rename what others have there."""
    (folder / "export.csv").write_text(ROWS)
    (folder / "case.yaml").write_text(PIPELINE)
    (folder / "open").mkdir()
    (folder / "open").chmod(0o777)
    ran = run(folder, "build", "case.yaml", "--output", "out", "--check", environment={"TMPDIR": str(folder / "open")})
    must("sticky" in ran.output and not list((folder / "open").iterdir()), ran.output)
    (folder / "open").chmod(0o1777)
    run(folder, "build", "case.yaml", "--output", "out", "--check", codes=(1,), environment={"TMPDIR": str(folder / "open")})
    must(not list((folder / "open").iterdir()), "the folder of the check is left")
    return "refused without the sticky bit"


@attack
def report_damaged(folder: Path) -> str:
    """A pipe in the place of a run's settings, a summary cut short, a row of a million commas."""
    published(folder, rows=ROWS + "nothing,Nobody\n")
    latest = (folder / "out/report/latest").resolve()
    summary = (latest / "summary.json").read_text()
    (latest / "summary.json").write_text(summary[: len(summary) // 2])
    ran = run(folder, "build", "case.yaml", "--output", "out", codes=(0,))
    must("summary.json: damaged" in ran.output, ran.output)
    latest = (folder / "out/report/latest").resolve()
    (latest / "pipeline.yaml").unlink()
    os.mkfifo(latest / "pipeline.yaml")
    run(folder, "rejects", "out", "--would-fix", codes=(1, 2), seconds=10)
    header = (latest / "rejects.csv").read_text().split("\n")[0]
    (latest / "rejects.csv").write_text(header + "\n" + "," * (30 << 20) + "\n")
    rows = run(folder, "rejects", "out", codes=(1, 2))
    must(rows.mebibytes < 200, f"a row of commas took {rows.mebibytes} MiB")
    return "3 files"


@attack
def export_broken_xml(folder: Path) -> str:
    """XML that is not well formed: what stands in it is a person's, and the message quotes the place."""
    (folder / "case.yaml").write_text(PIPELINE.replace("path: export.csv", "path: export.xml, format: xml, record: /a/b"))
    tried = 0
    for text in ("<a><b><number>1</number><label>R&D0912345678;</label></b></a>",
                 "<a><b><number>1</number></T0912345678></b></a>",
                 "<a><b T0912345678='1' T0912345678='2'/></a>", "<a><b><T0912345678>",
                 "<a><b><label>TEL <王小明></label></b></a>", "<a><b 王小明='1' 王小明='2'/></a>",
                 "<a><b><王小明:x/></b></a>", "<a><b><label>王小明 & Co</label></b></a>",
                 "<?xml version='1.0' encoding='x0912345678'?><a/>"):
        (folder / "export.xml").write_text(text)
        for command in (("build", "--output", "out", "--lineage", "run.jsonl"), ("check",)):
            ran = run(folder, command[0], "case.yaml", *command[1:], codes=(1, 2))
            lineage = (folder / "run.jsonl").read_text()
            must("0912345678" not in ran.output + lineage, f"{text}: {ran.output}")
            must("王" not in ran.output + lineage, f"{text}: {ran.output}")
            tried += 1
    return f"{tried} runs"


@attack
def lock_held(folder: Path) -> str:
    """Another user of the machine holds the lock of an output folder, so that no night is built there."""
    if os.geteuid() != 0:
        return "skipped: only root can be two users"
    published(folder)
    (folder / "out/.lock").chmod(0o644)
    run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,))
    holding = subprocess.Popen(
        ["/usr/bin/python3", "-c", "import fcntl, time; file = open('out/.lock'); fcntl.flock(file, fcntl.LOCK_EX); "
         "print('held', flush=True); time.sleep(30)"], cwd=folder, user=65534, group=65534, extra_groups=[],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        holding.stdout.readline()
        return run(folder, "build", "case.yaml", "--output", "out", "--quiet", codes=(0,)).describe()
    finally:
        holding.kill()
        holding.wait()


@attack
def first_sequence(folder: Path) -> str:
    """A runner without the published directory: a pipeline that continues it is refused."""
    (folder / "case.yaml").write_text(PIPELINE + "continues: yes\n")
    (folder / "export.csv").write_text(ROWS)
    ran = run(folder, "build", "case.yaml", "--output", "out", "--quiet")
    must(not (folder / "out/directory/manifest.json").exists(), "a first sequence was published")
    return ran.describe()


def main() -> int:
    only = os.environ.get("ONLY", "")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    broken = []
    tried = [function for function in ATTACKS if function.__name__.replace("_", "-").startswith(only)]
    if not tried:
        sys.exit(f"ONLY={only}: expected one of {', '.join(f.__name__.replace('_', '-') for f in ATTACKS)}")
    for function in tried:
        name = function.__name__.replace("_", "-")
        with tempfile.TemporaryDirectory(prefix="callbook-attack-") as scratch:
            Path(scratch).chmod(0o755)
            try:
                print(f"held    {name}: {function(Path(scratch))}", flush=True)
            except Broken as breach:
                broken.append(name)
                print(f"BROKEN  {name}: {breach}", flush=True)
    print(f"attacks: {len(tried) - len(broken)} of {len(tried)} held")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
