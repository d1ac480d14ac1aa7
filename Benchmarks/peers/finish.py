"""What every peer does last: number TAB label chunks of 100 000 entries, digests, a manifest."""
import hashlib
import json
import os
from itertools import islice

ENTRIES_PER_CHUNK = 100_000


def split(path, folder):
    """Cuts one sorted file into chunk files and removes it."""
    with open(path, "rb", buffering=1 << 20) as lines:
        index = 0
        while chunk := list(islice(lines, ENTRIES_PER_CHUNK)):
            with open(os.path.join(folder, f"{index:06d}.tsv"), "wb") as out:
                out.writelines(chunk)
            index += 1
    os.unlink(path)


def digest_chunks(folder):
    """Hashes the chunk files of a folder in name order and writes manifest.json beside them."""
    chunks = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".tsv"):
            with open(os.path.join(folder, name), "rb") as file:
                chunks.append({"path": name, "sha256": hashlib.file_digest(file, "sha256").hexdigest()})
    with open(os.path.join(folder, "manifest.json"), "w") as out:
        json.dump(chunks, out)
