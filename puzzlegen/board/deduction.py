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
    """A placement that fails: mines at ``mines``, the clue's other unknown cells safe, breaks clue ``broken``.

    ``broken`` is None where it is the printed total that cannot hold. ``chain`` are the clues that were played on the
    way, in order (None for the total); it is empty where the placement breaks the clue at once.
    """

    mines: tuple[int, ...]
    broken: int | None
    chain: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Deduction:
    """One application of one technique.

    ``moment`` counts the rounds of the solve: deductions of one moment were all available together, ``available`` of
    them. ``witnesses`` are the clue cells it rests on, the one it is about first, and ``needs`` what each of them
    still missed; none can be spared. ``total`` tells whether it rests on the printed total too. ``mines`` and
    ``safe`` are the cells it proves that were not known at that moment. ``refuted`` (tiers 3 and 4) are all the ways
    to complete the first witness that would make one of them otherwise.
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
        """The longest line of thought in it, in clues looked at one after the other."""
        return max((len(r.chain) + 1 for r in self.refuted), default=1)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The ordered deductions of one solve. ``known`` has one entry a cell: True mine, False safe, None not proved."""

    puzzle: Puzzle
    status: Status
    known: tuple[bool | None, ...]
    deductions: tuple[Deduction, ...] = field(default=())
