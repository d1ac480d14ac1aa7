"""Exports that change while they are read: at every call that touches one, in every format.

What is published with exit 0 is what the exports held at one moment: all of the former ones or all
of the new ones, never a mixture, never a part. Anything else is exit 1 that names a file.
"""

import gzip
import os
import shutil

from judge import leftovers, whole
from nights import Nights
from workshop import Outcome, Tampering, Workshop

ROWS = 30_000
FORMATS = ["csv", "columns", "big5", "utf16", "gz", "xml", "xml-utf16", "quoted"]
CHANGES = ["replaced", "replaced-same-size", "swapped-columns", "cut", "emptied", "grown", "rewritten",
           "removed", "touched"]


def text(kind: str, version: int, rows: int) -> bytes:
    """An export in a format; the second version has other labels, in the same number of bytes."""
    encoding = {"big5": "big5", "utf16": "utf-16", "xml-utf16": "utf-16"}.get(kind, "utf-8")
    if kind.startswith("xml"):
        head = '<?xml version="1.0" encoding="UTF-16"?>' if kind == "xml-utf16" else ""
        body = "".join(f'<L n="{number(row)}"><N>{label(row, version)}</N></L>\n' for row in range(rows))
        return f"{head}<E>\n{body}</E>\n".encode(encoding)
    quote = '"' if kind == "quoted" else ""
    lines = ["number,label,internal"]
    lines += [f"{number(row)},{quote}{label(row, version)}{quote},secret {row % 100}" for row in range(rows)]
    data = ("\n".join(lines) + "\n").encode(encoding)
    return gzip.compress(data, 1, mtime=0) if kind == "gz" else data


def number(row: int) -> str:
    return f"02-2{300 + row // 10_000:03}-{row % 10_000:04}"


def label(row: int, version: int) -> str:
    return f"{'店號' if version == 1 else '商號'} {row * 7919 % 100_000:05}"


def columns_swapped(kind: str, rows: int) -> bytes:
    """The same records with label and an internal column in each other's place."""
    if kind.startswith("xml") or kind == "gz":
        return text(kind, 2, rows)
    encoding = {"big5": "big5", "utf16": "utf-16"}.get(kind, "utf-8")
    lines = ["internal,number,label"]
    lines += [f"secret {row % 100},{number(row)},{label(row, 2)}" for row in range(rows)]
    return ("\n".join(lines) + "\n").encode(encoding)


def write_pipeline(work, kind: str) -> None:
    xml = "format: xml, record: /E/L, columns: { number: '@n', label: N }"
    csv = "columns: { number: number, label: label }"
    encoding = ", encoding: Big5" if kind == "big5" else ""
    (work / "case.yaml").write_text(f"""version: 1
name: case
region: TW
sources:
  - {{ name: before, path: exports/before.csv, columns: {{ number: number, label: label }} }}
  - {{ name: export, path: exports/{file_of(kind)}, {xml if kind.startswith("xml") else csv}{encoding} }}
slots: {{ identifiers: [a.b] }}
chunks: {{ target: 2000 }}
gate: {{ rejected: 100%, vanished: 100%, relabelled: 100% }}
""")


def file_of(kind: str) -> str:
    return "export.xml" if kind.startswith("xml") else "export.csv.gz" if kind == "gz" else "export.csv"


