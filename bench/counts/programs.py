"""Compiling programs for the executor of PTX, and running them there."""
import json
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARCH = 90


class Problem(Exception):
    """Something is missing or goes wrong; the text says what."""


def run(command, **keywords):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **keywords)
    if done.returncode != 0:
        raise Problem(f"{' '.join(str(part) for part in command)}\nstatus {done.returncode}\n"
                      f"{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


def find(name, *places):
    for place in (shutil.which(name), *places):
        if place and pathlib.Path(place).exists():
            return str(place)
    raise Problem(f"no {name} on the PATH or in {', '.join(map(str, places))}")


def nvcc():
    return find("nvcc", "/usr/local/cuda/bin/nvcc")


def nvcc_version():
    return re.search(r"V([\d.]+)", run([nvcc(), "--version"]).stdout).group(1)


def compiler(language):
    return find("clang-19" if language == "c" else "clang++-19",
                f"/usr/lib/llvm-19/bin/{'clang' if language == 'c' else 'clang++'}")


def shim_folder(build):
    folder = pathlib.Path(build) / "lib"
    if not (folder / "libgputile_counts.so").exists():
        raise Problem(f"no {folder}/libgputile_counts.so: ninja -C {build} gputile_counts")
    return folder.resolve()


def translate(build, source, options, defines, folder):
    """Emits a program's pair of files; returns them."""
    gputile = pathlib.Path(build) / "bin" / "gputile"
    if not gputile.exists():
        raise Problem(f"no {gputile}: build gputile first, or name its build folder with --build")
    run([gputile, *options, "--self-contained", f"--output-dir={folder}", source, "--", "-std=c11", *defines, f"-I{source.parent}"],
        env={**os.environ, "GPUTILE_CACHE_DIR": ""})
    files = [folder / f"{source.stem}.gputile.{suffix}" for suffix in ("cu", "c")]
    if not files[0].exists():
        raise Problem(f"{source}: gputile left all regions on the CPU")
    return files


def resources(text):
    """{kernel: {registers, spills, shared}} of what ptxas -v prints."""
    found, kernel, spills = {}, None, 0
    for line in text.splitlines():
        if match := re.search(r"Compiling entry function '(\S+)'", line):
            kernel, spills = match.group(1), 0
        elif match := re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line):
            spills = int(match.group(1)) + int(match.group(2))
        elif kernel and (match := re.search(r"Used (\d+) registers", line)):
            shared = re.search(r"(\d+) bytes smem", line)
            found[kernel] = {"registers": int(match.group(1)), "spills": spills,
                             "shared": int(shared.group(1)) if shared else 0}
            kernel = None
    return found


def compile_cuda(source, flags, folder):
    """Compiles a .cu once, to an object with its PTX and to machine code; returns the object,
    the resources of its kernels and the cubin's bytes (None where it has no kernel)."""
    keep = folder / f"{source.stem}.keep"
    keep.mkdir(exist_ok=True)
    result = folder / f"{source.stem}.cu.o"
    done = run([nvcc(), "-O3", "-std=c++17", "-w", *flags, "-no-compress",
                "-gencode", f"arch=compute_{ARCH},code=[compute_{ARCH},sm_{ARCH}]", "-Xptxas", "-v",
                "--keep", "--keep-dir", keep, "-c", source, "-o", result])
    cubins = list(keep.glob("*.cubin"))
    return result, resources(done.stdout + done.stderr), cubins[0].read_bytes() if cubins else None


def compile_host(source, defines, folder):
    language = "c" if source.suffix == ".c" else "c++"
    result = folder / f"{source.name}.o"
    run([compiler(language), "-std=c11" if language == "c" else "-std=c++17", "-O2", "-ffp-contract=off", "-w",
         *defines, f"-I{source.parent}", "-c", source, "-o", result])
    return result


def link(build, objects, result):
    shim = shim_folder(build)
    run([compiler("c++"), *objects, "-o", result, f"-L{shim}", "-lgputile_counts", f"-Wl,-rpath,{shim}", "-lm"])


def execute(program, arguments, registers, folder):
    """Runs a program on the executor; returns its output and its counts."""
    counts, limits = folder / "counts.json", folder / "registers.txt"
    limits.write_text("".join(f"{kernel} {count}\n" for kernel, count in registers.items()))
    counts.unlink(missing_ok=True)
    done = run([program, *arguments], env={**os.environ, "GPUTILE_REQUIRE": "1", "GPUTILE_COUNTS_FILE": str(counts),
                                           "GPUTILE_COUNTS_REGISTERS": str(limits)})
    return done.stdout, json.loads(counts.read_text())
