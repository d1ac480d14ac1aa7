"""The job in ClickHouse (chdb): clickhouse_job.py EXPORT.csv FOLDER. Tuned; see README.md."""
import os
import sys

from chdb import session

import finish

export, folder = sys.argv[1:3]
os.makedirs(folder)
db = session.Session()
db.query("CREATE DATABASE bench")
# Numbers and times are integers from the first query on, and a rejected record is one of reason.
db.query("""
    CREATE TABLE bench.cells (line UInt64, number Int64, updated UInt32, label String,
        reason LowCardinality(String))
    ENGINE = Memory""")
db.query(f"""
    INSERT INTO bench.cells
    WITH translate(number, ' -().', '') AS n,
        trim(LEADING '#ext. -分機' FROM extension) AS e,
        multiIf(startsWith(n, '+'), substring(n, 2), startsWith(n, '0'), concat('886', substring(n, 2)),
            '') AS base,
        length(base) BETWEEN 11 AND 12 AND toUInt64OrNull(base) IS NOT NULL AND length(e) <= 6
            AND (e = '' OR toUInt32OrNull(e) IS NOT NULL) AS good
    SELECT rowNumberInAllBlocks() + 2, if(good, toInt64OrZero(concat(base, e)), 0),
        toUnixTimestamp(updated), label, if(good, '', 'bad-number')
    FROM file('{export}', CSVWithNames, 'number String, extension String, label String,
        action String, updated DateTime(''UTC'')')
    SETTINGS max_threads = {os.cpu_count()}, date_time_input_format = 'basic'""")
db.query(f"""
    SELECT line, reason FROM bench.cells WHERE reason != '' ORDER BY line
    INTO OUTFILE '{folder}/rejects.csv' FORMAT CSVWithNames""")
db.query(f"""
    SELECT number, label FROM bench.cells WHERE reason = ''
    ORDER BY number, updated DESC, label LIMIT 1 BY number
    INTO OUTFILE '{folder}/all.tsvraw' FORMAT TSVRaw""")
finish.split(f"{folder}/all.tsvraw", folder)
finish.digest_chunks(folder)
