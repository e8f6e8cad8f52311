"""Defines the result of a solve: its status, and the deductions that prove the cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from puzzlegen.board.puzzle import Puzzle


class Status(StrEnum):
    """How a solve ended."""

    SOLVED = "solved"  # every cell proved
    SEARCHED = "searched"  # one solution, which the tiers allowed do not reach; the exact solver found it
    STUCK = "stuck"  # no cell left can be proved at the tiers allowed, and nothing more is known
    AMBIGUOUS = "ambiguous"  # more than one solution; only the exact solver finds this out
    CONTRADICTION = "contradiction"  # the clues cannot all hold


@dataclass(frozen=True, slots=True)
class Refutation:
    """A placement of a clue's mines that leads to a contradiction.

    ``mines`` are the cells supposed to be mines; the clue's other unknown cells are supposed safe. ``broken`` is the
    cell of the clue that cannot hold then, or None for the printed total. ``chain`` lists the clues applied on the
    way, in order (None for the total); it is empty if the placement breaks the clue at once.
    """

    mines: tuple[int, ...]
    broken: int | None
    chain: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Deduction:
    """One application of one technique.

    ``moment`` is the round of the solve, from 1. In each round ``available`` clues have a deduction.
    ``witnesses`` are the cells of the clues it rests on, the main clue first; each is necessary. ``needs`` has one
    number a witness: the mines it still needed. ``total`` says whether it also rests on the printed total.
    ``mines`` and ``safe`` are the newly proved cells. ``refuted`` (tiers 3 and 4) has every placement of the main
    clue's mines that would give one of these cells the other value.
    """

    moment: int
    tier: int
    technique: str
    witnesses: tuple[int, ...]
    mines: tuple[int, ...]
    safe: tuple[int, ...]
    available: int
    refuted: tuple[Refutation, ...] = ()
    needs: tuple[int, ...] = ()
    total: bool = False

    @property
    def chain(self) -> int:
        """Clues to follow one after the other, at most."""
        return max((len(r.chain) + 1 for r in self.refuted), default=1)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The deductions of one solve, in order. ``known`` has one entry a cell: True mine, False safe, None unproved."""

    puzzle: Puzzle
    status: Status
    known: tuple[bool | None, ...]
    deductions: tuple[Deduction, ...] = field(default=())