class Export:
    """One format: the folder to start from, the contents, and what each of them publishes."""

    def __init__(self, shop: Workshop, kind: str):
        self.shop, self.kind = shop, kind
        rows = 2_000 if shop.is_slice else ROWS
        self.work = shop.folder(f"export-{kind}")
        for name in ("exports", "scratch", "tmp", "aside"):
            (self.work / name).mkdir()
        (self.work / "exports/before.csv").write_bytes(
            "number,label\n".encode() + b"".join(
                f"04-2{300 + row // 10_000}-{row % 10_000:04},Other\n".encode() for row in range(rows // 2)))
        self.file = f"exports/{file_of(kind)}"
        write_pipeline(self.work, kind)
        self.first = text(kind, 1, rows)
        self.contents = {
            "replaced": text(kind, 2, rows - rows // 5), "replaced-same-size": text(kind, 2, rows),
            "rewritten": text(kind, 2, rows), "swapped-columns": columns_swapped(kind, rows),
            "cut": self.first[:len(self.first) // 2], "emptied": b"",
            "grown": self.first + (text(kind, 1, rows + 500)[len(self.first):] or b"\n"),
            "touched": self.first, "removed": None}
        self.given = {}
        (self.work / self.file).write_bytes(text(kind, 1, rows // 2))
        self.check(shop.build(self.work))
        self.former = (self.work / "out/directory/manifest.json").read_bytes()
        (self.work / self.file).write_bytes(self.first)
        # A replaced file comes from elsewhere; its bytes lie ready beside it.
        for name, data in self.contents.items():
            if data is not None:
                (self.work / "aside" / name).write_bytes(data)

    def check(self, run) -> None:
        if run.code:
            raise SystemExit(f"torture: exports: {self.kind}: exit {run.code}: {run.said}")

    def manifest_of(self, change: str) -> bytes | None:
        """What an undisturbed run publishes from the changed contents; None when it refuses."""
        if change not in self.given:
            work = self.shop.folder("whole")
            shutil.copytree(self.work, work, symlinks=True, dirs_exist_ok=True)
            if change != "first":
                self.change(work, change)
            run = self.shop.build(work)
            manifest = work / "out/directory/manifest.json"
            self.given[change] = manifest.read_bytes() if run.code == 0 else None
            shutil.rmtree(work)
        return self.given[change]

    def change(self, work, change: str) -> None:
        target = work / self.file
        data = self.contents[change]
        if change == "removed":
            target.unlink()
        elif change in ("replaced", "replaced-same-size", "swapped-columns"):
            os.rename(work / "aside" / change, target)
        elif change == "touched":
            os.utime(target)
        elif change == "grown":
            with open(target, "ab") as file:
                file.write(data[len(self.first):])
        elif change in ("cut", "emptied"):
            os.truncate(target, len(data))
        else:
            with open(target, "r+b") as file:
                file.write(data)
                file.truncate()


def points(shop: Workshop, nights: Nights, wanted):
    for kind in ["csv", "big5", "xml"] if shop.is_slice else FORMATS:
        if not any(wanted(f"{kind}/{change}") for change in CHANGES):
            continue
        export = Export(shop, kind)
        count = shop.build(fresh_copy(export, shop.folder("count")), "--threads", "2",
                           tampering=Tampering(calls="all", path="exports/")).counted
        steps = range(1, count + 2)
        for change in CHANGES:
            for at in steps:
                yield f"{kind}/{change}@{at}", point(shop, export, change, at)


def fresh_copy(export: Export, folder):
    shutil.rmtree(folder)
    shutil.copytree(export.work, folder, symlinks=True)
    return folder


def point(shop: Workshop, export: Export, change: str, at: int):
    def run(folder) -> Outcome:
        work = fresh_copy(export, folder)
        built = shop.build(
            work, "--threads", "2", tampering=Tampering("pause", at, "all", "exports/"),
            during=lambda: export.change(work, change))
        manifest = (work / "out/directory/manifest.json").read_bytes()
        faults = []
        if built.is_hung or built.is_crash:
            faults.append("hangs" if built.is_hung else f"crashes with signal {-built.code}")
        if built.code == 0:
            if manifest == export.manifest_of("first"):
                words = "exit 0, what it held before"
            elif manifest == export.manifest_of(change):
                words = "exit 0, what it held afterwards"
            else:
                words = "exit 0, WRONG"
                faults.append("exit 0, and what is published was never in the export")
            if problem := whole(work / "out/directory"):
                faults.append(problem)
        else:
            words = f"exit {built.code}, the old generation"
            if manifest != export.former:
                faults.append(f"exit {built.code}, and the directory has changed: {built.said}")
            if built.code not in (1, 2) or export.file not in built.said:
                faults.append(f"exit {built.code} without the name of the export: {built.said}")
        faults += leftovers(work)
        return Outcome(f"{change}: {words}", faults).at(built.met)
    return run
