"""The exceptions whose messages users see. Each message names the place, the problem and the remedy, in this order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, Self

Loc = tuple[str | int, ...]  # the keys of a config that lead to a value; entries of lists count from 0


class Place(NamedTuple):
    """A place in a file; line and column count from 1, and are 0 where only the file is known."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """The place as messages begin with it."""
        return ":".join(map(str, filter(None, self)))


class Problem(NamedTuple):
    """One problem: the keys that lead to the value, none where it is about no value, and the message.

    A section may have its name in place of its number; the message then names it and not the key. ``change`` are the
    keys of another value that solves it, with which the message ends. ``place`` is where the value stands in a file,
    and ``section`` the name of the section that ``loc`` leads into. ``allowed`` is what a value may be, where the
    message says so: beside the value the rest of the message is needless.
    """

    loc: Loc
    text: str
    change: Loc = ()
    place: Place = Place("")
    section: str = ""
    allowed: str = ""

    @classmethod
    def not_allowed(cls, loc: Loc, found: str, allowed: str) -> Problem:
        """Return the problem of a value, which is ``found`` in words, and is none of what is ``allowed``."""
        return cls(loc, f"found {found}, allowed {allowed}", allowed=allowed)

    @property
    def beside_value(self) -> str:
        """The message where it stands beside the value, which it then does not repeat."""
        return f"use {self.allowed}" if self.allowed else _cut(self.text)

    def __str__(self) -> str:
        """The message behind its place and its keys; names of files may have characters that would not print."""
        from puzzlegen.wording import key_path, printable  # noqa: PLC0415  # only errors need words

        named = [key for key in self.loc[1:2] if self.loc[0] == "sections" and isinstance(key, str)]
        keys = f"section {named[0]!r}" if named else key_path(self.loc, self.section)
        text = _cut(f"{self.text} {key_path(self.change)}" if self.change else self.text)
        message = ": ".join(filter(None, (str(self.place), keys, text)))
        if message.isprintable():
            return message
        return "\n".join(printable(line, len(line)) for line in message.split("\n"))

    def within(self, *loc: str | int) -> Problem:
        """Return the problem of a value below ``loc``."""
        return self._replace(loc=(*loc, *self.loc))


_LONG_WORD = re.compile(r"(\S{60})\S{440,}")  # no name of a file and no address in a message is as long


def _cut(text: str) -> str:
    """Return a message in which each value of very many characters is cut, whoever quoted it."""
    return _LONG_WORD.sub(r"\1…", text)


class PuzzlegenError(Exception):
    """Base of all errors that the input causes. The command line prints the message and exits with 2.

    ``problems`` are what is wrong, in the order of the message, which has a line for each. Those that are given as
    texts are about the value ``at``.
    """

    def __init__(self, *problems: Problem | str, at: Loc = ()) -> None:
        self.problems = tuple(Problem(at, problem) if isinstance(problem, str) else problem for problem in problems)
        super().__init__("\n".join(map(str, self.problems)))

    def having(self, *problems: Problem) -> Self:
        """Return this error with other problems."""
        changed = copy(self)
        changed.problems, changed.args = problems, ("\n".join(map(str, problems)),)
        return changed

    def within(self, *loc: str | int) -> Self:
        """Return this error with its problems about the value at ``loc``. Texts name other values that they have."""
        return self.having(
            *(
                Problem(loc, str(problem)) if problem.loc or problem.place.file else problem._replace(loc=loc)
                for problem in self.problems
            )
        )

    def in_file(self, file: object) -> Self:
        """Return this error with its problems about a file, in place of the one that they name if any."""
        return self.having(
            *(problem._replace(place=problem.place._replace(file=str(file))) for problem in self.problems)
        )

    def followed_by(self, words: str) -> Self:
        """Return this error with more words behind the last problem."""
        *others, last = self.problems
        return self.having(*others, last._replace(text=f"{last.text}{words}"))


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

    def at(self, source: str, line: int, indent: int = 0) -> Self:
        """Return the error for a puzzle that begins on ``line`` of ``source``, after ``indent`` characters."""
        column = 0 if self.column is None else self.column + (0 if self.row else indent)
        return self.having(Problem((), self.text, place=Place(source, line + self.row, column)))


class UnknownTextError(FormatError):
    """A line is in no known format."""


class ConfigError(PuzzlegenError):
    """A config file cannot be used."""


class LayoutError(PuzzlegenError):
    """Something does not fit on its page.

    ``words`` is the text that does not fit, if it is text.
    """

    def __init__(self, *problems: Problem | str, at: Loc = (), words: str = "") -> None:
        super().__init__(*problems, at=at)
        self.words = words


class CellsTooSmall(LayoutError):
    """Boards would get smaller cells on their pages than the theme allows.

    ``found`` is the message without remedies, and ``side`` that of the largest square board that fits, 0 if none does.
    """

    def __init__(self, *problems: Problem | str, at: Loc = (), found: str = "", side: int = 0) -> None:
        super().__init__(*problems, at=at)
        self.found, self.side = found, side


class GenerationError(PuzzlegenError):
    """No puzzle or board as requested could be generated."""


class NoCompletionError(GenerationError):
    """A draft was not completed: no puzzle can be as wanted, or none was found.

    ``clash`` has wishes that cannot all hold, of which none can be left out; empty if that is not the reason. Each is
    the number of its cell, None for the total, and its name for messages.
    """

    def __init__(self, *problems: Problem | str, at: Loc = (), clash: Sequence[tuple[int | None, str]] = ()) -> None:
        super().__init__(*problems, at=at)
        self.clash = tuple(clash)


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

    The exit code is ``INTERRUPTED``, or 143 for SIGTERM.
    """


INTERRUPTED = 130  # exit code after Ctrl-C, also in __main__, which cannot import it before it handles Ctrl-C


class DayError(PuzzlegenError):
    """A day does not exist, may have no puzzle, or cannot be drawn."""
