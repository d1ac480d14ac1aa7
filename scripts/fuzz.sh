#!/usr/bin/env bash
# Fuzzes one reader after the other: `scripts/fuzz.sh SECONDS [TARGET…]`. Inputs that crash or hang stay
# in .build-fuzz/<target>/; the small corpus of Tests/Fuzz/corpus is where each begins.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1
shift
targets=${*:-manifest chunk delta csv xml cell}

# The product exists only under FUZZ=1: without the fuzzer's own main it would not link.
FUZZ=1 swift build --product fuzz --sanitize fuzzer --scratch-path .build-fuzz -Xlinker -fuse-ld=lld

for target in $targets; do
  mkdir -p ".build-fuzz/$target"
  # Without SWIFT_BACKTRACE=enable=no a crash leaves a helper behind that never ends.
  SWIFT_BACKTRACE=enable=no FUZZ_TARGET=$target nice -n 19 .build-fuzz/debug/fuzz \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix=".build-fuzz/$target/crash-" ".build-fuzz/$target" "Tests/Fuzz/corpus/$target"
  echo "fuzz $target: nothing found in $seconds s"
done
