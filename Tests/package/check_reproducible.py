#!/usr/bin/env python3
"""The release binary, from outside: two folders give the same bytes, and it is hardened.

The sources are copied into two folders of other names, with the packages that the build has fetched, and
built there by `make build`; what `make install` would install of each must be the same bytes. Twenty
minutes of CPU time. Then readelf says whether the binary is position independent, resolves everything at its
start, has read-only relocations and no executable stack, and looks for libraries where the system does alone;
objdump, whether its C notices that it has written, or copies, beyond an array.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAILURES = []


def say(is_right, what):
    print(f"{'ok     ' if is_right else 'NOT OK '} {what}", flush=True)
    if not is_right:
        FAILURES.append(what)


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def built(folder: Path) -> Path:
    """The stripped binary of a copy of the sources."""
    files = output("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in filter(None, files + ["Package.resolved"]):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    # What was fetched once is not fetched again.
    for name in ("repositories", "checkouts"):
        shutil.copytree(ROOT / ".build" / name, folder / ".build" / name, symlinks=True)
    done = subprocess.run(["make", "-C", folder, "build"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{folder}: make build failed\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    stripped = folder / "callbook"
    subprocess.run([folder / "scripts/strip-binary.py", folder / ".build/release/callbook", stripped], check=True)
    return stripped


def check_hardening(binary: Path) -> None:
    header = output("readelf", "--wide", "--file-header", binary)
    dynamic = output("readelf", "--wide", "--dynamic", binary)
    segments = output("readelf", "--wide", "--program-headers", binary)
    say(re.search(r"Type:\s+DYN", header) and re.search(r"FLAGS_1.*PIE", dynamic), "it runs at any address (PIE)")
    say("GNU_RELRO" in segments and re.search(r"FLAGS_1.*\bNOW\b", dynamic),
        "what the linker resolves is resolved at its start, and read-only then (RELRO, bind now)")
    say(re.search(r"GNU_STACK.*\bRW\s", segments), "its stack holds no code")
    say(not re.search(r"^\s*LOAD.*\bRWE\b", segments, re.MULTILINE), "no memory is both written and run")
    say("RUNPATH" not in dynamic and "RPATH" not in dynamic, "libraries are looked for where the system has them alone")
    say("TEXTREL" not in dynamic, "its code is not written while it is loaded")
    # Of the C of this package and of that of Yams one function each that holds an array.
    for function in ("callbook_xxh3_128_digest", "yaml_parser_parse"):
        code = output("objdump", "--disassemble=" + function, binary)
        say("__stack_chk_fail" in code, f"{function} ends the program when it has written beyond its stack (stack protector)")
    say("__memcpy_chk" in output("readelf", "--wide", "--dyn-syms", binary), "copies into arrays are held against their size (FORTIFY)")


def main():
    binary = Path(os.environ.get("CALLBOOK", ROOT / ".build/release/callbook"))
    check_hardening(binary)
    say(str(ROOT).encode() not in binary.read_bytes(), "it does not name the folder in which it was built")
    if "--hardening" not in sys.argv:
        with tempfile.TemporaryDirectory(prefix="callbook-a-") as one, tempfile.TemporaryDirectory(prefix="callbook-other-") as two:
            binaries = [built(Path(place)).read_bytes() for place in (one, two)]
        digests = [hashlib.sha256(binary).hexdigest() for binary in binaries]
        if digests[0] != digests[1]:
            # Whoever looks for the reason needs both.
            for name, binary in zip(("one", "two"), binaries):
                (ROOT / "build").mkdir(exist_ok=True)
                (ROOT / f"build/reproducible-{name}").write_bytes(binary)
            print("the two binaries are build/reproducible-one and build/reproducible-two")
        say(digests[0] == digests[1], f"two folders give the same bytes: {' '.join(sorted(set(digests)))}")
    print(f"reproducible: {'everything passed' if not FAILURES else f'{len(FAILURES)} failed'}")
    sys.exit(bool(FAILURES))


main()
