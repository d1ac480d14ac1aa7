#!/bin/bash
# Prints the pipelines of pipelines/, one path a line; the tests beside them are not pipelines.
#
# Exit code 1, with the reason, when the list cannot be made: no folder, no pipeline in it, two that
# would publish under one name, or one whose name a terminal, a log or a program could take for
# something else.
set -uo pipefail
unset CDPATH
cd -- "${CALLBOOK_HOME:-$(dirname -- "$(readlink -f -- "$0")")/..}" || exit 1

cannot() {
  echo "list-pipelines: $1" >&2
  exit 1
}

[[ -d pipelines ]] || cannot "$PWD/pipelines: no such folder. Pipelines are looked for there."
[[ -r pipelines && -x pipelines ]] || cannot "$PWD/pipelines: cannot be read. Check its permissions."

# Whether a name is plain: text in UTF-8 without controls, signs that nobody sees (formats of Unicode
# 15: bidirectional, zero width, tags) and commands of CI systems. Bytes, whatever the locale.
plain() {
  local LC_ALL=C
  case $1 in
    *[[:cntrl:]]* | *$'\xc2'[$'\x80'-$'\x9f']* | *$'\xc2\xad'* | *$'\xd8\x9c'*) return 1 ;;
    *$'\xe1\xa0\x8e'* | *$'\xe2\x80'[$'\x8b'$'\x8e'$'\x8f'$'\xa8'-$'\xae']*) return 1 ;;
    *$'\xe2\x81'[$'\xa0'-$'\xaf']* | *$'\xef\xbb\xbf'* | *$'\xef\xbf'[$'\xb9'-$'\xbb']*) return 1 ;;
    *$'\xf3\xa0'* | ::* | *'##['* | *'##'[vV][sS][oO]'['* | *'##'[tT][eE][aA][mM][cC][iI][tT][yY]'['*) return 1 ;;
  esac
  printf '%s' "$1" | iconv -f UTF-8 -t UTF-8 > /dev/null 2>&1
}

# A name as the shell would have to be given it: in ASCII.
shown() (
  LC_ALL=C
  printf '%q' "$1"
)

shopt -s nullglob
found=()
declare -A paths=()
for file in pipelines/*; do
  case $file in
    *.test.yaml | *.test.yml) continue ;;
    *.yaml | *.yml) ;;
    *.[Yy][Aa][Mm][Ll] | *.[Yy][Mm][Ll]) cannot "$PWD/pipelines/$(shown "${file##*/}"): is it a pipeline? Name it .yaml or .yml." ;;
    *) continue ;;
  esac
  name=${file##*/} && name=${name%.*}
  plain "$name" || cannot "pipelines/: $(shown "${file##*/}"): no name that logs can show (controls, signs that nobody sees, no UTF-8, or a command of a CI system). Rename it."
  [[ -z ${paths[$name]:-} ]] || cannot "${paths[$name]} and $file: both would publish as $name. Rename one."
  paths[$name]=$file
  found+=("$file")
done
[[ ${#found[@]} -gt 0 ]] || cannot "$PWD/pipelines: no pipeline there (expected *.yaml or *.yml)."
printf '%s\n' "${found[@]}"
