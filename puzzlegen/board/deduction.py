"""Defines the result of a solve: its status, and the deductions that prove the cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from puzzlegen.board.puzzle import Puzzle


class Status(StrEnum):
    """How a solve ended."""

    SOLVED = "solved"  # every cell proved
    SEARCHED = "searched"  # one solution, which the tiers allowed do not reach; the exact solver found it
    STUCK = "stuck"  # no cell left can be proved at the tiers allowed, and nothing more is known
    AMBIGUOUS = "ambiguous"  # more than one solution; only the exact solver finds this out
    CONTRADICTION = "contradiction"  # the clues cannot all hold


@dataclass(frozen=True, slots=True)
class Consequence:
    """Cells that follow from clues, given what is known and supposed.

    ``clues`` are the cells of the clues, read together; empty for the printed total.
    """

    clues: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Clues that cannot hold any more, alone or together; ``clues`` is empty for the printed total.

    ``too_many`` says of a single clue and of the total that the mines are too many; otherwise they are too few.
    """

    clues: tuple[int, ...]
    too_many: bool


@dataclass(frozen=True, slots=True)
class Branch:
    """A supposition, what follows from it in order, and the clash at the end.

    ``mines`` and ``safe`` are the supposed cells; of method ``suppose`` only one of them, whichever it is. Without a
    clash, the last consequence is what the deduction proves, or the supposition says it already.
    """

    mines: tuple[int, ...]
    safe: tuple[int, ...]
    consequences: tuple[Consequence, ...]
    clash: Clash | None


# How a deduction of tier 3 or 4 is proved. ``suppose``: a cell is supposed to be what it is not. ``split``: the few
# placements of a clue that give the cell the other value. ``agree``: all of the few placements of a clue; each leads to
# the cell's value or to a clash. ``list``: every placement of a clue that gives a proved cell the other value.
Method = Literal["", "suppose", "split", "agree", "list"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """One application of one technique.

    ``moment`` is the round of the solve, from 1. In each round ``available`` clues have a deduction.
    ``witnesses`` are the cells of the clues it rests on, the main clue first; each is necessary. ``needs`` has one
    number a witness: the mines it still needed. ``total`` says whether it also rests on the printed total.
    ``mines`` and ``safe`` are the newly proved cells. ``method`` and ``branches`` are the proof at tiers 3 and 4.
    """

    moment: int
    tier: int
    technique: str
    witnesses: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    available: int
    method: Method = ""
    branches: tuple[Branch, ...] = ()
    needs: tuple[int, ...] = ()
    total: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    """The deductions of one solve, in order. ``known`` has one entry a cell: True mine, False safe, None unproved."""

    puzzle: Puzzle
    status: Status
    known: tuple[bool | None, ...]
    deductions: tuple[Deduction, ...] = field(default=())
