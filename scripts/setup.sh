#!/usr/bin/env bash
# Makes sure that what gputile needs to build and to test is installed, then
# configures and builds preset `release`. Sourced by demo.sh, install.sh and test.sh.
#
# As root on a Debian system missing packages are installed; otherwise they are
# named and the script stops.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Files that are compiled alike in several build trees are compiled once.
export CCACHE_BASEDIR=$PWD

packages=(g++ make xz-utils cmake ninja-build ccache git python3 pkg-config
  clang-19 clangd-19 libclang-19-dev llvm-19-dev llvm-19-tools lld-19 libclang-rt-19-dev
  libisl-dev libgmp-dev libgtest-dev)

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || echo "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || {
    echo "gputile: this script knows Debian's packages only; see docs/building.md for what to install." >&2
    return 0
  }
  local missing
  missing=$(missing_packages)
  [ -z "$missing" ] && return 0
  if [ "$(id -u)" -ne 0 ]; then
    echo "gputile: these packages are missing; install them as root and run this again:" >&2
    echo "  apt-get install" $missing >&2
    exit 1
  fi
  echo "gputile: installing" $missing
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  # shellcheck disable=SC2086 # one word a package
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# Before CMake looks for isl.
build_isl() {
  command -v apt-get >/dev/null || return 0
  scripts/isl.sh
}

build() {
  # Configuring again is only needed when there is no build tree; Ninja
  # configures by itself when a CMake file changes.
  [ -f build/release/build.ninja ] || cmake --preset release
  cmake --build --preset release -- "$@"
}

install_packages
build_isl
