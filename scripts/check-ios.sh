#!/usr/bin/env bash
# Checks, without a Mac, that DirectoryFormat and the loader's core use nothing newer than iOS 16.
#
# It retargets the toolchain's textual standard library, so it is a check, not a proof. What only
# Apple's compiler reads is checked by `make phone`.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(uname -s)" != Linux ]; then
  echo "check-ios: only needed on Linux; build the products with Xcode here"
  exit 0
fi

target=x86_64-apple-ios16.0-simulator
resources=$(cd "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift" && pwd)
interface=$resources/linux/Swift.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface
if [ ! -f "$interface" ]; then
  echo "check-ios: no textual standard library in $resources; availability is not checked"
  exit 0
fi
work=.build/check-ios
mkdir -p $work/Swift.swiftmodule $work/cache
sed -e "s/-target x86_64-unknown-linux-gnu/-target $target/" \
  -e '/^@backDeployed(before: macOS 14.0, iOS 17.0/d' "$interface" \
  > $work/Swift.swiftmodule/x86_64-apple-ios-simulator.swiftinterface
frontend=(swiftc -frontend -target $target -I $work -module-cache-path $work/cache
  -resource-dir "$resources" -disable-implicit-concurrency-module-import
  -disable-implicit-string-processing-module-import -swift-version 6 -parse-as-library
  -package-name callbook -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility)
"${frontend[@]}" -O -emit-module -module-name DirectoryFormat -o $work/DirectoryFormat.swiftmodule \
  Sources/DirectoryFormat/*.swift Sources/DirectoryFormat/JSON/*.swift Sources/DirectoryFormat/Roots/*.swift
core=(Sources/DirectoryLoading/*.swift)
core=("${core[@]/*POSIXFolder.swift/}")
core=($(printf '%s\n' "${core[@]}" | sed '/^$/d'))
"${frontend[@]}" -typecheck -module-name DirectoryLoading "${core[@]}"
echo "check-ios: DirectoryFormat and the loader's core use nothing newer than iOS 16"
