"""Random kernels against an oracle.

Writes kernels of random accesses and barriers, runs them under the race runtime in
several orders, and compares what is reported with what vector clocks over all
threads say: every pair of accesses to a byte, no shortcut.

usage: race-oracle.py SEED COUNT OUTPUT -- COMPILER FLAGS... (of a .cu file) -- LINKER INPUTS...
"""

import os
import random
import subprocess
import sys

BLOCKS, THREADS = 2, 64
INDICES = ["t", "t", "t", "(t+1)%64", "t/32*32+(t+1)%32", "t/32*32+31-t%32", "t/16*16+15-t%16",
           "t^1", "64+t", "127-t"]
GLOBAL_INDICES = ["b*64+t", "b*64+63-t", "b*64+(t^16)", "t+64*b"]
BARRIERS = {"block": THREADS, "warp": 32, "half": 16, "grid": BLOCKS * THREADS}
BARRIER_TEXT = {
    "block": "__syncthreads();",
    "warp": "__syncwarp();",
    "half": "if (t % 32 < 16) __syncwarp(0xffffu); else __syncwarp(0xffff0000u);",
    "grid": "cooperative_groups::this_grid().sync();",
}


def random_statement(rng):
    kind = rng.choices(["read", "write", "atomic", "block", "warp", "half", "grid"],
                       [26, 22, 6, 18, 16, 6, 6])[0]
    if kind in BARRIERS:
        return (kind,)
    array = rng.choice(["s", "g"])
    index = rng.choice(INDICES + (GLOBAL_INDICES if array == "g" else []))
    size = 1 if kind != "atomic" and rng.random() < 0.15 else 4
    return (kind, array, index, size)


def text_of(statement):
    if statement[0] in BARRIERS:
        return BARRIER_TEXT[statement[0]]
    kind, array, index, size = statement
    element = f"((char *){array})[{index}]" if size == 1 else f"{array}[{index}]"
    return {"read": f"v += {element};", "write": f"{element} = 1;",
            "atomic": f"atomicAdd(&{element}, 1);"}[kind]


def meet(known, group, now):
    """The threads of a group learn what any of them knew and all of them did."""
    for start in range(0, len(known), group):
        members = range(start, start + group)
        joint = [max(known[m][other] for m in members) for other in range(len(known))]
        for m in members:
            joint[m] = now
        for m in members:
            known[m] = list(joint)


def conflict(a, b):
    return not (a == b and a in ("read", "atomic"))


def arrays_with_races(kernel):
    count = BLOCKS * THREADS
    known = [[-1] * count for _ in range(count)]  # known[m][l]: statements of l before m's next
    history, racy = {}, set()
    for now, statement in enumerate(kernel):
        if statement[0] in BARRIERS:
            meet(known, BARRIERS[statement[0]], now)
            continue
        kind, array, index, size = statement
        for m in range(count):
            b, t = divmod(m, THREADS)
            first = eval(index.replace("/", "//"), {"b": b, "t": t}) * size
            for byte in range(first, first + size):
                past = history.setdefault((array, b if array == "s" else 0, byte), [])
                if any(l != m and conflict(k, kind) and known[m][l] < when for k, l, when in past):
                    racy.add(array)
                past.append((kind, m, now))
    return racy


def program(kernels):
    lines = ['#include "gputile/cpu/cuda_on_cpu.h"', "#include <stdlib.h>"]
    for n, kernel in enumerate(kernels):
        body = "\n  ".join(text_of(s) for s in kernel)
        lines.append(f"__global__ void k{n}(int *g) {{\n  GPUTILE_SHARED(int, s, [128]);\n"
                     f"  int t = threadIdx.x, b = blockIdx.x, v = 0;\n  (void)b; (void)s;\n"
                     f"  {body}\n  volatile int sink = v; (void)sink;\n}}")
    lines.append("int main(int, char **argv) {\n  int *g;\n  cudaMalloc(&g, 4096);\n"
                 "  void *arguments[] = {&g};\n  switch (atoi(argv[1])) {")
    for n in range(len(kernels)):
        lines.append(f"  case {n}: cudaLaunchCooperativeKernel(k{n}, dim3({BLOCKS}), "
                     f"dim3({THREADS}), arguments); break;")
    return "\n".join(lines + ["  }", "}"]) + "\n"


def reported(path, number, order):
    environment = dict(os.environ, GPUTILE_CPU_ORDER=order, GPUTILE_RACE_MAX="1000")
    run = subprocess.run([path, str(number)], env=environment, stderr=subprocess.PIPE, text=True)
    errors = [line for line in run.stderr.splitlines() if "error:" in line]
    assert run.returncode == (66 if errors else 0), run.stderr
    return {"s" if "shared array" in line else "g" for line in errors}


def main():
    seed, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    rest = sys.argv[5:]
    compile_command, link_command = rest[:rest.index("--")], rest[rest.index("--") + 1:]
    rng = random.Random(seed)
    kernels = [[random_statement(rng) for _ in range(rng.randrange(2, 10))] for _ in range(count)]
    with open(path + ".cu", "w", encoding="utf-8") as source:
        source.write(program(kernels))
    subprocess.check_call(compile_command + ["-c", path + ".cu", "-o", path + ".o"])
    subprocess.check_call(link_command + [path + ".o", "-o", path])
    wrong = 0
    for n, kernel in enumerate(kernels):
        expected = arrays_with_races(kernel)
        for order in ("forward", "reverse", f"random:{seed}"):
            found = reported(path, n, order)
            if found != expected:
                wrong += 1
                print(f"k{n} {order}: reported {sorted(found)}, expected {sorted(expected)}")
    print(f"{count} kernels, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
