# How gputile's tests run. Each folder tests one part; a test's RUN lines use
#
#   %gputile, %gputile_run   the tools
#   %gputile_clangd          clangd with the plugin
#   %gputile_tiles           the model of tile sizes
#   %plugin                  libgputile.so
#   %python                  the Python that runs lit
#   %link_rt                 flags that link libgputile_rt and find it at run time
#   %on_cpu                  starts a program whose regions run on the CPU backend
#   %clang, %clangxx         the compiler of gputile's LLVM release
#   %llvm_major              the number of that release: 19
#   %gputile_include         folder of the headers gputile/gputile.cuh and gputile/cpu/…
#   %race_runtime            RaceRuntime.cpp
#   %race_object             the same, compiled
#   %examples, %bench        folders of the examples and of the benchmarks
#   %build_dir               folder that gputile is built in
#   %status N command…       succeeds when the command ends with exit status N
import os
import shutil
import sys

import lit.formats

config.name = "gputile"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".cpp", ".cu", ".test"]
# Programs that CTest runs, and what they need, lie in all but the first.
config.excludes = ["Inputs", "Faults", "Goldens", "LibFuzzer", "Mutations", "fuzz"]
config.test_source_root = os.path.dirname(__file__)

source = config.gputile_source_dir
config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, config.environment["PATH"]])
# Settings of whoever runs the tests must not change what programs do.
for name in list(os.environ):
    if name.startswith("GPUTILE_"):
        config.environment.pop(name, None)
config.environment["GPUTILE_CACHE_DIR"] = ""  # Results of regions are kept where a test says so.

library_dir = os.path.join(config.gputile_build_dir, "lib")
config.substitutions += [
    ("%gputile_include", os.path.join(config.gputile_build_dir, "include")),
    ("%gputile_run", os.path.join(config.gputile_build_dir, "bin", "gputile-run")),
    ("%gputile_tune", sys.executable + " " + os.path.join(config.gputile_build_dir, "bin", "gputile-tune")),
    ("%gputile_tiles", os.path.join(config.gputile_build_dir, "bin", "gputile-tiles")),
    ("%gputile_clangd", os.path.join(config.gputile_build_dir, "bin", "gputile-clangd")),
    ("%gputile_config", os.path.join(config.gputile_build_dir, "bin", "gputile-config")),
    (r"%gputile\b", os.path.join(config.gputile_build_dir, "bin", "gputile")),
    ("%python", sys.executable),
    ("%plugin", config.gputile_plugin),
    ("%link_rt", "-L{0} -Wl,-rpath,{0} -lgputile_rt".format(library_dir)),
    ("%on_cpu", f"env GPUTILE_BACKEND=cpu GPUTILE_VERBOSE=1 GPUTILE_CXX={config.clangxx} "
     f"'GPUTILE_CPU_CXXFLAGS={config.module_layer}' GPUTILE_CACHE_DIR="
     + os.path.join(config.gputile_build_dir, "test", "cache")),
    ("%clangxx", config.clangxx),
    (r"%clang\b", config.clang),
    ("%llvm_major", config.llvm_major),
    ("%race_runtime", os.path.join(source, "lib", "Emulation", "Race", "RaceRuntime.cpp")),
    ("%race_object", config.race_object),
    ("%examples", os.path.join(source, "examples")),
    ("%bench", os.path.join(source, "bench")),
    ("%build_dir", config.gputile_build_dir),
    ("%status", "sh " + os.path.join(source, "test", "Inputs", "status.sh")),
]

if shutil.which("gcc"):
    config.available_features.add("gcc")
for program in ["nvcc", "ccache", "clang-14"]:
    if shutil.which(program):
        config.available_features.add(program)
if shutil.which("clangd-" + config.llvm_major):
    config.available_features.add("clangd")
