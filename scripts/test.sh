#!/usr/bin/env bash
# Builds gputile and runs its quick tests, a few minutes on two cores, or all tests, with LLVM 16
# too. Needs no GPU and no CUDA; where nvcc is installed, the emitted code is compiled with it too.
#
# usage: scripts/test.sh [--all] [option of ctest]…     (-L race, -R jacobi-2d, …)
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
selection=(-L '^quick$')
all=false
if [ "${1-}" = --all ]; then
  all=true
  selection=()
  shift
fi
build
export GPUTILE_CACHE_DIR= # Tests that want results of earlier compilations say so.
ctest --test-dir build/release --output-on-failure -j "$(nproc)" "${selection[@]}" "$@"
# With further arguments the tests of a choice were asked for.
if $all && [ $# -eq 0 ]; then
  scripts/llvm16.sh
fi
