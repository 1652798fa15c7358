"""Tests of the attackers: what they must find is planted, in fake tools.

usage: selftest.py
"""
import copy
import pathlib
import random
import stat
import tempfile
import unittest

import bounds
import generate
import oracle
import reduce
import render
import settings
import summary
from tree import Affine, Array, Assign, Access, Function, If, Loop, Op, Region, Text, walk

REGION = '{"function": "%s", "outcome": "refused", "reason": "no-parallelism"}'


def loop(name, end, body, start=0):
    return Loop(name, "int", Affine({}, start), "<", end, 1, body)


def example():
    """Two loops, a condition and three statements; one of them has a square root."""
    def element(offset=0):
        return Access("A", [Affine({"i": 1}, offset), Affine({"j": 1})])
    root = Assign(element(), "=", Op("add", [Op("sqrt", [element(1)]), Text("2")]))
    body = [Assign(element(), "=", Text("1")), If(Op("lt", [Affine({"i": 1}), Affine({"n": 1})]), [root], []),
            Assign(element(), "+=", element())]
    nest = loop("i", Affine({"n": 1}), [loop("j", Affine({"n": 1}), body)])
    return Function("f", {"n": "int"}, [{"n": 3}, {"n": 8}], [Array("A", "double", 2, "variable", [Affine({"n": 1}, 1)] * 2)],
                    [], [Region(["tile(4)", "fuse(min)"], [nest])])


def has_root(function, _):
    return any(isinstance(node, Op) and node.kind == "sqrt" for region in function.regions for node in walk(region))


class Generator(unittest.TestCase):
    def test_makes_the_same_program_again(self):
        for index in range(20):
            texts = {render.program([generate.function(7, index)])[0] for _ in range(2)}
            self.assertEqual(len(texts), 1)

    def test_subscripts_stay_inside_of_the_extents(self):
        for index in range(100):
            function = generate.function(5, index)
            for array in function.arrays:
                for call, needed in bounds.needed_extents(function, array):
                    ranges = bounds.fixed(call)
                    for need, extent in zip(needed, array.extents):
                        self.assertLessEqual(need, bounds.interval(extent, ranges)[0], function.name)
                low = [low for call in function.calls for low, _ in bounds.reach(function, call).values()]
                self.assertGreaterEqual(min(low, default=0), 0, function.name)

    def test_is_as_wide_as_the_language(self):
        text = "".join(render.program([generate.function(4, index)])[0] for index in range(400))
        for part in ("% 3) == 0", "MIN((i", "MIN((", ") / 2;", "i5 -= 2", "*restrict", "break;", "_Bool A", "sqrt(", "fuse(max)",
                     "for (long ", " ? ", " += ", "++;", "} else {", "if(n > 3)", "fuzz_wrap("):
            self.assertIn(part, text)

    def test_ranges_know_loops_that_never_run(self):
        function = example()
        function.calls = [{"n": 0}, {"n": -2}]
        self.assertEqual([bounds.reach(function, call) for call in function.calls], [{}, {}])


class Reducer(unittest.TestCase):
    def test_keeps_the_failure_and_nothing_else(self):
        setting = settings.Setting("split", "flags", "remove", "4", "min")
        function, left = reduce.reduce(example(), setting, has_root)
        lines = [line.strip() for line in render.definition(function)]
        self.assertEqual(left, settings.Setting("split"))
        self.assertEqual(len(function.calls), 1)
        self.assertLessEqual(len(lines), 7, lines)
        self.assertTrue(any("sqrt" in line for line in lines), lines)
        self.assertEqual(function.regions[0].clauses, [])

    def test_leaves_what_never_failed_as_it_is(self):
        function, _ = reduce.reduce(example(), settings.Setting("auto"), lambda *_: False)
        self.assertEqual(render.program([function]), render.program([example()]))

    def test_a_cut_does_not_change_the_program_it_is_made_from(self):
        function = generate.function(1, 2)
        before = copy.deepcopy(function)
        for cut in reduce.cuts(function):
            reduce.applied(function, cut)
        self.assertEqual(function, before)


