"""Compiles what gputile emits for an example, without any warning.

usage: compile_emitted.py GPUTILE EXAMPLE OUTPUT_DIR c|cuda [option of gputile]…

The file EXAMPLE is transformed with `real` as double and as float.

c:    the .gputile.c with gcc and clang, -Wall -Wextra -Werror.
cuda: the .gputile.cu with nvcc, doubles for sm_80 and floats for sm_75 and sm_90; also no
      register may be spilled, and no array of registers lie in local memory. Exit status 77
      (skipped) where there is no nvcc.
"""
import pathlib
import re
import shutil
import subprocess
import sys

# nvcc takes as long for each as for the first.
ARCHITECTURES = {"double": ["80"], "float": ["75", "90"]}


def run(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def find_nvcc():
    for candidate in (shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"):
        if candidate and pathlib.Path(candidate).exists():
            return candidate
    return None


def emit(gputile, source, folder, flags, options):
    """Runs gputile; returns what went wrong."""
    status, text = run([gputile, f"--output-dir={folder}", "--max-seconds=60", *options, source, "--", *flags])
    made = (folder / f"{source.stem}.gputile.cu").exists()
    return "" if status == 0 and made else f"gputile: status {status}\n{text}"


def compile_c(source, folder, flags):
    wrong = ""
    for compiler in filter(shutil.which, ["gcc", "clang-19"]):
        status, text = run([compiler, *flags, "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas",
                            f"-iquote{source.parent}", "-c", folder / f"{source.stem}.gputile.c",
                            "-o", folder / "c.o"])
        if status or text:
            wrong += f"{compiler}: {text}"
    return wrong


def compile_cuda(nvcc, include, source, folder, architectures):
    targets = [f"-gencode=arch=compute_{a},code=sm_{a}" for a in architectures]
    status, text = run([nvcc, "-std=c++17", "-O3", *targets, f"-I{include}", "-Xptxas", "-v", "--Werror", "all-warnings",
                        "-c", folder / f"{source.stem}.gputile.cu", "-o", folder / "cu.o"])
    spills = re.findall(r".*[1-9]\d* bytes (?:spill|stack frame).*", text)
    if "bytes spill" not in text and status == 0:
        return "nvcc: no kernel was compiled\n" + text
    return "" if status == 0 and not spills else "nvcc: " + ("\n".join(spills) if spills else text)


def main():
    gputile, source, output, what = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
    options = sys.argv[5:]
    include = pathlib.Path(gputile).resolve().parent.parent / "include"
    nvcc = find_nvcc()
    if what == "cuda" and not nvcc:
        print("no nvcc")
        return 77
    failures = 0
    for real in ("double", "float"):
        folder = output / f"{source.stem}-{real}-{what}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        flags = ["-std=c11", f"-DREAL={real}"]
        wrong = emit(gputile, source, folder, flags, options)
        if not wrong and what == "c":
            wrong = compile_c(source, folder, flags)
        elif not wrong:
            wrong = compile_cuda(nvcc, include, source, folder, ARCHITECTURES[real])
        failures += bool(wrong)
        print(f"{source.stem} {real}: {wrong or 'ok'}", flush=True)
    return failures > 0


sys.exit(main())
