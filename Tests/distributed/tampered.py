#!/usr/bin/env python3
"""A callbook that something happens to, shipped in its place: what, stands in TAMPERED beside the real one's path.

    kill-executor   the first normalize gives half of its first run, then kills its executor with SIGKILL
    hang            the first normalize hangs in the middle of its first run
    slow-merge      every merge says that it has begun, and waits two seconds
    other-worker    on a worker it is of another version
"""
import json
import os
import signal
import struct
import subprocess
import sys
import time

SETTINGS = json.loads('@SETTINGS@')
REAL, DO, MARK = SETTINGS["real"], SETTINGS["do"], SETTINGS["mark"]
RUN = 2


def is_first() -> bool:
    try:
        os.close(os.open(MARK, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def executor() -> int:
    """The process above this one that is Spark's executor, or 0 on the driver."""
    pid = os.getppid()
    while pid > 1:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            if b"CoarseGrainedExecutorBackend" in file.read():
                return pid
        with open(f"/proc/{pid}/stat") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
    return 0


def half_a_run(words) -> None:
    """Passes on what the real one gives, up to the middle of its first run."""
    real = subprocess.Popen([REAL, *words], stdout=subprocess.PIPE)
    out = sys.stdout.buffer
    while header := real.stdout.read(40):
        _, kind, _, _, length = struct.unpack("<4sB3xIIQ", header[:24])
        if kind == RUN:
            out.write(header + real.stdout.read(length // 2))
            out.flush()
            break
        out.write(header + real.stdout.read(length))
    real.kill()
    real.wait()


words = sys.argv[1:]
stage = words[1] if words[:1] == ["stage"] else ""
if DO in ("kill-executor", "hang") and stage == "normalize" and is_first():
    half_a_run(words)
    if DO == "hang":
        time.sleep(3600)
    else:
        os.kill(executor(), signal.SIGKILL)
    sys.exit(1)
if DO == "slow-merge" and stage == "merge":
    is_first()
    time.sleep(2)
if DO == "other-worker" and words == ["--version"] and executor():
    print("callbook 9.9.9, numbering plans: none")
    sys.exit(0)
os.execv(REAL, [REAL, *words])
