#!/usr/bin/env python3
"""Keeps the documents true: links, make targets, reasons, repairs, rooms, version; exit 1 on a breach."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def documents() -> list[Path]:
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "*.md"],
        capture_output=True, text=True, check=True).stdout.split("\n")
    return [ROOT / name for name in listed if name and (ROOT / name).exists()]


def check_links(report) -> None:
    for path in documents():
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target) or target.startswith("#"):
                continue
            if not (path.parent / target.split("#")[0]).exists():
                report(f"{path.relative_to(ROOT)}: broken link {target}")


def check_targets(report) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for path in documents():
        text = path.read_text(encoding="utf-8")
        for target in re.findall(r"(?:`|^\s*\$? ?|\n)make ([a-z][a-z-]*)", text):
            if target not in targets and f"`make {target}" in text:
                report(f"{path.relative_to(ROOT)}: there is no `make {target}`")


def cases_with_codes(path: Path) -> list[str]:
    return re.findall(r'case \.\w+: "([a-z0-9-]+)"', path.read_text(encoding="utf-8"))


def check_rows(source: str, document: str, report) -> None:
    """Every code of a closed list has a row `| `code` | …` in its document, and no other row is there."""
    codes = set(cases_with_codes(ROOT / source))
    path = ROOT / document
    if not path.exists():
        report(f"{document}: missing; {source} lists {len(codes)} codes")
        return
    rows = set(re.findall(r"^\| `([a-z0-9-]+)`", path.read_text(encoding="utf-8"), re.MULTILINE))
    for code in sorted(codes - rows):
        report(f"{document}: no row for `{code}`")
    if document.endswith("reasons.md"):
        for code in sorted(rows - codes):
            report(f"{document}: `{code}` is no reason of {source}")


def check_rooms(report) -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for room in sorted((ROOT / "Sources").iterdir()):
        if room.is_dir() and f"`{room.name}`" not in text:
            report(f"docs/architecture.md: does not name the room `{room.name}`")


def check_commands(report) -> None:
    """Every command has a row and a section in docs/commands.md."""
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    headings = ", ".join(re.findall(r"^## (.*)$", text, re.MULTILINE)).split(", ")
    for path in sorted((ROOT / "Sources/callbook/Commands").glob("*.swift")):
        command = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", path.stem).lower()
        if f"| `{command}` |" not in text:
            report(f"docs/commands.md: no row for `{command}`")
        if command not in headings:
            report(f"docs/commands.md: no section for `{command}`")


def check_samples(report) -> None:
    made = subprocess.run(
        [sys.executable, "samples/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True)
    if made.returncode != 0:
        report(f"samples: {made.stdout.strip() or made.stderr.strip()}")


def check_version(report) -> None:
    source = (ROOT / "Sources/Pipelines/ToolVersion.swift").read_text(encoding="utf-8")
    version = re.search(r'callbook = "([^"]+)"', source).group(1)
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", changes, re.MULTILINE)
    if not newest or newest.group(1) != version:
        report(f"CHANGELOG.md: the newest version is {newest and newest.group(1)}, that of the tool {version}")


def check_decisions(report) -> None:
    """Every decision has a number of its own, and what names one by its number means one that is there."""
    numbers: dict[str, str] = {}
    for path in sorted((ROOT / "docs/decisions").glob("[0-9]*.md")):
        number = path.name[:4]
        if number in numbers:
            report(f"docs/decisions/{path.name}: the number of {numbers[number]}")
        numbers[number] = path.name
    for path in [*documents(), ROOT / "Package.swift", *sorted((ROOT / "Sources").rglob("*.swift"))]:
        for number in re.findall(r"decisions/(\d{4})\b", path.read_text(encoding="utf-8")):
            if number not in numbers:
                report(f"{path.relative_to(ROOT)}: names decision {number}, which there is not")


def main() -> int:
    breaches: list[str] = []
    check_links(breaches.append)
    check_targets(breaches.append)
    check_rows("Sources/Records/RejectionReason.swift", "docs/reasons.md", breaches.append)
    check_rows("Sources/Records/RepairKind.swift", "docs/rules.md", breaches.append)
    check_rooms(breaches.append)
    check_commands(breaches.append)
    check_samples(breaches.append)
    check_version(breaches.append)
    check_decisions(breaches.append)
    for breach in breaches:
        print(breach)
    print(f"documents: {len(breaches)} breaches" if breaches else "documents: true")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
