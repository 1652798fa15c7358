"""The examples' argument sets, and what the tests of examples share."""
import pathlib
import subprocess


def argument_sets(listing, name):
    """The argument sets of one program, lists of words; None where it is not listed."""
    for line in listing.read_text().splitlines():
        listed, _, rest = line.partition(" ")
        if listed == name:
            return [part.split() for part in rest.split(";")]
    return None


def run(command, **settings):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **settings)


def run_or_stop(command):
    """Ends the test where the command fails."""
    done = run(command)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")


def originals_file(folder, name, real):
    return pathlib.Path(folder) / f"{name}-{real}.json"
