#!/usr/bin/env bash
# Emits the eight stencils of Di et al. 2012 in its three configurations, each with
# every launch mode: what its Figures 12 and 13 compare.
#
# usage: bench/gpu/prepare-wavefront.sh [output folder]
#
# The output folder (default build/bench-wavefront) gets one folder per configuration
# and mode, "pluto-kernels", "intra-flags", …; run bench/gpu/run.py on each.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=${1:-build/bench-wavefront}
programs=(jacobi-1d jacobi-2d jacobi-3d7 jacobi-3d27 sor-1d sor-2d fdtd-2d heat-2d)
declare -A configurations=(
  [pluto]="--balance=off --false-deps=keep"
  [intra]="--balance=on --false-deps=keep"
  [intra+inter]="--balance=on --false-deps=remove"
)
status=0
for name in pluto intra intra+inter; do
  for launch in kernels cooperative flags; do
    OPTIONS="--scheme=wavefront ${configurations[$name]} --launch=$launch" \
      bench/gpu/prepare.sh "$out/$name-$launch" "${programs[@]}" || status=1
  done
done
exit $status
