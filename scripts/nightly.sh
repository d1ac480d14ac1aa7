#!/bin/bash
# Builds every pipeline of pipelines/ as of today: what cron, systemd or CI calls at night.
#
# A pipeline that fails keeps its former generation and does not stop the others. Exit code: 0 when
# all were published or unchanged, 1 when at least one was refused or failed.
#
# CALLBOOK  the binary            (default .build/release/callbook)
# OUTPUT    where they publish    (default build, each in a folder of its name)
# AS_OF     the day they are for  (default today)
set -uo pipefail
cd "$(dirname "$0")/.."

callbook=${CALLBOOK:-.build/release/callbook}
output=${OUTPUT:-build}
as_of=${AS_OF:-$(date +%F)}
refused=()

for pipeline in $(scripts/list-pipelines.sh); do
  name=$(basename "$pipeline" .yaml)
  echo "== $name, as of $as_of"
  "$callbook" build "$pipeline" --output "$output/$name" --as-of "$as_of"
  code=$?
  [[ $code -eq 0 ]] || refused+=("$name (exit $code)")
done

if [[ ${#refused[@]} -gt 0 ]]; then
  echo "nightly: not published, the former generation stays: ${refused[*]}" >&2
  exit 1
fi
echo "nightly: everything is published"
