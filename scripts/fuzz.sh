#!/usr/bin/env bash
# Fuzzes one reader after the other: `scripts/fuzz.sh SECONDS [TARGET…]`. Inputs that crash or hang stay
# as .build-fuzz/crash-<target>-*; the small corpus of Tests/Fuzz/corpus is where each begins.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
targets=${*:-manifest timestamp chunk delta twin csv xml cell}

# The product exists only under FUZZ=1: without the fuzzer's own main it would not link. Beside the
# address sanitizer the coverage that the fuzzer is led by must be asked for by name.
FUZZ=1 swift build -c release --product fuzz --sanitize fuzzer --sanitize address \
  --scratch-path .build-fuzz -Xlinker -fuse-ld=lld \
  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table

python3 scripts/cell_seeds.py .build-fuzz/cell
for target in $targets; do
  mkdir -p ".build-fuzz/$target"
  seeds=()
  if [[ -d Tests/Fuzz/corpus/$target ]]; then seeds=("Tests/Fuzz/corpus/$target"); fi
  dictionary=()
  if [[ -e Tests/Fuzz/$target.dict ]]; then dictionary=("-dict=Tests/Fuzz/$target.dict"); fi
  # Without SWIFT_BACKTRACE=enable=no a crash leaves a helper behind that never ends.
  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 FUZZ_TARGET=$target \
    nice -n 19 .build-fuzz/release/fuzz "${dictionary[@]}" \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=3072 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix=".build-fuzz/crash-$target-" ".build-fuzz/$target" "${seeds[@]}"
  echo "fuzz $target: nothing found in $seconds s"
done
