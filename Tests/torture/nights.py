"""Nights to torture: what lies there before, what a good run makes of it, and exports for both."""

import hashlib
import random
from dataclasses import dataclass, field
from pathlib import Path

from workshop import Tampering, Workshop, copy_over

PIPELINE = """version: 1
name: case
region: TW
as_of: 2026-11-21
sources:
  - name: center
    path: exports/center-*.csv
    columns: {{ number: number, extension: extension, label: label, action: action }}
    rank: 2
  - name: elements
    path: exports/lines.xml
    format: xml
    record: /Export/Line
    columns: {{ number: "@did", label: Name }}
actions: {{ block: [block] }}
slots: {{ identifiers: [example.one, example.two] }}
chunks: {{ target: {target} }}
gate: {{ rejected: 50%, vanished: {vanished}, relabelled: 90% }}
{more}"""


def pipeline(target: int = 8, vanished: str = "90%", more: str = "") -> str:
    return PIPELINE.format(target=target, vanished=vanished, more=more)


def write_exports(work: Path, seed: int, night: int, rows: int = 60) -> None:
    """Two exports in CSV and one in XML; from night to night a tenth of the rows differs."""
    folder = work / "exports"
    folder.mkdir(exist_ok=True)
    for name in ("north", "south"):
        lines = ["number,extension,label,action"]
        for row in range(rows):
            dice = random.Random(f"{seed} {name} {row} {night if row % 10 == night % 10 else 0}")
            if row % 10 == night % 10 and dice.random() < 0.4:
                continue
            number = f"02-2{dice.randrange(300, 999)}-{dice.randrange(10_000):04}"
            extension = f"{dice.randrange(10_000):04}" if row % 3 else ""
            action = "block" if row % 7 == 0 else ""
            lines.append(f"{number},{extension},Shop {dice.randrange(1000)} 店,{action}")
        lines.append("not a number,,Nobody,")
        (folder / f"center-{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    dice = random.Random(f"{seed} elements")
    lines = [f'<Line did="04-2{dice.randrange(200, 999)}-{dice.randrange(10_000):04}">'
             f"<Name>Café &amp; {row}</Name></Line>" for row in range(rows // 4)]
    (folder / "lines.xml").write_text(f"<Export>{''.join(lines)}</Export>", encoding="utf-8")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below the folder by its path, as the SHA-256 of its bytes; a link as where it leads."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = b"-> " + str(path.readlink()).encode()
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).digest()
    return found


@dataclass
class Night:
    """A night with what a good run gives; `before` and `after` are trees of `out/directory`."""
    name: str
    work: Path
    """The folder as it is when the run starts."""
    arguments: tuple[str, ...] = ()
    before: dict[str, bytes] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    code: int = 0
    """How a good run ends."""
    calls: dict[str, int] = field(default_factory=dict)
    """How many calls a good run makes, by what counts."""

    def copy(self, folder: Path) -> Path:
        """The state in which the run starts, in a folder of its own."""
        copy_over(self.work, folder)
        return folder


class Nights:
    """Makes each night once, and hands it out."""

    def __init__(self, shop: Workshop):
        self.shop = shop
        self.made: dict[str, Night] = {}

    def get(self, name: str) -> Night:
        """The night of a name such as `second-2`: what kind, and how many threads."""
        if name not in self.made:
            kind, _, threads = name.partition("-")
            self.made[name] = self.make(name, kind, ("--threads", threads or "2"))
        return self.made[name]

    def make(self, name: str, kind: str, arguments: tuple[str, ...]) -> Night:
        shop = self.shop
        work = shop.folder(f"night-{name}")
        for folder in ("scratch", "tmp"):
            (work / folder).mkdir()
        rows, more, former = 60, "", [1]
        match kind:
            case "first": former = []
            case "back": former = [1, 2]
            case "signed":
                shop.run(work, "keygen", "key.pem")
                more = "sign: { key: key.pem }\n"
            case "sqlite": more = "formats: [tsv, json, sqlite]\n"
            case "few": more, former = "generations: 1\n", [4, 3, 1]
            case "spilling":
                rows, arguments = 250_000, (*arguments, "--memory", "64M")
        target = 8 if rows < 1000 else 20_000
        (work / "case.yaml").write_text(pipeline(target=target, more=more))
        for night in former:
            write_exports(work, shop.seed, night, rows)
            run = shop.build(work)
            if run.code:
                raise SystemExit(f"torture: {name}: a good night exits {run.code}: {run.said}")
        if kind == "refused":
            (work / "case.yaml").write_text(pipeline(target=target, vanished="0%", more=more))
        last = {"back": 1, "unchanged": former[-1] if former else 1}.get(kind, 2)
        write_exports(work, shop.seed, last, rows)
        night = Night(name, work, arguments, tree(work / "out/directory"))
        trial = night.copy(shop.folder(f"trial-{name}"))
        run = shop.build(trial, *arguments)
        night.code, night.after = run.code, tree(trial / "out/directory")
        if run.code != (1 if kind == "refused" else 0):
            raise SystemExit(f"torture: {name}: a good night exits {run.code}: {run.said}")
        return night

    def count(self, night: Night, calls: str, path: str = "") -> int:
        """How many calls of a kind a good run makes."""
        key = f"{calls} {path}"
        if key not in night.calls:
            folder = night.copy(self.shop.folder("count"))
            run = self.shop.build(folder, *night.arguments,
                                  tampering=Tampering(calls=calls, path=path))
            night.calls[key] = run.counted
        return night.calls[key]
