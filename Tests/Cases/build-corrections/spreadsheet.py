"""What a spreadsheet does to a rejects.csv: a byte order mark, CRLF, semicolons, other columns first,
and numbers where it sees some."""
import csv
import sys

rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))
names = ["value", "record", "reason", "source", "field", "line", "path", "note"]
with open(sys.argv[2], "w", encoding="utf-8-sig", newline="") as file:
    writer = csv.DictWriter(file, names, delimiter=";", extrasaction="ignore", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        value = {"詢問處": "02-5566-7700", "02-5566-77": "02-5566-7711", "call us": "+886 2 5566 7722"}
        row["value"] = value.get(row["value"], row["value"].lstrip("0"))
        writer.writerow(row | {"note": "seen"})
