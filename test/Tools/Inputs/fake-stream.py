"""Stands for a program under GPUTILE_PROFILE whose region is a stream: its time depends on the iterations of a launch.

usage: fake-stream.py LAYOUTS
"""
import json
import sys

layouts = json.load(open(sys.argv[1]))["layouts"]
mine = next((layout for layout in layouts if layout.get("function") == "smooth"), {})
# 6 iterations in a launch are gputile's own choice, 8 take the least time; rows of clause tile change nothing.
time = 10 if mine.get("scheme") == "parallel" else {2: 2, 4: 1.2, 6: 1.1, 8: 1}.get(mine.get("tile", [6])[0], 1.5)
print(f"""gputile profile
     calls    device  fallback  declined kernel ms   copy ms   compile     MB in    MB out  launches  region
         1         1         0         0{time:10.3f}     4.798       2.2     0.082     0.073        84  tune_smooth_4 (src/tune-stream.c:4)""",
      file=sys.stderr)
