"""Sends signals to runs that wait for a standard input which is silent from its start, or from its
middle, when there is something to remove; a run that goes on after 20 seconds is one that hangs."""
import os
import signal
import subprocess
import time

# A run that was started in the background ignores SIGINT, and so would its children.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)

ROWS = "number,label\n" + "".join(f"022{i * 7:07d},店\n" for i in range(2000))

for what, text in (("from its start", ""), ("from its middle", ROWS)):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        run = subprocess.Popen(
            ["callbook", "build", "case.yaml", "--output", "out", "--quiet", "--metrics", "run.prom"],
            stdin=subprocess.PIPE)
        run.stdin.write(text.encode())
        run.stdin.flush()
        start = time.monotonic()
        while time.monotonic() - start < 20 and text and not os.path.isdir("out/.staging"):
            time.sleep(0.01)
        time.sleep(0.2)
        run.send_signal(number)
        try:
            code = run.wait(20)
        except subprocess.TimeoutExpired:
            run.kill()
            code = "hangs"
        left = [name for name in (os.listdir("out") if os.path.isdir("out") else [])
                if name.startswith(".") and name != ".lock"]
        told = os.path.exists("run.prom") and 'outcome="killed"' in open("run.prom", encoding="utf-8").read()
        print(f"silent {what}, {number.name}:", "ends by it" if code == -number else code,
              "and says so" if told else "and says nothing", f"left {left}" if left else "")
        if told:
            os.remove("run.prom")
        run.stdin.close()
