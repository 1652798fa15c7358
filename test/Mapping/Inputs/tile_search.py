"""How much longer the layout of a stream takes than the best of all, as both are estimated.

usage: tile_search.py GPUTILE EXAMPLES TYPE NAME…
"""

import json
import subprocess
import sys

MOST = 1.02

gputile, examples, real, *names = sys.argv[1:]


def estimate(name, search):
    subprocess.run([gputile, "--scheme=stream", f"--tile-search={search}", "--output-dir=.", "--dump-json=out.json",
                    f"{examples}/{name}.c", "--", f"-DREAL={real}"], check=True, stderr=subprocess.DEVNULL)
    with open("out.json", encoding="utf-8") as file:
        return json.load(file)["regions"][0]["kernels"][0]["estimate"]


for name in names:
    pruned, best = estimate(name, "pruned"), estimate(name, "exhaustive")
    ratio = pruned["picoseconds"] / best["picoseconds"]
    if ratio < 1:
        print(f"{name}: layouts were left out")
    elif ratio > MOST:
        print(f"{name}: {ratio:.3f} times as long as tile {best['tile']}, block {best['block']}")
    elif pruned["tile"] == best["tile"]:
        print(f"{name}: the best")
    else:
        print(f"{name}: close to the best")
