"""The complexity of the functions of the package as radon counts it, and the list of the functions above 10.

The list has names without modules, so that moving a function changes nothing. ``python tests/structure/complexity.py``
prints where they are; with ``--write`` it writes the list, unless a figure has grown.
"""

import functools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from package_files import Module, modules
from radon.complexity import cc_visit_ast

LIST = Path(__file__).with_name("complex_functions.txt")
LISTED = 10  # functions above this figure are listed
HEAD = "# Functions above complexity 10, as radon counts it. It may only shrink: python tests/structure/complexity.py\n"


@dataclass(frozen=True, order=True)
class Complex:
    """A function with its complexity, a method with its class; the place says where it is."""

    figure: int
    name: str
    place: str = ""

    @property
    def line(self) -> str:
        """The line of the list, without the place."""
        return f"{self.figure} {self.name}"


@functools.cache
def complex_functions(files: tuple[Module, ...]) -> tuple[Complex, ...]:
    """Return the functions and methods above 10, the most complex ones first."""
    found = [
        Complex(block.complexity, block.fullname, f"{one.place}:{block.lineno}")
        for one in files
        for block in cc_visit_ast(one.tree)
        if block.letter != "C" and block.complexity > LISTED  # C is a class, which has the sum of its methods
    ]
    return tuple(sorted(found, key=lambda one: (-one.figure, one.name, one.place)))


def listed() -> tuple[Complex, ...]:
    """Read the list."""
    rows = (line.split(" ", 1) for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return tuple(Complex(int(figure), name) for figure, name in rows)


def has_grown(before: Sequence[Complex], now: Sequence[Complex]) -> bool:
    """Say whether the functions now are more, or the n-th is more complex than the n-th was; names do not matter."""
    pairs = zip_longest(*(sorted((one.figure for one in some), reverse=True) for some in (before, now)), fillvalue=0)
    return any(new > old for old, new in pairs)


def main(words: list[str]) -> int:
    """Print the functions with their places, or write the list; return the exit code."""
    found = complex_functions(modules())
    if words != ["--write"]:
        print("\n".join(f"{one.place}: {one.line}" for one in found))
        return 0
    if LIST.exists() and has_grown(listed(), found):
        print(f"{LIST.name}: a function has become more complex: split it, or edit the list", file=sys.stderr)
        return 1
    LIST.write_text(HEAD + "".join(f"{one.line}\n" for one in found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
