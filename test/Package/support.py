"""What the tests of the installation share."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77


def fail(message):
    print("FAILED:", message)
    sys.exit(1)


def skip(message):
    print("SKIPPED:", message)
    sys.exit(SKIPPED)


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            skip(f"{program} is not installed")


def environment(**changes):
    """The caller's, without settings of gputile, and with nothing cached."""
    result = {name: value for name, value in os.environ.items()
              if not name.startswith(("GPUTILE_", "LD_LIBRARY_PATH", "CFLAGS", "CXXFLAGS", "MAKE"))}
    return result | {"GPUTILE_CACHE_DIR": ""} | changes


def run(command, status=0, env=None, cwd=None):
    """Runs a command that must end with \\p status; gives its output and errors."""
    command = [str(word) for word in command]
    done = subprocess.run(command, env=env or environment(), cwd=cwd, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if status is not None and done.returncode != status:
        fail(f"{' '.join(command)}\nended with {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done


def output(*command, **more):
    return run(command, **more).stdout


def expect_equal(what, actual, expected):
    if actual != expected:
        fail(f"{what}: expected\n{expected}\nbut got\n{actual}")


def folder():
    """A temporary folder, removed at the end."""
    return tempfile.TemporaryDirectory(prefix="gputile-test-")


def write(path, text):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path
