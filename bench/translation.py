"""How the surveys run gputile on one file."""
import os
import re
import resource
import subprocess

os.environ["GPUTILE_CACHE_DIR"] = ""  # What is measured is not taken from earlier compilations.

OUTCOME = re.compile(r"(?:warning|remark|error): (.*) \[([a-z-]+)\] \[-[WR]gpu-tile\]|error: .* \[([a-z-]+)\]$",
                     re.MULTILINE)
INTERNAL = {"internal-error", "verification-failed"}
SUCCESS = {"region-transformed"}
DIAGNOSTICS = ["-Wno-everything", "-Rgpu-tile", "-Wgpu-tile", "-ferror-limit=0"]


def limits(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def compiles(clang, source, flags):
    """Whether Clang accepts the file."""
    done = subprocess.run([clang, "-fsyntax-only", "-Wno-everything", *flags, str(source)], capture_output=True)
    return done.returncode == 0


def translate(command, seconds):
    """Runs the command for at most so many CPU seconds: its status, user seconds and messages."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=lambda: limits(seconds))
    errors = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime, errors


def outcomes(errors):
    """The ids of the messages."""
    return [first or second for _, first, second in OUTCOME.findall(errors)]


def failure(status, errors):
    """What went wrong inside gputile, or nothing."""
    if status not in (0, 1):
        return f"status {status}: {(errors.strip().splitlines() or [''])[-1]}"
    return "; ".join(line for line in errors.splitlines() if any(f"[{name}]" in line for name in INTERNAL))
