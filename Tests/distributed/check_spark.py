#!/usr/bin/env python3
"""pipelines/spark against `build`: whole output trees by hash, and what happens when processes die.

Runs Apache Spark with two workers on this machine, on loopback alone: exports of every kind, every split size and
number of parts; an executor killed with SIGKILL within its first run; speculation; a driver killed and started
again; workers without callbook and with another one. Without Java or PySpark it says that it was skipped.
"""
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import exports
from check_stages import NOW, PARTS, SIZES, built
from stages import CALLBOOK, FAILURES, ROOT, differences, good, say, tree

SPARK = ROOT / "pipelines/spark"
HERE = Path(__file__).resolve().parent
HOME = ROOT / ".build/spark"
# These runs are short: a compiler and a collector that are ready at once take half the time.
FAST_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def environment():
    """Python of an environment with PySpark, made when it is missing; why there is none, otherwise."""
    java = shutil.which("java")
    if not java:
        return None, "there is no Java (openjdk-17-jre-headless)"
    wanted = (SPARK / "requirements.txt").read_bytes()
    made = HOME / "requirements.txt"
    if not (made.exists() and made.read_bytes() == wanted):
        steps = [[sys.executable, "-m", "venv", "--clear", HOME],
                 [HOME / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", SPARK / "requirements.txt"]]
        for step in steps:
            done = subprocess.run(step, capture_output=True, text=True)
            if done.returncode != 0:
                return None, f"PySpark cannot be installed: {done.stderr.strip().splitlines()[-1:]}"
        made.write_bytes(wanted)
    return HOME / "bin/python", ""


class Cluster:
    """A master and two workers of one core each on loopback; what they and drivers write stays in the scratch folder.

    The workers go by two names of 127.0.0.1: on a host that has a task already, Spark starts no second run of it.
    """

    def __init__(self, python: Path, scratch: Path):
        self.home = Path(subprocess.run(
            [python, "-c", "import pyspark; print(pyspark.__path__[0])"], capture_output=True, text=True,
            check=True).stdout.strip())
        self.scratch, self.services = scratch, []
        self.environment = {
            **os.environ, "SPARK_HOME": str(self.home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(python),
            "TMPDIR": str(scratch), "SPARK_LOCAL_DIRS": str(scratch / "local"), "SPARK_DAEMON_MEMORY": "256m",
            "SPARK_DAEMON_JAVA_OPTS": FAST_START}
        for name in [name for name in self.environment if name.startswith(("MAKE", "MFLAGS"))]:
            del self.environment[name]

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.master = f"spark://127.0.0.1:{port}"
        self.serve("master", "master.Master", "--host", "127.0.0.1", "--port", port, "--webui-port", 0)
        for host in ("127.0.0.1", "localhost"):
            self.serve(f"worker-{host}", "worker.Worker", "--host", host, "--cores", 1, "--memory", "768m",
                       "--webui-port", 0, "--work-dir", self.scratch / "work", self.master)
        return self

    def __exit__(self, *_):
        for service in self.services:
            stop(service)

    def serve(self, name: str, service: str, *words) -> None:
        command = [self.home / "bin/spark-class", f"org.apache.spark.deploy.{service}", *words]
        self.services.append(self.start(self.scratch / f"{name}.log", command))

    def start(self, log: Path, command) -> subprocess.Popen:
        with open(log, "xb") as file:
            return subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                    cwd=self.scratch, env=self.environment, start_new_session=True)

    def submit(self, log: Path, *words, settings=()) -> subprocess.Popen:
        command = [self.home / "bin/spark-submit", "--master", self.master, "--driver-memory", "512m"]
        for setting in ("spark.ui.enabled=false", "spark.driver.bindAddress=127.0.0.1", "spark.executor.memory=512m",
                        "spark.driver.host=127.0.0.1", f"spark.driver.extraJavaOptions={FAST_START}",
                        f"spark.executor.extraJavaOptions={FAST_START}", *settings):
            command += ["--conf", setting]
        return self.start(log, [*command, *words])

    def run(self, log: Path, *words, settings=(), seconds: float = 150) -> int:
        """The exit code of a submission; -9 for one that does not end."""
        process = self.submit(log, *words, settings=settings)
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return -signal.SIGKILL
        finally:
            stop(process)


def of_session(session: int) -> list[tuple[int, bytes]]:
    """The processes that one of ours has started, in whatever group they are, with their words."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat = (path / "stat").read_text().rpartition(")")[2].split()
            if int(stat[3]) == session:
                found.append((int(path.name), (path / "cmdline").read_bytes()))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def stop(process: subprocess.Popen) -> None:
    """Ends everything that one of our processes has started: its session is its own."""
    for pid, _ in of_session(process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def tampered(folder: Path, do: str, real: Path) -> Path:
    """A program by the name of callbook to which something happens (tampered.py says what)."""
    folder.mkdir()
    settings = json.dumps({"real": str(real), "do": do, "mark": str(folder / "mark")})
    program = folder / "callbook"
    program.write_text((HERE / "tampered.py").read_text().replace("@SETTINGS@", settings))
    program.chmod(0o755)
    return program


def last_words(log: Path) -> str:
    lines = [line for line in log.read_text(errors="replace").splitlines()
             if line.startswith("callbook") or "Error" in line]
    return "\n  " + "\n  ".join(lines[-5:])


def check_matrix(cluster: Cluster, scratch: Path, program: Path) -> None:
    scratch.mkdir()
    trees, cases, outputs = {}, [], []
    for kind in exports.KINDS:
        pipeline = exports.write(scratch / kind, kind)
        trees[kind] = built(scratch / kind / "built", pipeline)
        for size in SIZES:
            for parts in PARTS:
                output = scratch / kind / f"{size}-{parts}"
                # Every other run sends its files through the driver.
                shared = ["--shared"] if len(cases) % 2 else []
                cases.append([str(pipeline), "--output", str(output), "--split-size", size, "--parts", str(parts),
                              "--now", NOW, "--quiet", *shared])
                outputs.append((kind, output))
    # Of Hadoop's file systems, the one that needs no server; they know milliseconds.
    remote = exports.write(scratch / "remote", "csv").parent
    for path in (remote / "exports").iterdir():
        os.utime(path, (1_795_000_000, 1_795_000_000))
    good(CALLBOOK, "build", "pipeline.yaml", "--output", "../remote-built", "--now", NOW, "--quiet", cwd=remote)
    trees["file://"] = tree(scratch / "remote-built")
    cases.append([str(remote / "pipeline.yaml"), "--exports", remote.as_uri(), "--output", str(scratch / "file"),
                  "--shared", "--now", NOW, "--quiet"])
    outputs.append(("file://", scratch / "file"))
    other = tampered(scratch / "other", "other-worker", program)
    refused = [cases[0][0], "--output", str(scratch / "refused"), "--callbook", str(other), "--now", NOW]
    asked = scratch / "cases.json"
    asked.write_text(json.dumps({"cases": [*cases, refused], "program": str(program)}))
    log = scratch / "log"
    code = cluster.run(log, "--files", program, "--py-files", SPARK / "callbook_spark.py", HERE / "spark_matrix.py", asked,
                       seconds=600)
    answers = Path(f"{asked}.answers")
    if code != 0 or not answers.exists():
        say(False, f"the runs of one application: exit {code}{last_words(log)}")
        return
    answers = json.loads(answers.read_text())
    for kind in trees:
        wrong, runs = [], 0
        for (other_kind, output), said in zip(outputs, answers["cases"]):
            if other_kind != kind:
                continue
            runs += 1
            differs = said or differences(*(comparable(found, kind) for found in (tree(output), trees[kind])))
            left = [path.name for path in output.parent.iterdir() if path.name.endswith(".work")]
            if differs or left:
                wrong.append(f"\n  {output.name}: {differs} {left or ''}")
        say(not wrong and runs > 0, f"{kind}: {runs} runs with Spark give the tree of `build`" + "".join(wrong))
    said = answers["cases"][-1]
    say(said.startswith("1: ") and "9.9.9" in said and "callbook 0." in said and not (scratch / "refused").exists(),
        f"workers with another callbook are refused, both named{'' if said else ': not refused'}")
    said = answers["without program"]
    say(said.startswith("1: ") and "/nonexistent/callbook" in said, f"workers without callbook are refused: {said[:160]}")


def comparable(found: dict[str, str], kind: str) -> dict[str, str]:
    """Without the report's pipeline.yaml, which names every export by its whole path, where exports were copied."""
    return {name: value for name, value in found.items() if kind != "file://" or not name.endswith("/pipeline.yaml")}


class Victim:
    """One pipeline that is published by whole submissions, and what `build` makes of it."""

    def __init__(self, scratch: Path):
        scratch.mkdir()
        self.scratch = scratch
        self.pipeline = exports.write(scratch, "csv")
        self.output = scratch / "output"
        self.expected = built(self.output, self.pipeline)
        shutil.rmtree(self.output)

    def words(self, program: Path, *more):
        return ["--files", program, SPARK / "callbook_spark.py", self.pipeline, "--output", self.output,
                "--split-size", "64K", "--parts", 7, "--now", NOW, "--quiet", *more]

    def judged(self, code: int, log: Path) -> str:
        """What is wrong with the output, or nothing; the output is removed for the next one."""
        differs = differences(tree(self.output), self.expected) if code == 0 else f": exit {code}{last_words(log)}"
        left = [path.name for path in self.scratch.iterdir() if path.name.startswith("output.")]
        shutil.rmtree(self.output, ignore_errors=True)
        return f"{differs} {left or ''}".rstrip()


def check_lost_executor(cluster: Cluster, victim: Victim, program: Path) -> None:
    log = victim.scratch / "killed.log"
    killing = tampered(victim.scratch / "killing", "kill-executor", program)
    wrong = victim.judged(cluster.run(log, *victim.words(killing)), log)
    # An executor that is stopped at the end of a run is called lost, too; 137 is SIGKILL.
    is_lost = re.search(r"Lost executor \d+ on .*exited with code 137", log.read_text(errors="replace"))
    say(not wrong and is_lost is not None, "an executor killed within its first run: lost, and the tree is that of "
        f"`build`{wrong}{'' if is_lost else ': no executor was lost'}")


def check_speculation(cluster: Cluster, victim: Victim, program: Path) -> None:
    log = victim.scratch / "hung.log"
    hung = tampered(victim.scratch / "hung", "hang", program)
    started = time.monotonic()
    settings = ("spark.speculation=true", "spark.speculation.interval=100ms", "spark.speculation.quantile=0.5",
                "spark.speculation.multiplier=1.5", "spark.speculation.minTaskRuntime=100ms")
    wrong = victim.judged(cluster.run(log, *victim.words(hung, "--shared"), settings=settings), log)
    is_rescued = re.search(r"Killing attempt \d+ for task .* as the attempt \d+ succeeded", log.read_text(errors="replace"))
    say(not wrong and is_rescued is not None, f"a task that hangs is run twice (speculation), {time.monotonic() - started:.0f} s"
        f" in all: the tree is that of `build`{wrong}{'' if is_rescued else ': no attempt was killed for another'}")


def check_killed_driver(cluster: Cluster, victim: Victim, program: Path) -> None:
    slow = tampered(victim.scratch / "slow-merge", "slow-merge", program)
    process = cluster.submit(victim.scratch / "driver.log", *victim.words(slow, "--shared"))
    try:
        mark, limit = slow.parent / "mark", time.monotonic() + 90
        while not mark.exists() and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.05)
        # The driver is two processes, Python and Java; its executors belong to the workers.
        killed = of_session(process.pid) if mark.exists() else []
        for pid, _ in killed:
            os.kill(pid, signal.SIGKILL)
        half = victim.output.exists()
        log = victim.scratch / "again.log"
        # Its workers may live on for a moment, beside those of the second driver.
        wrong = victim.judged(cluster.run(log, *victim.words(program, "--shared")), log)
    finally:
        stop(process)
    say(len(killed) >= 2 and not half and not wrong, f"a driver killed while parts are merged ({len(killed)} processes), "
        f"and started again: the tree is that of `build`, nothing is left{': a half directory' if half else ''}{wrong}")


def main() -> int:
    python, why = environment()
    if not python:
        print(f"test-spark: skipped, {why}")
        return 0
    with tempfile.TemporaryDirectory(prefix="callbook-spark-") as folder:
        scratch = Path(folder).resolve()
        program = scratch / "callbook"
        subprocess.run([ROOT / "scripts/strip-binary.py", CALLBOOK, program], check=True, capture_output=True)
        with Cluster(python, scratch) as cluster:
            check_matrix(cluster, scratch / "matrix", program)
            victim = Victim(scratch / "victim")
            for check in (check_lost_executor, check_speculation, check_killed_driver):
                check(cluster, victim, program)
    print(f"test-spark: {len(FAILURES)} of the checks failed" if FAILURES else "test-spark: all as they should be")
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
