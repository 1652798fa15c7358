"""Compiles one example as any C compiler does, and keeps what it prints for each argument set.

usage: run_original.py CLANG EXAMPLES_DIR NAME FOLDER

FOLDER/NAME-double.json and FOLDER/NAME-float.json map the arguments to exit status and output.
"""
import json
import pathlib
import sys
import tempfile

from examples import argument_sets, originals_file, run, run_or_stop


def main():
    clang, examples, name, folder = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4])
    sets = argument_sets(examples / "examples.txt", name)
    folder.mkdir(parents=True, exist_ok=True)
    for real in ("double", "float"):
        with tempfile.TemporaryDirectory() as build:
            program = pathlib.Path(build) / "original"
            # Without contraction, as the emitted code is compiled.
            run_or_stop([clang, "-std=c11", "-O1", "-ffp-contract=off", "-Wno-unknown-pragmas", f"-DREAL={real}",
                         examples / f"{name}.c", "-o", program, "-lm"])
            outcomes = {}
            for arguments in sets:
                done = run([program, *arguments])
                outcomes[" ".join(arguments)] = [done.returncode, done.stdout]
        originals_file(folder, name, real).write_text(json.dumps(outcomes, indent=1))
    return 0


sys.exit(main())
