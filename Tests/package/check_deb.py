#!/usr/bin/env python3
"""The Debian package, from outside: its files, what lintian says of it, and its first night.

The night is run in a bare Debian that mmdebstrap makes from this machine's own mirror: no compiler, no
Swift, no Python. Where mmdebstrap is missing or cannot make one, that part says that it is skipped.
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAILURES = []
EXPECTED = [
    "./usr/bin/callbook", "./usr/share/man/man1/callbook.1.gz",
    "./usr/share/man/man1/callbook-build.1.gz",
    "./usr/share/bash-completion/completions/callbook",
    "./usr/libexec/callbook/nightly.sh", "./usr/lib/systemd/system/callbook-nightly.service",
    "./usr/lib/systemd/system/callbook-nightly.timer", "./usr/share/doc/callbook/copyright",
    "./usr/share/doc/callbook/changelog.gz",
]


def say(is_right, what):
    print(f"{'ok     ' if is_right else 'NOT OK '} {what}")
    if not is_right:
        FAILURES.append(what)


def output(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def check_files(package):
    listing = output("dpkg-deb", "--contents", package)
    names = {line.split()[5] for line in listing.splitlines()}
    missing = [name for name in EXPECTED if name not in names]
    say(not missing, f"the package holds what it should {missing or ''}")
    say(all(line.split()[1] == "root/root" for line in listing.splitlines()),
        "every file belongs to root")
    depends = output("dpkg-deb", "--field", package, "Depends")
    libraries = {"libcsv3", "libxml2", "libsqlite3-0", "libssl3", "zlib1g", "libc6"}
    found = {re.split(r"[ :(]", name.strip())[0] for name in depends.split(",")}
    say(libraries <= found, f"the libraries that it links are its dependencies {libraries - found or ''}")
    return found


def check_foreign_binary(package, folder):
    """No package of a binary whose libraries dpkg-shlibdeps cannot find, or finds in no package."""
    root = folder / "foreign"
    subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    tools = folder / "tools"
    tools.mkdir()
    stub = tools / "dpkg-shlibdeps"
    path = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    for words, code in [("error: cannot find library libswiftCore.so", 2),
                        ("warning: can't extract name and version from library name 'libswiftCore.so'", 0)]:
        stub.write_text(f'#!/bin/sh\necho "dpkg-shlibdeps: {words}" >&2\necho "shlibs:Depends=libc6"\nexit {code}\n')
        stub.chmod(0o755)
        ran = subprocess.run([ROOT / "scripts/make-deb.sh", root], env=path, capture_output=True, text=True)
        say(ran.returncode == 1 and "libswiftCore.so" in ran.stderr and "no package has" in ran.stderr,
            f"make-deb fails where dpkg-shlibdeps says {words.split(':')[0]} {ran.stderr if ran.returncode != 1 else ''}")
    say(package.exists(), "and leaves the package that was there")


def check_pages(folder):
    """Every page says what to type: the words of a command that is there, and refers to pages that are."""
    subprocess.run(["dpkg-deb", "--extract", sorted((ROOT / "build").glob("callbook_*.deb"))[0], folder / "pages"], check=True)
    binary = folder / "pages/usr/bin/callbook"
    pages = {page.name.removesuffix(".1.gz"): gzip.decompress(page.read_bytes()).decode()
             for page in (folder / "pages/usr/share/man/man1").iterdir()}
    wrong = []
    for name, text in sorted(pages.items()):
        typed = re.search(r"^\.Sh SYNOPSIS\n\.Nm(.*)$", text, re.MULTILINE).group(1).split() or ["callbook"]
        if subprocess.run([binary, *typed[1:], "--help"], capture_output=True).returncode != 0 or "-".join(typed) != name:
            wrong.append(f"{name}: {' '.join(typed)}")
        wrong += [f"{name}: refers to {other}" for other in re.findall(r"^\.Xr (\S+) 1", text, re.MULTILINE)
                  if other not in pages]
    say(pages and not wrong, f"{len(pages)} manual pages name commands and pages that are there {wrong or ''}")


def check_lintian(package):
    if not shutil.which("lintian"):
        print("skipped: lintian is not installed")
        return
    result = subprocess.run(["lintian", "--fail-on", "error,warning", package],
                            capture_output=True, text=True)
    say(result.returncode == 0, "lintian has no error and no warning\n" + result.stdout)


def check_units(package, folder):
    subprocess.run(["dpkg-deb", "--extract", package, folder / "files"], check=True)
    if not shutil.which("systemd-analyze"):
        print("skipped: systemd-analyze is not installed")
        return
    units = folder / "files/usr/lib/systemd/system"
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=10", "--no-pager",
         units / "callbook-nightly.service"], capture_output=True, text=True)
    say(result.returncode == 0, "systemd calls the exposure of the service at most 1.0")
    result = subprocess.run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no",
                             f"--root={folder / 'files'}", "callbook-nightly.service",
                             "callbook-nightly.timer"], capture_output=True, text=True)
    complaints = [line for line in result.stderr.splitlines() if "callbook" in line]
    say(not complaints, f"systemd reads service and timer {complaints or ''}")


def check_night(package, dependencies, folder):
    bare = folder / "bare"
    may = shutil.which("mmdebstrap") and os.geteuid() == 0
    made = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=essential", f"--include={','.join(sorted(dependencies))}",
         "bookworm", bare], capture_output=True, text=True) if may else None
    if made is None or made.returncode != 0:
        print("skipped: no bare Debian could be made"
              + (f": {made.stderr.strip().splitlines()[-1:]}" if made else ", which takes mmdebstrap and root"))
        binary = folder / "files/usr/bin/callbook"
        say("not found" not in output("ldd", binary), "every library is found")
        return
    shutil.copy(package, bare / "callbook.deb")
    result = subprocess.run(["chroot", bare, "dpkg", "--install", "/callbook.deb"],
                            capture_output=True, text=True)
    say(result.returncode == 0, f"it is installed in a bare Debian {result.stderr}")
    for name in ("pipelines", "samples"):
        shutil.copytree(ROOT / name, bare / "srv/callbook" / name)
    night = ("CALLBOOK_HOME=/srv/callbook CALLBOOK=/usr/bin/callbook AS_OF=2026-11-20 "
             "/usr/libexec/callbook/nightly.sh && callbook verify /srv/callbook/build/taiwan")
    result = subprocess.run(["chroot", bare, "/bin/bash", "-c", night], capture_output=True, text=True)
    say(result.returncode == 0 and "nightly: everything is published" in result.stdout,
        f"a night of the sample pipelines is published and sound there\n{result.stderr}")
    result = subprocess.run(["chroot", bare, "dpkg", "--purge", "callbook"], capture_output=True)
    say(result.returncode == 0 and not (bare / "usr/bin/callbook").exists(), "it can be removed")


def main():
    packages = sorted((ROOT / "build").glob("callbook_*.deb"))
    if len(packages) != 1:
        sys.exit(f"build: expected one package, found {len(packages)}. Run make deb.")
    with tempfile.TemporaryDirectory(prefix="callbook-deb-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        dependencies = check_files(packages[0])
        check_foreign_binary(packages[0], folder)
        check_pages(folder)
        check_lintian(packages[0])
        check_units(packages[0], folder)
        check_night(packages[0], dependencies, folder)
    print(f"test-deb: {'everything passed' if not FAILURES else f'{len(FAILURES)} failed'}")
    sys.exit(bool(FAILURES))


main()
