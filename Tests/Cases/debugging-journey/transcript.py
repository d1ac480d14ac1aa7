"""Runs every command of a document's transcripts and compares what they say.

A transcript is a block of three backquotes with lines that begin with `$ `; what follows such a line,
up to the next one, is what the command says on both streams. With `--write` the document is rewritten
to what was said. Exit 1 with the differences.
"""
import difflib
import re
import subprocess
import sys

path = sys.argv[1]
text = open(path, encoding="utf-8").read()
wrong = 0


def run(command):
    done = subprocess.run(
        ["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [line.rstrip() for line in done.stdout.splitlines()]


def block(match):
    global wrong
    lines = match.group(1).splitlines()
    if not lines or not lines[0].startswith("$ "):
        return match.group(0)
    shown = []
    while lines:
        command = lines.pop(0)
        expected = []
        while lines and not lines[0].startswith("$ "):
            expected.append(lines.pop(0))
        said = run(command[2:])
        if said != expected:
            wrong += 1
            print(command)
            print("\n".join(difflib.unified_diff(expected, said, "document", "said", lineterm="")))
        shown += [command] + said
    return "```\n" + "\n".join(shown) + "\n```"


new = re.sub(r"```\n(.*?)\n```", block, text, flags=re.S)
if "--write" in sys.argv:
    open(path, "w", encoding="utf-8").write(new)
print("as shown" if wrong == 0 else f"{wrong} commands say something else")
sys.exit(wrong > 0)
