#!/usr/bin/env bash
# Builds gputile and installs it.
#
# usage: scripts/install.sh [folder]     (default ~/gputile)
prefix=$(realpath -m "${1:-$HOME/gputile}")
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build lib/all tools/all
cmake --install build/release --prefix "$prefix" >/dev/null
echo "Installed in $prefix."
