"""Trees of C programs: what the generator makes, the reducer cuts and the renderer prints.

A Function has run-time parameters, arrays and regions; it comes with the values of its
parameters for which the program calls it. Expressions are Affine, Text, Access and Op;
statements are Loop, If, Switch, Assign, Declare and Raw.
"""
import dataclasses
from dataclasses import dataclass, field

# The table of constants of every program.
TABLE = (2, 0, 3, 1, 1, 3, 0, 2)

# Kind of operation -> its C text. MIN, MAX and the functions stand in the preamble of
# every program (see render.py).
OPERATIONS = {
    "add": "({} + {})", "sub": "({} - {})", "mul": "({} * {})", "div": "({} / {})",
    "rem": "({} % {})", "and": "({} & {})", "or": "({} | {})", "xor": "({} ^ {})",
    "shl": "({} << {})", "shr": "({} >> {})", "neg": "(- {})", "not": "(!{})", "inv": "(~{})",
    "lt": "{} < {}", "le": "{} <= {}", "gt": "{} > {}", "ge": "{} >= {}", "eq": "{} == {}",
    "ne": "{} != {}", "both": "({} && {})", "either": "({} || {})", "select": "({} ? {} : {})",
    "min": "MIN({}, {})", "max": "MAX({}, {})", "half": "({}) / 2", "third": "({}) / 3",
    "int": "(int){}", "unsigned": "(unsigned){}", "float": "(float){}", "char": "(char){}",
    "fabs": "fabs({})", "fmin": "fmin({}, {})", "fmax": "fmax({}, {})", "sqrt": "sqrt(fabs({}))",
    "mix": "fuzz_mix({}, {})", "wrap": "fuzz_wrap({})", "table": "fuzz_table[{}]",
}


@dataclass
class Affine:
    """2*i - j + 1: terms {"i": 2, "j": -1}, constant 1."""
    terms: dict = field(default_factory=dict)
    constant: int = 0


@dataclass
class Text:
    """A literal or the name of a scalar."""
    text: str


@dataclass
class Access:
    """An element of an array; subscripts are Affine, or Access for index arrays."""
    array: str
    subscripts: list


@dataclass
class Op:
    kind: str
    arguments: list


@dataclass
class Loop:
    """for (type iterator = start; iterator compare end; iterator += step)."""
    iterator: str
    type: str
    start: object
    compare: str
    end: object
    step: int
    body: list
    outside: bool = False  # The iterator is declared before the regions.


@dataclass
class If:
    condition: object
    then: list
    otherwise: list


@dataclass
class Switch:
    """switch (selector) with the cases 0 and 1, and the default, each of which may end with `break`."""
    selector: object
    zero: list
    one: list
    default: list
    breaks: tuple = (True, True)  # Of the cases.


@dataclass
class Assign:
    """operation: "=", "+=", … or "++"."""
    target: object
    operation: str
    value: object


@dataclass
class Declare:
    type: str
    name: str
    value: object


@dataclass
class Raw:
    """Text with expressions in it: what regions may not contain."""
    template: str
    arguments: list


@dataclass
class Array:
    """How an array of `rank` dimensions reaches its region.

    form: "fixed" (parameter with constant extents), "variable" (extents such as n + 3),
    "flat" (pointer with one subscript i * stride + j), "global" (static array).
    extents: Affine each, filled in when the accesses are known. index: its elements are
    subscripts below `limit` of other arrays. alias: (array, offset) that the caller passes instead.
    counting: of flat arrays, the type that subscripts are converted to: "unsigned" inside, "int" as a whole.
    """
    name: str
    type: str
    rank: int
    form: str
    extents: list = field(default_factory=list)
    limit: int = 0
    alias: tuple = ()
    qualifier: str = ""
    counting: str = ""


@dataclass
class Scalar:
    """A variable of the function: initial value or None, and whether it is read at the end."""
    name: str
    type: str
    initial: object
    observed: bool


@dataclass
class Region:
    clauses: list
    body: list


@dataclass
class Function:
    name: str
    parameters: dict  # name -> type
    calls: list  # of {parameter: value}
    arrays: list
    scalars: list
    regions: list


def children(node):
    """The nodes directly below a node, in order."""
    for entry in dataclasses.fields(node):
        value = getattr(node, entry.name)
        for item in value if isinstance(value, list) else [value]:
            if dataclasses.is_dataclass(item):
                yield item


def walk(node):
    """A node and all below it, parents first."""
    yield node
    for child in children(node):
        yield from walk(child)


def substitute(node, name, value):
    """Replaces an iterator by an affine value wherever the node uses it."""
    for part in walk(node):
        if isinstance(part, Affine) and name in part.terms:
            factor = part.terms.pop(name)
            part.constant += factor * value.constant
            for other, coefficient in value.terms.items():
                part.terms[other] = part.terms.get(other, 0) + factor * coefficient


def affine_text(value):
    """C text of an Affine."""
    text = ""
    for name, factor in value.terms.items():
        if factor:
            sign = "-" if factor < 0 else "+"
            size = "" if abs(factor) == 1 else f"{abs(factor)} * "
            text += f" {sign} {size}{name}"
    if value.constant or not text:
        text += f" {'-' if value.constant < 0 else '+'} {abs(value.constant)}"
    return text[3:] if text.startswith(" + ") else "-" + text[3:]
