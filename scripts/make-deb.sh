#!/bin/bash
# Makes build/callbook_VERSION_ARCHITECTURE.deb of what `make install` has put below a folder.
#
# Usage: scripts/make-deb.sh FOLDER. The same files give the same bytes: times are those of the last
# commit, owners are root. What is depended on is what the binary links (dpkg-shlibdeps).
set -euo pipefail
cd "$(dirname "$0")/.."
root=$1
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" > /dev/null || { echo "make-deb: there is no $tool (apt-get install dpkg-dev)" >&2; exit 1; }
done
version=$("$root/usr/bin/callbook" --version | sed 's/^callbook \([^,]*\),.*/\1/')
architecture=$(dpkg --print-architecture)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/debian"
echo "Source: callbook" > "$work/debian/control"
binary=$(realpath "$root/usr/bin/callbook")
# Its warnings are many and mostly none of ours; but a library of no package is depended on by nobody.
if ! depends=$(cd "$work" && dpkg-shlibdeps -O "$binary" 2> words | sed 's/^shlibs:Depends=//') \
  || grep --quiet "can't extract name and version\|no dependency information" "$work/words"; then
  sort -u "$work/words" >&2
  echo "make-deb: $binary needs libraries that no package has (expected the binary of \`make build\`)" >&2
  exit 1
fi

# As Debian wants it: pages whose names have no blank, packed like the changelog; completions that are
# no programs, that of zsh where its own packages have it. The page is called callbook-build, what it
# says to type is `callbook build`.
for page in "$root"/usr/share/man/man1/callbook.*.1; do
  words=$(basename "${page#*/man1/}" .1)
  name=${words//./-}
  sed -E "s/^\.Nm \"?callbook .*$/.Nm $name/; s/^\.Nm$/.Nm ${words//./ }/; s/^\.Dt .*/.Dt ${name^^} 1/" "$page" > "${page%/*}/$name.1"
  rm "$page"
done
for page in "$root"/usr/share/man/man1/*.1; do
  sed -i -E ':again; s/^(\.Xr callbook[^ ]*)\./\1-/; t again' "$page"
done
find "$root/usr/share/man" -name '*.1' -exec gzip -9 --no-name --force {} +
sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/callbook"
doc=$root/usr/share/doc/callbook
{
  cat packaging/debian/copyright
  sed 's/^$/./; s/^/ /' NOTICE
} > "$doc/copyright"
gzip -9 --no-name --stdout > "$doc/changelog.gz" << END
callbook ($version) unstable; urgency=medium

  * What changed stands in CHANGELOG.md of the sources.

 -- callbook maintainers <maintainers@callbook.invalid>  $(date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
END
rm -f "$doc/LICENSE" "$doc/NOTICE" "$doc/CHANGELOG.md"
install -D --mode=644 packaging/debian/overrides "$root/usr/share/lintian/overrides/callbook"
install -D --mode=644 packaging/debian/sysusers "$root/usr/lib/sysusers.d/callbook.conf"
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv -f "$root/usr/share/zsh/site-functions/_callbook" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"

size=$(du --summarize --apparent-size --block-size=1024 "$root/usr" | cut -f1)
mkdir -p "$root/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$size/" \
  -e "s/@DEPENDS@/$depends/" packaging/debian/control > "$root/DEBIAN/control"
install --mode=755 packaging/debian/{postinst,prerm,postrm} "$root/DEBIAN"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
mkdir -p build
package=build/callbook_${version}_$architecture.deb
rm -f build/callbook_*.deb
dpkg-deb --root-owner-group -Zxz --build "$root" "$package"
