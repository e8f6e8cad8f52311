"""The errors a user may see. Each carries one line: the place, what was found there, and the remedy."""

from __future__ import annotations


class PuzzlegenError(Exception):
    """Base of every error that is the input's fault, not ours. The command line prints it and exits with 2."""


class FormatError(PuzzlegenError):
    """A text that should be a puzzle is not one."""


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


class DayError(PuzzlegenError):
    """A day that does not exist, that a daily must not be made for, or that cannot be drawn."""
