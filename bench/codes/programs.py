"""Programs of the surveyed codes, as they are and with their regions on the emulated GPU."""
import dataclasses
import difflib
import os
import pathlib
import re
import subprocess

import translation

PROFILE = re.compile(r"^ *(\d+) +(\d+) +(\d+) +(\d+) +\S+ +\S+ +\S+ +\S+ +\S+ +(\d+) +\S+ \((.*):(\d+)\)$", re.MULTILINE)
FLAGS = ["-O1", "-ffp-contract=off", "-w"]
CLANG_FLAGS = ["-Wno-everything"]


@dataclasses.dataclass
class Run:
    """What one build of a program did."""
    problem: str = ""
    lines: list = dataclasses.field(default_factory=list)
    errors: str = ""


@dataclasses.dataclass
class Output:
    """A program's two runs, compared."""
    code: str
    name: str
    answer: str
    wrong: bool
    calls: int = 0
    device: int = 0
    launches: dict = dataclasses.field(default_factory=dict)  # By (file, line in the marked copy).


@dataclasses.dataclass
class Program:
    code: object
    about: dict

    @property
    def name(self):
        return self.about["name"]

    def sources(self):
        return [source for pattern in self.about["sources"] for source in sorted(self.code.folder.glob(pattern))]

    def is_surveyed(self, source):
        return source in self.code.sources("")

    def volatile(self):
        """The parts of lines that differ from run to run."""
        return re.compile(self.about.get("volatile", self.code.about.get("volatile", "^$")))


def programs_of(code):
    """As its description lists them; "each source" is a program where it says so."""
    programs = code.about.get("programs", [])
    if programs != "each source":
        return programs
    return [{"name": source.stem, "sources": [str(source.relative_to(code.folder))]} for source in code.sources("")]


class Programs:
    """All programs of the codes; made before loops are marked, as it builds the originals first."""

    def __init__(self, options, codes, folder):
        self.options, self.folder = options, pathlib.Path(folder) / "programs"
        self.programs = [Program(code, about) for code in codes for about in programs_of(code)
                         if re.search(options.only, " ".join(about["sources"]))]
        self.originals = [self.build_and_run(program, False) for program in self.programs]

    def compare(self):
        return [self.compared(program, original, self.build_and_run(program, True))
                for program, original in zip(self.programs, self.originals)]

    def build_and_run(self, program, marked):
        folder = self.folder / program.code.name / f"{program.name}-{'marked' if marked else 'original'}"
        folder.mkdir(parents=True)
        if problem := self.build(program, marked, folder):
            return Run(problem)
        return self.run(program, folder, {"GPUTILE_BACKEND": "cpu", "GPUTILE_PROFILE": "1"} if marked else {})

    def build(self, program, marked, folder):
        """Compiles and links; returns what failed."""
        objects, library = [], self.options.lib
        for number, source in enumerate(program.sources()):
            fortran = source.suffix in (".f90", ".f")
            compiler = "gfortran" if fortran else self.options.clang
            plugin = [f"-fplugin={library}/libgputile.so"] if marked and program.is_surveyed(source) else []
            flags = [] if fortran else [*CLANG_FLAGS, *program.code.flags(source), *self.options.flag]
            objects.append(str(folder / f"{number}.o"))
            command = [compiler, *FLAGS, *flags, *program.about.get("flags", []), *plugin, "-c", str(source), "-o", objects[-1]]
            status, _, errors = self.command(command, folder)
            if status != 0:
                return f"{source.name} does not compile: {(errors.strip().splitlines() or [''])[0]}"
        linker = program.about.get("linker", self.options.clang)
        run_time = [f"-L{library}", f"-Wl,-rpath,{library}", "-lgputile_rt"] if marked else []
        status, _, errors = self.command([linker, *objects, "-o", str(folder / "program"), *run_time,
                                          *program.about.get("libs", ["-lm"])], folder)
        return "" if status == 0 else f"does not link: {(errors.strip().splitlines() or [''])[0]}"

    def command(self, command, folder, **environment):
        done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, **environment},
                              stdin=subprocess.DEVNULL, preexec_fn=lambda: translation.limits(self.options.kill))
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")

    def run(self, program, folder, environment):
        for name, text in program.about.get("files", {}).items():
            (folder / name).write_text(text)
        for command in program.about.get("before", []):
            subprocess.run(command, shell=True, check=True, cwd=folder)
        arguments = [argument.replace("{code}", str(program.code.folder)) for argument in program.about.get("arguments", [])]
        status, output, errors = self.command(["./program", *arguments], folder, **environment)
        for name in program.about.get("outputs", []):
            output += (folder / name).read_text(errors="replace") if (folder / name).exists() else ""
        lines = [program.volatile().sub("", line) for line in output.splitlines()]
        return Run(f"ended with status {status}" if status != program.about.get("status", 0) else "", lines, errors)

    def compared(self, program, original, marked):
        if original.problem:
            return Output(program.code.name, program.name, f"the original {original.problem}", False)
        if marked.problem:
            return Output(program.code.name, program.name, marked.problem, True)
        output = Output(program.code.name, program.name, "", False)
        names = {source.name: str(source.relative_to(program.code.folder)) for source in program.sources()}
        for calls, device, _, _, launches, file, line in PROFILE.findall(marked.errors):
            output.calls += int(calls)
            output.device += int(device)
            output.launches[names.get(pathlib.Path(file).name, file), int(line)] = int(launches)
        output.wrong = original.lines != marked.lines
        output.answer = verdict(original.lines, marked.lines, output.device)
        return output


def verdict(original, marked, device):
    """What the lines of the two runs say, where so many calls of regions ran on the device."""
    if original != marked:
        first = next((line for line in difflib.unified_diff(original, marked, lineterm="", n=0)
                      if line[:1] == "+" and line[:3] != "+++"), "lines are missing")
        return f"differs: {first}"
    return "same output" if device else "nothing on the GPU"


def output_table(outputs, table):
    return table(["program", "output", "calls of regions", "on the device", "launches"],
                 [[f"{o.code}: {o.name}", o.answer, o.calls, o.device, sum(o.launches.values())] for o in outputs])
