"""Finds the loops of C and C++ text, and what other compilers' pragmas mark, and marks them.

Works on the text, since a loop has to be marked before anything has been preprocessed: comments, literals and
directives are blanked out, and the rest is read as words and brackets. A loop whose extent cannot be found (branches
of `#if` with unbalanced brackets) is left out.
"""
import bisect
import dataclasses
import re

HIDDEN = re.compile(r"//(?:[^\n\\]|\\.|\\\n)*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.|\\\n)*\"|'(?:[^'\\\n]|\\.)*'|"
                    r"^[ \t]*#(?:[^\n\\/]|\\.|\\\n|/\*.*?\*/|//[^\n]*|/)*", re.DOTALL | re.MULTILINE)
WORKSHARING = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+(omp|acc)[ \t]+((?:[^\n\\]|\\[ \t]*\n|\\.)*)", re.MULTILINE)
OMP_LOOP = re.compile(r"(?:target[ \t]+)?(?:teams[ \t]+)?(?:distribute[ \t]+)?(?:parallel[ \t]+)?(?:for|loop)\b")
ACC_LOOP = re.compile(r"(?:parallel|kernels)[ \t]+loop\b|kernels\b|loop\b")
SCOP = re.compile(r"^[ \t]*#[ \t]*pragma[ \t]+(end)?scop\b[^\n]*", re.MULTILINE)
CLAUSE = re.compile(r"\b([a-z_]+)[ \t]*(\((?:[^()]|\([^()]*\))*\))?")


@dataclasses.dataclass
class Loop:
    line: int  # Of the `for`, from 1.
    begin: int  # Offset of the `for`.
    clauses: str = ""
    replaced: tuple[int, int] = None  # The text of a pragma that goes.
    closing: tuple[int, int] = None  # That of one behind the region, which becomes a block.


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def visible(text):
    """The text with everything that is not code as blanks."""
    return HIDDEN.sub(blank, text)


def skip_blanks(code, at):
    while at < len(code) and code[at].isspace():
        at += 1
    return at


def bracket_end(code, at):
    """Behind the bracket that closes the one at this place."""
    depth = 0
    for k in range(at, len(code)):
        if code[k] in "([{":
            depth += 1
        elif code[k] in ")]}":
            depth -= 1
            if depth == 0:
                return k + 1
    raise ValueError("unbalanced brackets")


def word_at(code, at):
    match = re.compile(r"[A-Za-z_]\w*").match(code, at)
    return match.group() if match else ""


def statement_end(code, at):
    """Behind the statement that begins here."""
    at = skip_blanks(code, at)
    word = word_at(code, at)
    if at < len(code) and code[at] == "{":
        return bracket_end(code, at)
    if word in ("for", "while", "if", "switch"):
        end = statement_end(code, bracket_end(code, code.index("(", at)))
        behind = skip_blanks(code, end)
        return statement_end(code, behind + 4) if word == "if" and word_at(code, behind) == "else" else end
    if word == "do":
        end = statement_end(code, at + 2)
        return code.index(";", bracket_end(code, code.index("(", end))) + 1
    while code[at] != ";":
        at = bracket_end(code, at) if code[at] in "([{" else at + 1
    return at + 1


class Text:
    def __init__(self, text):
        self.text, self.code = text, visible(text)
        self.newlines = [k for k, character in enumerate(text) if character == "\n"]

    def line(self, at):
        return bisect.bisect_left(self.newlines, at) + 1

    def loop(self, at, **more):
        return Loop(self.line(at), at, **more)


def outermost_loops(text):
    """Every `for` loop that stands in no other one."""
    text, loops, end = Text(text), [], 0
    for match in re.finditer(r"\bfor\b(?=\s*\()", text.code):
        if match.start() < end:
            continue
        try:
            end = statement_end(text.code, match.start())
        except (ValueError, IndexError):
            continue
        loops.append(text.loop(match.start()))
    return loops


def is_loop_directive(kind, arguments):
    pattern = OMP_LOOP if kind == "omp" else ACC_LOOP
    return pattern.match(arguments) is not None


def carried(arguments, names):
    """The clauses of these names."""
    return " ".join(match.group() for match in CLAUSE.finditer(arguments) if match.group(1) in names and match.group(2))


def worksharing_loops(text, names):
    """Every `for` loop behind a directive of OpenMP or OpenACC that shares its iterations, but for loops inside of
    such a loop."""
    text, loops, begin, end = Text(text), [], 0, 0
    for match in WORKSHARING.finditer(text.text):
        arguments = re.sub(r"\\[ \t]*\n", " ", match.group(2))
        place = skip_blanks(text.code, match.end())
        inside = begin < match.start() < end  # Branches of #if may give one loop two directives.
        if not is_loop_directive(match.group(1), arguments) or inside or word_at(text.code, place) != "for":
            continue
        try:
            end = statement_end(text.code, place)
        except (ValueError, IndexError):
            continue
        begin = place
        loops.append(text.loop(begin, clauses=carried(arguments, names), replaced=match.span()))
    return loops


def scops(text, _names):
    """What stands between `#pragma scop` and `#pragma endscop`."""
    text, regions, opening = Text(text), [], None
    for match in SCOP.finditer(text.text):
        if not match.group(1):
            opening = match
        elif opening:
            regions.append(text.loop(opening.start(), replaced=opening.span(), closing=match.span()))
            opening = None
    return regions


MODES = {"omp": worksharing_loops, "outermost": lambda text, _names: outermost_loops(text), "scop": scops}


def find_loops(text, mode, names=()):
    return MODES[mode](text, names)


def marked(text, loops):
    """The text with a pragma before each loop, and which line of it is which loop's."""
    pieces, at, lines, line = [], 0, {}, 1
    for loop in loops:
        begin, end = loop.replaced or (loop.begin, loop.begin)
        piece = text[at:begin] + "\n"
        line += piece.count("\n")
        lines[line] = loop
        between = re.sub(r"[^\n]", "", text[begin:end])
        pieces += [piece, f"#pragma gpu_tile {loop.clauses}".rstrip(), "\n", between]
        line += 1 + between.count("\n")
        at = end
        if loop.closing:
            inside = "{" + text[end:loop.closing[0]] + "}"
            pieces.append(inside)
            line += inside.count("\n")
            at = loop.closing[1]
    pieces.append(text[at:])
    return "".join(pieces), lines
