"""hostile_files.py GPUTILE CLANG FOLDER [NAME…]: gives gputile files that nobody would write, and
names that nobody would choose. Each is transformed, refused or an error, with words for users; no
input changes; what is written compiles; nothing else is left.

With names, only these cases run."""

import os
import shutil
import subprocess
import sys

gputile, clang, folder = sys.argv[1:4]
chosen = sys.argv[4:]
TIME_LIMIT = 30
# Words that are for the authors of gputile, LLVM or isl.
INTERNAL = ["please report", "PLEASE", "internal error", "LLVM ERROR", "Stack dump", "Assertion",
            "isl_", "terminate called"]

LOOP = "  for (int i = 0; i < n; i++)\n    A[i] = 2 * A[i];\n"
HEAD = "void f(int n, double *A) {\n"
GOOD = HEAD + "#pragma gpu_tile\n" + LOOP + "}\n"


def in_function(text):
    return HEAD + text + "\n}\n"


def nested_loops(depth):
    text = "void f(double *A) {\n#pragma gpu_tile\n"
    for level in range(depth):
        text += f"for (int i{level} = 0; i{level} < 2; i{level}++)\n"
    return text + "A[i0] = 1;\n}\n"


def nested_blocks(depth):
    return in_function("#pragma gpu_tile\n  for (int i = 0; i < n; i++)\n" + "{" * depth +
                       "A[i] = 1;" + "}" * depth)


def nested_conditions(depth):
    text = "#pragma gpu_tile\n  for (int i = 0; i < n; i++)\n"
    for level in range(depth):
        text += f"if (i > {level}) "
    return in_function(text + "A[i] = 1;")


def body(text):
    return in_function("#pragma gpu_tile\n  for (int i = 0; i < n; i++) {\n" + text + "\n  }")


