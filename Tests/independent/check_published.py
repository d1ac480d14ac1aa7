#!/usr/bin/env python3
"""Publishes the samples twice with the real binary and checks what lies there, byte for byte.

Between the first two runs some rows change, so that there are deltas to prove; in the third nothing
changes but the clock, and it may write timestamp.json alone. At the end a byte of a chunk and of a twin,
a digest, a ledger and a timestamp are falsified: the check must see each, or it checks nothing.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("CALLBOOK", ROOT / ".build" / "release" / "callbook")).resolve()
CHECK = Path(__file__).with_name("check_directory.py")
CHUNK_TARGET = 20


def build(work: Path, now: str) -> None:
    done = subprocess.run(
        [BINARY, "build", work / "pipelines" / "taiwan.yaml", "--output", work / "out", "--quiet",
         "--now", now], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"independent: build exits {done.returncode}\n{done.stdout}{done.stderr}")


def files(directory: Path) -> dict[str, bytes]:
    return {path.relative_to(directory).as_posix(): path.read_bytes()
            for path in sorted(directory.rglob("*")) if path.is_file()}


def verdict(directory: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, CHECK, directory, "--chunk-target", str(CHUNK_TARGET),
         "--timestamp"],
        capture_output=True, text=True)
    return done.returncode, done.stdout.strip() + done.stderr.strip()


def change_rows(work: Path) -> None:
    """Relabels one shop, drops a row and adds one, as a night would."""
    export = sorted((work / "samples").glob("forwarding-center-*.csv"))[0]
    # One row holds bytes that are not UTF-8; they must come through as they are.
    text = export.read_bytes().decode("utf-8-sig", errors="surrogateescape")
    lines = text.splitlines(keepends=True)
    lines[3] = lines[3].replace(",", "號,", 3).replace("號,", ",", 2)
    del lines[5]
    lines.append("02-7755-6688,0909,新開的茶館,,2026-11-20,,\n")
    export.write_bytes("".join(lines).encode("utf-8", errors="surrogateescape"))


def falsified(directory: Path, scratch: Path):
    """Yields copies of the directory with one thing wrong, and what is wrong."""
    def copy(name: str) -> Path:
        target = scratch / name
        shutil.copytree(directory, target)
        return target

    broken = copy("chunk")
    chunk = sorted((broken / "chunks").iterdir())[0]
    data = bytearray(chunk.read_bytes())
    data[-2] ^= 1
    chunk.write_bytes(bytes(data))
    yield "a byte of a chunk", broken

    broken = copy("digest")
    manifest = broken / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(re.sub(r'("generation": ")(.)', lambda m: m[1] + "0f"[m[2] == "0"], text))
    yield "the generation", broken

    broken = copy("ledger")
    manifest = broken / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(re.sub(r'"read": (\d+)', lambda m: f'"read": {int(m[1]) + 1}', text))
    yield "the ledger", broken

    broken = copy("twin")
    twin = max((broken / "packed").iterdir(), key=lambda path: path.stat().st_size)
    data = bytearray(twin.read_bytes())
    data[len(data) // 2] ^= 1
    twin.write_bytes(bytes(data))
    yield "a byte of a twin", broken

    broken = copy("timestamp")
    stamp = broken / "timestamp.json"
    text = stamp.read_text(encoding="utf-8")
    stamp.write_text(re.sub(r'("manifest_sha256": ")(.)', lambda m: m[1] + "0f"[m[2] == "0"], text))
    yield "the timestamp", broken


def main() -> int:
    if not BINARY.exists():
        sys.exit(f"independent: there is no {BINARY}; run make build")
    with tempfile.TemporaryDirectory(prefix="callbook-independent-") as scratch:
        work = Path(scratch)
        shutil.copytree(ROOT / "samples", work / "samples")
        shutil.copytree(ROOT / "pipelines", work / "pipelines")
        pipeline = work / "pipelines" / "taiwan.yaml"
        text = pipeline.read_text(encoding="utf-8")
        changed = re.sub(r"target: *\d+", f"target: {CHUNK_TARGET}", text)
        if changed == text:
            sys.exit("independent: taiwan.yaml names no chunk target")
        pipeline.write_text(changed, encoding="utf-8")
        directory = work / "out" / "directory"
        for day, night in enumerate(("first", "second", "unchanged"), 22):
            before = files(directory)
            build(work, f"2026-11-{day}T03:15:00Z")
            code, words = verdict(directory)
            print(f"independent: {night} night: {words}")
            if code != 0:
                return 1
            if night == "first":
                change_rows(work)
        written = [name for name, data in files(directory).items() if before.get(name) != data]
        if written != ["timestamp.json"]:
            print(f"independent: an unchanged night wrote {written}")
            return 1
        if not any((directory / "packed").glob("*.cbp")):
            print("independent: there is no packed twin")
            return 1
        if not any((directory / "deltas").glob("*.tsv")):
            print("independent: the second night wrote no delta")
            return 1
        for what, broken in falsified(directory, work):
            code, words = verdict(broken)
            if code != 1:
                print(f"independent: falsified {what}, and the check says: {words}")
                return 1
    print("independent: everything falsified was seen")
    return 0


if __name__ == "__main__":
    sys.exit(main())
