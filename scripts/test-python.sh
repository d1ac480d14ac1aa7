#!/bin/bash
# Prints the path of a Python that has the packages of Tests/requirements.txt, in an environment of its
# own under build/: made when it is missing or the list has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

home=$(realpath --canonicalize-missing "${OUTPUT:-build}/test-python")
if ! cmp --silent Tests/requirements.txt "$home/requirements.txt"; then
  python3 -m venv --clear "$home" >&2
  "$home/bin/pip" install --quiet --disable-pip-version-check --requirement Tests/requirements.txt >&2
  cp Tests/requirements.txt "$home/requirements.txt"
fi
echo "$home/bin/python"
