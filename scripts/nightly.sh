#!/bin/bash
# Builds every pipeline of pipelines/ as of today: what cron, systemd or CI calls at night.
#
# A pipeline that fails, or takes longer than its time, keeps its former generation and does not
# stop the others. SIGTERM, SIGINT and SIGHUP end the build that runs, and the night with it.
# Every event is a line of JSON in a file of the night's own, and the night ends with a summary of all
# pipelines: as text, and in LOGS/summary.json. Neither holds a phone number or a label. A night that
# finds another one with the same LOGS at work ends at once, and touches nothing of that one's.
#
# A build that could not say itself how it ended (killed, or ended before it was told where) leaves
# metrics that say so.
#
# Exit code: 0 when all were published or unchanged, 1 when at least one was not, the list of
# pipelines cannot be made, the events cannot be written or another night is at work, 2 when a setting
# is none, 128 + N when signal N ended the night.
#
# CALLBOOK_HOME  the folder of pipelines/ and build/         (default the one above this script's)
# CALLBOOK    the binary                                     (default .build/release/callbook)
# OUTPUT      where they publish                             (default build, each in a folder of its name)
# AS_OF       the day they are for                           (default today)
# TIME_LIMIT  the longest that one may take: 90s, 45m, 2h    (default 2h; 0 is no limit)
# KILL_AFTER  how long one may tidy up before it is killed   (default 10s)
# LOGS        where events and summary.json go               (default OUTPUT/nightly)
# KEEP_LOGS   nights whose events are kept                   (default 30)
# METRICS     where each pipeline's NAME.prom goes           (default nowhere)
# LINEAGE     where each pipeline's NAME.jsonl grows         (default nowhere)
# LOG_LEVEL   least level of what builds say: debug, warning (default info)
set -uo pipefail
unset CDPATH
# The script itself may be called by a link; the list of pipelines is asked from the same home.
here=$(dirname -- "$(readlink -f -- "$0")")
cd -- "${CALLBOOK_HOME:-$here/..}" && export CALLBOOK_HOME=$PWD || exit 1

callbook=${CALLBOOK:-.build/release/callbook}
output=${OUTPUT:-build}
as_of=${AS_OF:-$(date +%F)}
time_limit=${TIME_LIMIT:-2h}
kill_after=${KILL_AFTER:-10s}
logs=${LOGS:-$output/nightly}
keep_logs=${KEEP_LOGS:-30}
is_building=
is_unwritten=
refused=()
warned=()
ends=()
table=

# A setting as the shell would have to be given it: it may come from a form of a CI system.
shown() (
  LC_ALL=C
  printf '%q' "$1"
)

