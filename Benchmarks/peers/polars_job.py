"""The job in Polars, streaming: polars_job.py EXPORT.csv FOLDER. Tuned; see README.md."""
import os
import sys

import polars as pl

import finish

export, folder = sys.argv[1:3]
os.makedirs(folder)
cells = (
    pl.scan_csv(export, schema={"number": pl.String, "extension": pl.String, "label": pl.String,
                                "action": pl.String, "updated": pl.String},
                row_index_name="line", row_index_offset=2)
    .with_columns(n=pl.col("number").str.replace_many([" ", "-", "(", ")", "."], [""] * 5),
                  e=pl.col("extension").fill_null("").str.strip_chars_start("#ext. -分機"))
    .with_columns(base=pl.when(pl.col("n").str.starts_with("+")).then(pl.col("n").str.slice(1))
                  .when(pl.col("n").str.starts_with("0"))
                  .then(pl.lit("886") + pl.col("n").str.slice(1)).otherwise(pl.lit("")))
    .with_columns(good=pl.col("base").str.contains("^[0-9]{11,12}$")
                  & pl.col("e").str.contains("^[0-9]{0,6}$"))
)
rejects = cells.filter(~pl.col("good")).select("line", reason=pl.lit("bad-number"))
winners = (
    cells.filter("good")
    .select(number=(pl.col("base") + pl.col("e")).cast(pl.Int64), updated="updated", label="label")
    .sort(["number", "updated", "label"], descending=[False, True, False])
    .filter((pl.col("number") != pl.col("number").shift(1)).fill_null(True))
    .select("number", "label")
)
pl.collect_all([
    rejects.sink_csv(f"{folder}/rejects.csv", lazy=True),
    winners.sink_csv(f"{folder}/all.tsvraw", include_header=False, separator="\t",
                     quote_style="never", lazy=True),
], engine="streaming")
finish.split(f"{folder}/all.tsvraw", folder)
finish.digest_chunks(folder)
