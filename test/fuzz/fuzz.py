"""Attacks gputile with random programs and prints what came of it, in Markdown.

usage: fuzz.py --tools=DIR [--seed=N] (--minutes=M | --files=F) [--size=K] [--jobs=J]
               [--execute=N] [--seconds=T] [--reduce=T] [--out=DIR] [--clang=PATH]
       fuzz.py --tools=DIR --corpus=DIR [--clang=PATH]

File number S, counted from --seed, holds K random functions. It is transformed with each
scheme, and launch, false_deps, tile and fuse drawn by S. Of one file in N (--execute, 0:
none) what is transformed also runs. A function may take T CPU seconds. Files of which DIR (--out) has the result are not
attacked again, so a run goes on where another ended; the summary counts all of them.
DIR/failures has a folder for each kind of failure with a program made small in --reduce CPU seconds.
The exit status is 1 when there are failures.
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import resource
import sys
import tempfile
import time

import corpus
import generate
import oracle
import reduce
import render
import settings
import summary

VARIANTS = ("orders", "race", "orders", "asan")


def machine_seconds():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class Attack:
    """Of one file."""

    def __init__(self, options, seed):
        self.options, self.seed = options, seed
        self.judge = oracle.Oracle(options.tools, options.clang, options.seconds)
        self.functions = [generate.function(seed, index) for index in range(options.size)]
        self.result = {"seed": seed, "programs": len(self.functions), "schemes": {}, "findings": [],
                       "executed": {}, "executions": 0, "fallbacks": 0, "unsuitable": 0}
        self.outcomes = {}  # setting -> outcomes of the functions

    def run(self):
        before = machine_seconds()
        chosen = random.Random(f"settings:{self.seed}")
        for scheme in settings.SCHEMES:
            self.transform(settings.draw(chosen, scheme))
        self.result["transform seconds"] = machine_seconds() - before
        if self.options.execute and self.seed % self.options.execute == 0:
            self.execute()
        self.result["seconds"] = machine_seconds() - before
        return self.result

    def transform(self, setting):
        judgement = self.judge.transform(self.functions, setting)
        self.outcomes[setting] = judgement.outcomes
        counts = {}
        for name, regions in judgement.outcomes.items():
            for outcome in regions:
                counts[outcome] = counts.get(outcome, 0) + 1
        self.result["schemes"][setting.scheme] = {
            "regions": counts, "programs": sum("transformed" in regions for regions in judgement.outcomes.values())}
        for finding in judgement.findings:
            self.report(finding, self.judge.transform)

    def execute(self):
        suitable, expected = self.judge.suitable(self.functions)
        self.result["unsuitable"] = len(self.functions) - len(suitable)
        for number, (setting, outcomes) in enumerate(self.outcomes.items()):
            # Errors in clauses keep the whole file from being written; such functions stay out.
            ready = [each for each in suitable if "transformed" in outcomes.get(each.name, ())
                     and "bad-tile-size" not in outcomes[each.name]]
            if not ready:
                continue
            variant = VARIANTS[(self.seed // self.options.execute + number) % len(VARIANTS)]
            judgement = self.judge.execute(ready, expected, setting, variant)
            self.result["executed"][setting.scheme] = [each.name for each in ready]
            self.result["executions"] += judgement.executions
            self.result["fallbacks"] += judgement.fallbacks
            for finding in judgement.findings:
                self.report(finding, lambda functions, other: self.execute_again(functions, other, variant))

    def execute_again(self, functions, setting, variant):
        suitable, expected = self.judge.suitable(functions)
        return self.judge.execute(suitable, expected, setting, variant) if suitable else oracle.Judgement()

    def report(self, finding, again):
        """Records a finding, and reduces it when it is the first with its key."""
        self.result["findings"].append({"key": finding.key(), "function": finding.function,
                                        "options": " ".join(finding.setting.options()), "detail": finding.detail})
        folder = self.options.out / "failures" / re.sub(r"\W+", "-", finding.key())[:80].strip("-")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            return
        function = next(each for each in self.functions if each.name == finding.function)
        (folder / "original.c").write_text(render.program([function])[0])

        def still_fails(candidate, setting):
            try:
                return any(other.key() == finding.key() for other in again([candidate], setting).findings)
            except RuntimeError:  # The cut made a program that is not C.
                return False
        setting = finding.setting
        if still_fails(function, setting):
            end = machine_seconds() + self.options.reduce
            function, setting = reduce.reduce(function, setting, still_fails, lambda: machine_seconds() < end)
        (folder / "reduced.c").write_text(f"// {' '.join(setting.options())}\n" + render.program([function])[0])
        (folder / "README.md").write_text(
            f"{finding.key()}\n\n{finding.detail}\n\nseed {self.seed}, function {finding.function}, "
            f"gputile {' '.join(finding.setting.options())}; reduced: gputile {' '.join(setting.options())}\n")


def attack(options, seed):
    return Attack(options, seed).run()


def results(folder):
    return [json.loads(path.read_text()) for path in sorted((folder / "results").glob("*.json"))]


def run_files(options):
    """Attacks files until the time is over or all are done."""
    (options.out / "results").mkdir(parents=True, exist_ok=True)
    deadline = time.monotonic() + 60 * options.minutes if options.minutes else None
    done = {result["seed"] for result in results(options.out)}
    last = options.seed + options.files if options.files else None
    seed, running = options.seed, set()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        while True:
            while len(running) < options.jobs and (last is None or seed < last) and (
                    deadline is None or time.monotonic() < deadline):
                if seed not in done:
                    running.add(pool.submit(attack, options, seed))
                seed += 1
            if not running:
                return
            finished, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for each in finished:
                result = each.result()
                (options.out / "results" / f"{result['seed']}.json").write_text(json.dumps(result))
                for finding in result["findings"]:
                    print(f"{finding['function']} {finding['options']}: {finding['key']}", file=sys.stderr, flush=True)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--files", type=int)
    parser.add_argument("--size", type=int, default=25)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--execute", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--reduce", type=float, default=120)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path)
    options = parser.parse_args()
    if not options.corpus and not (options.minutes or options.files):
        parser.error("give --minutes or --files")
    return options


def main():
    options = read_options()
    if options.corpus:
        return corpus.run(options)
    with tempfile.TemporaryDirectory(prefix="fuzz-") as temporary:
        options.out = options.out or pathlib.Path(temporary)
        run_files(options)
        found = results(options.out)
    print(summary.text(found))
    return 1 if any(result["findings"] for result in found) else 0


if __name__ == "__main__":
    sys.exit(main())
