"""Judges what a run left, by what lies on the disk: never by asking the tool."""

import json
import sys
import zlib
from pathlib import Path

from nights import Night, tree
from workshop import Outcome, Run

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "independent"))
import check_directory  # noqa: E402

# A run that published and then met a fault: its own exit code, so that nobody builds again.
PUBLISHED = (0, 3)
# Written anew in every run.
ALWAYS_NEW = ("timestamp.json", "signatures/timestamp-")


def whole(directory: Path) -> str | None:
    """Why the published directory is not whole, by another program; None when it is."""
    try:
        check_directory.check(directory, None, False)
        return None
    except (check_directory.Unsound, KeyError, IndexError, ValueError, OSError, zlib.error) as problem:
        return str(problem)


def not_fresh(directory: Path) -> list[str]:
    """What is wrong with the timestamp after a good run."""
    try:
        check_directory.check_timestamp(directory)
        return []
    except (check_directory.Unsound, KeyError, ValueError, OSError) as problem:
        return [str(problem)]


def lasting(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: digest for name, digest in found.items()
            if not name.startswith(ALWAYS_NEW)}


def missing(wanted: dict[str, bytes], found: dict[str, bytes]) -> list[str]:
    """What of a generation is not there, or not as it was."""
    return [f"{name} is {'damaged' if name in found else 'missing'}"
            for name, digest in wanted.items() if found.get(name) != digest]


def state(night: Night, found: dict[str, bytes]) -> tuple[str, list[str]]:
    """Which generation is published, `old` or `new`, and what is wrong with it."""
    manifest = found.get("manifest.json")
    is_old = manifest == night.before.get("manifest.json")
    is_new = manifest == night.after.get("manifest.json")
    if is_new and (not is_old or not missing(lasting(night.after), found)):
        return "new", missing(lasting(night.after), found)
    if is_old:
        return "old", missing(lasting(night.before), found) if manifest else []
    if manifest is None:
        return "old", ["there is no manifest any more"]
    return "other", ["a manifest that is neither the old nor the new one"]


def newest_report(out: Path) -> dict | None:
    """The summary that `report/latest` leads to."""
    try:
        return json.loads((out / "report/latest/summary.json").read_bytes())
    except (OSError, ValueError):
        return None


def has_report(out: Path, generation: str) -> bool:
    """Whether some run's report is that of a generation."""
    for path in out.glob("report/*/summary.json"):
        try:
            if json.loads(path.read_bytes()).get("generation") == generation:
                return True
        except ValueError:
            pass
    return False


def judge(night: Night, work: Path, run: Run, may_leave: bool = True) -> Outcome:
    """What a run that was tampered with came to.

    `may_leave`: whether a good end may leave former files (sweeping was made to fail).
    """
    out = work / "out"
    found = lasting(tree(out / "directory"))
    which, faults = state(night, found)
    is_same = night.before.get("manifest.json") == night.after.get("manifest.json")
    if run.is_hung:
        faults.append("hangs")
    if run.is_crash:
        faults.append(f"crashes with signal {-run.code}")
    if run.code in PUBLISHED and which != "new":
        faults.append(f"exit {run.code}, and the new generation is not published")
    if run.code > 0 and run.code not in PUBLISHED and which == "new" and not is_same:
        faults.append(f"exit {run.code}, and the new generation is published")
    if run.code > 0 and not run.said.strip():
        faults.append(f"exit {run.code} without a word")
    if "othing was published" in run.said and which == "new" and not is_same:
        faults.append('says "Nothing was published", and the new generation is')
    if run.code == 0 and not may_leave and found != lasting(night.after):
        faults.append("files beside the new generation: "
                      + ", ".join(sorted(found.keys() ^ lasting(night.after).keys())[:4]))
    if run.code == 0:
        faults += not_fresh(out / "directory")
    faults += judge_report(night, out, run, which, is_same)
    end = "killed" if run.is_killed else "hung" if run.is_hung else (
        f"signal {-run.code}" if run.code < 0 else f"exit {run.code}")
    said = "unchanged" if is_same else {"old": "the old generation", "new": "the new generation"}.get(which, which)
    return Outcome(f"{end}, {said}" + ("" if run.met else " (ended before that call)"),
                   [f"{fault}; said: {run.said.strip()[:300]}" if run.code > 0 else fault
                    for fault in faults])


def judge_report(night: Night, out: Path, run: Run, which: str, is_same: bool) -> list[str]:
    """The report of a run agrees with what is published."""
    if which != "new" or night.code:
        return []
    generation = json.loads((out / "directory/manifest.json").read_bytes())["generation"]
    if not is_same and not has_report(out, generation):
        return ["the new generation is published, and no report tells of it"]
    if run.code != 0:
        return []
    summary = newest_report(out)
    if summary is None:
        return ["report/latest is not the report of a run that exits 0"]
    if summary.get("outcome") not in ("published", "unchanged"):
        return [f"exit 0, and report/latest says {summary.get('outcome')}"]
    if summary.get("generation") != generation:
        return ["report/latest tells of another generation"]
    return []


def judge_next(night: Night, work: Path, run: Run) -> list[str]:
    """The good run after a bad one gives what it always gives, and leaves nothing aside."""
    faults = []
    if run.code != night.code:
        end = "hangs" if run.is_hung else f"exits {run.code}: {run.said.strip()[:300]}"
        return [f"the next run {end}"]
    found = lasting(tree(work / "out/directory"))
    if run.code == 0:
        faults += not_fresh(work / "out/directory")
    # What a disturbed sweep left stays until the next night that changes something.
    strays = found.keys() - lasting(night.after).keys() - night.before.keys()
    if wrong := missing(lasting(night.after), found)[:3] + [f"{name} is left" for name in sorted(strays)[:3]]:
        faults.append("after the next run: " + ", ".join(wrong))
    return faults + leftovers(work)


def leftovers(work: Path) -> list[str]:
    """Names beside the directory and the reports that nobody will remove."""
    # A run that ended before it made its output has left nothing there.
    out = work / "out"
    names = [path for path in (out.iterdir() if out.exists() else ())
             if path.name not in ("directory", "report", ".lock", ".bookmark")]
    names += [path for path in (work / "out").glob("report/.*")]
    names += [path for path in (work / "out").glob("directory/**/.*")]
    names += [*(work / "scratch").iterdir(), *(work / "tmp").iterdir()]
    names = [path for path in names if not (path.is_dir() and not any(path.iterdir()))]
    return [f"left for ever: {path.relative_to(work)}" for path in sorted(names)]
