"""Runs every kernel on small boards and compares the results with known ones: a check of a library of kernels.

``python -m puzzlegen.engine.known_answers`` exits with 1 and a line if a kernel gives something else than the
interpreted source gave when the library was built. ``--print [SIDE CHANGES REMOVALS]`` prints the answers of the
kernels that are loaded, for larger boards too.
A library may also crash. So ``kernels`` runs this in a child process.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine import (
    adjustment,
    climb,
    clue_patterns,
    kernels,
    mine_fitting,
    mine_search,
    no_guess_boards,
    rating,
    rounds,
    thin,
)
from puzzlegen.engine.clue_rules import NO_TOTAL, SAFE, UNKNOWN
from puzzlegen.engine.drawn_boards import place_mines
from puzzlegen.engine.grading import effort_of_puzzle, walk_through
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rating import NO_TECHNIQUE
from puzzlegen.engine.thin import single_removals, thin_naive

SMALL, CHANGES = 6, 25  # side of the boards, and how many changes climbs try
CAP = 4
USUAL = np.array([20, 120, 250, 270, 190, 100, 40, 10, 0], np.int32)
Answer = Iterator[Any]


def _neighborhood(side: int) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Return the neighbors of all cells of a square board: as the engine takes them, and as shape.Places has them."""
    steps = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)]
    table = np.full((side * side, len(steps)), -1, np.int32)
    for x in range(side * side):
        for k, (down, right) in enumerate(steps):
            row, col = x // side + down, x % side + right
            if 0 <= row < side and 0 <= col < side:
                table[x, k] = row * side + col
    lists = [sorted(row[row >= 0].tolist()) for row in table]
    start = np.cumsum([0, *map(len, lists)]).astype(np.int32)
    return start, np.concatenate(lists).astype(np.int32), table


