"""The walk of engine.grading in plain Python, straight from its description in docs/grading.md."""

from __future__ import annotations

import math

import numpy as np

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.engine.steps_in_sight import CHOICES, MOST_NOISE, NOISE, mixed
from puzzlegen.solver.position import Position, Values, neighbors_of, nodes_of, placements_of
from puzzlegen.solver.tiers import run

SINGLE, PAIR, SEVERAL, DISJOINT, SUPPOSED, PLACED, DEEP = range(1, 8)
PRICES = {SINGLE: 0, PAIR: 1500, SEVERAL: 3000, DISJOINT: 7500, SUPPOSED: 4500, PLACED: 9000, DEEP: 15000}
Step = tuple[int, int, Values]  # technique, effort, cells marked
Choice = tuple[int, int, int, Values, int]  # price, technique, clue, cells marked, price of a supposition


class PlainWalk:
    """A walk through one puzzle, up to tier ``cap``. ``steps`` has its steps."""

    def __init__(self, puzzle: Puzzle, cap: int, seed: int = 0) -> None:
        self.puzzle, self.cap, self.seed = puzzle, cap, seed
        clues = {x: value for x, value in enumerate(puzzle.cells) if value >= 0}
        known = [UNKNOWN if hidden else SAFE for hidden in puzzle.hidden]
        self.position = Position(neighbors_of(puzzle.grid), clues, known, puzzle.total)
        self.signs = signs_of(puzzle) if seed else []
        self.last: set[int] = set()  # the last marks
        self.clues: set[int] = set()  # the clues they came from
        self.since: set[int] = set()  # the marks since suppositions were looked for
        self.supposed: dict[int, tuple[int, int] | None] = {}  # cell: its value and the further waves; None in vain
        self.steps: list[Step] = []
        while UNKNOWN in known and (choices := self.choices()):
            price, technique = min((price, technique) for price, technique, *_ in choices)
            taken = [choice for choice in choices if choice[:2] == (price, technique)]
            values = {x: value for _, _, _, marked, _ in taken for x, value in marked.items()}
            self.steps.append((technique, self.effort(technique, taken, values), values))
            self.last, self.clues = set(values), {clue for _, _, clue, _, _ in taken if clue >= 0}
            self.since |= self.last
            for x, value in values.items():
                known[x] = value

    def effort(self, technique: int, taken: list[Choice], values: Values) -> int:
        price = PRICES[technique]
        if technique == SUPPOSED:
            price = min(self.distance(x) + own for _, _, _, marked, own in taken for x in marked)
        elif clues := [clue for _, _, clue, _, _ in taken if clue >= 0]:
            price += max(0, min(map(self.least_price, clues)))
        return 600 * len(values.keys() - settled(self.position)) + price // 10

    def apart(self, x: int, y: int) -> int:
        coordinates = self.puzzle.grid.neighborhood.coordinates
        steps = np.abs(coordinates[x] - coordinates[y])
        return min(100, int(np.minimum(steps, coordinates[-1] - steps).max()))

    def distance(self, x: int) -> int:
        cells = min((self.apart(x, y) for y in self.last), default=0)
        return round(2000 * math.log(max(1, cells)))

    def least_price(self, clue: int) -> int:
        unknown = self.position.unknown(clue)
        return self.distance(clue) + 400 * (len(unknown) - 1) - 3000 * (clue in self.clues)

    def noise(self, node: int) -> int:
        return int(NOISE[mixed((self.signs[node] << 20) + 64 * len(self.steps) + self.seed) & 255]) if self.seed else 0

    def choices(self) -> list[Choice]:
        found = [*self.by_total(), *self.by_clues()]
        if found or self.cap < 3:
            return found
        for look in (self.disjoint, self.supposing, self.placements, self.deep):
            if found := look():
                return found
        return []

    def by_total(self) -> list[Choice]:
        verdict = total_verdict(self.position)
        if verdict not in (MINE, SAFE):
            return []
        return [(1500, SINGLE, -1, {x: verdict for x, value in enumerate(self.position.known) if value == UNKNOWN}, 0)]

    def by_clues(self) -> list[Choice]:
        found = []
        shift = nodes_of(self.puzzle.grid).shift
        for clue in self.position.clues:
            if not self.position.unknown(clue):
                continue
            technique, values = SINGLE, forced(self.position, clue)
            if not values and self.cap >= 2:
                technique, values = self.together(clue)
            if values:
                price = self.least_price(clue) + PRICES[technique] - self.noise(clue + shift)
                price -= int(CHOICES[len(values)]) if self.seed else 0
                found.append((price, technique, clue, values, 0))
        return found

    def together(self, clue: int) -> tuple[int, Values]:
        placements = placements_of(self.position, clue)
        shared = placements.shared_values()
        alone = [placements.refuted_by([other]) for other in placements.refuted]
        pair = any(agree(placements.masks, refuted, len(placements.cells)) for refuted in alone)
        return PAIR if pair else SEVERAL, shared

    def supposing(self) -> list[Choice]:
        position = self.position
        for x in self.since:
            for clue in position.clues_at(x):
                for y in position.unknown(clue):
                    for other in position.clues_at(y):
                        for z in position.unknown(other):
                            self.supposed.pop(z, None)
        self.since.clear()
        seen, found, bounds = {}, [], {}
        for x, value in enumerate(position.known):
            if value != UNKNOWN or not position.clues_at(x):
                continue
            seen[x] = self.supposed[x] if x in self.supposed else self.suppose(x)
            waves = self.supposed.get(x)
            bounds[x] = self.distance(x) + 4500 + (750 * waves[1] if waves else 0) - (MOST_NOISE if self.seed else 0)
            if result := seen[x]:
                own = 4500 + 750 * result[1]
                found.append((self.distance(x) + own - self.noise(x), SUPPOSED, -1, {x: result[0]}, own))
        best = min((price for price, *_ in found), default=1 << 28)
        self.supposed |= {x: result for x, result in seen.items() if bounds[x] <= best}
        return found

    def suppose(self, x: int) -> tuple[int, int] | None:
        for value in (MINE, SAFE):
            clash, waves = play(self.position, x, value)
            if clash:
                return MINE + SAFE - value, max(0, waves - 1)
        return None

    def whole_board(self, technique: int, cap: int, disjoint: bool) -> list[Choice]:
        """What the solver in rounds finds next, whose rules are tested elsewhere."""
        rounds = run(self.puzzle, cap, np.array(self.position.known, np.int8))
        first = np.flatnonzero(rounds.moment == 1).tolist()
        if not first or (rounds.by[first[0]] == TOTAL) != disjoint:
            return []
        return [(PRICES[technique], technique, -1, {x: int(rounds.known[x]) for x in first}, 0)]

    def disjoint(self) -> list[Choice]:
        return self.whole_board(DISJOINT, 3, True) if self.position.total is not None else []

    def placements(self) -> list[Choice]:
        return self.whole_board(PLACED, 3, False)

    def deep(self) -> list[Choice]:
        return self.whole_board(DEEP, 4, False) if self.cap >= 4 else []


