#!/usr/bin/env python3
"""Builds and runs trials.c: the C of Sources/CSystem under the address and undefined behaviour sanitizers.

Overreads of a byte and shifts past a word's end are what C gets wrong and Swift cannot see. It is built and run
with the vectors of this processor and once more with those of plain C, to which the others must be equal; and,
where gcc for arm64 and qemu are there (scripts/install-dependencies.sh arm64), with those of NEON, without
sanitizers. The whole program under sanitizers is `make sanitize`, which builds everything again; this takes
seconds.
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
PLAIN = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-g"]
SANITIZED = [*PLAIN, "-fno-sanitize-recover=all", "-fsanitize=address,undefined", "-fuse-ld=lld"]
ARM64 = "aarch64-linux-gnu-gcc", "qemu-aarch64"
# An emulated round takes ten times as long.
ROUNDS_OF_ARM64 = 30_000


def run(compiler: list[str], runner: list[str], rounds: int, seed: str) -> int:
    """The exit code of the trials, built by a compiler and run by a runner."""
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "trials"
        sources = sorted((ROOT / "Sources/CSystem").glob("*.c")) + [ROOT / "Tests/sanitized/trials.c"]
        subprocess.run([*compiler, "-I", ROOT / "Sources/CSystem/include", *sources, "-o", program], check=True)
        return subprocess.run([*runner, program, str(rounds), seed]).returncode


def main() -> int:
    # Only clang compiles all of it: one file has vectors that gcc's headers do not know.
    compiler = shutil.which("clang")
    if not compiler:
        sys.exit("sanitize-c: no clang in PATH (the Swift toolchain has one). Add the toolchain's usr/bin to PATH.")
    seed = os.environ.get("SEED") or str(time.time_ns())
    trials = [([compiler, *SANITIZED], [], ROUNDS), ([compiler, *SANITIZED, "-DCALLBOOK_SCALAR"], [], ROUNDS)]
    cross, emulator = (shutil.which(name) for name in ARM64)
    if cross and emulator:
        trials.append(([cross, *PLAIN, "-static"], [emulator], ROUNDS_OF_ARM64))
    else:
        print(f"sanitize-c: arm64 skipped, no {' and '.join(ARM64)} (scripts/install-dependencies.sh arm64)")
    for command, runner, rounds in trials:
        code = run(command, runner, rounds, seed)
        if code != 0:
            print(f"sanitize-c: failed; SEED={seed} make sanitize-c repeats it")
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
