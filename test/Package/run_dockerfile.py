#!/usr/bin/env python3
"""usage: run_dockerfile.py DOCKERFILE CONTEXT [MIRROR]

Carries out a Dockerfile without Docker: each stage is a new Debian by debootstrap, in which its commands
run. Knows FROM of debian:12, COPY of whole folders and of files that another stage made, WORKDIR and RUN.
As root; needs debootstrap and a mirror, and takes as long as the build. Not one of ctest's tests."""

import glob
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from support import fail, folder, need, run, skip

dockerfile, context = Path(sys.argv[1]), Path(sys.argv[2])
mirror = sys.argv[3] if len(sys.argv) > 3 else "http://deb.debian.org/debian"


def instructions():
    text = re.sub(r"^#.*\n", "", dockerfile.read_text(), flags=re.M).replace("\\\n", " ")
    for line in text.splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


class Stage:
    def __init__(self, root):
        self.root = root
        self.cwd = "/"
        root.mkdir()
        made = run(["debootstrap", "--variant=minbase", "bookworm", root, mirror], status=None)
        if made.returncode != 0:
            skip(f"debootstrap made no Debian of {mirror}: {made.stdout[-300:]}")
        run(["mount", "-t", "proc", "proc", root / "proc"])

    def leave(self):
        run(["umount", self.root / "proc"], status=None)

    def path(self, inside):
        return self.root / os.path.normpath(os.path.join("/", self.cwd, inside)).lstrip("/")

    def run(self, command):
        print("RUN", command, flush=True)
        place = self.path(".").relative_to(self.root)
        done = subprocess.run(["chroot", str(self.root), "sh", "-ec", f"cd /{place} && {command}"],
                              stdin=subprocess.DEVNULL, env={"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                                                             "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"})
        if done.returncode != 0:
            fail(f"{command}\nended with {done.returncode}")

    def copy(self, sources, target):
        if not sources:
            fail("COPY finds nothing")
        self.path(target).mkdir(parents=True, exist_ok=True)
        for source in sources:
            if Path(source).is_dir():
                kept = set((context / ".dockerignore").read_text().split())
                shutil.copytree(source, self.path(target), symlinks=True, dirs_exist_ok=True,
                                ignore=lambda place, names: kept & set(names) if Path(place) == Path(source) else set())
            else:
                shutil.copy(source, self.path(target))


def carry_out(place, stages):
    names = {}
    for name, rest in instructions():
        if name == "FROM":
            image, _, alias = rest.partition(" AS ")
            if image != "debian:12":
                fail(f"FROM {image} is not known")
            stages.append(Stage(place / f"stage{len(stages)}"))
            names[alias] = stages[-1]
        elif name == "RUN":
            stages[-1].run(rest)
        elif name == "WORKDIR":
            stages[-1].cwd = rest
            stages[-1].path(".").mkdir(parents=True, exist_ok=True)
        elif name == "COPY":
            *words, target = rest.split()
            other = words.pop(0).removeprefix("--from=") if words[0].startswith("--from=") else None
            sources = [found for word in words
                       for found in glob.glob(str(names[other].path(word) if other else context / word))]
            stages[-1].copy(sources, target)
        else:
            fail(f"{name} is not known")


if os.geteuid() != 0:
    skip("only root can make a new Debian")
need("debootstrap")
with folder() as place:
    stages = []
    try:
        carry_out(Path(place), stages)
    finally:
        for stage in stages:
            stage.leave()
print(f"{len(stages)} stages made")
