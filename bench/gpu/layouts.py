#!/usr/bin/env python3
"""Times many layouts of an example on a GPU: how far gputile's choice is from the fastest, and runs for the model.

usage: bench/gpu/layouts.py prepare [--layouts bench/gpu/layouts.json] [--folder build/bench-gpu-layouts] [--arch sm_90] [--jobs N]
       bench/gpu/layouts.py run     [--folder build/bench-gpu-layouts] [--repeat 3] [--limit SECONDS]
                                    [--results FILE] [--runs FOLDER]

`prepare` needs gputile, nvcc and a C compiler, but no GPU. The file of layouts holds, for each program, what is timed:

  [{"program": "sor-2d", "type": "float", "args": [1000, 4096, 4096], "sizes": ["steps", "n", "m"],
    "scheme": "wavefront", "launch": "cooperative", "tile": [[16, 32, 64], [32], [32, 48]], "block": [[8, 16], [32]], "sample": 4}, …]

`tile` lists the sizes of each dimension, of which all combinations are taken, `block` likewise; with `sample`, so many of them, drawn at random, always the
same. `sizes` names the parameters of the loops. The first layout is always gputile's own choice, without options, which the others are compared with. Each becomes a shared library
with the whole program in it; those that gputile gives the same kernels are built once, those that it refuses are named.

`run` needs a C compiler, Python 3 and a GPU. A process loads the libraries of a program one after the other and
executes them, so that the GPU is started once for all of them. All layouts of a program must print the same. It prints milliseconds of
kernels, medians of --repeat, the fastest first. --results keeps all of them as JSON, --runs writes FOLDER/PROGRAM-TYPE.json for
`gputile-tiles --runs`. Exit status 1 when outputs differ or a program does not run, 2 when something needed is missing.
"""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import random
import shlex
import shutil
import statistics
import subprocess
import sys

from polybench import command

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# usage: loader LIBRARIES… -- ARGUMENTS. Library X writes what it prints to X.out and its times to X.times.
LOADER = r"""
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void execute(const char *file, int argc, char **argv) {
  char name[4096];
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return;
  }
  int (*program)(int, char **) = (int (*)(int, char **))dlsym(library, "layout_main");
  snprintf(name, sizeof name, "%s.out", file);
  int out = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644), kept = dup(1);
  dup2(out, 1);
  program(argc, argv);
  fflush(stdout);
  dup2(kept, 1);
  close(out);
  close(kept);
  snprintf(name, sizeof name, "%s.times", file);
  setenv("GPUTILE_TIMING_FILE", name, 1);
  dlclose(library);
}

int main(int argc, char **argv) {
  int count = 1;
  while (strcmp(argv[count], "--"))
    ++count;
  for (int i = 1; i < count; ++i)
    execute(argv[i], argc - count, argv + count);
  return 0;
}
"""


class Layout:
    """One layout of a program, and the folder that its library is built in."""

    def __init__(self, program, options, folder):
        self.program, self.options, self.folder = program, options, folder
        self.name, self.flags = program["program"], ["-std=c11", f"-I{ROOT / 'examples'}", f"-DREAL={program['type']}"]

    def emit(self, gputile):
        """Writes the CUDA; its text and the plan of its first region, or ("", why there is none)."""
        self.folder.mkdir(parents=True)
        result = self.folder / "result.json"
        command([gputile, *shlex.split(self.options), "--self-contained", f"--output-dir={self.folder}", f"--dump-json={result}",
                 ROOT / "examples" / f"{self.name}.c", "--", *self.flags])
        region = json.loads(result.read_text())["regions"][0]
        kernels = self.folder / f"{self.name}.gputile.cu"
        if not kernels.is_file():
            return "", region["reason"]
        if any(f"--{key}=" in self.options and region[key]["origin"] != "option" for key in ("scheme", "tile", "block")):
            return "", "an option is left out"
        return kernels.read_text(), region

    def build(self, arch):
        folder, name = self.folder, self.name
        command(["cc", *self.flags, "-O2", "-fPIC", "-ffp-contract=off", "-Wno-unknown-pragmas", "-Dmain=layout_main", "-c",
                 folder / f"{name}.gputile.c", "-o", folder / "host.o"])
        # Each library has a table of times of its own only if the linker does not make its symbols unique.
        command(["nvcc", "-O3", f"-arch={arch}", "-std=c++17", "-DGPUTILE_TIMING", "-Xcompiler", "-fPIC,-fno-gnu-unique", "-c",
                 folder / f"{name}.gputile.cu", "-o", folder / "device.o"])
        command(["nvcc", f"-arch={arch}", "--cudart=shared", "-shared", "-Xlinker", "-Bsymbolic", folder / "host.o", folder / "device.o",
                 "-o", folder / "layout.so", "-lm"])
        for file in folder.iterdir():
            if file.name != "layout.so":
                file.unlink()


def options_of(program):
    """The options of all layouts, gputile's choice first."""
    lists = [itertools.product(*program[key]) if key in program else [()] for key in ("tile", "block")]
    fixed = [f"--{key}={program[key]}" for key in ("scheme", "launch") if key in program]
    texts = [" ".join(fixed + [f"--{key}={','.join(map(str, sizes))}" for key, sizes in zip(("tile", "block"), pair) if sizes])
             for pair in itertools.product(*lists)]
    return ["", *(random.Random(1).sample(texts, program["sample"]) if "sample" in program else texts)]