def signs_of(puzzle: Puzzle) -> list[int]:
    """The numbers that tell the surroundings of nodes apart."""
    nodes = nodes_of(puzzle.grid)
    start, cells = nodes.around.start.tolist(), nodes.around.cells.tolist()
    clue, known = nodes.clues(puzzle.array).tolist(), nodes.known(puzzle.array).tolist()
    signs = [mixed(4 * (value + 2) + state) for value, state in zip(clue, known, strict=True)]
    for _ in range(5):
        around = [sum(mixed(signs[y]) for y in cells[start[x] : start[x + 1]]) for x in range(nodes.size)]
        signs = [mixed(sign + 3 * more) for sign, more in zip(signs, around, strict=True)]
    return signs


def agree(masks: list[int], refuted: int, width: int) -> bool:
    """Whether the placements that are not refuted share a cell's value."""
    left = [mask for k, mask in enumerate(masks) if not refuted >> k & 1]
    return any(len({mask >> bit & 1 for mask in left}) == 1 for bit in range(width))


def forced(position: Position, clue: int) -> Values:
    """What a clue decides alone."""
    unknown, need = position.unknown(clue), position.need(clue)
    if need not in (0, len(unknown)):
        return {}
    return dict.fromkeys(unknown, MINE if need else SAFE)


def total_verdict(position: Position) -> int | None:
    """The value of all unknown cells that follows from the total; None if it is broken, UNKNOWN if none follows."""
    if position.total is None:
        return UNKNOWN
    mines, unknown = position.remaining()
    if not 0 <= mines <= unknown:
        return None
    return UNKNOWN if unknown == 0 or 0 < mines < unknown else MINE if mines else SAFE


def settled(position: Position) -> set[int]:
    """Return the unknown cells that single clues and the printed total prove, one after the other."""
    ahead = Position(position.around, position.clues, position.known.copy(), position.total)
    while True:
        values = {x: value for clue in ahead.clues for x, value in forced(ahead, clue).items()}
        if (verdict := total_verdict(ahead)) in (MINE, SAFE):
            values |= {x: verdict for x, value in enumerate(ahead.known) if value == UNKNOWN}
        if not values:
            return {x for x, value in enumerate(position.known) if value != ahead.known[x]}
        for x, value in values.items():
            ahead.known[x] = value


def broken(position: Position) -> bool:
    return any(not 0 <= position.need(clue) <= len(position.unknown(clue)) for clue in position.clues)


def play(position: Position, x: int, value: int) -> tuple[bool, int]:
    """Suppose a value and play up to five waves; return whether a clue breaks, and the number of waves."""
    supposed = Position(position.around, position.clues, position.known.copy(), position.total)
    supposed.known[x] = value
    for wave in range(5):
        if broken(supposed):
            return True, wave
        values = [item for clue in supposed.clues for item in forced(supposed, clue).items()]
        if not values:
            verdict = total_verdict(supposed)
            if verdict is None:
                return True, wave  # nothing is marked: seen at once, like a clue that breaks
            if verdict == UNKNOWN:
                return False, wave
            values = [(y, verdict) for y, known in enumerate(supposed.known) if known == UNKNOWN]
        if len(dict(values)) < len(set(values)):
            return True, wave + 1
        for y, decided in values:
            supposed.known[y] = decided
    return broken(supposed), 5
