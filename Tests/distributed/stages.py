"""The stage commands as a driver runs them, and what two output folders have in common."""
import hashlib
import json
import os
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALLBOOK = Path(os.environ.get("CALLBOOK", ROOT / ".build" / "release" / "callbook")).resolve()
HEADER = struct.Struct("<4sB3xIIQQ8s")
OF_A_PART = (2, 3)
FAILURES = []


def say(is_right: bool, what: str) -> None:
    print(f"{'ok     ' if is_right else 'NOT OK '} {what}", flush=True)
    if not is_right:
        FAILURES.append(what)


def tree(folder: Path) -> dict[str, str]:
    """Every file below the folder by its path, as the SHA-256 of its bytes; a link as where it leads. What a build
    notes for itself of the files on this disk (.bookmark) is there or not."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"link to {os.readlink(path)}"
        elif name == ".bookmark":
            found[name] = "file"
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = "folder"
    return found


def differences(found: dict[str, str], expected: dict[str, str]) -> str:
    """The names that differ, few of them, or an empty text."""
    names = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    return f": {len(names)} differ, {', '.join(names[:4])}" if names else ""


def run(*words, stdin=subprocess.DEVNULL, cwd=None, env=None):
    """A command with its output, whatever its exit code; data in bytes."""
    if isinstance(stdin, bytes):
        return subprocess.run([str(word) for word in words], input=stdin, capture_output=True, cwd=cwd, env=env)
    return subprocess.run([str(word) for word in words], stdin=stdin, capture_output=True, cwd=cwd, env=env)


def good(*words, **more) -> bytes:
    done = run(*words, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words[1:]))}: exit {done.returncode}: {done.stderr.decode()}")
    return done.stdout


def frames(data: bytes) -> list[bytes]:
    """The frames of a stream, whole."""
    found, at = [], 0
    while at < len(data):
        length = HEADER.unpack_from(data, at)[4]
        found.append(data[at:at + HEADER.size + length])
        at += HEADER.size + length
    return found


def kind_of(frame: bytes) -> int:
    return frame[4]


def part_of(frame: bytes) -> int:
    return HEADER.unpack_from(frame)[3]


class Distribution:
    """One run by the stage commands, in a folder of its own."""

    def __init__(self, folder: Path, pipeline: Path, size: str, parts: int, now: str, groups: int = 1):
        self.folder, self.pipeline, self.parts, self.groups = folder, pipeline, parts, groups
        self.inbox = folder / "inbox"
        self.inbox.mkdir(parents=True)
        self.plan, self.bounds = folder / "plan.json", folder / "bounds.json"
        self.plan.write_bytes(good(CALLBOOK, "stage", "split", pipeline, "--split-size", size, "--now", now))
        self.splits = len(json.loads(self.plan.read_bytes())["splits"])
        self.bounds.write_bytes(good(CALLBOOK, "stage", "bounds", self.plan, "--parts", parts, "--groups", groups))

    def command(self, stage: str, *words):
        return [CALLBOOK, "stage", stage, self.plan, "--bounds", self.bounds, *words]

    def normalize(self, split: int) -> bytes:
        return good(*self.command("normalize", "--split", split))

    def merge(self, part: int, data: bytes) -> bytes:
        return good(*self.command("merge", "--part", part), stdin=data)

    def fill(self) -> None:
        """Normalizes and merges, two processes at a time, into the inbox."""
        with ThreadPoolExecutor(2) as pool:
            streams = list(pool.map(lambda split: frames(self.normalize(split)), range(self.splits)))
            blocks = [bytearray() for _ in range(self.parts)]
            for split, stream in enumerate(streams):
                account = b"".join(frame for frame in stream if kind_of(frame) not in OF_A_PART)
                (self.inbox / f"split-{split}.account").write_bytes(account)
                for frame in stream:
                    if kind_of(frame) in OF_A_PART:
                        blocks[part_of(frame)] += frame
            merged = pool.map(lambda part: self.merge(part, bytes(blocks[part])), range(self.parts))
            for part, data in enumerate(merged):
                (self.inbox / f"part-{part}.merged").write_bytes(data)

    def chunk(self) -> None:
        """Makes the chunks of every group of slots in the inbox."""
        for group in range(self.groups):
            (self.inbox / f"group-{group}.chunks").write_bytes(
                good(*self.command("chunks", "--group", group, "--frames", self.inbox)))

    def finish(self, output: Path, *words):
        return run(*self.command("finish", "--output", output, "--work", self.inbox, *words))
