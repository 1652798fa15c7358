"""Random C functions with marked regions: everything docs/language.md names, and what it refuses.

function(seed, index) is the same function on every machine. It is meant to have defined
behaviour: subscripts stay inside of the arrays whatever the data, integers stay small,
values are assigned before they are read. The oracle compiles each program with sanitizers
all the same and drops those that break this rule.
"""
import random

import bounds
import stencils
from tree import (TABLE, Access, Affine, Array, Assign, Declare, Function, If, Loop, Op, Raw, Region, Scalar, Switch, Text)

FLOATING = ("double", "float")
INTEGRAL = ("int", "unsigned", "long", "char", "short", "unsigned char", "long long", "_Bool")
# 0, 1 and negative values; below, at and above a warp, a tile and several tiles.
SIZES = {1: (-3, 0, 1, 2, 7, 31, 32, 33, 64, 100, 128, 200, 256),
         2: (-1, 0, 1, 2, 5, 16, 31, 32, 33, 40, 64, 65),
         3: (0, 1, 2, 4, 7, 8, 16, 17, 32),
         4: (0, 1, 2, 3, 4, 8, 9)}
MODES = (0, 1, 1, 2, 3)  # Of a parameter that conditions compare with constants.
WORK = 40000  # statements that one call may execute
PARAMETER_TYPES = ("int", "int", "int", "long", "short", "const int", "unsigned", "long long")


