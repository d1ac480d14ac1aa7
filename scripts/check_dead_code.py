#!/usr/bin/env python3
"""What is declared and never named: exit 1 with one line for each.

A name counts where it may be used: a private one in its file, one of a room in its room and the tests of
that room, a package or public one everywhere. Of declarations that share a name, overloads and members of
other types, one use keeps all: so nothing that is used is called dead. Comments and the text of strings are
no use, what is interpolated into a string is. In Sources what only tests name is dead, too. Python's
functions and classes must be named in some script, the Makefile or a shell script.
"""

import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Named by the language, the standard library or a package, which ask for them.
ASKED_FOR = set("""
  main body run validate configuration description debugDescription errorDescription hash encode
  makeIterator next allCases rawValue id codingPath userInfo intValue stringValue init deinit subscript
  superEncoder nestedContainer nestedUnkeyedContainer singleValueContainer unkeyedContainer container
  encodeNil customMirror startIndex endIndex index defaultValueDescription allValueStrings
  urlSession urlSessionDidFinishEvents testDescription
""".split())
# What is public there is for apps, which are not here.
PRODUCTS = {"DirectoryFormat", "DirectoryLoading", "DirectoryInstalling"}
# The phone that tests drive; the tool itself asks less of it.
SIMULATION = "SimulatedCallDirectory"
# Nothing names them here, for a reason.
KEPT = {
    # Tests of several rooms let the disk fail at what changes it.
    "Sources/Publication/Files/FileCall.swift": {"isChange"},
    # Members that are encoded.
    "Tests/PipelinesTests/Reports/EncodedNodeTests.swift": {"accountSHA256", "asItIs"},
}
PATTERNS = {"let", "var", "is", "nil", "true", "false", "_"}
# What stands in for Apple's frameworks, and the app and extension around it.
APPLE = "Tests/phone"
DECLARATION = re.compile(
    r"^(?P<before>(?:[ \t]*@\w+(?:\([^)\n]*\))?)*[ \t]*(?:(?:private|fileprivate|internal|package|public|open|static|"
    r"class|final|mutating|nonmutating|borrowing|consuming|override|lazy|weak|unowned|indirect|nonisolated|"
    r"required|convenience|prefix|postfix|infix)(?:\(\w+\))?[ \t]+)*)"
    r"(?P<kind>func|var|let|struct|enum|class|actor|protocol|typealias|case)[ \t]+`?(?P<name>[A-Za-z_]\w*)`?",
    re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")
STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|(#*)"""(.*?)"""\1|(#+)"(.*?)"\3|"((?:\\\((?:[^()"]|"[^"]*"|\((?:[^()]|\([^()]*\))*\))*\)|\\.|[^"\\\n])*)"',
    re.DOTALL)
INTERPOLATION = re.compile(r"\\#*\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)", re.DOTALL)


def code(source: str) -> str:
    """The source without comments, of strings only what is interpolated; lines stay where they are."""
    def blank(match):
        text = match.group()
        inner = " ".join(INTERPOLATION.findall(text)) if text[0] != "/" else ""
        return " " + inner.replace("\n", " ") + " " + "\n" * text.count("\n")
    return STRING.sub(blank, source)


def declarations(text: str, is_test: bool):
    """Yields (offset, kind, name, how far it is seen: file, room or package)."""
    for match in DECLARATION.finditer(text):
        before, kind, name = match.group("before"), match.group("kind"), match.group("name")
        if kind == "class" and name in ("var", "func", "let"):
            continue
        if is_run_by_itself(text, match.start("kind")) or is_test and name.endswith(("Tests", "Suites")):
            continue
        names = [name]
        if kind == "case":
            rest = text[match.end():text.find("\n", match.end())]
            # A pattern of a switch ends in a colon, a declaration does not.
            if name in PATTERNS or re.match(r"[^(=\"]*:", rest) or rest.rstrip().endswith(":"):
                continue
            names += re.findall(r",\s*([a-z]\w*)", re.sub(r"\([^)]*\)|= *\S+", "", rest))
        is_open = is_test or kind == "case" or re.search(r"\b(package|public|open)\b(?!\()", before)
        seen = "file" if re.search(r"\b(private|fileprivate)\b(?!\()", before) else \
            "package" if is_open else "room"
        for one in names:
            yield match.start("kind"), kind, one, seen


def is_run_by_itself(text: str, start: int) -> bool:
    """Whether an attribute in front of it has it found: @Test, @Suite, @main, @_cdecl."""
    above = text[max(0, start - 4_000):start]
    marks = list(re.finditer(r"@(Test|Suite|main|_cdecl|_silgen_name)\b", above))
    if not marks:
        return False
    rest, depth = above[marks[-1].end():].lstrip(), 0
    if rest.startswith("("):
        for position, character in enumerate(rest):
            depth += {"(": 1, ")": -1}.get(character, 0)
            if depth == 0:
                rest = rest[position + 1:]
                break
    return re.fullmatch(r"(\s|@\w+(\([^()]*\))?|\b(private|package|public|static|final)\b)*", rest) is not None


def room(path: Path) -> str:
    """The target that a file belongs to, tests of a room with the room."""
    parts = path.relative_to(ROOT).parts
    name = parts[2] if parts[:2] == ("Tests", "Support") else parts[1]
    return name.removesuffix("Tests")


class Names:
    """How often each name is used, and not declared, in some files."""

    def __init__(self):
        self.all, self.inside = Counter(), Counter()

    def add(self, uses: Counter, is_test: bool) -> None:
        self.all.update(uses)
        if not is_test:
            self.inside.update(uses)


def registered(path: Path) -> str:
    """Where what a file declares is named when it is new, for a message; empty where that is no one place."""
    for folder, place in (("Sources/Normalization/Rules", "RuleBook.swift"),
                          ("Sources/callbook/Commands", "the subcommands of Callbook.swift")):
        if path.is_relative_to(ROOT / folder):
            return f", or name it in {place}"
    return ""


def swift_findings():
    found, names = {}, {}
    paths = [path for folder in ("Sources", "Tests", "Benchmarks")
             for path in sorted((ROOT / folder).rglob("*.swift")) if not path.is_relative_to(ROOT / APPLE)]
    for path in paths:
        is_test = path.is_relative_to(ROOT / "Tests")
        text = code(path.read_text(encoding="utf-8"))
        found[path] = [(text, *one) for one in declarations(text, is_test)]
        uses = Counter(WORD.findall(text))
        uses.subtract(Counter(one[3] for one in found[path]))
        for scope in (path, room(path), "package"):
            names.setdefault(scope, Names()).add(uses, is_test)
    # What stands for Apple's frameworks is used by, and uses, what is here; nothing is looked for in it.
    for path in sorted((ROOT / APPLE).rglob("*.swift")):
        names["package"].add(Counter(WORD.findall(code(path.read_text(encoding="utf-8")))), False)
    for path, all_ in found.items():
        for text, offset, kind, name, seen in all_:
            public = re.search(r"\b(public|open)\b", text[text.rfind("\n", 0, offset) + 1:offset])
            if name in ASKED_FOR or name in KEPT.get(str(path.relative_to(ROOT)), {}) or \
                    public and path.relative_to(ROOT).parts[1] in PRODUCTS:
                continue
            used = names[{"file": path, "room": room(path)}.get(seen, seen)]
            place = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, offset) + 1}: {kind} {name}"
            if used.all[name] <= 0:
                yield f"{place}: nothing names it; take it out{registered(path)}"
            elif path.is_relative_to(ROOT / "Sources") and used.inside[name] <= 0 and \
                    path.relative_to(ROOT).parts[1] != SIMULATION:
                yield f"{place}: only tests name it; take it out, or let them ask for what is used"


