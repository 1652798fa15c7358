"""Makes a failing function small, as long as the same thing is wrong with it.

Cuts on the tree: whole regions, statements, loops (their body is kept, with the iterator
at its start), branches, operands, constants, clauses, calls, sizes and options.
"""
import copy
import dataclasses

from tree import Access, Affine, Assign, If, Loop, Op, Switch, Text, substitute, walk


def bodies(function):
    """Every list of statements."""
    for region in function.regions:
        yield region.body
        for node in region.body:
            for part in walk(node):
                if isinstance(part, Loop):
                    yield part.body
                elif isinstance(part, If):
                    yield from (part.then, part.otherwise)
                elif isinstance(part, Switch):
                    yield from (part.zero, part.one, part.default)


def unwrapped(node):
    """What can stand in the place of a statement: nothing, or less of it."""
    yield []
    if isinstance(node, Loop):
        if isinstance(node.start, Affine):
            body = copy.deepcopy(node.body)
            for part in body:
                substitute(part, node.iterator, node.start)
            yield body
    elif isinstance(node, If):
        yield node.then
        yield node.otherwise
    elif isinstance(node, Switch):
        yield from (node.zero, node.one, node.default)


def statement_cuts(function):
    for number, body in enumerate(bodies(function)):
        for position in range(len(body)):
            for choice, replacement in enumerate(unwrapped(body[position])):
                if replacement != [body[position]]:
                    yield "statement", number, position, choice


def slots(function):
    """(owner, field, index or None) of every expression."""
    for region in function.regions:
        for node in walk(region):
            for entry in dataclasses.fields(node):
                value = getattr(node, entry.name)
                for index, item in enumerate(value) if isinstance(value, list) else [(None, value)]:
                    if isinstance(item, (Op, Affine, Access, Text)) and not (isinstance(node, Assign) and entry.name == "target"):
                        yield node, entry.name, index, item


def simpler(node):
    """Expressions that are less than this one."""
    if isinstance(node, Op):
        yield from node.arguments
        if node.kind not in ("lt", "le", "gt", "ge", "eq", "ne"):
            yield Text("1")
    elif isinstance(node, Access):
        yield Text("1")
    elif isinstance(node, Affine):
        for name, factor in node.terms.items():
            yield Affine({other: value for other, value in node.terms.items() if other != name}, node.constant)
            if factor not in (1, -1):
                yield Affine({**node.terms, name: 1}, node.constant)
        if node.constant:
            yield Affine(dict(node.terms), 0)
            if abs(node.constant) > 1:
                yield Affine(dict(node.terms), int(node.constant / 2))


def allowed(owner, entry, item, replacement):
    """Bounds and subscripts stay affine."""
    if isinstance(owner, Access) or (isinstance(owner, Loop) and entry in ("start", "end")):
        return not isinstance(replacement, Text)
    return True


def expression_cuts(function):
    for number, (owner, entry, _, item) in enumerate(slots(function)):
        for choice, replacement in enumerate(simpler(item)):
            if allowed(owner, entry, item, replacement):
                yield "expression", number, choice


def other_cuts(function):
    for position in range(len(function.regions)):
        if len(function.regions) > 1:
            yield "region", position
        for clause in range(len(function.regions[position].clauses)):
            yield "clause", position, clause
    for position in range(len(function.calls)):
        if len(function.calls) > 1:
            yield "call", position
    for name in function.parameters:
        yield "parameter", name
    for kind in ("array", "scalar"):
        for position in range(len(getattr(function, kind + "s"))):
            yield kind, position
    for number, body in enumerate(bodies(function)):
        for position, node in enumerate(body):
            if isinstance(node, Loop) and node.step not in (1, -1):
                yield "step", number, position


def cuts(function):
    """All single cuts, large ones first."""
    yield from statement_cuts(function)
    yield from other_cuts(function)
    yield from expression_cuts(function)


def uses(function, name):
    return any(name in (getattr(node, "array", None), getattr(node, "text", None), getattr(node, "iterator", None))
               or name in getattr(node, "terms", {}) for region in function.regions for node in walk(region)) or any(
                   name in extent.terms for array in function.arrays for extent in array.extents)


def cut_declaration(function, kind, position):
    """Removes what nothing uses."""
    group = getattr(function, kind + "s")
    name = group[position].name
    if uses(function, name) or any(array.alias and array.alias[0] == name for array in function.arrays):
        return False
    del group[position]
    return True


def fix_parameter(function, name):
    """A parameter becomes the constant that it has in the first call."""
    value = Affine({}, function.calls[0][name])
    for region in function.regions:
        substitute(region, name, value)
        region.clauses = [clause for clause in region.clauses if not clause.startswith("if")]
    for array in function.arrays:
        for extent in array.extents:
            substitute(extent, name, value)
    function.calls = [{other: entry for other, entry in function.calls[0].items() if other != name}]
    del function.parameters[name]
    return True


def applied(function, cut):
    """A copy of the function after the cut, or None where it cannot be made."""
    made = copy.deepcopy(function)
    kind, where = cut[0], cut[1:]
    if kind == "statement":
        body = list(bodies(made))[where[0]]
        body[where[1]:where[1] + 1] = list(unwrapped(body[where[1]]))[where[2]]
    elif kind == "expression":
        owner, entry, index, item = list(slots(made))[where[0]]
        replacement = list(simpler(item))[where[1]]
        if index is None:
            setattr(owner, entry, replacement)
        else:
            getattr(owner, entry)[index] = replacement
    elif kind == "region":
        del made.regions[where[0]]
    elif kind == "clause":
        del made.regions[where[0]].clauses[where[1]]
    elif kind == "call":
        del made.calls[where[0]]
    elif kind == "step":
        loop = list(bodies(made))[where[0]][where[1]]
        loop.step = 1 if loop.step > 0 else -1
    elif kind == "parameter":
        fix_parameter(made, where[0])
    elif not cut_declaration(made, kind, where[0]):
        return None
    return made if all(region.body for region in made.regions) else None


def reduce(function, setting, still_fails, may_go_on=lambda: True):
    """(function, setting) that nothing can be cut from, or what is left when time is over.

    still_fails(function, setting): whether the same thing is wrong.
    """
    progress = True
    while progress and may_go_on():
        progress = False
        for other in setting.simpler():
            if still_fails(function, other):
                setting, progress = other, True
                break
        remaining = list(cuts(function))
        position = 0
        while position < len(remaining) and may_go_on():
            candidate = applied(function, remaining[position])
            if candidate is not None and still_fails(candidate, setting):
                function, progress = candidate, True
                remaining = list(cuts(function))
            else:
                position += 1
    return function, setting
