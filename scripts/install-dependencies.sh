#!/bin/bash
# Installs the system packages that callbook needs and this machine lacks.
#
# Without root (and without a sudo that asks for no password) nothing is installed: the one command
# to run is printed and the exit code is 1. On a system without apt the names are printed.
set -euo pipefail

packages=(
  libcsv-dev libxml2-dev zlib1g-dev libssl-dev libsqlite3-dev libxxhash-dev pkg-config  # what callbook links
  gcc libc6-dev libstdc++-12-dev                                          # what Swift links with
  git ca-certificates                                                     # what SwiftPM fetches with
  python3 python3-venv                                                    # the tests, the benchmarks
  protobuf-compiler                                                       # the tests
)

# What only `make test-browser` needs, only `make test-deb`, only `make test-spark`, and `make sanitize-c`
# for another processor.
[[ ${1:-} != browser ]] || packages=(chromium chromium-driver)
[[ ${1:-} != package ]] || packages=(dpkg-dev lintian mmdebstrap systemd)
[[ ${1:-} != arm64 ]] || packages=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
[[ ${1:-} != spark ]] || packages=(openjdk-17-jre-headless python3-venv)

if ! command -v swift > /dev/null; then
  echo "make deps: there is no swift in PATH (Swift 6.3 or later is needed)." >&2
  echo "Install the toolchain from https://www.swift.org/install/linux/ and run make again." >&2
  exit 1
fi

if ! command -v dpkg-query > /dev/null; then
  echo "make deps: no apt here. Make sure that the headers of libcsv, libxml2, zlib, OpenSSL 3,"
  echo "SQLite 3 and xxHash, pkg-config and Python 3 are installed."
  exit 0
fi

# A program that came another way (python3 from pyenv, gcc from a toolchain) need not be a package.
provided() {
  case $1 in
    python3 | git | gcc | pkg-config) command -v "$1" > /dev/null ;;
    openjdk-17-jre-headless) java -version 2>&1 | grep --quiet 'version "17' ;;
    python3-venv) python3 -c 'import ensurepip, venv' 2> /dev/null ;;
    *) return 1 ;;
  esac
}

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${Status}' "$package" 2> /dev/null || true)
  [[ $status == "install ok installed" ]] || provided "$package" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

echo "make deps: missing: ${missing[*]}"
install=(apt-get install --yes --no-install-recommends "${missing[@]}")
export DEBIAN_FRONTEND=noninteractive

if [[ $(id -u) -eq 0 ]]; then
  as_root=()
elif command -v sudo > /dev/null && sudo --non-interactive true 2> /dev/null; then
  as_root=(sudo --non-interactive --preserve-env=DEBIAN_FRONTEND)
else
  echo "make deps: root is needed to install them. Run this once, then make again:" >&2
  echo "  sudo sh -c 'apt-get update && ${install[*]}'" >&2
  exit 1
fi

update() {
  echo "make deps: reading the package lists"
  "${as_root[@]}" apt-get update --quiet
}

compgen -G '/var/lib/apt/lists/*Packages*' > /dev/null || update
echo "make deps: installing them with apt-get"
# Lists that are too old name versions that the mirror no longer has: read them again, once.
"${as_root[@]}" "${install[@]}" || { update && "${as_root[@]}" "${install[@]}"; }
