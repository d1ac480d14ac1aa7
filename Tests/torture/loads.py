"""Much of everything: sources, files, bytes, generations. Done within the default memory, and right."""

import json
import shutil

from nights import Nights, pipeline, write_exports
from workshop import Outcome, Workshop

MEMORY = 512 << 20
SECONDS = 3600


def points(shop: Workshop, nights: Nights, wanted):
    for make in (hundred_sources, ten_thousand_files, five_gigabytes):
        yield make.__name__.replace("_", "-"), load(shop, make)
    yield "thousand-generations", thousand_generations(shop)


def load(shop: Workshop, make):
    """Builds once, verifies, builds again: everything is there, and nothing changes."""
    def run(folder) -> Outcome:
        shutil.rmtree(folder)
        for name in ("exports", "scratch", "tmp"):
            (folder / name).mkdir(parents=True)
        text, expected = make(folder)
        (folder / "case.yaml").write_text(text)
        run = shop.build(folder, seconds=SECONDS, is_measured=True)
        faults = []
        if run.code:
            faults.append(f"exit {run.code}: {run.said.strip()[:300]}")
        else:
            manifest = folder / "out/directory/manifest.json"
            before = manifest.read_bytes()
            found = json.loads(before)["entries"]["identification"]
            if found != expected:
                faults.append(f"{found} entries, expected {expected}")
            verified = shop.run(folder, "verify", "out/directory", "--quiet", seconds=SECONDS)
            if verified.code:
                faults.append(f"verify exits {verified.code}: {verified.printed[:300]}")
            again = shop.build(folder, seconds=SECONDS)
            if again.code or manifest.read_bytes() != before:
                faults.append(f"the same again exits {again.code}, the manifest "
                              + ("stays" if manifest.read_bytes() == before else "changes"))
        if run.peak > MEMORY * 1.1:
            faults.append(f"peak memory {run.peak >> 20} MiB with the default of 512M")
        shutil.rmtree(folder)
        folder.mkdir()
        return Outcome(f"{make.__name__.replace('_', ' ')}: exit {run.code}, {run.seconds:.0f} s, "
                       f"{run.peak >> 20} MiB", faults)
    return run


def case(sources: str, slots: int = 1) -> str:
    identifiers = ", ".join(f"slot.{index}" for index in range(slots))
    return ("version: 1\nname: case\nregion: TW\nnormalize: { validate: none }\n"
            f"slots: {{ identifiers: [{identifiers}] }}\nsources:\n{sources}")


def hundred_sources(folder) -> tuple[str, int]:
    rows = 100_000
    for source in range(100):
        with open(folder / f"exports/{source}.csv", "w") as file:
            file.write("number,extension,label\n")
            file.writelines(f"02-2{300 + source}-{row // 100:04},{row % 100:04},Shop {row % 997}\n"
                            for row in range(rows))
    sources = "\n".join(
        f"  - {{ name: s{source}, path: exports/{source}.csv, columns: "
        "{ number: number, extension: extension, label: label } }" for source in range(100))
    return case(sources, slots=8), 100 * rows


def ten_thousand_files(folder) -> tuple[str, int]:
    for index in range(10_000):
        (folder / f"exports/{index:05}.csv").write_text(
            f"number,label\n02-2345-{index:04},Shop {index}\n")
    return case("  - { name: all, path: 'exports/*.csv', columns: { number: number, label: label } }"), 10_000


def five_gigabytes(folder) -> tuple[str, int]:
    rows, padding = 1_300_000, "x" * 4000
    with open(folder / "exports/a.csv", "w", buffering=1 << 20) as file:
        file.write("number,extension,label,notes\n")
        for row in range(rows):
            file.write(f"02-2{300 + row // 1_000_000:03}-{row // 100 % 10_000:04},{row % 100:04},Shop,{padding}\n")
    return case("  - { name: one, path: exports/a.csv, columns: "
                "{ number: number, extension: extension, label: label } }"), rows


def thousand_generations(shop: Workshop):
    """A thousand and ten nights with `generations: 1000`: a delta from each to the newest."""
    def run(folder) -> Outcome:
        shutil.rmtree(folder)
        for name in ("exports", "scratch", "tmp"):
            (folder / name).mkdir(parents=True)
        (folder / "case.yaml").write_text(pipeline(vanished="100%", more="generations: 1000\n"))
        peak, longest, faults = 0, 0.0, []
        for night in range(1010):
            write_exports(folder, shop.seed, night, rows=20)
            with open(folder / "exports/center-north.csv", "a", encoding="utf-8") as file:
                file.write(f"02-2345-{night:04},,Night {night},\n")
            run = shop.build(folder, is_measured=True)
            peak, longest = max(peak, run.peak), max(longest, run.seconds)
            if run.code:
                faults.append(f"night {night} exits {run.code}: {run.said.strip()[:300]}")
                break
        kept = len(list((folder / "out/directory/generations").glob("*.json")))
        if not faults and kept != 1000:
            faults.append(f"{kept} generations are kept")
        verified = shop.run(folder, "verify", "out/directory", "--quiet", seconds=SECONDS)
        if verified.code:
            faults.append(f"verify exits {verified.code}: {verified.printed[:300]}")
        return Outcome(f"thousand generations: {kept} kept, longest night {longest:.1f} s, "
                       f"{peak >> 20} MiB", faults)
    return run
