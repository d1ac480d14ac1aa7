#!/usr/bin/env python3
"""The parts of a release binary as CycloneDX 1.5 (JSON): sbom.py BINARY > callbook.cdx.json.

What is linked in comes from Package.resolved, the headers and the toolchain, what is linked at run time from ldd
and dpkg. No time and no random number: the same binary on the same system gives the same bytes.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENSES = {"swift-argument-parser": "Apache-2.0", "yams": "MIT"}


def said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def packages() -> list[dict]:
    """The Swift packages that are compiled in."""
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    return [{
        "type": "library", "bom-ref": f"swift:{pin['identity']}", "name": pin["identity"],
        "version": pin["state"]["version"],
        "purl": f"pkg:swift/{pin['location'].removeprefix('https://').removesuffix('.git')}@{pin['state']['version']}",
        "licenses": [{"license": {"id": LICENSES[pin["identity"]]}}],
        "hashes": [{"alg": "SHA-1", "content": pin["state"]["revision"]}],
    } for pin in sorted(pins, key=lambda pin: pin["identity"])]


def sources_of_yams() -> list[dict]:
    """The parser in C that Yams brings along: changed by it, so that no version of its own is true."""
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    yams = next(pin["state"]["version"] for pin in pins if pin["identity"] == "yams")
    return [{"type": "library", "bom-ref": "libyaml", "name": "libyaml", "version": f"of yams {yams}",
             "purl": "pkg:github/yaml/libyaml", "licenses": [{"license": {"id": "MIT"}}],
             "description": "compiled in as the target CYaml of yams"}]


def headers() -> list[dict]:
    """The libraries that are compiled in from their headers."""
    text = Path("/usr/include/xxhash.h").read_text()
    version = ".".join(re.search(rf"define XXH_VERSION_{part}\s+(\d+)", text).group(1)
                       for part in ("MAJOR", "MINOR", "RELEASE"))
    return [{"type": "library", "bom-ref": "xxhash", "name": "xxhash", "version": version,
             "purl": f"pkg:github/Cyan4973/xxHash@v{version}", "licenses": [{"license": {"id": "BSD-2-Clause"}}]}]


def toolchain() -> dict:
    version = re.search(r"Swift version (\S+)", said("swift", "--version")).group(1)
    return {"type": "framework", "bom-ref": "swift-runtime", "name": "swift-runtime-and-foundation",
            "version": version, "licenses": [{"license": {"id": "Apache-2.0"}}]}


def unicode_library() -> dict:
    """ICU, which the toolchain's Foundation brings along; its version stands in its headers."""
    swift = Path(shutil.which("swift")).resolve().parent.parent
    header = swift / "lib/swift_static/_foundation_unicode/uvernum.h"
    version = re.search(r'define U_ICU_VERSION "([^"]+)"', header.read_text()).group(1)
    return {"type": "library", "bom-ref": "icu", "name": "icu", "version": version,
            "purl": f"pkg:github/unicode-org/icu@release-{version.replace('.', '-')}",
            "licenses": [{"license": {"id": "Unicode-3.0"}}],
            "description": "compiled in with the Foundation of the toolchain"}


def shared_libraries(binary: str) -> list[dict]:
    """The Debian packages of the libraries that are linked at run time."""
    found = {}
    for path in re.findall(r"=> (/\S+)", said("ldd", binary)):
        # dpkg knows a file by the name under which it was packed, with or without /usr.
        resolved = str(Path(path).resolve())
        names = [resolved, resolved.removeprefix("/usr")]
        searched = subprocess.run(["dpkg-query", "--search", *names], capture_output=True, text=True)
        owner = searched.stdout.split(":")[0]
        if not owner:
            sys.exit(f"sbom: {path}: no package has it (expected a library of the system)")
        version = said("dpkg-query", "--show", "--showformat=${Version}\\n", owner).split("\n")[0]
        found[owner] = {"type": "library", "bom-ref": f"deb:{owner}", "name": owner,
                        "version": version, "purl": f"pkg:deb/debian/{owner}@{version}",
                        "properties": [{"name": "linked", "value": "at run time"}]}
    return [found[owner] for owner in sorted(found)]


def main() -> int:
    binary = sys.argv[1]
    version = re.match(r"callbook ([^,]+), numbering plans: (.+)", said(binary, "--version"))
    plans = {"type": "data", "bom-ref": "numbering-plans", "name": "libphonenumber-metadata",
             "version": version.group(2), "licenses": [{"license": {"id": "Apache-2.0"}}]}
    parts = packages() + sources_of_yams() + headers() + [toolchain(), unicode_library(), plans] + shared_libraries(binary)
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": {
            "type": "application", "bom-ref": "callbook", "name": "callbook",
            "version": version.group(1), "licenses": [{"license": {"id": "Apache-2.0"}}]}},
        "components": parts,
        "dependencies": [{"ref": "callbook", "dependsOn": [part["bom-ref"] for part in parts]}],
    }, indent=2, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
