"""The errors a user may see. Each carries one line: the place, what was found there, and the remedy."""

from __future__ import annotations


class PuzzlegenError(Exception):
    """Base of every error that is the input's fault, not ours. The command line prints it and exits with 2."""


class FormatError(PuzzlegenError):
    """A text that should be a puzzle is not one.

    Where the fault has a place, ``column`` counts characters from 1, and ``row`` lines from 0, the first of the puzzle.
    """

    def __init__(self, text: str, column: int | None = None, row: int = 0) -> None:
        lines = [f"line {row + 1}"] if row else []
        place = ", ".join(lines + ([f"column {column}"] if column is not None else []))
        super().__init__(f"{place}: {text}" if place else text)
        self.text = text
        self.column = column
        self.row = row

    def at(self, source: str, line: int, indent: int = 0) -> FormatError:
        """The same fault in a puzzle that begins on ``line`` of ``source``, after ``indent`` characters."""
        column = "" if self.column is None else f":{self.column + (0 if self.row else indent)}"
        return FormatError(f"{source}:{line + self.row}{column}: {self.text}")


class ConfigError(PuzzlegenError):
    """A config file that cannot be used. The message holds one line a problem."""


class LayoutError(PuzzlegenError):
    """Something does not fit the page it was asked to go on. ``words`` are those at fault, where it is words."""

    def __init__(self, text: str, words: str = "") -> None:
        super().__init__(text)
        self.words = words


class GenerationError(PuzzlegenError):
    """The attempt budget is spent without the puzzle that was asked for."""


class SolverError(PuzzlegenError):
    """A puzzle the solvers cannot take, such as one with a clue that no cell could satisfy."""


class OutputError(PuzzlegenError):
    """A file or folder that cannot be written or read back."""


class LedgerError(PuzzlegenError):
    """A ledger that cannot be opened, read or written, or a puzzle that another book in it already holds."""


class FullError(LedgerError):
    """A ledger on a disk that is full, or fails. What was recorded before is in order."""


class NoLedger(LedgerError):
    """No ledger where one was to be read: there is no file, or nothing in it."""


class DamagedLedger(LedgerError):
    """A ledger whose file does not hold what we wrote into it. ``puzzlegen ledger rebuild`` takes each of these."""


class WorkerError(PuzzlegenError):
    """A worker that was lost, or workers that cannot be had."""


class Interrupted(Exception):
    """Somebody stopped the work; says what is kept and how to go on. Nobody's fault: the exit code is 130, or 143."""


class DayError(PuzzlegenError):
    """A day that does not exist, that a daily must not be made for, or that cannot be drawn."""
