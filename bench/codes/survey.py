#!/usr/bin/env python3
"""What gputile does with the loops of codes that were not written for it.

usage: survey.py [options] GPUTILE CODE=CHECKOUT…

CODE is a name in codes.json beside this script, which says where that code's sources lie, how they are compiled,
and which loops are looked at; CHECKOUT is the folder of a copy that you have. The checkout stays as it is: all
happens in a copy. In it each loop gets a '#pragma gpu_tile':

  omp        the loops behind directives of OpenMP and OpenACC that share iterations; the directives go
  outermost  every loop that stands in no other loop
  scop       what stands between '#pragma scop' and '#pragma endscop', as PPCG and Pluto take it

A line a loop says what became of it and why; tables count loops by file and by cause. With --run programs are built as
they are and with the plugin, and run on the emulated GPU; what they print has to be the same, but for lines that
hold times. The exit status is 1 when a file crashes gputile or raises an internal message, or an output differs.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import loops  # noqa: E402
import programs  # noqa: E402
import translation  # noqa: E402

SECONDS = re.compile(r"^(.*):(\d+): [a-z]+ +([\d.]+) ms$", re.MULTILINE)
BEGIN, END = "<!-- tables of bench/codes/survey.py -->", "<!-- end of tables -->"
PREFIX = "region left on the CPU: "


@dataclasses.dataclass
class Answer:
    """What became of one loop."""
    code: str
    file: str
    line: int
    function: str
    cause: str  # None: it runs on the GPU.
    message: str
    kernels: int
    seconds: float
    launches: int = None
    marked: int = 0  # The line of its pragma in the copy.


@dataclasses.dataclass
class FileResult:
    code: str
    file: str
    seconds: float = 0
    problem: str = ""
    answers: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Code:
    """A code's description, and the copy that is worked on."""
    name: str
    about: dict
    folder: pathlib.Path

    def flags(self, source):
        """Of the compiler, for one file."""
        language = self.about.get("c++" if source.suffix != ".c" else "c", [])
        own = [flag for pattern, flags in self.about.get("flags of", {}).items()
               if re.search(pattern, str(source.relative_to(self.folder))) for flag in flags]
        return [flag.replace("{code}", str(self.folder)).replace("{bench}", str(HERE))
                for flag in [*self.about.get("flags", []), *language, *own]] + [f"-I{source.parent}"]

    def sources(self, only):
        skip = self.about.get("skip", "^$")
        found = {source for pattern in self.about["sources"] for source in self.folder.glob(pattern)}
        names = {source: str(source.relative_to(self.folder)) for source in found}
        return sorted(source for source, name in names.items()
                      if not re.search(skip, name) and re.search(only, name))


