"""The job's steps in DuckDB, for exports that are a relation already."""
import os

import duckdb

import finish

EXTENSION = """CASE WHEN extension = '' THEN '' ELSE ltrim(extension, '#ext. -分機') END"""
NUMBER = "replace(replace(replace(replace(replace(number,' ',''),'-',''),'(',''),')',''),'.','')"


def run(relation, folder):
    """Writes chunks, rejects and manifest of `relation`, an Arrow table or a view's SQL."""
    db = duckdb.connect(config={"threads": os.cpu_count()})
    if isinstance(relation, str):
        db.execute(f"CREATE VIEW export AS {relation}")
    else:
        db.register("export", relation)
    db.execute(f"""
        CREATE TEMP TABLE cells AS
        SELECT line, label, updated,
          CASE WHEN n[1] = '+' THEN n[2:] WHEN n[1] = '0' THEN '886' || n[2:] END AS base, e
        FROM (SELECT line, label, updated, {NUMBER} AS n, {EXTENSION} AS e FROM export)""")
    good = """length(base) BETWEEN 11 AND 12 AND regexp_full_match(base, '[0-9]+')
              AND length(e) <= 6 AND (e = '' OR regexp_full_match(e, '[0-9]+'))"""
    db.execute(f"""
        COPY (SELECT line, 'bad-number' AS reason FROM cells
              WHERE ({good}) IS NOT TRUE ORDER BY line)
        TO '{folder}/rejects.csv' (HEADER)""")
    db.execute(f"""
        CREATE TEMP TABLE winners AS
        SELECT number, label FROM (
          SELECT number, label, lag(number) OVER () AS before FROM (
            SELECT CAST(base || e AS BIGINT) AS number, label FROM cells WHERE {good}
            ORDER BY number, updated DESC, label))
        WHERE before IS NULL OR before <> number""")
    count = db.execute("SELECT count(*) FROM winners").fetchone()[0]
    for index, first in enumerate(range(0, count, finish.ENTRIES_PER_CHUNK)):
        db.execute(f"""
            COPY (SELECT number, label FROM winners
                  WHERE rowid >= {first} AND rowid < {first + finish.ENTRIES_PER_CHUNK}
                  ORDER BY rowid)
            TO '{folder}/{index:06d}.tsv' (DELIMITER '\t', HEADER false, QUOTE '', ESCAPE '')""")
    finish.digest_chunks(folder)