def python_findings():
    files = [path for folder in ("scripts", "Tests", "Benchmarks", "samples")
             for path in sorted((ROOT / folder).rglob("*.py"))]
    shell = [ROOT / "Makefile", *sorted((ROOT / "scripts").glob("*.sh"))]
    words = Counter()
    for path in [*files, *shell]:
        words.update(WORD.findall(re.sub(r"#[^\n]*", "", path.read_text(encoding="utf-8"))))
    declared = {}
    for path in files:
        for match in re.finditer(r"^[ \t]*(?:async )?(?:def|class) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            if re.search(r"@[^\n]*\n$", path.read_text(encoding="utf-8")[:match.start()]):
                continue
            declared.setdefault(match.group(1), []).append((path, match.start()))
    for name, places in declared.items():
        if words[name] > len(places) or re.fullmatch(r"__\w+__|main|do_[A-Z]+|log_message|visit_\w+|test_\w+", name):
            continue
        for path, start in places:
            line = path.read_text(encoding="utf-8").count("\n", 0, start) + 1
            yield f"{path.relative_to(ROOT)}:{line}: {name}: nothing names it; take it out"


def main() -> int:
    breaches = [*swift_findings(), *python_findings()]
    print("\n".join(breaches + [f"dead code: {len(breaches) or 'none'}"]))
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
