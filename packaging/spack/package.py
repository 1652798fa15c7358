# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Gputile(CMakePackage):
    """Clang plugin that runs loop nests marked '#pragma gpu_tile' in ordinary C and C++, tiled in
    space and time, on an NVIDIA GPU where there is one, and as they were written elsewhere."""

    # Where the sources are published; `spack dev-build` takes a checkout instead.
    homepage = "https://gputile.invalid"
    git = "https://gputile.invalid/gputile.git"

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3:", type="build")
    # The plugin takes LLVM's symbols from the compiler and refuses other releases than its own. The
    # compiler must have them in shared libraries.
    depends_on("llvm@19 +clang +llvm_dylib +link_llvm_dylib", type=("build", "link", "run"))
    # Linked statically and hidden. scripts/isl.sh builds it: package isl makes no static library that
    # fits into a plugin, and is on GMP, with which gputile takes twice the time.
    resource(
        name="isl",
        url="https://libisl.sourceforge.io/isl-0.25.tar.xz",
        sha256="be7b210647ccadf90a2f0b000fca11a4d40546374a850db67adb32fad4b230d9",
        expand=False,
        placement="isl-source",
    )
    depends_on("gmake", type="build")
    depends_on("xz", type="build")

    generator("ninja")

    @run_before("cmake")
    def build_isl(self):
        with working_dir(self.stage.source_path):
            Executable("bash")("scripts/isl.sh", join_path("isl-source", "isl-0.25.tar.xz"))

    def cmake_args(self):
        llvm = self.spec["llvm"].prefix
        return [
            self.define("LLVM_DIR", join_path(llvm, "lib", "cmake", "llvm")),
            self.define("BUILD_TESTING", False),
        ]

    @run_after("install")
    def check_install(self):
        clang = join_path(self.spec["llvm"].prefix.bin, "clang")
        Executable(self.prefix.bin.join("gputile-config"))(f"--check={clang}")
