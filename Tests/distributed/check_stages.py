#!/usr/bin/env python3
"""The stage commands against `build`: whole output trees by hash, and streams that are not what they were.

check_stages.py [--every-byte]. Takes apart exports of every kind at every size into every number of parts, runs
the Makefile of pipelines/array-jobs on the samples with `make -j2`, then cuts, drops, doubles and reorders frames
and shows the stages other exports, pipelines and versions. --every-byte cuts `finish`'s files at every byte, too.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import exports
from stages import (CALLBOOK, HEADER, OF_A_PART, ROOT, Distribution, FAILURES, differences, frames, good, kind_of,
                    part_of, run, say, tree)

PARTS = (1, 2, 7, 31)
# By parts: groups of slots whose chunks are made apart; exports.py has fewer slots than the last one.
GROUPS = {1: 1, 2: 2, 7: 3, 31: 5}
SIZES = ("64K", "1M", "whole")
NOW = exports.NOW
ENTRIES, END = 7, 10


def built(folder: Path, pipeline, now: str = NOW) -> dict[str, str]:
    """What `build` makes of the pipeline in one process, from nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    good(CALLBOOK, "build", pipeline, "--output", folder, "--now", now, "--quiet", "--threads", 2)
    return tree(folder)


def check_matrix(scratch: Path) -> None:
    for kind in exports.KINDS:
        pipeline = exports.write(scratch / kind, kind)
        output = scratch / kind / "output"
        expected = built(output, pipeline)
        wrong, runs, most = [], 0, 0
        for size in SIZES:
            for parts in PARTS:
                spread = Distribution(scratch / kind / f"{size}-{parts}", pipeline, size, parts, NOW, GROUPS[parts])
                spread.fill()
                for is_chunked in (False, True):
                    if is_chunked:
                        spread.chunk()
                    shutil.rmtree(output)
                    done = spread.finish(output, "--quiet")
                    differs = differences(tree(output), expected) if done.returncode == 0 else done.stderr.decode()
                    if differs:
                        wrong.append(f"\n  {size}, {parts} parts{', chunks apart' if is_chunked else ''}{differs}")
                    runs += 1
                most = max(most, spread.splits)
                shutil.rmtree(spread.folder)
        say(not wrong, f"{kind}: {runs} ways to take it apart, up to {most} splits, give the tree of `build`"
            + "".join(wrong))


def check_second_night(scratch: Path) -> None:
    """A night over a former generation: deltas, former manifests and what the gate compares with."""
    pipeline = exports.write(scratch, "csv")
    outputs = [scratch / "build", scratch / "stages"]
    built(outputs[0], pipeline)
    shutil.copytree(outputs[0], outputs[1], symlinks=True)
    late = scratch / "exports/late.csv"
    late.write_bytes(late.read_bytes() + b"02-2345-6781,,Newcomer,,2026-10-09\n")
    later = "2026-11-23T03:15:00Z"
    good(CALLBOOK, "build", pipeline, "--output", outputs[0], "--now", later, "--quiet")
    shutil.copytree(outputs[1], scratch / "chunks", symlinks=True)
    spread = Distribution(scratch / "spread", pipeline, "64K", 7, later, 2)
    spread.fill()
    for output, how in ((outputs[1], ""), (scratch / "chunks", " with chunks made apart")):
        if how:
            spread.chunk()
        done = spread.finish(output, "--quiet")
        differs = differences(tree(output), tree(outputs[0])) if done.returncode == 0 else done.stderr.decode()
        say(not differs, f"a second night{how} gives the deltas of `build`{differs}")


