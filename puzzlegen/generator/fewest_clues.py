"""Searches puzzles with as few clues as possible, without a printed number of mines.

A cell that no clue counts could never be proved, so the clues must reach every cell: no puzzle has fewer than the
fewest that do. That many are always enough for tier 1. Take such clues in any order, and make the cells that each is
the first to count all mines or all safe: then each clue in turn proves its cells. Puzzles that need more are found from
there: cells with the same clues beside them are all mines or all safe. Such groups are flipped at random as long as the
tiers solve the puzzle, which leads to some that need a higher tier.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.drawn_layouts import Completion, completion
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, blank_cells
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.engine.clue_rules import NO_TOTAL, SAFE
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import SOLVED, solve_rounds
from puzzlegen.errors import GenerationError
from puzzlegen.generator.batch import Found, check_minutes
from puzzlegen.generator.completion import confirm
from puzzlegen.grading.grade import grade
from puzzlegen.jobs.ordered_work import Progress
from puzzlegen.random_streams import Stream, stream
from puzzlegen.solver.position import neighbors_of, nodes_of
from puzzlegen.solver.tiers import PuzzleTrace, run

COVER_STEPS = 2000  # replaced clues, after which the search for a cover ends; at 12x12 one of 16 clues takes 200
FLIPS = 300  # of groups, in one trial
TRIALS_A_SIZE = 150  # without a puzzle, after which one more clue is tried
_REMEDY = "give more minutes, or choose another difficulty or size"
MINE_SHARES = 0.3, 0.6  # of the groups that begin as mines


@dataclass(frozen=True)
class FewestRequest:
    """A board, the lowest tier that the puzzle must need, the highest that it may, and the name of the streams.

    ``difficulty`` is that of its grade, None for any. ``enough`` clues end the search, 0 for as few as can be.
    """

    grid: Grid
    tier: int
    cap: int
    seed: str
    difficulty: str | None = None
    enough: int = 0

    @property
    def label(self) -> str:
        """The difficulty, if it is given, the size and the number of clues, for messages."""
        clues = f"at most {self.enough}" if self.enough else "few"
        return f"{self.difficulty or ''} {self.grid} puzzle with {clues}".lstrip()


def request_of(spec: PuzzleSpec, board: Grid, seed: str, enough: int = 0) -> FewestRequest:
    """Return the request for a board with the difficulty of ``spec``, or any up to its highest tier.

    Raises GenerationError for ``enough`` clues that are too few to reach every cell.
    """
    if 0 < enough < (least := fewest_possible(board) or 0):
        raise GenerationError(f"clues: found {enough}, but puzzles of {board} have at least {least}; allow more clues")
    tier = DIFFICULTIES[spec.difficulty].tier if spec.difficulty else 0
    return FewestRequest(board, tier, spec.highest_tier, seed, spec.difficulty, enough)


class _Cover:
    """Some cells of a board, which are replaced one after the other until they reach every cell.

    Cells that stay out of reach for long weigh more, so that the search does not stop where no step is better.
    """

    def __init__(self, grid: Grid, size: int, random: Stream) -> None:
        around = neighbors_of(grid)
        self.cells = np.flatnonzero(grid.present).tolist()
        self.reached = {cell: {cell, *around[cell]} for cell in self.cells}
        self.weight, self.times = dict.fromkeys(self.cells, 1), dict.fromkeys(self.cells, 0)
        self.random, self.last = random, -1
        self.chosen: list[int] = []
        for i in random.permutation(len(self.cells))[:size].tolist():
            self._add(self.cells[i])

    def find(self) -> list[int] | None:
        """Return as many cells that reach all, in no order; None if none were found."""
        for _ in range(COVER_STEPS):
            out = [cell for cell in self.cells if self.times[cell] == 0]
            if not out:
                return self.chosen
            self._replace(out)
        return None

    def _replace(self, out: list[int]) -> None:
        """Remove the cell that is needed least, and add one that reaches a cell that is ``out`` of reach."""
        words = iter(self.random.words(2 * len(self.chosen) + len(self.cells)).tolist())
        others = (cell for cell in self.chosen if cell != self.last)
        leaving = min(others, key=lambda cell: (self._worth(cell, 1), next(words)), default=self.last)
        self.chosen.remove(leaving)
        for cell in self.reached[leaving]:
            self.times[cell] -= 1
        near = self.reached[out[next(words) % len(out)]] - {leaving} - set(self.chosen)
        self.last = max(sorted(near), key=lambda cell: (self._worth(cell, 0), next(words)), default=leaving)
        self._add(self.last)
        for cell in out:
            self.weight[cell] += self.times[cell] == 0

    def _worth(self, cell: int, times: int) -> int:
        """Return the weight of the cells that this one reaches and that are reached so many times."""
        return sum(self.weight[other] for other in self.reached[cell] if self.times[other] == times)

    def _add(self, cell: int) -> None:
        self.chosen.append(cell)
        for other in self.reached[cell]:
            self.times[other] += 1


class _Trial:
    """A puzzle with clues in given cells, whose groups of equal cells are flipped."""

    def __init__(self, grid: Grid, clues: Sequence[int], cap: int, random: Stream) -> None:
        self.grid, self.cap, self.random = grid, cap, random
        self.nodes = nodes_of(grid)
        self.is_clue = np.zeros(self.nodes.size, bool)
        self.is_clue[self.nodes.clue_nodes(np.array(clues, np.int32))] = True
        self.bare = self.nodes.known(blank_cells(grid))
        self.steps = new_trace(self.nodes.size)
        groups: dict[tuple[int, ...], list[int]] = {}
        around, ordered = neighbors_of(grid), set(clues)
        for cell in np.flatnonzero(grid.present).tolist():
            if grid.variant.clue_on_mine or cell not in ordered:
                groups.setdefault(tuple(sorted(ordered.intersection(around[cell]))), []).append(cell)
        self.groups = [np.array(cells) for cells in groups.values()]
        self.mines = self._first(clues, list(groups))

    def _first(self, clues: Sequence[int], beside: list[tuple[int, ...]]) -> NDArray[np.int8]:
        """Return mines that tier 1 proves: each clue in turn has only mines or only safe cells left."""
        low, high = MINE_SHARES
        share = low + (high - low) * self.random.below(1000) / 1000
        mines, done = np.zeros(self.nodes.size, np.int8), [False] * len(beside)
        for place in self.random.permutation(len(clues)).tolist():
            mine = self.random.below(1000) < 1000 * share
            for i, clues_beside in enumerate(beside):
                if clues[place] in clues_beside and not done[i]:
                    mines[self.groups[i]], done[i] = mine, True
        return mines

    def _clues(self) -> NDArray[np.int8]:
        """Return the clues of the mines as they are, negative where there is none: an entry a node."""
        around = self.nodes.around
        sums = np.append(0, np.cumsum(self.mines[around.cells], dtype=np.int32))
        return np.where(self.is_clue, sums[around.start[1:]] - sums[around.start[:-1]], -1).astype(np.int8)

    def rating(self) -> tuple[int, int] | None:
        """Return the highest tier of a solve and how many moments need more than tier 1; None if it is not solved."""
        clue, around = self._clues(), self.nodes.around
        known = np.where(clue >= 0, SAFE, self.bare).astype(np.int8)
        status, moments = solve_rounds(around.start, around.cells, clue, known, NO_TOTAL, self.cap, self.steps)
        tiers = self.steps.tier_of[1 : moments + 1]
        return (int(tiers.max(initial=0)), int(np.count_nonzero(tiers > 1))) if status == SOLVED else None

    def climb(self, tier: int) -> bool:
        """Flip groups until the puzzle needs the tier. Return whether it does.

        A flip stays if the tiers solve the puzzle and its ``rating`` does not fall.
        """
        best = self.rating()
        assert best is not None, "tier 1 proves the first mines"
        for _ in range(FLIPS):
            if best[0] >= tier:
                break
            chosen = [self.random.below(len(self.groups)) for _ in range(1 + self.random.below(3))]
            self._flip(chosen)
            rating = self.rating()
            if rating is not None and rating >= best:
                best = rating
            else:
                self._flip(chosen)
        return best[0] >= tier and bool(self.mines.any())

    def _flip(self, chosen: Sequence[int]) -> None:
        for i in chosen:
            self.mines[self.groups[i]] ^= 1

    def remove_needless(self) -> None:
        """Remove clues without which the tiers still solve the puzzle. It never needs a lower tier then."""
        nodes = np.flatnonzero(self.is_clue)
        for node in nodes[self.random.permutation(nodes.size)].tolist():
            self.is_clue[node] = False
            self.is_clue[node] = self.rating() is None

    def solve(self) -> PuzzleTrace:
        """Return the solve of the puzzle."""
        clues = self.nodes.printed(self._clues())
        values = np.where(clues >= 0, clues, blank_cells(self.grid))
        return run(Puzzle(self.grid, tuple(values.tolist())), self.cap)


@lru_cache(maxsize=4)
def _fewest_cover(grid: Grid) -> Completion:
    return completion(grid, np.zeros(grid.size, bool))


def fewest_possible(grid: Grid) -> int | None:
    """Return the fewest clues that reach every cell; None if that is not known within the steps of the search."""
    cover = _fewest_cover(grid)
    return len(cover.cells) if cover.fewest else None


def fewest_puzzles(request: FewestRequest, minutes: float, progress: Progress) -> Iterator[Found]:
    """Search for some minutes, and yield each puzzle that has fewer clues than all before.

    It ends early with as few clues as can be, or with ``enough``. Trial ``n`` with ``k`` clues has the random stream
    ``seed/k/n``, so that its puzzle does not depend on the time. Raises GenerationError for minutes out of range, and
    if no puzzle was found, or none with ``enough``.
    """
    check_minutes(minutes)
    end, fewest = time.monotonic() + 60 * minutes, _fewest_cover(request.grid)
    least = len(fewest.cells) if fewest.fewest else 1
    number, size, best = 0, len(fewest.cells), None
    while time.monotonic() < end and size >= least:
        number += 1
        progress.advance()
        better = _tried(request, size, f"{request.seed}/{size}/{number}")
        if better is not None:
            best = better
            yield Found(better, number)
            size = 0 if better.puzzle.clues <= request.enough else better.puzzle.clues - 1
        elif best is None and number % TRIALS_A_SIZE == 0:
            size = min(size + 1, request.grid.area)
    if best is None or best.puzzle.clues > request.enough > 0:
        raise GenerationError(f"no {request.label} clues in {minutes:g} minutes: {_REMEDY}")


def _tried(request: FewestRequest, size: int, name: str) -> GradedPuzzle | None:
    """Make one trial, and remove needless clues. Return the puzzle, proved by both solvers; None without one."""
    random = stream(name)
    clues = _Cover(request.grid, size, random).find()
    if clues is None or not (trial := _Trial(request.grid, clues, request.cap, random)).climb(request.tier):
        return None
    trial.remove_needless()
    trace = trial.solve()
    graded = GradedPuzzle(trace.puzzle, trace.solution, grade(trace), name)
    return confirm(graded) if request.difficulty in (None, graded.grade.difficulty) else None
