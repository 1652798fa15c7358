#!/usr/bin/env python3
"""Times PolyBench/C on a GPU, as gputile and as PPCG translate it.

usage: bench/gpu/polybench.py prepare --polybench FOLDER [--ppcg PROGRAM] [--size EXTRALARGE] [--type float]
                              [--arch sm_90] [--only NAME,…] [--options "--scheme=parallel …"] [--output FOLDER]
       bench/gpu/polybench.py run [--output FOLDER] [--repeat 3] [--limit SECONDS] [--results FILE]

`prepare` needs gputile, nvcc and a C compiler, but no GPU: it marks the region of each
program of a copy of PolyBench/C 4.2.1, translates it, and builds it twice, with --size for
the clock and with SMALL_DATASET for a comparison of all results with the original's.
With --ppcg, PPCG's default translation is built too, with a clock around its kernels. It
is only timed: nvcc contracts its multiplications and additions, as it does by default.
Without --type each program has the type that PolyBench gives it, mostly double.

`run` needs a GPU and `prepare`'s folder. It prints, for each program, milliseconds of the
kernels of both, medians of --repeat executions, and whether gputile's program prints what
the original prints (all results, with two decimals). Copies between host and device are
not counted.
"""
import argparse
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import concurrent.futures

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLOCK = """#include <time.h>
static double gpt_clock(void) {
  struct timespec now;
  cudaDeviceSynchronize();
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}
static double gpt_copying;
static cudaError_t gpt_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
  double began = gpt_clock();
  cudaError_t result = cudaMemcpy(to, from, bytes, kind);
  gpt_copying += gpt_clock() - began;
  return result;
}
"""


def command(words, **keywords):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, **keywords)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))}\nexit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Program:
    """A program of PolyBench in a folder of its own."""

    def __init__(self, source, options):
        self.name, self.options = source.stem, options
        self.source = options.polybench / source
        self.folder = options.output / self.name
        self.flags = ["-std=gnu11", f"-I{options.polybench / 'utilities'}", f"-I{self.source.parent}",
                      *([f"-DDATA_TYPE_IS_{options.type.upper()}"] if options.type else [])]

    def prepare(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        text = self.source.read_text()
        small = ["-DSMALL_DATASET", "-DPOLYBENCH_DUMP_ARRAYS"]
        sized = [f"-D{self.options.size}_DATASET"]
        self.link_host(self.source, self.folder / "original", small)
        marked = text.replace("#pragma scop", "#pragma gpu_tile\n{").replace("#pragma endscop", "}")
        problems = []
        for build in [lambda: self.gputile(marked, "check", small), lambda: self.gputile(marked, "gputile", sized)] + (
                [lambda: self.ppcg(text, sized)] if self.options.ppcg else []):
            try:
                build()
            except (RuntimeError, ValueError) as error:
                problems.append(f"{self.name}: {error}")
        return problems

    def link_host(self, source, program, defines):
        command(["gcc", "-O2", "-ffp-contract=off", "-w", *self.flags, *defines, source,
                 self.options.polybench / "utilities" / "polybench.c", "-o", program, "-lm"])

    def gputile(self, text, program, defines):
        work = self.folder / f"{program}.work"
        work.mkdir(exist_ok=True)
        source = work / f"{self.name}.c"
        source.write_text(text)
        command([self.options.gputile, *self.options.options.split(), "--self-contained", f"--output-dir={work}", source, "--", *self.flags, *defines])
        self.link(work, f"{self.name}.gputile.c", f"{self.name}.gputile.cu", program, defines)

    def ppcg(self, text, defines):
        """Translates with PPCG, and times what stands between its allocations and its ends of life, without the copies."""
        work = self.folder / "ppcg.work"
        work.mkdir(exist_ok=True)
        (work / f"{self.name}.c").write_text(text)
        command([self.options.ppcg, "--target=cuda", *self.flags[1:], *defines, f"{self.name}.c"], cwd=work, timeout=600)
        host, header = work / f"{self.name}_host.cu", work / f"{self.name}_kernel.hu"
        code = host.read_text()
        begin = code.index("\n", code.rindex("cudaMalloc(")) + 1
        end = code.rindex("\n", 0, code.index("cudaFree(")) + 1
        timed = code[begin:end].replace("cudaMemcpy(", "gpt_copy(")
        host.write_text(CLOCK + code[:begin] + "for (int gpt_run = 0; gpt_run < 4; ++gpt_run) {\n"
                        "double gpt_began = gpt_clock(); gpt_copying = 0;\n" + timed +
                        'fprintf(stderr, "ms %.4f\\n", gpt_clock() - gpt_began - gpt_copying);\n}\n' + code[end:])
        types = re.findall(r"^typedef [^;{]*;$", text, re.MULTILINE)
        header.write_text("\n".join([*types, header.read_text()]))
        command(["nvcc", "-O3", f"-arch={self.options.arch}", "--cudart=shared", *[f for f in self.flags if f.startswith(("-I", "-D"))],
                 *defines, "-w", "-x", "cu", host, work / f"{self.name}_kernel.cu", self.options.polybench / "utilities" / "polybench.c",
                 "-o", self.folder / "ppcg"])

    def link(self, work, host, device, program, defines):
        command(["gcc", "-O2", "-ffp-contract=off", "-w", *self.flags, *defines, "-c", work / host, "-o", work / "host.o"])
        command(["gcc", "-O2", "-w", *self.flags, *defines, "-c", self.options.polybench / "utilities" / "polybench.c", "-o", work / "polybench.o"])
        command(["nvcc", "-O3", f"-arch={self.options.arch}", "-std=c++17", "-DGPUTILE_TIMING", "-c", work / device, "-o", work / "device.o"])
        command(["nvcc", f"-arch={self.options.arch}", "--cudart=shared", work / "host.o", work / "polybench.o", work / "device.o",
                 "-o", self.folder / program, "-lm"])


def prepare(options):
    names = [pathlib.Path(line.strip()) for line in (options.polybench / "utilities" / "benchmark_list").read_text().split("\n") if line.strip()]
    only = set(filter(None, options.only.split(",")))
    programs = [Program(name, options) for name in names if not only or name.stem in only]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [problem for found in pool.map(Program.prepare, programs) for problem in found]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"prepared {len(programs)} programs in {options.output}")
    return 1 if problems else 0


