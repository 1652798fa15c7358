"""Runs the examples through gputile-run --check and reports every difference.

usage: run_examples.py GPUTILE_RUN EXAMPLES_DIR [--first] [--real TYPE] [NAME…] [-- gputile-run options]

examples.txt lists each program's argument sets; --first runs only the first of each.
Every region must be transformed. Only where an argument is 0 may it have nothing to
execute, which gputile-run reports as status 67.
"""
import argparse
import pathlib
import subprocess
import sys

NOTHING_EXECUTED = "no region was executed"


def argument_sets(path):
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            yield name, [part.split() for part in rest.split(";")]


def run(options, name, arguments):
    command = [options.tool, "--backend=cpu", "--check", *options.extra,
               str(options.examples / f"{name}.c"), "--", f"-DREAL={options.real}", "-std=c11",
               "--args", *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("examples", type=pathlib.Path)
    parser.add_argument("--first", action="store_true")
    parser.add_argument("--real", default="double")
    parser.add_argument("names", nargs="*")
    own, _, extra = " ".join(sys.argv[1:]).partition(" -- ")
    options = parser.parse_intermixed_args(own.split())
    options.extra = extra.split()
    failures = runs = 0
    for name, sets in argument_sets(options.examples / "examples.txt"):
        if options.names and name not in options.names:
            continue
        for arguments in sets[:1] if options.first else sets:
            result = run(options, name, arguments)
            runs += 1
            verdict = (result.stderr.strip().splitlines() or [""])[-1]
            nothing = result.returncode == 67 and NOTHING_EXECUTED in verdict
            good = result.returncode == 0 or (nothing and "0" in arguments)
            print(f"{name} {' '.join(arguments)}: {result.returncode} {verdict}", flush=True)
            if not good:
                failures += 1
                print(result.stderr, flush=True)
    print(f"{runs} runs, {failures} not as expected")
    return failures > 0 or runs == 0


sys.exit(main())
