#!/usr/bin/env bash
# Builds gputile and attacks it with random programs; prints what came of it, in Markdown.
#
# usage: scripts/fuzz.sh --minutes=N [--seed=A] [--jobs=J] [--execute=N] [--size=K] [--out=DIR]
#
# See docs/reliability.md. Results are kept in build/fuzz (--out): a run with the same folder
# goes on where another ended. The exit status is 1 when there are failures.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build gputile gputile-run

mkdir -p build/fuzz
exec python3 test/fuzz/fuzz.py --tools=build/release/bin --out=build/fuzz --jobs="$(nproc)" "$@"
