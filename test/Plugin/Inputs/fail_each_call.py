"""usage: fail_each_call.py PROGRAM EXPECTED_OUTPUT_FILE WORK_DIR

Runs PROGRAM on the CPU backend with every call of the driver and of NVRTC failing in
turn, the first, second and last of each function. Whatever fails, the program must print
what the original prints and end as it does; the failure is told on stderr at most once
per region, or it did not matter (functions that only release)."""
import os
import pathlib
import re
import subprocess
import sys

program, expected, work = sys.argv[1], pathlib.Path(sys.argv[2]).read_text(), pathlib.Path(sys.argv[3])


def run(**more):
    done = subprocess.run([program], capture_output=True, text=True,
                          env={**os.environ, "GPUTILE_BACKEND": "cpu",
                               "GPUTILE_CACHE_DIR": str(work / "cache"), **more})
    return done


def numbers_of_calls(**more):
    listing = work / "calls"
    listing.unlink(missing_ok=True)
    run(GPUTILE_CPU_CALLS=str(listing), **more)
    return {name: int(count) for name, count in map(str.split, listing.read_text().splitlines())}


def main():
    wrong = runs = fallbacks = 0
    for cached in [False, True]:
        more = {} if cached else {"GPUTILE_CACHE_DIR": ""}
        for function, count in numbers_of_calls(**more).items():
            for call in sorted({1, min(2, count), count}):
                done = run(GPUTILE_CPU_FAIL=f"{function}:{call}", **more)
                runs += 1
                told = len(re.findall("; the original loops (of all regions )?run", done.stderr))
                fallbacks += told > 0
                if (done.returncode, done.stdout) != (0, expected) or told > 1:
                    wrong += 1
                    print(f"{function} {call} of {count}: status {done.returncode}, {done.stderr}")
    print(f"{runs} failures, {wrong} wrong, {'some' if fallbacks else 'no'} fallbacks")
    return wrong > 0 or fallbacks == 0


sys.exit(main())
