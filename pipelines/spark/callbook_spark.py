#!/usr/bin/env python3
"""Publishes the directory of a pipeline with Apache Spark: the same bytes as `callbook build`.

    spark-submit --files callbook callbook_spark.py PIPELINE --output DIR

Spark moves binary blocks of whole frames and knows of a frame no more than the 40 bytes of its header, or, with
--shared, says who writes which file; what is in them, and whether all of them are there, is judged by the stage
commands of callbook, which run as processes beside the executors. Exit codes are those of `build`. README.md beside
this file says how to use it.
"""
import argparse
import atexit
import contextlib
import ctypes
import fcntl
import functools
import hashlib
import json
import os
import re
import secrets
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time
import zipimport
from pathlib import Path

from py4j.protocol import Py4JJavaError
from pyspark import SparkContext, SparkFiles, StorageLevel, TaskContext
from pyspark.rdd import RDD
from pyspark.serializers import NoOpSerializer, pack_long

# The header of a frame: magic, kind, split, part, bytes of payload, sequence, digest.
HEADER = "<4sB3xIIQQ8s"
HEADER_SIZE = struct.calcsize(HEADER)
MAGIC = b"CBF1"
OF_A_PART = (2, 3)
END = 10

LONGEST_PAYLOAD = 8 << 20    # more than any stage writes; a length beyond it is damage
BLOCK = 1 << 20              # frames of one part travel together up to this size
MOST_HELD = 16 << 20         # what a task holds of all parts before it sends them on
LONGEST_QUOTE = 2000         # characters of a stage's last words in an error


class Refusal(Exception):
    """What a person has to read, and the exit code that goes with it."""

    def __init__(self, words: str, code: int = 1):
        super().__init__(words, code)
        self.words, self.code = words, code

    def __str__(self) -> str:
        # One line that `refused` finds again in the stack that Spark makes of it.
        return json.dumps([self.words, self.code])


# Frames


def frames(stream, name: str):
    """Every frame of a stream as (kind, split, part, bytes); refuses a stream that ends anywhere but behind END."""
    kind = None
    while header := stream.read(HEADER_SIZE):
        if kind == END:
            raise Refusal(f"{name}: something follows the END frame")
        magic, kind, split, part, length = struct.unpack(HEADER, header.ljust(HEADER_SIZE, b"\0"))[:5]
        if len(header) < HEADER_SIZE or magic != MAGIC or length > LONGEST_PAYLOAD:
            raise Refusal(f"{name}: no frame header (found {header[:12].hex()}). Is it the output of a stage?")
        payload = stream.read(length)
        if len(payload) < length:
            raise Refusal(f"{name}: the stream ends within a frame (found {len(payload)} of {length} bytes)")
        yield kind, split, part, header + payload
    if kind != END:
        raise Refusal(f"{name}: the stream has no END frame (found {kind} as the last kind)")


def check_whole(path: Path) -> None:
    """Walks over the headers of a file; refuses it unless END is its last frame."""
    with open(path, "rb") as file:
        size, at, kind = os.fstat(file.fileno()).st_size, 0, None
        while at < size and kind != END:
            file.seek(at)
            header = file.read(HEADER_SIZE)
            if len(header) < HEADER_SIZE or header[:4] != MAGIC:
                break
            _, kind, _, _, length = struct.unpack(HEADER, header)[:5]
            at += HEADER_SIZE + length
        if kind != END or at != size:
            raise Refusal(f"{path.name}: no END frame at its end (found {size} bytes, frames up to {at})")


class Packing:
    """Joins the frames of each key to blocks; holds at most MOST_HELD bytes and the frame that came last."""

    def __init__(self):
        self.waiting, self.sizes, self.held = {}, {}, 0

    def add(self, key: int, frame: bytes):
        self.waiting.setdefault(key, []).append(frame)
        self.sizes[key] = self.sizes.get(key, 0) + len(frame)
        self.held += len(frame)
        if self.sizes[key] >= BLOCK:
            yield self.block(key)
        elif self.held >= MOST_HELD:
            yield from self.rest()

    def rest(self):
        for key in list(self.waiting):
            yield self.block(key)

    def block(self, key: int):
        self.held -= self.sizes.pop(key)
        return key, b"".join(self.waiting.pop(key))


