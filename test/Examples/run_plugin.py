"""Compiles programs with the plugin and compares what they print with plain Clang's.

usage: run_plugin.py CLANG CLANGXX LIB_DIR --cache=DIR [--level=N]… [--last] [--cxx] SOURCE…

Each program, a file or a folder with the C++ files of one program, is compiled at each
optimisation level: what is C in C or, with --cxx and where Clang accepts it as C++, in C and
C++ by turns. It then runs three times: as plain Clang compiles it,
with the plugin but without a device, and with the plugin and the CPU backend. Arguments
come from examples.txt beside the program, if there is such a file (--last: only the
last set). Pragmas that come from macros are expanded first. At least one region of every program must have run on the backend.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile


def argument_sets(source, last):
    listing = source.parent / "examples.txt"
    if listing.exists():
        for line in listing.read_text().splitlines():
            name, _, rest = line.partition(" ")
            if name == source.stem:
                sets = [part.split() for part in rest.split(";")]
                return sets[-1:] if last else sets
    return [[]]


def files_of(source):
    return sorted(source.glob("*.cpp")) if source.is_dir() else [source]


def languages_of(source, cxx):
    if source.is_dir() or source.suffix == ".cpp":
        return ["c++"]
    return ["c", "c++"] if cxx else ["c"]


def execute(program, arguments, **environment):
    done = subprocess.run([str(program), *arguments], capture_output=True, text=True,
                          env={**os.environ, **environment})
    return (done.returncode, done.stdout), done.stderr


class Checker:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.runs = self.failures = 0

    def compile(self, source, language, level, plugin):
        options = self.options
        compiler = options.clangxx if language == "c++" else options.clang
        program = self.folder / f"{source.stem}.{language}.{level}.{'plugin' if plugin else 'plain'}"
        standard = "-std=c++20" if language == "c++" else "-std=gnu11"
        command = [compiler, "-x", language, standard, f"-O{level}", "-w", "-DREAL=float",
                   *([f"-fplugin={options.lib}/libgputile.so",
                      "-fplugin-arg-gputile-warnings=off",
                      "-fplugin-arg-gputile-max-seconds=60"] if plugin else []),
                   *map(str, files_of(source)), "-o", str(program), "-lm",
                   *([f"-L{options.lib}", f"-Wl,-rpath,{options.lib}", "-lgputile_rt"]
                     if plugin else [])]
        done = subprocess.run(command, capture_output=True, text=True)
        return (program if done.returncode == 0 else None), done.stderr

    def problem(self, plain, tiled, arguments, seen):
        expected, _ = execute(plain, arguments)
        without, _ = execute(tiled, arguments, GPUTILE_DEVICE="none", CUDA_VISIBLE_DEVICES="")
        if without != expected:
            return f"without a device: {without}, plain: {expected}"
        backend, messages = execute(tiled, arguments, GPUTILE_BACKEND="cpu", GPUTILE_VERBOSE="1",
                                    GPUTILE_CACHE_DIR=str(self.options.cache))
        seen.append(" launches, " in messages)
        return "" if backend == expected else f"backend: {backend}, plain: {expected}\n{messages}"

    def expand(self, source):
        if source.is_dir() or "_Pragma(" not in source.read_text():
            return source
        expanded = self.folder / source.name
        subprocess.run([self.options.clang, "-E", "-P", str(source), "-o", str(expanded)], check=True)
        return expanded

    def check(self, source, language, level):
        source = self.expand(source)
        plain, errors = self.compile(source, language, level, plugin=False)
        if plain is None:
            if language == "c++" and source.suffix == ".c":
                return self.check(source, "c", level)
            return self.fail(f"{source.name}: {errors}")
        tiled, errors = self.compile(source, language, level, plugin=True)
        if tiled is None:
            return self.fail(f"{source.name} ({language}, -O{level}): {errors}")
        seen = []
        for arguments in argument_sets(source, self.options.last):
            self.runs += 1
            if wrong := self.problem(plain, tiled, arguments, seen):
                self.fail(f"{source.name} {' '.join(arguments)} ({language}, -O{level}): {wrong}")
        if not any(seen):
            self.fail(f"{source.name} ({language}, -O{level}): nothing ran on the backend")
        return True

    def fail(self, message):
        self.failures += 1
        print(message, flush=True)
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("clang")
    parser.add_argument("clangxx")
    parser.add_argument("lib", type=pathlib.Path)
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    parser.add_argument("--level", action="append", default=[])
    parser.add_argument("--cache", type=pathlib.Path, required=True)
    parser.add_argument("--last", action="store_true")
    parser.add_argument("--cxx", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options, pathlib.Path(folder))
        for source in options.sources:
            languages = languages_of(source, options.cxx)
            for turn, level in enumerate(options.level or ["2"]):
                checker.check(source, languages[turn % len(languages)], level)
        print(f"{checker.runs} runs, {checker.failures} wrong")
        return checker.failures > 0 or checker.runs == 0


sys.exit(main())
