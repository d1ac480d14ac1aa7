#!/usr/bin/env python3
"""The rules of the house that a formatter does not know; exit 1 with one line per breach.

Names, sizes, READMEs of the rooms, traps, printing, words that promise work for later, comments that
break off, regions by their calling code, words of phone cells outside their data, places made of former facts, and
files that git holds by mistake.
"""

import re
import subprocess
import sys
from pathlib import Path

import place_facts

ROOT = Path(__file__).resolve().parent.parent

FORBIDDEN_NAME = re.compile(r"(Utils?|Utilities|Helpers?|Managers?|Common|Misc)([A-Z/.]|$)")
FORBIDDEN_WORDS = re.compile(r"\b(TODO|FIXME)\b")
TRAPS = re.compile(r"\bfatalError\(|\btry!|\bas!")
PRINTING = re.compile(
    r"(?<![\w.])(print|debugPrint|dump|fputs|puts|perror)\(|standard(Output|Error)\b"
    r"|\bSTD(OUT|ERR)_FILENO\b")
LONGEST_FILE = 400
# Bytes of a file, and what stands at the top: exports, packages and builds are no part of the project.
LARGEST_FILE = 1_000_000
TOP_LEVEL = {
    ".ci", ".gitignore", ".swift-format", "Benchmarks", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile",
    "NOTICE", "Package.swift", "README.md", "SECURITY.md", "Sources", "Tests", "docs",
    "packaging", "pipelines", "samples", "scripts"}
LONGEST_FUNCTION = 70
# The rooms in which every function reads at a glance: lines, and ways through it (1 and its branches).
GLANCED_ROOMS = ("Sources/Normalization/",)
LONGEST_AT_A_GLANCE = 50
MOST_WAYS = 15
BRANCHES = re.compile(r"\b(if|guard|for|while|case|catch)\b|&&|\|\|| \? ")
# A comment of documentation ends as a sentence does.
ENDS_SENTENCE = re.compile(r"[.:)?!][`\")]?$")
# A switch of cases of one line each is a table: the rows of RuleBook.Mark.
TABLE = re.compile(r"\{\s*switch self \{\n(\s*case [^\n]*: [^\n{]+\n)+\s*\}(\s*return true)?\s*")

# Code knows no region by name, and by no calling code: what differs is a fact of Sources/NumberingPlans/Data.
REGION = re.compile(r"\bcallingCode\s*[=!]=\s*[1-9]|\b[1-9]\d*\s*[=!]=\s*(\w+\.)*callingCode\b")

# Tables: data in the shape of code, read from top to bottom and never nested.
LONGER_FILES = {
    "Sources/Normalization/Data/EmbeddedWords.swift",
    "Sources/NumberingPlans/Data/EmbeddedPlaces.swift",
    "Sources/NumberingPlans/Data/EmbeddedPlans.swift",
    "Tests/NumberingPlansTests/Expectations.swift",
}
# Words of phone cells are data: in the code of these rooms no literal has letters beyond ASCII, no literal is
# asked for as a list of words, no list has two words or more, and no literal of two letters or more is compared
# with what a cell has. Signs may stand there: → × 〒.
WORDLESS_ROOMS = ("Sources/Normalization/",)
WORDS_AS_DATA = {
    "Sources/Normalization/Data/EmbeddedWords.swift",
    # The forms of letters, and no words.
    "Sources/Normalization/Words/KanaForms.swift",
}
TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|#*""".*?"""#*|#+".*?"#+|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TABLES_OF_LITERALS = re.compile(
    r"(\bSpellingTable\((?:[^()\"]|\([^()\"]*\))*|\b(isOne(InAnyCase)?\(of|\w*[oO]neOf): )\"")
LISTS_OF_WORDS = re.compile(r'\[\s*"[^"\W\d_]{2,}"\s*,')
COMPARED_WORDS = re.compile(
    r'\b(spells\(|begins\(with: |elementsEqual\()"[^"\W\d_]{2,}"|"[^"\W\d_]{2,}"\.utf8')
# The marks compare a dozen words of ASCII.
COMPARING_ROOMS = ("Sources/Normalization/Cells/Marks/",)

# The command line talks; everything below it hands its words upwards.
PRINTING_ROOMS = ("Sources/callbook/",)


def swift_files(*folders: str) -> list[Path]:
    found = []
    for folder in folders:
        found += sorted((ROOT / folder).rglob("*.swift"))
    return [path for path in found if ".build" not in path.parts]


def without_text(source: str) -> str:
    """The source with comments and string literals blanked out, line by line."""
    return TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)


def without_comments(source: str) -> str:
    """The source with comments blanked out, line by line."""
    return TEXT.sub(
        lambda match: re.sub(r"[^\n]", " ", match.group())
        if match.group().startswith("/") else match.group(), source)


def check_words(name: str, source: str, report) -> None:
    code = without_comments(source)
    for literal in TEXT.finditer(code):
        letters = [letter for letter in literal.group() if letter.isalpha() and not letter.isascii()]
        if letters:
            line = code.count("\n", 0, literal.start()) + 1
            report(f"{name}:{line}: a word in the code ({literal.group()}); give it a row in words.tsv")
    for pattern in (TABLES_OF_LITERALS, LISTS_OF_WORDS):
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            report(f"{name}:{line}: a list of words in the code; give it rows in words.tsv")
    for match in COMPARED_WORDS.finditer(code):
        if not name.startswith(COMPARING_ROOMS):
            line = code.count("\n", 0, match.start()) + 1
            report(f"{name}:{line}: a word in the code ({match.group()}); give it a row in words.tsv")


