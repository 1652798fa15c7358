"""Kernels with the dependences that schemes are made for: time loops, scans, solvers.

Each function takes the Generator, which gives sizes, arrays and chances, and returns
the body of a region.
"""
from tree import Access, Affine, Assign, Loop, Op, Text


def at(array, *subscripts):
    return Access(array.name, list(subscripts))


def index(name, offset=0):
    return Affine({name: 1}, offset)


def plain(name, start, end, body, kind="int"):
    return Loop(name, kind, Affine({}, start), "<", end, 1, body)


def weighted(terms):
    """Sum of the terms with factors whose sum is at most one."""
    total = terms[0]
    for term in terms[1:]:
        total = Op("add", [total, term])
    return Op("mul", [total, Text(f"{1 / len(terms):.6f}")])


def inner(maker, margin):
    """End of a loop that stays `margin` away from the last element."""
    end = maker.size()
    end.constant -= margin
    return end


def time_loop(maker, body):
    steps = Affine({}, maker.random.choice((1, 2, 3, 4, 5, 8)))
    return plain("t", maker.random.choice((0, 0, 1)), steps, body, maker.random.choice(("int", "long")))


def nest(maker, names, margin, body):
    for name in reversed(names):
        body = [plain(name, margin, inner(maker, margin), body)]
    return body


def neighbours(maker, array, names, margin, lead=()):
    """Some elements around the point."""
    terms = [at(array, *lead, *(index(name) for name in names))]
    for _ in range(maker.random.randint(1, 4)):
        offsets = [maker.random.randint(-margin, margin) if maker.chance(0.6) else 0 for _ in names]
        terms.append(at(array, *lead, *(index(name, offset) for name, offset in zip(names, offsets))))
    return weighted(terms)


def space(maker):
    maker.depth = maker.random.choice((2, 2, 3, 3, 4))
    return ["i", "j", "k"][:maker.depth - 1]


def real(maker):
    return maker.random.choice(("double", "float"))


def in_place(maker):
    names, margin = space(maker), maker.random.choice((1, 1, 2))
    array = maker.make_array(len(names), real(maker))
    here = at(array, *(index(name) for name in names))
    body = nest(maker, names, margin, [Assign(here, "=", neighbours(maker, array, names, margin))])
    return [time_loop(maker, body)] if maker.chance(0.8) else body


def ping_pong(maker):
    """Two arrays, copied back or used in turns."""
    names, margin = space(maker), maker.random.choice((1, 1, 2))
    kind = real(maker)
    first, second = maker.make_array(len(names), kind), maker.make_array(len(names), kind)
    point = [index(name) for name in names]
    forth = Assign(at(second, *point), "=", neighbours(maker, first, names, margin))
    if maker.chance(0.5):
        back = Assign(at(first, *(index(name) for name in names)), "=", at(second, *(index(name) for name in names)))
    else:
        back = Assign(at(first, *(index(name) for name in names)), "=", neighbours(maker, second, names, margin))
    return [time_loop(maker, nest(maker, names, margin, [forth]) + nest(maker, names, margin, [back]))]


def in_time_slices(maker):
    """A[t + 1][i] from A[t][…]."""
    names, margin = space(maker)[:2], 1
    array = maker.make_array(len(names) + 1, real(maker))
    value = neighbours(maker, array, names, margin, lead=(index("t"),))
    target = at(array, index("t", 1), *(index(name) for name in names))
    return [time_loop(maker, nest(maker, names, margin, [Assign(target, "=", value)]))]


def fields(maker):
    """Two grids that update each other, as in FDTD."""
    names, kind = space(maker), real(maker)
    first, second = maker.make_array(len(names), kind), maker.make_array(len(names), kind)
    body = []
    for target, other, offset in ((first, second, -1), (second, first, 1)):
        point, beside = [index(name) for name in names], [index(name) for name in names]
        beside[maker.random.randrange(len(names))].constant = offset
        change = Op("mul", [Op("sub", [at(other, *point), at(other, *beside)]), Text("0.25")])
        body += nest(maker, names, 1, [Assign(at(target, *(index(name) for name in names)), "-=", change)])
    return [time_loop(maker, body)]


