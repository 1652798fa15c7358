#!/usr/bin/env python3
"""Builds, checks and times the emitted CUDA on a machine with nvcc and a GPU.

usage: bench/gpu/run.py [--prepared FOLDER…] [--arch sm_90] [--only NAME,…] [--types float,…]
                        [--repeat 9] [--warmup 2] [--jobs N] [--naive] [--limit SECONDS]
                        [--results bench/gpu/results] [--check-only]

Needs nvcc, a C compiler and Python 3. For every program that prepare.sh emitted into a
FOLDER (build/bench-gpu without --prepared):
1. the original is compiled with the C compiler, the emitted pair with the C
   compiler and nvcc, and both are run on the check sizes: the output, which holds
   a hash of every array, must be the same;
2. the emitted program runs the benchmark sizes with GPUTILE_TIMING_REPEAT: the
   region's device part is repeated (warm-up first), each time from the same random
   data; kernel time is taken by CUDA events, whole-region time (allocation,
   copies and kernels) by the host's clock; medians are reported.
All programs are built and compared before the first is timed, N at a time. A program that runs longer
than --limit is a row with an error. --naive also builds naive.cu, whose kernels are
written by hand, compares them with plain loops and times them.
Writes <results>/<device>-<date>.json and prints a table. Exit status 1 when a
result is wrong, 2 when something needed is missing.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def run(command, limit=None, **keywords):
    """Runs a command; raises with its output when it fails or takes longer than `limit` seconds."""
    text = " ".join(map(str, command))
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=limit, **keywords)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{text}\nstill running after {limit} s")
    if done.returncode != 0:
        raise RuntimeError(f"{text}\nexit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def device_name():
    """Name of the first GPU; None when there is none."""
    try:
        names = run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]).splitlines()
    except (OSError, RuntimeError):
        return None
    return names[0].strip() if names else None


def missing(options, cc, device):
    """What is needed and not there, as a sentence; empty when nothing."""
    for folder in options.prepared:
        if not folder.is_dir():
            return f"no folder {folder}; run bench/gpu/prepare.sh first, or give its output with --prepared"
    if not shutil.which("nvcc"):
        return "no nvcc on the PATH"
    if not cc:
        return "no C compiler (gcc or cc) on the PATH"
    return "" if device else "no GPU: nvidia-smi lists none"


def environment(**extra):
    return {**os.environ, "GPUTILE_REQUIRE": "1", **{k: str(v) for k, v in extra.items()}}


class Emitted:
    """A program of a folder that prepare.sh wrote."""

    def __init__(self, folder, entry, kind, options, cc):
        self.folder, self.entry, self.kind, self.options, self.cc = folder, entry, kind, options, cc
        self.configuration = folder.parent.name
        self.original, self.tiled = folder / "original", folder / "tiled"

    def build(self):
        folder, name, arch = self.folder, self.entry["name"], self.options.arch
        defines = [] if self.kind == "default" else [f"-DREAL={self.kind}"]
        flags = ["-std=c11", "-O2", "-ffp-contract=off", "-Wno-unknown-pragmas", f"-I{folder}", *defines]
        run([self.cc, *flags, folder / f"{name}.c", "-o", self.original, "-lm"])
        run([self.cc, *flags, "-c", folder / f"{name}.gputile.c", "-o", folder / "c.o"])
        run(["nvcc", "-O3", f"-arch={arch}", "-std=c++17", "-DGPUTILE_TIMING", "-c",
             folder / f"{name}.gputile.cu", "-o", folder / "cu.o"])
        run(["nvcc", f"-arch={arch}", folder / "c.o", folder / "cu.o", "-o", self.tiled, "-lm"])

    def is_correct(self):
        """True when both programs print the same for the check sizes."""
        arguments = self.entry["check"]
        expected = run([self.original, *arguments], self.options.limit)
        return run([self.tiled, *arguments], self.options.limit, env=environment()) == expected

    def measure(self):
        """Per region the median kernel and whole-region time in ms, launches and bytes."""
        file = self.folder / "timing.json"
        file.unlink(missing_ok=True)
        repeat = self.options.repeat + self.options.warmup
        run([self.tiled, *self.entry["bench"]], self.options.limit,
            env=environment(GPUTILE_TIMING_FILE=file, GPUTILE_TIMING_REPEAT=repeat))
        regions = []
        for region in json.loads(file.read_text()):
            samples = region["samples"][self.options.warmup:]
            regions.append({
                "region": region["region"],
                "kernelMs": statistics.median(s["kernelMs"] for s in samples),
                "regionMs": statistics.median(s["regionMs"] for s in samples),
                "launches": samples[0]["launches"],
                "bytesIn": samples[0]["bytesIn"],
                "bytesOut": samples[0]["bytesOut"],
            })
        return {"regions": regions, **{key: sum(r[key] for r in regions)
                                       for key in ("kernelMs", "regionMs", "launches")}}


class Naive:
    """A program of naive.cu."""
    PROGRAMS = ("jacobi-1d", "jacobi-2d", "heat-2d", "fdtd-2d", "jacobi-3d7", "jacobi-3d27", "sor-2d", "matmul")
    configuration = "naive"

    def __init__(self, entry, kind, options):
        self.entry, self.kind, self.options = entry, kind, options
        self.program = options.prepared[0] / f"naive-{entry['name']}-{kind}"

    def build(self):
        run(["nvcc", "-O3", f"-arch={self.options.arch}", "-std=c++17", "-fmad=false", f"-DREAL={self.kind}",
             HERE / "naive.cu", "-o", self.program])

    def is_correct(self):
        done = run([self.program, self.entry["name"], 0, *self.entry["check"]], self.options.limit)
        return done.strip() == "equal"

    def measure(self):
        repeat = self.options.repeat + self.options.warmup
        lines = run([self.program, self.entry["name"], repeat, *self.entry["bench"]], self.options.limit).split()
        return {"kernelMs": statistics.median(map(float, lines[self.options.warmup:]))}


def programs_of(options, cc):
    """All that is to be built, in the order of the table."""
    only, types = (set(filter(None, text.split(","))) for text in (options.only, options.types))
    found = []
    for entry in json.loads((HERE / "benchmarks.json").read_text()):
        for kind in entry["types"]:
            if (only and entry["name"] not in only) or (types and kind not in types):
                continue
            folders = [folder / f"{entry['name']}-{kind}" for folder in options.prepared]
            found += [Emitted(folder, entry, kind, options, cc) for folder in folders if folder.is_dir()]
            if options.naive and entry["name"] in Naive.PROGRAMS:
                found.append(Naive(entry, kind, options))
    return found


def check(program):
    """Whether the program, once built, is correct."""
    program.build()
    return program.is_correct()


def benchmark(program, checked, options):
    """One row of the results. `checked` is the future of check()."""
    entry = program.entry
    row = {"name": entry["name"], "type": program.kind, "configuration": program.configuration}
    try:
        row["correct"] = checked.result()
        if options.check_only or not row["correct"]:
            return row
        cells = eval(entry["cells"], {}, dict(zip(entry["args"], entry["bench"])))
        row.update(args=entry["bench"], cells=cells, **program.measure())
        row["gcPerSecond"] = cells / row["kernelMs"] / 1e6 if row["kernelMs"] else None
    except RuntimeError as error:
        row.update(correct=row.get("correct", False), error=str(error))
    return row


def print_row(row):
    head = f"{row['name']:15} {row['type']:8} {row['configuration']:17} {'yes' if row['correct'] else 'NO':7}"
    if "gcPerSecond" in row:
        region, launches = row.get("regionMs", "-"), row.get("launches", "-")
        region = region if region == "-" else f"{region:.3f}"
        print(f"{head} {row['gcPerSecond']:10.2f} {row['kernelMs']:12.3f} {region:>12} {launches:>9}", flush=True)
    else:
        print(f"{head} {row.get('error', '')[:400]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepared", type=pathlib.Path, nargs="+", default=[HERE.parent.parent / "build" / "bench-gpu"])
    parser.add_argument("--arch", default="native")
    parser.add_argument("--only", default="")
    parser.add_argument("--types", default="")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--warmup", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--naive", action="store_true")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results")
    parser.add_argument("--check-only", action="store_true")
    options = parser.parse_args()
    cc = shutil.which("gcc") or shutil.which("cc")
    device = device_name()
    if reason := missing(options, cc, device):
        print(f"run.py: {reason}", file=sys.stderr)
        return 2
    programs = programs_of(options, cc)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        checks = [pool.submit(check, program) for program in programs]
    print(f"device: {device}")
    print(f"{'program':15} {'type':8} {'configuration':17} {'correct':7} {'GC/s':>10} {'kernel ms':>12} "
          f"{'region ms':>12} {'launches':>9}")
    rows = []
    for program, checked in zip(programs, checks):
        rows.append(benchmark(program, checked, options))
        print_row(rows[-1])
    date = datetime.date.today().isoformat()
    options.results.mkdir(parents=True, exist_ok=True)
    file = options.results / f"{re.sub('[^A-Za-z0-9]+', '-', device)}-{date}.json"
    file.write_text(json.dumps({"device": device, "date": date, "command": " ".join(sys.argv), "results": rows}, indent=1))
    print(f"written: {file}")
    return 0 if all(row.get("correct") for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
