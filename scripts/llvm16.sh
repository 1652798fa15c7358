#!/usr/bin/env bash
# Builds gputile with LLVM 16, the oldest release that it supports, in build/llvm16, and runs a
# selection of the tests: what depends on Clang, and that the emitted text is that of other releases.
#
# usage: scripts/llvm16.sh [option of ctest]…     (-R goldens, …)
#
# As root on a Debian system missing packages are installed. Where LLVM 16 cannot be had the
# script says so and succeeds.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# Compiler and options are those of preset `release`, so that what includes no Clang is in ccache.
# The rest is not optimised: that takes two thirds of the time.
targets=(gputile gputile_plugin gputile-run gputile-clangd gputile_rt gputile_cpu gputile-test-layer)
tests='^(goldens|lit\.(Diagnostics|Editor|Frontend|Plugin\.[12]|Rewrite)|'
tests+='examples\.original\.jacobi-2d|examples\.auto\.jacobi-2d|plugin\.examples\.jacobi-2d)$'

packages=(clang-16 clangd-16 libclang-16-dev llvm-16-dev llvm-16-tools libclang-rt-16-dev)
if ! (install_packages) || [ ! -x /usr/lib/llvm-16/bin/clang ]; then
  echo "gputile: LLVM 16 is not installed; what is built with it is not tested"
  exit 0
fi

[ -f build/llvm16/build.ninja ] ||
  cmake --preset llvm16 -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 -DGPUTILE_CLANG_OPTIONS=-O0
cmake --build --preset llvm16 --target "${targets[@]}"
[ $# -gt 0 ] || set -- -R "$tests"
export GPUTILE_CACHE_DIR= # Tests that want results of earlier compilations say so.
ctest --test-dir build/llvm16 --output-on-failure -j "$(nproc)" "$@"
