#!/bin/bash
# Builds every pipeline of pipelines/ as of today: what cron, systemd or CI calls at night.
#
# A pipeline that fails, or takes longer than its time, keeps its former generation and does not
# stop the others. SIGTERM, SIGINT and SIGHUP end the build that runs, and the night with it.
# Exit code: 0 when all were published or unchanged, 1 when at least one was not or the list of
# pipelines cannot be made, 2 when TIME_LIMIT is no time, 128 + N when signal N ended the night.
#
# CALLBOOK    the binary                                     (default .build/release/callbook)
# OUTPUT      where they publish                             (default build, each in a folder of its name)
# AS_OF       the day they are for                           (default today)
# TIME_LIMIT  the longest that one may take: 90s, 45m, 2h    (default 2h; 0 is no limit)
# KILL_AFTER  how long one may tidy up before it is killed   (default 10s)
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

callbook=${CALLBOOK:-.build/release/callbook}
output=${OUTPUT:-build}
as_of=${AS_OF:-$(date +%F)}
time_limit=${TIME_LIMIT:-2h}
kill_after=${KILL_AFTER:-10s}
is_building=
refused=()
warned=()

for duration in "TIME_LIMIT $time_limit" "KILL_AFTER $kill_after"; do
  if [[ ! ${duration#* } =~ ^[0-9]+(\.[0-9]+)?[smhd]?$ ]]; then
    echo "nightly: ${duration% *}: ${duration#* } is no time (expected 90s, 45m or 2h; 0 for none)" >&2
    exit 2
  fi
done

# The manifest is what changes a directory: beside the former one it tells whether one was published.
published() {
  { cksum < "$output/$1/directory/manifest.json"; } 2> /dev/null
}

# What was not built as it should be; the last words of a night.
complain() {
  [[ ${#warned[@]} -eq 0 ]] || echo "nightly: published, but look at it: ${warned[*]}" >&2
  [[ ${#refused[@]} -eq 0 ]] ||
    echo "nightly: not published, the former generation stays: ${refused[*]}" >&2
}

# Notes what a build that did not exit 0 has left: a new generation or the former one.
judge() {
  if [[ $(published "$1") == "$before" ]]; then refused+=("$1 ($2)"); else warned+=("$1 ($2)"); fi
}

# The build that runs is ended too, and the night ends as the signal would have ended it.
stop() {
  trap '' TERM INT HUP
  if [[ -n $is_building ]]; then
    kill -TERM "$!" 2> /dev/null
    wait "$!" 2> /dev/null
    judge "$name" "ended with the night"
  fi
  complain
  echo "nightly: ended by SIG$1; what was to follow is not built" >&2
  exit $((128 + $(kill -l "$1")))
}
trap 'stop TERM' TERM
trap 'stop INT' INT
trap 'stop HUP' HUP

pipelines=$(scripts/list-pipelines.sh) || {
  echo "nightly: nothing is built, the list of pipelines cannot be made" >&2
  exit 1
}

while IFS= read -r pipeline; do
  name=$(basename "${pipeline%.y*ml}")
  echo "== $name, as of $as_of"
  before=$(published "$name")
  is_building=yes
  timeout --kill-after="$kill_after" "$time_limit" \
    "$callbook" build "$pipeline" --output "$output/$name" --as-of "$as_of" < /dev/null &
  wait "$!" 2> /dev/null
  code=$?
  is_building=
  case $code in
    0) ;;
    3) warned+=("$name (exit 3)") ;;
    124) judge "$name" "over its time limit of $time_limit" ;;
    # What SIGTERM does not end within KILL_AFTER; a system without memory kills too.
    137) judge "$name" "killed: over its time limit of $time_limit, or by the system" ;;
    *) judge "$name" "exit $code" ;;
  esac
done <<< "$pipelines"

if [[ ${#refused[@]} -gt 0 || ${#warned[@]} -gt 0 ]]; then
  complain
  exit 1
fi
echo "nightly: everything is published"
