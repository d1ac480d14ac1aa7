#!/usr/bin/env python3
"""The list of parts, from outside: what the release binary holds and links stands in it, with a version.

Says what is in the binary by what only that part brings along (its words, the libraries that the loader is
asked for, the packages of Package.resolved), and holds it against scripts/sbom.py.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALLBOOK = os.environ.get("CALLBOOK", str(ROOT / ".build/release/callbook"))
# Bytes of the binary that nothing but the part brings along; the version, where they have one.
WORDS = {
    "icu": rb"icudt(\d+)l",
    "libyaml": rb"did not find expected <document start>",
    "swift:swift-argument-parser": rb"generate-completion-script",
    "swift:yams": rb"tag:yaml\.org,2002:",
}
FAILURES = []


def say(is_right, what):
    print(f"{'ok     ' if is_right else 'NOT OK '} {what}")
    if not is_right:
        FAILURES.append(what)


def main():
    made = [subprocess.run([sys.executable, ROOT / "scripts/sbom.py", CALLBOOK], check=True, capture_output=True).stdout
            for _ in range(2)]
    say(made[0] == made[1], "the same bytes twice")
    bom = json.loads(made[0])
    parts = {part["bom-ref"]: part for part in bom["components"]}
    say(len(parts) == len(bom["components"]) and all(part.get("version") for part in parts.values()),
        f"{len(parts)} parts, each once and with a version")
    binary = Path(CALLBOOK).read_bytes()
    for name, words in WORDS.items():
        found = re.search(words, binary)
        say(found, f"the binary holds {name}")
        version = found.group(1).decode() if found and found.groups() else ""
        say(name in parts and parts[name]["version"].startswith(version), f"and the list has it, {version or 'as resolved'}")
    needed = re.findall(r"NEEDED.*\[(.+)\]", subprocess.run(["readelf", "--dynamic", CALLBOOK], check=True, capture_output=True,
                                                           text=True).stdout)
    packages = " ".join(parts).replace("-", "_")
    missing = [name for name in needed if name.startswith("lib") and name.split(".so")[0].replace("-", "_") not in packages
               and name.split(".so")[0] not in ("libm", "libz", "libcrypto")]
    say(needed and not missing, f"what the loader is asked for has its package {missing or ''}")
    say({"deb:libc6", "deb:zlib1g", "deb:libssl3"} <= set(parts), "and so have libm, libz and libcrypto")
    pins = {pin["identity"] for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    say(all(f"swift:{pin}" in parts for pin in pins), f"every package of Package.resolved stands in it {sorted(pins)}")
    say({*bom["dependencies"][0]["dependsOn"]} == set(parts), "and the binary depends on all of them")
    sys.exit(bool(FAILURES))


main()