# Stages on the workers


class Stages:
    """How a worker runs a stage: which program, and the names under which Spark ships what it needs."""

    def __init__(self, program, plan: str, bounds: str, pipeline: str, options):
        self.program, self.plan, self.bounds, self.pipeline = program, plan, bounds, pipeline
        self.folder, self.memory = options.folder, options.memory
        # Relative paths of the plan are meant from where the driver was started.
        self.start = None if options.folder else os.getcwd()

    def path(self) -> str:
        """The program's path on this machine: where it is installed, or where Spark has put what --files named."""
        return os.path.abspath(self.program or SparkFiles.get("callbook"))

    def command(self, stage: str, *arguments: str):
        plan, bounds, pipeline = (
            os.path.abspath(SparkFiles.get(name)) for name in (self.plan, self.bounds, self.pipeline))
        command = [self.path(), "stage", stage, plan, *arguments, "--bounds", bounds, "--pipeline", pipeline]
        if stage in ("normalize", "merge", "chunks"):
            command += ["--scratch", local_folder(), *(["--memory", self.memory] if self.memory else [])]
        if stage == "normalize" and self.folder:
            command += ["--folder", self.folder]
        return command


def forget_archives() -> None:
    """Lets Python forget which archives of modules it has looked into; those that are imported stay.

    PySpark asks for a new look at all of them before every task, and since Python 3.10 that reads the contents of
    pyspark.zip anew: 0.09 s of CPU a task, twice what the start of a stage takes (measured with PySpark 3.5.9).
    """
    for path, finder in list(sys.path_importer_cache.items()):
        if isinstance(finder, zipimport.zipimporter):
            del sys.path_importer_cache[path]


def local_folder() -> str:
    """Where this executor may write for as long as it lives; Spark removes it."""
    folder = os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0]
    return folder if os.path.isdir(folder) else tempfile.gettempdir()


def end_with_us() -> None:
    """Lets the system kill a stage when the executor that has started it dies: no pipe would tell it (prctl(2),
    PR_SET_PDEATHSIG)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


@contextlib.contextmanager
def running(command, what: str, **pipes):
    """A stage as a process: refused unless it exits with 0, with its last words. Its standard error is kept in a
    nameless file, so that it never waits for a reader; the process does not outlive the block."""
    where, failure = f"{what} on {socket.gethostname()}", None
    forget_archives()
    with tempfile.TemporaryFile(dir=local_folder()) as words:
        try:
            process = subprocess.Popen(command, stderr=words, preexec_fn=end_with_us, **pipes)
        except OSError as error:
            raise Refusal(f"{where}: {error.filename}: {error.strerror} (expected the callbook and the folder of the "
                          "driver). Ship callbook with `--files callbook`; name the folder with --folder.") from None
        with process:
            try:
                yield process
            except (Refusal, BrokenPipeError) as error:
                failure = error  # a stage that says no stops reading and writing first: its own words say more
            except BaseException:
                process.kill()
                raise
            finally:
                with contextlib.suppress(BrokenPipeError):
                    process.stdin and process.stdin.close()
        words.seek(max(0, words.seek(0, os.SEEK_END) - LONGEST_QUOTE))
        said = words.read().decode(errors="replace").strip()
    if process.returncode not in (0, -signal.SIGPIPE) or isinstance(failure, BrokenPipeError):
        code = 2 if process.returncode == 2 else 1
        raise Refusal(f"{where}: exit {process.returncode}: {said}", code)
    if failure:
        raise failure
    if process.returncode:
        raise Refusal(f"{where}: ended by signal {-process.returncode}: {said}")


def normalized(stages: Stages, parts: int):
    """Splits → (part, block) as the shuffle wants them: a long and bytes in turn. The account of a split, which is
    every frame that belongs to no part, goes where the split's number says."""

    def run(numbers):
        for split in numbers:
            what = f"normalize split {split}"
            packing = Packing()
            command = stages.command("normalize", "--split", str(split))
            with running(command, what, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=BLOCK,
                             cwd=stages.start) as process:
                for kind, found, part, frame in frames(process.stdout, what):
                    if found != split or kind in OF_A_PART and part >= parts:
                        raise Refusal(f"{what}: a frame of split {found}, part {part} (expected split {split}, "
                                      f"parts below {parts})")
                    # An account has a block of its own even where it travels with the part of that number.
                    key = (part, 0) if kind in OF_A_PART else (split % parts, 1)
                    for (to, _), block in packing.add(key, frame):
                        yield pack_long(to)
                        yield block
            # Behind the exit code: a stage that fails at its end has given nothing.
            for (to, _), block in packing.rest():
                yield pack_long(to)
                yield block

    return run


