#!/usr/bin/env python3
"""App and extension of samples/ios end to end on a simulated phone.

The real binary publishes a signed directory, a server on the loopback serves it, the app's process
updates, the system runs the extension's process, and what then stands on the phone is compared with
the published files, read here. `check_phone.py` must have built both. Exit 1 with what was expected.
"""

import datetime
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
PROGRAMS = ROOT / ".build/phone/world/.build/debug"
CALLBOOK = Path(os.environ.get("CALLBOOK", ROOT / ".build/release/callbook"))
SLOTS = ["tw.example.app.directory1", "tw.example.app.directory2"]
CURRENT = ["Up to date."]


def expect(found, expected, what: str) -> None:
    if found != expected:
        raise AssertionError(f"{what}: expected {expected!r}, found {found!r}")


class Publisher:
    """A published directory with its key and the server that serves it."""

    def __init__(self, folder: Path, name: str = "taiwan"):
        self.folder = folder
        self.name = name
        folder.mkdir()
        self.key = folder / "key.pem"
        self.root = None
        self.public_key = self.callbook("keygen", str(self.key))
        self.output = folder / "output"
        self.directory = self.output / "directory"
        self.server = None

    def callbook(self, *words: str) -> str:
        done = subprocess.run(
            [str(CALLBOOK), *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"callbook {words[0]} failed: {done.stderr}")
        return done.stdout

    def publish(self, shops: dict[str, str], blocked=(), slots=SLOTS) -> None:
        """A night: the directory has these numbers, and no others."""
        rows = ["number,label,action"]
        rows += [f"{number},{label}," for number, label in shops.items()]
        rows += [f"{number},,block" for number in blocked]
        (self.folder / "shops.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        pipeline = {
            "version": 1, "name": self.name, "region": "TW",
            "sources": [{
                "name": "shops", "path": "shops.csv", "format": "csv",
                "columns": {"number": "number", "label": "label", "action": "action"}}],
            "actions": {"block": ["block"]},
            "normalize": {"validate": "length"},
            "slots": {"identifiers": list(slots), "cap": 1_000_000},
            "gate": {"vanished": "100%", "relabelled": "100%"},
            "freshness": {"expires": "7d", "next": "1m"},
            "sign": {"key": "key.pem"}}
        (self.folder / "pipeline.yaml").write_text(json.dumps(pipeline), encoding="utf-8")
        if self.root is None:
            self.callbook("build", "pipeline.yaml", "--output", str(self.output), "--quiet")
            return self.freshen()
        # By a root, whoever signs the manifest signs the timestamp too: the run was a minute ago.
        past = datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=2)
        self.callbook(
            "build", "pipeline.yaml", "--output", str(self.output), "--quiet",
            "--now", past.strftime("%Y-%m-%dT%H:%M:%SZ"))

    def freshen(self, days: int = 7) -> None:
        """Vouches for the manifest from now on, where the tool has not."""
        manifest = (self.directory / "manifest.json").read_bytes()
        now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
        issued = now - datetime.timedelta(days=max(0, 1 - days), seconds=1)

        def moment(time):
            return time.strftime("%Y-%m-%dT%H:%M:%SZ")
        timestamp = json.dumps({
            "format": 1, "type": "timestamp", "sequence": json.loads(manifest)["sequence"],
            "manifest_sha256": hashlib.sha256(manifest).hexdigest(),
            "issued": moment(issued), "next": moment(issued + datetime.timedelta(seconds=1)),
            "expires": moment(now + datetime.timedelta(days=days))},
            indent=2, sort_keys=True).encode() + b"\n"
        (self.directory / "timestamp.json").write_bytes(timestamp)
        name = f"signatures/timestamp-{hashlib.sha256(timestamp).hexdigest()}.sig"
        message = self.folder / "message"
        message.write_bytes(timestamp)
        (self.directory / "signatures").mkdir(exist_ok=True)
        subprocess.run(
            ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", str(self.key),
             "-in", str(message), "-out", str(self.directory / name)], check=True)

    def begin_with_a_root(self) -> None:
        """Two offline keys, both of which must sign roots, and the key of every night."""
        for name in ("a", "b"):
            (self.folder / f"{name}-public.pem").write_text(self.callbook("keygen", f"{name}.pem"))
        (self.folder / "key-public.pem").write_text(self.public_key)
        self.callbook(
            "root", "init", "roots", "--root-key", "a-public.pem", "--root-key", "b-public.pem",
            "--root-threshold", "2", "--key", "key-public.pem")
        self.root = (self.folder / "roots/1.json").read_text()
        self.publish_roots()

    def rotate(self) -> None:
        """The key of every night is another one from now on."""
        (self.folder / "next-public.pem").write_text(self.callbook("keygen", "next.pem"))
        self.callbook(
            "root", "next", "roots", "--remove-key", "key-public.pem", "--add-key", "next-public.pem")
        self.publish_roots()
        (self.folder / "next.pem").replace(self.key)

    def publish_roots(self) -> None:
        for name in ("a", "b"):
            self.callbook("root", "sign", "roots", "--key", f"{name}.pem")
        shutil.copytree(self.folder / "roots", self.directory / "roots", dirs_exist_ok=True)

    def rows(self) -> dict[str, list[str]]:
        """What each slot is to hold, from manifest and chunks alone."""
        manifest = json.loads((self.directory / "manifest.json").read_bytes())
        rows = {slot: [] for slot in SLOTS}
        for slot in manifest["slots"]:
            for kind, name in (("i", "identification"), ("b", "blocking")):
                for chunk in slot["lists"][name]["chunks"]:
                    lines = (self.directory / chunk["path"]).read_text(encoding="utf-8")
                    rows[slot["identifier"]] += [f"{kind}\t{line}" for line in lines.splitlines()]
        return rows

    def serve(self) -> str:
        self.server = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/DirectoryInstallingTests/server.py"),
             str(self.directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        return f"http://127.0.0.1:{self.server.stdout.readline().strip()}/"

    def trouble(self, lines: str) -> None:
        (self.directory / ".trouble").write_text(lines)

    def requests(self) -> int:
        log = self.directory / ".log"
        return len(log.read_text().splitlines()) if log.exists() else 0

    def stop(self) -> None:
        if self.server:
            self.server.stdin.close()
            self.server.wait()


class Phone:
    """A simulated phone with the app on it: bundles as iOS lays them out."""

    def __init__(self, folder: Path, address: str, public_key: str):
        self.folder = folder
        self.environment = os.environ | {
            "PHONE": str(folder), "ADDRESS": address, "PUBLIC_KEY": public_key}
        for name in ("container", "system"):
            (folder / name).mkdir(parents=True)
        self.system = folder / "system"
        (self.system / "log").touch()
        self.app = folder / "ExampleApp.app"
        self.bundle(self.app, "ExampleApp", "App/Info.plist", "tw.example.app", "ExampleApp")
        for slot in SLOTS:
            self.bundle(
                self.app / f"PlugIns/{slot}.appex", "DirectoryExtension",
                "DirectoryExtension/Info.plist", slot, "ExampleExtension")

    @staticmethod
    def bundle(place: Path, name: str, plist: str, identifier: str, program: str) -> None:
        place.mkdir(parents=True)
        os.link(PROGRAMS / program, place / name)
        text = (ROOT / "samples/ios" / plist).read_text(encoding="utf-8")
        text = text.replace(
            "<dict>", f"<dict><key>CFBundleIdentifier</key><string>{identifier}</string>", 1)
        (place / "Info.plist").write_text(text, encoding="utf-8")

    def do(self, *words: str, key: str | None = None) -> list[str]:
        """Runs the app once; what it came to, and what it shows of each slot."""
        environment = self.environment | ({"PUBLIC_KEY": key} if key else {})
        done = subprocess.run(
            [str(self.app / "ExampleApp"), *words], env=environment, capture_output=True,
            text=True, timeout=120)
        if done.returncode != 0:
            raise AssertionError(f"the app ended with {done.returncode}: {done.stderr}")
        return done.stdout.splitlines()

    def turn(self, slot: str, on: bool) -> None:
        """The user turns an extension on or off; what was off has no rows."""
        place = self.system / f"{slot}.off"
        if on:
            place.unlink()
            self.do("enable", slot)
        else:
            place.touch()
            (self.system / f"{slot}.rows").unlink(missing_ok=True)

    def trouble(self, words: str, slot: str = SLOTS[0]) -> None:
        (self.system / f"{slot}.trouble").write_text(words)

    def rows(self) -> dict[str, list[str]]:
        rows = {}
        for slot in SLOTS:
            place = self.system / f"{slot}.rows"
            is_whole = place.exists() and not (self.system / f"{slot}.loading").exists()
            rows[slot] = place.read_text(encoding="utf-8").splitlines() if is_whole else []
        return rows

    def log(self) -> list[str]:
        return (self.system / "log").read_text().splitlines()

    def shown(self, said: list[str]) -> list[str]:
        """What the rows of the screen say, without identifiers and counts."""
        return [" | ".join(part for part in line.split(" | ")[1:] if not part.endswith(" numbers"))
                for line in said[-len(SLOTS):]]


def shops(count: int, first: int = 0) -> dict[str, str]:
    return {f"02{27_000_000 + 7_919 * n:08}": f"Shop {n}" for n in range(first, first + count)}


BLOCKED = ["0277001122", "0277003344"]


class Story:
    """One phone and one publisher, from the first night on."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.publisher = Publisher(folder / "publisher")
        self.phone = None

    def begin(self, *night, **words) -> "Story":
        self.publisher.publish(*night, **words)
        address = self.publisher.serve()
        self.phone = Phone(self.folder / "phone", address, self.publisher.public_key)
        if self.publisher.root:
            self.phone.environment["ROOT"] = self.publisher.root
        return self

    def converged(self, what: str) -> None:
        expect(self.phone.rows(), self.publisher.rows(), f"{what}: the rows on the phone")


def loads(story: Story) -> None:
    """Rows arrive, a night later the changes, and between them nothing happens."""
    story.begin(shops(40), BLOCKED)
    said = story.phone.do("open")
    expect(said[0], "newData", "the first update")
    story.converged("the first update")
    expect(story.phone.shown(said), CURRENT * 2, "the screen")
    runs = len(story.phone.log())
    expect(story.phone.do("update")[0], "noData", "an update without news")
    expect(len(story.phone.log()), runs, "loads without news")
    story.publisher.publish(shops(39, 1) | {"0227000000": "Another name"}, BLOCKED)
    expect(story.phone.do("update")[0], "newData", "the second night")
    story.converged("the second night")
    calls = [int(line.split()[2]) for line in story.phone.log()[runs:]]
    assert calls and max(calls) <= 3, f"a night of two changes took {calls} calls"


def a_staged_first_load_goes_on(story: Story) -> None:
    story.begin(shops(70_000), slots=SLOTS[:1])
    (story.phone.app / f"PlugIns/{SLOTS[1]}.appex/DirectoryExtension").unlink()
    expect(story.phone.do("open")[0], "newData", "the first update")
    story.converged("a staged first load")
    calls = [line.split()[2] for line in story.phone.log()]
    expect(calls[0], "50000", "calls of the first load")


def two_updates_at_once(story: Story) -> None:
    """The task and the opened app at the same time: one of them finds nothing left to do."""
    story.begin(shops(40), BLOCKED)
    said = story.phone.do("twice")
    expect(sorted(said[:2]), ["newData", "noData"], "two updates at once")
    expect(len(story.phone.log()), len(SLOTS), "loads of two updates at once")
    story.converged("two updates at once")


def off_and_on(story: Story) -> None:
    """An extension that is off says so, and loads as soon as it is on."""
    story.begin(shops(40))
    story.phone.turn(SLOTS[1], on=False)
    said = story.phone.do("open")
    expect(said[0], "newData", "an update with one extension off")
    expect(story.phone.shown(said), [
        "Up to date.",
        "Turned off: the phone knows none of its numbers. | [Turn on in Settings]"], "the screen")
    story.phone.turn(SLOTS[1], on=True)
    story.converged("turning it on")
    for trouble in ("", "kill 3", "kill-after-storing"):
        story.phone.turn(SLOTS[0], on=False)
        story.phone.do("open")
        story.phone.trouble(trouble)
        story.phone.turn(SLOTS[0], on=True)
        story.phone.do("open")
        story.converged(f"turning the other one off and on, {trouble}")


TROUBLES = [
    "kill 1", "kill 2", "kill 5", "kill-before-completion", "kill-after-storing", "expire", "fail 11",
    "fail 2", "late",
]


def trouble_is_made_good(story: Story) -> None:
    """Whatever happens to a load, first, full or a delta: the next updates bring the rows."""
    story.begin(shops(40), BLOCKED)
    for round, trouble in enumerate(TROUBLES):
        story.phone.trouble(trouble)
        story.publisher.publish(shops(40, round), BLOCKED)
        first = story.phone.do("open")
        if trouble == "late":
            expect(first[0], "newData", "a late completion")
        story.phone.do("update")
        story.converged(trouble)
        expect(story.phone.shown(story.phone.do("show")), CURRENT * 2, f"the screen after {trouble}")


def the_app_is_killed(story: Story) -> None:
    """Between any two steps of an update: the next one brings the rows."""
    story.begin(shops(40), BLOCKED)
    for round in range(8):
        story.publisher.publish(shops(40, round), BLOCKED)
        update = subprocess.Popen(
            [str(story.phone.app / "ExampleApp"), "update"], env=story.phone.environment,
            stdout=subprocess.DEVNULL)
        time.sleep(0.04 * round)
        update.kill()
        update.wait()
        story.phone.do("open")
        story.converged(f"the app killed after {40 * round} ms")


def failures_are_shown(story: Story) -> None:
    story.begin(shops(40))
    story.phone.do("open")
    # Three tries within one update, and all of them fail alike.
    story.publisher.publish(shops(41))
    story.phone.trouble("fail 11")
    shown = story.phone.shown(story.phone.do("open"))
    expect(shown[0], "Not loaded. The system's own database of entries is damaged. | "
           "Please tell us: code 11.", "the screen after code 11")
    expect(story.phone.do("repair")[0], "newData", "the repair")
    story.converged("the repair")


def lost_rows_are_repaired(story: Story) -> None:
    """Rows lost without a word, and a damaged file: nobody notices, and `repair` makes it good."""
    story.begin(shops(40), BLOCKED)
    story.phone.do("open")
    (story.phone.system / f"{SLOTS[0]}.rows").write_text("")
    chunk = sorted((story.phone.folder / "container/directory/chunks").iterdir())[0]
    content = bytearray(chunk.read_bytes())
    content[0] ^= 1
    chunk.write_bytes(content)
    story.phone.do("open")
    expect(story.phone.do("repair")[0], "newData", "the repair")
    story.converged("the repair")


def a_dropped_slot_is_emptied(story: Story) -> None:
    story.begin(shops(40), BLOCKED)
    story.phone.do("open")
    story.publisher.publish(shops(40), BLOCKED, slots=SLOTS[:1])
    expect(story.phone.do("open")[0], "newData", "the night without the slot")
    story.converged("the night without the slot")
    expect(story.phone.rows()[SLOTS[1]], [], "rows of the dropped slot")


def hostile_servers(story: Story) -> None:
    """What is not the publisher's is refused with a reason, and what was loaded stays."""
    story.begin(shops(40), BLOCKED)
    stranger = Publisher(story.folder / "stranger")
    said = story.phone.do("open", key=stranger.public_key)
    assert said[0].startswith("failed: ") and "signature" in said[0], said[0]
    expect(story.phone.rows(), {slot: [] for slot in SLOTS}, "rows by a stranger's key")
    expect(story.phone.shown(said), ["Waiting for the next update."] * 2, "the screen")
    story.phone.do("open")
    story.converged("the right key")
    before = story.phone.rows()
    for trouble, reason in [
        ("status manifest.json 404", "404"), ("wrong signatures/", "signature"),
        ("wrong chunks/\nwrong packed/\nwrong deltas/", "SHA-256"),
        ("status timestamp.json 404", "timestamp.json"),
    ]:
        story.publisher.publish(shops(40, 9), BLOCKED)
        story.publisher.trouble(trouble)
        said = story.phone.do("update")
        assert said[0].startswith("failed: ") and reason in said[0], f"{trouble}: {said[0]}"
        expect(story.phone.rows(), before, f"rows after {trouble}")
        story.publisher.trouble("")
    story.publisher.publish(shops(40, 9), BLOCKED)
    # What the phone has, and a delta, make the new chunks: a file that is wrong is not needed.
    story.publisher.trouble("wrong chunks/\nwrong packed/")
    expect(story.phone.do("update")[0], "newData", "chunks and twins that are wrong")
    story.converged("chunks and twins that are wrong")
    before = story.phone.rows()
    story.publisher.trouble("")
    story.publisher.freshen(days=-1)
    said = story.phone.do("update")
    assert said[0].startswith("failed: ") and "ended at" in said[0], said[0]
    expect(story.phone.rows(), before, "rows after an expired timestamp")


def pushes(story: Story) -> None:
    """A push makes the app ask only for what it does not have."""
    story.begin(shops(40))
    expect(story.phone.do("push", "1")[0], "newData", "the push of the first night")
    story.converged("the push")
    asked = story.publisher.requests()
    expect(story.phone.do("push", "1")[0], "noData", "a push of what is known")
    expect(story.publisher.requests(), asked, "requests for what is known")
    story.publisher.publish(shops(41))
    expect(story.phone.do("push", "2")[0], "newData", "the push of the second night")
    story.converged("the second push")


def background_tasks(story: Story) -> None:
    """The daily task updates; one whose time is over ends at once, and the next goes on."""
    story.begin(shops(40))
    story.publisher.trouble("slow chunks/ 1\nslow packed/ 1")
    said = story.phone.do("task", "1.5")
    expect(said[:3], ["task did not succeed", "ended in time", "the next task is asked for"],
           "a task whose time is over")
    expect(story.phone.rows(), {slot: [] for slot in SLOTS}, "rows after it")
    story.publisher.trouble("")
    expect(story.phone.do("task")[:2], ["task succeeded", "the next task is asked for"], "the task")
    story.converged("the task")


def keys_change(story: Story) -> None:
    """An app that ships a root follows another key, and a slot that is new in between has rows."""
    story.publisher.begin_with_a_root()
    stolen = (story.publisher.folder / "key.pem").read_bytes()
    story.begin(shops(40), BLOCKED)
    expect(story.phone.do("open")[0], "newData", "the first update")
    story.converged("the first update")
    story.publisher.rotate()
    story.publisher.publish(shops(41), BLOCKED)
    # The root arrives, the files that it vouches for do not.
    story.publisher.trouble("status chunks/ 503\nstatus packed/ 503\nstatus deltas/ 503")
    said = story.phone.do("update")
    assert said[0].startswith("failed: "), said[0]
    before = story.phone.rows()
    story.phone.turn(SLOTS[1], on=False)
    story.phone.turn(SLOTS[1], on=True)
    expect(story.phone.rows(), before, "rows of a slot that was turned off and on in between")
    story.publisher.trouble("")
    expect(story.phone.do("update")[0], "newData", "the first night of the new key")
    story.converged("the first night of the new key")
    # Whoever holds the former key cannot bring the phone back to it.
    thief = story.publisher
    mine = thief.key.read_bytes()
    kept = story.phone.rows()
    thief.key.write_bytes(stolen)
    for name in ("2.json", "2.sigs"):
        (thief.directory / "roots" / name).rename(thief.folder / name)
    thief.publish(shops(3), BLOCKED)
    said = story.phone.do("update")
    assert said[0].startswith("failed: ") and "signature" in said[0], said[0]
    expect(story.phone.rows(), kept, "rows after a night by the former key")
    thief.key.write_bytes(mine)
    for name in ("2.json", "2.sigs"):
        (thief.folder / name).rename(thief.directory / "roots" / name)
    thief.publish(shops(42), BLOCKED)
    expect(story.phone.do("update")[0], "newData", "the night after the theft")
    story.converged("the night after the theft")


STORIES = [
    keys_change,
    loads, two_updates_at_once, a_staged_first_load_goes_on, off_and_on, trouble_is_made_good, failures_are_shown,
    the_app_is_killed,
    lost_rows_are_repaired, a_dropped_slot_is_emptied, hostile_servers, pushes, background_tasks,
]


def outcome(tell) -> str:
    """What went wrong in a story; empty when it ended as it should."""
    folder = Path(tempfile.mkdtemp(prefix="phone-", dir=ROOT / ".build/phone"))
    story = Story(folder)
    try:
        tell(story)
        return ""
    except (AssertionError, subprocess.SubprocessError) as error:
        return f"phone: {tell.__name__.replace('_', ' ')}: {error}"[:2000]
    finally:
        story.publisher.stop()
        shutil.rmtree(folder)


def main() -> int:
    wanted = [tell for tell in STORIES if not sys.argv[1:] or tell.__name__ in sys.argv[1:]]
    # They wait more than they work: the app for its next try, the server for nothing.
    with ThreadPoolExecutor(4) as pool:
        failed = [said for said in pool.map(outcome, wanted) if said]
    for said in failed:
        print(said)
    if not failed:
        print(f"phone: {len(wanted)} stories of app and extension end as they should")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
