#!/usr/bin/env python3
"""Makes every call of the driver and of NVRTC fail in turn, and checks that the program's
memory is as its original loops leave it.

usage: failure_matrix.py [options] PROGRAM CPU_LIBRARY MODE...

Counts the calls of each function in a run of PROGRAM MODE... first. A run is good when it
ends with status 0 and releases all it took; or when data that were on the device only are
lost, says so, and aborts.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

LOST = "its only present copy"


def environment(folder, library, **more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GPUTILE_")
            or k.startswith("GPUTILE_CPU_") or k == "GPUTILE_CXX"}
    kept.update(GPUTILE_BACKEND="cpu", GPUTILE_CPU_LIBRARY=library, GPUTILE_CPU_LEAKS="1",
                GPUTILE_CACHE_DIR=os.path.join(folder, "cache"))
    kept.update(more)
    return kept


def run(program, modes, env):
    done = subprocess.run([program] + modes, env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300)
    return done.returncode, done.stdout, done.stderr


def count_calls(args, folder, extra):
    calls = os.path.join(folder, "calls")
    if os.path.exists(calls):
        os.remove(calls)
    env = environment(folder, args.library, GPUTILE_CPU_CALLS=calls, **extra)
    status, out, err = run(args.program, args.modes, env)
    if status or (err.strip() and not args.profile):
        sys.exit(f"without a failure: status {status}\n{out}{err}")
    with open(calls) as file:
        return {name: int(count) for name, count in (line.split() for line in file)}


def which_calls(count, most):
    """All calls, or the first ones, the last, and some between."""
    if count <= most:
        return list(range(1, count + 1))
    step = count / most
    return sorted({1, 2, 3, count} | {int(1 + i * step) for i in range(most)})


def check(args, folder, extra, function, which):
    env = environment(folder, args.library, GPUTILE_CPU_FAIL=f"{function}:{which}", **extra)
    status, out, err = run(args.program, args.modes, env)
    if status == 0:
        said = err.partition("gputile profile\n")[0].splitlines()
        good = all(re.match(r"\S+: gputile: .*; the original loops( of all regions)? run$", line) for line in said)
        return (good, bool(said), out + err)
    return (status < 0 and LOST in err, True, f"status {status}\n{out}{err}")


def matrix(args, folder, extra):
    functions = count_calls(args, folder, extra)
    cases = [(f, w) for f, count in sorted(functions.items())
             if not args.cold or f.startswith("nvrtc") or f.startswith("cuModule")
             for w in which_calls(count, args.most) + ["*"]]
    bad = fallbacks = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = pool.map(lambda case: check(args, folder, extra, *case), cases)
        for (function, which), (good, fell_back, text) in zip(cases, results):
            fallbacks += fell_back
            if not good:
                bad += 1
                print(f"{function}:{which} (cache {'off' if args.cold else 'on'}): {text}")
    print(f"{' '.join(args.modes)}, cache {'off' if args.cold else 'on'}: {len(cases)} failures of "
          f"{len(functions)} functions, {fallbacks} fell back, {bad} wrong")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--most", type=int, default=12, help="calls of one function that are tried")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cold", action="store_true", help="only NVRTC and modules, without a cache")
    parser.add_argument("--profile", action="store_true", help="with GPUTILE_PROFILE=1")
    parser.add_argument("modes", nargs="+")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        extra = {"GPUTILE_CACHE_DIR": ""} if args.cold else {}
        if not args.cold:  # fill the cache
            run(args.program, args.modes, environment(folder, args.library))
        if args.profile:
            extra["GPUTILE_PROFILE"] = "1"
        sys.exit(matrix(args, folder, extra) != 0)


main()
