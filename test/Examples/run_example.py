"""Runs an example in one configuration in all thread orders, bit for bit as its original loops.

usage: run_example.py NAME --tool=GPUTILE_RUN --clangxx=CLANGXX --include=DIR --examples=DIR
                      --originals=DIR --race-runtime=OBJECT --race-layer=FLAGS --plain=all|first|none --race=all|first|none
                      [option of gputile-run | -Dmacro]…

gputile-run builds the example and checks it on its first argument set. The programs it made
then run the argument sets of examples.txt, all or the first, in every thread order, with grids
that hold all blocks and with small ones: the one that compares inside, whose every region
execution must be equal, and the plain one, whose output must be that of run_original.py. With
--race the same emitted text is compiled for the race detector, whose verdict does not depend on
the order.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import sys

from examples import argument_sets, originals_file, run, run_or_stop

# GPUTILE_CPU_ORDER and GPUTILE_CPU_GRID: with few blocks in y and z, kernels are launched several times.
SETTINGS = [("forward", "65535"), ("reverse", "1"), ("random:1", "65535"), ("random:2", "2")]
RACE_SETTINGS = [("random:7", "65535"), ("random:7", "1")]
FIRST_DIFFERENT = re.compile(r"all equal; \d+ fallbacks|\d+ differ")


def execute(program, arguments, setting):
    order, grid = setting
    return run([program, *arguments], env={**os.environ, "GPUTILE_CPU_ORDER": order, "GPUTILE_CPU_GRID": grid})


class Example:
    def __init__(self, options, words):
        self.options = options
        self.tool_options = [word for word in words if not word.startswith("-D")]
        self.macros = [word for word in words if word.startswith("-D")]
        self.sets = argument_sets(options.examples / "examples.txt", options.name)
        real = "float" if "-DREAL=float" in self.macros else "double"
        self.originals = json.loads(originals_file(options.originals, options.name, real).read_text())
        self.folder = None
        self.runs = self.failures = 0

    def build(self):
        """Builds by gputile-run; says why it failed."""
        options = self.options
        done = run([options.tool, "--backend=cpu", "--check", "--keep", "--max-seconds=60", *self.tool_options,
                    options.examples / f"{options.name}.c", "--", "-std=c11", *self.macros, "--args", *self.sets[0]])
        kept = re.search(r"kept in (\S+)", done.stderr + done.stdout)
        self.folder = pathlib.Path(kept.group(1)) if kept else None
        if done.returncode != 0 or "SAME:" not in done.stderr or self.folder is None:
            return f"gputile-run: status {done.returncode}\n{done.stderr}"
        return ""

    def build_watched(self):
        """The program `tiled`, compiled once more as `gputile-run --race` does."""
        options, folder, layer = self.options, self.folder, self.options.race_layer.split()
        run_or_stop([options.clangxx, "-x", "c++", "-std=c++17", "-DGPUTILE_CPU", "-O1", "-ffp-contract=off",
                     "-Wno-pass-failed", f"-I{options.include}", "-fsanitize=thread", "-g", *layer,
                     "-c", folder / "tiled-0" / f"{options.name}.gputile.cu", "-o", folder / "watched.cu.o"])
        run_or_stop([options.clangxx, folder / "tiled-0.o", folder / "watched.cu.o", options.race_runtime,
                     *layer, "-pthread", "-lm", "-o", folder / "watched"])

    def problem(self, program, arguments, setting):
        """What is wrong with one argument set in one order; empty when nothing is."""
        expected = self.originals[" ".join(arguments)]
        checked = execute(self.folder / "checked", arguments, setting)
        if checked.returncode != expected[0] or FIRST_DIFFERENT.search(checked.stderr) \
                or "all equal" not in checked.stderr or "checked 0 " in checked.stderr:
            return f"checked: status {checked.returncode}\n{checked.stderr}"
        done = execute(self.folder / program, arguments, setting)
        if [done.returncode, done.stdout] != expected:
            return f"{program}: status {done.returncode}\n{done.stdout}{done.stderr}"
        return ""

    def check(self, program, how_many, settings):
        sets = {"all": self.sets, "first": self.sets[:1], "none": []}[how_many]
        for arguments in sets:
            for setting in settings:
                self.runs += 1
                if wrong := self.problem(program, arguments, setting):
                    self.fail(f"{' '.join(arguments)} ({setting}): {wrong}")

    def check_all(self):
        if reason := self.build():
            return self.fail(reason)
        self.check("tiled", self.options.plain, SETTINGS)
        if self.options.race != "none":
            self.build_watched()
            self.check("watched", self.options.race, RACE_SETTINGS)

    def fail(self, message):
        self.failures += 1
        print(f"{self.options.name}: {message}", flush=True)


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("name")
    for path in ("tool", "clangxx", "include", "examples", "originals", "race-runtime"):
        parser.add_argument(f"--{path}", type=pathlib.Path, required=True)
    parser.add_argument("--race-layer", required=True, help="arguments that use the precompiled layer")
    for orders in ("plain", "race"):
        parser.add_argument(f"--{orders}", choices=["all", "first", "none"], default="none")
    options, words = parser.parse_known_args()
    example = Example(options, words)
    try:
        example.check_all()
    finally:
        if example.folder:
            shutil.rmtree(example.folder, ignore_errors=True)
    print(f"{options.name}: {example.runs} runs, {example.failures} wrong")
    return example.failures > 0 or example.runs == 0


sys.exit(main())
