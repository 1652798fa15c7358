"""Checks benchmarks.json: known programs and types, sizes for every argument, cells that count.

usage: check_benchmarks.py BENCHMARKS.JSON EXAMPLES_DIR
"""
import json
import pathlib
import re
import sys


def problems(entry, examples):
    source = examples / f"{entry['name']}.c"
    if not source.exists():
        return "no such example"
    if ("default" in entry["types"]) == bool(re.search(r"\breal\b", source.read_text())):
        return "types do not fit the program"
    if not set(entry["types"]) <= {"float", "double", "default"}:
        return "unknown type"
    if not len(entry["args"]) == len(entry["check"]) == len(entry["bench"]):
        return "numbers of sizes differ"
    cells = eval(entry["cells"], {}, dict(zip(entry["args"], entry["bench"])))
    return "" if cells > 0 else "no cells"


entries = json.loads(pathlib.Path(sys.argv[1]).read_text())
for entry in entries:
    print(f"{entry['name']}: {problems(entry, pathlib.Path(sys.argv[2])) or 'ok'}")
assert len({entry["name"] for entry in entries}) == len(entries), "a program twice"
