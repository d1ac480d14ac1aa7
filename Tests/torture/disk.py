"""A model of a disk that loses power: what was not synced is lost, half there, or out of order.

Rules, harsher than any file system that is in use: a file's bytes last when the file was synced; a
name in a folder lasts when that folder was synced, whoever wrote the file; every name and every
file that was not synced may be there or not, independent of the others.
"""

import random
import struct
from dataclasses import dataclass, field
from pathlib import Path

HEADER = struct.Struct("=IIIIqQ")


@dataclass
class Call:
    """One call of the trace that tamper.c writes."""
    operation: str
    path: str
    path2: str
    data: bytes
    offset: int
    handle: int


def read_trace(path: Path) -> list[Call]:
    calls, data, at = [], path.read_bytes(), 0
    while at + HEADER.size <= len(data):
        lengths = HEADER.unpack_from(data, at)
        at += HEADER.size
        parts = []
        for length in lengths[:4]:
            parts.append(data[at:at + length])
            at += length
        calls.append(Call(*(part.decode() for part in parts[:3]), parts[3], *lengths[4:]))
    return calls


@dataclass(eq=False)
class File:
    now: bytes = b""
    synced: bytes = b""


@dataclass(eq=False)
class Link:
    target: str


@dataclass(eq=False)
class Folder:
    now: dict[str, "File | Folder | Link"] = field(default_factory=dict)
    synced: dict[str, "File | Folder | Link"] = field(default_factory=dict)


class Disk:
    """The files below one folder, as they are seen and as they would be after a loss of power."""

    def __init__(self, root: Path):
        self.place = root
        self.handles: dict[int, File | Folder | Link | None] = {}
        self.root = self.load(root)

    def load(self, path: Path) -> "File | Folder | Link":
        if path.is_symlink():
            return Link(str(path.readlink()))
        if path.is_file():
            return File(path.read_bytes(), path.read_bytes())
        names = {entry.name: self.load(entry) for entry in path.iterdir()}
        return Folder(dict(names), dict(names))

    def parts(self, path: str) -> list[str]:
        parts = []
        for part in path.removeprefix(str(self.place)).split("/"):
            if part == "..":
                parts.pop()
            elif part not in ("", "."):
                parts.append(part)
        return parts

    def find(self, path: str):
        node = self.root
        for part in self.parts(path):
            node = node.now.get(part) if isinstance(node, Folder) else None
        return node

    def parent(self, path: str) -> tuple[Folder, str]:
        parts = self.parts(path)
        folder = self.find("/".join(parts[:-1]))
        return (folder if isinstance(folder, Folder) else Folder()), parts[-1] if parts else ""

    def apply(self, call: Call) -> None:
        """What the call does, as every program sees it from then on."""
        path = call.path
        match call.operation:
            case "create" | "open-or-create" | "open":
                node = self.find(path)
                if node is None and call.operation != "open":
                    folder, name = self.parent(path)
                    node = folder.now[name] = File()
                elif call.operation == "create" and isinstance(node, File):
                    node.now = b""
                self.handles[call.handle] = node
            case "write":
                if isinstance(node := self.handles.get(call.handle), File):
                    start = node.now[:call.offset].ljust(call.offset, b"\0")
                    node.now = start + call.data + node.now[call.offset + len(call.data):]
            case "ftruncate":
                if isinstance(node := self.handles.get(call.handle), File):
                    node.now = node.now[:call.offset].ljust(call.offset, b"\0")
            case "fsync":
                if isinstance(node := self.handles.get(call.handle), File):
                    node.synced = node.now
                elif isinstance(node, Folder):
                    node.synced = dict(node.now)
            case "syncfs":
                self.sync_all(self.root)
            case "mkdir":
                folder, name = self.parent(path)
                folder.now[name] = Folder()
            case "unlink" | "rmdir":
                folder, name = self.parent(path)
                folder.now.pop(name, None)
            case "rename":
                folder, name = self.parent(path)
                node = folder.now.pop(name, None)
                if node is not None and call.path2:
                    folder, name = self.parent(call.path2)
                    folder.now[name] = node
            case "link":
                folder, name = self.parent(call.path2)
                folder.now[name] = self.find(path)
            case "symlink":
                folder, name = self.parent(call.path2)
                folder.now[name] = Link(path.rpartition("/")[2] if path.startswith("/") else path)

    def sync_all(self, node) -> None:
        node.synced = dict(node.now) if isinstance(node, Folder) else getattr(node, "now", b"")
        for entry in node.now.values() if isinstance(node, Folder) else ():
            self.sync_all(entry)

    # ---- after the loss

    def write(self, target: Path, loss: "Loss") -> None:
        """Writes what is left of the folder after a loss of power."""
        self.write_folder(self.root, target, loss, 0)

    def write_folder(self, folder: Folder, target: Path, loss: "Loss", depth: int) -> None:
        target.mkdir(exist_ok=True)
        for name in sorted(folder.now.keys() | folder.synced.keys()):
            # What lies beside `out` is not this tool's to sync.
            node = loss.name(folder, name) if depth else folder.now.get(name)
            if isinstance(node, Folder):
                self.write_folder(node, target / name, loss, depth + 1)
            elif isinstance(node, Link):
                (target / name).symlink_to(node.target)
            elif isinstance(node, File):
                (target / name).write_bytes(loss.bytes(node))
                # A private key that others may read is refused.
                (target / name).chmod(0o600)


class Loss:
    """What a loss of power leaves: of names the synced ones, of bytes the synced ones."""

    def name(self, folder: Folder, name: str):
        return folder.synced.get(name)

    def bytes(self, file: File) -> bytes:
        return file.synced


class NamesLast(Loss):
    """All names are there, with none of the bytes that were not synced."""

    def name(self, folder, name):
        return folder.now.get(name)


class ZerosLast(NamesLast):
    """All names and lengths are there; bytes that were not synced are zeros."""

    def bytes(self, file):
        return file.now if file.now == file.synced else bytes(len(file.now))


class Shuffled(Loss):
    """Each name and each file that was not synced is there, or not, or half, as the dice fall."""

    def __init__(self, seed: str):
        self.dice = random.Random(seed)

    def name(self, folder, name):
        return self.dice.choice([folder.now, folder.synced]).get(name)

    def bytes(self, file):
        if file.now == file.synced:
            return file.now
        half = len(file.now) // 2
        return self.dice.choice([file.now, file.synced, bytes(len(file.now)),
                                 file.now[:half], file.now[:half] + bytes(len(file.now) - half)])
