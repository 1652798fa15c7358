#!/usr/bin/env python3
"""PTX instructions per point in the inner loops of emitted kernels.

usage: ptx-cost.py [--gputile PATH] [--option=OPTION]... PROGRAM.c | FILE.cu ...
       ptx-cost.py --ptx FILE.ptx FILE.cu       (compiled before, with -lineinfo)

A program is translated by gputile (default: build/release/bin/gputile, scheme
wavefront, floats). The .cu is compiled by nvcc for sm_90. For each kernel with barriers in a
loop, the first such loop of its text is that of whole tiles. Its innermost loops in PTX
are compared with what the statements in them need themselves: an instruction for each
arithmetic operation, conversion, load and store that the statement's text has. A store
of a statement is a point; the table has, per point, instructions, the statement's own
operations and memory accesses, and the ratio. Exit status 1 when a ratio is above
--limit, 2 when something is missing.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOOP = re.compile(r"\s*for \(I(?:_\d+)? c\d+ = ")
ASSIGNMENT = re.compile(r"\s*(?:if \(.*\) )?\w+\[[^;=]*\] = .*;$")


class Problem(Exception):
    """Something is missing; the text says what."""


# --- the text of the kernels ---

def indent(line):
    return len(line) - len(line.lstrip())


def kernels_of(text):
    """{kernel name: (first, last)} of the lines of its body, counted from 1."""
    lines, found, head = text.splitlines(), {}, None
    for number, line in enumerate(lines, 1):
        if "__global__" in line:
            head = number
        elif head and line == "}":
            name = re.search(r"(\w+)\(const|(\w+)\(", " ".join(lines[head:number]))
            found[next(part for part in name.groups() if part)] = (head, number)
            head = None
    return found


def whole_tiles(lines, first, last):
    """(first, last) of the first loop over inner wavefronts, one with a barrier; None without."""
    for number in range(first, last + 1):
        line = lines[number - 1]
        if LOOP.match(line):
            end = next(n for n in range(number + 1, last + 1) if indent(lines[n - 1]) <= indent(line))
            if any("__syncthreads" in lines[n - 1] for n in range(number, end)):
                return number, end
    return None


def own_cost(line):
    """(operations, accesses) of a statement's text, without its subscripts."""
    text, depth, accesses = "", 0, 0
    previous = ""
    for character in line:
        if character == "[":
            accesses += depth == 0 and previous != "]"
            depth += 1
        elif character == "]":
            depth -= 1
        elif depth == 0:
            text += character
        previous = character
    value = text.split(" = ", 1)[1]
    operations = len(re.findall(r" [-+*/%] | [<>]=? | [!=]= | \? ", value))
    operations += len(re.findall(r"gpt_mul\(|\bsqrtf?\(|\bfmaxf?\(|\bfminf?\(|\((?:float|double|int)\)|(?<=\()-(?=\w)", value))
    return operations, accesses


def statements_in(lines, first, last):
    """{line: (operations, accesses)}"""
    return {n: own_cost(lines[n - 1]) for n in range(first, last + 1) if ASSIGNMENT.match(lines[n - 1])}


# --- PTX ---

def entries_of(ptx):
    """{mangled name: [(kind, value, line)]}: labels and instructions with their lines."""
    found, name, position = {}, None, 0
    for line in ptx.splitlines():
        text = line.split("//")[0].strip()
        if match := re.match(r"(?:\.visible |\.weak )?\.entry (\w+)", text):
            name, found[match.group(1)] = match.group(1), []
        elif name is None or not text:
            continue
        elif match := re.match(r"\.loc\s+\d+ (\d+) \d+(?:.*inlined_at \d+ (\d+) \d+)?", text):
            position = int(match.group(2) or match.group(1))
        elif match := re.match(r"(\$\w+):", text):
            found[name].append(("label", match.group(1), position))
        elif text == "}":
            name = None
        elif re.match(r"@?!?%?\w", text) and text.endswith(";") and not text.startswith("."):
            found[name].append(("instruction", text, position))
    return found


def loops_of(code):
    """[(first, last)] of the spans from a label to a branch back to it."""
    labels = {value: n for n, (kind, value, _) in enumerate(code) if kind == "label"}
    spans = {}
    for n, (kind, value, _) in enumerate(code):
        target = re.search(r"\bbra(?:\.uni)?\s+(\$\w+);", value) if kind == "instruction" else None
        if target and labels.get(target.group(1), n) < n:
            spans[labels[target.group(1)]] = max(n, spans.get(labels[target.group(1)], 0))
    return sorted(spans.items())


def is_store(kind, value):
    return kind == "instruction" and re.match(r"(?:@!?%\w+\s+)?st\.(?:shared|global)", value) is not None