def product(maker):
    maker.depth = 3
    kind = maker.random.choice(("double", "float", "int"))
    a, b, c = (maker.make_array(2, kind) for _ in range(3))
    sum_up = Assign(at(c, index("i"), index("j")), "+=", Op("mul", [at(a, index("i"), index("k")), at(b, index("k"), index("j"))]))
    body = [plain("k", 0, maker.size(), [sum_up])]
    if maker.chance(0.6):
        body.insert(0, Assign(at(c, index("i"), index("j")), "=", Text("0")))
    return [plain("i", 0, maker.size(), [plain("j", 0, maker.size(), body)])]


def solver(maker):
    """Forward substitution with a triangular matrix."""
    maker.depth = 2
    kind = real(maker)
    matrix, vector = maker.make_array(2, kind), maker.make_array(1, kind)
    step = Assign(at(vector, index("i")), "-=",
                  Op("mul", [Op("mul", [at(matrix, index("i"), index("j")), at(vector, index("j"))]), Text("0.01")]))
    return [plain("i", 0, maker.size(), [plain("j", 0, index("i"), [step]), Assign(at(vector, index("i")), "*=", Text("0.5"))])]


def paths(maker):
    """Floyd and Warshall's shortest paths."""
    maker.depth = 3
    array, end = maker.make_array(2, maker.random.choice(("int", "float"))), maker.size()

    def there():
        return at(array, index("i"), index("j"))
    through = Op("add", [at(array, index("i"), index("k")), at(array, index("k"), index("j"))])
    shorter = Op("lt", [there(), through])
    value = Op("select", [shorter, there(), Op("sub", [through, Text("0")])])
    if array.type == "int":
        value = Op("rem", [value, Text("1021")])
    body = [Assign(there(), "=", value)]
    for name in ("j", "i", "k"):
        body = [plain(name, 0, Affine(dict(end.terms), end.constant), body)]
    return body


def table(maker):
    """Dynamic programming: each element from its three earlier neighbours."""
    maker.depth = 2
    array, word = maker.make_array(2, "int"), maker.make_array(1, "int")
    best = Op("max", [at(array, index("i", -1), index("j")), at(array, index("i"), index("j", -1))])
    same = Op("eq", [at(word, index("i")), at(word, index("j"))])
    more = Op("add", [Op("rem", [at(array, index("i", -1), index("j", -1)), Text("1000")]), Text("1")])
    value = Op("select", [same, more, best])
    return [plain("i", 1, maker.size(), [plain("j", 1, maker.size(), [Assign(at(array, index("i"), index("j")), "=", value)])])]


def reduction(maker):
    """Sums of rows and of everything, and running sums."""
    maker.depth = 2
    kind = maker.random.choice(("double", "float", "long", "unsigned"))
    matrix, rows = maker.make_array(2, kind), maker.make_array(1, kind)
    target = maker.random.choice((at(rows, index("i")), at(rows, index("j")), at(rows, Affine({}, 0))))
    body = [plain("i", 0, maker.size(), [plain("j", 0, maker.size(), [Assign(target, "+=", at(matrix, index("i"), index("j")))])])]
    if maker.chance(0.4):
        scan = Op("mul", [Op("add", [at(rows, index("i")), at(rows, index("i", -1))]), Text("0.5" if kind in ("double", "float") else "1")])
        body.append(plain("i", 1, maker.size(), [Assign(at(rows, index("i")), "=", scan)]))
    return body


def transposed(maker):
    maker.depth = 2
    kind = maker.random.choice(("double", "float", "int", "char"))
    first, second = maker.make_array(2, kind), maker.make_array(2, kind)
    return [plain("i", 0, maker.size(), [plain("j", 0, maker.size(), [
        Assign(at(first, index("j"), index("i")), "=", at(second, index("i"), index("j")))])])]


KERNELS = (in_place, in_place, in_place, ping_pong, ping_pong, ping_pong, in_time_slices, fields, product, solver, paths, table,
           reduction, transposed)


def make(maker):
    return maker.random.choice(KERNELS)(maker)
