"""Two hundred nights in a row, drawn from a seed: good ones, killed ones, refused ones, broken ones.

After every good night the directory is checked by another program, deltas included; its generation
is the one that a build from nothing gives; the sequence has gone up by one, or nothing has changed;
and no file lies there that no kept manifest names.
"""

import errno
import json
import random
import shutil

from judge import leftovers, lasting, not_fresh, whole
from nights import Nights, pipeline, tree, write_exports
from workshop import Outcome, Tampering, Workshop

NIGHTS = 200
SEASONS = 4
KEPT = 3


def points(shop: Workshop, nights: Nights, wanted):
    for season in range(1 if shop.is_slice else SEASONS):
        yield f"season-{season}", season_of(shop, season)


def season_of(shop: Workshop, season: int):
    def run(folder) -> Outcome:
        shutil.rmtree(folder)
        folder.mkdir()
        return Season(shop, folder, season).run(20 if shop.is_slice else NIGHTS)
    return run


class Season:
    def __init__(self, shop: Workshop, work, season: int):
        self.shop, self.work = shop, work
        self.dice = random.Random(f"{shop.seed} {season}")
        self.faults: list[str] = []
        self.counts = {"good": 0, "killed": 0, "failed": 0, "refused": 0}
        self.manifest = b""
        self.plain = work.with_name(work.name + "-plain")
        for name in ("scratch", "tmp"):
            (work / name).mkdir()
        (work / "case.yaml").write_text(self.pipeline("100%"))

    def pipeline(self, vanished: str) -> str:
        return pipeline(vanished=vanished, more=f"generations: {KEPT}\nformats: [tsv, json]\n")

    def run(self, nights: int) -> Outcome:
        for night in range(nights):
            # Some nights bring what an earlier one brought.
            version = self.dice.choice([night, night, night, max(0, night - self.dice.randrange(6))])
            write_exports(self.work, self.shop.seed, version)
            event = self.dice.choice(["good", "good", "kill", "error", "persist", "refuse", "signal"])
            self.disturb(event)
            self.check_published(f"night {night}, {event}")
            self.good(f"night {night} after {event}")
        done = ", ".join(f"{count} {name}" for name, count in self.counts.items())
        return Outcome(f"{nights} nights: {done}", self.faults[:5])

    def disturb(self, event: str) -> None:
        if event == "refuse":
            (self.work / "case.yaml").write_text(self.pipeline("0%"))
            self.shop.build(self.work)
            (self.work / "case.yaml").write_text(self.pipeline("100%"))
            self.counts["refused"] += 1
        elif event != "good":
            code = self.dice.choice([errno.EIO, errno.ENOSPC, errno.EMFILE, errno.EACCES])
            do = {"kill": "kill", "error": f"error:{code}", "persist": f"errors:{code}",
                  "signal": "signal:15"}[event]
            calls = "changes" if event == "kill" else "all"
            run = self.shop.build(self.work, "--threads", self.dice.choice("12"), tampering=Tampering(
                do, self.dice.randrange(1, 130 if event == "kill" else 420), calls))
            self.counts["killed" if event == "kill" else "failed"] += 1
            if run.is_hung or run.is_crash:
                self.faults.append(f"{event} at {run.met}: " + ("hangs" if run.is_hung else "crashes"))

    def check_published(self, when: str) -> None:
        directory = self.work / "out/directory"
        if (directory / "manifest.json").exists() or self.manifest:
            if problem := whole(directory):
                self.faults.append(f"{when}: {problem}")

    def good(self, when: str) -> None:
        """A good night, and everything that must be true after it."""
        former = json.loads(self.manifest or '{"sequence": 0, "generation": ""}')
        directory = self.work / "out/directory"
        if (directory / "manifest.json").exists():
            former = json.loads((directory / "manifest.json").read_bytes())
        run = self.shop.build(self.work, "--threads", self.dice.choice("12"))
        self.counts["good"] += 1
        if run.code:
            self.faults.append(f"{when}: exit {run.code}: {run.said.strip()[:200]}")
            return
        self.manifest = (directory / "manifest.json").read_bytes()
        now = json.loads(self.manifest)
        if problem := whole(directory):
            self.faults.append(f"{when}: {problem}")
        self.faults += [f"{when}: {problem}" for problem in not_fresh(directory)]
        step = now["sequence"] - former["sequence"]
        if step != (now["generation"] != former["generation"]):
            self.faults.append(f"{when}: the sequence goes up by {step}")
        if now["generation"] != self.generation_from_nothing():
            self.faults.append(f"{when}: another generation than a build from nothing gives")
        # An unchanged night sweeps nothing; what the disturbed run left is for the next one.
        strays = self.strays(directory, may_stay=step == 0)
        self.faults += [f"{when}: {fault}" for fault in strays + leftovers(self.work)]

    def generation_from_nothing(self) -> str:
        shutil.rmtree(self.plain, ignore_errors=True)
        self.plain.mkdir()
        for name in ("scratch", "tmp"):
            (self.plain / name).mkdir()
        shutil.copytree(self.work / "exports", self.plain / "exports")
        shutil.copy(self.work / "case.yaml", self.plain)
        self.shop.build(self.plain)
        return json.loads((self.plain / "out/directory/manifest.json").read_bytes())["generation"]

    def strays(self, directory, may_stay: bool) -> list[str]:
        """Files that no kept manifest names, and files that one names and are not there."""
        named, generations = {"manifest.json"}, list((directory / "generations").glob("*.json"))
        manifests = [json.loads(path.read_bytes()) for path in [directory / "manifest.json", *generations]]
        named |= {f"generations/{path.name}" for path in generations}
        for index, manifest in enumerate(manifests):
            for slot in manifest["slots"]:
                for described in slot["lists"].values():
                    named |= {chunk["path"] for chunk in described["chunks"]}
                    named |= {chunk["packed"]["path"] for chunk in described["chunks"]
                              if "packed" in chunk}
                named |= {rendering["path"] for rendering in slot.get("renderings", [])}
            named |= {delta["path"] for delta in manifest["deltas"]}
            named |= {delta["packed"]["path"] for delta in manifest["deltas"] if "packed" in delta}
            if index == 0:
                needed = set(named)
            else:
                needed |= {path for path in named if path.startswith("chunks/")}
        found = lasting(tree(directory)).keys()
        faults = [f"{name} is missing" for name in sorted(needed - found)[:3]]
        if len(generations) > KEPT and not may_stay:
            faults.append(f"{len(generations)} former generations are kept, not {KEPT}")
        if may_stay:
            return faults
        return faults + [f"{name} is named by nobody" for name in sorted(found - named)[:3]]
