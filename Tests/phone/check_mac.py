#!/usr/bin/env python3
"""Type-checks what the rooms of the tool have for a Mac alone, without a Mac.

Each file whose `#if`s a Mac decides otherwise than Linux is checked among the files of its room, as
the Mac sees them, with stubs in place of Apple's modules. Exit 1 with the compiler's words.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import apple_branches

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
BUILT = ROOT / ".build/debug"
STUBS = ROOT / ".build/phone/world/.build/debug/Modules"
PLACE = ROOT / ".build/phone/mac"
FEATURES = ["InternalImportsByDefault", "ExistentialAny", "MemberImportVisibility"]


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"mac: {' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def settings() -> list[str]:
    """The compiler's words for every room: the stubs first, then what Linux built."""
    stubs = PLACE / "stubs"
    shutil.rmtree(stubs, ignore_errors=True)
    stubs.mkdir(parents=True)
    for stub in (HERE / "Stubs").iterdir():
        shutil.copy(STUBS / f"{stub.name}.swiftmodule", stubs)
    package = re.search(
        r'"-module-name","Publication"[^\n]*?"-package-name","([^"]+)"',
        (ROOT / ".build/debug.yaml").read_text(encoding="utf-8"))
    words = [
        "-swift-version", "6", "-warnings-as-errors", "-parse-as-library",
        "-package-name", package.group(1), "-I", str(stubs), "-I", str(BUILT / "Modules"),
        "-import-module", "AppleFoundation"]
    for feature in FEATURES:
        words += ["-enable-upcoming-feature", feature]
    for module in sorted((ROOT / "Sources").glob("*/module.modulemap")):
        words += ["-Xcc", f"-fmodule-map-file={module}"]
    for headers in [
        ROOT / "Sources/CSystem/include", ROOT / ".build/checkouts/Yams/Sources/CYaml/include"
    ]:
        words += ["-Xcc", f"-I{headers}"]
    flags = subprocess.run(
        ["pkg-config", "--cflags-only-I", "libxml-2.0"], capture_output=True, text=True)
    for flag in flags.stdout.split():
        words += ["-Xcc", flag]
    return words


def check(room: Path, words: list[str]) -> str:
    apple_branches.copy([room], PLACE / room.name, "mac")
    files = []
    for path in sorted(room.rglob("*.swift")):
        place = PLACE / room.name / path.relative_to(room)
        differs = path.read_text(encoding="utf-8") != place.read_text(encoding="utf-8")
        files += ["-primary-file", str(place)] if differs else [str(place)]
    if "-primary-file" not in files:
        return ""
    done = subprocess.run(
        ["swiftc", "-frontend", "-typecheck", "-module-name", room.name, *words, *files],
        capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def main() -> int:
    run("swift", "build", "--product", "callbook")
    run("swift", "build", "--target", "DirectoryInstalling")
    words = settings()
    rooms = [room for room in sorted((ROOT / "Sources").iterdir()) if room.is_dir()]
    breaches = [(room.name, check(room, words)) for room in rooms]
    breaches = [breach for breach in breaches if breach[1]]
    for room, said in breaches:
        print(f"mac: {room} does not compile as on a Mac:\n{said}")
    if not breaches:
        print(f"mac: what {len(rooms)} rooms have for a Mac alone type-checks")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