class Cases:
    """Calls of each kernel for square boards of one size. The results are the same in each process."""

    def __init__(self, side: int = SMALL, changes: int = CHANGES, removals: int = SMALL * SMALL) -> None:
        """Prepare boards of ``side`` cells, climbs of ``changes`` and thinnings that try ``removals`` clues."""
        self.side, self.cells, self.changes = side, side * side, changes
        self.start, self.neighbors, touching = _neighborhood(side)
        self.order = np.argsort(np.arange(1, self.cells + 1) * 7919 % 10007).astype(np.int32)  # 10007 is a prime number
        self.places = rating.Places(touching, np.column_stack([np.arange(self.cells, dtype=np.int32), touching]))
        self.seeds = np.arange(7, 39, dtype=np.int64).reshape(4, 8) * 0x1234567 % (1 << 32) | 1
        row, col = np.divmod(np.append(np.arange(self.cells), 0), side)
        self.coordinates = np.column_stack([row, col, 0 * row]).astype(np.int32)
        self.coordinates[-1] = 1 << 20
        density = 30 if side == SMALL else 22  # at 30 % the tiers do not solve boards of these mines from 25x25
        self.count = self.cells * density // 100
        self.removals = single_removals(self.order[-removals:])  # the first are the mines

    def answers(self) -> dict[str, str]:
        """Return a digest of what each kernel gives."""
        cases: dict[str, Callable[[], Answer]] = {
            "place_mines": self._placed,
            "solve_one": self._solved,
            "solve_stack": self._stack_solved,
            "walk_one": self._walked,
            "walk_often": self._walked_often,
            "try_each": self._thinned_naively,
            "make_boards": self._made,
            "rate_into": self._rated,
            "climb_in": self._climbed,
            "adjust_in": self._adjusted,
            "fit_in": self._patterned,
            "play_game": self._played,
            "search_stack": self._found,
            "fit_mines": self._fitted,
        }
        return {name: hashlib.sha256(repr(_plain(case())).encode()).hexdigest()[:16] for name, case in cases.items()}

    def _mines(self) -> NDArray[np.int8]:
        mines = np.zeros(self.cells, np.int8)
        place_mines(
            self.start, self.neighbors, np.zeros(self.cells, np.int8), self.order.copy(), self.count, False, mines
        )
        return mines

    def _clues(self, mines: NDArray[np.int8]) -> NDArray[np.int8]:
        counts = [mines[self.neighbors[self.start[x] : self.start[x + 1]]].sum() for x in range(self.cells)]
        return np.where(mines == 1, -1, counts).astype(np.int8)

    def _known(self, clue: NDArray[np.int8]) -> NDArray[np.int8]:
        return np.where(clue >= 0, SAFE, UNKNOWN).astype(np.int8)

    def _unknown(self) -> NDArray[np.int8]:
        return np.full(self.cells, UNKNOWN, np.int8)

    @functools.cached_property
    def _kept(self) -> NDArray[np.int8]:
        clue = self._clues(self._mines())
        thin.thin(self.start, self.neighbors, clue, self._unknown(), self.count, CAP, self.removals)
        return clue

    def _thinned(self) -> NDArray[np.int8]:
        return self._kept.copy()

    def _placed(self) -> Answer:
        yield self._mines()

    def _solved(self) -> Answer:
        clue, trace = self._thinned(), new_trace(self.cells)
        known = self._known(clue)
        result = rounds.solve_rounds(self.start, self.neighbors, clue, known, self.count, CAP, trace)
        yield from (result, known, trace.moment, trace.by, trace.tier_of[1 : result[1]], trace.available[1 : result[1]])

    def _stack_solved(self) -> Answer:
        clue = np.stack([self._thinned(), self._clues(self._mines())])
        known, trace = np.stack([self._known(clues) for clues in clue]), new_trace(self.cells, 2)
        status, moments = np.empty((2, 2), np.int32)
        total = np.array([self.count, NO_TOTAL], np.int32)
        rounds.solve_many(self.start, self.neighbors, clue, known, total, CAP, trace, status, moments)
        yield from (status, moments, known, trace.moment, trace.by)

    def _walked(self) -> Answer:
        clue, trace = self._thinned(), new_trace(self.cells)
        known = self._known(clue)
        result = walk_through(self.start, self.neighbors, self.coordinates, clue, known, self.count, CAP, 0, trace)
        yield from (result, known, trace.moment)

    def _walked_often(self) -> Answer:
        clue = self._thinned()
        board = self.start, self.neighbors, self.coordinates
        yield effort_of_puzzle(*board, clue, self._known(clue), self.count, CAP)

    def _thinned_naively(self) -> Answer:
        clue = self._clues(self._mines())
        yield thin_naive(self.start, self.neighbors, clue, self._unknown(), self.count, CAP, self.removals)
        yield clue

    def _made(self) -> Answer:
        for total in (self.count, NO_TOTAL):
            clue = self._clues(self._mines())
            result = thin.thin(self.start, self.neighbors, clue, self._unknown(), total, CAP, self.removals)
            yield from (result, clue)
        yield from self._drawn(natural=0)
        yield from self._drawn(natural=1)

    def _drawn(self, natural: int) -> Answer:
        limits = np.zeros(mine_search.LIMITS_SIZE, np.int32)
        limits[mine_search.FEWEST], limits[mine_search.MOST] = self.count, self.count + 2
        limits[mine_search.NATURAL] = limits[mine_search.KEPT_APART] = natural
        outcomes, clue = np.zeros((4, 4), np.int32), np.full(self.cells, -1, np.int8)
        space = thin.workspace_for(self.cells, self.neighbors.size)
        present = np.arange(self.cells, dtype=np.int32)
        removals = self.removals._replace(
            order=np.empty(self.cells, np.int32), beside_start=self.start, beside=self.neighbors
        )
        made = thin.make_boards(
            self.seeds.copy(), outcomes, present, np.linspace(0.5, 1, self.cells), np.linspace(0.5, 1, 9),
            self.coordinates, NO_TOTAL, CAP, limits, thin.NO_RANDOM, self._unknown(), clue, self.start, self.neighbors,
            removals, space,
        )  # fmt: skip
        yield from (made, outcomes[:made], clue)

    def _wanted(self) -> NDArray[np.int64]:
        wanted = np.zeros(rating.WANTED, np.int64)
        wanted[rating.LOW], wanted[rating.HIGH], wanted[rating.SLACK] = 2000, 3000, 1000
        wanted[rating.TIER], wanted[rating.TECHNIQUE] = 3, NO_TECHNIQUE
        wanted[rating.BOTTOM], wanted[rating.RIGHT] = self.side, self.side
        wanted[rating.EVENNESS] = 300
        for share in range(rating.LONE_CLUES, rating.WANTED, 3):
            wanted[share : share + 3] = 30, 300, 2000
        return wanted

    def _board(self) -> NDArray[np.int64]:
        board = np.zeros(rating.CLIMB_BOARD, np.int64)
        board[rating.WIDTH] = board[rating.HEIGHT] = self.side
        board[rating.SIDES] = 4
        board[rating.FEWEST], board[rating.MOST], board[rating.PRINTED] = self.count - 2, self.count + 2, 1
        board[rating.LONE] = board[rating.MOVABLE] = 1
        board[rating.CAP], board[rating.MOVES], board[rating.HEAT] = CAP, self.changes, 6000
        return board

    def _rated(self) -> Answer:
        clue, trace = self._thinned(), new_trace(self.cells)
        _, count = rounds.solve_rounds(self.start, self.neighbors, clue, self._known(clue), self.count, CAP, trace)
        used = slice(1, count + 1)
        yield rating.rate(
            clue, trace.tier_of[used].copy(), trace.available[used].copy(), trace.moment, self._wanted(), USUAL.copy(),
            self._board(), self.places, 2500, self.side * 1000,
        )  # fmt: skip

    def _climbed(self) -> Answer:
        clue = self._thinned()
        worth = np.full(rating.PARTS, 10, np.int64)
        usual = np.tile(USUAL, (self.cells + 1, 1))
        yield from climb.climb(
            self.start,
            self.neighbors,
            self.coordinates,
            clue,
            self._known(clue),
            self._mines(),
            self._wanted(),
            usual,
            self._board(),
            self.places,
            worth,
            self.side * 1000,
            5,
        )

    def _adjusted(self) -> Answer:
        wanted = np.zeros(adjustment.WANTED, np.int64)
        wanted[adjustment.TIER], wanted[adjustment.LOW], wanted[adjustment.HIGH] = 3, 40, 50
        wanted[adjustment.PATIENCE] = 15
        clue = self._thinned()
        yield from adjustment.adjust(
            self.start,
            self.neighbors,
            self.coordinates,
            clue,
            self._known(clue),
            self._mines(),
            self._board(),
            wanted,
            5,
        )

    def _patterned(self) -> Answer:
        pattern = np.full(self.cells, 1 << 1 | 1 << 2 | 1 << clue_patterns.MAY_BE_BLANK, np.int32)
        pattern[self.cells // 2] = 1 << 3
        for width in (0, self.side):
            limits = np.zeros(clue_patterns.LIMITS, np.int64)
            limits[clue_patterns.MOST], limits[clue_patterns.MOVES] = self.cells, self.changes
            limits[clue_patterns.CAP], limits[clue_patterns.WIDTH] = CAP, width
            mines, movable = self._mines(), np.ones(self.cells, np.int8)
            mines[self.cells // 2] = movable[self.cells // 2] = 0
            bare = np.full(self.cells, UNKNOWN, np.int8)
            yield from clue_patterns.fit(self.start, self.neighbors, pattern, bare, mines, movable, limits, 5)

    def _played(self) -> Answer:
        mines, known, trace = self._mines(), np.empty(self.cells, np.int8), new_trace(self.cells)
        yield rounds.play(self.start, self.neighbors, mines, int(np.flatnonzero(mines == 0)[0]), CAP, known, trace)
        yield from (known, trace.moment)

    def _found(self) -> Answer:
        for strategy in (no_guess_boards.PERTURB, no_guess_boards.FILL):
            tally = np.zeros((1, no_guess_boards.TALLY_SIZE), np.int64)
            tally[:, no_guess_boards.RANDOM] = 5
            first, barred = np.zeros(1, np.int32), np.zeros((1, self.cells), np.int8)
            barred[0, [0, 1, self.side, self.side + 1]] = 1
            yield from no_guess_boards.search(strategy, 5, 8, first, 3, self.start, self.neighbors, barred, tally)
            yield tally

    def _fitted(self) -> Answer:
        clue = self._clues(self._mines())
        some = np.arange(self.cells) % 3 == 0
        role = np.where(np.arange(self.cells) % 7 == 1, mine_fitting.BLANK, mine_fitting.CARRIES).astype(np.int8)
        fixed = np.where(some & (clue >= 0), 0, mine_fitting.FREE).astype(np.int8)
        given = mine_fitting.Given(fixed, np.where(some, clue, mine_fitting.ANY).astype(np.int8), role)
        first = np.zeros(self.cells, np.int8)
        yield from mine_fitting.fitted(self.start, self.neighbors, given, first, (self.count, self.count + 2), 5)


def _plain(value: Any) -> Any:
    """Return numbers and arrays in the same words, whether numpy made them or not."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (tuple, Iterator)):
        return [_plain(element) for element in value]
    return int(value)


def main(*options: str) -> None:
    """Print the answers, or compare them with those of the library. Exits with 1 if they differ."""
    if options[:1] == ("--print",):
        print(json.dumps(Cases(*map(int, options[1:])).answers()))
        return
    answers = Cases().answers()
    expected = kernels.load().description.get("answers")
    wrong = [name for name in answers if expected is None or answers[name] != expected.get(name)]
    if wrong:
        print(f"other results than known: {', '.join(wrong)}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
