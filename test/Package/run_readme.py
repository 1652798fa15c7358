#!/usr/bin/env python3
"""usage: run_readme.py PREFIX README

Pastes the README's commands into a shell that has PREFIX/bin in its PATH: all blocks that
are marked `sh`, one after the other, in a new folder. A block is left out where a program that
it starts lines with is not to be had."""

import re
import shutil
import sys
from pathlib import Path

from support import environment, expect_equal, fail, folder, need, output, run

prefix, readme = (Path(argument).resolve() for argument in sys.argv[1:3])
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
OPTIONAL = ("nvcc",)


def missing(block):
    words = {line.split()[0] for line in block.splitlines() if line.strip()}
    return [name for name in OPTIONAL if name in words and not shutil.which(name)]


def paste(block, where):
    """Runs the lines of a block as a user's shell does, but ends at the first that fails."""
    env = environment(PATH=f"{prefix}/bin:{environment()['PATH']}")
    return run(["bash", "-e", "-o", "pipefail", "-c", block], env=env, cwd=where)


def check(results, where):
    """What the commands do besides succeeding."""
    run(["clang-19", "-O2", "heat.c", "-o", "plain"], cwd=where)
    number = output(Path(where) / "plain")
    ran = [done for block, done in results if "./heat" in block]
    if len(ran) < 2:
        fail("the README runs its program less than twice")
    for done in ran:
        expect_equal("what the program prints", done.stdout, number)
    if not any(re.search(r"heat\.c:\d+: gputile: .* launches", done.stderr) for done in ran):
        fail("no run of the README's program tells of its region")
    for name in ("heat.gputile.c", "heat.gputile.cu"):
        if not (Path(where) / name).exists():
            fail(f"{name} was not written")


def main():
    need("clang-19", "bash")
    blocks = BLOCK.findall(readme.read_text())
    if len(blocks) < 5:
        fail(f"only {len(blocks)} blocks of commands in {readme}")
    results = []
    with folder() as where:
        for block in blocks:
            if absent := missing(block):
                print(f"left out without {', '.join(absent)}:\n{block}")
                continue
            results.append((block, paste(block, where)))
        check(results, where)
    print(f"{len(results)} of {len(blocks)} blocks run")


main()
