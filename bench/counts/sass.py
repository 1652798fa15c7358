"""Loops in the machine code of a cubin, without a disassembler.

Since Volta an instruction has 16 bytes; its lowest 12 bits are the opcode together with the
form of its operands. A loop is a branch to an earlier instruction. That is all that is needed
to count the machine instructions of a loop, and those of its kinds that PTX has too.
"""
import collections
import dataclasses
import struct

INSTRUCTION = 16
BRANCH = 0x947
# What loops are recognised by: operations that neither nvcc's last phase removes nor adds.
KINDS = {
    0x981: "load_global", 0x381: "load_global", 0xfae: "load_global",
    0x986: "store_global", 0x385: "store_global",
    0x984: "load_shared", 0x388: "store_shared", 0x988: "store_shared",
    0x589: "shuffle", 0x989: "shuffle", 0xf89: "shuffle", 0x389: "shuffle",
    0xb1d: "barrier",
}
SECTION_TEXT = ".text."


@dataclasses.dataclass
class Loop:
    """Machine instructions first … last; `kinds` counts those of KINDS."""
    first: int
    last: int
    kinds: collections.Counter

    @property
    def length(self):
        return self.last - self.first + 1


def sections(image):
    """{name: bytes} of an ELF file."""
    if image[:4] != b"\x7fELF":
        raise ValueError("this is no ELF file")
    offset, = struct.unpack_from("<Q", image, 0x28)
    size, count, names = struct.unpack_from("<HHH", image, 0x3a)
    headers = [struct.unpack_from("<IIQQQQ", image, offset + n * size) for n in range(count)]
    strings = headers[names][4]
    found = {}
    for name, kind, _, _, begin, length in headers:
        end = image.index(b"\0", strings + name)
        if kind == 1:  # PROGBITS
            found[image[strings + name:end].decode()] = image[begin:begin + length]
    return found


def instructions(code):
    """[(low, high)] of the 64-bit halves of instructions."""
    return [struct.unpack_from("<QQ", code, at) for at in range(0, len(code) - INSTRUCTION + 1, INSTRUCTION)]


def branch_target(low, place, arch):
    """The instruction that the branch at `place` leads to. Its distance is a signed number of
    words of 4 bytes, from the next instruction on; since sm_90 its lowest 8 bits stand apart."""
    distance, bits = low >> 34, 30
    if arch >= 90:
        distance, bits = distance << 8 | low >> 16 & 0xff, 38
    if distance >> bits - 1:
        distance -= 1 << bits
    return place + 1 + distance * 4 // INSTRUCTION


def innermost_loops(code, arch):
    """Loops of a kernel's code that hold no other one. The branch to itself behind each kernel's
    end is none."""
    decoded = instructions(code)
    spans = {}
    for place, (low, _) in enumerate(decoded):
        if low & 0xfff == BRANCH:
            target = branch_target(low, place, arch)
            if 0 <= target < place:
                spans[target] = max(place, spans.get(target, 0))
    spans = sorted(spans.items())
    result = []
    for first, last in spans:
        if any((first, last) != other and first <= other[0] and other[1] <= last for other in spans):
            continue
        kinds = collections.Counter(KINDS[low & 0xfff] for low, _ in decoded[first:last + 1] if low & 0xfff in KINDS)
        result.append(Loop(first, last, kinds))
    return result


def loops_of(image, arch):
    """{kernel: [Loop]} of a cubin."""
    return {name[len(SECTION_TEXT):]: innermost_loops(code, arch)
            for name, code in sections(image).items() if name.startswith(SECTION_TEXT)}


def ptx_kinds(opcodes):
    """The counts of KINDS in a loop of PTX, from {opcode: how many}."""
    kinds = collections.Counter()
    for opcode, count in opcodes.items():
        parts = opcode.split(".")
        if parts[0] == "ld" and parts[1] != "param" and "shared" in parts:
            kinds["load_shared"] += count
        elif parts[0] == "ld" and "global" in parts or opcode.startswith("cp.async.c") and "shared" in parts:
            kinds["load_global"] += count
        elif parts[0] == "st" and ("shared" in parts or "global" in parts):
            kinds["store_shared" if "shared" in parts else "store_global"] += count
        elif parts[0] == "shfl":
            kinds["shuffle"] += count
        elif parts[0] in ("bar", "barrier") and "warp" not in parts:
            kinds["barrier"] += count
    return kinds


def times(kinds, other):
    """The whole number by which `kinds` are multiplied in `other`; 0 without one."""
    if not kinds or set(kinds) != set(other):
        return 0
    factors = {other[kind] / count for kind, count in kinds.items()}
    factor = factors.pop()
    return 0 if factors or factor != int(factor) else int(factor)


def match(ptx_loops, machine_loops):
    """Machine instructions per round of each PTX loop; None where no loop of the machine code, or
    more than one of different length, does the same accesses (perhaps unrolled). Of as many loops of
    both codes that do the same, the longest is the longest."""
    def length(loop):
        return sum(loop["opcodes"].values())

    result = []
    for loop in ptx_loops:
        kinds = ptx_kinds(loop["opcodes"])
        same = sorted(machine.length for machine in machine_loops if times(kinds, machine.kinds) == 1)
        others = sorted(length(other) for other in ptx_loops if ptx_kinds(other["opcodes"]) == kinds)
        if len(same) == len(others) == len(set(others)):
            result.append(same[others.index(length(loop))])
            continue
        lengths = set(same)
        if not lengths:
            lengths = {machine.length / times(kinds, machine.kinds) for machine in machine_loops
                       if times(kinds, machine.kinds) > 1}
        result.append(lengths.pop() if len(lengths) == 1 else None)
    return result