class Oracle(unittest.TestCase):
    """gputile is a shell script; $OUT is the file for JSON."""

    def judged(self, script, seconds=2):
        with tempfile.TemporaryDirectory() as folder:
            tool = pathlib.Path(folder) / "gputile"
            tool.write_text("#!/bin/bash\nfor argument; do case $argument in\n"
                            "--dump-json=*) OUT=${argument#*=};; *.c) IN=$argument;; esac; done\n"
                            "json() { printf '{\"regions\": [%s]}' \"$1\" > $OUT; }\n" + script)
            tool.chmod(tool.stat().st_mode | stat.S_IEXEC)
            functions = [generate.function(1, 4), generate.function(1, 14)]
            names = [each.name for each in functions]
            tool.write_text(tool.read_text().replace("BOTH", ", ".join(REGION % name for name in names)))
            judgement = oracle.Oracle(folder, seconds=seconds).transform(functions, settings.Setting("auto"))
            return {(each.kind, each.function) for each in judgement.findings}, names

    # A message for each function, at its pragma.
    REFUSE = ("grep -n 'pragma gpu_tile' $IN | while IFS=: read line _; do "
              "echo \"$IN:$line:9: warning: region left on the CPU [no-parallelism] [-Wgpu-tile]\" >&2; done; ")

    def test_accepts_refusals_with_messages(self):
        found, _ = self.judged(self.REFUSE + "json 'BOTH'\n")
        self.assertEqual(found, set())

    def test_finds_refusals_without_messages(self):
        found, names = self.judged("json 'BOTH'\n")
        self.assertEqual(found, {("silent", name) for name in names})

    def test_finds_the_function_that_crashes(self):
        found, names = self.judged("grep -q 'f1_14(' $IN && kill -SEGV $$\n" + self.REFUSE + "json \"$(echo 'BOTH' | sed 's/, {.*//')\"\n")
        self.assertEqual(found, {("crash", names[1])})

    def test_finds_the_function_that_takes_long(self):
        found, names = self.judged("grep -q 'f1_4(' $IN && while :; do :; done\n" + self.REFUSE
                                   + "json \"$(echo 'BOTH' | sed 's/.*}, //')\"\n", 1)
        self.assertEqual(found, {("time-out", names[0])})

    def test_time_of_several_functions_adds_up(self):
        found, _ = self.judged("if grep -q 'f1_4(' $IN && grep -q 'f1_14(' $IN; then while :; do :; done; fi\n" + self.REFUSE
                               + "grep -q 'f1_4(' $IN && json \"$(echo 'BOTH' | sed 's/, {.*//')\" "
                               "|| json \"$(echo 'BOTH' | sed 's/.*}, //')\"\n", 1)
        self.assertEqual(found, set())

    def test_finds_crashes_of_functions_together(self):
        found, names = self.judged("grep -q 'f1_4(' $IN && grep -q 'f1_14(' $IN && kill -SEGV $$\n" + self.REFUSE
                                   + "grep -q 'f1_4(' $IN && json \"$(echo 'BOTH' | sed 's/, {.*//')\" "
                                   "|| json \"$(echo 'BOTH' | sed 's/.*}, //')\"\n")
        self.assertEqual(found, {("crash", names[0])})

    def test_finds_internal_messages(self):
        found, names = self.judged("sed() { :; }\n" + self.REFUSE.replace(
            "region left on the CPU [no-parallelism]", "internal error; please report this [internal-error]") + self.REFUSE
            + "json 'BOTH'\n")
        self.assertEqual(found, {("internal", name) for name in names})

    def test_finds_changes_of_the_input(self):
        found, _ = self.judged(self.REFUSE + "json 'BOTH'; echo >> $IN\n")
        self.assertIn("touched", {kind for kind, _ in found})


class Execution(unittest.TestCase):
    """The transformed program is a shell script."""

    def problem(self, script):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "tiled"
            program.write_text("#!/bin/bash\n" + script)
            program.chmod(0o755)
            found = oracle.Oracle(folder).problem(pathlib.Path(folder), [], "f 0 1\n", ("reverse", "1"))
            return found and found[0]

    def test_tells_what_goes_wrong(self):
        self.assertIsNone(self.problem("echo f 0 1"))
        self.assertEqual(self.problem("echo f 0 2"), "wrong value")
        self.assertEqual(self.problem("test $GPUTILE_CPU_ORDER$GPUTILE_CPU_GRID = reverse1 || echo f 0 1"), "wrong value")
        self.assertEqual(self.problem("echo f 0 1; exit 65"), "wrong value")
        self.assertEqual(self.problem("echo gputile-race: error: race >&2; echo f 0 1; exit 66"), "race")
        self.assertEqual(self.problem("echo barrier >&2; exit 66"), "mistake")
        self.assertEqual(self.problem("echo 'x.cu:1: runtime error: overflow' >&2; exit 1"), "sanitizer")
        self.assertEqual(self.problem("kill -SEGV $$"), "died")


class Numbers(unittest.TestCase):
    def test_counts_programs_and_failures(self):
        result = {"programs": 2, "schemes": {"auto": {"programs": 2, "regions": {"transformed": 3, "loop-form": 1}}},
                  "findings": [{"key": "crash: x", "function": "f"}], "executed": {"auto": ["f", "g"]}, "executions": 1500,
                  "fallbacks": 2, "unsuitable": 1, "seconds": 30, "transform seconds": 6}
        text = summary.text([{**result, "seed": seed} for seed in (4, 5, 9)])
        for part in ("6 programs (files 4-5, 9)", "2 of them executed in 4,500 executions", "1.5 CPU minutes",
                     "| regions transformed | 9 | 0 |", "| refused: loop-form | 3 |", "Failures: 3", "| crash: x | 3 |"):
            self.assertIn(part, text)

    def test_settings_are_read_as_they_are_written(self):
        for scheme in settings.SCHEMES:
            for seed in range(20):
                setting = settings.draw(random.Random(seed), scheme)
                self.assertEqual(settings.parse(" ".join(setting.options())), setting)


if __name__ == "__main__":
    unittest.main()
