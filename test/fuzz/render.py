"""C text of generated functions: one file with many, each called by main with its values.

A program prints a line per call: function, call, and a hash of all bits that the call may
have changed. `program K` calls only the K-th function of the file.
"""
from tree import (TABLE, Access, Affine, Assign, Declare, If, Loop, Op, OPERATIONS, Raw, Switch, Text, affine_text)

PREAMBLE = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static const int fuzz_table[%d] = {%s};
static inline double fuzz_mix(double a, double b) { return a * 0.5 + b * 0.25; }
static inline int fuzz_wrap(int a) { return a %% 97; }
""" % (len(TABLE), ", ".join(str(value) for value in TABLE))

SUPPORT = """
static unsigned long long fuzz_hash;
static int fuzz_is_nan;
static unsigned fuzz_random;
static void fuzz_start(void) { fuzz_hash = 1469598103934665603ULL, fuzz_is_nan = 0, fuzz_random = 1; }
static int fuzz_draw(void) {
  fuzz_random = fuzz_random * 1664525u + 1013904223u;
  return (int)(fuzz_random >> 16 & 255);
}
static void fuzz_add(const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) fuzz_hash = (fuzz_hash ^ bytes[i]) * 1099511628211ULL;
}
static void fuzz_print(const char *name, int call) {
  printf("%s %d %016llx%s\\n", name, call, fuzz_hash, fuzz_is_nan ? " NAN" : "");
}
"""

FLOATING = ("float", "double")


def expression(node, arrays):
    if isinstance(node, Affine):
        return f"({affine_text(node)})" if len(node.terms) + bool(node.constant) > 1 else affine_text(node)
    if isinstance(node, Text):
        return node.text
    if isinstance(node, Access):
        return access(node, arrays)
    return OPERATIONS[node.kind].format(*(expression(part, arrays) for part in node.arguments))


def bound(node, arrays):
    """A bound of a loop or a subscript: no parentheses around the whole."""
    return affine_text(node) if isinstance(node, Affine) else expression(node, arrays)


def access(node, arrays):
    array = arrays[node.array]
    if array.form != "flat":
        return node.array + "".join(f"[{bound(part, arrays)}]" for part in node.subscripts)
    text = expression(node.subscripts[0], arrays)
    if array.counting == "unsigned":
        text = f"(unsigned)({text})"
    for part, extent in zip(node.subscripts[1:], array.extents[1:]):
        text = f"({text}) * {expression(extent, arrays)} + {bound(part, arrays)}"
    if array.counting == "int":
        text = f"(int)({text} + 0L)"
    return f"{node.array}[{text}]"


def block(body, arrays, indent):
    for node in body:
        yield from statement(node, arrays, indent)


def loop_head(node, arrays):
    step = {1: f"{node.iterator}++", -1: f"{node.iterator}--"}.get(
        node.step, f"{node.iterator} {'+' if node.step > 0 else '-'}= {abs(node.step)}")
    start = f"{'' if node.outside else node.type + ' '}{node.iterator} = {bound(node.start, arrays)}"
    return f"for ({start}; {node.iterator} {node.compare} {bound(node.end, arrays)}; {step})"


def statement(node, arrays, indent):
    """The lines of a statement."""
    margin = "  " * indent
    if isinstance(node, Loop):
        yield f"{margin}{loop_head(node, arrays)} {{"
        yield from block(node.body, arrays, indent + 1)
        yield margin + "}"
    elif isinstance(node, If):
        yield f"{margin}if ({expression(node.condition, arrays)}) {{"
        yield from block(node.then, arrays, indent + 1)
        if node.otherwise:
            yield margin + "} else {"
            yield from block(node.otherwise, arrays, indent + 1)
        yield margin + "}"
    elif isinstance(node, Switch):
        yield f"{margin}switch ({expression(node.selector, arrays)}) {{"
        for label, body, ends in zip(("case 0", "case 1", "default"), (node.zero, node.one, node.default), (*node.breaks, False)):
            yield f"{margin}{label}: {{"
            yield from block(body, arrays, indent + 1)
            yield margin + "}" + (" break;" if ends else "")
        yield margin + "}"
    elif isinstance(node, Assign):
        value = "" if node.operation == "++" else " " + expression(node.value, arrays)
        space = "" if node.operation == "++" else " "
        yield f"{margin}{expression(node.target, arrays)}{space}{node.operation}{value};"
    elif isinstance(node, Declare):
        yield f"{margin}{node.type} {node.name} = {expression(node.value, arrays)};"
    elif isinstance(node, Raw):
        yield margin + node.template.format(*(expression(part, arrays) for part in node.arguments))


def extents_text(array):
    return "".join(f"[{affine_text(extent)}]" for extent in array.extents)


def parameter(array):
    if array.form == "flat":
        return f"{array.type} *{array.qualifier} {array.name}".replace("*  ", "*")
    if array.qualifier and array.rank > 1:
        inner = "".join(f"[{affine_text(extent)}]" for extent in array.extents[1:])
        return f"{array.type} (*{array.qualifier} {array.name}){inner}"
    return f"{array.type} {array.name}{extents_text(array)}"


def passed(function):
    return [array for array in function.arrays if array.form != "global"]


def observed(function):
    return [scalar for scalar in function.scalars if scalar.observed]


def signature(function):
    parts = [f"{kind} {name}" for name, kind in function.parameters.items()]
    parts += [parameter(array) for array in passed(function)]
    parts += [f"{scalar.type} *out_{scalar.name}" for scalar in observed(function)]
    return f"static void {function.name}({', '.join(parts) or 'void'})"


def region_lines(region, arrays):
    yield " ".join(["#pragma gpu_tile", *region.clauses])
    if len(region.body) == 1 and isinstance(region.body[0], Loop):
        yield from statement(region.body[0], arrays, 1)
        return
    yield "  {"
    yield from block(region.body, arrays, 2)
    yield "  }"


def definition(function):
    """The lines of the function that holds the regions."""
    arrays = {array.name: array for array in function.arrays}
    for array in function.arrays:
        if array.form == "global":
            yield f"static {array.type} {array.name}{extents_text(array)};"
    yield signature(function) + " {"
    for scalar in function.scalars:
        initial = "" if scalar.initial is None else f" = {expression(scalar.initial, arrays)}"
        yield f"  {scalar.type} {scalar.name}{initial};"
    for region in function.regions:
        yield from region_lines(region, arrays)
    for scalar in observed(function):
        yield f"  *out_{scalar.name} = {scalar.name};"
    yield "}"


def size_text(array):
    return " * ".join(f"(size_t)({affine_text(extent)})" for extent in array.extents)


def element(array):
    """An initial value; in bounds where elements are subscripts."""
    if array.limit:
        return f"({array.type})(fuzz_draw() % {array.limit})"
    if array.type in FLOATING:
        return f"({array.type})((fuzz_draw() - 128) * 0.0078125)"
    return f"({array.type})(fuzz_draw() {'& 1' if array.type == '_Bool' else '% 101 - 20'})"


def prepared(array, function):
    """Statements that make and fill an array of exactly its size; `count` elements."""
    count = f"count_{array.name}"
    if array.alias:
        yield f"    {array.type} *const data_{array.name} = data_{array.alias[0]} + {array.alias[1]};"
        return
    room = [size_text(array)] + [f"{size_text(other)} + {other.alias[1]}" for other in function.arrays
                                 if other.alias and other.alias[0] == array.name]
    yield f"    const size_t {count} = {' + '.join(room)};"
    if array.form == "global":
        yield f"    {array.type} *const data_{array.name} = ({array.type} *){array.name};"
    else:
        yield f"    {array.type} *const data_{array.name} = malloc({count} * sizeof({array.type}));"
    yield f"    for (size_t e = 0; e < {count}; e++) data_{array.name}[e] = {element(array)};"


def recorded(array):
    """Statements that add an array to the hash and release it."""
    if array.alias:
        return
    data, count = f"data_{array.name}", f"count_{array.name}"
    if array.type in FLOATING:
        yield f"    for (size_t e = 0; e < {count}; e++) fuzz_is_nan |= {data}[e] != {data}[e];"
    yield f"    fuzz_add({data}, {count} * sizeof({array.type}));"
    if array.form != "global":
        yield f"    free({data});"


def handed(array):
    inner = "".join(f"[{affine_text(extent)}]" for extent in array.extents[1:])
    kind = "*" if array.form == "flat" or array.rank == 1 else f"(*){inner}"
    return f"({array.type} {kind})data_{array.name}"


def caller(function):
    """The lines of a function that calls the function with each set of values."""
    names = list(function.parameters)
    yield f"static void run_{function.name}(void) {{"
    if names:
        rows = ", ".join("{" + ", ".join(str(call[name]) for name in names) + "}" for call in function.calls)
        yield f"  static const int values[][{len(names)}] = {{{rows}}};"
    yield f"  for (int call = 0; call < {len(function.calls)}; call++) {{"
    for position, (name, kind) in enumerate(function.parameters.items()):
        yield f"    const {kind.removeprefix('const ')} {name} = ({kind})values[call][{position}];"
    yield "    fuzz_start();"
    # An array that others are aliases of has to be there before them.
    for array in sorted(function.arrays, key=lambda each: bool(each.alias)):
        yield from prepared(array, function)
    for scalar in observed(function):
        yield f"    {scalar.type} {scalar.name} = 0;"
    arguments = names + [handed(array) for array in passed(function)]
    arguments += [f"&{scalar.name}" for scalar in observed(function)]
    yield f"    {function.name}({', '.join(arguments)});"
    for scalar in observed(function):
        yield f"    fuzz_add(&{scalar.name}, sizeof {scalar.name});"
    for array in sorted(function.arrays, key=lambda each: not each.alias):
        yield from recorded(array)
    yield f'    fuzz_print("{function.name}", call);'
    yield "  }"
    yield "}"


def main_lines(functions):
    yield "int main(int argc, char **argv) {"
    yield "  const int only = argc > 1 ? atoi(argv[1]) : -1;"
    for position, function in enumerate(functions):
        yield f"  if (only < 0 || only == {position}) run_{function.name}();"
    yield "  return 0;"
    yield "}"


def program(functions):
    """Text of a file, and the first and last line of each function's definition."""
    lines = PREAMBLE.splitlines()
    spans = {}
    for function in functions:
        lines.append("")
        first = len(lines) + 1
        lines += definition(function)
        spans[function.name] = (first, len(lines))
    lines += SUPPORT.splitlines()
    for function in functions:
        lines.append("")
        lines += caller(function)
    lines.append("")
    lines += main_lines(functions)
    return "\n".join(lines) + "\n", spans
