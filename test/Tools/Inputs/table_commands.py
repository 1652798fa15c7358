"""usage: table_commands.py SOURCES BUILD

Writes a compile_commands.json for all files of SOURCES, one of which has two commands and one a second
that is wrong, and for one that does not exist and two that are neither C nor C++."""
import json
import sys
from pathlib import Path

sources, build = (Path(argument) for argument in sys.argv[1:])
names = [path.name for path in sorted(sources.glob("*.c"))] + ["missing.c", "start.s", "start"]
commands = [(name, [name]) for name in names] + [("heat.c", ["-DSLOW", "heat.c"]), ("header.c", ["gone.c"])]
(build / "compile_commands.json").write_text(json.dumps([
    {"directory": str(sources), "file": name, "arguments": ["cc", "-c", *words]}
    for name, words in commands]))