class Generator:
    """Makes one function."""

    def __init__(self, seed, index, attempt):
        self.random = random.Random(f"{seed}:{index}:{attempt}")
        self.name = f"f{seed}_{index}"
        self.depth = self.random.choice((1, 2, 2, 2, 3, 3, 4))
        self.parameters, self.arrays, self.scalars = {}, [], []
        self.names = 0
        self.readable = []  # Scalars that have a value here.
        self.small = set()  # Iterators that are indices of the table.
        self.budget = self.random.randint(1, 7)
        self.constant_sizes = self.random.random() < 0.35
        self.sizes = []
        self.mode = None

    def chance(self, probability):
        return self.random.random() < probability

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # --- Sizes, arrays, scalars -----------------------------------------------------

    def make_sizes(self):
        for name in ("n", "m", "p")[:self.random.choice((1, 1, 2, 2, 3))]:
            if self.constant_sizes and self.chance(0.8):
                self.sizes.append(Affine({}, self.constant_size()))
            else:
                self.parameters[name] = self.random.choice(PARAMETER_TYPES)
                self.sizes.append(Affine({name: 1}))

        if self.chance(0.25):
            self.mode = "mode"
            self.parameters[self.mode] = self.random.choice(PARAMETER_TYPES)

    def size_names(self):
        return [name for name in self.parameters if name != self.mode]

    def constant_size(self):
        """Mostly one for which loops run."""
        least = 1 if self.chance(0.1) else 4
        return self.random.choice([size for size in SIZES[self.depth] if size >= least])

    def size(self):
        chosen = self.random.choice(self.sizes)
        return Affine(dict(chosen.terms), chosen.constant)

    def make_calls(self):
        if not self.parameters:
            return [{}]
        calls = []
        for _ in range(4):
            # The first call is one in which most loops run.
            sizes = [size for size in SIZES[self.depth] if calls or size >= 4]
            call = {name: self.random.choice(MODES if name == self.mode else sizes) for name in self.parameters}
            if call not in calls:
                calls.append(call)
        return calls

    def make_array(self, rank, kind=None, form=None):
        kind = kind or self.random.choice(FLOATING * 3 + INTEGRAL)
        form = form or self.random.choice(("fixed", "variable", "variable", "flat", "global"))
        # Global arrays of all functions of a file are in one scope.
        array = Array(self.fresh(f"{self.name}_A" if form == "global" else "A"), kind, rank, form)
        if self.chance(0.2) and form != "global":
            array.qualifier = "restrict"
        if form == "flat" and self.chance(0.4):
            array.counting = self.random.choice(("unsigned", "int"))
        self.arrays.append(array)
        return array

    def make_arrays(self):
        for _ in range(self.random.choice((1, 2, 2, 3, 4))):
            self.make_array(self.random.choice((1, min(self.depth, 3), min(self.depth, 3), 2)))
        if self.chance(0.12):
            self.make_array(1, self.random.choice(("int", "long", "unsigned char"))).limit = self.random.choice((5, 32, 60))

    def make_scalars(self):
        """Variables of the function: temporaries, sums, last values, inputs."""
        for _ in range(self.random.choice((0, 0, 1, 1, 2))):
            kind = self.random.choice(FLOATING * 2 + ("int", "unsigned", "long"))
            with_value = self.chance(0.7)
            initial = Text(self.random.choice(("0", "1", "3"))) if with_value else None
            scalar = Scalar(self.fresh("s"), kind, initial, with_value and self.chance(0.5))
            self.scalars.append(scalar)
            if with_value:
                self.readable.append((scalar.name, kind))

    # --- Expressions ----------------------------------------------------------------

    def subscript(self, iterators):
        """Affine in the iterators; bounds.shift_subscripts adds what keeps it inside."""
        if not iterators or self.chance(0.06):
            return Affine({}, self.random.randint(0, 2))
        name = self.random.choice(iterators)
        form = self.random.random()
        if name in self.small and form < 0.6:
            return Op("table", [Affine({name: 1})])
        if form < 0.5:
            return Affine({name: 1})
        if form < 0.8:
            return Affine({name: 1}, self.random.choice((-2, -1, -1, 1, 1, 2)))
        if form < 0.82 and self.size_names():
            return Affine({name: 1, self.random.choice(self.size_names()): self.random.choice((1, -1))})
        if form < 0.85:
            return Affine({name: self.random.choice((2, 3))}, self.random.choice((0, 1)))
        if form < 0.92:
            end = self.size()
            end.terms[name] = end.terms.get(name, 0) - 1
            end.constant -= 1
            return end
        other = self.random.choice(iterators)
        terms = {name: 1}
        terms[other] = terms.get(other, 0) + self.random.choice((1, -1))
        return Affine(terms)

    def access(self, iterators, array=None, writing=False):
        choices = [each for each in self.arrays if not (writing and each.limit)]
        array = array or self.random.choice(choices)
        # Straight subscripts most of the time: every dimension has an iterator of its own.
        straight = self.random.sample(iterators, len(iterators)) if self.chance(0.3) else list(iterators)
        subscripts = []
        for dimension in range(array.rank):
            if dimension < len(straight) and self.chance(0.75):
                subscripts.append(Affine({straight[dimension]: 1}, self.random.choice((0, 0, 0, 0, -1, 1))))
            else:
                subscripts.append(self.subscript(iterators))
        if not writing and not array.limit:
            self.make_indirect(subscripts, iterators)
        return Access(array.name, subscripts)

    def make_indirect(self, subscripts, iterators):
        tables = [each for each in self.arrays if each.limit]
        if tables and self.chance(0.3):
            table = self.random.choice(tables)
            subscripts[self.random.randrange(len(subscripts))] = Access(table.name, [self.subscript(iterators)])

    def type_of(self, access):
        return next(array.type for array in self.arrays if array.name == access.array)

    def leaf(self, iterators, floating):
        """A small value."""
        form = self.random.random()
        if form < 0.6:
            access = self.access(iterators)
            return self.narrowed(access, self.type_of(access), floating)
        if form < 0.72 and self.readable:
            name, kind = self.random.choice(self.readable)
            return self.narrowed(Text(name), kind, floating)
        if form < 0.85 and iterators:
            factor = Text("0.0625") if floating else Text("3")
            return Op("mul", [self.affine(iterators), factor])
        return Text(self.random.choice(("0.5", "1.25f", "-2", "3", "0.1") if floating else ("1", "7", "-5", "100", "'a'", "2u")))

    def narrowed(self, node, kind, floating):
        if kind in FLOATING:
            return node if floating else Op("int", [Op("fmax", [Text("-100"), Op("fmin", [node, Text("100")])])])
        if floating:
            return Op("mul", [node, Text("0.03125")])
        return node if kind in ("char", "short", "unsigned char", "_Bool") else Op("rem", [node, Text("251")])

    def affine(self, iterators):
        return Affine({self.random.choice(iterators): 1}, self.random.choice((0, 0, 1, -2)))

    def floating(self, iterators, depth):
        """Sums whose factors keep values from growing without bound."""
        if depth == 0 or self.chance(0.25):
            return self.leaf(iterators, True)
        kind = self.random.choice(("add", "add", "sub", "mul", "mul", "fmin", "fmax", "mix", "select", "fabs", "sqrt", "div",
                                   "float", "neg"))
        first = self.floating(iterators, depth - 1)
        if kind in ("fabs", "sqrt", "float", "neg"):
            return Op(kind, [first])
        if kind == "mul":
            return Op("mul", [first, Text(self.random.choice(("0.5", "0.25f", "-0.125", "0.3")))])
        if kind == "div":
            return Op("div", [first, Op("add", [Text("1.5"), Op("fabs", [self.leaf(iterators, True)])])])
        if kind == "select":
            return Op("select", [self.data_condition(iterators), first, self.floating(iterators, depth - 1)])
        second = self.floating(iterators, depth - 1)
        return Op(kind, [first, second]) if kind != "add" else Op("mul", [Op("add", [first, second]), Text("0.5")])

    def integral(self, iterators, depth):
        if depth == 0 or self.chance(0.25):
            return self.leaf(iterators, False)
        kind = self.random.choice(("add", "sub", "mul", "and", "or", "xor", "shl", "shr", "rem", "div", "min", "max", "select",
                                   "wrap", "not", "inv", "unsigned", "char"))
        first = self.integral(iterators, depth - 1)
        if kind in ("wrap", "not", "inv", "char", "unsigned"):
            return Op(kind, [first])
        second = self.integral(iterators, depth - 1)
        if kind in ("shl", "shr"):
            return Op(kind, [Op("unsigned", [first]), Op("and", [second, Text("7")])])
        if kind in ("rem", "div"):
            return Op(kind, [first, Op("add", [Op("and", [second, Text("15")]), Text("1")])])
        if kind == "mul":
            return Op("rem", [Op("mul", [Op("rem", [first, Text("1009")]), Op("rem", [second, Text("1009")])]), Text("997")])
        if kind == "select":
            return Op("select", [self.data_condition(iterators), first, second])
        return Op(kind, [Op("rem", [first, Text("10007")]), Op("rem", [second, Text("10007")])])

    def value(self, kind, iterators):
        depth = self.random.choice((0, 1, 1, 2, 3))
        if kind in FLOATING:
            return self.floating(iterators, depth)
        return Op("rem", [self.integral(iterators, depth), Text("1021")])

    def data_condition(self, iterators):
        floating = self.chance(0.5)
        kind = self.random.choice(("lt", "gt", "le", "ne", "eq"))
        return Op(kind, [self.leaf(iterators, floating), Text(self.random.choice(("0", "0.25", "3")) if floating else "3")])

    def affine_condition(self, iterators):
        form = self.random.random()
        small = [name for name in iterators if name in self.small]
        first = Op("table", [Affine({self.random.choice(small): 1})]) if small and form > 0.7 else self.affine(iterators)
        if form < 0.25:
            divisor = self.random.choice((2, 3, 4, 5))
            return Op("eq", [Op("rem", [first, Text(str(divisor))]), Text(str(self.random.randrange(divisor)))])
        other = self.affine(iterators) if self.chance(0.5) else self.size()
        if form < 0.3:
            return Op("ne", [first, first])
        return Op(self.random.choice(("lt", "le", "gt", "ge", "eq", "ne")), [first, other])

    def mode_condition(self):
        kind = self.random.choice(("eq", "ne", "ne", "lt", "ge"))
        return Op(kind, [Affine({self.mode: 1}), Affine({}, self.random.choice(MODES))])

    def one_iteration(self, iterators):
        return Op("eq", [Affine({self.random.choice(iterators): 1}), Affine({}, self.random.randrange(4))])

    def condition(self, iterators):
        if self.mode and self.chance(0.35):
            return self.mode_condition()
        if iterators and self.chance(0.15):
            return self.one_iteration(iterators)
        if iterators and self.chance(0.6):
            first = self.affine_condition(iterators)
            if self.chance(0.25):
                return Op(self.random.choice(("both", "either")), [first, self.condition(iterators)])
            return first
        return self.data_condition(iterators)

    # --- Statements -----------------------------------------------------------------

    def tiles(self, iterators, depth):
        """A loop over tiles, with loops over their points inside, perhaps of two iterators."""
        known = list(self.readable)
        outer, inner = [], []
        for _ in range(2 if depth > 1 and self.chance(0.5) else 1):
            size, tile, point = self.random.choice((2, 3, 4, 8, 32)), self.fresh("i"), self.fresh("i")
            start, end = Affine({}, self.random.choice((0, 0, 1))), self.size()
            last = Op("min", [Affine({tile: 1}, size), Affine(dict(end.terms), end.constant)])
            outer.append(Loop(tile, "int", start, "<", end, size, [], False))
            inner.append(Loop(point, "int", Affine({tile: 1}), "<", last, 1, [], False))
        if depth > len(inner) and self.chance(0.3):
            inner.insert(self.random.randrange(len(inner) + 1), self.plain_loop(iterators))
        named = [loop.iterator for loop in inner]
        if self.chance(0.1):
            named.append(outer[0].iterator)
        inner[-1].body = self.block(iterators + named, max(0, depth - len(inner)))
        nest = outer + inner
        for around, loop in zip(nest, nest[1:]):
            around.body = [loop]
        self.readable = known
        return nest[0]

    def plain_loop(self, iterators):
        start, end = self.loop_ends(iterators)
        return Loop(self.fresh("i"), "int", start, "<", end, 1, [], False)

    def loop(self, iterators, depth):
        if self.chance(0.1):
            return self.tiles(iterators, depth)
        name = self.fresh("i")
        start, end = self.loop_ends(iterators)
        step = self.random.choice((1, 1, 1, 1, 1, 1, 1, 2, 3, 7))
        inclusive = self.chance(0.3)
        kind = self.random.choice(("int", "int", "int", "int", "long", "short"))
        if self.chance(0.2):
            start, end, step = end, start, -step
            compare = ">=" if inclusive else ">"
        else:
            compare = "<=" if inclusive else "<"
        loop = Loop(name, kind, start, compare, end, step, [], self.chance(0.1))
        if step > 0 and isinstance(end, Affine) and not start.terms and not end.terms and (
                start.constant >= 0 and end.constant < len(TABLE)):
            self.small.add(name)
        if loop.outside:
            self.scalars.append(Scalar(name, kind, Text("0"), self.chance(0.4)))
        known = list(self.readable)
        loop.body = self.block(iterators + [name], depth - 1)
        self.readable = known
        return loop

    def loop_ends(self, iterators):
        """Start and end: whole ranges, triangles, trapezoids, minima, halves."""
        start, end = Affine({}, self.random.choice((0, 0, 0, 1, 1, 2, -1))), self.size()
        end.constant += self.random.choice((0, 0, 0, -1, -1, 1))
        form = self.random.random()
        if iterators and form < 0.15:
            start = Affine({self.random.choice(iterators): 1}, self.random.choice((0, 1, -1)))
        elif iterators and form < 0.27:
            end = Affine({self.random.choice(iterators): 1}, self.random.choice((0, 1, 2)))
        elif iterators and form < 0.33:
            end = Op(self.random.choice(("min", "max")), [end, Affine({self.random.choice(iterators): 1}, 3)])
        elif form < 0.38:
            end = Op(self.random.choice(("half", "third")), [end])
        elif iterators and form < 0.42:
            end.terms[iterators[-1]] = end.terms.get(iterators[-1], 0) + self.random.choice((1, -1))
        elif form < 0.5:
            end = Affine({}, self.random.choice((1, 2, 3, 4, 8)))
        return start, end

    def assign(self, iterators):
        target = self.access(iterators, writing=True)
        kind = self.type_of(target)
        if kind in FLOATING:
            operation = self.random.choice(("=", "=", "=", "+=", "-=", "*="))
        elif kind == "_Bool":
            operation = "="
        else:
            operation = self.random.choice(("=", "=", "=", "+=", "^=", "|=", "&=", "++"))
        return Assign(target, operation, None if operation == "++" else self.value(kind, iterators))

    def assign_scalar(self, iterators):
        scalar = self.random.choice(self.scalars)
        if scalar.name.startswith("i"):
            return self.assign(iterators)
        known = any(name == scalar.name for name, _ in self.readable)
        operation = self.random.choice(("=", "=", "+=")) if known else "="
        made = Assign(Text(scalar.name), operation, self.value(scalar.type, iterators))
        if not known:
            self.readable.append((scalar.name, scalar.type))
        return made

    def declare(self, iterators):
        kind = self.random.choice(FLOATING + ("int", "long", "float"))
        made = Declare(kind, self.fresh("t"), self.value(kind, iterators))
        self.readable.append((made.name, kind))
        return made

    def branch(self, iterators, depth):
        made = If(self.condition(iterators), [], [])
        known = list(self.readable)
        made.then = self.block(iterators, depth)
        self.readable = list(known)
        if self.chance(0.35):
            made.otherwise = self.block(iterators, depth)
        self.readable = known
        return made

    def choose(self, iterators, depth):
        """A switch on data or on an iterator; scalars have no values in it that they keep."""
        selector = self.affine(iterators) if iterators and self.chance(0.4) else self.leaf(iterators, False)
        known, bodies = list(self.readable), []
        for _ in range(3):
            bodies.append(self.block(iterators, depth))
            self.readable = list(known)
        return Switch(Op("and", [Op("int", [selector]), Text("3")]), *bodies, (self.chance(0.8), self.chance(0.8)))

    def refused(self, iterators):
        """What no region may contain."""
        if not iterators:
            return self.assign(iterators)
        iterator, element = Affine({self.random.choice(iterators): 1}), self.access(iterators, writing=True)
        return self.random.choice((
            Raw("if ({} > 30000) break;", [iterator]),
            Raw("if ({} > 30000) continue;", [iterator]),
            Raw("if ({} > 30000) return;", [iterator]),
            Raw("while ({} < 0) {{ }}", [iterator]),
            Raw("if ({} > 30000) printf(\"%d\\n\", 1);", [iterator]),
            Raw("{} = ({}, 1);", [element, element]),
            Raw("do {} = 1; while (0);", [element]),
            Raw("switch ((int){}) {{ case 1: break; default: {} = 2; }}", [iterator, element]),
            Raw("*&{} = 3;", [element]),
            Raw("{} = abs((int){});", [element, iterator])))

    def one(self, iterators, depth):
        self.budget -= 1
        form = self.random.random()
        if form < 0.008:
            return self.refused(iterators)
        if form < 0.12 and iterators and depth == 0:
            return self.declare(iterators)
        if form < 0.25 and self.scalars:
            return self.assign_scalar(iterators)
        if form < 0.37:
            return self.branch(iterators, depth)
        if form < 0.4:
            return self.choose(iterators, 0)
        return self.assign(iterators)

    def block(self, iterators, depth):
        """At least one statement; loops as long as there is depth left."""
        body = []
        if depth > 0:
            if iterators and self.budget > 1 and self.chance(0.25):
                body.append(self.one(iterators, 0))
            body.append(self.loop(iterators, depth))
            while self.budget > 1 and self.chance(0.3):
                body.append(self.loop(iterators, depth) if self.chance(0.4) else self.one(iterators, 0))
            return body
        body.append(self.one(iterators, depth))
        while self.budget > 0 and self.chance(0.4):
            body.append(self.one(iterators, depth))
        if all(isinstance(node, Declare) for node in body):
            body.append(self.assign(iterators))
        return body

    # --- Regions --------------------------------------------------------------------

    def clauses(self):
        """What the options of the command leave open: see settings.py for those."""
        numbers = (1, 2, 3, 4, 5, 7, 8, 16, 32)
        made = []
        if self.chance(0.4):
            count = self.random.choice((1, 1, 1, 1, 2, 2, 3, 4)[:2 * self.depth])
            made.append(f"tile({', '.join(str(self.random.choice(numbers)) for _ in range(count))})")
        if self.chance(0.2):
            # More threads in y and z than loops run in parallel are an error for the file.
            count = self.random.choice((1, 1, 1, 1, 1, 2, 3))
            made.append(f"block({', '.join(str(self.random.choice((1, 2, 3, 4, 8))) for _ in range(count))})")
        if self.chance(0.25):
            made.append(f"fuse({self.random.choice(('depth', 'min', 'max'))})")
        if self.chance(0.15):
            made.append(f"balance({self.random.choice(('on', 'off'))})")
        if self.chance(0.06) and self.parameters:
            made.append(f"if({self.random.choice(list(self.parameters))} > 3)")
        return made

    def region(self):
        body = [self.loop([], self.depth)]
        while self.budget > 1 and self.chance(0.4):
            body.append(self.loop([], self.random.randint(1, self.depth)))
        return Region(self.clauses(), body)

    def alias(self):
        """Sometimes the caller passes parts of one array for two parameters."""
        flat = [each for each in self.arrays if each.form != "global" and not each.limit and not each.qualifier]
        for first, second in zip(flat, flat[1:]):
            if first.type == second.type and not first.alias and self.chance(0.4):
                second.alias = first.name, self.random.choice((0, 1, 17))

    def choose_extents(self, array, function):
        """Constant, or a parameter plus what the call that needs most asks for."""
        needs = list(bounds.needed_extents(function, array))
        for dimension in range(array.rank):
            names = [name for name in self.size_names() if self.parameters[name] != "unsigned"]
            if array.form in ("variable", "flat") and names and (array.form == "variable" or self.chance(0.1)):
                name = self.random.choice(names)
                room = max(max(extents[dimension] - call[name], 1 - call[name]) for call, extents in needs)
                array.extents.append(Affine({name: 1}, room))
            else:
                array.extents.append(Affine({}, max(extents[dimension] for _, extents in needs)))

    def make(self):
        self.make_sizes()
        function = Function(self.name, self.parameters, self.make_calls(), self.arrays, self.scalars, [])
        if self.chance(0.45):
            function.regions = [Region(self.clauses(), stencils.make(self))]
        else:
            self.make_arrays()
            self.make_scalars()
            function.regions = [self.region() for _ in range(self.random.choice((1, 1, 1, 1, 2)))]
        function.calls = [call for call in function.calls if bounds.work(function, call) <= WORK
                          and not bounds.wraps(function, call)]
        if not function.calls:
            return None
        bounds.shift_subscripts(function)
        self.alias()
        for array in self.arrays:
            self.choose_extents(array, function)
        return function


def function(seed, index):
    """The function with this number; the first attempt that is not too much work."""
    attempt = 0
    while True:
        made = Generator(seed, index, attempt).make()
        if made:
            return made
        attempt += 1
