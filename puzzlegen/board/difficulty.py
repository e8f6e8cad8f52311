"""Defines the difficulties, the grade of a puzzle, and how much work its quality gets (effort, parts, wishes)."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puzzlegen.board.lattices import Variant
from puzzlegen.errors import FormatError

if TYPE_CHECKING:
    from puzzlegen.board.grid import Grid

# Which way of counting effort gives the scores, the par times and the limit of expert puzzles. Puzzles made before a
# change keep their grades, which then cannot be computed again.
GRADING = 3
MAX_TIER = 4  # the solver's hardest: 1 single clues, 2 clues read together, 3 and 4 placements tried out


@dataclass(frozen=True, slots=True)
class Difficulty:
    """One difficulty.

    ``stars`` is the number of stars drawn beside the name. ``cap`` is the highest tier that thinning may rely on.
    A puzzle has the difficulty if its hardest tier is at least ``tier``; with ``laborious``, a puzzle of just this tier
    also needs the score of ``expert_score``. The last row that applies counts. ``meaning`` says so in words.
    ``usual_effort`` is the range of scores, as shares of that score, and ``bottlenecks`` the share of moments with one
    or two deductions, that make a puzzle typical. ``grading.quality`` prefers such puzzles.
    """

    name: str
    stars: int
    cap: int
    tier: int
    usual_effort: tuple[float, float]
    bottlenecks: float
    meaning: str
    laborious: bool = False

    def includes(self, tier: int, score: float, expert: float) -> bool:
        """Return whether a puzzle of this hardest tier and score is at least this hard.

        ``expert`` is the ``expert_score`` of its board.
        """
        return tier > self.tier or (tier == self.tier and (not self.laborious or score >= expert))


DIFFICULTIES = {
    band.name: band
    for band in (
        Difficulty("easy", 1, 1, 0, (0.0, 0.4), 0.3, "single clues only"),
        Difficulty("medium", 2, 2, 2, (0.5, 0.75), 0.4, "clues read together"),
        Difficulty("hard", 3, 3, 3, (0.82, 0.97), 0.5, "placements tried out"),
        Difficulty(
            "expert",
            4,
            3,
            3,
            (1.05, 1.5),
            0.55,
            "a tier 3 puzzle whose score is high for its size, or a tier 4 puzzle",
            laborious=True,
        ),
    )
}


def expert_score(grid: Grid) -> float:
    """Return the score from which a tier 3 puzzle on this board is expert."""
    base, edge = grid.variant.expert_line
    return round(base + edge / math.sqrt(grid.area), 1)


def least_usual_score(difficulty: str, grid: Grid) -> float:
    """Return the score that adjusting a puzzle to this difficulty must reach: none is far below a typical one."""
    band, expert = DIFFICULTIES[difficulty], expert_score(grid)
    return expert if band.laborious else round(band.usual_effort[0] * expert, 1)


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is.

    ``tier`` is the hardest tier needed. ``score`` is the effort of marking ten cells, in points.
    ``bottlenecks`` counts the moments with one or two deductions. ``par`` is the time that a steady solver needs, as
    (from, to) in minutes. ``moments`` counts all moments; it is None for a grade read from a file. ``grading`` is the
    GRADING of the version that made the grade.
    """

    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    moments: int | None = field(default=None, compare=False)
    grading: int = GRADING


@dataclass(frozen=True, slots=True)
class Effort:
    """One level of effort.

    ``candidates`` are the puzzles made for each place in a section or a run, of which the best is taken. Each is
    improved by trying ``moves`` small changes a cell. ``meaning`` says it in words.
    """

    candidates: int
    moves: int
    meaning: str


LOW, NORMAL, HIGH = "low", "normal", "high"
EFFORTS = {
    LOW: Effort(1, 0, "the first puzzle that has the difficulty"),
    NORMAL: Effort(2, 20, "the better of two puzzles, each improved by 20 trial changes a cell"),
    HIGH: Effort(4, 100, "the best of four puzzles, each improved by 100 trial changes a cell"),
}
# Regions of the first step, in quarters of the board's sides: rows from, rows to, columns from, columns to
REGIONS = {
    "top-left": (0, 2, 0, 2),
    "top": (0, 2, 0, 4),
    "top-right": (0, 2, 2, 4),
    "left": (0, 4, 0, 2),
    "center": (1, 3, 1, 3),
    "right": (0, 4, 2, 4),
    "bottom-left": (2, 4, 0, 2),
    "bottom": (2, 4, 0, 4),
    "bottom-right": (2, 4, 2, 4),
}
MIN_SIDE = 4  # of a board with these regions
# The techniques that can be wished, with the tier of each. Those that every puzzle needs are left out. The solver has
# the table of all techniques, which are too much for reading a config.
TECHNIQUE_TIERS = {
    "total": 1,
    "1-1": 2,
    "1-2": 2,
    "subset": 2,
    "difference": 2,
    "1-2-1": 2,
    "1-2-2-1": 2,
    "combination": 2,
    "disjoint": 3,
    "disjoint-safe": 3,
    "contradiction": 3,
    "deep": 4,
}
WITH_TOTAL = ("total", "disjoint", "disjoint-safe")
HARDEST_MOVES = 300  # changes for each cell in the search for the hardest puzzle
MAX_SCORE = 10_000
_SCORES = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(?: ?- ?([0-9]{1,6}(?:\.[0-9]{1,6})?))?")


