"""Stands for a program under GPUTILE_PROFILE: the time of its region depends on the layout that was
built, as the file of layouts has it.

usage: fake-run.py LAYOUTS [what goes wrong]
"""
import json
import math
import os
import sys

assert os.environ["GPUTILE_PROFILE"] == "1" and os.environ["GPUTILE_MIN_WORK"] == "0"
layouts = json.load(open(sys.argv[1]))["layouts"]
fault = sys.argv[2] if len(sys.argv) > 2 else ""
mine = next((layout for layout in layouts if layout.get("function") == "scale"), {})
tile, block = mine.get("tile", [256])[0], mine.get("block", [256])[0]
# The least is 1 ms, for tile(1024) block(64).
time = 1 + abs(math.log2(block / 64)) + 0.1 * abs(math.log2(tile / 1024))
if fault == "fails":
    sys.exit("no such input")
print("half" if fault == "differs" and tile == 512 else "whole")
calls = 0 if fault == "falls-back" else 3
print(f"""gputile profile
     calls    device  fallback  declined kernel ms   copy ms   compile     MB in    MB out  launches  region
         3{calls:10}         0         0{time:10.3f}     4.798       2.2     0.082     0.073        84  tune_scale_3 (src/tune.c:3)
         1         1         0         0     5.000     4.798       2.2     0.082     0.073        84  other (other.c:3)""",
      file=sys.stderr)
