#!/usr/bin/env python3
"""usage: check_man.py PREFIX SOURCE

Every option is on its man page, no other is, and the pages are good roff."""

import os
import re
import shutil
import sys
from pathlib import Path

from support import environment, expect_equal, fail, output, run

prefix, source = Path(sys.argv[1]), Path(sys.argv[2])


def table():
    text = (source / "include/gputile/Driver/Options.def").read_text()
    return set(re.findall(r'^OPTION\(\w+,\s*"([^"]+)"', text, re.M))


def help_options(program):
    """The options that stand at the start of a line of --help."""
    text = output(prefix / "bin" / program, "--help")
    lines = [line for line in text.splitlines() if re.match(r"  -", line)]
    return set(re.findall(r"(?<![\w-])--([a-z][a-z-]*)", "\n".join(line[:60].split("   ")[0] for line in lines)))


def page(name):
    return (prefix / f"share/man/man1/{name}.1").read_text().replace("\\-", "-")


def page_options(text, before):
    """The options that tagged paragraphs of a page describe."""
    tags = re.findall(r"^\.T[PQ]\n(.+)$", re.sub(r"\\f[BIR]", "", text), re.M)
    return {name for tag in tags for name in re.findall(rf"(?<![\w-]){before}([a-z][a-z-]*)", tag)}


def check_options():
    hidden = {"fail-in"}
    for program in ("gputile", "gputile-run", "gputile-config", "gputile-tiles", "gputile-tune"):
        expect_equal(f"options on the page of {program}", sorted(page_options(page(program), "--")),
                     sorted(help_options(program) - hidden))
    plugin = page_options(page("gputile"), "-fplugin-arg-gputile-")
    expect_equal("options of the plugin", sorted(plugin), sorted(table() - hidden | {"arch"}))
    if not table() <= help_options("gputile"):
        fail("--help lacks options of the table")


def check_values():
    """A value stands where the table has one, and nowhere else."""
    text = (source / "include/gputile/Driver/Options.def").read_text()
    for name, value in re.findall(r'^OPTION\(\w+,\s*"([^"]+)",\s*"([^"]*)"', text, re.M):
        tag = rf"^\\fB--{name}\\fR={re.escape(chr(92) + 'fI')}." if value else rf"^\\fB--{name}\\fR$"
        if name != "fail-in" and not re.search(tag, page("gputile"), re.M):
            fail(f"value of option {name}")


def check_roff():
    env = environment(LC_ALL="C.UTF-8", MANROFFSEQ="", MANWIDTH="80")
    for name in ("gputile", "gputile-run", "gputile-config", "gputile-tiles", "gputile-tune"):
        path = prefix / f"share/man/man1/{name}.1"
        if shutil.which("groff"):
            done = run(["groff", "-ww", "-man", "-Tutf8", path], env=env)
            expect_equal(f"warnings about {name}.1", done.stderr, "")
        if shutil.which("mandoc"):
            run(["mandoc", "-Tlint", "-Wwarning", path], env=env)
        leftover = re.search(r"@[A-Z_]+@", path.read_text())
        if leftover:
            fail(f"{name}.1 holds {leftover.group()}")


check_options()
check_values()
check_roff()
