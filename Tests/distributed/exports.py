"""Exports that are hard to take apart, and the pipelines that read them.

Half of all records have one number; cells hold line ends, quotes and broken bytes; one record is longer than a
split; the last line has no end. The same records come as CSV and as XML, plain and as gzip.
"""
import gzip
import random
from pathlib import Path

KINDS = ("csv", "csv.gz", "xml", "xml.gz")
NOW = "2026-11-22T03:15:00Z"

PIPELINE = """version: 1
name: spread
region: TW
as_of: 2026-11-21
sources:
  - name: center
    path: exports/center-*.{kind}
    format: {form}
{record}    columns: {columns}
    rank: 2
  - name: late
    path: exports/late.csv
    columns: {{ number: number, extension: extension, label: label, action: action, updated: updated }}
actions: {{ block: [block], remove: [remove] }}
merge: {{ prefer: [rank, updated] }}
representative: {{ label: Switchboard }}
protect: [110]
slots: {{ identifiers: [example.one, example.two] }}
chunks: {{ target: 500 }}
formats: [tsv, json]
gate: {{ rejected: 90%, vanished: 90%, relabelled: 90% }}
"""
CSV_COLUMNS = "{ number: number, extension: extension, label: label, action: action, updated: updated }"
XML_COLUMNS = '{ number: "@did", extension: "@ext", label: Name, action: Action, updated: Changed }'

NUMBERS = ["02-2{:03}-{:04}", "(03)4{:02}-{:04}", "0912-{:03}-{:03}", "+886-4-2{:03}-{:04}", "002-2{:03}-{:04}"]
BAD = ["", "none", "02-123", "12/24/2026", "02-2345-678901234567890", "110"]
HOT = ("02-5566-7788", "")


def records(seed: int, count: int):
    """Rows of (number, extension, label, action, updated) as bytes."""
    draw = random.Random(f"spread {seed}")
    for row in range(count):
        if draw.random() < 0.5:
            number, extension = HOT
        elif draw.random() < 0.05:
            number, extension = draw.choice(BAD), ""
        else:
            number = draw.choice(NUMBERS).format(draw.randrange(10, 60), draw.randrange(400))
            extension = draw.choice(["", "", f"{draw.randrange(100):02}", "#7", "1~3"])
        label = f"Shop {draw.randrange(300)} 店".encode()
        match row % 97:
            case 11:
                label = b"two\nlines " + label
            case 23:
                label = b'said "no", ' + label + b"\r\nand more"
            case 31:
                label = b"broken \xff\xa5 " + label
            case 43:
                label = b"a lone\rreturn " + label
            case 59:
                label = b""
        if row == count // 2:
            label = b"long\n" * 20_000
        action = draw.choice([b"", b"", b"", b"block", b"remove", b"fly"]) if row % 13 == 0 else b""
        updated = f"2026-10-{draw.randrange(1, 4):02}".encode()
        yield number.encode(), extension.encode(), label, action, updated


def csv_bytes(rows, end: bytes) -> bytes:
    """With a byte order mark, empty lines, a repeated header, a row too short and one too long."""
    header = b"number,extension,label,action,updated"
    lines = [b"\xef\xbb\xbf" + header]
    for index, row in enumerate(rows):
        cells = [b'"' + cell.replace(b'"', b'""') + b'"' if set(cell) & set(b'",\r\n') else cell for cell in row]
        lines.append(b",".join(cells))
        if index % 997 == 7:
            lines += [b"", header, b"02-2345-6789", b",".join(cells) + b",more"]
    return end.join(lines)


def xml_bytes(rows) -> bytes:
    lines = [b'<?xml version="1.0" encoding="UTF-8"?>\n<Export>']
    for index, (number, extension, label, action, updated) in enumerate(rows):
        label = label.replace(b"\xff\xa5", b"&#165;")
        text = (b"<![CDATA[" + label + b"]]>" if index % 7 == 0 and b"&#" not in label else
                label.replace(b"\r", b"&#13;"))
        lines.append(b'<Line did="' + number + b'" ext="' + extension + b'"><Name>' + text + b"</Name><Action>"
                     + action + b"</Action><Changed>" + updated + b"</Changed></Line>")
    return b"\n".join(lines) + b"\n</Export>\n"


def write(folder: Path, kind: str, count: int = 26_000) -> Path:
    """Writes exports/ and pipeline.yaml below the folder; gives the pipeline's path."""
    exports = folder / "exports"
    exports.mkdir(parents=True)
    form = kind.removesuffix(".gz")
    for seed, (name, rows) in enumerate((("north", count), ("south", count // 10))):
        made = list(records(seed, rows))
        data = xml_bytes(made) if form == "xml" else csv_bytes(made, b"\r\n" if name == "south" else b"\n")
        path = exports / f"center-{name}.{kind}"
        path.write_bytes(gzip.compress(data, mtime=0) if kind.endswith(".gz") else data)
    (exports / "late.csv").write_bytes(csv_bytes(records(9, 50), b"\n") + b"\n")
    pipeline = folder / "pipeline.yaml"
    pipeline.write_text(PIPELINE.format(
        kind=kind, form=form, columns=XML_COLUMNS if form == "xml" else CSV_COLUMNS,
        record="    record: /Export/Line\n" if form == "xml" else ""))
    return pipeline
