#!/usr/bin/env python3
"""usage: install_prefix.py CMAKE BUILD PREFIX

Installs what was built, and moves it to PREFIX: installations may be moved."""

import shutil
import sys
from pathlib import Path

from support import run

cmake, build, prefix = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
elsewhere = prefix.with_name(prefix.name + ".new")
for old in (prefix, elsewhere):
    shutil.rmtree(old, ignore_errors=True)
run([cmake, "--install", build, "--prefix", elsewhere])
elsewhere.rename(prefix)
