"""Every error at every call of the commands that only read: verify, diff, plan, rejects and the others.

Nobody is there to see that a reader waits for ever, or that it calls sound what it could not read.
A reader that does not end with its usual exit code says why; one that does prints what it always prints.
"""

import json
from pathlib import Path

from errors import CODES, PERSISTENT, number
from judge import missing
from nights import Nights, tree
from workshop import Outcome, Run, Tampering, Workshop

# Two generations and two reports lie there, and the exports of a third night.
NIGHT = "back-2"
READERS = {
    "verify": ("verify", "out/directory", "--now", "2026-11-21T04:00:00Z"),
    "verify-json": ("verify", "out", "--json", "--now", "2026-11-21T04:00:00Z"),
    "diff": ("diff", "out/directory/generations/{former}.json", "out/directory"),
    "diff-pipelines": ("diff", "--pipeline", "case.yaml", "--pipeline", "case.yaml"),
    "plan": ("plan", "out", "--add", "1"),
    "check": ("check", "case.yaml"),
    "show-config": ("show-config", "case.yaml"),
    "rejects": ("rejects", "out"),
    "rejects-against": ("rejects", "out", "--against", "previous"),
    "rejects-would-fix": ("rejects", "out", "--would-fix", "--json"),
    "rejects-records": ("rejects", "out", "--records"),
    "explain-row": ("explain", "case.yaml", "exports/center-north.csv:2", "--output", "out"),
    "explain-number": ("explain", "case.yaml", "{number}", "--output", "out"),
    "redact": ("redact", "case.yaml", "exports/center-north.csv:{rejected}"),
    "stage-split": ("stage", "split", "case.yaml"),
}


def points(shop: Workshop, nights: Nights, wanted):
    for name in ["verify", "rejects-against"] if shop.is_slice else READERS:
        if not wanted(name):
            continue
        reader = Reader(shop, nights, name)
        for code in CODES:
            for at in range(1, reader.count("all") + 2):
                yield reader.point(code, Tampering(f"error:{number(code)}", at, "all"))
        for code, calls in PERSISTENT:
            for at in range(1, reader.count(calls) + 1):
                yield reader.point(code, Tampering(f"errors:{number(code)}", at, calls))
        for at in range(1, reader.count("read") + 1):
            yield reader.point("", Tampering("short", at, "read"))


class Reader:
    """A command that only reads, what it reads, and how it ends undisturbed."""

    def __init__(self, shop: Workshop, nights: Nights, name: str):
        self.shop = shop
        self.name = name
        self.night = nights.get(NIGHT)
        self.arguments = [word.format(**found_in(self.night.work)) for word in READERS[name]]
        self.before = tree(self.night.work)
        self.good = self.run(shop.folder(f"good-{name}"))
        if self.good.code != 0 or not (self.good.printed or self.good.said):
            raise SystemExit(f"torture: a good {name} exits {self.good.code}: {self.good.said}")
        self.counts: dict[str, int] = {}

    def run(self, folder: Path, tampering: Tampering | None = None) -> Run:
        """Reads a copy of the night."""
        work = self.night.copy(folder)
        return self.shop.run(work, *self.arguments, tampering=tampering)

    def count(self, calls: str) -> int:
        """How many calls of a kind an undisturbed run makes."""
        if calls not in self.counts:
            folder = self.shop.folder("count")
            self.counts[calls] = self.run(folder, Tampering(calls=calls)).counted
        return self.counts[calls]

    def point(self, code: str, tampering: Tampering):
        """The reader's run with one tampering, and what is wrong with it."""
        word = tampering.do.partition(":")[0]
        name = f"{self.name}/{word}-{code}-{tampering.calls}@{tampering.at}"

        def run(folder: Path) -> Outcome:
            ended = self.run(folder, tampering)
            faults = self.faults(ended)
            if missing(self.before, tree(folder)):
                faults.append("changes what it reads")
            return Outcome(f"{self.name} exits {ended.code}", faults).at(ended.met)
        return name, run

    def faults(self, ended: Run) -> list[str]:
        said = f"{ended.said.strip()} {ended.printed.strip()}"[-300:]
        if ended.is_hung:
            return ["hangs"]
        if ended.is_crash or ended.code not in (0, 1, 2):
            return [f"ends with {ended.code}: {said}"]
        if ended.code and not ended.said.strip() and ended.printed == self.good.printed:
            return [f"exit {ended.code} without a word"]
        if ended.code == 0 and ended.printed != self.good.printed:
            return [f"exit 0, and prints something else than always: {said}"]
        return []


def found_in(work: Path) -> dict[str, str]:
    """What the commands are asked about: a former generation, a published number, a rejected line."""
    directory = work / "out/directory"
    current = json.loads((directory / "manifest.json").read_bytes())["generation"]
    former = [path.stem for path in (directory / "generations").glob("*.json") if path.stem != current]
    # Without an extension, as a person would ask for it.
    numbers = sorted(line.split("\t")[0] for path in (directory / "chunks").glob("*.tsv")
                     for line in path.read_text().splitlines())
    rows = (work / "exports/center-north.csv").read_text().splitlines()
    return {"former": former[0], "number": f"+{min(numbers, key=len)}", "rejected": str(len(rows))}
