"""Builds and readers at the same time: each at every call of the other, and all at once.

A reader sees one generation whole. A second build says who holds the folder and leaves it. What
only looks, `--check` and `verify`, stands in nobody's way.
"""

import os
import threading
import time

from judge import judge, judge_next, whole
from nights import Nights, write_exports
from workshop import Outcome, Tampering, Workshop

NIGHTS = ["few-2", "second-2", "first-2"]
READERS = {
    "verify": ("verify", "out/directory", "--quiet"),
    "diff": ("diff", "out/directory", "out/directory"),
    "plan": ("plan", "out/directory"),
    "check": ("build", "case.yaml", "--output", "out", "--check", "--quiet"),
    "build": ("build", "case.yaml", "--output", "out", "--quiet"),
}


def points(shop: Workshop, nights: Nights, wanted):
    for name in ["few-2"] if shop.is_slice else NIGHTS:
        if not wanted(name):
            continue
        night = nights.get(name)
        for reader in READERS:
            if reader in ("diff", "plan", "verify") and not night.before:
                continue
            for at in range(1, nights.count(night, "changes") + 1):
                yield f"{name}/{reader}-beside-build@{at}", beside_build(shop, night, reader, at)
        for reader in ("verify", "check"):
            if night.before:
                count = count_of(shop, night, reader)
                for at in range(1, count + 1):
                    yield f"{name}/build-beside-{reader}@{at}", beside_reader(shop, night, reader, at)
    for kept in (0,) if shop.is_slice else (0, 1, 7):
        yield f"all-at-once/generations-{kept}", all_at_once(shop, nights, kept)


def count_of(shop, night, reader: str) -> int:
    work = night.copy(shop.folder("count"))
    return shop.run(work, *READERS[reader], tampering=Tampering(calls="all", path="/out/")).counted


def beside_build(shop, night, reader: str, at: int):
    """Another process reads, or wants to build, while a build stands at call `at`."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        seen, faults = [], []

        def read():
            seen.append(shop.run(work, *READERS[reader]))
            if night.before and (problem := whole(work / "out/directory")):
                faults.append(problem)

        built = shop.build(work, *night.arguments, during=read,
                           tampering=Tampering("pause", at, "changes"))
        outcome = judge(night, work, built, may_leave=False)
        outcome.faults += faults
        if seen:
            outcome.faults += wrong_reader(reader, seen[0])
        outcome.words = (f"{reader} exits {seen[0].code}; build {outcome.words}" if seen
                         else "not reached")
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        return outcome.at(built.met)
    return run


def wrong_reader(reader: str, run) -> list[str]:
    expected = {"check": (0, 1), "build": (0, 1)}.get(reader, (0,))
    if run.is_hung or run.code not in expected:
        return [f"{reader} beside a build " + ("hangs" if run.is_hung else
                f"exits {run.code}: {(run.said + run.printed).strip()[:300]}")]
    if reader == "build" and run.code == 1 and "another run" not in run.said:
        return [f"a second build says: {run.said.strip()[:300]}"]
    # Exports that are replaced meanwhile end a run that reads them; that is no matter of the other.
    said = ("not what the inputs give", "exports/")
    if reader == "check" and run.code == 1 and not any(words in run.said for words in said):
        return [f"--check beside a build says: {run.said.strip()[:300]}"]
    return []


def beside_reader(shop, night, reader: str, at: int):
    """A build comes while a reader stands at call `at`."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        seen = []
        read = shop.run(work, *READERS[reader], tampering=Tampering("pause", at, "all", "/out/"),
                        during=lambda: seen.append(shop.build(work, *night.arguments)))
        if not seen:
            return Outcome("not reached")
        outcome = judge(night, work, seen[0], may_leave=False)
        if seen[0].code != night.code:
            outcome.faults.append(f"a build beside {reader} exits {seen[0].code}: {seen[0].said}")
        outcome.faults += wrong_reader(reader, read)
        outcome.words = f"{reader} exits {read.code} around a build: exit {seen[0].code}"
        return outcome.at(read.met)
    return run


def all_at_once(shop, nights, kept: int):
    """Builds one after another, with readers that never stop."""
    def run(folder) -> Outcome:
        night = nights.get("second-2")
        work = night.copy(folder)
        text = (work / "case.yaml").read_text().replace("generations: 1", "")
        (work / "case.yaml").write_text(text + f"generations: {kept}\n")
        faults, counts, is_over = [], {}, threading.Event()

        def read(reader: str) -> None:
            while not is_over.is_set():
                result = shop.run(work, *READERS[reader])
                counts[reader] = counts.get(reader, 0) + 1
                faults.extend(wrong_reader(reader, result))

        readers = [threading.Thread(target=read, args=(reader,)) for reader in ("verify", "check", "diff")]
        for reader in readers:
            reader.start()
        builds = 8 if shop.is_slice else 60
        for number in range(builds):
            write_exports_aside(work, shop.seed, number)
            built = shop.build(work, *night.arguments)
            if built.code:
                faults.append(f"build {number} exits {built.code}: {built.said.strip()[:300]}")
            if problem := whole(work / "out/directory"):
                faults.append(problem)
        is_over.set()
        for reader in readers:
            reader.join()
        return Outcome(f"generations: {kept}: {builds} builds beside readers", sorted(set(faults))[:5])
    return run


def write_exports_aside(work, seed: int, night: int) -> None:
    """New exports, each by rename, so that a reader of them sees the old one or the new one."""
    aside = work / "aside"
    aside.mkdir(exist_ok=True)
    write_exports(aside, seed, night)
    for path in (aside / "exports").iterdir():
        os.rename(path, work / "exports" / path.name)
    time.sleep(0.001)