def shuffled(blocks: RDD, parts: int) -> RDD:
    """RDD.partitionBy for a key that is the partition and a value that is bytes already: nothing is pickled, and
    nothing held back; partitionBy itself would collect up to a thousand blocks in every task."""
    blocks._bypass_serializer = True
    context = blocks.ctx
    pairs = context._jvm.PairwiseRDD(blocks._jrdd.rdd()).asJavaPairRDD()
    partitioner = context._jvm.PythonPartitioner(parts, id(shuffled))
    return RDD(context._jvm.PythonRDD.valueOfPair(pairs.partitionBy(partitioner)), context, NoOpSerializer())


class Accounts:
    """Writes the accounts that come to one task, split after split; the next one begins when the last is given."""

    def __init__(self, place):
        self.place, self.split, self.file, self.sequence = place, None, None, -1

    def add(self, block: bytes):
        """Gives the former account when this block is of another split."""
        _, _, split, _, _, sequence, _ = struct.unpack_from(HEADER, block)
        if split != self.split:
            yield from self.end()
            self.split, self.sequence = split, -1
            self.file = self.place.open(f"split-{split}.account")
        if sequence <= self.sequence:
            raise Refusal(f"the account of split {split}: block {sequence} comes after {self.sequence}")
        self.sequence = sequence
        self.file.write(block)

    def end(self):
        if self.file:
            yield from self.place.give(f"split-{self.split}.account", self.file)
            self.file = None


class Place:
    """Where a task writes: hidden names in the shared work folder, which are renamed when they are whole; or files of
    the executor, which are sent to the driver. None of them is left behind."""

    def __init__(self, folder=None):
        self.folder = Path(folder) if folder else None
        self.suffix = f"{TaskContext.get().taskAttemptId()}-{secrets.token_hex(4)}"
        self.open_files = []

    def open(self, name: str):
        folder = self.folder or Path(local_folder())
        self.open_files.append(open(folder / f".{name}.{self.suffix}", "xb", buffering=BLOCK))
        return self.open_files[-1]

    def give(self, name: str, file):
        """(name, bytes) once and again: the file in pieces; with a shared folder its name alone."""
        file.close()
        check_whole(Path(file.name))
        if self.folder:
            os.replace(file.name, self.folder / name)
            yield name, b""
        else:
            with open(file.name, "rb") as pieces:
                while piece := pieces.read(BLOCK):
                    yield name, piece
            os.remove(file.name)
        self.open_files.remove(file)

    def discard(self) -> None:
        for file in self.open_files:
            file.close()
            with contextlib.suppress(FileNotFoundError):
                os.remove(file.name)


# By stage: what it makes of which number.
SHARED = {"normalize": ("split-{}.frames", "--split"), "merge": ("part-{}.merged", "--part"),
          "chunks": ("group-{}.chunks", "--group")}


