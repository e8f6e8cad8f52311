"""What a solver found out, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from puzzlegen.board.puzzle import Puzzle


class Status(StrEnum):
    """How a solve ended."""

    SOLVED = "solved"  # every cell proved
    STUCK = "stuck"  # nothing more to say at the tiers allowed
    AMBIGUOUS = "ambiguous"  # more than one solution (only the exact solver can tell)
    CONTRADICTION = "contradiction"  # the clues cannot all hold


@dataclass(frozen=True, slots=True)
class Refutation:
    """A placement that fails: mines at ``mines``, the clue's other unknown cells safe, breaks clue ``broken``."""

    mines: tuple[int, ...]
    broken: int


@dataclass(frozen=True, slots=True)
class Deduction:
    """One application of one technique.

    ``moment`` counts the rounds of the solve: deductions of one moment were all available together, ``available`` of
    them. ``witnesses`` are the clue cells it rests on, the one it is about first. ``mines`` and ``safe`` are the
    cells it proves that were not known at that moment.
    """

    moment: int
    tier: int
    technique: str
    witnesses: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    available: int
    refuted: tuple[Refutation, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """The ordered deductions of one solve. ``known`` has one entry a cell: True mine, False safe, None not proved."""

    puzzle: Puzzle
    status: Status
    known: tuple[bool | None, ...]
    deductions: tuple[Deduction, ...] = field(default=())
