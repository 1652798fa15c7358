#!/usr/bin/env bash
# Builds gputile and runs all its tests. Needs no GPU and no CUDA; where nvcc is
# installed, the emitted code is compiled with it too.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build
ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@"
