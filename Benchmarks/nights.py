#!/usr/bin/env python3
"""What the nights behind the first one cost: nights.py [--records N] [--rounds N].

In turn, every round: a first build; a second night with 1 % of the records changed, once with the
former generation in the page cache and once with it on the disk; a night on which nothing changed;
`verify`; and a first build in 64 MiB. Medians over the rounds, and each beside the first build.
"""
import argparse
import os
import random
import shutil
import statistics

from run import CALLBOOK, FOLDER, export, measured, pipeline, warm


def changed(path):
    """The export of the next night: of 100 records one is gone or has another label."""
    target = path.with_name(f"{path.stem}-next{path.suffix}")
    if target.exists():
        return target
    chance = random.Random(7)
    with open(path, "rb") as old, open(f"{target}.new", "wb") as new:
        new.write(old.readline())
        following = chance.randrange(1, 200)
        for index, line in enumerate(old):
            if index == following:
                following += chance.randrange(1, 200)
                if chance.random() < 0.2:
                    continue
                number, extension, rest = line.split(b",", 2)
                if not rest.startswith(b'"'):
                    label, others = rest.split(b",", 1)
                    line = b",".join([number, extension, label + b" 2", others])
            new.write(line)
    os.rename(f"{target}.new", target)
    return target


def forget(folder):
    """Takes the files of a folder out of the page cache."""
    for path in folder.rglob("*"):
        if path.is_file():
            with open(path, "rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def night(config, output, former, prepare, *options):
    """One build into a copy of what `former` published, which `prepare` puts in its place."""
    shutil.rmtree(output, ignore_errors=True)
    if former:
        shutil.copytree(former, output)
        os.sync()
        prepare(output / "directory")
    return measured([CALLBOOK, "build", config, "--output", output, "--quiet", *options], None,
                    sync=False)


def read(folder):
    """Puts the files of a folder into the page cache."""
    for path in folder.rglob("*.tsv"):
        warm(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = export(options.records, "csv")
    tonight, tomorrow = (pipeline(each, "csv", options.records) for each in (path, changed(path)))
    former, output = FOLDER / "nights" / "former", FOLDER / "nights" / "output"
    runs = {
        "first build": lambda: night(tonight, former, None, None),
        "second night, 1 % changed, former generation in memory":
            lambda: night(tomorrow, output, former, read),
        "the same, former generation on the disk": lambda: night(tomorrow, output, former, forget),
        "nothing changed": lambda: night(tonight, output, former, read),
        "verify": lambda: measured([CALLBOOK, "verify", former / "directory", "--quiet"], None,
                                   sync=False),
        "first build, --memory 64M": lambda: night(tonight, output, None, None, "--memory", "64M"),
    }
    results = {name: [] for name in runs}
    for _ in range(options.rounds):
        for name, run in runs.items():
            for each in (path, changed(path)):
                warm(each)
            results[name].append(run())
    shutil.rmtree(FOLDER / "nights")
    medians = {name: [statistics.median(run[i] for run in runs) for i in range(3)]
               for name, runs in results.items()}
    print(f"{options.records:,} records, medians of {options.rounds}\n")
    print("| run | wall s | CPU s | peak MiB | wall, first build = 1 | CPU, first build = 1 |")
    print("|---|---|---|---|---|---|")
    first = medians["first build"]
    for name, (wall, processor, memory) in medians.items():
        print(f"| {name} | {wall:.2f} | {processor:.2f} | {memory:.0f} "
              f"| {wall / first[0]:.2f} | {processor / first[1]:.2f} |")


if __name__ == "__main__":
    main()
