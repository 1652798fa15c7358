#!/usr/bin/env python3
"""usage: check_recipes.py SOURCE

Recipes of other package managers say what the build says: versions, options, commands and files."""

import ast
import json
import re
import sys
from pathlib import Path

from support import expect_equal, fail

source = Path(sys.argv[1])


def text(name):
    return (source / name).read_text()


def found(pattern, name):
    match = re.search(pattern, text(name), re.M)
    if not match:
        fail(f"{name} has nothing like {pattern}")
    return match.group(1)


VERSION = found(r"^project\(gputile VERSION ([\d.]+)", "CMakeLists.txt")
LLVM = found(r"^set\(GPUTILE_LLVM_MAJOR (\d+) CACHE", "cmake/GputileDependencies.cmake")
ISL = found(r"^readonly version=([\d.]+)", "scripts/isl.sh")
CMAKE = found(r"^cmake_minimum_required\(VERSION ([\d.]+)\)", "CMakeLists.txt")


def check_versions():
    for name, pattern, expected in (
            ("packaging/conda/meta.yaml", r'set version = "([^"]+)"', VERSION),
            ("packaging/conda/meta.yaml", r'set llvm = "([^"]+)"', LLVM),
            ("packaging/conda/meta.yaml", r"/isl-([\d.]+)\.tar\.xz$", ISL),
            ("packaging/conda/meta.yaml", r"- cmake >=([\d.]+)$", CMAKE),
            ("packaging/conda/build.sh", r"isl-([\d.]+)\.tar\.xz", ISL),
            ("packaging/spack/package.py", r'"llvm@(\d+) ', LLVM),
            ("packaging/spack/package.py", r"/isl-([\d.]+)\.tar\.xz", ISL),
            ("packaging/spack/package.py", r'"cmake@([\d.]+):"', CMAKE),
            ("packaging/docker/Dockerfile", r"clangd-(\d+)", LLVM),
            ("packaging/docker/Dockerfile", r"libclang-rt-(\d+)-dev", LLVM),
            ("examples/projects/github/gputile.yml", r"libclang-rt-(\d+)-dev", LLVM),
            ("CITATION.cff", r"^version: ([\d.]+)$", VERSION)):
        expect_equal(f"{name}, {pattern}", found(pattern, name), expected)
    expect_equal("isl's checksum", found(r'sha256="(\w+)"', "packaging/spack/package.py"),
                 found(r"sha256: (\w+)$", "packaging/conda/meta.yaml"))


def check_options():
    """Variables of CMake that recipes set are read by some file of the build, or are CMake's own."""
    build = "".join(path.read_text() for path in [source / "CMakeLists.txt", *(source / "cmake").glob("*.cmake")])
    own = {"LLVM_DIR", "BUILD_TESTING"}
    for name, pattern in (("packaging/conda/build.sh", r"-D(\w+)="), ("packaging/spack/package.py", r'define\("(\w+)"')):
        variables = set(re.findall(pattern, text(name)))
        unknown = {variable for variable in variables
                   if variable not in own and not variable.startswith("CMAKE_") and variable not in build}
        if unknown or not variables:
            fail(f"{name} sets {unknown or 'nothing'}")


def check_files():
    ast.parse(text("packaging/spack/package.py"))
    json.loads(text(".devcontainer/devcontainer.json"))
    for name in re.findall(r"\bscripts/\w+\.sh\b", "".join(map(text, (
            "packaging/conda/build.sh", "packaging/docker/Dockerfile", ".devcontainer/devcontainer.json")))):
        if not (source / name).exists():
            fail(f"there is no {name}")
    for preset in re.findall(r"--preset (\w+)", text("packaging/docker/Dockerfile")):
        presets = {entry["name"] for entry in json.loads(text("CMakePresets.json"))["configurePresets"]}
        if preset not in presets:
            fail(f"there is no preset {preset}")


check_versions()
check_options()
check_files()
