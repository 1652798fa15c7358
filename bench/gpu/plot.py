#!/usr/bin/env python3
"""Draws docs/pictures/speed.svg from what was measured on a GPU.

usage: plot.py [--output FILE]       (- is standard output)

Numbers of gputile and of kernels by hand are those of the latest file of results/ that has them,
times beside PPCG those of the latest results/*-polybench.json, and numbers of AN5D those of the
table in docs/performance.md."""

import argparse
import json
import re
import sys
from html import escape
from math import log10
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Program, what it is, and its row in the table of AN5D.
STENCILS = [("jacobi-2d", "2-D Jacobi, 5 points", "2-D, 5 points, floats"),
            ("fdtd-2d", "2-D FDTD, three arrays", None),
            ("jacobi-3d7", "3-D Jacobi, 7 points", "3-D, 7 points, floats"),
            ("jacobi-3d27", "3-D Jacobi, 27 points", "3-D, 27 points, floats"),
            ("sor-2d", "2-D SOR, in place", None)]
COLOURS = {"naive": "#90a4ae", "AN5D": "#ef6c00", "gputile": "#1565c0"}
NAMES = {"naive": "CUDA by hand, naive", "AN5D": "AN5D", "gputile": "gputile"}
INK, FAINT = "#222", "#cfd8dc"
WIDTH, LEFT, RIGHT, BAR, GAP = 900, 176, 76, 15, 12


def results(pattern):
    """The files of results that match, the latest first."""
    files = sorted(HERE.glob(f"results/{pattern}"), reverse=True)
    return [json.loads(path.read_text()) for path in files]


def rate(program, configuration):
    """10^9 cells a second with floats, in the latest results that have it."""
    for measured in results("*-20??-??-??.json"):
        for row in measured["results"]:
            if (row["name"], row["type"], row["configuration"]) == (program, "float", configuration):
                if not row["correct"]:
                    raise SystemExit(f"plot.py: {program} {configuration} is not correct")
                return row["gcPerSecond"]
    raise SystemExit(f"plot.py: no results of {program} {configuration}")


def an5d(row):
    text = (ROOT / "docs/performance.md").read_text()
    found = re.search(rf"^\| {re.escape(row)} \| ([0-9.]+) \|", text, re.M)
    if not found:
        raise SystemExit(f"plot.py: docs/performance.md has no AN5D row '{row}'")
    return float(found[1])


def beside_ppcg():
    """(program, PPCG's time / gputile's time), the largest first."""
    rows = [row for row in results("*-polybench.json")[0]["results"] if row["ratio"]]
    if not rows or not all(row["equal"] for row in rows):
        raise SystemExit("plot.py: results of PolyBench are missing or not equal")
    return sorted(((row["name"], row["ratio"]) for row in rows), key=lambda row: -row[1])


class Picture:
    def __init__(self):
        self.body, self.y = [], 0

    def text(self, x, y, text, size=12, anchor="start", weight="normal"):
        self.body.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
                         f'font-weight="{weight}" fill="{INK}">{escape(text)}</text>')

    def rect(self, x, y, width, height, fill):
        self.body.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>')

    def line(self, x, top, bottom, colour=FAINT):
        self.body.append(f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{colour}"/>')

    def svg(self):
        height = self.y + 12
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
                f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="sans-serif">\n'
                f'<rect width="{WIDTH}" height="{height:.0f}" fill="white"/>')
        return "\n".join([head, *self.body, "</svg>"]) + "\n"


def draw_stencils(picture):
    rows = [(what, {"naive": rate(name, "naive"), **({"AN5D": an5d(row)} if row else {}),
                    "gputile": rate(name, "auto")}) for name, what, row in STENCILS]
    most = max(value for _, bars in rows for value in bars.values())
    scale = (WIDTH - LEFT - RIGHT) / most
    picture.text(12, 26, "Stencils with floats: 10⁹ cell-steps a second", 15, weight="bold")
    x = LEFT
    for kind, name in NAMES.items():
        picture.rect(x, 38, 12, 12, COLOURS[kind])
        picture.text(x + 18, 49, name)
        x += 180
    picture.y = 62
    for what, bars in rows:
        picture.text(LEFT - 8, picture.y + len(bars) * BAR / 2 + 4, what, anchor="end")
        for kind, value in bars.items():
            picture.rect(LEFT, picture.y, value * scale, BAR - 2, COLOURS[kind])
            picture.text(LEFT + value * scale + 5, picture.y + BAR - 4, f"{value:.0f}", 11)
            picture.y += BAR
        picture.y += GAP


def draw_ppcg(picture):
    rows = beside_ppcg()
    digits = len(str(int(max(ratio for _, ratio in rows))))
    scale = (WIDTH - LEFT - RIGHT) / digits
    picture.y += 22
    picture.text(12, picture.y, "PolyBench/C: time of PPCG's kernels / time of gputile's (logarithmic)", 15, weight="bold")
    picture.y += 14
    top, bottom = picture.y, picture.y + len(rows) * BAR
    for power in range(digits + 1):
        x = LEFT + power * scale
        picture.line(x, top, bottom, INK if power == 0 else FAINT)
        picture.text(x, bottom + 14, f"{10 ** power}", 11, "middle")
    for name, ratio in rows:
        length = log10(ratio) * scale
        picture.text(LEFT - 8, picture.y + BAR - 4, name, anchor="end")
        picture.rect(LEFT + min(length, 0), picture.y, abs(length), BAR - 2, COLOURS["gputile"])
        picture.text(LEFT + max(length, 0) + 5, picture.y + BAR - 4, f"{ratio:.1f}", 11)
        picture.y += BAR
    picture.y += 22


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--output", default=str(ROOT / "docs/pictures/speed.svg"))
    output = parser.parse_args().output
    picture = Picture()
    draw_stencils(picture)
    draw_ppcg(picture)
    if output == "-":
        sys.stdout.write(picture.svg())
    else:
        Path(output).write_text(picture.svg())


main()
