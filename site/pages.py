"""Which files of the repository a site of its documents has: those that README.md leads to."""

import os
import re
import subprocess

# What else the table of contents names.
ROOTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "packaging/README.md", "bench/README.md",
         "examples/README.md"]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
DIAG = re.compile(r'^DIAG\(\w+, "([^"]+)", (\w+), "((?:[^"\\]|\\.)*)"\)', re.M)


def tracked(source):
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z"], check=True, capture_output=True, text=True)
    return {name for name in listed.stdout.split("\0") if name}


def linked(name, text):
    """What a document leads to, by path in the repository."""
    for target in LINK.findall(FENCE.sub("", text)):
        if "://" not in target and not target.startswith("mailto:"):
            yield os.path.normpath(os.path.join(os.path.dirname(name), target))


def reachable(source, files):
    """Documents and other files, and folders without a document of their own."""
    found, folders = set(), set()
    waiting = [name for name in files if name.startswith("docs/")] + ROOTS
    while waiting:
        name = waiting.pop()
        if name in found or name in folders:
            continue
        if name not in files:
            if not any(other.startswith(name + "/") for other in files):
                raise SystemExit(f"a document leads to {name}, which is no file of the repository")
            readme = name + "/README.md"
            if readme in files:
                waiting.append(readme)
            else:
                folders.add(name)
                waiting += [other for other in files if os.path.dirname(other) == name]
            continue
        found.add(name)
        if name.endswith(".md"):
            with open(os.path.join(source, name)) as file:
                waiting += linked(name, file.read())
    return found, folders


def list_of_messages(source):
    with open(os.path.join(source, "include/gputile/Support/Diagnostics.def")) as file:
        rows = [(name, severity, text) for name, severity, text in DIAG.findall(file.read()) if severity != "Note"]
    lines = [f"| [{name}]({name}.md) | {severity.lower()} | {re.sub(r'%[0-9]', '…', text)} |" for name, severity, text in sorted(rows)]
    return "# Messages\n\n| id | severity | text |\n| --- | --- | --- |\n" + "\n".join(lines) + "\n"


def list_of_files(folder, found):
    names = sorted(os.path.basename(name) for name in found
                   if os.path.dirname(name) == folder and not os.path.basename(name).startswith("."))
    return f"# {folder}\n\n" + "".join(f"* [{name}]({name})\n" for name in names)