for duration in "TIME_LIMIT $time_limit" "KILL_AFTER $kill_after"; do
  if [[ ! ${duration#* } =~ ^[0-9]+(\.[0-9]+)?[smhd]?$ ]]; then
    echo "nightly: ${duration%% *}: $(shown "${duration#* }") is no time (expected 90s, 45m or 2h; 0 for none)" >&2
    exit 2
  fi
done

if [[ ! $keep_logs =~ ^[1-9][0-9]*$ ]]; then
  echo "nightly: KEEP_LOGS: $(shown "$keep_logs") is no number of nights (expected 1 or more)" >&2
  exit 2
fi

if [[ ! $as_of =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]]; then
  echo "nightly: AS_OF: $(shown "$as_of") is no day (expected one such as 2026-11-20)" >&2
  exit 2
fi

# A text as JSON.
quoted() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  printf '"%s"' "${text//[[:cntrl:]]/ }"
}

# Writes an event: its name, then members of JSON.
event() {
  printf '{"event": "%s", "time": "%s"%s}\n' "$1" "$(date -u +%FT%TZ)" "${2:+, $2}" 2> /dev/null >> "$events" ||
    is_unwritten=yes
}

# The events of a night have the moment of its beginning as their name, and a number if need be.
begin() {
  local number=1
  began=$(date -u +%FT%H%M%SZ)
  began_at=$SECONDS
  events=$logs/$began.jsonl
  mkdir -p "$logs" &&
    until (set -o noclobber && : > "$events") 2> /dev/null; do
      [[ -e $events ]] || return 1
      number=$((number + 1))
      events=$logs/$began-$number.jsonl
    done
}

# What the directory of a pipeline was like: beside the former manifest, which changes it, the present
# one tells whether one was published.
published() {
  { cksum < "$output/$1/directory/manifest.json"; } 2> /dev/null
}

# The report that a run has left, as a member of JSON on one line; nothing where it has left none.
summary() {
  local latest=$output/$1/report/latest
  [[ $(readlink "$latest" 2> /dev/null) != "$report_before" && -r $latest/summary.json ]] || return 0
  printf ', "summary": %s' "$(tr -d '\n' < "$latest/summary.json")"
}

# What a file is like: another one with its name is another.
look() {
  [[ -n ${METRICS:-} ]] && stat -c '%i %s %z' -- "$METRICS/$name.prom" 2> /dev/null
}

# Metrics of a build that has left none: that it failed, and when the last good one was.
tell_failure() {
  local outcome=$1 file=$METRICS/$name.prom label labels former
  [[ ! -L $file && (-f $file || ! -e $file) ]] && rm -f "$file.new" || return 1
  label=${name//\\/\\\\} && label="file=\"${label//\"/\\\"}\""
  former=$(grep -sF ",$label} " "$file" | grep -m 1 '^callbook_last_success_timestamp_seconds{')
  labels=$(grep -sF ",$label} " "$file" | sed -n '1s/^[a-z_]*{\(.*\)} .*/\1/p')
  [[ -n $labels ]] || labels="pipeline=${label#file=},$label"
  {
    echo "# HELP callbook_run_success Whether the last run published or changed nothing."
    echo "# TYPE callbook_run_success gauge"
    echo "callbook_run_success{$labels,outcome=\"$outcome\"} 0"
    echo "# HELP callbook_last_run_timestamp_seconds When the last run began."
    echo "# TYPE callbook_last_run_timestamp_seconds gauge"
    echo "callbook_last_run_timestamp_seconds{$labels} $began_seconds"
    if [[ -n $former ]]; then
      echo "# HELP callbook_last_success_timestamp_seconds When the last run began that was good."
      echo "# TYPE callbook_last_success_timestamp_seconds gauge"
      printf '%s\n' "$former"
    fi
    echo "# EOF"
  } > "$file.new" && chmod 644 "$file.new" && mv -fT "$file.new" "$file"
}

# What a build that did not end well has not told itself.
watch_end() {
  [[ -n ${METRICS:-} && $(look) == "$look_before" ]] || return 0
  case $1 in
    0 | 3) return 0 ;;
    124 | 137 | 129 | 130 | 143) tell_failure killed ;;
    *) tell_failure failed ;;
  esac 2> /dev/null || echo "nightly: $METRICS/$name.prom: cannot be written" >&2
}

# Notes how a pipeline ended: refused, complained (published, but) or good, and why.
note() {
  local how=$1 why=$2 seconds=$((SECONDS - pipeline_at)) words
  case $how in
    refused) refused+=("$name ($why)"); words="not published ($why)" ;;
    complained) warned+=("$name ($why)"); words="published, but look at it ($why)" ;;
    good) words="published or unchanged" ;;
  esac
  table+=$(printf '%6d s  %s: %s' "$seconds" "$name" "$words")$'\n'
  local members
  members="\"pipeline\": $(quoted "$name"), \"end\": \"$how\", \"why\": $(quoted "$why")"
  members+=", \"seconds\": $seconds$(summary "$name")"
  ends+=("{$members}")
  event finished "$members"
}

# A build that did not exit 0 has left a new generation or the former one.
judge() {
  if [[ $(published "$name") == "$before" ]]; then note refused "$1"; else note complained "$1"; fi
}

