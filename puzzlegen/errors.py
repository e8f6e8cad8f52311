"""The exceptions whose messages users see. Each message names the place, the problem and the remedy, in this order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class PuzzlegenError(Exception):
    """Base of all errors that the input causes. The command line prints the message and exits with 2."""


class FormatError(PuzzlegenError):
    """A text cannot be read as a puzzle.

    ``column`` counts characters from 1, and is None if unknown. ``row`` counts the lines of the puzzle from 0.
    """

    def __init__(self, text: str, column: int | None = None, row: int = 0) -> None:
        lines = [f"line {row + 1}"] if row else []
        place = ", ".join(lines + ([f"column {column}"] if column is not None else []))
        super().__init__(f"{place}: {text}" if place else text)
        self.text = text
        self.column = column
        self.row = row

    def at(self, source: str, line: int, indent: int = 0) -> FormatError:
        """Return the error for a puzzle that begins on ``line`` of ``source``, after ``indent`` characters."""
        column = "" if self.column is None else f":{self.column + (0 if self.row else indent)}"
        return type(self)(f"{source}:{line + self.row}{column}: {self.text}")


class UnknownTextError(FormatError):
    """A line is in no known format."""


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One problem of a config file, at ``line`` and ``column``, both from 1; ``loc`` are the keys that lead to it."""

    line: int
    column: int
    loc: tuple[str | int, ...]
    text: str


class Problem(NamedTuple):
    """One problem: the keys that lead to the value, and the message."""

    loc: tuple[str | int, ...]
    text: str


class ConfigError(PuzzlegenError):
    """A config file cannot be used. The message has one line for each problem.

    ``problems`` are the same with their places; empty where the message has no places.
    """

    def __init__(self, text: str, problems: tuple[ConfigProblem, ...] = ()) -> None:
        super().__init__(text)
        self.problems = problems


class LayoutError(PuzzlegenError):
    """Something does not fit on its page. ``words`` is the text that does not fit, if it is text."""

    def __init__(self, text: str, words: str = "") -> None:
        super().__init__(text)
        self.words = words


class GenerationError(PuzzlegenError):
    """No puzzle or board as requested could be generated."""


class SolverError(PuzzlegenError):
    """The solvers cannot take a puzzle, or it is not solved."""


class OutputError(PuzzlegenError):
    """A file or folder cannot be written or read."""


class LedgerError(PuzzlegenError):
    """A ledger cannot be opened, read or written, or already holds a puzzle for another book."""


class FullError(LedgerError):
    """The disk of a ledger is full or fails. What was recorded before is intact."""


class NoLedger(LedgerError):
    """There is no ledger to read: the file does not exist or is empty."""


class DamagedLedger(LedgerError):
    """The file of a ledger is damaged. ``puzzlegen ledger rebuild`` repairs each such file."""


class WorkerError(PuzzlegenError):
    """A worker was lost, or no workers could be started."""


class Interrupted(Exception):
    """The user interrupted the run (Ctrl-C or SIGTERM). The message says what is kept and how to resume.

    The exit code is 130, or 143 for SIGTERM.
    """


class DayError(PuzzlegenError):
    """A day does not exist, may have no puzzle, or cannot be drawn."""
