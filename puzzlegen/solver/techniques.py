"""Defines the table of solving techniques: the code of each, its tier, and the function that recognizes it.

The names are common among Minesweeper players (their wikis have had 1-1, 1-2, 1-2-1 and 1-2-2-1 for decades);
docs/explaining.md has them with pictures. All of them depend on what a clue *still* needs: ``need`` is the number of
mines still to be placed at it, ``U`` its unknown neighbors. "A 1" is a clue with need 1, whatever number is printed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from puzzlegen.board.grid import Grid
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.solver.position import Position


@dataclass
class Evidence:
    """The clues that a deduction rests on, from which its technique is recognized.

    ``clue`` is the main clue, whose placements of mines are examined, or TOTAL. ``others`` are the clues that refute
    some of these placements. ``joined`` says that two patterns of two clues each were joined.
    """

    position: Position
    grid: Grid
    clue: int
    others: tuple[int, ...] = ()
    joined: bool = False

    @cached_property
    def pair(self) -> tuple[int, int]:
        """The two clues: the one with the smaller need, then the other."""
        other = self.others[0]
        if self.position.need(self.clue) >= self.position.need(other):
            return other, self.clue
        return self.clue, other

    @cached_property
    def needs(self) -> tuple[int, int]:
        """The needs of the pair."""
        return self.position.need(self.pair[0]), self.position.need(self.pair[1])

    @cached_property
    def cells(self) -> tuple[set[int], set[int]]:
        """The unknown neighbors of the pair."""
        return set(self.position.unknown(self.pair[0])), set(self.position.unknown(self.pair[1]))

    @cached_property
    def side_by_side(self) -> bool:
        """Whether the cells of the pair share a side."""
        return self.grid.side_by_side(*self.pair)


def in_line(grid: Grid, *cells: int) -> bool:
    """Return whether three or more cells follow each other in a straight line, each sharing a side with the next."""
    steps = {grid.step(a, b) for a, b in pairwise(cells)}
    return len(steps) == 1 and grid.variant.lattice.side_by_side(*steps)


def _nested(evidence: Evidence) -> bool:
    """Return whether U of one of two clues lies inside U of the other."""
    if len(evidence.others) != 1:
        return False
    less, more = evidence.cells
    return less <= more or more <= less


def _is_satisfied(evidence: Evidence) -> bool:
    return evidence.clue != TOTAL and evidence.position.need(evidence.clue) == 0


def _is_exhausted(evidence: Evidence) -> bool:
    position, clue = evidence.position, evidence.clue
    return clue != TOTAL and position.need(clue) == len(position.unknown(clue))


def _is_total(evidence: Evidence) -> bool:
    return evidence.clue == TOTAL


def _is_one_one(evidence: Evidence) -> bool:
    return len(evidence.others) == 1 and evidence.needs == (1, 1) and evidence.side_by_side and _nested(evidence)


def _is_one_two(evidence: Evidence) -> bool:
    if len(evidence.others) != 1 or evidence.needs != (1, 2) or not evidence.side_by_side:
        return False
    around_1, around_2 = evidence.cells
    return len(around_2 - around_1) == 1


def _is_two_clues(evidence: Evidence) -> bool:
    return len(evidence.others) == 1


def _is_one_two_one(evidence: Evidence) -> bool:
    if len(evidence.others) != 2:
        return False
    need = evidence.position.need
    first, last = evidence.others
    return [need(first), need(evidence.clue), need(last)] == [1, 2, 1] and in_line(
        evidence.grid, first, evidence.clue, last
    )


def _is_one_two_two_one(evidence: Evidence) -> bool:
    return evidence.joined


def _is_disjoint(evidence: Evidence) -> bool:
    position, clues = evidence.position, evidence.others
    return evidence.clue == TOTAL and bool(clues) and sum(map(position.need, clues)) == position.remaining()[0]


def _is_disjoint_safe(evidence: Evidence) -> bool:
    return evidence.clue == TOTAL and bool(evidence.others)


def _is_any(_: Evidence) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Technique:
    """One row of the table.

    ``code`` is also the key of its sentences in the catalogues. ``complexity`` puts the simplest of several
    explanations of a step first. It is no part of the score; ``engine/steps_in_sight.py`` has the prices of that.
    ``matches`` recognizes it. The first row of a tier that matches names a deduction. ``meaning`` defines it.
    ``first`` selects the witness to name first: the one with the most unknown ``cells``, or with the greatest ``need``.
    ``whole`` says that the deduction includes all cells that its clues prove together.
    ``lesson`` says that books have a page about it, and ``one_side`` that there the unknown cells of its clues, which
    are in a line, are on one side of it. ``asks`` is the question by which a hint leads to it, a key of the
    catalogues; "" where the method of the proof decides.
    """

    code: str
    tier: int
    complexity: int
    matches: Callable[[Evidence], bool]
    meaning: str
    first: Literal["", "cells", "need"] = ""
    whole: bool = False
    lesson: bool = True
    one_side: bool = False
    asks: Literal["complete", "left", "total", "inside", "more", "compare", "add", "ways", ""] = "compare"


SATISFIED = Technique(
    "satisfied", 1, 1, _is_satisfied,
    "A clue with need 0: all of U is safe.",
    asks="complete",
)  # fmt: skip
EXHAUSTED = Technique(
    "exhausted", 1, 1, _is_exhausted,
    "A clue whose need is the size of U: all of U are mines.",
    asks="left",
)  # fmt: skip
ONE_TWO = Technique(
    "1-2", 2, 2, _is_one_two,
    "A 1 and a 2 side by side: the one cell that only the 2 touches is a mine, those only the 1 touches are safe.",
    first="need", asks="more",
)  # fmt: skip
ONE_TWO_TWO_ONE = Technique(
    "1-2-2-1", 2, 3, _is_one_two_two_one,
    "Two 1-2s back to back in a line: each 2 has a mine before the other 2.",
    one_side=True,
)  # fmt: skip
COMBINATION = Technique(
    "combination", 2, 4, _is_any,
    "All ways to place the mines of three clues or more together agree.",
    asks="ways",
)  # fmt: skip
CONTRADICTION = Technique(
    "contradiction", 3, 5, _is_any,
    "Every placement that flips the proved cell breaks a clue when single clues are played forward.",
    asks="",
)  # fmt: skip
DEEP = Technique(
    "deep", 4, 6, _is_any,
    "As contradiction, played forward with clues read together (tier 2) as well.",
    lesson=False, asks="",
)  # fmt: skip
DISJOINT = Technique(
    "disjoint", 3, 5, _is_disjoint,
    "With a printed total: clues without a common unknown cell need all mines left, so all other cells are safe.",
    lesson=False, asks="add",
)  # fmt: skip
DISJOINT_SAFE = Technique(
    "disjoint-safe", 3, 5, _is_disjoint_safe,
    "With a printed total: clues without a common unknown cell touch all safe cells left, so all others are mines.",
    lesson=False, asks="add",
)  # fmt: skip

_ROWS = (
    SATISFIED,
    EXHAUSTED,
    Technique(
        "total", 1, 1, _is_total,
        "No mine of the printed total is left, or as many as there are unknown cells.",
        lesson=False, asks="total",
    ),
    Technique(
        "1-1", 2, 2, _is_one_one,
        "Two 1s side by side, U of the one inside U of the other: the other's further cells are safe.",
        first="cells", asks="inside",
    ),
    ONE_TWO,
    Technique(
        "subset", 2, 2, _nested,
        "Two clues, U of the one inside U of the other: their difference in need fills or empties the rest.",
        first="cells", asks="inside",
    ),
    Technique(
        "difference", 2, 3, _is_two_clues,
        "Two clues, need(a) - need(b) = cells of a alone: those are mines and the cells of b alone are safe.",
        first="need", asks="more",
    ),
    Technique(
        "1-2-1", 2, 3, _is_one_two_one,
        "A 2 between two 1s in a line: no two mines of the 2 may go to the same 1.",
        whole=True, one_side=True,
    ),
    ONE_TWO_TWO_ONE,
    COMBINATION,
    DISJOINT,
    DISJOINT_SAFE,
    CONTRADICTION,
    DEEP,
)  # fmt: skip

TECHNIQUES = {technique.code: technique for technique in _ROWS}
RANK = {code: i for i, code in enumerate(TECHNIQUES)}  # simplest first: the order in which techniques are preferred
_BY_TIER = {tier: [row for row in _ROWS if row.tier == tier] for tier in {row.tier for row in _ROWS}}


def technique_of(evidence: Evidence, tier: int) -> Technique:
    """Name a deduction of a tier: the first technique of the table that matches. Each tier has one that does."""
    return next(row for row in _BY_TIER[tier] if row.matches(evidence))