FILES = {
    "empty": "",
    "one-newline": "\n",
    "one-nul": "\0",
    "good": GOOD,
    "pragma-only": "#pragma gpu_tile",
    "pragma-last": GOOD + "#pragma gpu_tile",
    "pragma-last-newline": GOOD + "#pragma gpu_tile\n",
    "pragma-before-brace": HEAD + LOOP + "#pragma gpu_tile\n}\n",
    "pragma-open-clause": in_function("#pragma gpu_tile tile(\n" + LOOP),
    "pragma-open-string": in_function('#pragma gpu_tile if("\n' + LOOP),
    "pragma-junk": in_function("#pragma gpu_tile )(]}{;,@$`\\ # ## 0x 1e+ 'a\n" + LOOP),
    "pragma-nul": in_function("#pragma gpu_tile\0tile(4)\n" + LOOP),
    "pragma-long": in_function("#pragma gpu_tile" + " tile(4)" * 20000 + "\n" + LOOP),
    "pragma-huge-size": in_function("#pragma gpu_tile tile(" + "9" * 5000 + ")\n" + LOOP),
    "pragma-continued": in_function("#pragma \\\n gpu_tile \\\r\n tile(4\\\n)\n" + LOOP),
    "pragma-comment": in_function("#pragma gpu_tile /* a\n b */ tile(4) // c\n" + LOOP),
    "pragma-open-comment": in_function("#pragma gpu_tile /*\n" + LOOP),
    "pragma-twice": in_function("#pragma gpu_tile\n#pragma gpu_tile\n" + LOOP),
    "pragma-operator": in_function('_Pragma("gpu_tile")\n' + LOOP),
    "pragma-in-macro": '#define P _Pragma("gpu_tile") for (int i = 0; i < n; i++) A[i] = 0;\n' + in_function("P"),
    "pragma-in-argument": "#define ID(x) x\n" + in_function("ID(\n#pragma gpu_tile\n" + LOOP + ")"),
    "loop-in-macro": "#define L for (int i = 0; i < n; i++) A[i] = 0;\n" + in_function("#pragma gpu_tile\nL"),
    "loop-half-in-macro": "#define L for (int i = 0; i < n; i++) {\n" + in_function("#pragma gpu_tile\nL A[i] = 0; }"),
    "no-newline-at-end": GOOD.rstrip("\n"),
    "backslash-at-end": GOOD + "\\",
    "crlf": GOOD.replace("\n", "\r\n"),
    "cr": GOOD.replace("\n", "\r"),
    "mixed-ends": GOOD.replace(";\n", ";\r\n").replace("tile\n", "tile\n\r\n"),
    "form-feeds": GOOD.replace("  ", "\f\v\t"),
    "byte-order-mark": "\ufeff#include <stddef.h>\n" + GOOD,
    "utf-16-le": ("\ufeff" + GOOD).encode("utf-16-le"),
    "utf-16-be": ("\ufeff" + GOOD).encode("utf-16-be"),
    "utf-32": GOOD.encode("utf-32"),
    "bad-utf-8": GOOD.encode().replace(b"A[i] = ", b"A[i] = /* \xff\xfe\xc0\x80 */ "),
    "utf-8-names": GOOD.replace("A", "\u00e4\u03b2").replace("i", "i"),
    "nul-in-loop": body("A[i] =\0 1;"),
    "nul-in-comment": body("/* \0 */ A[i] = 1; // \0"),
    "nul-in-string": body('A[i] = sizeof("\0");'),
    "nul-at-end": GOOD + "\0" * 4096,
    "control-characters": body("A[i] = 1;" + "".join(map(chr, range(1, 32)))),
    "megabyte-comment": body("A[i] = 1; /*" + "x" * 1_000_000 + "*/"),
    "megabyte-blank": body("A[i]" + " " * 1_000_000 + "= 1;"),
    "megabyte-name": body("double " + "x" * 1_000_000 + " = 1; A[i] = " + "x" * 1_000_000 + ";"),
    "megabyte-literal": body("A[i] = " + "1" * 1_000_000 + ".0;"),
    "megabyte-string": "const char *s = \"" + "x" * 1_000_000 + "\";\n" + GOOD,
    "megabyte-of-lines": "\n" * 1_000_000 + GOOD,
    "parentheses-200": body("A[i] = " + "(" * 200 + "1" + ")" * 200 + ";"),
    "parentheses-100000": body("A[i] = " + "(" * 100_000 + "1" + ")" * 100_000 + ";"),
    "minus-200": body("A[i] = " + "- " * 200 + "1;"),
    "blocks-200": nested_blocks(200),
    "blocks-100000": nested_blocks(100_000),
    "loops-5": nested_loops(5),
    "conditions-12": nested_conditions(12),
    "conditions-200": nested_conditions(200),
    "subscripts-100": body("A[" * 100 + "0" + "]" * 100 + " = 1;"),
    "open-brace": in_function("#pragma gpu_tile\n  for (int i = 0; i < n; i++) {\n A[i] = 1;"),
    "open-parenthesis": in_function("#pragma gpu_tile\n  for (int i = 0; i < n; i++ A[i] = 1;"),
    "closed-twice": GOOD + "}\n",
    "open-comment": GOOD + "/*",
    "open-string": GOOD + '"',
    "open-if": "#if 1\n" + GOOD,
    "else-alone": GOOD + "#else\n",
    "region-in-if-0": "#if 0\n" + GOOD + "#endif\n",
    "if-inside-region": body("#if 1\nA[i] = 1;\n#else\n}\n#endif"),
    "line-directives": "#line 2147483000 \"x\\\\\\\"\\n.c\"\n" + GOOD,
    "line-zero": "#line 0\n" + GOOD,
    "includes-itself": '#include __FILE__\n' + GOOD,
    "error-directive": GOOD + "#error no\n",
    "not-c": bytes(range(256)) * 16,
    "elf": b"\x7fELF" + bytes(4096),
}

