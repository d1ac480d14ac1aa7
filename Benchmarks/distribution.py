#!/usr/bin/env python3
"""What it costs to leave one machine: distribution.py [--records N] [--splits SIZE] [--parts N] [--rounds N].

The same export in turn by `build` with two threads, by array jobs (`make -j2`) and by Apache Spark with two
workers of one core each on this machine, without packed twins, for which chunks are not made apart; Spark also with 1 000 records, which is its start. All must give the
same tree. CPU is that of every process that a way has started; peak is that of its largest process.
"""
import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from run import CALLBOOK, FOLDER, export, pipeline, warm

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/distributed"))

from check_spark import FAST_START, environment  # noqa: E402
from stages import differences, tree  # noqa: E402

NOW = "2026-11-22T03:15:00Z"
PR_SET_CHILD_SUBREAPER = 36


def python_workers():
    """CPU seconds of our PySpark's Python workers and of what they have waited for, by process."""
    found, session = {}, str(os.getsid(0))
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            stat = path.read_text().rpartition(")")[2].split()
            daemons = [(path.parent / "cmdline").read_bytes(), Path(f"/proc/{stat[1]}/cmdline").read_bytes()]
        except OSError:
            continue
        if stat[3] == session and all(b"pyspark.daemon" in words for words in daemons):
            found[int(path.parent.name)] = sum(map(int, stat[11:15])) / os.sysconf("SC_CLK_TCK")
    return found


def measured(command, environ, log):
    """Wall seconds, CPU seconds and peak MiB of a command and of all that it has started. Orphans become ours, so
    that they are waited for here; PySpark's daemon waits for none of its workers, which are looked at while they run."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.monotonic()
    with open(log, "wb") as file:
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                   env=environ)
    cpu = peak = wall = 0
    workers, ended = {}, set()
    while True:
        workers |= python_workers()
        try:
            pid, status, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if pid == 0:
            time.sleep(0.05)
            continue
        ended.add(pid)
        cpu += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss / 1024)
        if pid == process.pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            wall = time.monotonic() - start
    if process.returncode:
        sys.exit(f"{log}: exit {process.returncode}")
    return wall, cpu + sum(seconds for pid, seconds in workers.items() if pid not in ended), peak


def ways(config, tiny, python, program, options):
    """The ways by name: command and environment; {} stands for the output."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    home = subprocess.run([python, "-c", "import pyspark; print(pyspark.__path__[0])"], check=True,
                          capture_output=True, text=True).stdout.strip()
    spark = {**plain, "SPARK_HOME": home, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(python),
             "SPARK_LOCAL_DIRS": str(FOLDER / "out" / "local")}
    submit = [f"{home}/bin/spark-submit", "--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false",
              "--conf", "spark.driver.bindAddress=127.0.0.1", "--conf", "spark.driver.host=127.0.0.1",
              "--conf", "spark.executor.memory=1g", "--conf", f"spark.driver.extraJavaOptions={FAST_START}",
              "--conf", f"spark.executor.extraJavaOptions={FAST_START}", "--files", program, ROOT / "pipelines/spark/callbook_spark.py"]
    more = ["--parts", options.parts, "--split-size", options.splits, "--now", NOW, "--quiet"]
    return {
        "build --threads 2": ([program, "build", config, "--output", "{}", "--now", NOW, "--quiet", "--threads", 2], plain),
        "array jobs, make -j2": (["make", "--silent", "-j2", "-f", ROOT / "pipelines/array-jobs/Makefile",
                                  f"PIPELINE={config}", "OUTPUT={}", f"CALLBOOK={program}", f"PARTS={options.parts}",
                                  f"SPLIT_SIZE={options.splits}", "GROUPS=0", f"SPLIT=--now {NOW}", "FINISH=--quiet"], plain),
        "Spark, two workers, --shared": ([*submit, config, "--output", "{}", *more, "--shared", "--groups", 0], spark),
        "Spark, two workers, through the driver": ([*submit, config, "--output", "{}", *more], spark),
        "Spark, 1 000 records (its start)": ([*submit, tiny, "--output", "{}", *more, "--shared", "--groups", 0], spark)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=16_000_000)
    parser.add_argument("--splits", default="64M")
    parser.add_argument("--parts", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    python, why = environment()
    if not python:
        sys.exit(why)
    large, small = export(options.records, "csv"), export(1000, "csv")
    out = FOLDER / "out"
    shutil.rmtree(out, ignore_errors=True)
    (out / "local").mkdir(parents=True)
    program = out / "callbook"
    subprocess.run([ROOT / "scripts/strip-binary.py", CALLBOOK, program], check=True, capture_output=True)
    runs = ways(pipeline(large, "csv", options.records), pipeline(small, "csv", 1000), python, program, options)
    results, expected = {name: [] for name in runs}, None
    for _ in range(options.rounds):
        for name, (command, environ) in runs.items():
            output = out / "directory"
            shutil.rmtree(output, ignore_errors=True)
            warm(large)
            words = [str(word).replace("{}", str(output)) for word in command]
            results[name].append(measured(words, environ, out / "log"))
            print(f"  {name}: {results[name][-1][0]:.1f} s, {results[name][-1][1]:.1f} CPU s", file=sys.stderr, flush=True)
            if "its start" not in name:
                found = tree(output)
                expected = expected or found
                if differs := differences(found, expected):
                    sys.exit(f"{name}: not the tree of `build`{differs}")
    report(results, options.records, large.stat().st_size)
    shutil.rmtree(out)


def report(results, records, size):
    medians = {name: [statistics.median(run[i] for run in runs) for i in range(3)] for name, runs in results.items()}
    first = medians[next(iter(medians))]
    start = medians["Spark, 1 000 records (its start)"]
    print(f"\n{records:,} records, {size / 1e6:.0f} MB, {os.cpu_count()} cores; all trees are equal\n")
    print("| way | wall s | CPU s | largest process MiB | wall, build = 1 | CPU a record beyond the start, build = 1 |")
    print("|---|---|---|---|---|---|")
    for name, (wall, cpu, peak) in medians.items():
        beyond = cpu - start[1] if name.startswith("Spark") else cpu
        print(f"| {name} | {wall:.1f} | {cpu:.1f} | {peak:.0f} | {wall / first[0]:.2f} | {beyond / first[1]:.2f} |")


if __name__ == "__main__":
    main()
