#!/usr/bin/env python3
"""What CUDA programs cost, counted without a GPU.

usage: counts.py [options] EXAMPLE …             examples/EXAMPLE.c, translated by gputile
       counts.py [options] --work N FILE+FILE …  one program of .cu, .c and .cpp files

Every program is compiled with nvcc, linked with a stand-in for the CUDA runtime and run. Its
kernels are executed on the CPU from their PTX, and counted. README.md says what the numbers
mean. Exit status 1 when an output is not that of the original program, 2 when something is missing.
"""
import argparse
import itertools
import json
import pathlib
import sys
import tempfile

import programs
import report
import sass
from programs import Problem, ROOT

HERE = pathlib.Path(__file__).resolve().parent


def example_of(name):
    """(source, names of arguments, sizes to count at, text of its work) of an example."""
    source = ROOT / "examples" / f"{name}.c"
    entries = {entry["name"]: entry for entry in json.loads((ROOT / "bench/gpu/benchmarks.json").read_text())}
    sizes = json.loads((HERE / "sizes.json").read_text())
    if not source.exists() or name not in entries or name not in sizes:
        raise Problem(f"'{name}' is no example with known sizes: {' '.join(sorted(sizes))}")
    return source, entries[name]["args"], sizes[name], entries[name]["cells"]


def evaluated(text, names, sizes):
    """A number, or an arithmetic expression of the program's arguments ("T*(N-2)")."""
    return float(eval(text, {"__builtins__": {}}, dict(zip(names, sizes))))


def merged(counted, compiled):
    """The kernels that ran, with resources and the lengths of their loops in machine code."""
    kernels = counted["kernels"]
    for kernel in kernels:
        for _, resources, cubin in compiled:
            if kernel["name"] in resources:
                kernel.update(resources[kernel["name"]])
                loops = sass.loops_of(cubin, programs.ARCH).get(kernel["name"], [])
                kernel["machineLoops"] = sass.match(kernel["loops"], loops)
                kernel["machineIssued"], kernel["machineShare"] = report.machine_issued(kernel, loops)
    if not kernels:
        raise Problem("the program launches no kernel")
    return kernels


def count(options, sources, host_defines, arguments, folder):
    """Compiles, links and runs; returns the output and the kernels."""
    compiled = [programs.compile_cuda(source, [*options.nvcc_option, *host_defines], folder)
                for source in sources if source.suffix == ".cu"]
    objects = [programs.compile_host(source, host_defines, folder) for source in sources if source.suffix != ".cu"]
    program = folder / "program"
    programs.link(options.build, [*objects, *(part[0] for part in compiled)], program)
    registers = {kernel: numbers["registers"] for _, resources, _ in compiled for kernel, numbers in resources.items()}
    output, counted = programs.execute(program, arguments, registers, folder)
    return output, merged(counted, compiled)


def count_example(options, name, scheme, launch, folder):
    source, names, sizes, work = example_of(name)
    sizes = [int(size) for size in options.sizes.split(",")] if options.sizes else sizes
    defines = [f"-D{define}" for define in options.define]
    chosen = [f"--scheme={scheme}", *([f"--launch={launch}"] if launch else []), *options.option]
    files = programs.translate(options.build, source, chosen, defines, folder)
    arguments = [str(size) for size in sizes]
    output, kernels = count(options, files, [*defines, f"-I{source.parent}"], arguments, folder)
    original = folder / "original"
    programs.run([programs.compiler("c"), "-std=c11", "-O2", "-ffp-contract=off", "-w", *defines, source, "-o", original, "-lm"])
    return {"name": " ".join([name, scheme, *([launch] if launch else [])]), "sizes": sizes,
            "work": evaluated(options.work or work, names, sizes), "kernels": kernels,
            "correct": programs.run([original, *arguments]).stdout == output}


def count_files(options, text, folder):
    sources = [pathlib.Path(part).resolve() for part in text.split("+")]
    for source in sources:
        if not source.exists():
            raise Problem(f"no {source}")
    if not options.work:
        raise Problem("--work says how many cell-steps the program does")
    arguments = options.sizes.split(",") if options.sizes else []
    output, kernels = count(options, sources, [f"-D{define}" for define in options.define], arguments, folder)
    correct = options.expect.read_text() == output if options.expect else None
    return {"name": sources[0].stem, "sizes": arguments, "work": evaluated(options.work, [], []), "kernels": kernels,
            "correct": correct}


def results(options):
    for program in options.programs:
        ways = itertools.product(options.schemes.split(","), options.launch.split(",")) \
            if program.endswith((".cu", ".c", ".cpp")) is False else [(None, None)]
        for scheme, launch in ways:
            with tempfile.TemporaryDirectory() as folder:
                if scheme is None:
                    yield count_files(options, program, pathlib.Path(folder))
                else:
                    yield count_example(options, program, scheme, launch, pathlib.Path(folder))


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--schemes", default="auto", help="for gputile, separated by commas (default: auto)")
    parser.add_argument("--launch", default="", help="launch modes, likewise")
    parser.add_argument("--option", action="append", default=[], help="for gputile, as --option=--tile=16,64,128")
    parser.add_argument("--define", action="append", default=[], help="macro, as --define REAL=float")
    parser.add_argument("--nvcc-option", action="append", default=[])
    parser.add_argument("--sizes", help="the program's arguments, separated by commas")
    parser.add_argument("--work", help="cell-steps: a number, for examples also of their arguments")
    parser.add_argument("--expect", type=pathlib.Path, help="what a program of files is to print")
    parser.add_argument("--details", action="store_true", help="tables per kernel, class and loop")
    parser.add_argument("--profile", type=pathlib.Path, default=HERE / "profiles/h100.json")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--json", type=pathlib.Path, help="file for all numbers")
    return parser.parse_args()


def main():
    options = parse()
    wrong, everything = False, []
    try:
        profile = json.loads(options.profile.read_text())
        print(report.row(report.SUMMARY) + "\n" + report.row(["---"] * len(report.SUMMARY)))
        for result in results(options):
            everything.append(result)
            wrong |= result["correct"] is False
            name = result["name"] + ("" if result["correct"] is not False else " WRONG OUTPUT")
            print(report.row(report.summary_row(name, result, profile)), flush=True)
    except (Problem, OSError, ValueError) as problem:
        print(f"counts.py: {problem}", file=sys.stderr)
        return 2
    if options.details:
        for result in everything:
            print(f"\n{result['name']} {result['sizes']}\n\n{report.details(result, profile)}")
    if options.json:
        options.json.write_text(json.dumps(everything, indent=1) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