def check_array_jobs(scratch: Path) -> None:
    """The Makefile of array jobs on the samples, with two jobs at a time; killed on its way, and made again."""
    pipeline = ROOT / "pipelines/taiwan.yaml"
    output = scratch / "output"
    expected = built(output, pipeline)
    shutil.rmtree(output)
    make = ["make", "--silent", "-j2", "-f", ROOT / "pipelines/array-jobs/Makefile", f"PIPELINE={pipeline}",
            f"OUTPUT={output}", f"CALLBOOK={CALLBOOK}", "PARTS=7", "SPLIT_SIZE=4K", f"SPLIT=--now {NOW}",
            "FINISH=--quiet"]
    # What a `make` around us has put there would be taken for our own.
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    # make takes blanks for the ends of names: what lies beside must not be taken for the work folder.
    (scratch / "my").mkdir()
    blank = run("make", "-f", ROOT / "pipelines/array-jobs/Makefile", f"OUTPUT={scratch}/my dir", "clean", env=clean)
    say(blank.returncode != 0 and b"blanks" in blank.stderr and (scratch / "my").is_dir(),
        "array jobs refuse an output folder with a blank in its name")
    (scratch / "my").rmdir()
    # Two jobs make the same file at once: the one that is slow must not take the other's away.
    good(*make, "bounds", env=clean)
    slow = scratch / "slow"
    slow.write_text(f'#!/bin/bash\n[ "$2" != normalize ] || sleep 1\n"{CALLBOOK}" "$@"\nsleep 0.5\n')
    slow.chmod(0o755)
    jobs = []
    for program in (slow, slow):
        words = [f"CALLBOOK={program}" if str(word).startswith("CALLBOOK=") else word for word in make]
        jobs.append(subprocess.Popen([str(word) for word in [*words, "normalize-1"]], env=clean))
        time.sleep(0.5)
    codes = [job.wait() for job in jobs]
    slow.unlink()
    streams = sorted(path.name for path in (scratch / "output.work/streams").iterdir())
    say(codes == [0, 0] and streams == ["split-1.frames"], f"two jobs of one split at once leave it once {codes} {streams}")
    # Other parts than the work folder was planned for.
    other = run(*(word if word != "PARTS=7" else "PARTS=3" for word in make), env=clean)
    say(other.returncode != 0 and b"PARTS=7" in other.stderr and not (output / "directory").exists(),
        f"array jobs refuse other parts than those of the work folder {other.stderr.decode()[-200:]}")
    other = run(*make, "GROUPS=3", env=clean)
    say(other.returncode != 0 and b"GROUPS=7" in other.stderr and not (output / "directory").exists(),
        f"array jobs refuse other groups than those of the work folder {other.stderr.decode()[-200:]}")
    # One array: each of its jobs makes one file; the last of them is missing when the next step is asked for.
    good(*make, "bounds", env=clean)
    good(*make, "normalize-0", env=clean)
    done = run(*make, env=clean)
    differs = differences(tree(output), expected) if done.returncode == 0 else done.stderr.decode()
    left = [path.name for path in scratch.iterdir() if path != output]
    shutil.rmtree(output)
    again = run(*make, "GROUPS=0", env=clean)
    without = differences(tree(output), expected) if again.returncode == 0 else again.stderr.decode()
    say(not without, f"array jobs without chunks made apart give the tree of `build`{without}")
    say(not differs and not left, f"array jobs (make -j2) give the tree of `build`, and leave nothing{differs} {left or ''}")


def small(scratch: Path) -> Distribution:
    """Three splits and two parts of a few records, normalized and merged."""
    folder = scratch / "small"
    pipeline = exports.write(folder, "csv", 10)
    (folder / "exports/center-north.csv").write_bytes(
        b"number,extension,label,action,updated\n02-2345-6789,07,Shop,,\n02-2345-6789,07,Other,,\nnone,,Bad,,\n"
        b"002-2345-6789,,Mended,,\n0912-345-678,,Other,,\n04-2345-6789,,Same,,\n")
    (folder / "exports/center-south.csv").write_bytes(b"number,extension,label,action,updated\n0912-345-678,,One,,\n02-2345-6789,08,Shop,,\n")
    (folder / "exports/late.csv").write_bytes(b"number,extension,label,action,updated\n04-2345-6789,,Two,,\n")
    spread = Distribution(folder / "spread", pipeline, "whole", 2, NOW, 2)
    spread.fill()
    spread.chunk()
    return spread


