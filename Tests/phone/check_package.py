#!/usr/bin/env python3
"""An app that links the loader resolves and builds nothing but the loader.

The files of this package become a repository of their own with a version tag. A package whose
manifest is the one that docs/loader.md shows then depends on that version, with no network and no
cache: what SwiftPM pins, draws and compiles is looked at. Exit 1 with one line per breach.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / ".build/phone/package"
APP = WORK / "app"

# The libraries for apps, and the declarations of CallKit that stand in for Apple's on Linux.
LINKED = {"DirectoryFormat", "DirectoryLoading", "DirectoryInstalling"}
STAND_INS = {"CallKit"} if sys.platform == "linux" else set()
# What only the tool needs: packages and C libraries. Linux's zlib stands in for Apple's Compression.
OF_THE_TOOL = ("Yams", "ArgumentParser", "CLibCSV", "CLibXML2", "CLibCrypto", "CSQLite") + (
    () if sys.platform == "linux" else ("CZlib",))


def environment() -> dict[str, str]:
    """No mirror, no protocol but files: whatever wants the network fails."""
    return os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_ALLOW_PROTOCOL": "file"}


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"package: {' '.join(command[:3])} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def swift(*words: str) -> str:
    kept = [f"--{name}-path={WORK / name}" for name in ("cache", "config", "security")]
    return run(APP, "swift", words[0], *kept, *words[1:])


def publish_version() -> str:
    """The tracked files as a repository with the tag that docs/loader.md asks for."""
    source = (ROOT / "Sources/Pipelines/ToolVersion.swift").read_text(encoding="utf-8")
    version = re.search(r'callbook = "([^"]+)"', source).group(1)
    repository = WORK / "callbook"
    listed = run(ROOT, "git", "ls-files", "-co", "--exclude-standard", "-z").split("\0")
    for name in listed:
        if name and (ROOT / name).is_file():
            (repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, repository / name)
    author = ["-c", "user.name=check", "-c", "user.email=check@localhost"]
    run(repository, "git", "init", "--quiet")
    run(repository, "git", "add", "--all")
    run(repository, "git", *author, "commit", "--quiet", "--message", version)
    run(repository, "git", *author, "tag", version)
    return version


def write_app(version: str) -> None:
    """A package with the documented manifest, whose two targets import what they link."""
    text = (ROOT / "docs/loader.md").read_text(encoding="utf-8")
    shown = re.search(r"```swift\n(// swift-tools-version.*?)```", text, re.DOTALL)
    if shown is None:
        sys.exit("package: docs/loader.md shows no Package.swift")
    manifest, count = re.subn(
        r'url: "https://[^"]*/callbook", from: "([^"]*)"',
        lambda match: f'url: "file://{WORK}/callbook", from: "{match.group(1)}"', shown.group(1))
    if count != 1 or f'from: "{version}"' not in manifest:
        sys.exit(f'package: the manifest in docs/loader.md does not ask for from: "{version}"')
    APP.mkdir()
    (APP / "Package.swift").write_text(manifest, encoding="utf-8")
    for target, product in [("App", "DirectoryInstalling"), ("DirectoryExtension", "DirectoryLoading")]:
        (APP / "Sources" / target).mkdir(parents=True)
        (APP / "Sources" / target / "Imports.swift").write_text(
            f"import DirectoryFormat\nimport {product}\n", encoding="utf-8")


def check_resolution(report) -> None:
    swift("package", "resolve")
    pins = re.findall(r'"identity" : "([^"]*)"', (APP / "Package.resolved").read_text())
    if pins != ["callbook"]:
        report(f"Package.resolved pins {', '.join(pins)} (expected callbook alone)")
    drawn = swift("package", "show-dependencies", "--format", "flatlist").split()
    if drawn != ["callbook"]:
        report(f"show-dependencies draws {', '.join(drawn)} (expected callbook alone)")


def check_build(report) -> None:
    swift("build")
    places = Path(swift("build", "--show-bin-path").strip())
    built = {path.stem for path in places.glob("*.build")} - {"App", "DirectoryExtension"}
    for name in sorted(built ^ (LINKED | STAND_INS)):
        verb = "is compiled" if name in built else "is not compiled"
        report(f"{name} {verb} for an app (expected {', '.join(sorted(LINKED))})")
    plan = (APP / ".build/debug.yaml").read_text(encoding="utf-8", errors="replace")
    for library in OF_THE_TOOL:
        if library in plan:
            report(f"the plan of an app's build names {library}")


def main() -> int:
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    write_app(publish_version())
    breaches: list[str] = []
    check_resolution(breaches.append)
    if not breaches:
        check_build(breaches.append)
    for breach in breaches:
        print(f"package: {breach}")
    if not breaches:
        print("package: an app resolves callbook alone, and compiles its three libraries")
        shutil.rmtree(WORK, ignore_errors=True)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
