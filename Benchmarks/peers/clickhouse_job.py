"""The job in ClickHouse (chdb): clickhouse_job.py EXPORT.csv FOLDER. Tuned; see README.md."""
import os
import sys

from chdb import session

import finish

export, folder = sys.argv[1:3]
os.makedirs(folder)
db = session.Session()
db.query("CREATE DATABASE bench")
db.query("""
    CREATE TABLE bench.cells (line UInt64, base String, e String, label String, updated String)
    ENGINE = Memory""")
db.query(f"""
    INSERT INTO bench.cells
    SELECT line, if(startsWith(n, '+'), substring(n, 2),
        if(startsWith(n, '0'), concat('886', substring(n, 2)), '')) AS base, e, label, updated
    FROM (SELECT rowNumberInAllBlocks() + 2 AS line,
        replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(
          number, ' ', ''), '-', ''), '(', ''), ')', ''), '.', '') AS n,
        trim(LEADING '#ext. -分機' FROM extension) AS e, label, updated
      FROM file('{export}', CSVWithNames,
        'number String, extension String, label String, action String, updated String'))
    SETTINGS max_threads = {os.cpu_count()}""")
GOOD = """length(base) BETWEEN 11 AND 12 AND match(base, '^[0-9]+$') AND length(e) <= 6
          AND (e = '' OR match(e, '^[0-9]+$'))"""
db.query(f"""
    SELECT line, 'bad-number' AS reason FROM bench.cells WHERE NOT ({GOOD}) ORDER BY line
    INTO OUTFILE '{folder}/rejects.csv' FORMAT CSVWithNames""")
db.query(f"""
    SELECT toInt64(concat(base, e)) AS number, label FROM bench.cells WHERE {GOOD}
    ORDER BY number, updated DESC, label LIMIT 1 BY number
    INTO OUTFILE '{folder}/all.tsvraw' FORMAT TSVRaw""")
finish.split(f"{folder}/all.tsvraw", folder)
finish.digest_chunks(folder)
