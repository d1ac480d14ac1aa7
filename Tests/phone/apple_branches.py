"""Swift files as Apple's compiler sees them: every `#if` about the system is decided for a phone or
a Mac, and written `#if true` or `#if false`, so that each line stays where it is.

Conditions about anything else stay as they are. Linux's Foundation keeps URLSession in a module of
its own, so that one condition stays, too.
"""

import re
from pathlib import Path

SYSTEMS = {
    "phone": {"os": {"iOS"}, "targetEnvironment": set()},
    "mac": {"os": {"macOS"}, "targetEnvironment": set()},
}
MODULES = {
    "phone": {
        "BackgroundTasks", "CallKit", "Compression", "CryptoKit", "Darwin", "Foundation", "ObjectiveC",
        "SwiftUI", "UIKit",
    },
    "mac": {
        "BackgroundTasks", "CallKit", "Compression", "CryptoKit", "Darwin", "Foundation", "ObjectiveC",
        "SwiftUI",
    },
}
LINUX_ONLY = {"Glibc", "Musl"}
UNDECIDED = {"FoundationNetworking"}

CONDITION = re.compile(r"^(\s*#(?:if|elseif)\s+)(.*?)(\s*(?://.*)?)$")
QUESTION = re.compile(r"\b(os|canImport|targetEnvironment)\(\s*(\w+)\s*\)")


def answer(question: re.Match, system: str) -> str:
    kind, name = question.groups()
    if kind == "canImport":
        if name not in set().union(*MODULES.values()) | LINUX_ONLY:
            raise ValueError(f"canImport({name}): say in {Path(__file__).name} who has it")
        return str(name in MODULES[system])
    return str(name in SYSTEMS[system][kind])


def decide(condition: str, system: str) -> str:
    """`true` or `false` for a condition about the system alone; any other as it is."""
    decided = QUESTION.sub(
        lambda match: match.group() if match.group(2) in UNDECIDED else answer(match, system),
        condition)
    if re.search(r"[^\s()!&|]", re.sub(r"\b(True|False)\b", "", decided)):
        return condition
    python = decided.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return str(bool(eval(python, {"__builtins__": {}}))).lower()


def rewrite(source: str, system: str) -> str:
    lines = []
    for line in source.split("\n"):
        match = CONDITION.match(line)
        if match:
            line = match.group(1) + decide(match.group(2), system) + match.group(3)
        lines.append(line)
    return "\n".join(lines)


def copy(sources: list[Path], place: Path, system: str, change=lambda text: text) -> None:
    """Makes a folder of Swift files, or of what lies below folders, rewritten; a file that would be
    the same is left as it is, any other Swift file there goes."""
    wanted = {}
    for source in sources:
        for path in [source] if source.is_file() else sorted(source.rglob("*.swift")):
            name = path.name if source.is_file() else path.relative_to(source)
            wanted[place / name] = change(rewrite(path.read_text(encoding="utf-8"), system))
    for path in place.rglob("*.swift"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
