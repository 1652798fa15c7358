#!/usr/bin/env python3
"""Compares what two builds of gputile emit.

usage: compare-emitted.py [options] GPUTILE-BEFORE GPUTILE-AFTER [FILE.c…]

Runs both on the examples, or on the files given, in each scheme and launch mode, as the
command and as the plugin beside it, and compares everything that they write and say. Prints a line for each difference and a
summary; the exit status is 1 when there is one. For changes that must not change code.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ["GPUTILE_CACHE_DIR"] = ""  # Each build does its own work.
CLANG = "clang-19"
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"


def plugin(gputile):
    """Of the same build or installation."""
    return pathlib.Path(gputile).resolve().parent.parent / "lib" / "gputile" / "gputile-19.so"


def by_plugin(gputile, source, options):
    """What is compiled, and the messages."""
    arguments = [f"-fplugin-arg-gputile-{option[2:]}" for option in [*options, "--print-after=codegen"]]
    done = subprocess.run([CLANG, f"-fplugin={plugin(gputile)}", *arguments, "-S", "-emit-llvm", "-o", "-", str(source)],
                          capture_output=True, text=True)
    return {"compiled": done.stdout, "messages": done.stderr}


def by_command(gputile, source, options):
    """Messages and files, by name."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([gputile, *options, f"--output-dir={folder}", str(source), "--"],
                              capture_output=True, text=True)
        result = {path.name: path.read_text() for path in sorted(pathlib.Path(folder).iterdir())}
        result["messages"] = done.stderr.replace(folder, "")
        return result


TARGETS = {"cuda": by_command, "runtime": by_plugin}


def difference(before, after, source, options, target):
    """The names of what differs."""
    first, second = (TARGETS[target](gputile, source, options) for gputile in (before, after))
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--schemes", default="auto,parallel,wavefront,split")
    parser.add_argument("--launches", default="auto,kernels,cooperative,flags")
    parser.add_argument("--targets", default="cuda,runtime")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_intermixed_args()

    files = given.files or sorted(EXAMPLES.glob("*.c"))
    modes = [[f"--scheme={scheme}", f"--launch={launch}"]
             for scheme, launch in itertools.product(given.schemes.split(","), given.launches.split(","))]
    runs = list(itertools.product(files, modes, given.targets.split(",")))
    different = 0
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for (source, options, target), names in zip(runs, pool.map(
                lambda run: difference(given.before, given.after, *run), runs)):
            if names:
                different += 1
                print(f"{source.name} {' '.join(options)} {target}: {', '.join(names)} differ", flush=True)
    print(f"{len(runs)} runs, {different} differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
