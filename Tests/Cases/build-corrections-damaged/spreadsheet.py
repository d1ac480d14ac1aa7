"""What spreadsheets do to corrections: values they take for something else, blanks cut, line ends changed."""
import csv
import sys

report, output = sys.argv[1:3]
rows = list(csv.DictReader(open(report, encoding="utf-8", newline="")))
values = dict(pair.split("=", 1) for pair in sys.argv[3:])
with open(output, "w", encoding="utf-8", newline="") as file:
    writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        row["value"] = values.get(row["line"], row["value"])
        row = {key: cell.replace("\r\n", "\n").replace("\r", "\n").strip() for key, cell in row.items()}
        writer.writerow(row)
