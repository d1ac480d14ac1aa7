"""The XML job: expat, Arrow, DuckDB: expat_duckdb_job.py EXPORT.xml FOLDER."""
import os
import sys
from xml.parsers import expat

import pyarrow as pa

import duckdb_job_steps

export, folder = sys.argv[1:3]
os.makedirs(folder)
columns = {name: [] for name in ("line", "number", "extension", "label", "updated")}
NAMES = {"Number": "number", "Extension": "extension", "Name": "label", "Changed": "updated"}
parser = expat.ParserCreate()
parser.buffer_text = True
text, collecting = [], False


def start(name, _):
    global collecting
    if name == "Line":
        columns["line"].append(parser.CurrentLineNumber)
    elif name in NAMES:
        text.clear()
        collecting = True


def end(name):
    global collecting
    if name in NAMES:
        columns[NAMES[name]].append("".join(text))
        collecting = False


def characters(data):
    if collecting:
        text.append(data)


parser.StartElementHandler = start
parser.EndElementHandler = end
parser.CharacterDataHandler = characters
with open(export, "rb") as file:
    parser.ParseFile(file)
duckdb_job_steps.run(pa.table(columns), folder)
