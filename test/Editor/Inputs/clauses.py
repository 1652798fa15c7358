"""clauses.py GPUTILE_CLANGD FOLDER DOCS: completion and hover of clauses and their values in the pragma."""

import os
import re
import sys

from client import Client, Document

gputile_clangd, folder, docs = sys.argv[1:]
source = os.path.join(folder, "copy.c")
with open(source, "w") as file:
    file.write("""\
void copy(int n, double *a, const double *b) {
  int gpu_tile = 0; // é
  # pragma gpu_tile sch tile(64) scheme(wave)
  for (int i = 0; i < n; i++)
    a[i] = b[i] + gpu_tile;
}
""")
with open(os.path.join(folder, "compile_flags.txt"), "w") as file:
    file.write("-std=c11\n")
client = Client([gputile_clangd, "--log=error", "--background-index=0"])
client.initialize()
document = Document(client, source)
document.diagnostics()


def labels(line, character):
    answer = document.at("completion", line, character)
    return [item["textEdit"]["newText"] for item in answer["items"]]


pragma = document.text.split("\n")[2]


def column(text):
    return pragma.index(text) + len(text)


def documented():
    """The clauses of the table in docs/language.md, and data and wait, which stand below it."""
    with open(os.path.join(docs, "language.md")) as file:
        text = file.read()
    rows = re.findall(r"^\| (`.*?) \|", text[text.index("## Clauses"):text.index("## What a region")], re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)\(", row)} | {"data", "wait"}


names = labels(2, column("sch"))
assert {name.rstrip("(") for name in names} == documented(), (names, documented())
assert all(name.endswith("(") for name in names), names
# The word under the place is what an editor replaces.
edit = document.at("completion", 2, column("sch"))["items"][0]["textEdit"]
assert edit["range"] == {"start": {"line": 2, "character": column("gpu_tile ")},
                         "end": {"line": 2, "character": column("sch")}}, edit
assert labels(2, column("scheme(wave")) == ["auto", "parallel", "wavefront", "split", "stream"]
assert labels(2, column("tile(64")) == []  # A number.
assert len(labels(2, column("tile(64) "))) == len(names)

hover = document.at("hover", 2, column("tile(64) sch"))
assert hover["contents"]["value"].startswith("`scheme(auto | parallel | wavefront | split | stream)`"), hover
assert hover["range"]["end"]["character"] == column("tile(64) scheme"), hover
assert "Sizes of tiles" in document.at("hover", 2, column("tile(6"))["contents"]["value"]
assert document.at("hover", 2, column("gpu_tile s")) is None  # No such clause.

# All else is clangd's.
assert "gpu_tile" in str(document.at("hover", 4, 20)), document.at("hover", 4, 20)
assert "copy" in str(document.at("hover", 0, 6))
document.change(document.text.replace("a[i] = b[i]", "  n"))
document.diagnostics()
assert [item for item in document.at("completion", 4, 7)["items"] if "n" == item["filterText"]]

# A line that becomes a pragma, and one that no longer is.
lines = document.text.split("\n")
document.change("\n".join([lines[0], "#pragma gpu_tile fuse(", *lines[3:]]))
document.diagnostics()
assert labels(1, len("#pragma gpu_tile fuse(")) == ["depth", "min", "max"]
devices = sorted(name.removesuffix(".json") for name in os.listdir(os.path.join(docs, "../share/gputile/devices")))
document.change("\n".join([lines[0], "#pragma gpu_tile device(", *lines[3:]]))
document.diagnostics()
assert labels(1, len("#pragma gpu_tile device(")) == devices
for page in ("language.md", "devices.md"):
    with open(os.path.join(docs, page)) as file:
        text = file.read()
    assert all(f"`{device}`" in text for device in devices), page
document.change("\n".join([lines[0], "// pragma gpu_tile fuse(", *lines[3:]]))
document.diagnostics()
assert "depth" not in str(document.at("completion", 1, len("// pragma gpu_tile fuse(")))
assert client.exit() == 0
print("all as documented")
