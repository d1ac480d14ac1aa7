#!/usr/bin/env python3
"""Golden cases: runs the real binary on every folder of Tests/Cases and compares what comes out.

A case is a folder <verb>-<topic> with
  cmd            shell lines; `callbook` is the binary, the folder's files are the working directory
  expected/…     `stdout`, and any file that the command must write, by its path
  experr         what must stand on stderr (missing: nothing may)
  exit           the exit code (missing: 0)
Everything else in the folder is input. In what is compared, the working directory reads @HERE@,
the repository @ROOT@ and durations @TIME@. The clock of reports stands still (SOURCE_DATE_EPOCH).

RECORD=1 rewrites stdout, experr, exit and the files already in expected/ — and fails, so that a
recording run is never green. To have a new file compared, touch it in expected/ and record.
Arguments: names of cases to run; none runs all.
"""

import concurrent.futures
import difflib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "Tests" / "Cases"
BINARY = Path(os.environ.get("CALLBOOK", ROOT / ".build" / "release" / "callbook")).resolve()
RECORD = os.environ.get("RECORD") == "1"
SECONDS_MOST = 120
# The clock that names reports: 2026-11-22, as in the documents.
CLOCK = "1795305600"


def readable(data: bytes, here: Path) -> bytes:
    """The bytes with what differs from run to run and machine to machine replaced."""
    for path, name in ((here, b"@HERE@"), (ROOT, b"@ROOT@")):
        data = data.replace(str(path.resolve()).encode(), name).replace(str(path).encode(), name)
    return re.sub(rb"\b\d+(\.\d+)? ?(ms|s|seconds)\b", b"@TIME@", data)


def run(case: Path, here: Path) -> dict[str, bytes]:
    """Runs the case in a copy of its folder and gives what it produced by name."""
    shutil.copytree(case, here, dirs_exist_ok=True,
                    ignore=lambda folder, names: [n for n in names if Path(folder) == case and n in
                                                  ("cmd", "expected", "experr", "exit")])
    tools = here.parent / "bin"
    tools.mkdir(exist_ok=True)
    (tools / "callbook").symlink_to(BINARY)
    environment = {
        "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(here), "LC_ALL": "C.UTF-8",
        "TZ": "UTC", "ROOT": str(ROOT), "SOURCE_DATE_EPOCH": CLOCK}
    done = subprocess.run(
        ["bash", "-e", str(case / "cmd")], cwd=here, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=SECONDS_MOST)
    produced = {
        "expected/stdout": readable(done.stdout, here),
        "experr": readable(done.stderr, here),
        "exit": f"{done.returncode}\n".encode()}
    for name in tracked(case):
        file = here / name
        if file.is_file():
            produced[f"expected/{name}"] = readable(file.read_bytes(), here)
    return produced


def tracked(case: Path) -> list[str]:
    folder = case / "expected"
    return [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "stdout"]


def wanted(case: Path) -> dict[str, bytes]:
    names = ["expected/stdout", "experr", "exit"] + [f"expected/{name}" for name in tracked(case)]
    default = {"exit": b"0\n"}
    return {name: (case / name).read_bytes() if (case / name).exists() else default.get(name, b"")
            for name in names}


def difference(name: str, expected: bytes, found: bytes | None) -> str:
    if found is None:
        return f"    {name}: not written"
    lines = difflib.unified_diff(
        expected.decode("utf-8", "replace").splitlines(),
        found.decode("utf-8", "replace").splitlines(), "expected", "found", lineterm="", n=1)
    return "\n".join([f"    {name}:"] + [f"      {line}" for line in list(lines)[:40]])


def record(case: Path, found: dict[str, bytes]) -> None:
    for name, data in found.items():
        path = case / name
        if data == {"exit": b"0\n"}.get(name, b"") and name not in tracked(case):
            path.unlink(missing_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def check(case: Path) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="callbook-case-") as scratch:
        here = Path(scratch).resolve() / "case"
        try:
            found = run(case, here)
        except subprocess.TimeoutExpired:
            return [f"    did not end within {SECONDS_MOST} seconds"]
    expected = wanted(case)
    if RECORD:
        record(case, found)
    return [difference(name, data, found.get(name))
            for name, data in expected.items() if found.get(name) != data]


def main() -> int:
    if not BINARY.exists():
        print(f"cases: there is no {BINARY}; run make build")
        return 1
    names = sys.argv[1:]
    cases = [path for path in sorted(CASES.iterdir()) if (path / "cmd").exists()
             and (not names or path.name in names)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for case, problems in zip(cases, pool.map(check, cases)):
            if problems:
                failed += 1
                print(f"{'recorded' if RECORD else 'FAILED'}: {case.name}")
                print("\n".join(problems))
    print(f"cases: {len(cases) - failed} of {len(cases)} passed")
    if RECORD:
        print("cases: recorded; read the difference with git diff, then run again without RECORD")
    return 1 if failed or RECORD or not cases else 0


if __name__ == "__main__":
    # Whoever started this may have ignored them, and what a process ignores its children ignore too.
    for name in ("SIGHUP", "SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    sys.exit(main())
