"""Tests of counts.py's modules, without CUDA: python3 -m unittest discover -s bench/counts/tests"""
import pathlib
import struct
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import counts
import programs
import report
import sass

LDG, STG, FADD, BRA, EXIT = 0x981, 0x986, 0x221, 0x947, 0x94d


def branch(place, target, arch):
    """The code of a branch, as branch_target reads it."""
    distance = (target - place - 1) * sass.INSTRUCTION // 4
    if arch >= 90:
        distance &= (1 << 38) - 1
        return struct.pack("<QQ", BRA | (distance & 0xff) << 16 | distance >> 8 << 34, 0)
    return struct.pack("<QQ", BRA | (distance & (1 << 30) - 1) << 34, 0)


def code(arch, *parts):
    """Machine code from opcodes and ("bra", target)."""
    return b"".join(branch(place, part[1], arch) if isinstance(part, tuple) else struct.pack("<QQ", part, 0)
                    for place, part in enumerate(parts))


def elf(named):
    """An ELF file with these sections."""
    names = b"\0" + b"".join(name.encode() + b"\0" for name in [*named, ".shstrtab"])
    contents = [*named.values(), names]
    body, headers, offset = b"", struct.pack("<IIQQQQIIQQ", *[0] * 10), 64
    for name, content in zip([*named, ".shstrtab"], contents):
        kind = 3 if name == ".shstrtab" else 1
        headers += struct.pack("<IIQQQQIIQQ", names.index(name.encode() + b"\0"), kind, 0, 0, offset, len(content), 0, 0, 1, 0)
        body, offset = body + content, offset + len(content)
    count = len(named) + 2
    head = b"\x7fELF\2\1\1".ljust(16, b"\0") + struct.pack("<HHIQQQIHHHHHH", 2, 190, 1, 0, 0, offset, 0, 64, 0, 0, 64, count, count - 1)
    return head + body + headers


class Sass(unittest.TestCase):
    def test_finds_innermost_loops(self):
        for arch in (80, 90):
            text = code(arch, FADD, FADD, LDG, STG, ("bra", 2), ("bra", 1), EXIT, ("bra", 7))
            loops = sass.loops_of(elf({".text.k": text, ".data": b"x"}), arch)
            self.assertEqual([(loop.first, loop.last, loop.length) for loop in loops["k"]], [(2, 4, 3)])
            self.assertEqual(loops["k"][0].kinds, {"load_global": 1, "store_global": 1})

    def test_refuses_other_files(self):
        with self.assertRaisesRegex(ValueError, "no ELF"):
            sass.loops_of(b"text", 90)

    def test_matches_loops_by_their_accesses(self):
        ptx = [{"opcodes": {"ld.global.nc.f32": 1, "st.global.f32": 1, "add.s32": 6}},
               {"opcodes": {"ld.shared.f32": 3, "bar.sync": 1}}, {"opcodes": {"add.s32": 3}}]
        once = sass.Loop(0, 4, sass.collections.Counter(load_global=1, store_global=1))
        fourfold = sass.Loop(10, 29, sass.collections.Counter(load_shared=12, barrier=4))
        self.assertEqual(sass.match(ptx, [once, fourfold]), [5, 5, None])
        other = sass.Loop(40, 49, once.kinds)  # The same accesses: which loop is it?
        self.assertEqual(sass.match(ptx, [once, other]), [None, None, None])
        longer = {"opcodes": {"ld.global.f32": 1, "st.global.f32": 1, "add.s32": 9}}
        self.assertEqual(sass.match([longer, ptx[0]], [once, other]), [10, 5])
        same = {"opcodes": {"ld.global.f32": 1, "st.global.f32": 1, "mul.f32": 6}}
        self.assertEqual(sass.match([same, ptx[0]], [once, other]), [None, None])

    def test_knows_kinds_of_ptx(self):
        kinds = sass.ptx_kinds({"ld.volatile.global.u32": 1, "cp.async.cg.shared.global": 2, "ld.param.u64": 1,
                                "st.shared.v4.f32": 1, "bar.warp.sync": 1, "shfl.sync.up.b32": 3, "cp.async.commit_group": 1})
        self.assertEqual(kinds, {"load_global": 3, "store_shared": 1, "shuffle": 3})


