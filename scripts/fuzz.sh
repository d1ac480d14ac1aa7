#!/usr/bin/env bash
# Fuzzes one reader after the other: `scripts/fuzz.sh SECONDS [TARGET…]`, or the same inputs every time,
# `scripts/fuzz.sh 5000-inputs [TARGET…]`. Inputs that crash or hang stay as .build-fuzz/crash-<target>-*;
# the small corpus of Tests/Fuzz/corpus is where each begins.
set -euo pipefail
cd "$(dirname "$0")/.."

amount=$1
shift
targets=${*:-manifest timestamp chunk delta twin csv xml cell}

# The product exists only under FUZZ=1: without the fuzzer's own main it would not link. Beside the
# address sanitizer the coverage that the fuzzer is led by must be asked for by name.
FUZZ=1 swift build -c release --product fuzz --sanitize fuzzer --sanitize address \
  --scratch-path .build-fuzz -Xlinker -fuse-ld=lld \
  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table

python3 scripts/cell_seeds.py .build-fuzz/seeds/cell
for target in $targets; do
  folders=()
  for folder in "Tests/Fuzz/corpus/$target" ".build-fuzz/seeds/$target"; do
    if [[ -d $folder ]]; then folders+=("$folder"); fi
  done
  # What one time finds is where the next one goes on, unless the inputs have to be the same.
  case $amount in
    *-inputs)
      # Those it begins with are not counted: each of them is read, however many there are.
      begun=0
      if (( ${#folders[@]} )); then begun=$(find "${folders[@]}" -type f | wc -l); fi
      limit=(-runs=$(( begun + ${amount%-inputs} )) -seed=1) grown=$(mktemp -d) ;;
    *) limit=(-max_total_time="$amount") grown=.build-fuzz/$target ;;
  esac
  mkdir -p "$grown"
  dictionary=()
  if [[ -e Tests/Fuzz/$target.dict ]]; then dictionary=("-dict=Tests/Fuzz/$target.dict"); fi
  # Without SWIFT_BACKTRACE=enable=no a crash leaves a helper behind that never ends.
  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 FUZZ_TARGET=$target \
    nice .build-fuzz/release/fuzz "${dictionary[@]}" "${limit[@]}" -timeout=60 \
    -rss_limit_mb=3072 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix=".build-fuzz/crash-$target-" "$grown" "${folders[@]}" \
    > ".build-fuzz/$target.log" 2>&1 || { cat ".build-fuzz/$target.log"; exit 1; }
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' ".build-fuzz/$target.log")
  echo "fuzz $target: nothing found ($amount, $inputs inputs in all)"
  if [[ $amount == *-inputs ]]; then rm -r "$grown"; fi
done
