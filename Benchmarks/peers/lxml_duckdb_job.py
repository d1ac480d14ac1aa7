"""The XML job: lxml iterparse, Arrow, DuckDB: lxml_duckdb_job.py EXPORT.xml FOLDER."""
import os
import sys

import pyarrow as pa
from lxml import etree

import duckdb_job_steps

export, folder = sys.argv[1:3]
os.makedirs(folder)
columns = {name: [] for name in ("line", "number", "extension", "label", "updated")}
line, number, extension, label, updated = columns.values()
for _, element in etree.iterparse(export, tag="Line"):
    line.append(element.sourceline)
    number.append(element[0].text or "")
    extension.append(element[1].text or "")
    label.append(element[2][0].text or "")
    updated.append(element[4].text or "")
    element.clear(keep_tail=False)
    while element.getprevious() is not None:
        del element.getparent()[0]
duckdb_job_steps.run(pa.table(columns), folder)
