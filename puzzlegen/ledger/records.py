"""Records of books, printings and puzzles, as the ledger stores and returns them."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.puzzle_keys import PuzzleKeys


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One printed puzzle.

    ``section`` is the name of its section; ``puzzle`` is in the ``line`` format, ``solution`` in the ``answer`` format.
    """

    number: int
    section: str
    keys: PuzzleKeys
    puzzle: str
    solution: str
    seed: str


@dataclass(frozen=True, slots=True)
class Printing:
    """A finished folder. ``folder`` is relative to the ledger's own folder; ``versions`` is a JSON object."""

    kind: str
    series: str
    title: str
    folder: str
    config_sha256: str
    manifest_sha256: str
    versions: str
    built: str


@dataclass(frozen=True, slots=True)
class Repeat:
    """A puzzle whose clues or mines repeat those of another issue.

    ``what`` is "clues" or "mines"; ``held`` describes the puzzle of the other issue.
    """

    number: int
    what: str
    held: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A reserved printing that is not settled yet: its build was killed or is still running."""

    id: int
    folder: str
    manifest_sha256: str


@dataclass(frozen=True, slots=True)
class Issue:
    """One book or series of days: its puzzles as last printed, and every printing.

    ``held`` counts puzzles of earlier printings too.
    """

    id: int
    kind: str
    series: str
    puzzles: int
    held: int
    printings: tuple[Printing, ...]
