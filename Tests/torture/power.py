"""Loss of power at every call: of an undisturbed run, of the run after a killed or failed one.

What a run says with exit 0 must last, whatever came before it: also names and bytes that an earlier
run wrote and never synced.
"""

import errno
import json
import shutil

import disk
from judge import has_report, lasting, missing, not_fresh, state
from nights import Nights, tree
from workshop import Outcome, Tampering, Workshop

NIGHTS = ["second-2", "first-2", "unchanged-2", "back-1", "signed-2", "sqlite-2", "few-2"]
LOSSES = {"least": disk.Loss, "names": disk.NamesLast, "zeros": disk.ZerosLast}
DRAWS = 4


def points(shop: Workshop, nights: Nights, wanted):
    for name in ["second-2", "first-2"] if shop.is_slice else NIGHTS:
        if not wanted(name):
            continue
        night = nights.get(name)
        changes = nights.count(night, "changes")
        for at in range(1, changes + 3):
            yield f"{name}/cut@{at}", cut(shop, night, at)
        for at in range(1, changes + 3):
            yield f"{name}/after-kill@{at}", after(shop, night, Tampering("kill", at, "changes"))
        for at in range(1, nights.count(night, "fsync") + 2):
            failure = Tampering(f"error:{errno.EIO}", at, "fsync")
            yield f"{name}/after-failed-sync@{at}", after(shop, night, failure)


def losses(shop: Workshop, point: str):
    for name, loss in LOSSES.items():
        yield name, loss()
    for draw in range(1 if shop.is_slice else DRAWS):
        yield f"draw {draw}", disk.Shuffled(f"{shop.seed} {point} {draw}")


def trace_of(night, work, folder):
    """A folder's disk before its run, and the file its calls are written to."""
    trace = folder.with_name(folder.name + ".trace")
    trace.unlink(missing_ok=True)
    return disk.Disk(work), trace


def cut(shop, night, at: int):
    """The power goes at call `at`."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        before, trace = trace_of(night, work, folder)
        # Killed there, so that the trace holds what threads did in this very run.
        killed = shop.build(work, *night.arguments,
                            tampering=Tampering("kill", at, "changes", trace=trace))
        for call in disk.read_trace(trace):
            before.apply(call)
        trace.unlink()
        faults, ends = [], set()
        for name, loss in losses(shop, f"{night.name} {at}"):
            which, wrong = judge_loss(shop, night, before, folder, loss,
                                      has_ended=not killed.met)
            ends.add(which)
            faults += [f"{name}: {fault}" for fault in wrong]
        return Outcome("power lost: " + " or ".join(sorted(ends)), faults).at(killed.met)
    return run


def after(shop, night, tampering: Tampering):
    """A run is ended or fails, the next one says that all is well, and then the power goes."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        before, trace = trace_of(night, work, folder)
        tampering.trace = trace
        first = shop.build(work, *night.arguments, tampering=tampering)
        second = shop.build(work, *night.arguments,
                            tampering=Tampering(calls="changes", trace=trace))
        for call in disk.read_trace(trace):
            before.apply(call)
        trace.unlink()
        if second.code != night.code:
            return Outcome("the next run fails", [f"{first.met}: {second.said}"])
        faults = []
        for name, loss in losses(shop, f"{night.name} after {tampering.at}"):
            _, wrong = judge_loss(shop, night, before, folder, loss, has_ended=True)
            faults += [f"{name}: {fault}" for fault in wrong]
        return Outcome("power lost after the next run: new", faults).at(first.met)
    return run


def judge_loss(shop, night, before: disk.Disk, folder, loss, has_ended: bool):
    """Which generation the loss leaves, and what is wrong with it and with the next run."""
    left = folder.with_name(folder.name + "-left")
    shutil.rmtree(left, ignore_errors=True)
    before.write(left, loss)
    for name in ("exports", "scratch", "tmp"):
        (left / name).mkdir(exist_ok=True)
    out = left / "out"
    found = lasting(tree(out / "directory")) if out.exists() else {}
    which, faults = state(night, found)
    if not has_ended and not found.get("manifest.json") and not night.before:
        faults = []
    if has_ended and not night.code:
        if which != "new":
            faults.append("the run has said that it is published, and the old generation is there")
        else:
            generation = json.loads((out / "directory/manifest.json").read_bytes())["generation"]
            if not has_report(out, generation):
                faults.append("the report of the published generation is lost")
    next_run = shop.build(left, *night.arguments)
    if next_run.code != night.code:
        faults.append(f"the next run exits {next_run.code}: {next_run.said.strip()[:200]}")
    else:
        found = lasting(tree(out / "directory"))
        faults += missing(lasting(night.after), found)[:3]
        if not night.code:
            faults += not_fresh(out / "directory")
    return which, faults
