"""edits.py GPUTILE_CLANGD FOLDER: edits a file in one session, and opens the text of each edit in a new one. Both
have to say the same."""

import os
import shutil
import sys

from client import Client, Document

gputile_clangd, folder = sys.argv[1:]
source, cache = os.path.join(folder, "many.c"), os.path.join(folder, "cache")
with open(os.path.join(folder, "compile_flags.txt"), "w") as file:
    file.write("-std=c11\n")
TEXT = """\
#include "kinds.h"
#define COUNT 100
enum { SIZE = 8 };
static int borrowed;
static double weight(double x) { return x * 0.5; }
static double factor(double x) { return weight(x) + 1; }

void first(int n, real *restrict x, const real *restrict y) {
#pragma gpu_tile block(WIDTH)
  for (int i = 0; i < n; i++)
    x[i] = factor(y[i]);
}

static void second(int n, real *x) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    x[i] = x[i] * x[i - 1];
}

void user(int n) {
  real room[COUNT];
  assert(n > 0); // Macros leave text of their own.
  second(n, room);
}

void third(real *restrict x) {
#pragma gpu_tile tile(32)
  for (borrowed = 0; borrowed < COUNT; borrowed++)
    x[borrowed] = 1;
#pragma gpu_tile block(SIZE)
  for (int k = 0; k < COUNT; k++)
    x[k] += 2;
}

int last(void) {
  borrowed = 1;
  return borrowed;
}
"""
EDITS = [
    ("int last(void) {\n", "int last(void) {\n  int more = 1;\n"),  # Below all regions.
    ("  return borrowed;", "  return 1;"),
    ("  borrowed = 1;\n", "  int old = borrowed;\n"),  # What is told of the variable may change.
    ("  real room[COUNT];\n", "  real room[COUNT];\n  n++;\n\n"),  # Moves a region.
    ("void first(", "\n\nvoid first("),  # Moves all.
    ("return x * 0.5;", "return x > 0 ? x : 0;"),
    ("return x > 0 ? x : 0;", "extern double sin(double); return sin(x);"),
    ("x[i] = x[i] * x[i - 1];", "x[i] = x[i] * 2;"),
    ("#define COUNT 100", "#define COUNT 200"),
    ("enum { SIZE = 8 }", "enum { SIZE = 64 }"),
    ("gpu_tile tile(32)", "gpu_tile tyle(32)"),
    ("gpu_tile tyle(32)", "gpu_tile tile(64)"),
    ("extern double sin(double); return sin(x);", "return x + COUNT;"),
    ("  int old = borrowed;\n", "  borrowed = 1;\n"),
]


def started(folder_of_cache):
    client = Client([gputile_clangd, "--log=error", "--background-index=0"],
                    {"GPUTILE_CACHE_DIR": folder_of_cache})
    client.initialize()
    return client


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def of_new_session(text):
    write("many.c", text)
    client = started(os.path.join(folder, "other"))
    found = Document(client, source).diagnostics()
    assert client.exit() == 0
    return found


def kept():
    return sum(name.startswith("llvmcache-") for _, _, files in os.walk(cache) for name in files)


write("kinds.h", "#include <assert.h>\ntypedef double real;\nenum { WIDTH = 64 };\n")
write("many.c", TEXT)
client = started(cache)
document = Document(client, source)
found = document.diagnostics()
assert {"region-transformable", "no-parallelism"} <= {one["code"] for one in found}, found
assert found == of_new_session(TEXT)

# Without results of earlier compilations, what is analysed again leaves a file.
shutil.rmtree(cache, ignore_errors=True)
document.change(TEXT.replace("return borrowed;", "return 1;") + "int more;\n")
document.diagnostics()
assert kept() == 2, kept()  # Those of the function that uses the variable.
shutil.rmtree(cache, ignore_errors=True)
document.change(TEXT.replace("void user(int n) {\n", "void user(int n) {\n  n++;\n"))
document.diagnostics()
assert kept() == 1, kept()  # That of the function that is called there.
shutil.rmtree(cache, ignore_errors=True)
document.change(TEXT)
document.diagnostics()
assert kept() == 0, kept()
document.change(TEXT + "void more(int n) {\n  second(0, 0);\n}\n")
document.diagnostics()
assert kept() == 1, kept()
shutil.rmtree(cache, ignore_errors=True)
document.change(TEXT.replace("return weight(x) + 1;", "return weight(x) + 3;"))
document.diagnostics()
assert kept() == 1, kept()
document.change(TEXT)
document.diagnostics()
assert kept() == 1, kept()

text = TEXT
for old, new in EDITS:
    assert text.count(old) == 1, old
    text = text.replace(old, new)
    document.change(text)
    found = document.diagnostics()
    expected = of_new_session(text)
    assert found == expected, f"{old!r} -> {new!r}:\n{found}\ninstead of\n{expected}"

# Headers count, too. clangd may first tell what it knows with the old one.
write("kinds.h", "#include <assert.h>\ntypedef double real;\nenum { WIDTH = 128 };\n")
text += "\n"
document.change(text)
expected = of_new_session(text)
assert any("block 128" in note["message"] for one in expected for note in one["relatedInformation"]), expected
while document.diagnostics() != expected:
    pass
assert client.exit() == 0
print("as in new sessions")
