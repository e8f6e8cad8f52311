"""Defines the grade of a puzzle, and the table of difficulties."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_TIER = 4  # the solver's hardest: 1 single clues, 2 clues read together, 3 and 4 placements tried out


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One difficulty.

    ``stars`` is the number of stars drawn beside the name. ``cap`` is the highest tier that thinning may rely on.
    ``meaning`` says what the puzzles need; ``grading.grade`` has the exact rule.
    """

    name: str
    stars: int
    cap: int
    meaning: str


DIFFICULTIES = {
    band.name: band
    for band in (
        Difficulty("easy", 1, 1, "single clues only"),
        Difficulty("medium", 2, 2, "clues read together"),
        Difficulty("hard", 3, 3, "placements tried out"),
        Difficulty("expert", 4, 3, "the same with much more effort"),
    )
}


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``tier`` is the hardest tier needed. ``score`` is the effort, in moments (rounds of the solve) of tier 1.
    ``bottlenecks`` counts the moments with one or two deductions. ``par`` is the time that a steady solver needs, as
    (from, to) in minutes. ``moments`` counts all moments; it is None for a grade read from a file.
    """

    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    moments: int | None = field(default=None, compare=False)
