"""Says what is wrong with what gputile makes of generated functions.

transform() judges the tool: each region is transformed, or refused with a message at its
place, in bounded time, without a crash or an internal message, and what is written is
C. execute() judges the code: in every order of threads, with the race runtime and with
sanitizers it prints what the original program prints, compiled with sanitizers.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import tempfile
from dataclasses import dataclass, field

import process
import render

INTERNAL = ("internal-error", "verification-failed", "generated-text")
MESSAGE = re.compile(r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):\d+: (?:warning|error): (?P<text>.*?) \[(?P<id>[a-z-]+)\]", re.M)
PHASE = re.compile(r"^\S+:(\d+): \w+ +([\d.]+) ms$", re.M)
REGION_SECONDS = 2  # gputile gives up on a region after so many CPU seconds; --seconds allows for much more
PLEASE = re.compile(r"^.*(?:please report|internal error).*$", re.M)
SANITIZERS = ["-O1", "-g1", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
# GPUTILE_CPU_ORDER and GPUTILE_CPU_GRID: with few blocks in y and z, kernels are launched several times.
ORDERS = (("forward", "65535"), ("reverse", "1"), ("random:1", "65535"), ("random:2", "2"))
NOT_EQUAL = re.compile(r"[1-9]\d* differ")
CHECKED = re.compile(r"gputile: checked (\d+) region executions?, [a-z0-9 ]+(?:[;,] (\d+) fallbacks?)?")


@dataclass(frozen=True)
class Finding:
    """Something gputile does wrong. key(): the same for findings that look like one mistake."""
    kind: str
    detail: str
    function: str
    setting: object

    def key(self):
        detail = re.sub(r"'[^']*'", "'…'", self.detail)
        return f"{self.kind}: {re.sub(r'[0-9]+', '#', detail)[:100]}"


@dataclass
class Judgement:
    """Of one file under one setting."""
    outcomes: dict = field(default_factory=dict)  # function -> ["transformed" or id of the refusal, …]
    findings: list = field(default_factory=list)
    executions: int = 0
    fallbacks: int = 0

    def add(self, other):
        self.outcomes.update(other.outcomes)
        self.findings += [each for each in other.findings if each not in self.findings]
        self.executions += other.executions
        self.fallbacks += other.fallbacks


class Oracle:
    """tools: folder of gputile and gputile-run; seconds: CPU time that a file may take."""

    def __init__(self, tools, clang="clang-19", seconds=10):
        self.gputile, self.gputile_run = pathlib.Path(tools) / "gputile", pathlib.Path(tools) / "gputile-run"
        self.clang, self.seconds = clang, seconds

    # --- The tool ----------------------------------------------------------------------

    def transform(self, functions, setting):
        """A file that takes too long or crashes is halved until the function is alone."""
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            judgement, whole = self.transform_file(functions, setting, pathlib.Path(folder))
        if whole or len(functions) == 1:
            return judgement
        middle = len(functions) // 2
        halves = Judgement()
        for part in (functions[:middle], functions[middle:]):
            halves.add(self.transform(part, setting))
        # Where only the functions together crash that is a finding; time adds up.
        together = not halves.findings and judgement.findings[-1].kind != "time-out"
        return judgement if together else halves

    def transform_file(self, functions, setting, folder):
        """(judgement, whether each finding belongs to its function)"""
        text, spans = render.program(functions)
        source = folder / "in.c"
        source.write_text(text)
        allowed = self.seconds * (1 if len(functions) == 1 else 1 + len(functions) / 5)
        ended = process.run([self.gputile, *setting.options(), f"--max-seconds={REGION_SECONDS}", "--time-phases", f"--output-dir={folder / 'out'}",
                             f"--dump-json={folder / 'out.json'}", source, "--", "-std=c11"], allowed)
        judgement, name = Judgement(), functions[0].name

        def finding(kind, detail, function=name):
            judgement.findings.append(Finding(kind, detail, function, setting))
        if ended.timed_out:
            finding("time-out", f"more than {allowed:g} s, after {last_phase(ended.errors)}")
            return judgement, False
        if ended.crashed or ended.status not in (0, 1):
            finding("crash", f"status {ended.status} {crash_place(ended.errors)}")
            return judgement, False
        if source.read_text() != text or sorted(path.name for path in folder.iterdir() if path.is_file()) > ["in.c", "out.json"]:
            finding("touched", "the input or its folder is not what it was")
        for function in slow(ended.errors, spans, functions, self.seconds):
            judgement.add(self.transform([function], setting))
        messages = messages_of(ended.errors, spans, functions)
        unknown = [line for line in PLEASE.findall(ended.errors) if not MESSAGE.match(line)]
        for line in unknown[:1]:
            finding("internal", line)
        self.judge_regions(functions, folder, messages, judgement, finding)
        if ended.status == 0:
            self.judge_text(functions, text, spans, folder, judgement, finding)
            return judgement, True
        # Errors, as for a clause, keep the file from being written: the others go alone.
        wrong = {name for name, match in messages if ": error: " in match.group(0)}
        if not wrong:
            finding("silent", "status 1 without an error of gputile: " + first_line(ended.errors))
            return judgement, False
        others = [function for function in functions if function.name not in wrong]
        if others:
            judgement.add(self.transform(others, setting))
        return judgement, True

    def judge_regions(self, functions, folder, messages, judgement, finding):
        regions = collections.defaultdict(list)
        for region in json.loads((folder / "out.json").read_text())["regions"]:
            regions[region["function"]].append(region)
        located = collections.defaultdict(dict)
        for name, match in messages:
            located[name].setdefault(match["id"], match["text"])
        for function in functions:
            found = [region["reason"] or "transformed" for region in regions[function.name]]
            judgement.outcomes[function.name] = found
            if len(found) != len(function.regions):
                finding("silent", f"{len(found)} regions of {len(function.regions)} are known", function.name)
            for reason in set(found) - {"transformed"}:
                if reason not in located[function.name]:
                    finding("silent", f"refused as {reason} without a message at the place", function.name)
            for identity, text in located[function.name].items():
                if identity in INTERNAL or PLEASE.search(text):
                    finding("internal", f"{identity}: {text}", function.name)

    def judge_text(self, functions, text, spans, folder, judgement, finding):
        """What was written parses, and refused regions are in it unchanged."""
        host, cuda = folder / "out" / "in.gputile.c", folder / "out" / "in.gputile.cu"
        transformed = [each.name for each in functions if "transformed" in judgement.outcomes[each.name]]
        if not transformed:
            if host.exists() or cuda.exists():
                finding("touched", "files are written though no region was transformed")
            return
        written, lines = host.read_text(), text.splitlines()
        for function in functions:
            first, last = spans[function.name]
            if function.name not in transformed and "\n".join(lines[first - 1:last]) not in written:
                finding("touched", "the text of a refused region is changed", function.name)
        ended = process.run([self.clang, "-std=c11", "-w", "-fsyntax-only", "-iquote", folder, host], 60)
        if ended.status:
            finding("unparsable", first_error(ended.errors), whose(ended.errors, transformed))

    # --- The code ----------------------------------------------------------------------

    def suitable(self, functions):
        """The functions that are defined C, do not make a NaN and end soon; their output."""
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            program = self.build_plain(functions, pathlib.Path(folder))
            expected, kept = {}, []
            for position, function in enumerate(functions):
                ended = process.run([program, position], 20, {"ASAN_OPTIONS": "detect_leaks=0"})
                if ended.status == 0 and not ended.timed_out and " NAN" not in ended.output:
                    expected[function.name] = ended.output
                    kept.append(function)
        return kept, expected

    def build_plain(self, functions, folder):
        source = folder / "plain.c"
        source.write_text(render.program(functions)[0])
        ended = process.run([self.clang, "-std=c11", "-w", *SANITIZERS, source, "-o", folder / "plain", "-lm"], 120)
        if ended.status:
            raise RuntimeError("the generator made a program that is not C:\n" + ended.errors)
        return folder / "plain"

    def execute(self, functions, expected, setting, variant):
        """Runs functions with transformed regions. variant: "orders", "race" or "asan"."""
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            return self.execute_in(functions, expected, setting, variant, pathlib.Path(folder))

    def execute_in(self, functions, expected, setting, variant, folder):
        judgement = Judgement()
        source = folder / "in.c"
        source.write_text(render.program(functions)[0])
        extra = [f"--{variant}"] * (variant in ("race", "asan"))
        ended = process.run([self.gputile_run, "--backend=cpu", "--check", "--keep", *extra, *setting.options(), source,
                             "--", "-std=c11", "-w"], 300, {"TMPDIR": str(folder), "ASAN_OPTIONS": "detect_leaks=0"})
        kept = sorted(folder.glob("gputile-run*"))
        programs = kept[0] if kept else folder
        if ended.status == 0 and "SAME:" in ended.errors:
            self.count(ended.errors, judgement)
        if not (programs / "tiled").exists() and ended.status not in (0, 65, 66, 67):
            if len(functions) > 1:
                for function in functions:
                    judgement.add(self.execute([function], expected, setting, variant))
            else:
                judgement.findings.append(Finding("build", first_error(ended.errors), functions[0].name, setting))
            return judgement
        whole = "".join(expected[function.name] for function in functions)
        for order in ORDERS if variant == "orders" else ORDERS[2:3]:
            if self.problem(programs, [], whole, order):
                self.locate(functions, expected, setting, programs, order, judgement)
                break
        if ended.status and not judgement.findings:
            detail = f"status {ended.status} {first_line(ended.errors)}"
            judgement.findings.append(Finding("execution", detail, functions[0].name, setting))
        return judgement

    def count(self, errors, judgement):
        for executions, fallbacks in CHECKED.findall(errors):
            judgement.executions += int(executions)
            judgement.fallbacks += int(fallbacks or 0)

    def locate(self, functions, expected, setting, programs, order, judgement):
        """Which functions of a file go wrong."""
        for position, function in enumerate(functions):
            problem = self.problem(programs, [position], expected[function.name], order)
            if problem:
                judgement.findings.append(Finding(*problem, function.name, setting))
        if not judgement.findings:
            problem = self.problem(programs, [], "".join(expected[each.name] for each in functions), order)
            if problem:
                judgement.findings.append(Finding(*problem, functions[0].name, setting))

    def problem(self, programs, arguments, expected, order):
        """(kind, detail) of what the checking or the transformed program does wrong, or None."""
        environment = {"GPUTILE_CPU_ORDER": order[0], "GPUTILE_CPU_GRID": order[1], "ASAN_OPTIONS": "detect_leaks=0"}
        for name in ("checked", "tiled"):
            if not (programs / name).exists():
                continue
            ended = process.run([programs / name, *arguments], 120, environment)
            text = first_line("\n".join(line for line in ended.errors.splitlines() if "error" in line or "differ" in line))
            if ended.timed_out:
                return "hang", name
            if ended.status == 66:
                return ("race" if "gputile-race" in ended.errors else "mistake"), f"{name}: {text}"
            if "AddressSanitizer" in ended.errors or "runtime error" in ended.errors:
                return "sanitizer", f"{name}: {text}"
            if ended.status == 65 or NOT_EQUAL.search(ended.errors) or (ended.status == 0 and ended.output != expected):
                return "wrong value", f"{name} in order {order[0]}: {text}"
            if ended.status:
                return "died", f"{name}: status {ended.status} {text}"
        return None


def messages_of(errors, spans, functions):
    """Yields (function, match) for the messages at a place in one of the functions."""
    names = [function.name for function in functions]
    made = []
    for match in MESSAGE.finditer(errors):
        line = int(match["line"])
        made += [(name, match) for name in names if spans[name][0] <= line <= spans[name][1]]
    return made


def crash_place(errors):
    """The innermost function of gputile that a stack trace names."""
    found = re.search(r"\bgputile::[\w:~]+", errors)
    return found.group(0) if found else ""


def slow(errors, spans, functions, seconds):
    """Functions among several whose phases took longer than that, by the clock."""
    times = collections.Counter()
    for line, milliseconds in PHASE.findall(errors):
        for name, (first, last) in spans.items():
            if first <= int(line) <= last:
                times[name] += float(milliseconds) / 1000
    return [each for each in functions if len(functions) > 1 and times[each.name] > seconds]


def last_phase(errors):
    """The last phase that --time-phases printed."""
    found = re.findall(r"^\S+:\d+: (\w+) +[\d.]+ ms$", errors, re.M)
    return found[-1] if found else "the start"


def first_line(text):
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def first_error(text):
    found = re.search(r"^.*error: (.*)$", text, re.M)
    return found.group(1) if found else first_line(text)


def whose(errors, names):
    """The function that an error of the compiler names, or the first."""
    return next((name for name in names if re.search(rf"\b{name}\b", errors)), names[0])