@dataclass(frozen=True, slots=True)
class Aim:
    """What to improve a puzzle for.

    ``effort`` is a name of EFFORTS. ``technique`` is a technique that the solution must need. ``score`` is the score
    that it should have, in points. ``start`` is the region of REGIONS in which the solve must begin.
    ``hardest`` counts nothing but the score, the higher the better.
    """

    effort: str = LOW
    technique: str | None = None
    score: float | None = None
    start: str | None = None
    hardest: bool = False

    @property
    def moves(self) -> int:
        """The changes to try for each cell."""
        return HARDEST_MOVES if self.hardest else EFFORTS[self.effort].moves

    @property
    def candidates(self) -> int:
        """The puzzles to make for each place."""
        return EFFORTS[self.effort].candidates

    @property
    def wishes(self) -> dict[str, str | float]:
        """The wishes that are set, by name."""
        named = (("technique", self.technique), ("score", self.score), ("start", self.start))
        return {name: value for name, value in named if value is not None}


NO_AIM = Aim()
HARDEST = Aim(hardest=True)
Wishes = Mapping[str, Mapping[str, str | float]]  # by name, what was ``wanted`` and what was ``reached``


def parse_scores(text: str) -> tuple[float, float]:
    """Return the scores of the first and the last puzzle of a ramp such as ``20-60``; one number stands for both.

    Raises FormatError with what is allowed.
    """
    match = _SCORES.fullmatch(text.strip())
    low, high = (float(match[1]), float(match[2] or match[1])) if match else (0.0, 0.0)
    if not (1 <= low <= MAX_SCORE and 1 <= high <= MAX_SCORE):
        raise FormatError(f"allowed a score from 1 to {MAX_SCORE} such as 40, or two such as 20-60")
    if low > high:
        raise FormatError(f"allowed the lower score first, as in {high:g}-{low:g}")
    return low, high


def write_scores(scores: tuple[float, float]) -> str:
    """Return the text that ``parse_scores`` reads."""
    low, high = (f"{score:.12g}" for score in scores)
    return low if low == high else f"{low}-{high}"


def default_effort(wishes: Mapping[str, object]) -> str:
    """Return the effort where none is given: a wish needs more than the lowest."""
    return NORMAL if any(value is not None for value in wishes.values()) else LOW


def check_effort(effort: str, wishes: Mapping[str, object]) -> None:
    """Raise FormatError for an effort that improves nothing though there is a wish."""
    named = [name for name, value in wishes.items() if value is not None]
    if named and not EFFORTS[effort].moves:
        able = " or ".join(name for name, settings in EFFORTS.items() if settings.moves)
        raise FormatError(f"found {effort}, which changes no puzzle, but {named[0]} is wished; choose {able}")


def check_technique(technique: str, variant: Variant, difficulty: str | None, cap: int, *, total: bool) -> None:
    """Raise FormatError for a technique that no such puzzle can need. ``cap`` is the highest tier it may use."""
    if technique in variant.absent:
        others = ", ".join(name for name in TECHNIQUE_TIERS if name not in variant.absent)
        raise FormatError(f"found {technique}, which solutions of {variant} never need; allowed {others}")
    if technique in WITH_TOTAL and not total:
        raise FormatError(f"found {technique}, which needs a printed number of mines; set total or choose another")
    tier = TECHNIQUE_TIERS[technique]
    if tier > cap:
        able = [name for name, band in DIFFICULTIES.items() if band.cap >= tier]
        remedy = (
            f"choose {' or '.join(filter(None, (', '.join(able[:-1]), able[-1])))}"
            if able
            else "only generate with a highest tier of 4 makes such puzzles"
        )
        whose = f"{difficulty} puzzles use" if difficulty else "the highest tier is"
        raise FormatError(f"found {technique}, a technique of tier {tier}, but {whose} {cap} at most; {remedy}")


def check_score(scores: tuple[float, float], difficulty: str, grid: Grid) -> None:
    """Raise FormatError for scores that no puzzle of this difficulty has on this board.

    Only ``expert_score`` is a limit: of the bands of its tier, one begins there and the other ends there.
    """
    band, limit = DIFFICULTIES[difficulty], expert_score(grid)
    beyond = {other.name: other for other in DIFFICULTIES.values() if other.tier == band.tier and other is not band}
    if not beyond or (limit <= scores[0] if band.laborious else scores[1] < limit):
        return
    have = f"of {limit:g} and more" if band.laborious else f"below {limit:g}"
    raise FormatError(
        f"found {write_scores(scores)}, but {difficulty} {grid} puzzles have scores {have}; choose such scores, or "
        f"difficulty {' or '.join(beyond)}"
    )


def check_start(start: str, grid: Grid) -> None:
    """Raise FormatError for a board that is too small for regions."""
    if min(grid.width, grid.height) < MIN_SIDE:
        raise FormatError(f"found {start} on a board of {grid} cells; each side must be at least {MIN_SIDE} cells")
