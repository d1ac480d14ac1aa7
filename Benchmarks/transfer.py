#!/usr/bin/env python3
"""What phones fetch: a first load, and nights that change 0.1 %, 1 % and 10 % of the entries.

  make bench-transfer                       a million entries, names made up from words
  make bench-transfer RECORDS=100000 NAMES=FILE   fewer; names from a file, one a line

Counts bytes, with the rules of the installer (docs/loader.md): the timestamp, the manifest, both
signatures; at first every chunk, later the delta from what is installed; of each file its packed
twin where there is one. Beside it the plain files, and these packed by gzip -6 and zstd -19, one by
one, as a web server would: at first all chunks, later the chunks that are new.
"""

import gzip
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CALLBOOK = Path(os.environ.get("CALLBOOK") or ROOT / ".build" / "release" / "callbook").resolve()
FOLDER = Path(os.environ.get("CALLBOOK_BENCH") or ROOT / "build" / "bench") / "transfer"
RECORDS = int(os.environ.get("RECORDS") or 1_000_000)
NAMES = os.environ.get("NAMES")
SEED = 20261121
SHARES = (0.001, 0.01, 0.1)
WORDS = ["幸福", "美好", "永恆", "花嫁", "星光", "海風", "晨曦", "森林", "安居", "樂活", "大東", "新月", "金輝", "玉山",
         "雲端", "信義", "仁愛", "和平", "中正", "青田", "康健", "長青", "博愛", "光明", "大安", "文山", "松山", "萬華"]
TRADES = ["婚紗館", "喜餅店", "花店", "攝影工作室", "宴會館", "租屋中心", "房屋仲介", "家具行", "室內設計", "珠寶店", "藥局", "牙醫診所",
          "小兒科診所", "眼科診所", "書局", "早餐店", "咖啡館", "便當", "水電行", "汽車保養廠"]


def names(draw: random.Random) -> list[str]:
    if NAMES:
        lines = Path(NAMES).read_text(encoding="utf-8").splitlines()
        return sorted({line.strip().replace('"', "") for line in lines if line.strip()})
    return sorted({draw.choice(WORDS) + draw.choice(WORDS) + draw.choice(TRADES)
                   + draw.choice(["", "", "總店", f"{draw.randrange(2, 90)}號店"]) for _ in range(30_000)})


def entries(draw: random.Random, shops: list[str]) -> dict[str, str]:
    """Numbers of Taipei with an extension of four digits, each with a shop."""
    found = {}
    while len(found) < RECORDS:
        found[f"02-2{draw.randrange(10**7):07},{draw.randrange(10**4):04}"] = draw.choice(shops)
    return found


def change(rows: dict[str, str], share: float, draw: random.Random, shops: list[str]) -> None:
    """A night: half of what changes gets another label, a quarter goes, a quarter is new."""
    count = int(len(rows) * share)
    for number in draw.sample(sorted(rows), count * 3 // 4):
        if draw.randrange(3):
            rows[number] = draw.choice(shops)
        else:
            del rows[number]
    for _ in range(count // 4):
        rows[f"02-2{draw.randrange(10**7):07},{draw.randrange(10**4):04}"] = draw.choice(shops)


def build(rows: dict[str, str], output: Path) -> dict:
    export = FOLDER / "export.csv"
    with export.open("w", encoding="utf-8") as file:
        file.write("number,extension,label\n")
        file.writelines(f'{number},"{shop}"\n' for number, shop in rows.items())
    pipeline = FOLDER / "transfer.yaml"
    pipeline.write_text(
        "version: 1\nname: transfer\nregion: TW\nsources: [{ name: rows, path: export.csv, columns: "
        "{ number: number, extension: extension, label: label } }]\nslots: { cap: 1999999, identifiers: "
        f"[{', '.join(f'bench.slot{n}' for n in range(RECORDS // 1_700_000 + 1))}] }}\n"
        "normalize: { validate: none }\ngate: { vanished: 50%, relabelled: 50% }\nsign: { key: sign.key }\n")
    subprocess.run([CALLBOOK, "build", pipeline, "--output", output, "--quiet"], check=True)
    return json.loads((output / "directory/manifest.json").read_bytes())


def chunks(manifest: dict) -> dict[str, dict]:
    return {chunk["path"]: chunk for slot in manifest["slots"] for one in slot["lists"].values()
            for chunk in one["chunks"]}


def fetched(files: list[dict], directory: Path) -> int:
    """Bytes of so many files, by their twins, and of what says what the directory is."""
    signatures = 2 * 64
    head = sum((directory / name).stat().st_size for name in ("manifest.json", "timestamp.json"))
    return head + signatures + sum(file.get("packed", file)["bytes"] for file in files)


def packed(files: list[dict], directory: Path) -> tuple[int, int, int | None]:
    """Plain bytes of files, and with gzip -6 and zstd -19 (None where zstd is missing)."""
    plain = zipped = 0
    zstd = 0 if shutil.which("zstd") else None
    for file in files:
        data = (directory / file["path"]).read_bytes()
        plain += len(data)
        zipped += len(gzip.compress(data, 6))
        if zstd is not None:
            zstd += len(subprocess.run(["zstd", "-19", "-c"], input=data, check=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    return plain, zipped, zstd


def size(count: int | None) -> str:
    if count is None:
        return "–"
    return f"{count / 1e6:.2f} MB" if count >= 1e5 else f"{count / 1e3:.1f} KB"


def row(name: str, own: int, others: tuple) -> None:
    print(f"| {name} | {size(own)} | " + " | ".join(map(size, others)) + " |", flush=True)


def main() -> int:
    if not CALLBOOK.exists():
        sys.exit(f"transfer: there is no {CALLBOOK}; run make build")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with (FOLDER / "sign.pem").open("w") as file:
        subprocess.run([CALLBOOK, "keygen", FOLDER / "sign.key"], check=True, stdout=file)
    draw = random.Random(SEED)
    shops = names(draw)
    rows = entries(draw, shops)
    first = build(rows, FOLDER / "first")
    directory = FOLDER / "first/directory"
    print(f"{sum(first['entries'].values())} entries, {len(shops)} names, {len(chunks(first))} chunks\n")
    print("| | fetched | plain files | gzip −6 | zstd −19 |\n|---|---|---|---|---|")
    files = list(chunks(first).values())
    row("first load", fetched(files, directory), packed(files, directory))
    for share in SHARES:
        night = dict(rows)
        change(night, share, random.Random(f"{SEED} {share}"), shops)
        output = FOLDER / "night"
        shutil.rmtree(output, ignore_errors=True)
        shutil.copytree(FOLDER / "first", output)
        manifest = build(night, output)
        new = [chunk for path, chunk in chunks(manifest).items() if path not in chunks(first)]
        deltas = {delta["path"]: delta for delta in manifest["deltas"]}
        wanted = list(deltas.values())
        # A slot that differs and has no delta is fetched whole.
        whole = [slot for slot in manifest["slots"]
                 if slot["digest"] not in [delta["to_digest"] for delta in manifest["deltas"]]
                 and slot["digest"] not in [old["digest"] for old in first["slots"]]]
        wanted += [chunk for slot in whole for one in slot["lists"].values() for chunk in one["chunks"]]
        directory = output / "directory"
        row(f"a night of {share * 100:g} %", fetched(wanted, directory), packed(new, directory))
    shutil.rmtree(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main())
