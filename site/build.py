#!/usr/bin/env python3
"""usage: build.py

Makes build/site of the documents, and fails when a link leads nowhere. Ends with 77 without mkdocs and git."""

import shutil
import subprocess
import sys
from pathlib import Path

from links import problems
from pages import list_of_files, list_of_messages, reachable, tracked

here = Path(__file__).resolve().parent
source = here.parent
pages, site = source / "build/site-pages", source / "build/site"


def write_pages():
    found, folders = reachable(source, tracked(source))
    shutil.rmtree(pages, ignore_errors=True)
    for name in found:
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, pages / name)
    for folder in folders:
        if folder != "docs/diagnostics":
            (pages / folder / "index.md").write_text(list_of_files(folder, found))
    (pages / "docs/diagnostics/index.md").write_text(list_of_messages(source))


def main():
    missing = (not shutil.which("mkdocs") and "mkdocs is not installed; on Debian: apt-get install mkdocs mkdocs-material"
               or not (source / ".git").exists() and "git knows which files the documents have")
    if missing:
        print("SKIPPED:", missing)
        return 77
    write_pages()
    subprocess.run(["mkdocs", "build", "--quiet", "--clean", "--config-file", here / "mkdocs.yml"], check=True)
    broken, page_count, link_count = problems(site)
    print("\n".join(broken) or f"{page_count} pages, {link_count} links, none broken: {site / 'index.html'}")
    return bool(broken)


sys.exit(main())
