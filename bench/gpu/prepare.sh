#!/usr/bin/env bash
# Emits the CUDA of all benchmarks, on a machine with gputile (no GPU needed).
#
# usage: bench/gpu/prepare.sh [output folder [program…]]
#
# The output folder (default build/bench-gpu) is emptied; without programs all of
# benchmarks.json are emitted. GPUTILE=path takes another gputile than the release build's;
# OPTIONS="--scheme=wavefront …" are passed to it.
#
# Carry the output folder and bench/gpu to the machine with the GPU and run
# bench/gpu/run.py there; it needs nvcc, a C compiler and Python 3, no clang.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
out=${1:-build/bench-gpu}
[ $# -eq 0 ] || shift
gputile=${GPUTILE:-build/release/bin/gputile}
[ -x "$gputile" ] || { echo "no $gputile; build gputile first: scripts/test.sh" >&2; exit 2; }

programs=$(python3 - "$@" <<'PY'
import json, sys
benchmarks = json.load(open("bench/gpu/benchmarks.json"))
unknown = set(sys.argv[1:]) - {benchmark["name"] for benchmark in benchmarks}
if unknown:
    sys.exit("not in benchmarks.json: " + ", ".join(sorted(unknown)))
for benchmark in benchmarks:
    if benchmark["name"] in sys.argv[1:] or len(sys.argv) == 1:
        for kind in benchmark["types"]:
            print(benchmark["name"], kind)
PY
) || exit 2
rm -rf "$out"
missing=()
read -r -a options <<<"${OPTIONS:-}"

while read -r name kind; do
  folder=$out/$name-$kind
  mkdir -p "$folder"
  flags=(-std=c11 -Iexamples)
  [ "$kind" = default ] || flags+=("-DREAL=$kind")
  "$gputile" "${options[@]}" --self-contained --output-dir="$folder" --dump-json="$folder/$name.json" "examples/$name.c" -- "${flags[@]}"
  if [ ! -f "$folder/$name.gputile.cu" ]; then
    missing+=("$name-$kind")
    rm -rf "$folder"
    continue
  fi
  cp "examples/$name.c" examples/example.h "$folder"
done <<<"$programs"
echo "prepared $(find "$out" -name '*.cu' | wc -l) programs in $out"
if [ ${#missing[@]} -gt 0 ]; then
  echo "no CUDA for ${missing[*]}" >&2
  exit 1
fi
