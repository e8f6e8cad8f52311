"""Scores the quality of a puzzle in parts from 0 to 1, how well it fulfills wishes, and which candidate is best.

The parts express editors' rules of thumb, and what tells handmade puzzles from random ones. Weights and limits are
chosen, not fitted to readers, because no ratings were available. ``engine.rating`` computes the parts. Candidates are
also rated by how much they differ from the puzzles chosen before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import comb, isqrt

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import DIFFICULTIES, NO_AIM, REGIONS, Aim, Grade, Wishes, expert_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import Hand
from puzzlegen.board.lattices import SQUARES, Variant
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.engine import rating
from puzzlegen.engine.clue_rules import MINE
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import PuzzleTrace, solution_path

# Per cent of the score. Whole numbers, like the parts in thousandths, so that sums are the same on every machine.
WEIGHTS = {
    "difficulty": 20,
    "bottlenecks": 10,
    "spread": 5,
    "opening": 10,
    "values": 10,
    "even": 20,
    "company": 10,
    "fresh": 15,
}
PARTS = {
    "difficulty": rating.DIFFICULTY,
    "bottlenecks": rating.BOTTLENECKS,
    "spread": rating.SPREAD,
    "opening": rating.OPENING,
    "values": rating.VALUES,
    "even": rating.EVEN,
    "company": rating.COMPANY,
}
# How the engine counts the cells of a technique (see engine.rating)
TECHNIQUE_CODES = {
    "total": rating.TOTAL_ROUNDS + 1,
    "1-1": rating.ONE_ONE,
    "1-2": rating.ONE_TWO,
    "subset": rating.SUBSET,
    "difference": rating.DIFFERENCE,
    "1-2-1": rating.ONE_TWO_ONE,
    "1-2-2-1": rating.ONE_TWO_TWO_ONE,
    "combination": rating.COMBINATION,
    "disjoint": rating.TOTAL_ROUNDS + 3,
    "disjoint-safe": rating.TOTAL_ROUNDS + 3,
    "contradiction": rating.ROUNDS + 3,
    "deep": rating.ROUNDS + 4,
}
SLACK = 0.25  # of the score from which puzzles are expert: ``difficulty`` is 0 this far from the usual effort
SCORE_SLACK = 0.1  # of a wanted score: ``difficulty`` is 0 at this distance from it
NO_LIMIT = 10**9  # thousandths of a point, more than any score
MEDIUM_BOTTLENECKS = DIFFICULTIES["medium"].bottlenecks  # wanted where no difficulty is
EVENNESS = 300  # variance of the number of clues in nine cells, in thousandths, up to which they are even
# Lowest and highest share of clues that touch no clue, in thousandths, and the distance from these at which ``company``
# is 0; the share is 43 in handmade puzzles (2026-11-22)
LONE_CLUES = 0, 30, 170
# Signs of hands: how the engine counts each, and the same distance. 0s and 1s are few, so they count more
SIGNS = {
    "lone": (rating.LONE_CLUES, 100),
    "edges": (rating.EDGE_CLUES, 100),
    "sides": (rating.SIDE_CLUES, 200),
    "zeros": (rating.ZERO_CLUES, 50),
    "ones": (rating.ONE_CLUES, 100),
}
# Shares of the clues 0 to 8 in 341 handmade minesweeper puzzles, in thousandths (2026-11-22)
HANDMADE_VALUES = (58, 242, 297, 231, 117, 43, 10, 1, 1)


def parts(
    trace: PuzzleTrace, score: float, difficulty: str | None, aim: Aim = NO_AIM, hand: Hand | None = None
) -> dict[str, float]:
    """Return the parts that do not depend on other puzzles, to three decimals.

    ``difficulty``: the score is well inside the range of the difficulty, or is the score that ``aim`` asks for.
    ``bottlenecks``: the share of moments with only one or two deductions suits the difficulty.
    ``spread``: the bottlenecks are spread over the whole solve.
    ``opening``: the first moments have many deductions.
    ``values``: the clues have the values that are usual in handmade puzzles, as often as there or as in the hand.
    ``even``: the clues are spread over the whole board.
    ``company``: the clues have another clue in a cell that touches theirs, or stand as the hand places them.
    """
    rated = _rate(trace, score, difficulty, aim, hand)
    return {name: min(1000, max(0, int(rated[i]))) / 1000 for name, i in PARTS.items()}


def share_at_start(trace: PuzzleTrace, region: str) -> float:
    """Return the share of the cells proved in the first moment that lie in the region."""
    return int(_rate(trace, 0.0, None, Aim(start=region), None)[rating.START]) / 1000


def score_of(parts: Mapping[str, float]) -> float:
    """Return the weighted sum of all parts, with ``fresh`` (see ``ChosenPuzzles``): 0 to 100."""
    return sum(weight * round(1000 * parts[name]) for name, weight in WEIGHTS.items()) / 1000


def clue_counts(puzzle: Puzzle) -> list[int]:
    """Count the clues of each value, from 0 to the highest of the variant."""
    return [puzzle.cells.count(value) for value in range(puzzle.grid.variant.highest_clue + 1)]


# --- Arguments of the engine ------------------------------------------------------------------------------------------


def _rate(trace: PuzzleTrace, score: float, difficulty: str | None, aim: Aim, hand: Hand | None) -> NDArray[np.int64]:
    puzzle, grid = trace.puzzle, trace.puzzle.grid
    nodes = nodes_of(grid)
    mines = int(np.count_nonzero(trace.known == MINE))
    return rating.rate(
        nodes.clues(puzzle.array),
        trace.tier,
        trace.available,
        trace.moment,
        wanted(grid, difficulty, aim, hand),
        usual_values(grid, hand)[mines],
        board_shape(grid),
        places(grid),
        round(1000 * score),
        side_in_thousandths(grid),
    )


def wanted(grid: Grid, difficulty: str | None, aim: Aim, hand: Hand | None) -> NDArray[np.int64]:
    """Return what the parts compare with (see engine.rating)."""
    values = np.zeros(rating.WANTED, np.int64)
    expert = round(1000 * expert_score(grid))
    band = None if difficulty is None else DIFFICULTIES[difficulty]
    low, high = (0, NO_LIMIT) if band is None else (round(expert * effort) for effort in band.usual_effort)
    values[rating.SLACK] = max(1, round(expert * SLACK))
    if aim.score is not None:
        low = high = round(1000 * aim.score)
        values[rating.SLACK] = max(1000, round(SCORE_SLACK * low))
    if aim.hardest:  # so far away that each point of the score counts
        low = high = NO_LIMIT
        values[rating.SLACK] = 1000
    values[rating.LOW], values[rating.HIGH] = low, high
    if band is not None:
        values[rating.TIER] = band.tier
    values[rating.TIGHT] = round(1000 * (MEDIUM_BOTTLENECKS if band is None else band.bottlenecks))
    top, bottom, left, right = (0, 4, 0, 4) if aim.start is None else REGIONS[aim.start]
    values[rating.TOP], values[rating.BOTTOM] = top * grid.height // 4, bottom * grid.height // 4
    values[rating.LEFT], values[rating.RIGHT] = left * grid.width // 4, right * grid.width // 4
    values[rating.TECHNIQUE] = rating.NO_TECHNIQUE if aim.technique is None else TECHNIQUE_CODES[aim.technique]
    _want_places(values, hand)
    return values


def _want_places(wanted: NDArray[np.int64], hand: Hand | None) -> None:
    """Fill in what is wanted of the places of clues: the signs of the hand, or few clues that touch no other."""
    wanted[rating.EVENNESS] = EVENNESS if hand is None else hand.evenness
    wanted[rating.LONE_CLUES : rating.LONE_CLUES + 3] = LONE_CLUES
    for sign, (low, high) in ({} if hand is None else hand.signs).items():
        first, slack = SIGNS[sign]
        wanted[first : first + 3] = low, high, slack


def side_in_thousandths(grid: Grid) -> int:
    """Return the square root of the number of cells, in thousandths."""
    return isqrt(10**6 * grid.area)


def board_shape(grid: Grid, size: int = rating.BOARD) -> NDArray[np.int64]:
    """Return the shape of the board as the engine takes it, with room for ``size`` entries."""
    shape = np.zeros(size, np.int64)
    shape[rating.WIDTH], shape[rating.HEIGHT] = grid.width, grid.height
    shape[rating.SHIFT] = nodes_of(grid).shift
    shape[rating.SIDES] = grid.variant.lattice.sides
    return shape


def places(grid: Grid) -> rating.Places:
    """Return which cells lie beside each other, as the engine takes it."""
    return rating.Places(grid.touching, grid.patches)


@lru_cache(maxsize=16)
def usual_values(grid: Grid, hand: Hand | None) -> NDArray[np.int32]:
    """Return the usual shares of the clues' values for each number of mines, in thousandths: int32 (cells + 1, values).

    For the usual number of mines they are those of handmade puzzles, or of random boards where no handmade puzzles
    were counted. With more mines, higher values are more usual: each share changes by the odds of a mine to the power
    of the value. That is how the shares of random boards change. A hand has more or fewer 0s and 1s.
    """
    variant = grid.variant
    shares, usual = list(_shares(variant)), variant.usual_density
    if hand is not None:
        shares[0], shares[1] = shares[0] * hand.zeros, shares[1] * hand.ones
    values = np.zeros((grid.area + 1, len(shares)), np.int32)
    for mines in range(1, grid.area):
        odds = (mines / (grid.area - mines)) / (usual / (1 - usual))
        tilted, power = [], 1.0
        for share in shares:
            tilted.append(share * power)
            power *= odds
        whole = sum(tilted)
        values[mines] = [round(1000 * share / whole) for share in tilted]
    values.setflags(write=False)
    return values


def _shares(variant: Variant) -> tuple[float, ...]:
    """Return the usual shares of the values of a variant at its usual density.

    Handmade puzzles show them where a clue counts the eight cells around it.
    """
    if set(variant.neighbors) == set(SQUARES.touching):
        return HANDMADE_VALUES
    around, density = len(variant.neighbors), variant.usual_density
    return tuple(comb(around, k) * density**k * (1 - density) ** (around - k) for k in range(variant.highest_clue + 1))


FRESH_DISTANCE = 0.13  # from this distance to the nearest chosen puzzle on, a puzzle is fresh: usual between any two
_VALUES = 6  # classes of clues that readers distinguish: 0 to 4, and higher
_FEATURES = 12  # numbers in a feature vector
_GROUPS = 4  # groups of features, each at most 1000 of the distance


def features(graded: GradedPuzzle) -> NDArray[np.int64]:
    """Return the feature vector of a puzzle, in thousandths, shape ``(12,)``, for Manhattan distances.

    The features are the shares of its clues by value and by quarter of the board, its effort and its bottlenecks.
    """
    puzzle, grade = graded.puzzle, graded.grade
    values = clue_counts(puzzle)
    counts = [*values[: _VALUES - 1], sum(values[_VALUES - 1 :])]
    counts += [0] * (_VALUES - len(counts))
    board = np.array(puzzle.cells).reshape(puzzle.grid.height, puzzle.grid.width) >= 0
    quarters = [int(part.sum()) for half in np.array_split(board, 2) for part in np.array_split(half, 2, axis=1)]
    shares = [500 * count // max(1, puzzle.clues) for count in (*counts, *quarters)]
    side = puzzle.grid.area**0.5
    effort = min(1000, round(500 * grade.score / expert_score(puzzle.grid)))
    tight = min(1000, round(1000 * grade.bottlenecks / (2 * side)))
    return np.array([*shares, effort, tight], np.int64)


@dataclass
class ChosenPuzzles:
    """The puzzles of a section chosen so far."""

    _features: NDArray[np.int64] = field(default_factory=lambda: np.empty((64, _FEATURES), np.int64))
    _count: int = 0

    def rated(self, graded: GradedPuzzle) -> GradedPuzzle:
        """Add ``score`` and the part ``fresh`` to the quality of a candidate."""
        fresh = 1.0
        if self._count:
            nearest = int(np.abs(self._features[: self._count] - features(graded)).sum(axis=1).min())
            fresh = min(1.0, round(nearest / (1000 * _GROUPS * FRESH_DISTANCE), 3))
        parts = {**(graded.quality or {}), "fresh": fresh}
        return replace(graded, quality={"score": score_of(parts), **parts})

    def ranked(self, candidates: Iterable[GradedPuzzle]) -> list[GradedPuzzle]:
        """Rate the candidates and sort them, the best first. Equal ones keep their order."""
        return sorted(map(self.rated, candidates), key=lambda graded: -(graded.quality or {})["score"])

    def add(self, graded: GradedPuzzle) -> None:
        """Add a puzzle to the chosen ones."""
        if self._count == len(self._features):
            self._features = np.concatenate((self._features, np.empty_like(self._features)))
        self._features[self._count] = features(graded)
        self._count += 1


SCORE_TOLERANCE = 0.05  # of a wanted score, or a point if that is more: scores are not continuous


def reached(trace: PuzzleTrace, grade: Grade, aim: Aim) -> Wishes | None:
    """Return each wish with what the puzzle reached; None without wishes.

    Of ``technique`` it is the number of steps of the solution that need it, of ``score`` the score, and of ``start``
    the share of the cells proved in the first moment that lie in the region.
    """
    wishes: dict[str, dict[str, str | float]] = {}
    for name, wanted in aim.wishes.items():
        value: float = grade.score
        if name == "technique":
            value = technique_uses(trace, str(wanted))
        elif name == "start":
            value = share_at_start(trace, str(wanted))
        wishes[name] = {"wanted": wanted, "reached": value}
    return wishes or None


def technique_uses(trace: PuzzleTrace, technique: str) -> int:
    """Return how many steps of the solution need a technique."""
    return sum(step.technique == technique for step in solution_path(trace))


def missed(wishes: Wishes | None) -> str:
    """Return which wish a puzzle does not fulfill, and what it has instead; empty if it fulfills all."""
    for name, wish in (wishes or {}).items():
        wanted, value = wish["wanted"], wish["reached"]
        if name == "technique" and not value:
            return f"no {wanted} needed"
        if name == "score" and abs(float(value) - float(wanted)) > max(1.0, SCORE_TOLERANCE * float(wanted)):
            return f"score {value:.0f} instead of {wanted:g}"
        if name == "start" and float(value) < 1:
            return f"a start not only at {wanted}"
    return ""
