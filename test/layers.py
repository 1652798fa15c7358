#!/usr/bin/env python3
"""Checks that no folder of lib/ or include/gputile/ includes one above it, and the namespaces of headers.

usage: layers.py SOURCE-DIR

The table is that of docs/architecture.md; CONTRIBUTING.md has the rule for namespaces. Prints
a line for each include and each namespace that is not allowed; the exit status is 1 when there
is one.
"""
import pathlib
import re
import sys

# Which folders a folder includes, besides itself.
ALLOWED = {
    "Support": [],
    "Algebra": ["Support"],
    "IR": ["Support"],
    "Analysis": ["Algebra", "IR", "Support"],
    "Transform": ["Analysis", "IR", "Support"],
    "Schedule": ["Algebra", "Analysis", "IR", "Support"],
    "Model": ["Analysis", "IR", "Support"],
    "Mapping": ["Analysis", "IR", "Model", "Support"],
    # Independent of what it judges: it shares plain wrappers of isl with it, and no analysis.
    "Verifier": ["IR", "Support"],
    "CodeGen": ["IR", "Support", "cpu"],  # cpu: in the text that it emits
    "Draw": ["IR", "Support"],
    "Frontend": ["IR", "Support"],
    "Reader": ["CodeGen", "IR", "Support"],  # the text that it reads is a value of CodeGen
    "Rewrite": ["CodeGen", "Frontend", "Support"],
    "Driver": ["Analysis", "CodeGen", "Draw", "Frontend", "IR", "Mapping", "Model", "Reader", "Rewrite",
               "Schedule", "Support", "Transform", "Verifier"],
    # What runs beside programs: without LLVM and isl.
    "rt": [],
    "cpu": [],
    "Runtime": ["rt"],
    "Emulation": ["cpu"],
}

# Single files that may be included from elsewhere.
EXCEPTIONS = {
    ("Runtime", "gputile/Support/Variables.def"),  # one list of environment variables
    ("Emulation", "Runtime/FileOf.h"),  # compiled into both libraries
}

# Private headers whose names are in namespace gputile.
IN_GPUTILE = {
    "lib/Frontend/FunctionAnalyses.h",  # a public header names the class
}

NAMESPACE = re.compile(r"namespace (gputile[\w:]*)")
INCLUDE = re.compile(r'\s*#\s*include\s*[<"]((?:gputile/)?(\w+)/[^>"]+)[>"]')


def sources(root):
    """Each file below the folders of the two trees, with its folder."""
    for tree in (root / "lib", root / "include" / "gputile"):
        for path in sorted(tree.glob("*/**/*")):
            if path.suffix in (".h", ".cpp", ".c", ".def", ".cuh"):
                yield path, path.relative_to(tree).parts[0]


def space_of(name, folder):
    """The namespace of what the header called name declares."""
    if name.startswith("include/"):
        return "gputile::cpu" if folder == "cpu" else "gputile"
    return "gputile" if name in IN_GPUTILE else f"gputile::{folder.lower()}"


def wrong_namespaces(root):
    for path, folder in sources(root):
        name = str(path.relative_to(root))
        if path.suffix != ".h":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = NAMESPACE.match(line)
            if match and match[1] != space_of(name, folder):
                yield f"{name}:{number}: the namespace is {space_of(name, folder)}, not {match[1]}"


def wrong_includes(root):
    for path, folder in sources(root):
        if folder not in ALLOWED:
            yield f"{path.relative_to(root)}: folder {folder} is not in the table"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match or match[2] not in ALLOWED or match[2] == folder:
                continue
            if match[2] not in ALLOWED[folder] and (folder, match[1]) not in EXCEPTIONS:
                yield f"{path.relative_to(root)}:{number}: {folder} may not include {match[1]}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*wrong_includes(root), *wrong_namespaces(root)]
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