PROFILE = {"multiprocessors": 10, "clockGHz": 1, "issuePerCycle": 4, "sharedWavefrontsPerCycle": 1, "fp32PerCycle": 4,
           "fp64PerCycle": 2, "specialPerCycle": 0.5, "l2GBs": 64, "dramGBs": 32, "issueEfficiency": 0.5, "warps": 64,
           "blocks": 32, "registers": 65536, "sharedBytes": 233472, "reservedSharedBytes": 1024}


def kernel(**changes):
    return {"name": "_Z3foov", "issued": 1000, "lanes": 16000, "wavefronts": 100, "loadSectors": 20, "missedSectors": 6, "storeSectors": 4,
            "barriers": 4, "blocks": 2, "launches": 1, "classes": {"fp64": {"issued": 500, "lanes": 1}}, "loops": [], **changes}


class Report(unittest.TestCase):
    def test_occupancy_is_limited_by_each_resource(self):
        self.assertEqual(report.occupancy(PROFILE, 256, 32, 0), 1)
        self.assertEqual(report.occupancy(PROFILE, 256, 33, 0), 6 * 8 / 64)  # 40 registers
        self.assertEqual(report.occupancy(PROFILE, 32, 16, 0), 0.5)  # 32 blocks
        self.assertEqual(report.occupancy(PROFILE, 256, 32, 100 << 10), 2 * 8 / 64)

    def test_bounds_are_times_of_each_resource(self):
        bounds = report.bounds(PROFILE, kernel())
        self.assertAlmostEqual(bounds["issue"], 1000 / (10e9 * 4 * 0.5))
        self.assertAlmostEqual(bounds["L1"], (100 + 24 / 4) / 10e9)
        self.assertAlmostEqual(bounds["DRAM"], 320 / 32e9)
        self.assertAlmostEqual(bounds["fp64"], 500 / 20e9)
        self.assertEqual(report.binding(PROFILE, kernel())[1], "issue")
        self.assertEqual(report.binding(PROFILE, kernel(wavefronts=10000))[1], "L1")

    def test_cells_are_per_cell_step(self):
        self.assertEqual(report.cells(kernel(), 3200, PROFILE), ["10", "0.0312", "0.1", "50 %", "2", "1", "64 (issue)"])

    def test_sums_add_classes(self):
        total = report.total([kernel(), kernel(classes={"fp64": {"issued": 1, "lanes": 1}, "move": {"issued": 2, "lanes": 2}})])
        self.assertEqual(total["classes"], {"fp64": {"issued": 501, "lanes": 2}, "move": {"issued": 2, "lanes": 2}})
        self.assertEqual(total["issued"], 2000)

    def test_machine_code_replaces_loops_that_are_found(self):
        loops = [{"opcodes": {"ld.global.f32": 1}, "instructions": 10, "issued": 600, "iterations": 60}]
        machine = [sass.Loop(0, 7, sass.collections.Counter(load_global=1))]
        self.assertEqual(report.machine_issued(kernel(loops=loops), machine), (880, 0.6))
        self.assertEqual(report.machine_issued(kernel(loops=loops), []), (1000, 0))

    def test_names_are_those_of_the_source(self):
        self.assertEqual(report.short_name("_Z21jacobi_2d_jacobi_6_k1IiEvPf"), "jacobi_2d_jacobi_6_k1")
        self.assertEqual(report.short_name("plain"), "plain")


class Programs(unittest.TestCase):
    def test_resources_are_read(self):
        text = ("ptxas info    : Compiling entry function '_Z1kv' for 'sm_90'\nptxas info    : Function properties for _Z1kv\n"
                "    8 bytes stack frame, 4 bytes spill stores, 12 bytes spill loads\n"
                "ptxas info    : Used 54 registers, used 1 barriers, 4624 bytes smem\n"
                "ptxas info    : Compiling entry function 'l' for 'sm_90'\nptxas info    : Used 10 registers\n")
        self.assertEqual(programs.resources(text), {"_Z1kv": {"registers": 54, "spills": 16, "shared": 4624},
                                                    "l": {"registers": 10, "spills": 0, "shared": 0}})

    def test_every_example_that_is_counted_has_its_work(self):
        for name in counts.json.loads((counts.HERE / "sizes.json").read_text()):
            _, names, sizes, work = counts.example_of(name)
            self.assertEqual(len(names), len(sizes), name)
            self.assertGreater(counts.evaluated(work, names, sizes), 0, name)

    def test_other_names_are_refused(self):
        with self.assertRaisesRegex(programs.Problem, "'jacobi-9d' is no example"):
            counts.example_of("jacobi-9d")


if __name__ == "__main__":
    unittest.main()
