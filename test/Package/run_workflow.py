#!/usr/bin/env python3
"""usage: run_workflow.py PREFIX WORKFLOW PROGRAM

Runs the commands of a GitHub workflow beside PROGRAM with the installation in PREFIX, all but those that
install: each step must end well. Then the program gets a region that stays on the CPU, and the step
that asks for none must fail."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from support import environment, expect_equal, fail, folder, need

prefix, workflow, program = (Path(argument).resolve() for argument in sys.argv[1:4])
STEP = re.compile(r"^ +- name: (.+)\n(?:(?! +- ).*\n)*?( +)run: \|\n((?:\2  .*\n|\n)+)", re.M)
REFUSED = """
void backwards(int n, double *a) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    a[i] = a[i] / a[i - 1];
}
"""


def run_step(commands, place):
    path = f"{prefix}/bin:{os.environ['PATH']}"
    return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", commands], cwd=place, env=environment(PATH=path),
                          text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


need("clang-19", "bash")
steps = {name: commands for name, _, commands in STEP.findall(workflow.read_text())}
installation = steps.pop("Install gputile", None)
if not installation or "gputile-config --check" not in installation or len(steps) < 4:
    fail(f"{workflow} was not understood: {list(steps)}")
with folder() as place:
    copy = Path(shutil.copy(program, place))
    for name, commands in steps.items():
        done = run_step(commands, place)
        if done.returncode != 0:
            fail(f"step '{name}' ended with {done.returncode}\n{done.stdout}")
    document = json.loads((Path(place) / "gputile.sarif").read_text())
    expect_equal("the author of the messages", document["runs"][0]["tool"]["driver"]["name"], "gputile")
    copy.write_text(copy.read_text() + REFUSED)
    if run_step(steps["Every region runs on the GPU"], place).returncode != 1:
        fail("a region that stays on the CPU is no error")
print(f"{len(steps)} steps run")
