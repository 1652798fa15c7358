"""Checks that every message of Diagnostics.def is documented and produced by a test.

usage: coverage.py SOURCE_DIR

An Error, Warning or Remark needs docs/diagnostics/<id>.md, and a lit test that
expects "[<id>]" in a CHECK line. A Note needs a CHECK line with its text.
"""
import pathlib
import re
import sys

DIAG = re.compile(r'^DIAG\((\w+), "([^"]+)", (\w+), "((?:[^"\\]|\\.)*)"\)', re.M)


def expectations(root):
    """The text of all CHECK lines of tests that can fail."""
    lines = []
    for path in sorted((root / "test").rglob("*")):
        if path.suffix not in (".c", ".cpp", ".cu", ".test") or "Inputs" in path.parts:
            continue
        text = path.read_text(errors="replace")
        if "XFAIL" in text or "RUN:" not in text:
            continue
        for prefix, line in re.findall(r"(?<![\w-])([A-Z][A-Z-]*):(.*)", text):
            if prefix != "RUN" and not prefix.endswith("-NOT"):
                lines.append(line)
    return lines


def note_is_expected(text, lines):
    words = [re.escape(part) for part in re.split(r"%\d", text)]
    return any(re.search("note: " + ".+".join(words), line) for line in lines)


def main():
    root = pathlib.Path(sys.argv[1])
    diags = DIAG.findall((root / "include/gputile/Support/Diagnostics.def").read_text())
    assert len(diags) > 30, "Diagnostics.def was not understood"
    lines = expectations(root)
    problems = []
    for _, name, severity, text in diags:
        if severity == "Note":
            if not note_is_expected(text, lines):
                problems.append(f"{name}: no test expects this note")
            continue
        if not (root / "docs/diagnostics" / f"{name}.md").exists():
            problems.append(f"{name}: docs/diagnostics/{name}.md is missing")
        if not any(f"[{name}]" in line for line in lines):
            problems.append(f"{name}: no test expects [{name}]")
    names = {name for _, name, severity, _ in diags if severity != "Note"}
    for page in (root / "docs/diagnostics").glob("*.md"):
        if page.stem not in names and page.stem != "README":
            problems.append(f"docs/diagnostics/{page.name} belongs to no diagnostic")
    print("\n".join(problems) or f"{len(diags)} diagnostics, all documented and tested")
    return bool(problems)


sys.exit(main())
