#!/usr/bin/env python3
"""Builds and runs trials.c: the C of Sources/CSystem under the address and undefined behaviour sanitizers.

Overreads of a byte and shifts past a word's end are what C gets wrong and Swift cannot see. The whole program
under sanitizers is `make sanitize`, which builds everything again; this takes seconds.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 300_000
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-fno-sanitize-recover=all",
         "-fsanitize=address,undefined", "-fuse-ld=lld"]


def main() -> int:
    # Only clang compiles all of it: one file has vectors that gcc's headers do not know.
    compiler = shutil.which("clang")
    if not compiler:
        sys.exit("sanitize-c: no clang in PATH (the Swift toolchain has one). Add the toolchain's usr/bin to PATH.")
    seed = os.environ.get("SEED") or str(time.time_ns())
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "trials"
        sources = sorted((ROOT / "Sources/CSystem").glob("*.c")) + [ROOT / "Tests/sanitized/trials.c"]
        subprocess.run([compiler, *FLAGS, "-I", ROOT / "Sources/CSystem/include", *sources, "-o", program], check=True)
        done = subprocess.run([program, str(ROUNDS), seed])
        if done.returncode != 0:
            print(f"sanitize-c: failed; SEED={seed} make sanitize-c repeats it")
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
