"""Measures what the plugin costs a build, and what its regions cost a program without a GPU.

usage: measure.py LIB_DIR [--clang=CLANG] [--runs=N]

LIB_DIR holds libgputile.so, libgputile_rt.so and libgputile_cpu.so. Prints a table: the
median time of whole compiler processes with the plugin, and as a ratio to Clang alone,
for a file of 2,000 lines without a region, with one, and with ten; nanoseconds per call
of a region that is too small for a device; the first and later starts of a program on
the CPU backend, that is, with an empty and a full cache of compiled kernels.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

os.environ["GPUTILE_CACHE_DIR"] = ""  # What is measured is not taken from earlier compilations.

HERE = pathlib.Path(__file__).parent

STENCIL = """void stencil{k}(int steps, int n, int m, float A[n][m], float B[n][m]) {{
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {{
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        B[i][j] = 0.2f * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        A[i][j] = B[i][j];
  }}
}}
"""
PLAIN = """static int plain{k}(int n, const int *values) {{
  int sum = {k};
  for (int i = 0; i < n; i++) {{
    if (values[i] > sum)
      sum += values[i] % 7;
    else
      sum -= values[i] / 3;
  }}
  return sum;
}}
int use{k}(int n, const int *values) {{ return plain{k}(n, values) + n; }}
"""


def file_text(regions, lines=2000):
    text = "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    text += "".join(STENCIL.format(k=k) for k in range(regions))
    k = 0
    while text.count("\n") < lines:
        text += PLAIN.format(k=k)
        k += 1
    return text


def timed(command, **environment):
    start = time.perf_counter()
    subprocess.run(command, check=True, env={**os.environ, **environment},
                   stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def medians(commands, runs):
    """Medians of commands that take turns, so that both see the same machine."""
    times = [[timed(command) for command in commands] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*times)]


def build_cost(options, folder):
    print(f"{'2,000 lines with':<24}{'Clang':>10}{'plugin':>10}{'ratio':>8}")
    for regions in [0, 1, 10]:
        source = folder / f"regions{regions}.c"
        source.write_text(file_text(regions))
        plain = [options.clang, "-O2", "-w", "-c", str(source), "-o", str(folder / "x.o")]
        plugin = [*plain, f"-fplugin={options.lib}/libgputile.so"]
        alone, both = medians([plain, plugin], options.runs)
        print(f"{regions:>3} regions{'':<13}{alone * 1e3:>7.0f} ms{both * 1e3:>7.0f} ms{both / alone:>8.2f}")


def link(options, source, program, plugin, *flags):
    subprocess.run([options.clang, "-O2", "-w", *flags, str(source), "-o", str(program), "-lm",
                    *([f"-fplugin={options.lib}/libgputile.so", f"-L{options.lib}",
                       f"-Wl,-rpath,{options.lib}", "-lgputile_rt"] if plugin else [])], check=True)


def guard_cost(options, folder):
    times = {}
    for plugin in [False, True]:
        program = folder / f"guard{plugin}"
        link(options, HERE / "guard.c", program, plugin)
        outputs = [subprocess.run([program], check=True, capture_output=True, text=True).stdout
                   for _ in range(options.runs)]
        times[plugin] = statistics.median(map(float, outputs))
    print(f"\na call that is too small: {times[True]:.1f} ns, the plain loop {times[False]:.1f} ns, "
          f"so the guard {times[True] - times[False]:.1f} ns")


def cache_cost(options, folder):
    program = folder / "jacobi"
    link(options, HERE.parent.parent / "examples" / "jacobi-1d.c", program, True, "-DREAL=float")
    cache = folder / "cache"
    command = [str(program), "10", "4096"]
    environment = {"GPUTILE_BACKEND": "cpu", "GPUTILE_CACHE_DIR": str(cache)}
    cold, warm = [], []
    for _ in range(options.runs):
        shutil.rmtree(cache, ignore_errors=True)
        cold.append(timed(command, **environment))
        warm.append(timed(command, **environment))
    print(f"a program on the CPU backend: {statistics.median(cold) * 1e3:.0f} ms with an empty cache, "
          f"{statistics.median(warm) * 1e3:.0f} ms with a full one")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lib", type=pathlib.Path)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--runs", type=int, default=11)
    options = parser.parse_args()
    options.lib = options.lib.resolve()
    with tempfile.TemporaryDirectory() as folder:
        build_cost(options, pathlib.Path(folder))
        guard_cost(options, pathlib.Path(folder))
        cache_cost(options, pathlib.Path(folder))


main()
