"""How people choose their next cell: the model of docs/grading.md in plain Python, cell by cell.

It is slow, and shares nothing with engine.grading but the rules of single clues and of clues read together. What its
walks take, counted as in the solves of people, is what the score is compared with.
"""

from __future__ import annotations

import math
import random

import numpy as np
from plain_walk import agree, forced, play, total_verdict

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import NO_CELL
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.solver.position import Position, Values, neighbors_of, placements_of
from puzzlegen.solver.tiers import run

PAIR, COMBINATION, SUPPOSITION, FURTHER_WAVE = 1.5, 3.0, 4.5, 0.75
DISTANCE, SAME_CLUE, OPEN_CELL = 2.0, -3.0, 0.4
Step = tuple[int, float, int, float]  # value, price of the technique, clue, price


def distances(grid: Grid) -> np.ndarray:
    """Return the distance of each two cells, in steps to a cell that touches; at least 1."""
    size = grid.size
    found = np.full((size, size), size, float)
    for x in range(size):
        level, steps, seen = {x}, 0, {x}
        while level:
            for y in level:
                found[x, y] = max(1, steps)
            level = {int(z) for y in level for z in grid.touching[y] if z != NO_CELL} - seen
            seen |= level
            steps += 1
    return found


class Person:
    """A walk through one puzzle with techniques up to tier ``cap``, one cell a step.

    The person takes each cell in sight with its odds. ``above`` is the share of marks above tier 1, and ``cost`` the
    mean price of the technique of a mark.
    """

    def __init__(self, puzzle: Puzzle, cap: int, far: np.ndarray, choices: random.Random) -> None:
        self.puzzle, self.cap, self.far = puzzle, cap, far
        clues = {x: value for x, value in enumerate(puzzle.cells) if value >= 0}
        self.known = [UNKNOWN if hidden else SAFE for hidden in puzzle.hidden]
        self.position = Position(neighbors_of(puzzle.grid), clues, self.known, puzzle.total)
        self.seen: dict[int, tuple[Values, float]] = {}  # what each clue proves, and the price of its technique
        self.last: tuple[int, int] | None = None  # cell and clue
        above, cost = 0, 0.0
        while UNKNOWN in self.known:
            steps = self.steps()
            if not steps:
                break
            cells = list(steps)
            costs = np.array([steps[x][3] for x in cells])
            x = choices.choices(cells, np.exp(costs.min() - costs).tolist())[0]
            value, technique, clue, _ = steps[x]
            above += technique > 0
            cost += technique
            self.mark(x, value, clue)
        self.above = above / max(1, puzzle.unproved)
        self.cost = cost / max(1, puzzle.unproved)

    def mark(self, x: int, value: int, clue: int) -> None:
        self.known[x] = value
        self.last = x, clue
        for changed in self.position.clues_at(x):
            for y in (*self.position.unknown(changed), x):
                for other in self.position.clues_at(y):
                    self.seen.pop(other, None)

    def see(self, clue: int) -> tuple[Values, float]:
        if clue not in self.seen:
            self.seen[clue] = self.look(clue)
        return self.seen[clue]

    def look(self, clue: int) -> tuple[Values, float]:
        values = forced(self.position, clue)
        if values or self.cap < 2:
            return values, 0.0
        placements = placements_of(self.position, clue)
        shared = placements.shared_values()
        if not shared:
            return {}, 0.0
        alone = [placements.refuted_by([other]) for other in placements.refuted]
        pair = any(agree(placements.masks, refuted, len(placements.cells)) for refuted in alone)
        return shared, PAIR if pair else COMBINATION

    def price(self, x: int, technique: float, clue: int) -> float:
        price = technique
        if clue >= 0:
            price += OPEN_CELL * (len(self.position.unknown(clue)) - 1)
        if self.last is not None:
            price += DISTANCE * math.log(self.far[self.last[0], x])
            price += SAME_CLUE if clue == self.last[1] and clue >= 0 else 0
        return price

    def offer(self, steps: dict[int, Step], x: int, value: int, technique: float, clue: int) -> None:
        price = self.price(x, technique, clue)
        if x not in steps or price < steps[x][3]:
            steps[x] = value, technique, clue, price

    def steps(self) -> dict[int, Step]:
        steps: dict[int, Step] = {}
        for clue in self.position.clues:
            if self.position.unknown(clue):
                values, technique = self.see(clue)
                for x, value in values.items():
                    self.offer(steps, x, value, technique, clue)
        verdict = total_verdict(self.position)
        if verdict in (MINE, SAFE):
            for x, known in enumerate(self.known):
                if known == UNKNOWN:
                    self.offer(steps, x, verdict, PAIR, -1)
        best = min((step[3] for step in steps.values()), default=math.inf)
        if self.cap >= 3 and best > SUPPOSITION:
            for x, known in enumerate(self.known):
                if known == UNKNOWN and self.position.clues_at(x) and self.price(x, SUPPOSITION, -1) < best + 2:
                    for value in (MINE, SAFE):
                        clash, waves = play(self.position, x, value)
                        if clash:
                            technique = SUPPOSITION + FURTHER_WAVE * max(0, waves - 1)
                            self.offer(steps, x, MINE + SAFE - value, technique, -1)
                            break
        if not steps:
            rounds = run(self.puzzle, self.cap, np.array(self.known, np.int8))
            for x in np.flatnonzero(rounds.moment == 1).tolist():
                self.offer(steps, x, int(rounds.known[x]), 9.0, -1)
        return steps


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the rank of each value; equal values share their mean rank."""
    order = np.argsort(values, kind="stable")
    found = np.empty(values.size)
    found[order] = np.arange(values.size)
    for value in np.unique(values):
        found[values == value] = found[values == value].mean()
    return found


def rank_correlation(a: np.ndarray, b: np.ndarray) -> float:
    """Return Spearman's rank correlation."""
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])
