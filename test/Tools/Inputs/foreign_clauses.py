"""usage: foreign_clauses.py GPUTILE DOCUMENT FOLDER

Checks what the table of clauses of a document such as docs/from-openmp.md says: clauses that it calls
the same are known to `#pragma gpu_tile`, and those that it says do not exist are errors."""
import re
import subprocess
import sys
from pathlib import Path

gputile, document, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])


def is_known(clause):
    source = folder / "clause.c"
    source.write_text(f"void f(int n, double *x) {{\n#pragma gpu_tile {clause}(x)\nfor (int i = 0; i < n; i++) x[i] = 1;\n}}\n")
    done = subprocess.run([gputile, source, "--"], capture_output=True, text=True)
    return f"unknown clause '{clause}'" not in done.stderr


def rows():
    """(names of clauses, what the document says of them)"""
    table = document.read_text().partition("## Clauses")[2]
    for first, second in re.findall(r"^\| (`.+?) \| (.+) \|$", table, re.M):
        yield re.findall(r"`(\w+)", first), second.lower()


def main():
    checked = wrong = 0
    for names, says in rows():
        same = "the same clause" in says
        if same == bool(re.search("do(es)? not exist", says)):
            continue  # Another clause, or none is needed.
        for name in names:
            checked += 1
            if is_known(name) != same:
                wrong += 1
                print(f"{name}: {says}")
    print(f"{'many' if checked > 12 else checked} clauses, {wrong} otherwise than {document.name} says")
    return wrong


sys.exit(main())
