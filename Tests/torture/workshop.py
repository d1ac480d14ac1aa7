"""Where torture takes place: the tool, folders to run it in, and runs that are tampered with."""

import contextlib
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A run takes a fraction of a second; whoever is not done after this waits for something.
SECONDS_MOST = int(os.environ.get("SECONDS_MOST", "60"))
NOW = "2026-11-21T03:15:00Z"
# Starts a program and writes its peak memory down. A child begins with the peak of the process that
# starts it, and torture itself holds exports: so this small process stands between them.
MEASURE = """import resource, signal, subprocess, sys
code = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
if code < 0:
    signal.signal(-code, signal.SIG_DFL)
    signal.raise_signal(-code)
sys.exit(code)
"""


@dataclass
class Tampering:
    """What happens to a run, and at which of its calls (tamper.c says what can be asked)."""
    do: str = ""
    at: int = 0
    calls: str = "all"
    path: str = ""
    trace: Path | None = None

    def __str__(self) -> str:
        return f"{self.do} at call {self.at} of {self.calls}" + (f" on {self.path}" if self.path else "")


@dataclass
class Run:
    """What came of a run."""
    code: int
    said: str
    printed: str
    seconds: float
    peak: int = 0
    """Largest resident memory in bytes, where it was measured."""
    counted: int = 0
    """Calls that counted."""
    met: str = ""
    """The call at which something was done; empty when the run ended before it."""
    is_hung: bool = False

    @property
    def is_killed(self) -> bool:
        return self.code == -signal.SIGKILL and not self.is_hung

    @property
    def is_crash(self) -> bool:
        return self.code in [-number for number in (
            signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE,
            signal.SIGSEGV, signal.SIGSYS, signal.SIGXFSZ)]


