#!/usr/bin/env python3
"""What gputile does with programs whose loops are marked '#pragma scop'.

usage: survey.py [options] GPUTILE FOLDER…

Takes checkouts of other polyhedral tools' tests and benchmarks (PolyBench, PPCG, pet,
Pluto). The text between '#pragma scop' and '#pragma endscop' of each C file becomes a
block under '#pragma gpu_tile', in a copy; the checkout stays as it is. Prints a line a
file and a summary: regions that are transformed and refused, by message, and the user
seconds of gputile. The exit status is 1 when a file crashes gputile, raises an
internal message, or takes longer than --limit.

Files that Clang itself does not accept (missing headers, K&R code) are counted apart.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import translation  # noqa: E402

BEGIN = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+scop\b.*$", re.MULTILINE)
END = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+endscop\b.*$", re.MULTILINE)
FLAGS = ["-std=gnu11"]


@dataclasses.dataclass
class Outcome:
    """What became of one file."""
    file: pathlib.Path
    seconds: float
    status: int
    ids: list[str]
    message: str = ""  # Of a failure.

    @property
    def invalid(self):
        return self.message == "does not compile"

    def failed(self, limit):
        return not self.invalid and (self.status not in (0, 1) or bool(translation.INTERNAL & set(self.ids)) or
                                     self.seconds > limit)


def marked(text, clauses):
    """The program with its scops as regions, or nothing when there is none."""
    text, begins = BEGIN.subn(f"#pragma gpu_tile {clauses}\n{{", text)
    text, ends = END.subn("}", text)
    return text if begins and begins == ends else None


def include_flags(source, roots):
    """The file's own folder, and folders named like headers' folders above it."""
    folders = [source.parent]
    for root in roots:
        folders += [folder for name in ("utilities", "include") for folder in root.rglob(name)
                    if folder.is_dir()]
    return [f"-I{folder}" for folder in folders]


def run(options, source, text):
    with tempfile.TemporaryDirectory(prefix="gputile-survey-") as folder:
        copy = pathlib.Path(folder) / source.name
        copy.write_text(text)
        flags = [*FLAGS, *include_flags(source, options.folders), *options.flag]
        if not translation.compiles(options.clang, copy, flags):
            return Outcome(source, 0, 1, [], "does not compile")
        command = [options.gputile, f"--output-dir={folder}/out", *options.option, str(copy), "--",
                   *translation.DIAGNOSTICS, *flags]
        status, seconds, errors = translation.translate(command, options.kill)
        return Outcome(source, seconds, status, translation.outcomes(errors), translation.failure(status, errors))


def report(outcomes, limit):
    counts = collections.Counter(name for outcome in outcomes for name in outcome.ids)
    regions = {name: count for name, count in counts.items() if name not in ("math-not-exact", "conditional-extent")}
    valid = [outcome for outcome in outcomes if not outcome.invalid]
    accepted = [outcome for outcome in valid if translation.SUCCESS & set(outcome.ids)]
    failed = [outcome for outcome in valid if outcome.failed(limit)]
    print(f"\n{len(outcomes)} files, {len(outcomes) - len(valid)} not valid C here; "
          f"{len(accepted)} with a region on the GPU; {len(failed)} failures; "
          f"{sum(outcome.seconds for outcome in valid):.1f} user s, "
          f"slowest {max((outcome.seconds for outcome in valid), default=0):.2f}")
    for name, count in sorted(regions.items(), key=lambda item: -item[1]):
        print(f"{count:5} {name}")
    for outcome in failed:
        print(f"FAILURE {outcome.file} ({outcome.seconds:.2f} s): {outcome.message}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("gputile")
    parser.add_argument("folders", nargs="+", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time; 1 for times to trust")
    parser.add_argument("--limit", type=float, default=3, help="user seconds a file may take")
    parser.add_argument("--kill", type=int, default=300, help="CPU seconds after which a file is given up")
    parser.add_argument("--clauses", default="", help="of every region")
    parser.add_argument("--option", action="append", default=[], help="of gputile, e.g. --option=--scheme=split")
    parser.add_argument("--flag", action="append", default=[], help="of the compiler, e.g. --flag=-DMINI_DATASET")
    parser.add_argument("--only", default="", help="files whose path matches this regular expression")
    options = parser.parse_args()

    programs = []
    for folder in options.folders:
        for source in sorted(folder.rglob("*.c")):
            if not re.search(options.only, str(source)):
                continue
            if text := marked(source.read_text(errors="replace"), options.clauses):
                programs.append((source, text))
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda program: run(options, *program), programs):
            outcomes.append(outcome)
            ids = " ".join(f"{count}x{name}" for name, count in collections.Counter(outcome.ids).items())
            print(f"{outcome.seconds:8.2f}  {outcome.file}: {ids or outcome.message or 'no region'}", flush=True)
    sys.exit(report(outcomes, options.limit))


if __name__ == "__main__":
    main()
