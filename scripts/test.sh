#!/usr/bin/env bash
# Builds gputile and runs its quick tests, a few minutes on two cores, or all tests. Needs no
# GPU and no CUDA; where nvcc is installed, the emitted code is compiled with it too.
#
# usage: scripts/test.sh [--all] [option of ctest]…     (-L race, -R jacobi-2d, …)
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
selection=(-L '^quick$')
if [ "${1-}" = --all ]; then
  selection=()
  shift
fi
build
export GPUTILE_CACHE_DIR= # Tests that want results of earlier compilations say so.
ctest --test-dir build/release --output-on-failure -j "$(nproc)" "${selection[@]}" "$@"
