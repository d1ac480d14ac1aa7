"""SIGKILL at every call that changes or syncs something, and in the middle of every write."""

from judge import judge, judge_next, leftovers
from nights import Nights, tree
from workshop import Outcome, Tampering, Workshop

NIGHTS = [f"{kind}-{threads}" for kind in (
    "second", "first", "back", "unchanged", "signed", "sqlite", "few", "refused")
    for threads in (2, 1)] + ["spilling-2"]
SLICE = ["second-2", "first-1", "sqlite-2"]
CHECKS = ["second-2", "unchanged-2"]


def points(shop: Workshop, nights: Nights, wanted):
    """Yields (name, what to do in a folder) for every call."""
    for name in SLICE if shop.is_slice else NIGHTS:
        if not wanted(name):
            continue
        night = nights.get(name)
        for do, calls in (("kill", "changes"), ("tear", "write")):
            count = nights.count(night, calls)
            # Threads make a call more or less from run to run.
            steps = range(1, count + 3)
            if name.startswith("spilling"):
                steps = steps[::max(1, len(steps) // 60)]
            for at in steps:
                yield f"{name}/{do}@{at}", at_call(shop, night, Tampering(do, at, calls))
    for name in CHECKS[:1] if shop.is_slice else CHECKS:
        if wanted(f"check-{name}"):
            night = nights.get(name)
            for at in range(1, checks(shop, night, Tampering(calls="changes"))[1].counted + 3):
                yield f"check-{name}/kill@{at}", of_check(shop, night, Tampering("kill", at, "changes"))


def at_call(shop, night, tampering):
    def run(folder) -> Outcome:
        work = night.copy(folder)
        killed = shop.build(work, *night.arguments, tampering=tampering)
        outcome = judge(night, work, killed)
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        return outcome.at(killed.met)
    return run


def checks(shop, night, tampering=None, folder=None):
    """The folder, and how `build --check` of it ended."""
    work = night.copy(folder or shop.folder("check"))
    return work, shop.build(work, "--check", *night.arguments, tampering=tampering)


def of_check(shop, night, tampering):
    """`--check` is killed: it has touched nothing, and the next one clears away what it left."""
    def run(folder) -> Outcome:
        work, killed = checks(shop, night, tampering, folder)
        faults = [] if tree(work / "out/directory") == night.before else ["directory/ has changed"]
        again = shop.build(work, "--check", *night.arguments)
        expected = 0 if night.before == night.after else 1
        if again.code != expected:
            faults.append(f"the next --check exits {again.code}: {again.said.strip()[:200]}")
        faults += leftovers(work)
        return Outcome("--check: " + ("killed" if killed.is_killed else f"exit {killed.code}"),
                       faults).at(killed.met)
    return run
