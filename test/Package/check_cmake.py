#!/usr/bin/env python3
"""usage: check_cmake.py PREFIX PROJECT

gputile_target with each kind of target, and what it says about mistakes."""

import re
import shutil
import sys
from pathlib import Path

from support import environment, expect_equal, fail, folder, need, output, run

prefix, project = Path(sys.argv[1]), Path(sys.argv[2])
# Where the CPU backend is, for programs with the static run-time library.
libraries = Path(output(prefix / "bin/gputile-config", "--plugin").strip()).parent.parent


def configure(work, case, status, *more, prefix=prefix):
    build = work / case
    done = run(["cmake", "-G", "Ninja", "-S", work, "-B", build, f"-DCASE={case}", f"-DCMAKE_PREFIX_PATH={prefix}",
                "-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19", *more], status=status)
    return build, done


def expect_message(work, case, pattern, *more):
    done = configure(work, case, 1, *more)[1]
    message = " ".join(done.stderr.split())
    if not re.search(pattern, message):
        fail(f"case {case}: no '{pattern}' in\n{message}")


def expect_program(work, case, linked, prefix=prefix):
    build, _ = configure(work, case, 0, prefix=prefix)
    run(["cmake", "--build", build])
    env = {"GPUTILE_BACKEND": "cpu", "GPUTILE_VERBOSE": "1", "LD_LIBRARY_PATH": str(libraries)}
    done = run([build / "program"], env=environment(**env))
    expect_equal(f"case {case}", done.stdout, "2 3 4 5\n")
    if " launches, " not in done.stderr:
        fail(f"case {case} did not run on the CPU backend:\n{done.stderr}")
    names = run(["readelf", "-d", *build.glob("program"), *build.glob("*.so")]).stdout
    expect_equal(f"case {case} needs libgputile_rt.so", "libgputile_rt.so" in names, linked)


def check_spaces(work):
    """CMake can use a folder whose name has spaces; flags for Makefiles cannot name it."""
    spaced = work / "with space"
    shutil.copytree(prefix, spaced, symlinks=True)
    expect_program(work, "executable", linked=True, prefix=spaced)
    done = run([spaced / "bin/gputile-config", "--cflags"], status=2)
    expect_equal("flags with a space", done.stdout, "")


def main():
    need("cmake", "ninja", "clang-19")
    with folder() as name:
        work = Path(name)
        shutil.copy(project, work)
        expect_message(work, "other-clang", r"plugin of Clang 19, but CMAKE_C_COMPILER is Clang 18\.1\.8")
        expect_message(work, "no-target", "gputile_target\\(nowhere\\): there is no such target")
        expect_message(work, "interface", "the target compiles no sources")
        expect_message(work, "wrong-word", "'--tile=3' is not of the form name=value")
        if shutil.which("gcc"):
            (work / "shared").mkdir()
            expect_message(work, "shared", "but CMAKE_C_COMPILER is GNU .* -DCMAKE_C_COMPILER=clang-19",
                           "-DCMAKE_C_COMPILER=gcc")
            shutil.rmtree(work / "shared")
        build, _ = configure(work, "wrong-option", 0)
        if "nonsense" not in run(["cmake", "--build", build], status=1).stdout:
            fail("the plugin accepts an unknown option")
        for case in ("shared", "object", "old-style", "precompiled-header"):
            expect_program(work, case, linked=True)
        expect_program(work, "static-runtime", linked=False)
        check_spaces(work)


main()