def output_of(program, **extra):
    """What a program prints, without the names of arrays' dumps."""
    done = subprocess.run([program], capture_output=True, env={**os.environ, **extra}, timeout=60)
    return done.stdout + done.stderr if done.returncode == 0 else None


def milliseconds(program, options):
    """Median time of the kernels; a text where there is none."""
    if not program.exists():
        return "not built"
    timing = program.parent / "timing.json"
    timing.unlink(missing_ok=True)
    try:
        done = subprocess.run([program], capture_output=True, text=True, timeout=options.limit, env={
            **os.environ, "GPUTILE_REQUIRE": "1", "CUDA_MODULE_LOADING": "EAGER", "GPUTILE_TIMING_FILE": str(timing),
            "GPUTILE_TIMING_REPEAT": str(options.repeat + 1)})
    except subprocess.TimeoutExpired as expired:
        times = re.findall(r"ms ([\d.]+)", (expired.stderr or b"").decode())
        return statistics.median(map(float, times)) if times else f"over {options.limit} s"
    if done.returncode != 0:
        return f"exit {done.returncode}: {done.stderr[-200:]}"
    if timing.exists():
        return sum(statistics.median(s["kernelMs"] for s in region["samples"][1:]) for region in json.loads(timing.read_text()))
    times = [float(text) for text in re.findall(r"ms ([\d.]+)", done.stderr)][1:]
    return statistics.median(times) if times else "no time"


def run(options):
    rows = []
    device = command(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]).strip()
    print(f"device: {device}\n{'program':16} {'equal':6} {'gputile ms':>12} {'PPCG ms':>12} {'ratio':>8}")
    for folder in sorted(path for path in options.output.iterdir() if path.is_dir()):
        expected = output_of(folder / "original")
        equal = (folder / "check").exists() and output_of(folder / "check", GPUTILE_REQUIRE="1") == expected
        row = {"name": folder.name, "equal": equal, "gputile": milliseconds(folder / "gputile", options), "ppcg": milliseconds(folder / "ppcg", options)}
        rows.append(row)
        both = all(isinstance(row[key], float) for key in ("gputile", "ppcg"))
        row["ratio"] = row["ppcg"] / row["gputile"] if both else None
        print(f"{row['name']:16} {'yes' if equal else 'NO':6} {row['gputile']!s:>12.12} {row['ppcg']!s:>12.12} "
              f"{'' if row['ratio'] is None else format(row['ratio'], '.2f'):>8}", flush=True)
    ratios = [row["ratio"] for row in rows if row["ratio"]]
    if ratios:
        print(f"geometric mean of {len(ratios)}: {math.exp(statistics.fmean(map(math.log, ratios))):.2f}")
    if options.results:
        options.results.write_text(json.dumps({"device": device, "command": " ".join(sys.argv), "results": rows}, indent=1))
    return 0 if all(row["equal"] for row in rows) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["prepare", "run"])
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build" / "bench-polybench")
    parser.add_argument("--polybench", type=pathlib.Path)
    parser.add_argument("--ppcg", type=pathlib.Path)
    parser.add_argument("--gputile", type=pathlib.Path, default=ROOT / "build" / "release" / "bin" / "gputile")
    parser.add_argument("--size", default="EXTRALARGE")
    parser.add_argument("--type", default="", choices=["float", "double"])
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--only", default="")
    parser.add_argument("--options", default="")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    if options.action == "prepare" and not options.polybench:
        parser.error("prepare needs --polybench, a copy of PolyBench/C 4.2.1")
    for key in ("polybench", "output", "ppcg"):
        if getattr(options, key):
            setattr(options, key, getattr(options, key).resolve())
    return prepare(options) if options.action == "prepare" else run(options)


if __name__ == "__main__":
    sys.exit(main())
