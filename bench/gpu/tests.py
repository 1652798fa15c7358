#!/usr/bin/env python3
"""Runs the programs of test/Run on a GPU and compares their output with the original's.

usage: bench/gpu/tests.py prepare [--folder build/bench-gpu-tests] [--gputile FILE] [--only NAME,…]
       bench/gpu/tests.py run     [--folder build/bench-gpu-tests] [--arch native] [--jobs N]

`prepare` needs gputile, no GPU: it transforms each program with the options of its first
line of gputile-run --check. `run` needs nvcc, a C and a C++ compiler and a GPU: it builds each original
and each pair of emitted files, N at a time, runs both, and compares output and exit status.
Prints a line for what differs, or does not build, and a summary. Exit status 1 when one
differs or does not build, 2 when something needed is missing.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINE = re.compile(r"RUN: .*%gputile_run (?P<options>.*?) %s -- (?P<flags>.*)")
# Options of gputile-run that gputile lacks.
ONLY_RUN = ("--backend", "--check", "--race", "--order", "--asan", "--keep")


def recipe(source):
    """Options of gputile, flags of the compiler and arguments of the program; None if no line has them."""
    for line in source.read_text().splitlines():
        if not (found := LINE.search(line)) or "--check" not in found["options"].split():
            continue
        options = [o for o in shlex.split(found["options"]) if o.split("=")[0] not in ONLY_RUN]
        words = re.split(r"\s(?:[12]?>|\|)", " " + found["flags"])[0].split()
        flags, _, arguments = " ".join(words).partition("--args")
        return {"options": options, "flags": flags.split(), "arguments": arguments.split()}
    return None


def transform(source, options):
    """Whether gputile has CUDA for the program; then its folder holds all that `run` needs."""
    how = recipe(source)
    if not how or (options.only and source.stem not in options.only.split(",")):
        return False
    folder = options.folder / source.name.replace(".", "-")
    folder.mkdir(parents=True)
    command = [options.gputile, *how["options"], "--self-contained", f"--output-dir={folder}", source, "--", *how["flags"]]
    subprocess.run([str(c) for c in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not list(folder.glob("*.cu")):
        shutil.rmtree(folder)
        return False
    shutil.copy(source, folder)
    (folder / "recipe.json").write_text(json.dumps({**how, "source": source.name}))
    return True


def prepare(options):
    if not options.gputile.is_file():
        print(f"tests.py: no {options.gputile}; build gputile first: scripts/test.sh", file=sys.stderr)
        return 2
    shutil.rmtree(options.folder, ignore_errors=True)
    tests = ROOT / "test" / "Run"
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        done = list(pool.map(lambda source: transform(source, options), [*tests.glob("*.c"), *tests.glob("*.cpp")]))
    print(f"prepared {sum(done)} programs in {options.folder}")
    return 0


def run_command(command, limit, **extra):
    return subprocess.run([str(c) for c in command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=limit, env={**os.environ, **extra})


def build(command):
    done = run_command(command, 300)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr[-1500:]}")


def difference(original, emitted):
    """What is said of two runs that are not the same: statuses, and the first lines that differ."""
    text = f"status {original.returncode} and {emitted.returncode}"
    pairs = itertools.zip_longest(original.stdout.splitlines(), emitted.stdout.splitlines())
    unequal = [(number, *pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]]
    for number, *lines in unequal[:3]:
        text += "".join(f"\n  line {number}, {who}: {line}" for who, line in zip(("original", "emitted"), lines))
    return f"{text}\n{emitted.stderr[-400:] if emitted.returncode else ''}"


def try_program(folder, arch):
    """("same", regions executed) or (what is wrong, details)."""
    how = json.loads((folder / "recipe.json").read_text())
    source = folder / how["source"]
    compiler = "gcc" if source.suffix == ".c" else "g++"
    flags = ["-O1", "-ffp-contract=off", "-w", *how["flags"], f"-I{ROOT / 'test' / 'Run'}", f"-I{folder}"]
    host, kernels = (next(folder.glob(f"{source.stem}.gputile.{end}")) for end in (source.suffix[1:], "cu"))
    try:
        build([compiler, *flags, source, "-o", folder / "original", "-lm"])
        build([compiler, *flags, "-c", host, "-o", folder / "host.o"])
        build(["nvcc", "-O3", f"-arch={arch}", "-std=c++17", "-c", kernels, "-o", folder / "kernels.o"])
        build(["nvcc", f"-arch={arch}", folder / "host.o", folder / "kernels.o", "-o", folder / "emitted", "-lm"])
    except RuntimeError as error:
        return "does not build", str(error)
    try:
        original = run_command([folder / "original", *how["arguments"]], 120)
        emitted = run_command([folder / "emitted", *how["arguments"]], 120, GPUTILE_VERBOSE="1")
    except subprocess.TimeoutExpired as error:
        return "runs too long", str(error)
    if (original.stdout, original.returncode) != (emitted.stdout, emitted.returncode):
        return "differs", difference(original, emitted)
    return "same", len(re.findall(r"gputile: .*: \d+ launches", emitted.stderr))


def run(options):
    for tool in ("nvcc", "gcc", "g++", "nvidia-smi"):
        if not shutil.which(tool):
            print(f"tests.py: no {tool} on the PATH", file=sys.stderr)
            return 2
    folders = sorted(p for p in options.folder.glob("*") if (p / "recipe.json").is_file())
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda folder: try_program(folder, options.arch), folders))
    executed = 0
    for folder, (result, details) in zip(folders, results):
        if result == "same":
            executed += details
        else:
            print(f"{folder.name}: {result}: {details}")
    same = sum(result == "same" for result, _ in results)
    print(f"{same} of {len(folders)} programs print the same; {executed} executions of regions on the device")
    return 0 if folders and same == len(folders) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["prepare", "run"])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench-gpu-tests")
    parser.add_argument("--gputile", type=pathlib.Path, default=ROOT / "build" / "release" / "bin" / "gputile")
    parser.add_argument("--only", default="")
    parser.add_argument("--arch", default="native")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    return prepare(options) if options.command == "prepare" else run(options)


if __name__ == "__main__":
    sys.exit(main())
