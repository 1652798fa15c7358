"""device-limits.py GPUTILE EXAMPLES DEVICE BYTES THREADS: the kernels of examples in several schemes fit.

Fails when a kernel has more than BYTES of shared memory or THREADS a block, when a region is not
transformed, or when no kernel has shared memory at all."""

import json
import math
import subprocess
import sys

gputile, examples, device, most_bytes, most_threads = sys.argv[1:]
CASES = [
    ("jacobi-1d", ["--scheme=wavefront"]),
    ("jacobi-2d", []),
    ("jacobi-2d", ["--scheme=split"]),
    ("fdtd-2d", ["--scheme=wavefront"]),
    ("heat-2d", ["--scheme=parallel", "--tile=128,128"]),
    ("sor-2d", []),
    ("jacobi-3d7", ["--scheme=split"]),
    ("matmul", []),
    ("cholesky", []),
]


def kernels(program, options):
    command = [gputile, f"--device={device}", "--dump-json=-", "--output-dir=.", *options,
               f"{examples}/{program}.c", "--", "-std=c11"]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    for region in json.loads(text)["regions"]:
        assert region["outcome"] == "transformed", (program, options, region["reason"])
        assert region["device"]["value"] == device
        yield from region["kernels"]


largest = 0
for program, options in CASES:
    for kernel in kernels(program, options):
        shared, threads = kernel["sharedBytes"], math.prod(kernel["block"])
        name = " ".join([program, *options, kernel["name"]])
        largest = max(largest, shared)
        if shared > int(most_bytes):
            sys.exit(f"{name}: {shared} bytes of shared memory are more than {most_bytes}")
        if threads > int(most_threads):
            sys.exit(f"{name}: {threads} threads are more than {most_threads}")
if largest == 0:
    sys.exit("no kernel has shared memory")
