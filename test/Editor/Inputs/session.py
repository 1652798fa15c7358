"""session.py GPUTILE_CLANGD FOLDER: what a user of an editor meets: a file with a region that runs on the
GPU, one that does not, and a typing error, which a code action mends."""

import os
import sys
import urllib.parse

from client import Client, Document

gputile_clangd, folder = sys.argv[1:]
source = os.path.join(folder, "solve.c")
with open(os.path.join(folder, "compile_flags.txt"), "w") as file:
    file.write("-std=c11\n-Wall\n")
with open(source, "w") as file:
    file.write("""\
void solve(int n, double L[n][n], double *restrict x, const double *restrict b, double s) {
#pragma gpu_tile tyle(64)
  for (int i = 0; i < n; i++)
    x[i] = s * b[i];
#pragma gpu_tile
  for (int i = n - 1; i >= 0; i--)
    for (int j = i + 1; j < n; j++)
      x[i] -= L[j][i] * x[j];
}
""")


def named(diagnostics):
    return {diagnostic["code"]: diagnostic for diagnostic in diagnostics}


client = Client([gputile_clangd, "--log=error", "--background-index=0"])
client.initialize()
document = Document(client, source)
found = named(document.diagnostics())
assert set(found) == {"unknown-clause", "no-parallelism"}, found

typo, refusal = found["unknown-clause"], found["no-parallelism"]
assert typo["severity"] == 1 and typo["range"]["start"] == {"line": 1, "character": 17}, typo
assert refusal["severity"] == 2 and refusal["range"]["start"]["line"] == 4, refusal
assert any(note["location"]["range"]["start"]["line"] == 7 for note in refusal["relatedInformation"]), refusal
for diagnostic in found.values():
    assert diagnostic["source"] == "gputile", diagnostic
    page = urllib.parse.unquote(urllib.parse.urlparse(diagnostic["codeDescription"]["href"]).path)
    assert open(page).read().startswith("# "), page

fixes = [action for action in document.actions(typo) if action.get("kind") == "quickfix"]
assert len(fixes) == 1, fixes
document.apply(fixes[0]["edit"]["changes"][document.uri])
assert "#pragma gpu_tile tile(64)\n" in document.text, document.text
found = named(document.diagnostics())
assert set(found) == {"region-transformable", "no-parallelism"}, found
remark = found["region-transformable"]
assert remark["severity"] == 3 and remark["range"]["start"]["line"] == 1, remark
assert remark["message"].splitlines()[0].rstrip().endswith("compile it with the plugin or the command 'gputile' [region-transformable] [-fplugin-arg-gputile-remarks]"), remark
notes = [note["message"] for note in remark["relatedInformation"]]
assert any("ernel 'solve_" in note for note in notes) and any("opied back: 'x'" in note for note in notes), remark

# Clang's own diagnostics stay as they are. Programs with errors are not analysed.
text = document.text
document.change(text + "int f(void) { return undeclared; }\n")
found = named(document.diagnostics())
assert set(found) == {"undeclared_var_use"} and found["undeclared_var_use"]["source"] == "clang", found
document.change(text + "int f(void) { int unused; return 0; }\n")
found = named(document.diagnostics())
assert set(found) == {"region-transformable", "no-parallelism", "-Wunused-variable"}, found

assert client.exit() == 0
assert not [line for line in client.log if b"gputile" in line], client.log
print("all as documented")