def check_empty_parts(scratch: Path) -> None:
    """More parts than numbers: most of them hold nothing."""
    pipeline = exports.write(scratch, "csv", 10)
    output = scratch / "output"
    for name in ("late", "center-north"):
        path = scratch / f"exports/{name}.csv"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:5]))
    expected = built(output, pipeline)
    shutil.rmtree(output)
    spread = Distribution(scratch / "spread", pipeline, "64K", 31, NOW)
    spread.fill()
    empty = sum(ENTRIES not in map(kind_of, frames((spread.inbox / f"part-{part}.merged").read_bytes()))
                for part in range(31))
    done = spread.finish(output, "--quiet")
    differs = differences(tree(output), expected) if done.returncode == 0 else done.stderr.decode()
    say(not differs and 0 < empty < 31, f"{empty} of 31 parts are empty: the tree is that of `build`{differs}")


def refused(done, what: str) -> str:
    """Why this was not a refusal, or nothing: exit 1 with words, and nothing on standard output."""
    if done.returncode != 1:
        return f"\n  {what}: exit {done.returncode}"
    if done.stdout or not done.stderr.strip():
        return f"\n  {what}: {len(done.stdout)} bytes on standard output, said {done.stderr!r}"
    return ""


def whole_stream(stdout: bytes) -> bool:
    stream = frames(stdout) if stdout else []
    return bool(stream) and kind_of(stream[-1]) == END


def check_cut_merge(spread: Distribution) -> None:
    """The input of `merge`, cut at every byte: never exit 0, and what came out has no END."""
    part = largest_part(spread)
    stream = part_stream(spread, part)
    command = spread.command("merge", "--part", part)

    def cut(at: int) -> str:
        done = run(*command, stdin=stream[:at])
        if done.returncode != 1 or whole_stream(done.stdout):
            return f"\n  cut at byte {at}: exit {done.returncode}"
        return ""

    with ThreadPoolExecutor(2) as pool:
        wrong = [words for words in pool.map(cut, range(len(stream))) if words]
    say(not wrong and len(stream) > 0, f"merge refuses its frames cut at each of {len(stream)} bytes" + "".join(wrong[:5]))


def largest_part(spread: Distribution) -> int:
    return max(range(spread.parts), key=lambda part: len(frames(part_stream(spread, part))))


def part_stream(spread: Distribution, part: int) -> bytes:
    return b"".join(frame for split in range(spread.splits) for frame in frames(spread.normalize(split))
                    if kind_of(frame) in OF_A_PART and part_of(frame) == part)


def refusing_finish(spread: Distribution, folder: Path, change) -> str:
    """`finish` on a copy of the inbox that was changed: exit 1, and no output folder."""
    inbox, output = folder / "inbox", folder / "output"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(spread.inbox, inbox)
    what = change(inbox)
    done = run(*spread.command("finish", "--output", output, "--work", inbox, "--quiet"))
    published = output / "directory/manifest.json"
    reports = list((output / "report").iterdir()) if (output / "report").exists() else []
    if done.returncode != 1 or published.exists() or reports or not done.stderr.strip():
        return f"\n  {what}: exit {done.returncode}, {[path.name for path in reports]}"
    return ""


def check_cut_finish(spread: Distribution, scratch: Path, every_byte: bool) -> None:
    """The files of `finish`, cut at bytes of headers and payloads: exit 1 and nothing published."""
    points = []
    for path in sorted(spread.inbox.iterdir()):
        data, at = path.read_bytes(), 0
        for frame in frames(data):
            points += [(path.name, at + offset) for offset in
                       (range(len(frame)) if every_byte else (0, 1, 7, HEADER.size - 1, HEADER.size, len(frame) - 1))]
            at += len(frame)

    def cut(numbered) -> str:
        index, (name, at) = numbered

        def change(inbox: Path) -> str:
            (inbox / name).write_bytes((inbox / name).read_bytes()[:at])
            return f"{name} cut at byte {at}"

        return refusing_finish(spread, scratch / f"cut-{index % 8}", change)

    wrong = []
    with ThreadPoolExecutor(2) as pool:
        for first in range(0, len(points), 8):
            wrong += [words for words in pool.map(cut, enumerate(points[first:first + 8])) if words]
    say(not wrong and bool(points), f"finish refuses its files cut at {len(points)} places" + "".join(wrong[:5]))


