#!/usr/bin/env python3
"""Runs callbook and its peers in turn on the same work: run.py [--quick | --stages | --mix NAME] [--rounds N].

Every engine gets the same export, writes the same sorted entries (checked byte for byte), hashes
them, and its output folder is synced to the disk inside the measured time (callbook syncs by
itself). Wall seconds, CPU seconds and peak memory are medians over the rounds; engines take turns
within a round, so that a busy machine is busy for all of them. --stages runs callbook's stages alone.

--mix puts other numbers into the export (mixes.py has the names, "quarter unassigned" is one) and
runs callbook beside ClickHouse only. ClickHouse looks at no numbering plan and publishes what callbook
rejects, so that their entries are counted and not compared.
"""
import argparse
import hashlib
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import mixes

HERE = Path(__file__).resolve().parent
CALLBOOK = HERE.parent / ".build" / "release" / "callbook"
STAGES = HERE.parent / ".build" / "release" / "stage-benchmark"
FOLDER = Path(os.environ.get("CALLBOOK_BENCH", HERE.parent / "build" / "bench"))
VENV = FOLDER / "venv"
CSV_PEERS = ["duckdb", "clickhouse", "polars"]
XML_PEERS = ["lxml_duckdb", "expat_duckdb"]


def prepare():
    """The virtual environment with the peers: the newest ones, or those that are there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "requirements.txt").read_text().split()
    if not (VENV / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    # An installation that was cut short leaves some out.
    if not set(wanted) <= {peer_of(line) for line in installed()}:
        subprocess.run([VENV / "bin" / "pip", "install", "--quiet", "--upgrade", *wanted],
                       check=True)
    return [line for line in installed() if peer_of(line) in wanted]


def installed():
    """What the virtual environment holds, a line a package: name==version."""
    return subprocess.run([VENV / "bin" / "pip", "freeze"], check=True, capture_output=True,
                          text=True).stdout.split()


def peer_of(line):
    """The package of a line name==version."""
    return line.split("==")[0]


def export(records, form):
    """The seeded export of `records` rows, written once."""
    path = FOLDER / f"{records}.{form}"
    if not path.exists():
        print(f"generating {path.name} …", file=sys.stderr)
        subprocess.run([sys.executable, HERE / "generate.py", str(records), form, f"{path}.new"],
                       check=True)
        os.rename(f"{path}.new", path)
    return path


def mixed(records, name):
    """That export in CSV with the numbers of a mix, written once."""
    path = FOLDER / f"{records}-{name.replace(' ', '-')}.csv"
    if not path.exists():
        made = mixes.mixes(None).get(name) or sys.exit(f"no mix {name!r}: " + ", ".join(mixes.mixes(None)))
        mixes.write(export(records, "csv"), f"{path}.new", made[1])
        os.rename(f"{path}.new", path)
    return path


def pipeline(path, form, records, most_rejected="10%"):
    """The pipeline file for callbook: everything on but packed twins, which no peer writes; slots
    large enough for the bench."""
    columns = ("{ number: number, extension: extension, label: label, action: action, "
               "updated: updated }" if form == "csv" else
               "{ number: Number, extension: Extension, label: Owner/Name, action: Action, "
               "updated: Changed }")
    slots = ", ".join(f"bench.slot{n}" for n in range(max(1, records * 12 // 10 // 1_500_000 + 1)))
    text = (f"version: 1\nname: bench\nregion: TW\nsources:\n  - name: bench\n    path: {path}\n"
            f"    format: {form}\n"
            + ("    record: /Export/Lines/Line\n" if form == "xml" else "")
            + f"    columns: {columns}\nmerge: {{ prefer: [rank, updated] }}\n"
            f"slots: {{ cap: 1999999, identifiers: [{slots}] }}\nchunks: {{ target: 50000 }}\n"
            f"packed: off\ngate: {{ rejected: {most_rejected} }}\nlimits: {{ report: 4G }}\n")
    file = FOLDER / f"bench-{path.name}.yaml"
    file.write_text(text)
    return file


def measured(command, output, sync):
    """Wall seconds, CPU seconds and peak MiB of one run into an output that is made anew, if any;
    `sync` adds syncing it."""
    if output is not None:
        shutil.rmtree(output, ignore_errors=True)
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaints = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command}: failed: {complaints.decode(errors='replace')}")
    if sync:
        subprocess.run(["sync", "-f", output], check=True)
    wall = time.monotonic() - start
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def warm(path):
    """Reads the export once, so that every engine finds it in the page cache."""
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 20):
            pass


def peer_entries(output):
    """SHA-256 of a peer's sorted entries, and how many they are."""
    digest, count = hashlib.sha256(), 0
    for chunk in sorted(output.glob("*.tsv")):
        lines = chunk.read_bytes()
        digest.update(lines)
        count += lines.count(b"\n")
    return digest.hexdigest(), count