def shared(stages: Stages, stage: str, folder: Path, *arguments: str):
    """Numbers of splits, parts or groups of slots → the names of the files that a stage has made of them in the shared
    folder; not a byte of them passes Python or Java."""

    def run(numbers):
        for number in numbers:
            name, option = SHARED[stage][0].format(number), SHARED[stage][1]
            place = Place(folder)
            try:
                file = place.open(name)
                command = stages.command(stage, option, str(number), *arguments)
                with running(command, f"{stage} {option[2:]} {number}", stdin=subprocess.DEVNULL, stdout=file,
                             cwd=stages.start):
                    pass
                yield from (given for given, _ in place.give(name, file))
            finally:
                place.discard()

    return run


def merged(stages: Stages):
    """The blocks of one part and the accounts that travel with them → the files that `finish` reads."""

    def run(part, blocks):
        name, place = f"part-{part}.merged", Place()
        accounts, entries = Accounts(place), place.open(name)
        try:
            command = stages.command("merge", "--part", str(part))
            with running(command, f"merge part {part}", stdin=subprocess.PIPE, stdout=entries) as merge:
                for block in blocks:
                    if block[4] in OF_A_PART:
                        merge.stdin.write(block)
                    else:
                        yield from accounts.add(block)
            yield from accounts.end()
            yield from place.give(name, entries)
        finally:
            place.discard()

    return run


def greeting(stages: Stages):
    """What a worker says of the program that it would run: (host, version, SHA-256)."""

    def run(_):
        time.sleep(0.05)  # so that one executor does not take all of these tasks
        forget_archives()
        program = stages.path()
        try:
            version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            with open(program, "rb") as file:
                return [(socket.gethostname(), version.strip(), hashlib.sha256(file.read()).hexdigest())]
        except (OSError, subprocess.CalledProcessError) as error:
            return [(socket.gethostname(), f"{program}: {error}", None)]

    return run


# The driver


def locked(folder: Path) -> int:
    """A descriptor of the work folder that holds its lock; the folder is made where it is missing."""
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.stat(folder).st_ino == os.fstat(lock).st_ino:
                return lock
        except FileNotFoundError:
            pass  # the driver that held it has ended and removed it
        except OSError:
            os.close(lock)
            raise Refusal(f"{folder}: another driver works there. Wait for it, or give another --work.") from None
        os.close(lock)


@contextlib.contextmanager
def work_folder(folder: Path, stays: bool):
    """A folder of this run inside the work folder, which one driver holds at a time. What a driver that was killed
    has left there is removed first: its workers find no folder to write in. Nothing is left at the end."""
    lock = locked(folder)
    try:
        for left in folder.glob("run-*"):
            shutil.rmtree(left)
        run = folder / f"run-{secrets.token_hex(8)}"
        run.mkdir(mode=0o700)
        try:
            yield run
        finally:
            # A task that still runs may write beside us for a moment.
            for _ in range(50):
                shutil.rmtree(run, ignore_errors=True)
                if not run.exists():
                    break
                time.sleep(0.1)
            if not stays:
                with contextlib.suppress(OSError):
                    folder.rmdir()
    finally:
        os.close(lock)


def local_program(options) -> str:
    """The callbook that the driver itself runs: the one that is shipped, or the one that is installed."""
    shipped = SparkFiles.get("callbook")
    named = options.callbook and (os.path.abspath(options.callbook) if "/" in options.callbook else options.callbook)
    program = named or (shipped if os.path.exists(shipped) else shutil.which("callbook"))
    if not program:
        raise Refusal("callbook: not found (expected it among --files, or in PATH). Submit with `--files callbook`, "
                      "or name it with --callbook.", 2)
    return program


