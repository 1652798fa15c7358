"""Ranges of expressions, and from them shifts and extents that keep every access inside.

Ranges are intervals: they may be too wide, never too narrow. What stands in a loop that
never runs for the values at hand needs no room.
"""
from tree import TABLE, Access, Affine, If, Loop, Switch, walk


def half(value, divisor):
    """C's division, which rounds towards zero."""
    return int(value / divisor)


def interval(node, ranges):
    """(lowest, highest) of an affine expression with min, max and division by 2 or 3."""
    if isinstance(node, Affine):
        low = high = node.constant
        for name, factor in node.terms.items():
            ends = [factor * end for end in ranges[name]]
            low, high = low + min(ends), high + max(ends)
        return low, high
    if node.kind == "table":
        return min(TABLE), max(TABLE)
    parts = [interval(part, ranges) for part in node.arguments]
    if node.kind in ("min", "max"):
        choose = min if node.kind == "min" else max
        return choose(part[0] for part in parts), choose(part[1] for part in parts)
    divisor = {"half": 2, "third": 3}[node.kind]
    return tuple(half(end, divisor) for end in parts[0])


def iterator_range(loop, ranges):
    start, end = interval(loop.start, ranges), interval(loop.end, ranges)
    if loop.step > 0:
        return start[0], end[1] - (loop.compare != "<=")
    return end[0] + (loop.compare != ">="), start[1]


def visits(body, ranges):
    """Yields (statement, ranges of what it sees) for all that may be executed."""
    for node in body:
        if isinstance(node, Loop):
            inner = iterator_range(node, ranges)
            yield node, ranges
            if inner[0] <= inner[1]:
                yield from visits(node.body, {**ranges, node.iterator: inner})
        elif isinstance(node, (If, Switch)):
            yield node, ranges
            for body in (node.then, node.otherwise) if isinstance(node, If) else (node.zero, node.one, node.default):
                yield from visits(body, ranges)
        else:
            yield node, ranges


def fixed(call):
    return {name: (value, value) for name, value in call.items()}


def expressions(node):
    """The accesses in a statement itself, not in the bodies below it."""
    if isinstance(node, If):
        parts = [node.condition]
    elif isinstance(node, Switch):
        parts = [node.selector]
    elif isinstance(node, Loop):
        parts = [node.start, node.end]
    else:
        parts = [node]
    for part in parts:
        for each in walk(part):
            if isinstance(each, Access):
                yield each


def reach(function, call):
    """{(array, dimension): (lowest, highest)} of the subscripts of one call."""
    limits = {array.name: array.limit for array in function.arrays}
    found = {}
    for region in function.regions:
        for node, ranges in visits(region.body, fixed(call)):
            for each in expressions(node):
                for dimension, part in enumerate(each.subscripts):
                    if isinstance(part, Access):
                        low, high = 0, limits[part.array] - 1
                    else:
                        low, high = interval(part, ranges)
                    old = found.get((each.array, dimension), (low, high))
                    found[each.array, dimension] = min(low, old[0]), max(high, old[1])
    return found


def shift_subscripts(function):
    """Adds to the subscripts of each dimension what makes the lowest of all calls 0."""
    lowest = {}
    for call in function.calls:
        for key, (low, _) in reach(function, call).items():
            lowest[key] = min(low, lowest.get(key, 0))
    for region in function.regions:
        for part in walk(region):
            if isinstance(part, Access):
                for dimension, subscript in enumerate(part.subscripts):
                    if isinstance(subscript, Affine):
                        subscript.constant -= lowest.get((part.array, dimension), 0)


def needed_extents(function, array):
    """For each call the least extents of an array."""
    for call in function.calls:
        found = reach(function, call)
        yield call, [found.get((array.name, dimension), (0, 0))[1] + 1 for dimension in range(array.rank)]


def work(function, call):
    """About how many statements one call executes."""
    total = 0
    for region in function.regions:
        for node, ranges in visits(region.body, fixed(call)):
            if not isinstance(node, (Loop, If, Switch)):
                product = 1
                for name, (low, high) in ranges.items():
                    if name not in call:
                        product *= high - low + 1
                total += product
    return total


def wraps(function, call):
    """Whether a bound or subscript may leave the range of an unsigned parameter in it.

    That is defined C, but loops of four billion iterations come from it.
    """
    unsigned = {name for name, kind in function.parameters.items() if kind == "unsigned"}
    if any(call[name] < 0 for name in unsigned):
        return True
    for region in function.regions:
        for node, ranges in visits(region.body, fixed(call)):
            parts = [node.start, node.end] if isinstance(node, Loop) else list(expressions(node))
            for part in [each for part in parts for each in walk(part)]:
                if isinstance(part, Affine) and unsigned & set(part.terms) and interval(part, ranges)[0] < 0:
                    return True
    return False
