"""The facts of Data/notations.tsv that decide which places Data/areas.tsv has: its head names their digest, so that
`make check` sees places that were made of other facts."""
import hashlib
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "Sources" / "NumberingPlans" / "Data"
# How many fields of a row decide: of the lengths, that there are any.
DECIDING = {"local-lengths": 3, "area-digits": 4}


def head(notations: str) -> str:
    """The line of areas.tsv that names the digest of the facts."""
    facts = sorted(
        "\t".join(fields[:DECIDING[fields[2]]]) for fields in (line.split("\t") for line in notations.splitlines())
        if fields[0] == "notation" and fields[2] in DECIDING)
    digest = hashlib.sha256("\n".join(facts).encode()).hexdigest()
    return f"# Facts of notations.tsv ({', '.join(DECIDING)}): {digest[:16]}"


def is_current() -> bool:
    """Whether areas.tsv was made of the facts of today."""
    notations = (DATA / "notations.tsv").read_text(encoding="utf-8")
    return head(notations) in (DATA / "areas.tsv").read_text(encoding="utf-8").splitlines()[:9]
