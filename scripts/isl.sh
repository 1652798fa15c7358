#!/usr/bin/env bash
# Builds isl 0.25 with IMath's small integers in build/isl, where CMake looks for it
# first: gputile then takes half the time that it takes with isl on GMP, which is what
# Debian's libisl-dev is. Does nothing when that is done; on any failure says so and
# leaves CMake to take libisl-dev.
#
# usage: scripts/isl.sh [isl_0.25.orig.tar.xz]
#
# Without a file, the source of Debian's package isl is fetched with apt.
set -euo pipefail
archive=${1:+$(realpath "$1")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly version=0.25 prefix=$PWD/build/isl
[ -f "$prefix/lib/libisl.a" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The source archive, by lists of our own: those of the system name no sources mostly.
fetch() {
  mkdir -p "$work/parts" "$work/lists/partial"
  cat >"$work/parts/source.sources" <<SOURCES
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
SOURCES
  local lists=(-qq -o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$work/parts"
    -o "Dir::State::Lists=$work/lists" -o "APT::Sandbox::User=")
  (cd "$work" && apt-get "${lists[@]}" update && apt-get "${lists[@]}" source --download-only "isl=$version-1.1")
}

# Runs isl's programs on the inputs of its own tests.
train() {
  local program
  for program in codegen:in flow:ai schedule:sc; do
    find "test_inputs/${program%:*}" -name "*.${program#*:}" -print0 |
      xargs -0 -P "$(nproc)" -I {} sh -c "./isl_${program%:*} <'{}' >/dev/null 2>&1 || true"
  done
}

build_isl() {
  # What stays inside the library needs no symbol that another could replace.
  local flags="-O3 -DNDEBUG -fvisibility=hidden" compiler=()
  # GCC counts how often branches are taken, and compiles for that: gputile takes a tenth to a
  # fifth less time.
  command -v gcc >/dev/null && compiler=(CC=gcc)
  if [ -z "$archive" ]; then
    fetch
    archive=$work/isl_$version.orig.tar.xz
  fi
  tar -xf "$archive" -C "$work"
  (
    cd "$work/isl-$version"
    ./configure --with-int=imath-32 --with-clang=no --disable-shared --enable-static --with-pic \
      --prefix="$work/isl" "${compiler[@]}" CFLAGS="$flags"
    make -j "$(nproc)" gitversion.h
    if [ ${#compiler[@]} -gt 0 ]; then
      make -j "$(nproc)" isl_codegen isl_flow isl_schedule CFLAGS="$flags -fprofile-generate"
      train
      find . \( -name '*.o' -o -name '*.lo' -o -name '*.la' -o -name '*.a' \) -delete
      flags+=" -fprofile-use -fprofile-partial-training -Wno-missing-profile"
    fi
    make -j "$(nproc)" libisl.la CFLAGS="$flags"
    make install-libLTLIBRARIES install-pkgincludeHEADERS install-nodist_pkgincludeHEADERS
  )
  mkdir -p "$(dirname "$prefix")"
  rm -rf "$prefix"
  mv "$work/isl" "$prefix"
}

# In the background, so that `set -e` holds inside.
log=$work/log
build_isl >"$log" 2>&1 &
if ! wait $!; then
  tail -n 5 "$log" >&2
  echo "gputile: isl $version could not be built from its source; libisl-dev is used, and gputile takes twice the time." >&2
fi
