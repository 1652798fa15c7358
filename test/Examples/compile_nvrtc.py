"""Compiles the kernels that the plugin puts into programs with NVRTC, as users' machines do.

usage: compile_nvrtc.py CLANG LIB_DIR [--with=OPTION]… SOURCE…   (status 77: no NVRTC here)

Each program's kernels are compiled for sm_75 and sm_90, with both index types, without
any header. NVRTC must accept them without a word.
"""
import ast
import ctypes
import ctypes.util
import pathlib
import re
import subprocess
import sys
import tempfile

CANDIDATES = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11",
              "/usr/local/cuda/lib64/libnvrtc.so", ctypes.util.find_library("nvrtc")]


def load():
    for name in CANDIDATES:
        try:
            return ctypes.CDLL(name) if name else None
        except OSError:
            continue
    return None


def log_of(nvrtc, program):
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    return log.value.decode().strip()


def compile_text(nvrtc, text, arch, wide):
    """What NVRTC says; empty when it is content."""
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), text.encode(), b"kernels.cu", 0, None, None)
    options = [f"--gpu-architecture={arch}".encode(), b"--std=c++17", b"-fmad=false",
               f"-DGPT_WIDE={wide}".encode()]
    status = nvrtc.nvrtcCompileProgram(program, len(options),
                                       (ctypes.c_char_p * len(options))(*options))
    log = log_of(nvrtc, program)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return log or (f"status {status}" if status else "")


def kernel_texts(clang, lib, options, source, folder):
    """The sources that the regions of a program carry."""
    subprocess.run([clang, f"-fplugin={lib}/libgputile.so", f"-fplugin-arg-gputile-output-dir={folder}",
                    "-fplugin-arg-gputile-max-seconds=60",
                    *(f"-fplugin-arg-gputile-{option}" for option in options),
                    "-std=gnu11", "-w", "-DREAL=float", "-c", str(source), "-o", "/dev/null"], check=True)
    rewritten = (pathlib.Path(folder) / f"{source.stem}.gputile.c").read_text()
    for literals in re.findall(r'_source\[\] =\n((?:"(?:[^"\\]|\\.)*";?\n)+)', rewritten):
        yield "".join(ast.literal_eval(line.rstrip(";")) for line in literals.splitlines())


def main():
    clang, lib, *rest = sys.argv[1:]
    options = [text[len("--with="):] for text in rest if text.startswith("--with=")]
    sources = [text for text in rest if not text.startswith("--with=")]
    nvrtc = load()
    if nvrtc is None:
        print("NVRTC is not installed")
        return 77
    count = failures = 0
    for source in map(pathlib.Path, sources):
        with tempfile.TemporaryDirectory() as folder:
            for text in kernel_texts(clang, lib, options, source, folder):
                for arch, wide in [("sm_75", 0), ("sm_75", 1), ("sm_90", 0), ("sm_90", 1)]:
                    count += 1
                    if said := compile_text(nvrtc, text, arch, wide):
                        failures += 1
                        print(f"{source.name} ({arch}, GPT_WIDE={wide}): {said}", flush=True)
    print(f"{count} compilations, {failures} with messages")
    return failures > 0 or count == 0


sys.exit(main())
