"""The search for mines that fit, in a kernel, against the same search in plain Python, which derives nothing."""

import numpy as np
import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.engine import mine_fitting as fitting
from puzzlegen.engine.random_numbers import random_below
from puzzlegen.solver.position import nodes_of


class PlainSearch:
    """The search with lists and sums: everything is counted again at each step."""

    def __init__(self, around, given, mines, count, seed):
        self.around, self.given, self.mines, self.count = around, given, mines.tolist(), count
        self.random = np.array([seed >> 1 | 1], np.int64)
        self.wrong = [x for x in range(len(around)) if self.is_wrong(x)]

    def off(self, x):
        wanted = int(self.given.wanted[x])
        return 0 if wanted == fitting.ANY else sum(self.mines[y] for y in self.around[x]) - wanted

    def out_of_reach(self, x):
        role = self.given.role
        must = role[x] == fitting.BLANK or (role[x] == fitting.CARRIES and self.mines[x])
        return must and not any(role[y] == fitting.CARRIES and not self.mines[y] for y in self.around[x])

    def is_wrong(self, x):
        return self.off(x) != 0 or self.out_of_reach(x)

    def gap(self):
        mines, (fewest, most) = sum(self.mines), self.count
        return max(0, fewest - mines) + max(0, mines - most)

    def cost(self):
        nodes = range(len(self.around))
        return self.gap() + sum(abs(self.off(x)) for x in nodes) + sum(map(self.out_of_reach, nodes))

    def worse_by(self, x):
        before = self.cost()
        self.mines[x] = 1 - self.mines[x]
        after = self.cost()
        self.mines[x] = 1 - self.mines[x]
        return after - before

    def best_near(self, c):
        anyhow = random_below(fitting.ANYHOW, self.random) == 0
        best, least, ties = None, 0, 0
        for x in (c, *self.around[c]):
            off = self.off(c)
            helps = self.mines[x] == (off > 0) if off else self.mines[x] and self.given.role[x] == fitting.CARRIES
            if self.given.fixed[x] != fitting.FREE or not helps:
                continue
            more = 0 if anyhow else self.worse_by(x)
            if best is None or more < least:
                best, least, ties = x, more, 1
            elif more == least:
                ties += 1
                best = x if random_below(ties, self.random) == 0 else best
        return best

    def best_anywhere(self):
        too_many = sum(self.mines) > self.count[1]
        best, least = None, 0
        for _ in range(fitting.LOOKS):
            x = int(random_below(len(self.mines), self.random))
            if self.given.fixed[x] != fitting.FREE or self.mines[x] != too_many:
                continue
            more = self.worse_by(x)
            if best is None or more < least:
                best, least = x, more
        return best

    def flip(self, x):
        self.mines[x] = 1 - self.mines[x]
        for y in (*self.around[x], x):  # the list keeps its order: the last takes the place of one that leaves
            if self.is_wrong(y) and y not in self.wrong:
                self.wrong.append(y)
            elif not self.is_wrong(y) and y in self.wrong:
                self.wrong[self.wrong.index(y)] = self.wrong[-1]
                self.wrong.pop()

    def run(self, most_moves):
        moves = 0
        while moves < most_moves and (self.wrong or self.gap()):
            moves += 1
            if self.gap() and (not self.wrong or random_below(4, self.random) == 0):
                x = self.best_anywhere()
            else:
                x = self.best_near(self.wrong[random_below(len(self.wrong), self.random)])
            if x is not None:
                self.flip(x)
        return self.mines, len(self.wrong) + self.gap(), moves


def random_given(rng, variant):
    """A board of which some cells are fixed, some values wanted (not all of one board), and some roles set."""
    width, height = (int(side) for side in rng.integers(variant.least_side, variant.least_side + 4, 2))
    nodes = nodes_of(Grid(width, height, variant))
    role = rng.choice([fitting.CARRIES, fitting.BLANK, fitting.GIVEN], nodes.size, p=[0.7, 0.2, 0.1]).astype(np.int8)
    fixed = rng.choice([fitting.FREE, 0, 1], nodes.size, p=[0.7, 0.2, 0.1]).astype(np.int8)
    fixed[nodes.shift :][: nodes.shift] = 0
    valued = (fixed == 0) & (rng.random(nodes.size) < 0.7)
    valued[: nodes.shift] = False
    around = [
        nodes.around.cells[a:b].tolist() for a, b in zip(nodes.around.start, nodes.around.start[1:], strict=False)
    ]
    hidden = np.where(fixed == fitting.FREE, rng.random(nodes.size) < 0.3, fixed)
    wanted = np.array([sum(hidden[y] for y in cells) for cells in around]) + (rng.random(nodes.size) < 0.05)
    given = fitting.Given(fixed, np.where(valued, wanted, fitting.ANY).astype(np.int8), role)
    first = np.where(fixed == fitting.FREE, rng.random(nodes.size) < 0.3, fixed).astype(np.int8)
    return nodes, around, given, first


def assert_fitted_alike(variant, number):
    """Compare both on random boards, and return how often mines that fit were found."""
    rng, fits = np.random.default_rng([7, number, variant.highest_clue]), 0
    for seed in range(number):
        nodes, around, given, first = random_given(rng, variant)
        count = (0, nodes.size) if seed % 2 else (nodes.cells // 4, nodes.cells // 3)
        found = fitting.fitted(nodes.around.start, nodes.around.cells, given, first, count, seed)
        plain = PlainSearch(around, given, first, count, seed)
        assert (found.mines.tolist(), found.wrong, found.moves) == plain.run(fitting.MOVES_A_CELL * nodes.size)
        fits += found.wrong == 0
    return fits


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_kernel_searches_as_described(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MOVES_A_CELL", 4)
    fits = assert_fitted_alike(variant, 30)
    assert 3 < fits < 28, "some boards fit and some do not"


def test_mines_that_fit_are_left_as_they_are() -> None:
    nodes = nodes_of(Grid(5, 4))
    given = fitting.Given(*np.array([[fitting.FREE] * 20, [fitting.ANY] * 20, [fitting.CARRIES] * 20], np.int8))
    first = np.zeros(20, np.int8)
    found = fitting.fitted(nodes.around.start, nodes.around.cells, given, first, (0, 20), 1)
    assert (found.mines.sum(), found.wrong, found.moves) == (0, 0, 0)
    full = fitting.fitted(nodes.around.start, nodes.around.cells, given, first + 1, (0, 20), 1)
    assert full.wrong == 0 and 0 < full.mines.sum() < 20, "every mine has a safe cell beside it"
    assert (first == 0).all(), "the mines given are copied"
