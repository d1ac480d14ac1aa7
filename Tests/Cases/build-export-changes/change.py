"""Changes an export between the look at its beginning and its turn; nothing may be published.

The standard input is another source of the run: it has the run wait, after every export was looked
at, until this script has changed one of them.
"""
import gzip
import os
import pathlib
import re
import subprocess
import time

ROWS = [f"022{i * 7:07d},店 {i}\n" for i in range(2000)]
TEXT = "number,label\n" + "".join(ROWS)
INPUT = "number,label\n" + "".join(f"023{i * 7:07d},店 {i}\n" for i in range(2000))
XML = "<e>" + "".join(f"<r><n>{row.split(',')[0]}</n><l>店</l></r>" for row in ROWS) + "</e>"
EXPORTS = {
    "utf-8.csv": TEXT.encode(),
    "utf-16.csv": TEXT.encode("utf-16"),
    "big5.csv": TEXT.encode("big5"),
    "packed.csv.gz": gzip.compress(TEXT.encode(), mtime=0),
    "records.xml": XML.encode(),
    "packed.xml.gz": gzip.compress(XML.encode(), mtime=0),
}
FORMAT = {
    "csv": "columns: { number: number, label: label }",
    "xml": "format: xml, record: /e/r, columns: { number: n, label: l }",
}
PIPELINE = """version: 1
name: case
region: TW
sources:
  - {{ name: first, path: "-", columns: {{ number: number, label: label }} }}
  - {{ name: export, path: {path}, {more} }}
slots: {{ identifiers: [a.b] }}
gate: {{ vanished: 100%, relabelled: 100% }}
"""


def replaced(path, content):
    """By another file of the same size, as a transfer does it."""
    beside = path.with_suffix(".new")
    beside.write_bytes(content[::-1])
    os.replace(beside, path)


def rewritten(path, content):
    """In place, in the same size."""
    with open(path, "r+b") as file:
        file.write(content[::-1])


def grown(path, content):
    with open(path, "ab") as file:
        file.write(content[-40:])


def cut(path, content):
    os.truncate(path, len(content) // 2)


def emptied(path, _):
    os.truncate(path, 0)


def removed(path, _):
    path.unlink()


def build(**options):
    return subprocess.Popen(
        ["callbook", "build", "case.yaml", "--output", "out", "--quiet"],
        stdin=subprocess.PIPE, **options)


def run(path, content, change):
    path.write_bytes(content)
    more = FORMAT["xml" if ".xml" in path.name else "csv"].replace(
        "columns", "encoding: BIG5, columns" if path.name == "big5.csv" else "columns")
    pathlib.Path("case.yaml").write_text(PIPELINE.format(path=path, more=more))
    first = build()
    first.communicate(INPUT.encode())
    assert first.returncode == 0
    before = pathlib.Path("out/directory/manifest.json").read_bytes()
    os.remove("out/.lock")
    night = build(stderr=subprocess.PIPE)
    # More than the first look takes of the standard input.
    night.stdin.write(INPUT.encode())
    night.stdin.flush()
    # The lock is made after every export was looked at.
    while not os.path.exists("out/.lock"):
        time.sleep(0.01)
        assert night.poll() is None, night.stderr.read()
    change(path, content)
    said = night.communicate()[1].decode()
    same = before == pathlib.Path("out/directory/manifest.json").read_bytes()
    print(f"{path.name} {change.__name__}: exit {night.returncode}",
          "nothing was published" if same else "PUBLISHED")
    said = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z, inode \d+", "TIME", said)
    print("  " + re.sub(r"\d+ bytes", "N bytes", said).strip())
    path.unlink(missing_ok=True)


for name, content in EXPORTS.items():
    for change in [replaced, rewritten, grown, cut, emptied, removed]:
        run(pathlib.Path(name), content, change)
