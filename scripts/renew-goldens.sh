#!/usr/bin/env bash
# Stores what gputile emits now for the examples of test/Goldens; review the difference before committing it.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build gputile
python3 test/Goldens/goldens.py build/release/bin/gputile . --renew
git diff --stat -- test/Goldens