def check_sentences(name: str, source: str, report) -> None:
    """Whether what a comment of documentation says is said to its end."""
    lines = [line.strip() for line in source.splitlines()]
    for number, (line, next_line) in enumerate(zip(lines, [*lines[1:], ""]), 1):
        if line.startswith("///") and not next_line.startswith("///") and not ENDS_SENTENCE.search(line):
            report(f"{name}:{number}: a comment that breaks off")


def function_bodies(code: str):
    """Yields (line, name, body) of every function, initializer and subscript."""
    header = re.compile(r"\b(func\s+[^\s(<]+|init[?!]?(?=[(<])|deinit|subscript(?=[(<]))")
    for match in header.finditer(code):
        if code[match.start() - 1] == ".":
            continue
        depth, position = 0, match.end()
        while position < len(code):
            character = code[position]
            if character in "([":
                depth += 1
            elif character in ")]":
                depth -= 1
            elif depth == 0 and character == "{":
                break
            elif depth == 0 and character == "\n":
                ahead = code[position:].lstrip()
                if not re.match(r"(\{|->|throws|async|where|rethrows|-\s)", ahead):
                    position = len(code)
            position += 1
        if position >= len(code):
            continue
        start = position
        depth = 0
        while position < len(code):
            depth += {"{": 1, "}": -1}.get(code[position], 0)
            if depth == 0:
                break
            position += 1
        first = code.count("\n", 0, match.start()) + 1
        yield first, match.group(), code[start:position]


def check_file(path: Path, report) -> None:
    name = path.relative_to(ROOT).as_posix()
    source = path.read_text(encoding="utf-8")
    code = without_text(source)
    lines = source.count("\n")
    if FORBIDDEN_NAME.search(name):
        report(f"{name}: a name that says nothing; name it for what it does")
    if lines > LONGEST_FILE and name not in LONGER_FILES:
        report(f"{name}: {lines} lines (at most {LONGEST_FILE}); give each reason to change a file")
    for number, line in enumerate(source.splitlines(), 1):
        if FORBIDDEN_WORDS.search(line):
            report(f"{name}:{number}: a promise for later; do it or drop it")
    check_sentences(name, source, report)
    if not name.startswith("Sources/"):
        return
    for number, line in enumerate(code.splitlines(), 1):
        if TRAPS.search(line):
            report(f"{name}:{number}: a trap; throw, or make the state impossible")
        if PRINTING.search(line) and not name.startswith(PRINTING_ROOMS):
            report(f"{name}:{number}: prints; only Sources/callbook talks")
        if REGION.search(line):
            report(f"{name}:{number}: a region by its calling code; ask for a fact of notations.tsv")
    if name.startswith(WORDLESS_ROOMS) and name not in WORDS_AS_DATA:
        check_words(name, source, report)
    is_glanced = name.startswith(GLANCED_ROOMS)
    longest = LONGEST_AT_A_GLANCE if is_glanced else LONGEST_FUNCTION
    for line, function, body in function_bodies(code):
        is_table = TABLE.fullmatch(body) and not re.search(r"&&|\|\|| \? ", body)
        length, ways = body.count("\n") + 1, 1 if is_table else len(BRANCHES.findall(body)) + 1
        if length > longest:
            report(f"{name}:{line}: {function} has {length} lines (at most {longest})")
        if is_glanced and ways > MOST_WAYS:
            report(f"{name}:{line}: {function} has {ways} ways through it (at most {MOST_WAYS})")


def check_rooms(report) -> None:
    for room in sorted((ROOT / "Sources").iterdir()):
        if not room.is_dir() or (room / "module.modulemap").exists():
            continue
        readme = room / "README.md"
        if not readme.exists():
            report(f"Sources/{room.name}: no README.md (what it takes, gives and must not know)")
        elif len(readme.read_text(encoding="utf-8").splitlines()) > 6:
            report(f"Sources/{room.name}/README.md: more than six lines")


def check_tracked(report) -> None:
    """Whether git holds nothing but what the project is made of."""
    if not (ROOT / ".git").exists():
        print("tidiness: no checkout of git; which files it holds is not checked")
        return
    tracked = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True,
        text=True).stdout
    for name in filter(None, tracked.split("\0")):
        path = ROOT / name
        if name.split("/")[0] not in TOP_LEVEL:
            report(f"{name}: stands beside the rooms. Remove it from git, or name it in TOP_LEVEL.")
        elif path.exists() and path.stat().st_size > LARGEST_FILE:
            report(f"{name}: {path.stat().st_size} bytes (at most {LARGEST_FILE}). Remove it from git.")


def main() -> int:
    breaches: list[str] = []
    for path in swift_files("Sources", "Tests", "Benchmarks"):
        check_file(path, breaches.append)
    check_rooms(breaches.append)
    check_tracked(breaches.append)
    if not place_facts.is_current():
        breaches.append(
            "Sources/NumberingPlans/Data/areas.tsv: made of other facts than those of notations.tsv. "
            "Run scripts/generate-numbering-plans.py.")
    for breach in breaches:
        print(breach)
    print(f"tidiness: {len(breaches)} breaches" if breaches else "tidiness: clean")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
