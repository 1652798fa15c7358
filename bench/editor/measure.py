#!/usr/bin/env python3
"""How long an editor waits for diagnostics of a file with many regions.

usage: measure.py [--regions N] [--edits N] BUILD

Opens the file in clangd and in gputile-clangd (BUILD/bin), edits a line outside of all regions, then one
inside of a region, and prints the times in milliseconds from each edit to its diagnostics. Results of regions are
kept in a folder that is empty at first."""
import argparse
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "test/Editor/Inputs"))
from client import Client, Document

REGION = """
void step{0}(int steps, int n, double A[n][n], double B[n][n]) {{
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {{
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.{1} * (A[i][j] + A[i][j-1] + A[i][j+1] + A[i-1][j] + A[i+1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j];
  }}
}}
"""


def milliseconds(document, text):
    start = time.monotonic()
    document.change(text)
    document.diagnostics()
    return 1000 * (time.monotonic() - start)


def measure(command, options, folder):
    source = folder / "many.c"
    source.write_text("".join(REGION.format(k, k + 100) for k in range(options.regions)))
    client = Client([command, "--log=error", "--background-index=0"], {"GPUTILE_CACHE_DIR": str(folder)})
    client.initialize()
    start = time.monotonic()
    document = Document(client, source)
    document.diagnostics()
    times = [1000 * (time.monotonic() - start)]
    text = document.text
    outside = [milliseconds(document, text + f"int edited{k};\n") for k in range(options.edits)]
    inside = [milliseconds(document, text.replace("0.100 *", f"0.{200 + k} *")) for k in range(options.edits)]
    client.exit()
    return times + [statistics.median(outside), statistics.median(inside)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--regions", type=int, default=28)
    parser.add_argument("--edits", type=int, default=9)
    options = parser.parse_args()
    print("| | open | edit outside of regions | edit of a region |\n| --- | --- | --- | --- |")
    for command in ("clangd-19", str(options.build / "bin/gputile-clangd")):
        with tempfile.TemporaryDirectory() as folder:
            times = measure(command, options, pathlib.Path(folder))
        print("| " + " | ".join([pathlib.Path(command).name, *(f"{value:.0f}" for value in times)]) + " |", flush=True)


if __name__ == "__main__":
    main()
