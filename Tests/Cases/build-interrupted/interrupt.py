"""Stops runs at random moments; the former generation must be whole and nothing left beside it."""
import os
import random
import shutil
import signal
import subprocess
import time

SEED = 20261121


def export(rows: int) -> None:
    with open("export.csv", "w", encoding="utf-8") as file:
        file.write("number,label\n")
        file.writelines(f"022{i * 7:07d},店 {i}\n" for i in range(rows))


def build(**options) -> subprocess.Popen:
    return subprocess.Popen(
        ["callbook", "build", "case.yaml", "--output", "out", "--quiet"], **options)


def check(what: str, is_right: bool) -> None:
    if not is_right:
        print(f"seed {SEED}: {what}")


export(2000)
assert build().wait() == 0
shutil.copytree("out", "first")
export(200000)
start = time.monotonic()
assert build().wait() == 0
seconds = time.monotonic() - start
chance = random.Random(SEED)
for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL] * 3:
    shutil.rmtree("out")
    shutil.copytree("first", "out")
    run = build()
    time.sleep(chance.uniform(0.01, 1) * seconds)
    run.send_signal(number)
    code = run.wait()
    check(f"{number.name}: ends with {code}", code in (0, -number))
    verdict = subprocess.run(["callbook", "verify", "out/directory", "--quiet"]).returncode
    check(f"{number.name}: verify says {verdict}", verdict == 0)
    if number != signal.SIGKILL and code != 0:
        left = [name for name in os.listdir("out") + os.listdir("out/report")
                if name.startswith(".") and name not in (".lock", ".bookmark")]
        check(f"{number.name}: left {left}", not left)
    check("the next run fails", build().wait() == 0)
print("whole")

holder = subprocess.Popen(["flock", "out/.lock", "cat"], stdin=subprocess.PIPE)
while subprocess.run(["flock", "-n", "out/.lock", "true"]).returncode == 0:
    time.sleep(0.01)
locked = build(stderr=subprocess.PIPE)
message = locked.stderr.read().decode()
print("locked:", locked.wait(), message.split("(process ")[0])
holder.communicate()
