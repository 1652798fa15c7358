"""Links programs with link-time optimisation of code that the plugin compiled.

usage: link_time.py CLANGXX LLVM_MAJOR LIB_DIR --cache=DIR FOLDER

The files of FOLDER are one program. It is compiled with -flto and with -flto=thin, with the
plugin, linked by lld of the same release as the compiler, and must print what plain Clang's
program prints, without a device and with the CPU backend. Exit status 77: no such lld.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def find_lld(compiler, major):
    beside = pathlib.Path(compiler).resolve().parent / "ld.lld"
    for candidate in [str(beside), f"ld.lld-{major}", "ld.lld"]:
        path = shutil.which(candidate)
        if path is None:
            continue
        version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
        if re.search(rf"LLD {major}\.", version):
            return path
    return None


def output_of(program, **environment):
    done = subprocess.run([program], capture_output=True, text=True, check=True,
                          env={**os.environ, **environment})
    return done.stdout, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("clangxx")
    parser.add_argument("major")
    parser.add_argument("lib", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, required=True)
    options = parser.parse_args()
    lld = find_lld(options.clangxx, options.major)
    if lld is None:
        print(f"no lld {options.major} is installed")
        return 77
    sources = [str(path) for path in sorted(options.folder.glob("*.cpp"))]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain")
        subprocess.run([options.clangxx, "-std=c++20", "-O2", "-w", *sources, "-o", plain], check=True)
        expected, _ = output_of(plain)
        for mode in ["-flto", "-flto=thin"]:
            program = os.path.join(folder, mode.strip("-").replace("=", "-"))
            subprocess.run([options.clangxx, "-std=c++20", "-O2", "-w", mode, f"--ld-path={lld}",
                            f"-fplugin={options.lib}/libgputile.so",
                            "-fplugin-arg-gputile-warnings=off", *sources, "-o", program,
                            f"-L{options.lib}", f"-Wl,-rpath,{options.lib}", "-lgputile_rt"],
                           check=True)
            without, _ = output_of(program, GPUTILE_DEVICE="none", CUDA_VISIBLE_DEVICES="")
            backend, messages = output_of(program, GPUTILE_BACKEND="cpu", GPUTILE_VERBOSE="1",
                                          GPUTILE_CACHE_DIR=str(options.cache))
            if without != expected or backend != expected or " launches, " not in messages:
                wrong += 1
                print(f"{mode}: plain {expected!r}, without a device {without!r}, backend {backend!r}\n{messages}")
    return int(wrong > 0)


sys.exit(main())
