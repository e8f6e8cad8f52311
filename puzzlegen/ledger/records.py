"""Records that a ledger takes and returns."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.symmetry import PuzzleKeys


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One printed puzzle. ``section`` is its section's name; ``puzzle`` and ``solution`` are in the ``line`` and
    ``answer`` formats.
    """

    number: int
    section: str
    keys: PuzzleKeys
    puzzle: str
    solution: str
    seed: str


@dataclass(frozen=True, slots=True)
class Printing:
    """A finished folder. ``folder`` is named from the ledger's own folder; ``versions`` is a JSON object."""

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
    """Puzzle ``number`` has the ``what`` ("clues" or "mines") of one that another issue holds; ``held`` says which."""

    number: int
    what: str
    held: str


@dataclass(frozen=True, slots=True)
class Pending:
    """A printing that was announced but not confirmed: its build was killed, or is about to confirm it."""

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