def check_frames_of_merge(spread: Distribution) -> None:
    """Dropped frames are refused; doubled and reordered ones are refused or change nothing."""
    part = largest_part(spread)
    stream = frames(part_stream(spread, part))
    expected = spread.merge(part, b"".join(stream))
    command = spread.command("merge", "--part", part)
    wrong = []
    for index in range(len(stream)):
        done = run(*command, stdin=b"".join(stream[:index] + stream[index + 1:]))
        wrong.append(refused(done, f"frame {index} dropped") if whole_stream(done.stdout) or done.returncode != 1 else "")
        done = run(*command, stdin=b"".join(stream[:index + 1] + stream[index:]))
        if not (done.returncode == 1 or done.returncode == 0 and done.stdout == expected):
            wrong.append(f"\n  frame {index} doubled: exit {done.returncode}, other bytes")
    draw = random.Random(16)
    for turn in range(12):
        shuffled = draw.sample(stream, len(stream))
        done = run(*command, stdin=b"".join(shuffled))
        if done.returncode != 0 or done.stdout != expected:
            wrong.append(f"\n  order {turn}: exit {done.returncode} {done.stderr.decode()}")
    foreign = [frame for frame in frames(spread.normalize(0)) if kind_of(frame) in OF_A_PART and part_of(frame) != part]
    done = run(*command, stdin=b"".join(stream + foreign))
    wrong.append(refused(done, "a frame of another part") if whole_stream(done.stdout) or done.returncode != 1 else "")
    for place in range(len(stream[0])):
        turned = bytearray(stream[0])
        turned[place] ^= 1
        done = run(*command, stdin=bytes(turned) + b"".join(stream[1:]))
        if done.returncode != 1 or whole_stream(done.stdout):
            wrong.append(f"\n  a bit of byte {place} turned: exit {done.returncode}")
    say(not any(wrong), f"merge: {len(stream)} frames dropped, doubled, in 12 orders, of another part, bits turned"
        + "".join(wrong)[:500])


def check_files_of_finish(spread: Distribution, scratch: Path) -> None:
    """Files that are missing, doubled, exchanged; frames of them dropped, doubled, exchanged."""
    changes = []
    for path in sorted(spread.inbox.iterdir()):
        def missing(inbox, name=path.name):
            (inbox / name).unlink()
            return f"{name} missing"

        changes.append(missing)
        stream = frames(path.read_bytes())
        for index in range(len(stream)):
            def dropped(inbox, name=path.name, stream=stream, index=index):
                (inbox / name).write_bytes(b"".join(stream[:index] + stream[index + 1:]))
                return f"{name} without frame {index}"

            def doubled(inbox, name=path.name, stream=stream, index=index):
                (inbox / name).write_bytes(b"".join(stream[:index + 1] + stream[index:]))
                return f"{name} with frame {index} twice"

            changes += [dropped, doubled]

    def exchanged(inbox):
        os.rename(inbox / "split-0.account", inbox / "swap")
        os.rename(inbox / "split-1.account", inbox / "split-0.account")
        os.rename(inbox / "swap", inbox / "split-1.account")
        return "two accounts exchanged"

    def unequal(inbox):
        shutil.copy(inbox / "split-1.account", inbox / "split-0.account.2")
        return "a second attempt that differs"

    wrong = [refusing_finish(spread, scratch / "changed", change) for change in changes + [exchanged, unequal]]
    say(not any(wrong), f"finish refuses {len(wrong)} inboxes with files or frames missing, doubled, exchanged"
        + "".join(wrong)[:500])
    output = scratch / "twice"
    expected = built(output, spread.pipeline)
    shutil.rmtree(output)
    shutil.copy(spread.inbox / "split-0.account", spread.inbox / "split-0.account.2")
    shutil.copy(spread.inbox / "part-1.merged", spread.inbox / "part-1.merged.2")
    done = spread.finish(output, "--quiet")
    (spread.inbox / "split-0.account.2").unlink()
    (spread.inbox / "part-1.merged.2").unlink()
    differs = differences(tree(output), expected) if done.returncode == 0 else done.stderr.decode()
    say(not differs, f"attempts that ran twice and agree are harmless{differs}")