def here(command, **more) -> None:
    """Runs a stage on the driver; its standard error is ours."""
    try:
        code = subprocess.run(command, stdin=subprocess.DEVNULL, **more).returncode
    except OSError as error:
        raise Refusal(f"{command[0]}: {error.strerror}. Name the program with --callbook.", 2) from None
    if code:
        raise Refusal("", code if code > 0 else 1)


def given(options, *names: str):
    """Those of the named options that were given, as words of a command."""
    words = []
    for name in names:
        value = getattr(options, name.replace("-", "_"))
        if value:
            words += [f"--{name}"] if value is True else [f"--{name}", value]
    return words


def refused(error) -> Refusal:
    """What a task has said, found in the stack of Spark's error, and its exit code."""
    found = re.findall(r"Refusal: (\[.*\])$", str(error), re.MULTILINE)
    return Refusal(*json.loads(found[-1])) if found else Refusal(f"Spark gave up: {error}")


def check_workers(context: SparkContext, stages: Stages, program: str) -> None:
    """Refuses, before a record is read, workers that have no callbook or another one than the driver."""
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    ours = (version, digest)
    tasks = 2 * context.defaultParallelism
    for host, *theirs in context.parallelize(range(tasks), tasks).mapPartitions(greeting(stages)).collect():
        if tuple(theirs) != ours:
            raise Refusal(f"{host}: another callbook (found {theirs[0]}, SHA-256 {theirs[1]}; expected that of the "
                          f"driver: {version}, SHA-256 {digest}). Ship it with `spark-submit --files callbook`.")


def fetch_exports(context: SparkContext, url: str, folder: Path) -> None:
    """Copies every file below a folder of one of Hadoop's file systems, with its time of modification."""
    hadoop = context._jvm.org.apache.hadoop.fs
    try:
        root = hadoop.Path(url)
        system = root.getFileSystem(context._jsc.hadoopConfiguration())
        root = system.makeQualified(root)
        files = system.listFiles(root, True)
        while files.hasNext():
            status = files.next()
            target = folder / root.toUri().relativize(status.getPath().toUri()).getPath()
            target.parent.mkdir(parents=True, exist_ok=True)
            # Hadoop decodes no path that is given as text: blanks and other letters need the address of a file.
            local = hadoop.Path(context._jvm.java.io.File(str(target)).toURI())
            system.copyToLocalFile(False, status.getPath(), local, True)
            os.utime(target, ns=(status.getModificationTime() * 1_000_000,) * 2)
    except Py4JJavaError as error:
        raise Refusal(f"{url}: cannot be copied ({error.java_exception}). Check --exports.", 2) from None


LOCK = ".driver"


