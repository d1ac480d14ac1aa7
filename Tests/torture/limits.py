"""Too little of everything: memory, descriptors, file sizes, room on the disk, a full standard output."""

import gzip
import resource
import shutil
import subprocess
import time

from judge import judge, judge_next
from nights import Night, Nights
from workshop import Outcome, Run, Workshop

MEGABYTE = 1 << 20
DESCRIPTORS = [*range(4, 40), 48, 64, 100]
SIZES = [0, 1, 100, 500, 1000, 2000, 3000, 4096, 6000, 10_000, 20_000]
DISKS = [*range(60, 600, 20)]
ADDRESSES = [100, 150, 200, 300, 400, 600, 800, 1200, 2000]
NIGHTS = ["second-2", "few-2", "sqlite-2"]


def points(shop: Workshop, nights: Nights, wanted):
    if not shop.is_slice:
        for make in LARGE:
            for megabytes in (64, 512):
                name = make.__name__.replace("_", "-")
                yield f"memory/{name}/{megabytes}M", of_memory(shop, megabytes, make)
    for name in NIGHTS[:1] if shop.is_slice else NIGHTS:
        if not any(wanted(f"{what}/{name}") for what in ("descriptors", "sizes", "disks", "addresses", "full")):
            continue
        night = nights.get(name)
        for count in DESCRIPTORS:
            yield f"descriptors/{name}@{count}", limited(shop, night, {resource.RLIMIT_NOFILE: count})
        for size in SIZES:
            yield f"sizes/{name}@{size}", limited(shop, night, {resource.RLIMIT_FSIZE: size})
        for size in ADDRESSES:
            yield f"addresses/{name}@{size}", limited(
                shop, night, {resource.RLIMIT_AS: size * MEGABYTE}, may_crash=True)
        for size in DISKS:
            yield f"disks/{name}@{size}", small_disk(shop, night, size)
        yield f"full/{name}@1", full_output(shop, night)


