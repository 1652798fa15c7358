"""signals.py GPUTILE_RUN PROGRAM.c FOLDER: sends signals to gputile-run while it compiles and
while the program runs; it ends by them, the program with it, and the folder stays empty."""

import os
import signal
import subprocess
import sys
import time

gputile_run, program, folder = sys.argv[1:]
environment = dict(os.environ, TMPDIR=folder)
patience = 30


def start(*arguments, ignored=()):
    def set_signals():
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

    return subprocess.Popen([gputile_run, "--backend=cpu", *arguments], env=environment,
                            stdout=subprocess.PIPE, text=True, start_new_session=True,
                            preexec_fn=set_signals)


def wait_until(what, holds):
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, "it never happened that " + what
        time.sleep(0.01)


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children_of(process):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], stdout=subprocess.PIPE,
                           text=True).stdout
    return [int(number) for number in found.split()]


def first_child(what, run, holds=lambda child: True):
    """A process that is seen once: it may end before anyone looks again."""
    seen = []

    def see():
        seen[:] = [child for child in children_of(run.pid) if holds(child)]
        return seen

    wait_until(what, see)
    return seen[0]


def check_end(run, sent, child):
    status = run.wait(patience)
    assert status == -sent, f"status {status} after signal {sent}"
    wait_until("the program ended", lambda: not is_alive(child))
    assert os.listdir(folder) == [], os.listdir(folder)


for sent in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    run = start(program)
    child = int(run.stdout.readline().split()[1])
    assert is_alive(child) and len(os.listdir(folder)) == 1
    run.send_signal(sent)
    check_end(run, sent, child)

    run = start(program)
    child = first_child("a compiler runs", run)
    run.send_signal(sent)
    check_end(run, sent, child)


def name_of(process):
    try:
        with open(f"/proc/{process}/comm") as name:
            return name.read().strip()
    except OSError:  # It has ended.
        return ""


# Captured programs use no terminal: one that does not want to end is killed in the end.
run = start("--check", program, "--args", "stubborn")
child = first_child("the original program runs", run, lambda child: name_of(child) == "original")
run.send_signal(signal.SIGTERM)
check_end(run, signal.SIGTERM, child)

# One that may use it has its time, until the second signal.
run = start(program, "--args", "stubborn")
child = int(run.stdout.readline().split()[1])
run.send_signal(signal.SIGTERM)
time.sleep(0.5)
assert is_alive(child) and run.poll() is None
run.send_signal(signal.SIGTERM)
check_end(run, signal.SIGTERM, child)

# What is ignored stays ignored, for the program too.
run = start(program, ignored=[signal.SIGHUP])
child = int(run.stdout.readline().split()[1])
run.send_signal(signal.SIGHUP)
time.sleep(0.3)
assert is_alive(child) and run.poll() is None
run.send_signal(signal.SIGTERM)
check_end(run, signal.SIGTERM, child)
