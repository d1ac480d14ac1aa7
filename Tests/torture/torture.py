#!/usr/bin/env python3
"""Nights that go wrong in every way there is: the real binary under torture (docs/reliability.md).

  make torture                       everything (hours); --slice is the part that `make test` runs
  make torture ONLY=errors           one kind; ONLY=kills/second-2/kill@17 one point; * matches
  make torture SEED=7 SCRATCH=/mnt   other draws, another folder
  make torture SAMPLE=500            of each kind so many points at a call, drawn from the seed

What counts is what lies on the disk in the end: the old generation whole or the new one whole, an
exit code and words that agree with it, a report that agrees with it, an end within a minute, and a
next run that makes everything good and leaves nothing. Exit 1 with one line for each breach.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import importlib
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from nights import Nights  # noqa: E402
from workshop import ROOT, Outcome, Workshop  # noqa: E402

# A kind of torture is a module with `points(shop, nights, wanted)`; here each is named once, with
# how many of its points the slice draws (None: it is no part of the slice) and the bytes it needs.
KINDS = {
    "kills": (40, 1 << 30),
    "errors": (80, 1 << 30),
    "readers": (16, 1 << 30),
    "power": (16, 1 << 30),
    "exports": (16, 2 << 30),
    "signals": (24, 1 << 30),
    "seasons": (1, 1 << 30),
    "together": (24, 1 << 30),
    "limits": (16, 3 << 30),
    "loads": (None, 12 << 30),
}
FAULTS_SHOWN = 40


def wanted_by(only: str, kind: str):
    """Whether a point's name, or the beginning of one, can be what ONLY asks for."""
    pattern = only.removeprefix(kind).removeprefix("/") if only.split("/")[0] == kind else only

    def wanted(name: str) -> bool:
        if not only or not pattern:
            return True
        return (fnmatch.fnmatch(name, pattern) or name.startswith(pattern.rstrip("*"))
                or pattern.startswith(name + "/"))
    return wanted


def drawn(points: list, most: int, seed: int) -> list:
    """Of the points at a call (`…@17`) as many as are wanted; every other one."""
    at_calls = [point for point in points if "@" in point[0]]
    others = [point for point in points if "@" not in point[0]]
    return others + random.Random(seed).sample(at_calls, min(most, len(at_calls)))


class Places:
    """A folder for each worker, used again for every point."""

    def __init__(self, shop: Workshop):
        self.shop = shop
        self.mine = threading.local()

    def get(self) -> Path:
        if not hasattr(self.mine, "folder"):
            self.mine.folder = self.shop.folder("point")
        return self.mine.folder


def torture(kind: str, shop: Workshop, nights: Nights, only: str, workers: int) -> int:
    """Runs the points of a kind and prints what they came to; how many were wrong."""
    start = time.monotonic()
    wanted = wanted_by(only, kind)
    points = [point for point in importlib.import_module(kind).points(shop, nights, wanted)
              if wanted(point[0])]
    sample = os.environ.get("SAMPLE")
    if sample or shop.is_slice and not only:
        points = drawn(points, int(sample or KINDS[kind][0] or 0), shop.seed)
    if only and not points:
        print(f"{kind}: no point is called {only}")
        return 1
    counts, wrong = collections.Counter(), 0
    places = Places(shop)

    def run(point) -> tuple[str, Outcome]:
        return point[0], point[1](places.get())

    with concurrent.futures.ThreadPoolExecutor(max_workers=workers) as pool:
        for name, outcome in pool.map(run, points):
            counts[outcome.words] += 1
            if outcome.faults:
                wrong += 1
                if wrong <= FAULTS_SHOWN:
                    show(kind, name, outcome.faults, shop.seed)
    print(f"{kind}: {len(points)} points, {wrong} wrong, {time.monotonic() - start:.0f} s")
    for words, count in counts.most_common():
        print(f"  {count:6} {words}")
    sys.stdout.flush()
    return wrong


def show(kind: str, name: str, faults: list[str], seed: int) -> None:
    for fault in faults:
        print(f"  WRONG {kind}/{name}: {fault}")
    print(f"        make torture ONLY='{kind}/{name}' SEED={seed}", flush=True)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--slice", action="store_true", help="the part that `make test` runs")
    arguments.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    options = arguments.parse_args()
    binary = Path(os.environ.get("CALLBOOK", ROOT / ".build" / "release" / "callbook")).resolve()
    if not binary.exists():
        sys.exit(f"torture: there is no {binary}; run make build")
    only = os.environ.get("ONLY", "")
    seed = int(os.environ.get("SEED") or 20261121)
    place = Path(os.environ.get("SCRATCH") or tempfile.gettempdir())
    kinds = [kind for kind in KINDS if not only or only.split("/")[0] == kind
             or fnmatch.fnmatch(kind, only.split("/")[0])]
    if not kinds:
        sys.exit(f"torture: ONLY={only} names none of {', '.join(KINDS)}")
    if options.slice and not only:
        kinds = [kind for kind in kinds if KINDS[kind][0] is not None]
    free = shutil.disk_usage(place).free
    needed = max(KINDS[kind][1] for kind in kinds) if not options.slice else 200 << 20
    if free < needed:
        sys.exit(f"torture: {place}: too little room (found {free >> 20} MiB free, expected "
                 f"{needed >> 20}). Name a larger folder with SCRATCH=, or fewer kinds with ONLY=.")
    scratch = Path(tempfile.mkdtemp(prefix="callbook-torture-", dir=place)).resolve()
    start = time.monotonic()
    try:
        shop = Workshop(binary, scratch, seed, options.slice)
        nights = Nights(shop)
        wrong = sum(torture(kind, shop, nights, only, options.workers) for kind in kinds)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(f"torture: seed {seed}, {time.monotonic() - start:.0f} s, "
          + (f"{wrong} points are wrong" if wrong else "everything held"))
    return 1 if wrong else 0


if __name__ == "__main__":
    # Whoever started this may have ignored them, and what a process ignores its children ignore too.
    for name in ("SIGHUP", "SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    sys.exit(main())
