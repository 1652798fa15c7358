#!/usr/bin/env python3
"""Checks that files do not call each other in circles.

usage: circles.py NM OBJECT…

File A calls file B when an object of A uses a symbol that the object of B defines; what
headers define inline does not count. Prints the files of each circle with the symbols that
close it; the exit status is 1 when there is one that ONE_CLASS does not list.
"""
import collections
import os
import re
import subprocess
import sys

# Functions of one class that call each other, in a file per subject: walks over Clang's AST.
ONE_CLASS = [
    {"Frontend/DataBlock/HostCalls.cpp", "Frontend/DataBlock/HostCode.cpp",
     "Frontend/DataBlock/HostExpressions.cpp"},
    {"Frontend/Inline/Closures.cpp", "Frontend/Inline/Expand.cpp", "Frontend/Inline/Inline.cpp",
     "Frontend/Inline/Objects.cpp", "Frontend/Inline/RangeLoops.cpp"},
    {"Reader/Arithmetic.cpp", "Reader/Calls.cpp", "Reader/Device.cpp", "Reader/Expressions.cpp",
     "Reader/Library.cpp", "Reader/Objects.cpp", "Reader/Statements.cpp",
     "Reader/Updates.cpp"},
]


def source_of(path):
    """lib/Verifier/CMakeFiles/GputileVerifier.dir/Order.cpp.o → Verifier/Order.cpp"""
    return re.sub(r"^.*/lib/([^/]+)/CMakeFiles/[^/]*\.dir/(.*)\.o(bj)?$", r"\1/\2", os.path.normpath(path))


def symbols(nm, paths):
    """(file, kind, name) of each symbol."""
    # CMake counts precompiled headers among the objects.
    objects = [path for path in paths if not path.endswith(".pch")]
    text = subprocess.run([nm, "-A", *objects], capture_output=True, text=True, check=True).stdout
    for path, kind, name in re.findall(r"^(.+?):\s*[0-9a-f]*\s+(\w) (\S+)$", text, re.MULTILINE):
        yield source_of(path), kind, name


def calls_of(nm, paths):
    """{ file: { file that it calls: symbols } }"""
    definer, uses = {}, collections.defaultdict(set)
    for file, kind, name in symbols(nm, paths):
        if kind in "TDBR":
            definer[name] = file
        elif kind == "U":
            uses[file].add(name)
    if not definer:
        sys.exit("no object defines anything")
    calls = {file: collections.defaultdict(set) for file in uses.keys() | set(definer.values())}
    for file, names in uses.items():
        for name in names & definer.keys():
            if definer[name] != file:
                calls[file][definer[name]].add(name)
    return calls


def reached_from(start, calls):
    reached, open_ = set(), [start]
    while open_:
        for file in calls[open_.pop()]:
            if file not in reached:
                reached.add(file)
                open_.append(file)
    return reached


def circles(calls):
    """The sets of files that reach each other."""
    reached = {file: reached_from(file, calls) for file in calls}
    return {frozenset(other for other in reached[file] if file in reached[other])
            for file in calls if file in reached[file]}


def main():
    nm, *paths = sys.argv[1:]
    calls = calls_of(nm, paths)
    found = [circle for circle in circles(calls) if not any(circle <= one for one in ONE_CLASS)]
    for circle in sorted(found, key=sorted):
        print("circle:")
        for file in sorted(circle):
            for other in sorted(circle & calls[file].keys()):
                print(f"  {file} calls {other}: {' '.join(sorted(calls[file][other]))}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
