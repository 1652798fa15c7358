"""Programs that went wrong once, as files: each must be handled by every scheme now.

The first line of a program has the options with which it went wrong. With these, and with
the options' scheme replaced by each other one, gputile must neither crash, nor take long,
nor print an internal message. With the options themselves the program also runs and is
compared with its original, unless nothing of it is transformed.
"""
import dataclasses
import tempfile

import oracle
import process
import settings


def tool_problem(options, source, setting):
    """What the tool does wrong, or an empty string."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        ended = process.run([options.tools / "gputile", *setting.options(), f"--output-dir={folder}", source, "--", "-std=c11"], 10)
    if ended.timed_out:
        return "time-out"
    if ended.crashed:
        return f"crash: status {ended.status} {oracle.crash_place(ended.errors)}"
    found = oracle.PLEASE.search(ended.errors)
    return found.group(0) if found else ""


def run_problem(options, source, setting):
    ended = process.run([options.tools / "gputile-run", "--backend=cpu", "--check", *setting.options(), source, "--",
                         "-std=c11", "-w"], 100)
    if ended.status in (0, 67) or "bad-tile-size" in ended.errors:
        return ""
    return f"gputile-run: status {ended.status}: {ended.errors[-300:]}"


def problems(options, source):
    given = settings.parse(source.read_text().splitlines()[0].removeprefix("//"))
    for scheme in settings.SCHEMES:
        setting = dataclasses.replace(given, scheme=scheme)
        problem = tool_problem(options, source, setting)
        if problem:
            yield setting, problem
    problem = run_problem(options, source, given)
    if problem:
        yield given, problem


def run(options):
    """\\returns the exit status: 1 when a program goes wrong or there is none."""
    sources, failures = sorted(options.corpus.glob("*.c")), 0
    for source in sources:
        for setting, problem in problems(options, source):
            failures += 1
            print(f"{source.name}: {' '.join(setting.options())}: {problem}", flush=True)
    print(f"{len(sources)} programs, {failures} failures")
    return 1 if failures or not sources else 0
