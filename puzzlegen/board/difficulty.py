"""The grade of a puzzle, and the table of difficulties."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_TIER = 4  # of the solver: 1 single clues, 2 clues read together, 3 and 4 placements tried out


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One band of difficulty.

    ``stars`` are drawn beside the name. ``cap`` is the highest tier a puzzle may need, and thinning may rely on.
    ``meaning`` says what its puzzles need; ``grading.grade`` has the exact rule.
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

    ``tier`` is the hardest tier needed. ``score`` is the effort, in moments of tier 1. ``bottlenecks`` counts the
    moments with few deductions. ``par`` is the minutes (from, to) that a steady solver needs. ``moments`` counts the
    rounds of the solve, and is None for a grade read from a file.
    """

    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    moments: int | None = field(default=None, compare=False)
