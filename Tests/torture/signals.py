"""SIGTERM, SIGINT and SIGHUP at every call, and while a run waits for something that never comes."""

import os
import signal
import time

from judge import judge, judge_next, leftovers
from nights import Nights
from workshop import Outcome, Tampering, Workshop

NIGHTS = ["second-2", "first-1", "sqlite-2", "unchanged-2", "spilling-2"]
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
# How long a run may tidy up once it is told to end.
PATIENCE = 5.0
WAITS = ["pipe", "compressed-pipe", "xml-pipe", "half-written-pipe", "standard-input"]


def points(shop: Workshop, nights: Nights, wanted):
    for name in ["second-2"] if shop.is_slice else NIGHTS:
        if not wanted(name):
            continue
        night = nights.get(name)
        count = nights.count(night, "all")
        step = max(1, count // 60) if name.startswith("spilling") else 1
        for number in SIGNALS:
            for at in range(1, count + 1, step):
                yield f"{name}/{number.name}@{at}", at_call(
                    shop, night, number, Tampering(f"signal:{int(number)}", at, "all"))
    for wait in WAITS:
        for number in SIGNALS[:1] if shop.is_slice else SIGNALS:
            yield f"waiting/{wait}/{number.name}", waiting(shop, nights, wait, number)


def at_call(shop, night, number, tampering):
    def run(folder) -> Outcome:
        work = night.copy(folder)
        ended = shop.build(work, *night.arguments, tampering=tampering)
        outcome = judge(night, work, ended)
        if ended.code not in (0, -number, night.code):
            outcome.faults.append(f"exit {ended.code} after {number.name}: {ended.said.strip()[:200]}")
        if ended.code == -number:
            outcome.faults += leftovers(work)
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        return outcome.at(ended.met)
    return run


def waiting(shop, nights, wait: str, number):
    """A run whose source never says a word is told to end."""
    def run(folder) -> Outcome:
        night = nights.get("second-2")
        work = night.copy(folder)
        make_wait(work, wait)
        holder = None
        stdin, other_end = os.pipe()
        process = shop.start(work, "build", "case.yaml", "--output", "out", "--scratch", "scratch",
                             "--quiet", stdin=stdin)
        if wait == "half-written-pipe":
            # Opened for both, so that it waits for nobody.
            holder = os.open(work / "exports/center-north.csv", os.O_RDWR)
            os.write(holder, b"number,extension,label,action\n02-2345-6789,")
        time.sleep(0.5)
        start = time.monotonic()
        os.kill(process.pid, number)
        ended = shop.end(process, start, PATIENCE)
        for end in (stdin, other_end, *([holder] if holder else ())):
            os.close(end)
        faults = []
        if ended.is_hung:
            faults.append(f"alive {PATIENCE:.0f} s after {number.name}")
        elif ended.code not in (-number, 2):
            # Exit 2: a pipe is no export, and is refused before anybody waits for it.
            faults.append(f"ends with {ended.code}, not by {number.name}: {ended.said.strip()}")
        if not ended.is_hung:
            faults += leftovers(work)
        return Outcome(f"{wait}: " + ("hangs" if ended.is_hung else f"ends with {ended.code}"), faults)
    return run


def make_wait(work, wait: str) -> None:
    """Makes the first export one that never comes."""
    export = work / "exports/center-north.csv"
    text = (work / "case.yaml").read_text()
    if wait == "standard-input":
        text = text.replace("path: exports/center-*.csv", 'path: "-"')
    elif wait == "xml-pipe":
        (work / "exports/lines.xml").unlink()
        os.mkfifo(work / "exports/lines.xml")
    else:
        export.unlink()
        if wait == "compressed-pipe":
            export = work / "exports/center-x.csv.gz"
            text = text.replace("center-*.csv", "center-x.csv.gz")
        os.mkfifo(export)
    (work / "case.yaml").write_text(text)
