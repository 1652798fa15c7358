#!/usr/bin/env python3
"""usage: run_document.py PREFIX SOURCE BUILD DOCUMENT

Pastes a document's commands into a shell, as a user does who has only installed gputile: all blocks
that are marked `sh`, one after the other, in a session whose home folder is new. ~/gputile is the
installation: made by scripts/install.sh where the document calls it and BUILD is what the script
builds, else a link to PREFIX. A block is left out where a program that it starts lines with is not
to be had.

A `text` block right behind is what the commands print, `…` standing for anything in a line. Each `c` block
stands below a comment `<!-- FILE -->` and is the text of this file of SOURCE."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from support import environment, expect_equal, fail, folder, need, write

prefix, source, build, document = (Path(argument).resolve() for argument in sys.argv[1:5])
BLOCK = re.compile(r"^```sh\n(.*?)^```$(?:\n\n?```text\n(.*?)^```$)?", re.M | re.S)
COPY = re.compile(r"^<!-- (\S+) -->\n```c\n(.*?)^```$", re.M | re.S)
OPTIONAL = ("nvcc",)
INSTALL = "scripts/install.sh"


def missing(block):
    words = {line.split()[0] for line in block.splitlines() if line.strip()}
    return [name for name in OPTIONAL if name in words and not shutil.which(name)]


class Session:
    """A shell, from block to block: its folder and its variables stay."""

    def __init__(self, place):
        self.place = Path(place)
        self.home = self.place / "home"
        self.home.mkdir()
        self.cwd = source
        self.env = environment(HOME=str(self.home), CUDA_VISIBLE_DEVICES="")

    def paste(self, block, env=None):
        """Runs the lines of a block as a user's shell does, but ends at the first that fails."""
        state = self.place / "state"
        keep = f"\n(pwd; env -0) > {shlex.quote(str(state))}\n"
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", block + keep], env=env or self.env,
                              cwd=self.cwd, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode == 0:
            cwd, _, variables = state.read_text().partition("\n")
            self.cwd = Path(cwd)
            self.env = dict(entry.split("=", 1) for entry in variables.split("\0") if entry)
        return done

    def link(self):
        (self.home / "gputile").symlink_to(prefix)

    def install(self, block):
        """The block that installs, unless it would build or install packages: other tests do."""
        first, *rest = block.splitlines()
        if build == source / "build/release":
            # A test installs no packages.
            stub = write(self.place / "stub/apt-get", "#!/bin/sh\necho 'packages are missing' >&2\nexit 1\n")
            stub.chmod(0o755)
            done = self.paste(f"PATH={shlex.quote(str(stub.parent))}:$PATH {first}")
            if done.returncode == 0:
                return self.paste("\n".join(rest))
            if "packages are missing" not in done.stdout:
                return done
        print(f"left out: {first}")
        self.link()
        return self.paste("\n".join(rest))


def check_output(block, expected, actual):
    pattern = ".*".join(re.escape(part) for part in re.split(" *… *", expected))
    if not re.fullmatch(pattern, actual):
        expect_equal(f"what these commands print:\n{block}", actual, expected)


def check_copies(text):
    copies = COPY.findall(text)
    if len(copies) != len(re.findall("^```c$", text, re.M)):
        fail(f"{document.name} has a program that names no file")
    for name, block in copies:
        expect_equal(f"{document.name}: the text of {name}", block, (source / name).read_text())
    return len(copies)


def run_blocks(blocks, session):
    ran = 0
    for block, expected in blocks:
        if absent := missing(block):
            print(f"left out without {', '.join(absent)}:\n{block}")
            continue
        done = session.install(block) if block.startswith(INSTALL) else session.paste(block)
        if done.returncode != 0:
            fail(f"{block}\nended with {done.returncode}\n{done.stdout}")
        if expected:
            check_output(block, expected, done.stdout)
        ran += 1
    return ran


def main():
    need("clang-19", "bash")
    text = document.read_text()
    copies = check_copies(text)
    blocks = BLOCK.findall(text)
    if not any(expected for _, expected in blocks):
        fail(f"no block of commands with what it prints in {document}")
    with folder() as place:
        session = Session(place)
        if not any(block.startswith(INSTALL) for block, _ in blocks):
            session.link()
            session.cwd = session.home
            session.env["PATH"] = f"{session.home}/gputile/bin:{session.env['PATH']}"
        ran = run_blocks(blocks, session)
    print(f"{ran} of {len(blocks)} blocks run, {copies} copies of files are equal")


main()
