#!/usr/bin/env bash
# Emits the stencils that scheme split is meant for, tiled by it in both of its launch
# modes, and by schemes parallel and wavefront.
#
# usage: bench/gpu/prepare-split.sh [output folder [program…]]
#
# The output folder (default build/bench-split) gets one folder per configuration,
# "split-kernels", "split-cooperative", "parallel" and "wavefront"; run bench/gpu/run.py
# on each. Without programs all of those below are emitted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=${1:-build/bench-split}
[ $# -eq 0 ] || shift
programs=("$@")
[ $# -gt 0 ] || programs=(jacobi-1d jacobi-1d5 jacobi-1d7 jacobi-2d poisson-2d heat-2d fdtd-2d jacobi-3d7 jacobi-3d27 heat-3d)
declare -A configurations=(
  [split-kernels]="--scheme=split --launch=kernels"
  [split-cooperative]="--scheme=split --launch=cooperative"
  [parallel]="--scheme=parallel"
  [wavefront]="--scheme=wavefront"
)
status=0
for name in split-kernels split-cooperative parallel wavefront; do
  OPTIONS=${configurations[$name]} bench/gpu/prepare.sh "$out/$name" "${programs[@]}" || status=1
done
exit $status
