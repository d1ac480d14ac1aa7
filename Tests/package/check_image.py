#!/usr/bin/env python3
"""The container image without a container engine: the steps of packaging/Containerfile, one by one.

A bare Debian that mmdebstrap makes from this machine's own mirror stands for the image that the recipe
starts from. COPY and RUN are done in it, then its command is run as the recipe's comment says: as its user,
without network and privileges, everything read-only but /tmp and the mounted folder. What an engine does
beside that (layers, names, labels of SELinux) is not tried. Skipped where no root can be made.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FAILURES = []
PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# Runs in namespaces of its own: ROOT VOLUME USER COMMAND…
CONTAINER = """
set -e
image=$1 volume=$2 user=$3; shift 3
mount --bind "$image" "$image"
mount -o remount,bind,ro "$image"
mount --bind "$volume" "$image/srv/callbook"
mount -t tmpfs tmpfs "$image/tmp"
mount -t proc proc "$image/proc"
mount -t tmpfs -o mode=755 tmpfs "$image/dev"
mknod -m 666 "$image/dev/null" c 1 3
mknod -m 666 "$image/dev/urandom" c 1 9
exec chroot "$image" /usr/bin/setpriv --reuid="$user" --regid="$user" --clear-groups --bounding-set=-all \\
  --inh-caps=-all --no-new-privs /usr/bin/env -i "$@"
"""


def say(is_right, what):
    print(f"{'ok     ' if is_right else 'NOT OK '} {what}")
    if not is_right:
        FAILURES.append(what)


def steps():
    """The instructions of the recipe, with what belongs to each."""
    text = (ROOT / "packaging/Containerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [tuple(line.split(None, 1)) for line in lines if line.strip()]


def build(image: Path) -> dict:
    """Does the steps; gives user, folder, environment and command of the image."""
    made = {"ENV": [], "USER": "root", "WORKDIR": "/", "CMD": ""}
    for step, rest in steps():
        if step == "FROM":
            say(rest == "debian:bookworm-slim", "it starts from the Debian that stands for it here")
        elif step == "COPY":
            pattern, place = rest.split()
            for path in ROOT.glob(pattern):
                shutil.copy(path, image / place.strip("/"))
        elif step == "RUN":
            done = subprocess.run(["chroot", image, "/bin/sh", "-c", rest], capture_output=True, text=True,
                                  env={"PATH": PATHS, "DEBIAN_FRONTEND": "noninteractive"})
            say(done.returncode == 0, "its RUN step is done" + (f"\n{done.stderr[-2000:]}" if done.returncode else ""))
        elif step == "ENV":
            made["ENV"] += rest.split()
        elif step == "CMD":
            made["CMD"] = " ".join(re.findall(r'"([^"]*)"', rest))
        elif step in made:
            made[step] = rest
        else:
            say(False, f"{step} is a step that this test does not know")
    return made


def run(image: Path, volume: Path, made: dict, command: str):
    """What a command comes to in the container."""
    inside = ["sh", "-c", f"cd {made['WORKDIR']} && {command}"]
    return subprocess.run(
        ["unshare", "--mount", "--net", "--pid", "--fork", "--propagation", "private", "bash", "-c", CONTAINER, "bash",
         image, volume, made["USER"], f"PATH={PATHS}", "AS_OF=2026-11-20", *made["ENV"], *inside],
        capture_output=True, text=True)


def check(image: Path, volume: Path) -> None:
    made = build(image)
    if FAILURES:
        return
    for name in ("pipelines", "samples"):
        shutil.copytree(ROOT / name, volume / name)
    number = int(subprocess.run(["chroot", image, "id", "-u", made["USER"]], check=True,
                                capture_output=True, text=True).stdout)
    for path in [volume, *volume.rglob("*")]:
        os.chown(path, number, number)
    night = run(image, volume, made, made["CMD"])
    say(night.returncode == 0 and "nightly: everything is published" in night.stdout,
        f"its command publishes the pipelines that are mounted\n{night.stderr[-2000:]}".rstrip())
    sound = run(image, volume, made, "callbook verify build/taiwan/directory")
    say(sound.returncode == 0 and "sound:" in sound.stdout, "any other command runs in its place: verify")
    bounds = run(image, volume, made, "id -u; grep CapEff /proc/self/status; touch /usr/new 2>&1; cat /proc/net/dev")
    say(f"{number}\n" in bounds.stdout and "CapEff:\t0000000000000000" in bounds.stdout
        and "Read-only file system" in bounds.stdout and "eth" not in bounds.stdout,
        "as its user it has no privileges, no network, and nothing to write to but /tmp and the mounted folder")


def main():
    if not shutil.which("mmdebstrap") or os.geteuid() != 0:
        print("check_image: skipped, it takes mmdebstrap and root")
        return
    if len(list((ROOT / "build").glob("callbook_*_*.deb"))) != 1:
        sys.exit("build: expected one package. Run make deb.")
    with tempfile.TemporaryDirectory(prefix="callbook-image-") as place:
        image, volume = Path(place) / "image", Path(place) / "volume"
        volume.mkdir()
        Path(place).chmod(0o755)
        made = subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", "bookworm", image],
                              capture_output=True, text=True)
        if made.returncode != 0:
            print(f"check_image: skipped, no bare Debian could be made: {made.stderr.strip().splitlines()[-1:]}")
            return
        check(image, volume)
    print(f"check_image: {'everything passed' if not FAILURES else f'{len(FAILURES)} failed'}")
    sys.exit(bool(FAILURES))


main()
