"""The job in DuckDB: duckdb_job.py EXPORT.csv FOLDER. Tuned; see Benchmarks/README.md."""
import os
import sys

import duckdb_job_steps

export, folder = sys.argv[1:3]
os.makedirs(folder)
duckdb_job_steps.run(f"""
    SELECT row_number() OVER () + 1 AS line, number, label, updated,
      coalesce(extension, '') AS extension
    FROM read_csv('{export}', header = true, delim = ',', quote = '"', escape = '"',
      auto_detect = false, columns = {{'number': 'VARCHAR', 'extension': 'VARCHAR',
      'label': 'VARCHAR', 'action': 'VARCHAR', 'updated': 'TIMESTAMP'}})""", folder)
