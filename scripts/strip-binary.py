#!/usr/bin/env python3
"""Strips a release binary for a package: strip-binary.py BINARY INSTALLED.

Beside symbols two things depend on the folder in which it was built and on nothing else that is run: the
hashes by which the compiler knows what it has compiled (.swift_modhash), which are zeroed, and the
build's name, which becomes the SHA-1 of what is left. So two folders give the same bytes.
"""
import hashlib
import re
import subprocess
import sys
from pathlib import Path


def section(binary: Path, name: str) -> range:
    """The bytes of a section in the file; none where there is no such section."""
    listed = subprocess.run(["readelf", "--wide", "--section-headers", binary],
                            check=True, capture_output=True, text=True).stdout
    found = re.search(rf"\s{re.escape(name)}\s+\S+\s+[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) ", listed)
    if not found:
        return range(0)
    start, size = (int(group, 16) for group in found.groups())
    return range(start, start + size)


def main() -> int:
    binary, installed = Path(sys.argv[1]), Path(sys.argv[2])
    subprocess.run(["strip", "-o", installed, binary], check=True)
    data = bytearray(installed.read_bytes())
    hashes, note = section(installed, ".swift_modhash"), section(installed, ".note.gnu.build-id")
    data[hashes.start:hashes.stop] = bytes(len(hashes))
    # The note ends with the name, of twenty bytes.
    if len(note) >= 20:
        data[note.stop - 20:note.stop] = bytes(20)
        data[note.stop - 20:note.stop] = hashlib.sha1(data).digest()
    installed.write_bytes(data)
    installed.chmod(0o755)
    return 0


if __name__ == "__main__":
    sys.exit(main())
