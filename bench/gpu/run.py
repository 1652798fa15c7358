#!/usr/bin/env python3
"""Builds, checks and times the emitted CUDA on a machine with nvcc and a GPU.

usage: bench/gpu/run.py [--prepared build/bench-gpu] [--arch sm_90] [--only NAME,…]
                        [--repeat 9] [--warmup 2] [--results bench/gpu/results] [--check-only]

Needs nvcc, a C compiler and Python 3. For every program that prepare.sh emitted:
1. the original is compiled with the C compiler, the emitted pair with the C
   compiler and nvcc, and both are run on the check sizes: the output, which holds
   a hash of every array, must be the same;
2. the emitted program runs the benchmark sizes with GPUTILE_TIMING_REPEAT: the
   region's device part is repeated (warm-up first), each time from the same random
   data; kernel time is taken by CUDA events, whole-region time (allocation,
   copies and kernels) by the host's clock; medians are reported.
Writes <results>/<device>-<date>.json and prints a table. Exit status 1 when a
result is wrong, 2 when something needed is missing.
"""
import argparse
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


def run(command, **keywords):
    """Runs a command; raises with its output when it fails."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **keywords)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\nexit {done.returncode}\n{done.stdout}{done.stderr}")
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
    if not options.prepared.is_dir():
        return f"no folder {options.prepared}; run bench/gpu/prepare.sh first, or give its output with --prepared"
    if not shutil.which("nvcc"):
        return "no nvcc on the PATH"
    if not cc:
        return "no C compiler (gcc or cc) on the PATH"
    return "" if device else "no GPU: nvidia-smi lists none"


def build(folder, name, kind, arch, cc):
    """Compiles the original and the emitted program; returns their paths."""
    defines = [] if kind == "default" else [f"-DREAL={kind}"]
    flags = ["-std=c11", "-O2", "-ffp-contract=off", "-Wno-unknown-pragmas", f"-I{folder}", *defines]
    original, tiled = folder / "original", folder / "tiled"
    run([cc, *flags, folder / f"{name}.c", "-o", original, "-lm"])
    run([cc, *flags, "-c", folder / f"{name}.gputile.c", "-o", folder / "c.o"])
    run(["nvcc", "-O3", f"-arch={arch}", "-std=c++17", "-DGPUTILE_TIMING", "-c",
         folder / f"{name}.gputile.cu", "-o", folder / "cu.o"])
    run(["nvcc", f"-arch={arch}", folder / "c.o", folder / "cu.o", "-o", tiled, "-lm"])
    return original, tiled


def environment(**extra):
    return {**os.environ, "GPUTILE_REQUIRE": "1", **{k: str(v) for k, v in extra.items()}}


def check(original, tiled, arguments):
    """True when both programs print the same for the arguments."""
    arguments = [str(a) for a in arguments]
    expected = run([original, *arguments])
    return run([tiled, *arguments], env=environment()) == expected


def measure(tiled, arguments, repeat, warmup):
    """Per region the median kernel and whole-region time in ms, launches and bytes."""
    file = tiled.parent / "timing.json"
    file.unlink(missing_ok=True)
    run([tiled, *map(str, arguments)],
        env=environment(GPUTILE_TIMING_FILE=file, GPUTILE_TIMING_REPEAT=repeat + warmup))
    regions = []
    for region in json.loads(file.read_text()):
        samples = region["samples"][warmup:]
        regions.append({
            "region": region["region"],
            "kernelMs": statistics.median(s["kernelMs"] for s in samples),
            "regionMs": statistics.median(s["regionMs"] for s in samples),
            "launches": samples[0]["launches"],
            "bytesIn": samples[0]["bytesIn"],
            "bytesOut": samples[0]["bytesOut"],
        })
    return regions


def benchmark(entry, kind, options, cc):
    """One row of the results."""
    name = entry["name"]
    folder = options.prepared / f"{name}-{kind}"
    row = {"name": name, "type": kind}
    original, tiled = build(folder, name, kind, options.arch, cc)
    row["correct"] = check(original, tiled, entry["check"])
    if options.check_only or not row["correct"]:
        return row
    regions = measure(tiled, entry["bench"], options.repeat, options.warmup)
    cells = eval(entry["cells"], {}, dict(zip(entry["args"], entry["bench"])))
    kernel_ms = sum(r["kernelMs"] for r in regions)
    row.update(args=entry["bench"], cells=cells, regions=regions, kernelMs=kernel_ms,
               regionMs=sum(r["regionMs"] for r in regions),
               launches=sum(r["launches"] for r in regions),
               gcPerSecond=cells / kernel_ms / 1e6 if kernel_ms else None)
    return row


def print_row(row):
    if "gcPerSecond" in row:
        print(f"{row['name']:15} {row['type']:8} {'yes' if row['correct'] else 'NO':7} "
              f"{row['gcPerSecond']:10.2f} {row['kernelMs']:12.3f} {row['regionMs']:12.3f} {row['launches']:9}",
              flush=True)
    else:
        print(f"{row['name']:15} {row['type']:8} {'yes' if row.get('correct') else 'NO':7} {row.get('error', '')[:400]}",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepared", type=pathlib.Path, default=HERE.parent.parent / "build" / "bench-gpu")
    parser.add_argument("--arch", default="native")
    parser.add_argument("--only", default="")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--warmup", type=int, default=2)
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results")
    parser.add_argument("--check-only", action="store_true")
    options = parser.parse_args()
    cc = shutil.which("gcc") or shutil.which("cc")
    only = set(filter(None, options.only.split(",")))
    device = device_name()
    if reason := missing(options, cc, device):
        print(f"run.py: {reason}", file=sys.stderr)
        return 2
    print(f"device: {device}")
    print(f"{'program':15} {'type':8} {'correct':7} {'GC/s':>10} {'kernel ms':>12} {'region ms':>12} {'launches':>9}")
    rows = []
    for entry in json.loads((HERE / "benchmarks.json").read_text()):
        for kind in entry["types"]:
            if only and entry["name"] not in only:
                continue
            try:
                row = benchmark(entry, kind, options, cc)
            except RuntimeError as error:
                row = {"name": entry["name"], "type": kind, "correct": False, "error": str(error)}
            rows.append(row)
            print_row(row)
    date = datetime.date.today().isoformat()
    options.results.mkdir(parents=True, exist_ok=True)
    file = options.results / f"{re.sub('[^A-Za-z0-9]+', '-', device)}-{date}.json"
    file.write_text(json.dumps({"device": device, "date": date, "command": " ".join(sys.argv), "results": rows}, indent=1))
    print(f"written: {file}")
    return 0 if all(row.get("correct") for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
