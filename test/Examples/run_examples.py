"""Runs the examples through gputile-run --check in all thread orders, bit for bit.

usage: run_examples.py GPUTILE_RUN EXAMPLES_DIR [NAME…] [--first] [--real TYPE]
                       [--race] [--with=OPTION]…

Each example is built once by gputile-run, which also checks it on its first argument
set. Then the programs it made run all sets of examples.txt (--first: only the first
of each) in every thread order, with grids that hold all blocks and with small ones: the
one that compares inside, whose every region execution must be equal, and the plain one,
whose output must be the original's. With --race the kernels run under the race detector,
whose verdict does not depend on the order.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

# GPUTILE_CPU_ORDER and GPUTILE_CPU_GRID: with few blocks in y and z, loops over blocks turn.
SETTINGS = [("forward", "65535"), ("reverse", "1"), ("random:1", "65535"), ("random:2", "2")]
RACE_SETTINGS = [("random:7", "65535"), ("random:7", "1")]
FIRST_DIFFERENT = re.compile(r"all equal; \d+ fallbacks|\d+ differ")


def argument_sets(path):
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, [part.split() for part in rest.split(";")]


def execute(program, arguments, setting):
    """Output, status and messages of one run."""
    order, grid = setting
    return subprocess.run([str(program), *arguments], capture_output=True, text=True,
                          env={**os.environ, "GPUTILE_CPU_ORDER": order,
                               "GPUTILE_CPU_GRID": grid})


def build(options, name, arguments):
    """Builds by gputile-run; returns its folder of programs, or None and the reason."""
    command = [options.tool, "--backend=cpu", "--check", "--keep",
               *(["--race"] if options.race else []), *options.extra,
               str(options.examples / f"{name}.c"),
               "--", f"-DREAL={options.real}", "-std=c11", "--args", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    kept = re.search(r"kept in (\S+)", done.stderr + done.stdout)
    folder = pathlib.Path(kept.group(1)) if kept else None
    if done.returncode != 0 or "SAME:" not in done.stderr or folder is None:
        return folder, f"gputile-run: status {done.returncode}\n{done.stderr}"
    return folder, ""


def problem(folder, arguments, setting):
    """What is wrong with one argument set in one order; empty when nothing is."""
    expected = execute(folder / "original", arguments, setting)
    checked = execute(folder / "checked", arguments, setting)
    if checked.returncode != expected.returncode or FIRST_DIFFERENT.search(checked.stderr) \
            or "all equal" not in checked.stderr or "checked 0 " in checked.stderr:
        return f"checked: status {checked.returncode}\n{checked.stderr}"
    tiled = execute(folder / "tiled", arguments, setting)
    if (tiled.returncode, tiled.stdout) != (expected.returncode, expected.stdout):
        return f"tiled: status {tiled.returncode}\n{tiled.stdout}{tiled.stderr}"
    return ""


def check_example(options, name, sets):
    """Number of runs and of failures of one example."""
    folder, reason = build(options, name, sets[0])
    try:
        if reason:
            print(f"{name}: {reason}", flush=True)
            return 1, 1
        runs = failures = 0
        settings = RACE_SETTINGS if options.race else SETTINGS
        for arguments in sets[:1] if options.first else sets:
            for setting in settings:
                runs += 1
                if wrong := problem(folder, arguments, setting):
                    failures += 1
                    print(f"{name} {' '.join(arguments)} ({setting}): {wrong}", flush=True)
        print(f"{name}: {runs} runs, {failures} wrong", flush=True)
        return runs, failures
    finally:
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--race", action="store_true")
    parser.add_argument("--real", default="double")
    parser.add_argument("--with", dest="extra", action="append", default=[],
                        help="an option for gputile-run")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    totals = [check_example(options, name, sets)
              for name, sets in argument_sets(options.examples / "examples.txt")
              if not options.names or name in options.names]
    runs, failures = (sum(column) for column in zip(*totals)) if totals else (0, 0)
    print(f"{runs} runs, {failures} wrong")
    return failures > 0 or runs == 0


sys.exit(main())