def limited(shop: Workshop, night: Night, limits: dict[int, int], may_crash: bool = False):
    """A run under a limit of setrlimit. Without address space a program may only be killed whole."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        ended = shop.build(work, *night.arguments, limits=limits)
        ended.met = "the limit"
        if may_crash and (ended.is_crash or ended.code == 127):
            ended.code = -9
        outcome = judge(night, work, ended)
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        return outcome
    return run


def small_disk(shop: Workshop, night: Night, kilobytes: int):
    """A run whose output lies on a disk of so many KiB, where a user may mount one."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        script = f"""mount -t tmpfs -o size={kilobytes}k none disk || exit 99
            cp -a out/. disk && mount --bind disk out || exit 98
            "$@"; code=$?; rm -rf left; cp -a out left; exit $code"""
        (work / "disk").mkdir()
        done = subprocess.run(
            ["unshare", "-rm", "sh", "-c", script, "sh", shop.binary, "build", "case.yaml", "--output",
             "out", "--scratch", "scratch", "--quiet", *night.arguments],
            cwd=work, env=shop.environment(work), capture_output=True, text=True, timeout=60)
        if done.returncode in (98, 99) or not (work / "left").exists():
            return Outcome("disk: none that small can be mounted here")
        shutil.rmtree(work / "out")
        (work / "left").rename(work / "out")
        outcome = judge(night, work, Run(done.returncode, done.stderr, done.stdout, 0, met="full"))
        if done.returncode == 0 and "o space left" in done.stderr:
            outcome.words += ", with a warning"
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        outcome.words = f"disk: {outcome.words}"
        return outcome
    return run


def full_output(shop: Workshop, night: Night):
    """Standard output takes nothing; what is published is published."""
    def run(folder) -> Outcome:
        work = night.copy(folder)
        with open("/dev/full", "wb") as full:
            start = time.monotonic()
            process = shop.start(work, "build", "case.yaml", "--output", "out", "--scratch",
                                 "scratch", *night.arguments, stdout=full)
            ended = shop.end(process, start)
        ended.met = "/dev/full"
        outcome = judge(night, work, ended)
        if not ended.said.strip():
            outcome.faults.append("not a word about the summary that could not be written")
        outcome.faults += judge_next(night, work, shop.build(work, *night.arguments))
        outcome.words = f"full standard output: {outcome.words}"
        return outcome
    return run


# ---- memory

def of_memory(shop: Workshop, megabytes: int, make):
    """Peak memory of an input that is large in one direction: --memory and a tenth at most."""
    def run(folder) -> Outcome:
        shutil.rmtree(folder)
        for name in ("exports", "scratch", "tmp"):
            (folder / name).mkdir(parents=True)
        (folder / "case.yaml").write_text(make(folder))
        faults, peaks = [], []
        # The second night reads what the first one left.
        for night in ("first", "second"):
            ended = shop.build(folder, "--threads", "2", "--memory", f"{megabytes}M", seconds=900,
                               is_measured=True)
            if ended.is_hung or ended.is_crash:
                faults.append("hangs" if ended.is_hung else f"crashes with signal {-ended.code}")
            if ended.peak > megabytes * MEGABYTE * 1.1:
                faults.append(f"{night} night: peak memory {ended.peak / MEGABYTE:.1f} MiB with "
                              f"--memory {megabytes}M")
            peaks.append(f"{ended.peak / MEGABYTE:.1f}")
        said = ended.said.strip().split("\n")[0][:100]
        return Outcome(f"{make.__name__.replace('_', ' ')}: exit {ended.code}, "
                       f"{' and '.join(peaks)} of {megabytes} MiB, {ended.seconds:.0f} s"
                       + (f" ({said})" if said else ""), faults)
    return run


def case(source: str, more: str = "") -> str:
    return ("version: 1\nname: case\nregion: TW\nslots: { identifiers: [a.b] }\n"
            f"gate: {{ rejected: 100% }}\nsources:\n{source}\n{more}")


def one(columns: str = "{ number: number, label: label }", more: str = "") -> str:
    return case(f"  - {{ name: export, path: 'exports/*.csv', columns: {columns}{more} }}")


def quoted_field_of_ten_million_lines(folder) -> str:
    return quoted_field(open(folder / "exports/a.csv", "w"), "'exports/*.csv'")


def quoted_field_in_gzip(folder) -> str:
    return quoted_field(gzip.open(folder / "exports/a.csv.gz", "wt", 1), "'exports/*.gz'")


def quoted_field_in_utf16(folder) -> str:
    return quoted_field(open(folder / "exports/a.csv", "w", encoding="utf-16"), "'exports/*.csv'")


def quoted_field_in_big5(folder) -> str:
    return quoted_field(open(folder / "exports/a.csv", "w", encoding="big5"), "'exports/*.csv', encoding: Big5")


def quoted_field(export, path: str) -> str:
    """Ten million lines, each of them a rejection then."""
    with export as file:
        file.write('number,label\n02-2345-6789,Shop\n02-2345-6780,"')
        for _ in range(1000):
            file.write("x\n" * 10_000)
        file.write('"\n02-2345-6788,Shop\n')
    return one().replace("'exports/*.csv'", path) + "\nlimits: { report: 4 GiB }\n"


def range_of_ten_million_numbers(folder) -> str:
    (folder / "exports/a.csv").write_text(
        "first,last,label\n0910000000,0919999999,Mobile\n")
    return (one("{ first: first, last: last, label: label }")
            .replace("[a.b]", "[a, b, c, d, e, f, g, h]")
            + "\nnormalize: { expansion_budget: 10000000 }\n")


def eleven_thousand_sources(folder) -> str:
    (folder / "exports/a.csv").write_text("number,label\n02-2345-6789,Shop\n")
    return case("\n".join(
        f"  - {{ name: s{index}, path: exports/a.csv, columns: {{ number: number, label: label }} }}"
        for index in range(11_000)))


def hundred_thousand_files(folder) -> str:
    for index in range(100_000):
        (folder / f"exports/{index:06}.csv").write_text(
            f"number,label\n02-2{300 + index // 10_000}-{index % 10_000:04},Shop\n")
    return one()


def million_columns(folder) -> str:
    with open(folder / "exports/a.csv", "w") as file:
        file.write("number,label" + "".join(f",c{index}" for index in range(1_000_000)) + "\n")
        for row in range(5):
            file.write(f"02-2345-678{row},Shop" + "," * 1_000_000 + "\n")
    return one(more=", max_record: 64M")


LARGE = [quoted_field_of_ten_million_lines, quoted_field_in_gzip, quoted_field_in_utf16, quoted_field_in_big5,
         range_of_ten_million_numbers, eleven_thousand_sources, hundred_thousand_files, million_columns]