# The last words of a night: its summary, what was not built as it should be, and the files.
close() {
  local code=$1 separator='' end
  printf 'nightly: %d pipelines in %d s\n%s' "${#ends[@]}" "$((SECONDS - began_at))" "$table"
  [[ ${#warned[@]} -eq 0 ]] || echo "nightly: published, but look at it: ${warned[*]}" >&2
  # What a full disk keeps from being written is said once, in a sentence, and not by every printf. A file
  # of its own, whatever stands there: a link would lead to another's.
  rm -f "$logs/.summary.json"
  set -o noclobber
  {
    printf '{"began": "%s", "as_of": %s, "seconds": %d, "exit": %d, "pipelines": [' \
      "${began:0:13}:${began:13:2}:${began:15}" "$(quoted "$as_of")" "$((SECONDS - began_at))" "$code"
    for end in ${ends[@]+"${ends[@]}"}; do
      printf '%s%s' "$separator" "$end"
      separator=', '
    done
    printf ']}\n'
  } 2> /dev/null > "$logs/.summary.json" && mv -fT "$logs/.summary.json" "$logs/summary.json" || is_unwritten=yes
  set +o noclobber
  event ended "\"exit\": $code"
  [[ -z $is_unwritten || $code -eq 0 ]] ||
    echo "nightly: the events or the summary cannot be written: $logs" >&2
  [[ ${#refused[@]} -eq 0 ]] ||
    echo "nightly: not published, the former generation stays: ${refused[*]}" >&2
  find "$logs" -maxdepth 1 -name '[0-9]*Z*.jsonl' | sort -r | tail -n "+$((keep_logs + 1))" |
    while IFS= read -r end; do rm -f "$end"; done
}

# The build that runs is ended too, and the night ends as the signal would have ended it.
stop() {
  trap '' TERM INT HUP
  local code=$((128 + $(kill -l "$1")))
  if [[ -n $is_building ]]; then
    kill -TERM "$!" 2> /dev/null
    wait "$!" 2> /dev/null
    watch_end "$code"
    judge "ended with the night"
  fi
  close "$code"
  echo "nightly: ended by SIG$1; what was to follow is not built" >&2
  exit "$code"
}

# Without a lock the other's summary would be replaced by this one's.
if [[ -L $logs/.lock || (-e $logs/.lock && ! -f $logs/.lock) ]]; then
  echo "nightly: $logs/.lock: a link, or no file (expected a file, or nothing): remove it; nothing is built" >&2
  exit 1
fi
# Whoever may open it could hold it for ever. Without a lock another night's summary would be replaced.
if ! { mkdir -p "$logs" && exec 9>> "$logs/.lock" && chmod 600 "$logs/.lock"; } 2> /dev/null; then
  echo "nightly: $logs/.lock: cannot be locked (expected a folder and a file of this user); nothing is built" >&2
  exit 1
fi
if ! flock -n 9; then
  echo "nightly: $logs: another night is at work there, and nothing is built" >&2
  exit 1
fi
begin || {
  echo "nightly: $logs: no events can be written there, and nothing is built" >&2
  exit 1
}
trap 'stop TERM' TERM
trap 'stop INT' INT
trap 'stop HUP' HUP

pipelines=$("$here/list-pipelines.sh") || {
  close 1 > /dev/null
  echo "nightly: nothing is built, the list of pipelines cannot be made" >&2
  exit 1
}
event began "\"as_of\": $(quoted "$as_of")"

while IFS= read -r pipeline; do
  name=$(basename "${pipeline%.*}")
  echo "== $name, as of $as_of"
  before=$(published "$name")
  if [[ $(realpath -m -- "$logs")/ == "$(realpath -m -- "$output/$name")"/* ]]; then
    report_before='' pipeline_at=$SECONDS
    note refused "its folder is where the logs are: rename it, or set LOGS"
    continue
  fi
  report_before=$(readlink "$output/$name/report/latest" 2> /dev/null)
  pipeline_at=$SECONDS
  look_before=$(look)
  printf -v began_seconds '%(%s)T' -1
  event started "\"pipeline\": $(quoted "$name")"
  is_building=yes
  timeout --kill-after="$kill_after" "$time_limit" \
    "$callbook" build "$pipeline" --output "$output/$name" --as-of "$as_of" \
    ${METRICS:+--metrics "$METRICS/$name.prom"} ${LINEAGE:+--lineage "$LINEAGE/$name.jsonl"} \
    ${LOG_LEVEL:+--log-level "$LOG_LEVEL"} < /dev/null 9>&- &
  wait "$!" 2> /dev/null
  code=$?
  is_building=
  watch_end "$code"
  case $code in
    0) note good "exit 0" ;;
    3) note complained "exit 3" ;;
    124) judge "over its time limit of $time_limit" ;;
    # What SIGTERM does not end within KILL_AFTER; a system without memory kills too.
    137) judge "killed: over its time limit of $time_limit, or by the system" ;;
    *) judge "exit $code" ;;
  esac
done <<< "$pipelines"

if [[ ${#refused[@]} -gt 0 || ${#warned[@]} -gt 0 ]]; then
  close 1
  exit 1
fi
close 0
if [[ -n $is_unwritten ]]; then
  echo "nightly: everything is published, but the events or the summary cannot be written: $logs" >&2
  exit 1
fi
echo "nightly: everything is published"