def callbook_entries(output):
    """SHA-256 of callbook's entries, merged over the slots, and how many they are."""
    chunks = sorted((output / "directory" / "chunks").glob("*.tsv"))
    merge = subprocess.Popen(["sort", "-n", "-k1,1", "-m", "--batch-size=512", "-t", "\t", *chunks],
                             stdout=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"})
    digest, count = hashlib.sha256(), 0
    while part := merge.stdout.read(1 << 20):
        digest.update(part)
        count += part.count(b"\n")
    merge.wait()
    return digest.hexdigest(), count


def compare(records, form, peers, rounds, mix=None):
    """One table: callbook against its peers on one export, or on a mix of it."""
    path = mixed(records, mix) if mix else export(records, form)
    config = pipeline(path, form, records, most_rejected="100%" if mix else "10%")
    commands = {"callbook": [CALLBOOK, "build", config, "--output", FOLDER / "out" / "callbook",
                             "--quiet"]}
    for peer in peers:
        commands[peer] = [VENV / "bin" / "python", HERE / "peers" / f"{peer}_job.py", path,
                          FOLDER / "out" / peer]
    results = {name: [] for name in commands}
    entries = {}
    (FOLDER / "out").mkdir(exist_ok=True)
    for round_number in range(rounds):
        for name, command in commands.items():
            output = FOLDER / "out" / name
            warm(path)
            results[name].append(measured(command, output, sync=name != "callbook"))
            if round_number == 0:
                written = callbook_entries if name == "callbook" else peer_entries
                entries[name] = written(output)
            print(f"  {name}: {results[name][-1][0]:.2f} s", file=sys.stderr)
    if len(set(entries.values())) != 1 and not mix:
        sys.exit(f"the engines disagree about the entries: {entries}")
    medians = {name: [statistics.median(run[i] for run in runs) for i in range(3)]
               for name, runs in results.items()}
    wall = min(medians[peer][0] for peer in peers)
    cpu = min(medians[peer][1] for peer in peers)
    wrote = ("entries: " + ", ".join(f"{name} {count:,}" for name, (_, count) in entries.items())
             if mix else "all engines wrote the same entries")
    print(f"\n{records:,} records, {form}, {path.stat().st_size / 1e6:.0f} MB, medians of {rounds}; {wrote}\n")
    print("| engine | wall s | CPU s | peak MiB | wall, fastest peer = 1 | CPU, thriftiest peer = 1 |")
    print("|---|---|---|---|---|---|")
    for name, (seconds, processor, memory) in medians.items():
        print(f"| {name} | {seconds:.2f} | {processor:.2f} | {memory:.0f} "
              f"| {wall / seconds:.2f} × | {cpu / processor:.2f} × |")
    print(flush=True)
    shutil.rmtree(FOLDER / "out", ignore_errors=True)


def time_stages(records, form, *only):
    """What each stage takes, or only the named one, on one worker."""
    path = export(records, form)
    print(f"\n{path.name}: ", end="", flush=True)
    subprocess.run([STAGES, pipeline(path, form, records), *only], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="1 M records of CSV only")
    parser.add_argument("--stages", action="store_true", help="the stages of callbook alone")
    parser.add_argument("--mix", metavar="NAME", help="callbook and ClickHouse on 10 M records of a mix")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if options.stages:
        FOLDER.mkdir(parents=True, exist_ok=True)
        time_stages(1_000_000, "csv")
        time_stages(1_000_000, "xml", "extract")
        return
    versions = prepare()
    print(f"{platform.platform()}, {os.cpu_count()} cores; {', '.join(versions)}")
    if options.mix:
        compare(10_000_000, "csv", ["clickhouse"], options.rounds, options.mix)
        return
    compare(1_000_000, "csv", CSV_PEERS, options.rounds)
    if not options.quick:
        compare(10_000_000, "csv", CSV_PEERS, options.rounds)
        compare(1_000_000, "xml", XML_PEERS, options.rounds)


if __name__ == "__main__":
    main()
