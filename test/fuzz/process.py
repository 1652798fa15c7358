"""Runs a program with limits and says how it ended."""
import os
import resource
import subprocess
from dataclasses import dataclass

WALL_FACTOR = 8  # other work on the machine may slow a program down this much


@dataclass
class Ended:
    status: int  # negative: the signal
    output: str
    errors: str
    seconds: float  # of CPU, with all its children
    timed_out: bool

    @property
    def crashed(self):
        return self.status < 0 or self.status >= 128


def run(command, seconds, environment=None, memory=None):
    """Runs a command for at most so many CPU seconds (of each of its processes)."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace", preexec_fn=limit,
                               start_new_session=True, env={**os.environ, **(environment or {})})
    try:
        output, errors = process.communicate(timeout=seconds * WALL_FACTOR)
        stuck = False
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        output, errors = process.communicate()
        stuck = True
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Ended(process.returncode, output, errors, used, stuck or used > seconds)
