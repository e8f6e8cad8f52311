"""All formats by name, and recognising them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from puzzlegen.board.kind import Kind
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import line, mosaic, puzzlink, record

WRITERS: dict[str, Callable[[Puzzle], str]] = {
    "line": line.write,
    "site": line.write_body,
    "puzzlink": puzzlink.write,
    "tatham": mosaic.write,
}


def parse(text: str, kind: Kind = Kind.MINESWEEPER) -> Puzzle:
    """Read one puzzle in whichever format it is; a text that does not tell its kind is of that one.

    Raises FormatError.
    """
    if text.lstrip().startswith("{"):
        return record.parse(text)
    return puzzlink.parse(text) if puzzlink.is_address(text) else line.parse(text, kind)


ARGUMENT = "argument"  # the source of puzzles that are words of a command


@dataclass(frozen=True, slots=True)
class Read:
    """What stood at one place of a source: a puzzle, or a fault whose message names the place.

    ``line`` is the first line of it, counted from 1.
    """

    source: str
    line: int
    found: Puzzle | FormatError

    @property
    def place(self) -> str:
        """``source:line``."""
        return f"{self.source}:{self.line}"

    @property
    def name(self) -> str:
        """How messages name it: by its place, a word of a command by the puzzle itself."""
        if self.source == ARGUMENT and isinstance(self.found, Puzzle):
            return line.write(self.found)
        return self.place


def read_lines(lines: Iterable[str], source: str, kind: Kind = Kind.MINESWEEPER) -> Iterator[Read]:
    """Read one puzzle a line, going on after a fault; empty lines and lines that begin with ``//`` are passed over.

    Lines are taken as they are asked for: a stream may still be coming in.
    """
    for number, text in enumerate(lines, start=1):
        stripped = text.strip()
        if not stripped or stripped.startswith("//"):
            continue
        try:
            yield Read(source, number, parse(stripped, kind))
        except FormatError as fault:
            yield Read(source, number, FormatError(f"{source}:{number}: {fault}"))


def parse_lines(lines: Iterable[str], source: str, kind: Kind = Kind.MINESWEEPER) -> Iterator[Puzzle]:
    """The puzzles alone, where the first fault is to be the last.

    Raises FormatError naming ``source`` and the line.
    """
    for read in read_lines(lines, source, kind):
        if isinstance(read.found, FormatError):
            raise read.found
        yield read.found
