#!/bin/bash
# Prints the pipelines of pipelines/, one path a line; the tests beside them are not pipelines.
#
# Exit code 1, with the reason, when the list cannot be made: no folder, no pipeline in it, or two
# that would publish under one name.
set -uo pipefail
cd "${CALLBOOK_HOME:-$(dirname "$0")/..}" || exit 1

cannot() {
  echo "list-pipelines: $1" >&2
  exit 1
}

[[ -d pipelines ]] || cannot "$PWD/pipelines: no such folder. Pipelines are looked for there."
[[ -r pipelines && -x pipelines ]] || cannot "$PWD/pipelines: cannot be read. Check its permissions."

shopt -s nullglob
found=()
declare -A paths=()
for file in pipelines/*; do
  case $file in
    *.test.yaml | *.test.yml) continue ;;
    *.yaml | *.yml) ;;
    *.[Yy][Aa][Mm][Ll] | *.[Yy][Mm][Ll]) cannot "$PWD/$file: is it a pipeline? Name it .yaml or .yml." ;;
    *) continue ;;
  esac
  name=$(basename "${file%.*}")
  [[ -z ${paths[$name]:-} ]] || cannot "${paths[$name]} and $file: both would publish as $name. Rename one."
  paths[$name]=$file
  found+=("$file")
done
[[ ${#found[@]} -gt 0 ]] || cannot "$PWD/pipelines: no pipeline there (expected *.yaml or *.yml)."
printf '%s\n' "${found[@]}"
