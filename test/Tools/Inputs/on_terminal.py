"""usage: on_terminal.py [--columns=N] COMMAND...

Runs a command whose standard error is a terminal. Prints each text between two carriage returns
or ends of lines that it wrote there, as `wrote: TEXT`, and what the terminal shows in the end, line
by line, as `screen: TEXT`."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios


def written(command, columns):
    """All that the command writes on the terminal."""
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    text = b""
    while True:
        try:
            block = os.read(main, 4096)
        except OSError:  # The other side is closed.
            break
        if not block:
            break
        text += block
    child.wait()
    return text.decode()


def shown(line):
    """A line after all that carriage returns let stand over each other."""
    cells = []
    for part in line.split("\r"):
        cells[:len(part)] = part
    return "".join(cells).rstrip()


def main():
    words = sys.argv[1:]
    columns = int(words.pop(0).partition("=")[2]) if words[0].startswith("--columns=") else 1000
    text = re.sub("\x1b\\[[0-9;]*m", "", written(words, columns)).replace("\r\n", "\n")
    for part in re.split("[\r\n]", text):
        print(f"wrote: {part}")
    for line in text.splitlines() if "\r" not in text else text.split("\n"):
        print(f"screen: {shown(line)}")


main()