def prepare_program(program, options, pool):
    """Builds the layouts of a program, and says why others are not."""
    home = options.folder / f"{program['program']}-{program['type']}"
    layouts = [Layout(program, text, home / str(number)) for number, text in enumerate(options_of(program))]
    builds, seen = {}, {}
    for layout, emitted in zip(layouts, pool.map(lambda layout: layout.emit(options.gputile), layouts)):
        text, region = emitted
        if not text or text in seen:
            print(f"{home.name}: {layout.options}: {'as ' + (seen[text].options or 'the default') if text else region}")
            shutil.rmtree(layout.folder)
            continue
        seen[text] = layout
        kernel = max(region["kernels"], key=lambda kernel: len(kernel["tile"]))
        builds[layout] = {"options": layout.options, "library": f"{layout.folder.name}/layout.so", "region": region["name"],
                          "scheme": region["scheme"]["value"], **{key: kernel[key] for key in ("tile", "block", "launch", "sharedBytes")}}
    futures = {pool.submit(layout.build, options.arch): layout for layout in builds}
    for future in concurrent.futures.as_completed(futures):
        if error := future.exception():
            print(f"{home.name}: {futures[future].options}: {error}")
            del builds[futures[future]]
    (home / "layouts.json").write_text(json.dumps({**program, "layouts": list(builds.values())}, indent=1))
    print(f"{home.name}: {len(builds)} of {len(layouts)} layouts built", flush=True)


def prepare(options):
    if not options.gputile.is_file() or not shutil.which("nvcc"):
        print("layouts.py: needs nvcc and a built gputile", file=sys.stderr)
        return 2
    shutil.rmtree(options.folder, ignore_errors=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for program in json.loads(options.layouts.read_text()):
            prepare_program(program, options, pool)
    return 0


def times(library, repeat):
    """Median milliseconds of all kernels; None when the library did not run."""
    file = library.with_name(library.name + ".times")
    regions = json.loads(file.read_text()) if file.is_file() else []
    samples = [[sample["kernelMs"] for sample in region["samples"][-repeat:]] for region in regions]
    return sum(map(statistics.median, samples)) if samples else None


def run_program(home, options):
    """Executes all layouts of a program; their rows, the fastest first, and whether all print the same."""
    program = json.loads((home / "layouts.json").read_text())
    libraries = [home / row["library"] for row in program["layouts"]]
    environment = {**os.environ, "GPUTILE_REQUIRE": "1", "GPUTILE_TIMING_REPEAT": str(options.repeat + 1)}
    try:
        command([options.folder / "loader", *libraries, "--", *program["args"]], env=environment, timeout=options.limit)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"{home.name}: {error}")
    outputs = {library: library.with_name("layout.so.out") for library in libraries}
    texts = {file.read_text() for file in outputs.values() if file.is_file()}
    rows = [{**row, "milliseconds": times(library, options.repeat)} for row, library in zip(program["layouts"], libraries)]
    done = [row for row in rows if row["milliseconds"] is not None]
    return program, sorted(done, key=lambda row: row["milliseconds"]), len(texts) == 1 and len(done) == len(rows)


def report(home, program, rows, right):
    print(f"{home.name} {' '.join(map(str, program['args']))}: {len(rows)} of {len(program['layouts'])} layouts, {'all print the same' if right else 'OUTPUTS DIFFER OR ARE MISSING'}")
    for place, row in enumerate(rows):
        default = not row["options"]
        if place < 5 or default:
            print(f"  {row['milliseconds']:10.3f} ms  {row['milliseconds'] / rows[0]['milliseconds']:5.2f}  {row['scheme']}, tile {'x'.join(map(str, row['tile']))}, "
                  f"block {'x'.join(map(str, row['block']))}, {row['launch']}{'  <- default' if default else ''}", flush=True)


def runs_of(program, rows):
    """What gputile-tiles --runs reads."""
    sizes = dict(zip(program["sizes"], program["args"]))
    return {"runs": [{"region": row["region"], "tile": row["tile"], "block": row["block"], "sizes": sizes, "milliseconds": row["milliseconds"]}
                     for row in rows]}


def run(options):
    homes = sorted(file.parent for file in options.folder.glob("*/layouts.json"))
    if not homes or not shutil.which("cc"):
        print(f"layouts.py: needs a C compiler and what `prepare` wrote to {options.folder}", file=sys.stderr)
        return 2
    (options.folder / "loader.c").write_text(LOADER)
    command(["cc", "-O1", options.folder / "loader.c", "-o", options.folder / "loader", "-ldl"])
    results, wrong = [], False
    for home in homes:
        program, rows, right = run_program(home, options)
        wrong = wrong or not right
        report(home, program, rows, right)
        results.append({key: program[key] for key in ("program", "type", "args")} | {"same": right, "layouts": rows})
        if options.results:
            options.results.write_text(json.dumps(results, indent=1))
        if options.runs:
            options.runs.mkdir(parents=True, exist_ok=True)
            (options.runs / f"{home.name}.json").write_text(json.dumps(runs_of(program, rows), indent=1))
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["prepare", "run"])
    parser.add_argument("--layouts", type=pathlib.Path, default=ROOT / "bench" / "gpu" / "layouts.json")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build" / "bench-gpu-layouts")
    parser.add_argument("--gputile", type=pathlib.Path, default=ROOT / "build" / "release" / "bin" / "gputile")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--runs", type=pathlib.Path)
    options = parser.parse_args()
    return prepare(options) if options.command == "prepare" else run(options)


if __name__ == "__main__":
    sys.exit(main())
