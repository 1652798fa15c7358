#!/usr/bin/env bash
# Builds gputile and shows its main job on one example: the analysis, the
# emitted CUDA, and the comparison of its results with the original loops'.
#
# usage: scripts/demo.sh [example]      (a name from examples/, default jacobi-2d)
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build gputile gputile-run

example=${1:-jacobi-2d}
source=examples/$example.c
[ -f "$source" ] || { echo "no such example: $source" >&2; exit 2; }
out=build/demo
mkdir -p "$out"

echo
echo "== Analysis of $source"
build/release/bin/gputile --output-dir="$out" --dump-json="$out/$example.json" --print-after=schedule \
  "$source" -- -std=c11 -Iexamples -Rgpu-tile

echo
echo "== Emitted files"
echo "CUDA:   $out/$example.gputile.cu"
echo "C:      $out/$example.gputile.c"
echo "Report: $out/$example.json"

echo
echo "== Emitted CUDA, executed and compared with the original loops, bit for bit"
# shellcheck disable=SC2046 # one word an argument
build/release/bin/gputile-run --backend=auto --check "$source" -- -std=c11 -Iexamples --args $(
  awk -v name="$example" '$1 == name { sub(/^[^ ]+ /, ""); split($0, sets, ";"); print sets[1] }' examples/examples.txt)
