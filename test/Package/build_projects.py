#!/usr/bin/env python3
"""usage: build_projects.py make|cmake|examples PREFIX

Builds the example projects from an installation, with and without gputile, and
compares what the programs print: with a GPU if there is one, and with the CPU backend."""

import json
import shutil
import sys
from pathlib import Path

from support import environment, expect_equal, fail, folder, need, output, run


def check_program(program, arguments, expected, regions):
    """Runs a program that gputile compiled; its \\p regions must all run on the CPU backend."""
    plain = run([program, *arguments], env=environment(GPUTILE_MIN_WORK="0"))
    expect_equal(f"{program} as it is", plain.stdout, expected)
    emulated = run([program, *arguments], env=environment(GPUTILE_BACKEND="cpu", GPUTILE_VERBOSE="1"))
    expect_equal(f"{program} with the CPU backend", emulated.stdout, expected)
    expect_equal(f"regions of {program} that ran\n{emulated.stderr}", emulated.stderr.count(" launches, "), regions)


def check_few_lines(path):
    lines = [line for line in path.read_text().splitlines()
             if "gputile" in line.lower() and not line.startswith("#")]
    if not 1 <= len(lines) <= 5:
        fail(f"{path} needs {len(lines)} lines for gputile")


def check_make(prefix, project):
    need("make")
    check_few_lines(project / "Makefile")
    arguments = ["40", "50", "10"]
    run(["make", "GPUTILE_CONFIG=true"], cwd=project)
    expected = output(project / "plate", *arguments)
    run(["make", "clean"], cwd=project)
    run(["make", f"GPUTILE_CONFIG={prefix}/bin/gputile-config"], cwd=project)
    check_program(project / "plate", arguments, expected, regions=2)


def check_cmake(prefix, project):
    need("cmake", "ninja")
    check_few_lines(project / "CMakeLists.txt")
    arguments = ["4", "50", "10"]
    configure = ["cmake", "-G", "Ninja", "-S", project, "-DCMAKE_C_COMPILER=clang-19",
                 "-DCMAKE_CXX_COMPILER=clang++-19", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    plain, tiled = project / "plain", project / "tiled"
    run([*configure, "-B", plain, "-DCMAKE_DISABLE_FIND_PACKAGE_GpuTile=ON"])
    run(["cmake", "--build", plain])
    run([*configure, "-B", tiled, f"-DCMAKE_PREFIX_PATH={prefix}"])
    run(["cmake", "--build", tiled])
    check_program(tiled / "strings", arguments, output(plain / "strings", *arguments), regions=2)
    plugin = output(prefix / "bin/gputile-config", "--plugin").strip()
    for entry in json.loads((tiled / "compile_commands.json").read_text()):
        if f"-fplugin={plugin}" not in entry["command"].split():
            fail(f"compile_commands.json hides the plugin: {entry['command']}")
    # A newer plugin compiles everything again, an older one nothing.
    expect_equal("a second build", "no work to do" in output("cmake", "--build", tiled), True)
    Path(plugin).touch()
    if output("cmake", "--build", tiled).count("Building") != 4:
        fail("objects do not depend on the plugin")


def check_examples(prefix, examples):
    """Single files, by each way to name the plugin and the run-time library."""
    config = prefix / "bin/gputile-config"
    flags, shared, static = (output(config, option).split() for option in ("--cflags", "--libs", "--static-libs"))
    libraries = Path(output(config, "--plugin").strip()).parent.parent
    # What the folder of the system is for an installation in /usr.
    short = {} if prefix == Path("/usr") else {"LD_LIBRARY_PATH": str(libraries)}
    for name, arguments, plugin, library in (
            ("heat-2d", ["3", "37", "45"], flags, shared),
            ("lcs", ["37", "45"], flags, static),
            ("jacobi-1d", ["10", "100"], ["-fplugin=libgputile.so"], [f"-L{libraries}", "-lgputile_rt"])):
        source = examples / f"{name}.c"
        run(["clang-19", "-O2", "-w", source, "-o", examples / "plain", "-lm"])
        run(["clang-19", "-O2", *plugin, source, "-o", examples / name, "-lm", *library], env=environment(**short))
        done = run([examples / name, *arguments],
                   env=environment(GPUTILE_BACKEND="cpu", GPUTILE_VERBOSE="1", **short))
        expect_equal(name, done.stdout, output(examples / "plain", *arguments))
        if " launches, " not in done.stderr:
            fail(f"{name} did not run on the CPU backend:\n{done.stderr}")


def check_tools(prefix, examples):
    source = examples / "sor-1d.c"
    run([prefix / "bin/gputile", source, "--", "-O2"])
    for name in ("sor-1d.gputile.c", "sor-1d.gputile.cu"):
        if not (examples / name).exists():
            fail(f"gputile wrote no {name}")
    done = run([prefix / "bin/gputile-run", "--backend=cpu", "--check", source, "--args", "5", "31"])
    if "SAME: 1 region equal" not in done.stdout + done.stderr:
        fail(f"gputile-run --check:\n{done.stdout}{done.stderr}")
    run([prefix / "bin/gputile-run", "--backend=cpu", "--race", source, "--args", "5", "31"])


def main():
    what, prefix = sys.argv[1], Path(sys.argv[2]).resolve()
    need("clang-19", "clang++-19")
    with folder() as copy:
        examples = Path(copy) / "examples"
        shutil.copytree(prefix / "share/doc/gputile/examples", examples)
        if what == "make":
            check_make(prefix, examples / "projects/make")
        elif what == "cmake":
            check_cmake(prefix, examples / "projects/cmake")
        else:
            check_examples(prefix, examples)
            check_tools(prefix, examples)


main()