# Files of these names hold GOOD. A leading folder is made.
NAMES = ["two words.c", "quote\"s'.c", "percent%%%%.c", "50%/x.c", "star*/comment.c", "back\\slash.c",
         "end\\.c", "new\nline.c", "-dash.c", "umla\u00fct.c", "dollar$(x).c", "semi;colon.c",
         "a.b.c.c", ".c", "question??/.c", "l" * 200 + ".c", "m" * 253 + ".c", "tab\t.c"]


class Failure(Exception):
    pass


def check(holds, what):
    if not holds:
        raise Failure(what)


def run(command, cwd):
    try:
        done = subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        raise Failure(f"takes more than {TIME_LIMIT} s") from None
    return done.returncode, done.stderr.decode(errors="replace")


def files_below(top):
    return sorted(os.path.relpath(os.path.join(at, name), top) for at, _, names in os.walk(top)
                  for name in names)


def check_messages(status, messages):
    check(status in (0, 1), f"exit status {status}: {messages[:2000]}")
    check(status == 0 or messages.strip(), "an error without a message")
    for word in INTERNAL:
        check(word not in messages, f"'{word}' in the messages: {messages[:2000]}")


def check_outputs(status, out, home):
    written = files_below(out)
    check(status == 0 or not written, f"an error, but written: {written}")
    check(len(written) in (0, 2), f"written: {written}")
    for name in written:
        path = os.path.join(out, name)
        # Names of systems and shells are no matter here, but a language has to be told.
        if not name.endswith(".cu"):
            found, errors = run([clang, "-x", "c", "-fsyntax-only", "-w", path], home)
            check(found == 0, f"what is written does not compile: {errors[:2000]}")
    return bool(written)


def check_case(name, path, content):
    home = os.path.join(folder, "cases", name)
    os.makedirs(os.path.dirname(os.path.join(home, path)))
    with open(os.path.join(home, path), "wb") as file:
        file.write(content)
    before = files_below(home)
    out = os.path.join(folder, "out", name)
    os.makedirs(out)
    given = "./" + path if path.startswith("-") else path
    status, messages = run([gputile, "--output-dir=" + out, given, "--"], home)
    check_messages(status, messages)
    with open(os.path.join(home, path), "rb") as file:
        check(file.read() == content, "the input changed")
    check(files_below(home) == before, "files beside the input")
    return "transformed" if check_outputs(status, out, home) else "left" if status == 0 else "error"


def check_special():
    """Inputs that are no regular files."""
    home = os.path.join(folder, "special")
    os.makedirs(os.path.join(home, "folder.c"))
    os.symlink("loop.c", os.path.join(home, "loop.c"))
    os.symlink("nothing.c", os.path.join(home, "dangling.c"))
    for name in ["folder.c", "loop.c", "dangling.c", "missing.c", "no/folder.c", "", "/dev/null", "x" * 5000 + ".c"]:
        out = os.path.join(folder, "special-out")
        os.makedirs(out, exist_ok=True)
        try:
            status, messages = run([gputile, "--output-dir=" + out, name, "--"], home)
            check_messages(status, messages)
            check(status == 1, f"exit status {status}")
            check(not files_below(out), "something was written")
        except Failure as failure:
            yield name, failure


def main():
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    cases = [(name, "x.c", text if isinstance(text, bytes) else text.encode()) for name, text in FILES.items()]
    cases += [(f"name-{number}", name, GOOD.encode()) for number, name in enumerate(NAMES)]
    failures, outcomes = 0, {}
    for name, path, content in cases:
        if chosen and name not in chosen:
            continue
        try:
            outcome = check_case(name, path, content)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
        except Failure as failure:
            failures += 1
            print(f"{name} ({path!r}): {failure}")
    for name, failure in [] if chosen else check_special():
        failures += 1
        print(f"{name!r}: {failure}")
    print(outcomes, "failures:", failures)
    # Cases that all are errors would test little.
    check(chosen or outcomes.get("transformed", 0) >= 20, "hardly anything was transformed")
    return 1 if failures else 0


sys.exit(main())
