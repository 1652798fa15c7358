#!/usr/bin/env python3
"""usage: check_install.py PREFIX SOURCE BUILD

Checks the files of an installation: that they are there, name no folder of the
build, and find each other."""

import os
import re
import shutil
import sys
from pathlib import Path

from support import environment, expect_equal, fail, folder, need, output, run, write

prefix, source, build = (Path(argument).resolve() for argument in sys.argv[1:4])
FILES = """
bin/gputile bin/gputile-run bin/gputile-config bin/gputile-clangd bin/gputile-tiles bin/gputile-tune
include/gputile/gputile_rt.h include/gputile/gputile.cuh include/gputile/cpu/module.h include/gputile/cpu/detail/launch.h
share/gputile/Race/RaceRuntime.cpp
share/gputile/device-profile.schema.json share/gputile/devices/h100.json share/gputile/devices/c1060.json
share/gputile/calibrate/gputile-calibrate.cu share/gputile/calibrate/ProfileText.h share/gputile/calibrate/gputile/Model/DeviceNumbers.def
share/man/man1/gputile.1 share/man/man1/gputile-run.1 share/man/man1/gputile-config.1 share/man/man1/gputile-clangd.1 share/man/man1/gputile-tiles.1 share/man/man1/gputile-tune.1
share/doc/gputile/diagnostics/no-parallelism.md
share/doc/gputile/copyright share/doc/gputile/installation.md share/doc/gputile/options.md
share/doc/gputile/examples/heat-2d.c share/doc/gputile/examples/projects/make/Makefile
"""
LIBRARIES = """
gputile/gputile-19.so libgputile.so libgputile_rt.so libgputile_rt.so.1 libgputile_rt.a libgputile_cpu.so
cmake/GpuTile/GpuTileConfig.cmake cmake/GpuTile/GpuTileConfigVersion.cmake pkgconfig/gputile_rt.pc
"""
config = prefix / "bin/gputile-config"
plugin = Path(output(config, "--plugin").strip())
library_folder = plugin.parent.parent


def check_files():
    wanted = [prefix / name for name in FILES.split()] + [library_folder / name for name in LIBRARIES.split()]
    missing = [str(path) for path in wanted if not path.exists()]
    if missing:
        fail("not installed: " + ", ".join(missing))
    expect_equal("where libgputile.so leads", (library_folder / "libgputile.so").resolve(), plugin)


def installed_files():
    return [path for path in prefix.rglob("*") if path.is_file() and not path.is_symlink()]


# The names of source files that failing assertions, and isl's exceptions, print are the one thing allowed.
ASSERTION = rb"/(lib|tools|include|build/isl/include)/[\w./+-]+\.(cpp|h|def)\0"


def check_no_build_paths():
    for path in installed_files():
        text = re.sub(re.escape(bytes(source)) + ASSERTION, b"", path.read_bytes())
        for folder in (build, source):
            if bytes(folder) in text.replace(bytes(prefix), b""):
                fail(f"{path} names {folder}")
        if path.read_bytes()[:4] != b"\x7fELF":
            continue
        for line in output("readelf", "-d", path).splitlines():
            if re.search(r"R(UN)?PATH", line):
                found = line[line.index("["):].strip("[]")
                if any(not entry.startswith("$ORIGIN") and not (Path(entry) / "libLLVM.so").exists()
                       for entry in found.split(":")):
                    fail(f"{path} is bound to {found}")


def check_plugin_needs_no_llvm():
    needed = output("readelf", "-d", plugin)
    if "libLLVM" in needed or "libclang" in needed:
        fail("the plugin brings its own LLVM")


def check_config():
    expect_equal("--cflags", output(config, "--cflags"), f"-fplugin={plugin} -I{prefix}/include\n")
    expect_equal("--cuda-flags", output(config, "--cuda-flags"), f"-I{prefix}/include\n")
    expect_equal("--libs", output(config, "--libs"),
                 f"-L{library_folder} -Wl,-rpath,{library_folder} -lgputile_rt\n")
    expect_equal("several options", output(config, "--clang-major", "--prefix"), f"19 {prefix}\n")
    version = output(config, "--version")
    if version.strip() not in output(prefix / "bin/gputile", "--version"):
        fail("gputile-config and gputile have different versions")
    run([config, "--nonsense"], status=2)
    run([config], status=2)
    # Through a link elsewhere it still finds its own files.
    link = prefix / "share/config-link"
    link.unlink(missing_ok=True)
    link.symlink_to(config)
    expect_equal("through a link", output(link, "--prefix").strip(), str(prefix))
    link.unlink()
    with folder() as name:
        alone = Path(shutil.copy(config, write(Path(name) / "bin/gputile-config", "")))
        if "there is no plugin in" not in run([alone, "--cflags"], status=2).stderr:
            fail("gputile-config alone does not miss the plugin")


def check_compilers():
    """gputile-config --check: which compilers make programs with regions, and why others do not."""
    said = output(config, "--check", env=environment(CUDA_VISIBLE_DEVICES=""))
    if not re.fullmatch(r"gputile-config: 'clang-19' makes programs with regions; here (they|their original loops) run.*\n", said):
        fail(f"--check says {said}")
    with folder() as name:
        def says(compiler, expected):
            errors = run([config, f"--check={compiler}"], status=1).stderr
            if expected not in errors:
                fail(f"--check={compiler} says {errors}")

        def compiler(answer):
            path = write(Path(name) / "compiler", f"#!/bin/sh\necho '{answer}'\n")
            path.chmod(0o755)
            return path

        says("no-such-compiler", "there is no compiler 'no-such-compiler'; gputile needs Clang 19")
        says(compiler("major __clang_major__ __apple_build_version__"), "is not Clang, and no other compiler loads the plugin; compile with clang-19")
        says(compiler("major 14 __apple_build_version__"), "is Clang 14, and the plugin fits Clang 19 only; compile with clang-19")
        says(compiler("major 19 16000026"), "is Apple's Clang, which loads no plugins")
        says("clang-19 -std=none", "invalid value 'none' in '-std=none'")
        if shutil.which("gcc"):
            says("gcc -O2", "'gcc -O2' is not Clang")


def check_pkg_config():
    need("pkg-config")
    env = environment(PKG_CONFIG_PATH=str(library_folder / "pkgconfig"))
    words = output("pkg-config", "--cflags", "--libs", "gputile_rt", env=env).split()
    found = {word[:2]: os.path.realpath(word[2:]) for word in words if word[:2] in ("-I", "-L")}
    expect_equal("pkg-config", found, {"-I": str(prefix / "include"), "-L": str(library_folder)})
    expect_equal("pkg-config's version", output("pkg-config", "--modversion", "gputile_rt", env=env),
                 output(config, "--version"))


def check_header():
    """The public header, in C and C++, and the library behind it."""
    program = ('#include <gputile/gputile_rt.h>\n#include <stdio.h>\n'
               'int main(void) { puts(gputile_rt_version()); return gputile_rt_abi() != GPUTILE_RT_ABI; }\n')
    with folder() as name:
        for compiler, file, libraries in (("clang-19", "p.c", "--libs"), ("clang++-19", "p.cpp", "--static-libs")):
            source = write(Path(name) / file, program)
            flags = output(config, "--cflags").split() + ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
            run([compiler, *flags, source, "-o", Path(name) / "p", *output(config, libraries).split()])
            expect_equal("version of the library", output(Path(name) / "p"), output(config, "--version"))


check_files()
check_no_build_paths()
check_plugin_needs_no_llvm()
check_config()
check_header()
check_compilers()
check_pkg_config()
