"""Compares the kernels and entry functions that gputile emits for ten examples with stored files.

usage: goldens.py GPUTILE SOURCE_DIR [--renew]

NAME.cu beside this script is what follows the head that all emitted files share, with default options, whatever time that takes.
--renew stores what is emitted now; scripts/renew-goldens.sh builds gputile and does that.
"""
import difflib
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
NAMES = ("cholesky", "fdtd-2d", "figure2", "heat-2d", "jacobi-1d", "jacobi-2d", "jacobi-3d7", "lcs", "matmul", "sor-2d")


def emitted(gputile, source_dir, name):
    with tempfile.TemporaryDirectory() as folder:
        # The text names the file as the command line does.
        done = subprocess.run([gputile, f"--output-dir={folder}", "--max-seconds=60", f"examples/{name}.c", "--", "-std=c11"],
                              cwd=source_dir, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{name}: status {done.returncode}\n{done.stderr}")
        text = (pathlib.Path(folder) / f"{name}.gputile.cu").read_text()
    return text[text.index(f"\n// examples/{name}.c:") + 1:]


def main():
    gputile, source_dir, renew = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3:] == ["--renew"]
    different = 0
    for name in NAMES:
        golden, text = HERE / f"{name}.cu", emitted(gputile, source_dir, name)
        if renew:
            golden.write_text(text)
        elif (stored := golden.read_text()) != text:
            different += 1
            sys.stdout.writelines(difflib.unified_diff(stored.splitlines(True), text.splitlines(True),
                                                       f"test/Goldens/{name}.cu", "emitted now"))
    if different:
        print(f"{different} of {len(NAMES)} examples differ; if that is meant, run scripts/renew-goldens.sh")
    return different > 0


sys.exit(main())
