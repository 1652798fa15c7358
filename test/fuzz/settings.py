"""What gputile is asked for beside the clauses of the programs."""
from dataclasses import dataclass

SCHEMES = ("auto", "parallel", "wavefront", "split")
LAUNCHES = ("auto", "auto", "auto", "kernels", "cooperative", "flags")
FALSE_DEPS = ("auto", "auto", "keep", "remove", "remove")
# More sizes than a nest has loops are an error; clauses of the programs have several.
TILES = ("", "", "", "1", "2", "4", "7", "16")
FUSES = ("", "", "", "depth", "min", "max")


@dataclass(frozen=True)
class Setting:
    scheme: str
    launch: str = "auto"
    false_deps: str = "auto"
    tile: str = ""
    fuse: str = ""

    def options(self):
        """Options of `gputile`; those that do not differ from the default are left out."""
        made = [f"--scheme={self.scheme}"]
        made += [f"--launch={self.launch}"] * (self.launch != "auto")
        made += [f"--false-deps={self.false_deps}"] * (self.false_deps != "auto")
        made += [f"--tile={self.tile}"] * bool(self.tile)
        return made + [f"--fuse={self.fuse}"] * bool(self.fuse)

    def simpler(self):
        """Settings with one option less."""
        for name, default in (("fuse", ""), ("tile", ""), ("false_deps", "auto"), ("launch", "auto")):
            if getattr(self, name) != default:
                yield Setting(**{**self.__dict__, name: default})


def draw(random, scheme):
    return Setting(scheme, random.choice(LAUNCHES), random.choice(FALSE_DEPS), random.choice(TILES), random.choice(FUSES))


def parse(text):
    """The setting of a line of options, as a program of the corpus has one."""
    names = {"scheme": "scheme", "launch": "launch", "false-deps": "false_deps", "tile": "tile", "fuse": "fuse"}
    given = dict(part[2:].split("=", 1) for part in text.split())
    return Setting(**{"scheme": "auto", **{names[name]: value for name, value in given.items()}})
