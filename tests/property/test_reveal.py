"""The classic game in the engine, against a slow game played from the definition of the tiers, cell by cell."""

from __future__ import annotations

import numpy as np
import pytest
from paper_neighbors import cells_counted
from slow_solver import LADDER, MINE, SAFE, Board, disjoint, step

from puzzlegen.board.grid import Grid
from puzzlegen.engine.position import new_trace
from puzzlegen.engine.rounds import SOLVED, play


class SlowGame:
    """Opens what the slow solver proves; shares no code with the engine."""

    def __init__(self, around, mines, first):
        self.around = around
        self.mines = mines
        self.board = Board(around, {}, {}, sum(mines.values()))
        self.moment = {}
        self.rounds = []
        self.open([first], 0)

    def open(self, cells, now):
        waiting = list(cells)
        while waiting:
            cell = waiting.pop()
            if cell in self.board.clues:
                continue
            self.board.known[cell] = SAFE
            self.moment[cell] = now
            self.board.clues[cell] = sum(self.mines[x] for x in self.around[cell])
            if self.board.clues[cell] == 0:
                waiting += self.around[cell]

    def play(self, cap):
        ladder = [
            (tier, rule) for tier, rule in LADDER if tier <= cap and rule is not disjoint
        ]  # a rule of paper puzzles
        while done := step(self.board, [rule for _, rule in ladder]):
            index, speaking, facts = done
            self.rounds.append((ladder[index][0], speaking))
            for cell in facts:
                self.moment[cell] = len(self.rounds)
            self.open([cell for cell, value in facts.items() if value == SAFE], len(self.rounds))


def engine_game(start, cells, mines, first, cap):
    """(status, moment of each proved cell, rounds) of the engine, and that what it proves is true."""
    n = mines.size
    known = np.empty(n, np.int8)
    trace = new_trace(n)
    status, count = play(start, cells, mines, first, cap, known, trace)
    moment, tier, available = trace.moment, trace.tier_of, trace.available
    proved = known > 0
    assert (moment >= 0).tolist() == proved.tolist()
    assert ((known == MINE) == (mines == 1))[proved].all()
    rounds = list(zip(tier[1 : count + 1].tolist(), available[1 : count + 1].tolist(), strict=True))
    return status, {int(x): int(moment[x]) for x in np.flatnonzero(proved)}, rounds


def neighborhood(around):
    """The same neighborhood as the arrays that kernels take."""
    start = np.cumsum([0, *(len(around[x]) for x in range(len(around)))]).astype(np.int32)
    cells = np.array([y for x in range(len(around)) for y in around[x]], np.int32)
    start.setflags(write=False)  # as those of a grid: kernels are compiled for one or the other
    cells.setflags(write=False)
    return start, cells


def random_board(rng, most=7):
    width, height = (int(side) for side in rng.integers(2, most + 1, 2))
    around = cells_counted(Grid(width, height))
    first = int(rng.integers(width * height))
    mines = (rng.random(width * height) < rng.uniform(0.05, 0.45)).astype(np.int8)
    mines[first] = 0
    if rng.random() < 0.7:
        mines[around[first]] = 0
    return around, mines, first


@pytest.mark.parametrize(("cap", "boards"), [(1, 500), (2, 500), (3, 400), (4, 150)])
def test_the_game_goes_as_the_slow_one_round_by_round(cap, boards):
    rng = np.random.default_rng(cap)
    solved = 0
    for _ in range(boards):
        around, mines, first = random_board(rng, 7 if cap < 4 else 5)
        slow = SlowGame(around, dict(enumerate(mines.tolist())), first)
        slow.play(cap)
        status, moment, rounds = engine_game(*neighborhood(around), mines, first, cap)
        assert moment == slow.moment
        assert rounds == slow.rounds
        assert (status == SOLVED) == (len(moment) == mines.size)
        solved += status == SOLVED
    assert 0 < solved < boards


@pytest.mark.parametrize("cap", [1, 2, 3, 4])
def test_the_order_of_the_cells_makes_no_difference(cap):
    rng = np.random.default_rng(40 + cap)
    for _ in range(300):
        around, mines, first = random_board(rng)
        name = rng.permutation(mines.size)
        renamed = {int(name[x]): [int(y) for y in name[around[x]]] for x in around}
        moved = np.empty_like(mines)
        moved[name] = mines
        status, moment, rounds = engine_game(*neighborhood(around), mines, first, cap)
        status_2, moment_2, rounds_2 = engine_game(*neighborhood(renamed), moved, int(name[first]), cap)
        assert (status, rounds) == (status_2, rounds_2)
        assert {int(name[x]): now for x, now in moment.items()} == moment_2


@pytest.mark.parametrize(("width", "height"), [(1000, 1000), (1, 1000), (1000, 2), (1, 1)])
def test_a_board_of_zeros_opens_in_one_cascade(width, height):
    grid = Grid(width, height)
    mines = np.zeros(grid.size, np.int8)
    known = np.empty(grid.size, np.int8)
    around = grid.neighborhood
    first = grid.size // 2
    status, rounds = play(around.start, around.cells, mines, first, 3, known, new_trace(grid.size))
    assert (status, rounds) == (SOLVED, 0)
    assert (known == SAFE).all()


def test_a_cascade_stops_at_numbers_and_goes_round_corners():
    """A wall of mines with a gap: everything but the mines opens, on a board that is not square."""
    grid = Grid(7, 5)
    walls = [grid.cell(row, 3) for row in range(4)]
    mines = np.zeros(grid.size, np.int8)
    mines[walls] = 1
    start, cells = grid.neighborhood.start, grid.neighborhood.cells
    status, moment, _ = engine_game(start, cells, mines, grid.cell(0, 0), 1)
    opened_at_once = {x for x, now in moment.items() if now == 0}
    assert opened_at_once == {grid.cell(row, col) for row in range(5) for col in range(3)}
    assert status == SOLVED