class Workshop:
    """The tool under torture and the folder in which that happens."""

    def __init__(self, binary: Path, scratch: Path, seed: int, is_slice: bool):
        self.binary = binary
        self.scratch = scratch
        self.seed = seed
        self.is_slice = is_slice
        self.library = self.compile()
        self.takes_now = "--now" in self.ask("build", "--help")

    def ask(self, *arguments: str) -> str:
        return subprocess.run([self.binary, *arguments], capture_output=True, text=True).stdout

    def compile(self) -> Path:
        """Builds tamper.c with the compiler of the toolchain, or with the system's."""
        library = self.scratch / "tamper.so"
        compiler = shutil.which("clang") or shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            raise SystemExit("torture: neither clang nor cc is in PATH; make deps installs gcc")
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-O1", "-o", library,
             Path(__file__).with_name("tamper.c"), "-ldl", "-lpthread"], check=True)
        return library

    def folder(self, name: str) -> Path:
        """A new folder below the scratch folder."""
        return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=self.scratch)).resolve()

    def environment(self, work: Path) -> dict[str, str]:
        # A build that runs by itself leaves nothing in TMPDIR, so it is watched too.
        return {"PATH": os.environ["PATH"], "HOME": str(work / "tmp"), "TMPDIR": str(work / "tmp"),
                "LC_ALL": "C.UTF-8", "TZ": "UTC", "SOURCE_DATE_EPOCH": "1795230900"}

    def start(self, work: Path, *arguments: str, tampering: Tampering | None = None,
              limits: dict[int, int] | None = None, pipes: tuple[int, int] | None = None,
              state: Path | None = None, peak: Path | None = None,
              **options) -> subprocess.Popen:
        """Starts the tool in the folder; `limits` are of setrlimit, `pipes` those of a pause, and
        its peak memory goes to the file `peak`."""
        environment = self.environment(work)
        if tampering:
            environment |= {
                "LD_PRELOAD": str(self.library), "TAMPER_ROOT": str(work),
                "TAMPER_CALLS": tampering.calls, "TAMPER_PATH": tampering.path,
                "TAMPER_AT": str(tampering.at), "TAMPER_DO": tampering.do,
                "TAMPER_STATE": str(state or ""), "TAMPER_TRACE": str(tampering.trace or "")}
        if pipes:
            environment |= {"TAMPER_TELL": str(pipes[0]), "TAMPER_HEAR": str(pipes[1])}
            options["pass_fds"] = pipes

        def limit():
            for which, most in (limits or {}).items():
                resource.setrlimit(which, (most, most))

        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        command = [str(self.binary), *arguments]
        if peak:
            command = [sys.executable, "-IS", "-c", MEASURE, str(peak), *command]
            # What is killed is killed with the small process before it.
            options["start_new_session"] = True
        return subprocess.Popen(command, cwd=work, env=environment,
                                preexec_fn=limit if limits else None, **options)

    def run(self, work: Path, *arguments: str, tampering: Tampering | None = None,
            during=None, seconds: float = SECONDS_MOST, is_measured: bool = False,
            **options) -> Run:
        """Runs the tool to its end; `during` is called while it pauses where it was told to."""
        state = None
        if tampering:
            state = Path(f"{work}.state")
            state.write_bytes(bytes(4096))
        pipes = None
        if during:
            told, tell = os.pipe()
            hear, answer = os.pipe()
            pipes = (tell, hear)
        peak = Path(f"{work}.peak") if is_measured else None
        start = time.monotonic()
        process = self.start(work, *arguments, tampering=tampering, state=state, pipes=pipes,
                             peak=peak, **options)
        if during:
            os.close(tell)
            os.close(hear)
            conversation = threading.Thread(target=converse, args=(told, answer, during))
            conversation.start()
        run = self.end(process, start, seconds)
        if during:
            conversation.join()
        if state:
            counted, met = struct.unpack_from("QQ", state.read_bytes())
            run.counted = counted
            run.met = state.read_bytes()[16:].split(b"\0")[0].decode() if met else ""
            state.unlink()
        if peak and peak.exists():
            run.peak = int(peak.read_text()) * 1024
            peak.unlink()
        return run

    def end(self, process: subprocess.Popen, start: float, seconds: float = SECONDS_MOST) -> Run:
        """Waits for a process, kills it after its time, and says what came of it."""
        def kill() -> None:
            with contextlib.suppress(ProcessLookupError):
                if os.getpgid(process.pid) == process.pid:
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()

        timer = threading.Timer(seconds, kill)
        timer.start()
        printed, said = drain(process)
        process.wait()
        is_hung = not timer.is_alive() and process.returncode == -signal.SIGKILL
        timer.cancel()
        return Run(process.returncode, said, printed, time.monotonic() - start, is_hung=is_hung)

    def build(self, work: Path, *more: str, output: str = "out", **options) -> Run:
        """Builds the folder's pipeline."""
        now = ("--now", NOW) if self.takes_now else ()
        return self.run(work, "build", "case.yaml", "--output", output, "--scratch", "scratch",
                        "--quiet", *now, *more, **options)


def converse(told: int, answer: int, during) -> None:
    """Waits for the pause, does what is to be done meanwhile, and lets the run go on."""
    try:
        if os.read(told, 1):
            during()
            os.write(answer, b"g")
    except BrokenPipeError:
        pass
    finally:
        os.close(told)
        os.close(answer)


def drain(process: subprocess.Popen) -> tuple[str, str]:
    """Everything that the process prints and says, read at once so that neither pipe fills."""
    texts = {"stdout": b"", "stderr": b""}

    def read(name: str) -> None:
        stream = getattr(process, name)
        if stream:
            with stream:
                texts[name] = stream.read()

    reader = threading.Thread(target=read, args=("stdout",))
    reader.start()
    read("stderr")
    reader.join()
    return tuple(text.decode("utf-8", "replace") for text in texts.values())


def copy_over(source: Path, target: Path) -> None:
    """Makes `target` a copy of `source`, links as links and times as they are."""
    if target.exists():
        for folder, _, _ in os.walk(target):
            os.chmod(folder, 0o700)
        shutil.rmtree(target)
    shutil.copytree(source, target, symlinks=True)


@dataclass
class Outcome:
    """What a point of torture came to: words to count, and what is wrong."""
    words: str
    faults: list[str] = field(default_factory=list)

    def at(self, place: str) -> "Outcome":
        """The same, with the call at which it was met before each fault."""
        return Outcome(self.words, [f"{place}: {fault}" if place else fault for fault in self.faults])
