#!/usr/bin/env python3
"""usage: package_deb.py SOURCE BUILD

Makes the Debian package, installs it into a view of the system in which the source
and build trees are empty, and builds the examples there. Without the rights for
that it is unpacked somewhere and used from there."""

import os
import re
import sys
from pathlib import Path

from support import SKIPPED, expect_equal, fail, folder, need, output, run

source, build = Path(sys.argv[1]), Path(sys.argv[2])
here = Path(__file__).parent


def make_package(target):
    run(["cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", target])
    packages = list(target.glob("*.deb"))
    expect_equal("number of packages", len(packages), 1)
    return packages[0]


def check_control(package):
    depends = output("dpkg-deb", "--field", package, "Depends")
    for name in ("clang-19", "libclang-cpp19", "libllvm19", "libc6", "libstdc++6"):
        if not re.search(rf"(^|, ){re.escape(name)}( \(|,|$)", depends, re.M):
            fail(f"the package does not depend on {name}: {depends}")
    for line in output("dpkg-deb", "--contents", package).splitlines():
        mode, owner, path = line.split()[0], line.split()[1], line.split()[5]
        if owner != "root/root" or mode[0] != "l" and "w" in mode[5] + mode[8]:
            fail(f"rights of {path}: {mode} {owner}")
        if not re.match(r"\./(usr/((bin|lib|include|share)(/.*)?)?)?$", path):
            fail(f"{path} is outside the folders of a package")


def use_installed(package, work):
    if os.geteuid() != 0:
        return False
    view = work / "view"
    view.mkdir()
    done = run(["unshare", "--mount", "sh", here / "clean_root.sh", view, package, source, build], status=None)
    if done.returncode == SKIPPED:
        print("no view of the system:", done.stdout)
        return False
    if done.returncode != 0:
        fail(f"in the clean root:\n{done.stdout}{done.stderr}")
    return True


def use_unpacked(package, work):
    run(["dpkg-deb", "--extract", package, work / "unpacked"])
    prefix = work / "unpacked/usr"
    run([sys.executable, here / "check_install.py", prefix, source, build])
    return prefix


def main():
    need("cpack", "dpkg-deb", "dpkg-shlibdeps", "dpkg")
    with folder() as name:
        work = Path(name)
        package = make_package(work / "package")
        check_control(package)
        prefix = use_unpacked(package, work)
        if not use_installed(package, work):
            run([sys.executable, here / "build_projects.py", "examples", prefix])


main()
