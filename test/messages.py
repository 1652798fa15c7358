"""Checks that docs/troubleshooting.md quotes messages that gputile prints.

usage: messages.py SOURCE_DIR

A message is what a heading quotes, and what the text quotes of gputile-run's. Its parts between
`…` must stand in string literals of the sources, each in one or in two that are put together, or in
a script. Headings that name another program are not looked at."""
import pathlib
import re
import sys

CODE = {".cpp", ".h", ".c", ".def", ".cuh"}
# Adjacent literals are one; what printf, or a diagnostic, puts in ends a part.
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"(?:\s*"((?:[^"\\\n]|\\.)*)")*')
QUOTE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LEAST = 6  # Characters of a literal that is put together with another one.
INSERTED = re.compile(r"%(?:\d|[a-z]+)")


def texts(root):
    found = []
    for folder in ("lib", "tools", "include/gputile"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in CODE:
                source = path.read_text(errors="replace")
                for literal in LITERAL.finditer(source):
                    found.append("".join(QUOTE.findall(literal.group())).replace('\\"', '"'))
            elif path.name == "gputile-config.in":
                found.append(path.read_text().replace("$prefix", "%s"))
    return [part for text in found for part in INSERTED.split(text)]


def messages(document):
    for line in re.findall(r"^### (.+)$", document, re.M):
        message, _, rest = line[1:].partition("`")
        if ", of the " not in rest:
            yield message
    yield from re.findall(r"(?<!### )`(gputile-run: [A-Z].+?)`", document)


def parts(message):
    """What the tool prints as it is. Names of programs, quotes around what a user wrote, and the end
    of a message are added to it."""
    message = re.sub(r"^(?:gputile|gputile-run|gputile-config): ", "", message)
    for part in re.split(r"…|(?<=; )(?=the original loops)", message):
        part = part.removesuffix("; ").strip("'")
        if part:
            yield part


def is_printed(part, printed):
    def stands(text):
        return any(text in other for other in printed)
    ends = range(LEAST, len(part) - LEAST + 1)
    return stands(part) or any(stands(part[:end]) and stands(part[end:]) for end in ends)


def main():
    root = pathlib.Path(sys.argv[1])
    printed = texts(root)
    assert len(printed) > 1000, "the sources were not understood"
    quoted = list(messages((root / "docs/troubleshooting.md").read_text()))
    assert len(quoted) > 20, "docs/troubleshooting.md was not understood"
    problems = [f"{message}: nothing prints '{part}'" for message in quoted for part in parts(message)
                if not is_printed(part, printed)]
    print("\n".join(problems) or f"{len(quoted)} messages, all printed")
    return bool(problems)


sys.exit(main())
