"""fault_matrix.py tool|run|program FAULTS.so FOLDER COMMAND-PARTS…: lets each call for files, memory
and processes fail in turn, or a signal come before it.

tool GPUTILE FILE                    every outcome is all the files or, with a message, none
run GPUTILE_RUN FILE                 the program's output, or a message; the temporary folder is gone
program CLANG PLUGIN LIBRARIES FILE  a program with the run-time library: its own output, always

Nothing hangs, and nothing half written is left. The environment is the caller's."""

import errno
import os
import shutil
import signal
import subprocess
import sys

mode, faults, folder = sys.argv[1:4]
parts = sys.argv[4:]
TIME_LIMIT = 60
# How many calls of a kind are tried, spread over all.
MOST = {"tool": 24, "run": 6, "program": 6}[mode]
# Of tens of thousands of allocations, in code of many kinds.
MOST_ALLOCATIONS = {"tool": 250, "run": 6, "program": 6}[mode]

ERRORS = {"open": [errno.EMFILE, errno.EIO, errno.EINTR], "write": [errno.ENOSPC, errno.EINTR, "short"],
          "rename": [errno.EACCES], "link": [errno.EPERM], "mkdir": [errno.ENOSPC], "unlink": [],
          "spawn": [errno.EAGAIN], "wait": [errno.EINTR, errno.ECHILD], "malloc": [errno.ENOMEM],
          "map": [errno.ENOMEM]}
SIGNALLED = {"tool": ["open", "write", "rename", "link"], "run": ["open", "write", "spawn", "wait"], "program": []}


class Failure(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Failure(what)


def fresh(name):
    path = os.path.join(folder, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return path


def contents(top):
    """Of all files, by relative name."""
    found = {}
    for at, _, names in os.walk(top):
        for name in names:
            with open(os.path.join(at, name), "rb") as file:
                found[os.path.relpath(os.path.join(at, name), top)] = file.read()
    return found


class Run:
    def __init__(self, plan, old=None):
        self.out, self.temporary = fresh("out"), fresh("tmp")
        for name, text in (old or {}).items():
            with open(os.path.join(self.out, name), "wb") as file:
                file.write(text)
        # The shim is for the program alone: an outer one must not see it.
        environment = dict(os.environ, TMPDIR=self.temporary, LD_PRELOAD=faults,
                           FAULT_PROGRAM=os.path.basename(parts[0])[:15], FAULT=plan)
        if not plan:
            environment["FAULT_COUNTS"] = os.path.join(folder, "counts")
        if mode == "program":
            environment["GPUTILE_CACHE_DIR"] = os.path.join(self.out, "cache")
        done = self.execute(self.command(), environment)
        self.status, self.output, self.messages = done.returncode, done.stdout, done.stderr
        self.files, self.left = contents(self.out), os.listdir(self.temporary)

    def execute(self, command, environment):
        try:
            return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  timeout=TIME_LIMIT, errors="replace",
                                  preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
        except subprocess.TimeoutExpired:
            raise Failure("hangs") from None

    def command(self):
        if mode == "tool":
            return [parts[0], "--output-dir=" + self.out, "--dump-json=" + self.out + "/x.json", parts[1], "--"]
        if mode == "run":
            return [parts[0], "--backend=cpu", parts[1]]
        return parts


def check_tool(run, good, old):
    """Generated files are all new, or all as they were, with a message. (What was found may be
    told in JSON where reading a header failed.)"""
    def generated(files):
        return {name: text for name, text in files.items() if ".gputile." in name}

    if run.status < 0 and generated(run.files) in (generated(good.files), generated(old)):
        return None
    facts = f"status {run.status}, files {sorted(run.files)}: {run.messages[-500:]}"
    if generated(run.files) == generated(good.files):
        return check(run.status == 0 and run.files == good.files, facts)
    check(generated(run.files) == generated(old) and run.messages.strip(), facts)
    json = run.files.get("x.json")
    check(set(run.files) <= set(good.files), facts)
    check(json == old.get("x.json") or json.startswith(b"{") and json.endswith(b"}\n"), facts)


def check_run(run, good):
    if run.status == 0:
        check(run.output == good.output, f"the output is {run.output!r}")


def check_program(run, good, kind):
    check(kind in ("malloc", "map") and run.status != 0 or
          run.status == 0 and run.output == good.output,
          f"status {run.status}, output {run.output!r}: {run.messages[-500:]}")
    for name in run.files:
        check(".tmp" not in name, f"{name} is left in the cache")


def check_end(run, kind, what):
    if what == "kill":
        check(run.status in (0, -signal.SIGTERM), f"status {run.status} after the signal")
    elif kind in ("malloc", "map"):
        # LLVM, the C++ library and the CPU backend end the process without memory.
        check(run.status in (0, 1, 66, -signal.SIGABRT) and (run.status == 0 or run.messages),
              f"status {run.status}: {run.messages[-500:]}")
    else:
        # 127: the program that gputile-run is to run cannot be started.
        check(run.status in ((0, 1, 127) if mode == "run" else (0, 1)),
              f"status {run.status}: {run.messages[-500:]}")
    check(run.status <= 0 or run.messages.strip(), "an error without a message")
    if kind not in ("malloc", "map"):
        check("LLVM ERROR" not in run.messages and "Stack dump" not in run.messages, run.messages[-500:])
    check(not run.left or (kind in ("malloc", "map") and run.status != 0), f"left: {run.left}")


def check_plan(kind, number, what, good):
    # Half of the runs find older files.
    old = {name: b"old\n" for name in good.files} if mode == "tool" and number % 2 else {}
    run = Run(f"{kind}:{number}:{what}", old)
    check_end(run, kind, what)
    if mode == "tool":
        check_tool(run, good, old)
    elif mode == "run":
        check_run(run, good)
    else:
        check_program(run, good, kind)


def numbers(kind, count):
    steps = min(MOST_ALLOCATIONS if kind == "malloc" else MOST, count)
    return sorted({1 + i * (count - 1) // max(1, steps - 1) for i in range(steps)})


def build_program():
    clang, plugin, libraries, source = parts
    program = os.path.join(folder, "program")
    subprocess.run([clang, "-O1", "-fplugin=" + plugin, "-I" + os.path.dirname(source), source, "-o", program,
                    "-L" + libraries, "-Wl,-rpath," + libraries, "-lgputile_rt"], check=True)
    return [program]


def main():
    global parts
    os.makedirs(folder, exist_ok=True)
    if mode == "program":
        parts = build_program()
    counts_file = os.path.join(folder, "counts")
    if os.path.exists(counts_file):
        os.remove(counts_file)
    good = Run("")
    check(good.status == 0, good.messages)
    check_end(good, "", "")
    with open(counts_file) as file:
        counts = {name: int(number) for name, number in (line.split() for line in file)}
    print(counts)
    failures = tried = 0
    for kind, count in counts.items():
        for what in ERRORS[kind] + (["kill"] if kind in SIGNALLED[mode] else []):
            for number in numbers(kind, count):
                tried += 1
                try:
                    check_plan(kind, number, what, good)
                except Failure as failure:
                    failures += 1
                    name = errno.errorcode.get(what, what)
                    print(f"{kind} {number} of {count}, {name}: {failure}")
    print(f"{tried} faults, {failures} failures")
    check(tried >= 20, "hardly anything was tried")
    return 1 if failures else 0


sys.exit(main())