def copied(name, checkout, folder):
    """A copy of the checkout, with the files that the code makes itself."""
    about = json.loads((HERE / "codes.json").read_text())[name]
    copy = pathlib.Path(folder) / name
    shutil.copytree(checkout, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    for command in about.get("prepare", []):
        subprocess.run(command, shell=True, check=True, cwd=copy, stdout=subprocess.DEVNULL)
    return Code(name, about, copy)


def messages_of(errors, regions):
    """The message about each region; they come in the order of the regions."""
    found, at = [], 0
    texts = [(first or second, text) for text, first, second in translation.OUTCOME.findall(errors)]
    for region in regions:
        wanted = region["reason"] or "region-transformed"
        k = next((k for k in range(at, len(texts)) if texts[k][0] == wanted), None)
        found.append(texts[k][1].removeprefix(PREFIX) if k is not None and region["reason"] else "")
        at = at if k is None else k + 1
    return found


def survey_file(options, code, source):
    """Marks the loops of the file in place, and translates them."""
    name = str(source.relative_to(code.folder))
    text = source.read_text(errors="surrogateescape")
    found = loops.find_loops(text, options.mode or code.about["mode"], options.carry.split(","))
    result = FileResult(code.name, name)
    if not found:
        return result
    flags = [*code.flags(source), *options.flag]
    if not translation.compiles(options.clang, source, flags):
        result.problem = "does not compile"
        return result
    marked, lines = loops.marked(text, found)
    source.write_text(marked, errors="surrogateescape")
    with tempfile.TemporaryDirectory(prefix="gputile-survey-") as folder:
        output = pathlib.Path(folder) / "out.json"
        command = [options.gputile, f"--output-dir={folder}/out", f"--dump-json={output}", "--time-phases", *options.option,
                   str(source), "--", *translation.DIAGNOSTICS, *flags]
        status, result.seconds, errors = translation.translate(command, options.kill)
        result.problem = translation.failure(status, errors)
        regions = json.loads(output.read_text())["regions"] if output.exists() else []
    times = collections.Counter()
    for file, line, milliseconds in SECONDS.findall(errors):
        times[int(line)] += float(milliseconds) / 1000
    for region, message in zip(regions, messages_of(errors, regions)):
        if loop := lines.get(region["line"]):
            result.answers.append(Answer(code.name, name, loop.line, region["function"], region["reason"], message,
                                         len(region.get("kernels", [])), times[region["line"]],
                                         marked=region["line"]))
    if status != 0 and not result.problem:
        result.problem = (errors.strip().splitlines() or ["no answer"])[-1]
    return result


def percent(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "–"


def row(cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def table(header, rows):
    return "\n".join([row(header), row("---" for _ in header), *map(row, rows)])


def loop_table(answers):
    return table(["loop", "answer", "cause", "kernels", "launches", "s"],
                 [[f"{a.file}:{a.line} {a.function}", "CPU" if a.cause else "GPU",
                   f"{a.cause}: {a.message}" if a.cause else "", a.kernels or "",
                   "" if a.launches is None else a.launches, f"{a.seconds:.2f}"] for a in answers])


def file_table(results):
    def line(name, of):
        answers = [answer for result in of for answer in result.answers]
        accepted = sum(not answer.cause for answer in answers)
        return [name, len(answers), accepted, percent(accepted, len(answers)), f"{sum(r.seconds for r in of):.1f}",
                ", ".join(f"{count} {cause}" for cause, count in
                          collections.Counter(a.cause for a in answers if a.cause).most_common())]
    rows, codes = [], dict.fromkeys(result.code for result in results)
    for code in codes:
        of = [result for result in results if result.code == code and result.answers]
        rows += [line(f"{code}: {result.file}", [result]) for result in of]
        rows.append(line(f"**{code}**", of))
    if len(codes) > 1:
        rows.append(line("**all**", results))
    return table(["file", "loops", "on the GPU", "", "user s", "causes of refusals"], rows)


def general(message):
    """The message without the user's names and numbers."""
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'", "'…'", message))


def cause_table(answers):
    refused = [answer for answer in answers if answer.cause]
    kinds = collections.Counter((answer.cause, general(answer.message)) for answer in refused)
    examples = {}
    for answer in refused:
        examples.setdefault((answer.cause, general(answer.message)), []).append(answer)
    return table(["loops", "cause", "message", "for example", "in"],
                 [[count, kind[0], kind[1], f"{examples[kind][0].file}:{examples[kind][0].line}: {examples[kind][0].message}",
                   ", ".join(dict.fromkeys(a.file.split("/")[-1] for a in examples[kind]))]
                  for kind, count in kinds.most_common()])


def replace_tables(page, tables):
    """Puts the tables into the page, in place of the old ones."""
    text = page.read_text()
    before, rest = text.split(BEGIN, 1)
    page.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{rest.split(END, 1)[1]}")


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("gputile")
    parser.add_argument("codes", nargs="+", metavar="CODE=CHECKOUT")
    parser.add_argument("--mode", choices=list(loops.MODES), help="instead of the code's own")
    parser.add_argument("--run", action="store_true", help="the programs, on the emulated GPU, too")
    parser.add_argument("--lib", help="with --run: the folder of libgputile.so and the run-time library")
    parser.add_argument("--carry", default="", help="clauses of OpenMP that regions keep, e.g. private,reduction")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--jobs", type=int, default=1, help="files at a time; 1 for times to trust")
    parser.add_argument("--kill", type=int, default=300, help="CPU seconds after which a file or a program is given up")
    parser.add_argument("--option", action="append", default=[], help="of gputile, e.g. --option=--scheme=split")
    parser.add_argument("--flag", action="append", default=[], help="of the compiler")
    parser.add_argument("--only", default="", help="files whose path matches this regular expression")
    parser.add_argument("--page", help="also put the tables into this page, docs/coverage.md")
    parser.add_argument("--no-loops", action="store_true", help="leave out the table of all loops")
    options = parser.parse_args()
    options.lib = pathlib.Path(options.lib or pathlib.Path(options.gputile).resolve().parent.parent / "lib").resolve()
    return options


def main():
    options = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="gputile-codes-") as folder:
        codes = [copied(*argument.split("=", 1), folder) for argument in options.codes]
        runs = programs.Programs(options, codes, folder) if options.run else None
        files = [(code, source) for code in codes for source in code.sources(options.only)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda file: survey_file(options, *file), files))
        outputs = runs.compare() if runs else []
    answers = [answer for result in results for answer in result.answers]
    for answer in answers:
        counts = [output.launches.get((answer.file, answer.marked)) for output in outputs if output.code == answer.code]
        answer.launches = sum(filter(None, counts)) if any(counts) else None
    tables = "## Files\n\n" + file_table(results) + "\n\n## Causes\n\n" + cause_table(answers)
    if outputs:
        tables += "\n\n## Programs\n\n" + programs.output_table(outputs, table)
    if not options.no_loops:
        print("## Loops\n\n" + loop_table(answers) + "\n")
    print(tables)
    if options.page:
        replace_tables(pathlib.Path(options.page), tables)
    problems = [result for result in results if result.problem]
    for result in problems:
        print(f"\n{result.code}: {result.file}: {result.problem}")
    bad = [result for result in problems if result.problem != "does not compile"]
    sys.exit(1 if bad or any(output.wrong for output in outputs) else 0)


if __name__ == "__main__":
    main()