def cost_of(code, tiles, statements):
    """(instructions, points, operations, accesses) of the innermost loops that store
    what the statements write, or of all instructions of those lines where the loops
    around them are unrolled."""
    loops = loops_of(code)
    chosen = set()
    for n, (kind, value, line) in enumerate(code):
        if is_store(kind, value) and line in statements:
            around = [span for span in loops if span[0] <= n <= span[1]]
            chosen.add(min(around, key=lambda span: span[1] - span[0]) if around else (0, len(code) - 1))
    instructions = points = operations = accesses = 0
    for first, last in chosen:
        body = code[first:last + 1]
        inside = [item for item in body if tiles[0] <= item[2] <= tiles[1]]
        foreign = any(is_store(kind, value) and not tiles[0] <= line <= tiles[1] for kind, value, line in body)
        instructions += sum(kind == "instruction" for kind, _, _ in (inside if foreign else body))
        for kind, value, line in body:
            if is_store(kind, value) and line in statements:
                points += 1
                operations += statements[line][0]
                accesses += statements[line][1]
    return instructions, points, operations, accesses


# --- programs ---

def find_nvcc():
    for candidate in (shutil.which("nvcc"), "/usr/local/cuda/bin/nvcc"):
        if candidate and pathlib.Path(candidate).exists():
            return candidate
    raise Problem("no nvcc in PATH or /usr/local/cuda/bin: install the CUDA toolkit")


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Problem(f"{command[0]}: status {done.returncode}\n{done.stdout}{done.stderr}")


def emit(options, source, folder):
    """The .cu of a program, and {kernel: accesses of each of its statements}."""
    if not pathlib.Path(options.gputile).exists():
        raise Problem(f"no {options.gputile}: build gputile first, or name it with --gputile")
    dump = folder / "dump.json"
    run([options.gputile, "--scheme=wavefront", *options.option, f"--output-dir={folder}", f"--dump-json={dump}",
         source, "--", "-std=c11", "-DREAL=float"])
    cuda = folder / f"{source.stem}.gputile.cu"
    if not cuda.exists():
        raise Problem(f"{source}: gputile left all regions on the CPU")
    accesses = {}
    for region in json.loads(dump.read_text())["regions"]:
        counts = {s["name"]: sum("[]" not in a["relation"] for a in s["accesses"]) for s in region.get("statements", [])}
        for kernel in region.get("kernels", []):
            accesses[kernel["name"]] = sum(counts[name] for name in kernel["statements"])
    return cuda, accesses


def rows_of(text, ptx, accesses):
    """Rows of the table, one for each kernel with inner wavefronts; the one with 32-bit indices."""
    lines, entries = text.splitlines(), entries_of(ptx)
    for name, (first, last) in kernels_of(text).items():
        tiles = whole_tiles(lines, first, last)
        code = next((code for entry, code in entries.items() if f"{len(name)}{name}IiE" in entry), None)
        if tiles is None or code is None:
            continue
        statements = statements_in(lines, *tiles)
        known = sum(own[1] for own in statements.values())
        if known > accesses.get(name, known):  # Less where a statement is in no whole tile.
            raise Problem(f"{name}: the text of whole tiles has {known} accesses, the dump {accesses[name]}")
        instructions, points, operations, memory = cost_of(code, tiles, statements)
        if points == 0:
            raise Problem(f"{name}: no store of a statement found in PTX; was it compiled with -lineinfo?")
        yield name, instructions / points, operations / points, memory / points, \
            instructions / (operations + memory)


def measure(options, source):
    with tempfile.TemporaryDirectory() as folder:
        cuda, accesses = (source, {}) if source.suffix == ".cu" else emit(options, source, pathlib.Path(folder))
        ptx = options.ptx
        if ptx is None:
            ptx = pathlib.Path(folder) / "kernels.ptx"
            run([find_nvcc(), "-std=c++17", "-O3", "-ptx", "-lineinfo", "-arch=sm_90", cuda, "-o", ptx])
        return list(rows_of(cuda.read_text(), ptx.read_text(), accesses))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gputile", default=ROOT / "build/release/bin/gputile")
    parser.add_argument("--option", action="append", default=[], help="for gputile, as --option=--false-deps=keep")
    parser.add_argument("--ptx", type=pathlib.Path)
    parser.add_argument("--limit", type=float, help="largest ratio allowed")
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    print("| kernel | instructions | operations | accesses | ratio |\n| --- | --- | --- | --- | --- |")
    above = False
    try:
        for source in options.sources:
            for name, instructions, operations, memory, ratio in measure(options, source):
                print(f"| {name} | {instructions:.1f} | {operations:.1f} | {memory:.1f} | {ratio:.2f} |", flush=True)
                above |= options.limit is not None and ratio > options.limit
    except (Problem, OSError) as problem:
        print(f"ptx-cost.py: {problem}", file=sys.stderr)
        return 2
    return 1 if above else 0


sys.exit(main())
