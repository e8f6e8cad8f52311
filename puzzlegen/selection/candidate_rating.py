"""Rates candidate puzzles by quality, and by how much they differ from the puzzles chosen before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import expert_score
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.grading.quality import clue_counts, score_of

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