def remove_what_dead_drivers_left(root: Path) -> None:
    """Removes the folders of drivers that were killed. A driver holds a lock in its folder as long as it lives,
    which the system opens whatever ends it; so neither a process number that came again nor another machine's or
    container's can be mistaken. Only folders with our names, of our own user, that nobody else may look into, are
    touched; one without a lock is just being made, unless it is a day old."""
    for folder in root.glob("callbook-spark-*"):
        with contextlib.suppress(OSError):
            facts = folder.lstat()
            if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
                continue
            try:
                lock = os.open(folder / LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
            except FileNotFoundError:
                if time.time() - facts.st_mtime > 24 * 60 * 60:
                    shutil.rmtree(folder, ignore_errors=True)
                continue
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


@functools.cache
def shipping_folder() -> Path:
    """A private folder of this driver, which goes with it; what killed ones left goes first."""
    remove_what_dead_drivers_left(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix="callbook-spark-"))
    # Held until this process ends: nobody closes it. It has its name once it is held.
    lock = os.open(folder / f"{LOCK}.new", os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.rename(folder / f"{LOCK}.new", folder / LOCK)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def ship(context: SparkContext, run: Path, path: Path, name: str) -> str:
    """Sends a file to every worker, under a name that no other run uses. It stays until the driver ends: Spark lists
    what was added for good, and a worker that had no task of this run asks for it with its next one."""
    shipped = shipping_folder() / f"{run.name}-{name}"
    shutil.copyfile(path, shipped)
    context.addFile(str(shipped))
    return shipped.name


def move(context: SparkContext, stages: Stages, splits: int, parts: int, groups: int, inbox: Path,
         is_shared: bool) -> None:
    """The two jobs, and with a shared folder the one that makes chunks: what `finish` reads is in `inbox` then, or a
    Refusal says what is not."""
    numbers = context.parallelize(range(splits), splits)
    accounts = "frames" if is_shared else "account"
    expected = {f"part-{part}.merged" for part in range(parts)} | {
        f"split-{split}.{accounts}" for split in range(splits)} | {f"group-{group}.chunks" for group in range(groups)}
    try:
        if is_shared:
            arrived = set(numbers.mapPartitions(shared(stages, "normalize", inbox)).collect())
            for stage, count in (("merge", parts), ("chunks", groups)):
                task = shared(stages, stage, inbox, "--frames", str(inbox))
                if count:
                    arrived |= set(context.parallelize(range(count), count).mapPartitions(task).collect())
        else:
            blocks = numbers.mapPartitions(normalized(stages, parts))
            arrived = fetch(shuffled(blocks, parts).mapPartitionsWithIndex(merged(stages)), inbox)
    except Py4JJavaError as error:
        raise refused(error) from None
    missing = sorted(expected - arrived)
    if missing:
        raise Refusal(f"{inbox}: {len(missing)} files did not arrive (expected {len(expected)}): {missing[0]} …")


def fetch(files: RDD, inbox: Path) -> set:
    """Brings the workers' files here, one task's after the other; until then they lie on the executors' disks."""
    files.persist(StorageLevel.DISK_ONLY)
    files._jrdd.rdd().count()  # in the JVM, so that all tasks run at once and no byte comes to Python for it
    arrived, name, file = set(), None, None
    for following, piece in files.toLocalIterator(prefetchPartitions=True):
        if following != name:
            if file:
                file.close()
            name = following
            arrived.add(name)
            file = open(inbox / name, "xb", buffering=BLOCK)
        file.write(piece)
    if file:
        file.close()
    files.unpersist()
    return arrived


def publish(context: SparkContext, options) -> None:
    """The whole run: plan, bounds, the two jobs, and the stage that publishes; a Refusal says no."""
    program = local_program(options)
    parts = options.parts or 2 * context.defaultParallelism
    output = Path(options.output)
    work = Path(options.work) if options.work else output.with_name(output.name + ".work")
    with work_folder(work.absolute(), stays=options.work is not None) as run:
        plan, bounds, inbox = run / "plan.json", run / "bounds.json", run / "inbox"
        inbox.mkdir()
        pipeline, start = Path(options.pipeline), None
        if options.exports:
            options.folder = start = str(run / "exports")
            os.mkdir(start)
            fetch_exports(context, options.exports, Path(start))
            try:
                pipeline = Path(shutil.copy(pipeline, start)).relative_to(start)
            except OSError as error:
                raise Refusal(f"{pipeline}: cannot be read ({error.strerror}). Name the pipeline file.", 2) from None
        with open(plan, "xb") as file:
            here([program, "stage", "split", str(pipeline),
                  *given(options, "split-size", "as-of", "now", "root")], stdout=file, cwd=start)
        planned = json.loads(plan.read_bytes())
        splits = len(planned["splits"])
        # Through Spark the bytes of all chunks would pass the driver besides those of all entries.
        groups = min(parts if options.groups is None else options.groups, planned["slots"]) if options.shared else 0
        with open(bounds, "xb") as file:
            here([program, "stage", "bounds", str(plan), "--parts", str(parts), "--groups", str(groups or 1)],
                 stdout=file, cwd=start)
        stages = Stages(options.callbook, ship(context, run, plan, "plan"), ship(context, run, bounds, "bounds"),
                        ship(context, run, Path(options.pipeline), "pipeline"), options)
        check_workers(context, stages, program)
        print(f"callbook_spark: {splits} splits, {parts} parts, {groups} groups", file=sys.stderr)
        move(context, stages, splits, parts, groups, inbox, options.shared)
        files = [word for name in WATCHED if (path := getattr(options, name))
                 for word in (f"--{name}", os.path.abspath(path))]
        here([program, "stage", "finish", str(plan), "--bounds", str(bounds), "--output", str(output.absolute()),
              "--work", str(inbox), *files, *given(options, *FINISHING)], cwd=start)


FINISHING = ("least-sequence", "accept", "threads", "json", "quiet", "timings", "log-level")
WATCHED = ("metrics", "lineage")


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], allow_abbrev=False)
    parser.add_argument("pipeline", metavar="PIPELINE", help="the pipeline file; its exports must lie where every "
                        "worker finds them under the same path")
    parser.add_argument("--output", required=True, metavar="DIR", help="as of `build`: directory/ and report/ in it")
    parser.add_argument("--parts", type=int, metavar="N", help="ranges of numbers that are merged apart (two for "
                        "each core without it); the bytes are the same with any number")
    parser.add_argument("--groups", type=int, metavar="N", help="groups of slots whose chunks are made apart, with "
                        "--shared (as many as parts without it; 0 leaves them to the driver)")
    parser.add_argument("--split-size", default="64M", metavar="SIZE", help="bytes of an export that one task reads "
                        "(64M without it), or `whole`; the bytes are the same with any size")
    parser.add_argument("--work", metavar="FOLDER", help="where the run keeps what `finish` reads (DIR.work without "
                        "it); must hold the directory once over")
    parser.add_argument("--shared", action="store_true", help="--work is a folder that every worker can read and "
                        "write in: frames pass from worker to worker as files there, not through Spark")
    parser.add_argument("--callbook", metavar="PATH", help="the program, under this path on the driver and on every "
                        "worker, instead of the one that `--files` ships")
    parser.add_argument("--folder", metavar="FOLDER", help="where workers look for the plan's relative paths")
    parser.add_argument("--exports", metavar="URL", help="a folder of one of Hadoop's file systems: its files are "
                        "copied into --work, and the pipeline's paths are looked for there; with --shared")
    parser.add_argument("--memory", metavar="SIZE", help="of each stage on a worker (256M without it)")
    for name, meaning in (("as-of", "DATE"), ("now", "TIME"), ("root", "FOLDER"), ("least-sequence", "N"),
                          ("accept", "REASON"), ("threads", "N"), ("metrics", "FILE"), ("lineage", "FILE"),
                          ("log-level", "LEVEL")):
        parser.add_argument(f"--{name}", metavar=meaning, help="as of `build`")
    for name in ("json", "quiet", "timings"):
        parser.add_argument(f"--{name}", action="store_true", help="as of `build`")
    options = parser.parse_args(words)
    if options.parts is not None and options.parts < 1:
        parser.error(f"--parts: {options.parts} (expected 1 or more)")
    if options.groups is not None and (options.groups < 0 or not options.shared):
        parser.error(f"--groups: {options.groups} (expected 0 or more, and --shared)")
    if options.exports and (options.folder or not options.shared):
        parser.error("--exports: needs --shared, and takes the place of --folder")
    return options


def main() -> int:
    options = arguments()
    context = SparkContext(appName="callbook")
    try:
        publish(context, options)
        return 0
    except Refusal as refusal:
        if refusal.words:
            print(f"callbook_spark: {refusal.words}", file=sys.stderr)
        return refusal.code
    except OSError as error:
        # What is not caught nearer is the work folder of the driver.
        print(f"callbook_spark: {error.filename or 'the work folder'}: {error.strerror}. Check --work.", file=sys.stderr)
        return 1
    finally:
        context.stop()


if __name__ == "__main__":
    sys.exit(main())