def check_other_sides(spread: Distribution) -> None:
    """Another version, pipeline, export, set of bounds: every later stage names both sides and writes nothing."""
    plan = json.loads(spread.plan.read_bytes())
    stream = part_stream(spread, 0)
    output = spread.folder / "nothing"
    stages = {
        "bounds": [CALLBOOK, "stage", "bounds", spread.plan, "--parts", 2],
        "normalize": spread.command("normalize", "--split", 0),
        "merge": spread.command("merge", "--part", 0),
        "chunks": spread.command("chunks", "--group", 0, "--frames", spread.inbox),
        "finish": spread.command("finish", "--output", output, "--work", spread.inbox, "--quiet")}

    def ask(what: str, names, *said: str) -> None:
        wrong = []
        for name in names:
            done = run(*stages[name], stdin=stream if name == "merge" else b"")
            words = done.stderr.decode()
            missing = [word for word in said if word not in words]
            wrong.append(refused(done, name) or (missing and f"\n  {name}: does not name {missing}: {words}") or "")
        say(not any(wrong) and not output.exists(), f"{what}: refused by {', '.join(names)}" + "".join(wrong))

    good_plan = spread.plan.read_bytes()
    version = subprocess.run([CALLBOOK, "--version"], capture_output=True, text=True).stdout.split()[1].rstrip(",")
    spread.plan.write_bytes(good_plan.replace(version.encode(), b"9.9.9"))
    ask("the plan of another version", list(stages), "9.9.9", version)
    spread.plan.write_bytes(good_plan)

    text = spread.pipeline.read_text()
    spread.pipeline.write_text(text + "# changed\n")
    ask("another pipeline", list(stages))
    spread.pipeline.write_text(text)

    export = spread.pipeline.parent / "exports/center-north.csv"
    data, times = export.read_bytes(), export.stat()
    export.write_bytes(data + b"04-2345-6700,,More,,\n")
    ask("an export that has grown", ["bounds", "normalize"], str(len(data)), str(export.stat().st_size))
    export.write_bytes(data)
    os.utime(export, ns=(times.st_atime_ns, times.st_mtime_ns + 10**9))
    ask("an export that was modified", ["bounds", "normalize"])
    os.utime(export, ns=(times.st_atime_ns, times.st_mtime_ns))

    bounds = spread.bounds.read_bytes()
    spread.bounds.write_bytes(good(CALLBOOK, "stage", "bounds", spread.plan, "--parts", 3))
    ask("frames made with other bounds", ["merge", "chunks", "finish"])
    spread.bounds.write_bytes(bounds)
    assert plan == json.loads(spread.plan.read_bytes())


def main() -> int:
    every_byte = "--every-byte" in sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="callbook-stages-") as folder:
        scratch = Path(folder).resolve()
        check_matrix(scratch / "matrix")
        check_empty_parts(scratch / "empty")
        check_second_night(scratch / "second")
        (scratch / "array").mkdir()
        check_array_jobs(scratch / "array")
        spread = small(scratch)
        check_cut_merge(spread)
        check_frames_of_merge(spread)
        check_cut_finish(spread, scratch / "finish", every_byte)
        check_files_of_finish(spread, scratch / "files")
        check_other_sides(spread)
    print(f"stages: {len(FAILURES)} of the checks failed" if FAILURES else "stages: all as they should be")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
