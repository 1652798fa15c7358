#!/usr/bin/env python3
"""How long gputile takes for programs that are hard to analyse, beside PPCG.

usage: measure.py [--ppcg=PPCG] [--limit=SECONDS] [--only=REGEX] GPUTILE

Prints a line for each program: user seconds of gputile, what became of its regions, and
user seconds of PPCG, where it is installed. The exit status is 1 when gputile crashes,
raises an internal message, or takes longer than the limit.
"""
import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

os.environ["GPUTILE_CACHE_DIR"] = ""  # What is measured is not taken from earlier compilations.

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LONGEST = 120  # Seconds after which a run is given up.


def long_expression(terms):
    """One statement of many terms."""
    text = " + ".join(f"A[i + {k}]" for k in range(terms))
    return (f"void f(int n, const double A[n + {terms}], double B[n]) {{\n#pragma scop\n#pragma gpu_tile\n"
            f"  for (int i = 0; i < n; i++)\n    B[i] = {text};\n#pragma endscop\n}}\n")


def many_regions(count):
    """A file of small regions."""
    return "".join(f"void f{k}(int n, double A[n]) {{\n#pragma scop\n#pragma gpu_tile\n"
                   f"  for (int i = 0; i < n; i++)\n    A[i] += {k};\n#pragma endscop\n}}\n" for k in range(count))


def programs():
    """Name, text and flags of each."""
    for path in sorted(PROGRAMS.glob("*.c")):
        text = path.read_text()
        yield path.stem, text, []
        if "CONSTANT" in text:
            yield f"{path.stem}, constant sizes", text, ["-DCONSTANT"]
    yield "expression of 4,000 terms", long_expression(4000), []
    yield "1,000 regions", many_regions(1000), []


def run(command, folder):
    """User seconds, exit status, and what was said."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST)))
    said = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime, process.returncode, said


def outcome(said):
    refusals = re.findall(r"\[([a-z-]+)\] \[-Wgpu-tile\]", said)
    left = [name for name in refusals if name not in ("math-not-exact", "conditional-extent")]
    return ", ".join(sorted(set(left))) or "transformed"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gputile", type=pathlib.Path)
    parser.add_argument("--ppcg", default=shutil.which("ppcg"))
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    parser.add_argument("--limit", type=float, default=6, help="user seconds a program may take")
    options = parser.parse_args()

    failures = 0
    print("| program | gputile | outcome | PPCG |\n| --- | --- | --- | --- |")
    for name, text, flags in programs():
        if not re.search(options.only, name):
            continue
        with tempfile.TemporaryDirectory(prefix="gputile-compile-") as folder:
            (pathlib.Path(folder) / "x.c").write_text(text)
            seconds, status, said = run([str(options.gputile.resolve()), "--output-dir=out", "x.c", "--",
                                         "-Wno-unknown-pragmas", *flags], folder)
            result = outcome(said) if status in (0, 1) else f"status {status}"
            failed = status not in (0, 1) or seconds > options.limit or \
                "internal-error" in result or "verification-failed" in result
            failures += failed
            other = "not installed"
            if options.ppcg:
                taken, ended, _ = run([options.ppcg, "--target=cuda", *flags, "x.c"], folder)
                other = f"{taken:.2f} s" if ended == 0 else f"status {ended} after {taken:.2f} s"
            print(f"| {name} | {seconds:.2f} s | {result}{' FAILED' if failed else ''} | {other} |", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
