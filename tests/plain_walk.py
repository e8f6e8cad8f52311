"""The walk of engine.grading.person_walk in plain Python, straight from its description in docs/grading.md."""

from __future__ import annotations

import numpy as np

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.solver.position import Position, Values, neighbors_of, nodes_of, placements_of
from puzzlegen.solver.tiers import run

Step = tuple[int, int, Values]  # tier, points, cells marked


class PlainWalk:
    """A walk through one puzzle, up to tier ``cap``. ``steps`` has its steps."""

    def __init__(self, puzzle: Puzzle, cap: int) -> None:
        self.puzzle, self.cap = puzzle, cap
        clues = {x: value for x, value in enumerate(puzzle.cells) if value >= 0}
        known = [UNKNOWN if hidden else SAFE for hidden in puzzle.hidden]
        self.position = Position(neighbors_of(puzzle.grid), clues, known, puzzle.total)
        self.changed = {clue for clue in clues if self.position.unknown(clue)}
        self.pairs = set(self.changed)
        self.since_pairs: set[int] = set()  # clues changed since the last look at pairs
        self.recent: tuple[set[int], set[int]] = (set(), set())  # marks since the last look at pairs, supposition
        self.tried: set[int] = set()
        self.steps: list[Step] = []
        while UNKNOWN in known and (step := self.next_step()) is not None:
            self.steps.append(step)
            self.mark(step[2])

    def mark(self, values: Values) -> None:
        for x, value in values.items():
            self.position.known[x] = value
            for clue in self.position.clues_at(x):
                self.changed.add(clue)
                self.since_pairs.add(clue)
            for recent in self.recent:
                recent.add(x)

    def next_step(self) -> Step | None:
        points = 0
        for tier, look in ((1, self.single), (2, self.together), (3, self.disjoint), (3, self.supposing),
                           (3, self.placements), (4, self.deep)):  # fmt: skip
            if tier <= self.cap:
                more, found = look()
                points += more
                if found:
                    return tier, points, found
        return None

    def single(self) -> tuple[int, Values]:
        looked = [clue for clue in self.changed if self.position.unknown(clue)]
        self.changed.clear()
        found = {x: value for clue in looked for x, value in forced(self.position, clue).items()}
        if not found and (verdict := total_verdict(self.position)) in (MINE, SAFE):
            return len(looked) + 1, {x: verdict for x, value in enumerate(self.position.known) if value == UNKNOWN}
        return len(looked), found

    def together(self) -> tuple[int, Values]:
        position = self.position
        for clue in self.since_pairs:
            for x in position.unknown(clue):
                self.pairs.update(position.clues_at(x))
        self.since_pairs.clear()
        self.pairs = {clue for clue in self.pairs if position.unknown(clue)}
        points, found = 0, {}
        for level in levels(self.puzzle, self.recent[0], clues=True) if self.pairs else []:
            for clue in self.pairs & level:
                placements = placements_of(position, clue)
                shared = placements.shared_values()
                alone = [placements.refuted_by([other]) for other in placements.refuted]
                pair = any(agree(placements.masks, refuted, len(placements.cells)) for refuted in alone)
                points += 6 if shared and not pair else 3
                found |= shared
            self.pairs -= level
            if found:
                break
        self.recent[0].clear()
        return points, found

    def supposing(self) -> tuple[int, Values]:
        position = self.position
        points, found = 0, {}
        for number, level in enumerate(levels(self.puzzle, self.recent[1], clues=False)):
            for x in level:
                if position.known[x] != UNKNOWN or not position.clues_at(x) or (x in self.tried and number > 2):
                    continue
                self.tried.add(x)
                for value in (MINE, SAFE):
                    clash, waves = play(position, x, value)
                    points += 3 * waves
                    if clash:
                        found[x] = MINE + SAFE - value
                        break
            if found:
                break
        self.recent[1].clear()
        return points, found

    def whole_board(self, cap: int, disjoint: bool) -> Values:
        """What the solver in rounds finds next, whose rules are tested elsewhere."""
        rounds = run(self.puzzle, cap, np.array(self.position.known, np.int8))
        first = np.flatnonzero(rounds.moment == 1).tolist()
        if not first or (rounds.by[first[0]] == TOTAL) != disjoint:
            return {}
        return {x: int(rounds.known[x]) for x in first}

    def disjoint(self) -> tuple[int, Values]:
        found = self.whole_board(3, True) if self.position.total is not None else {}
        return 16 * bool(found), found

    def placements(self) -> tuple[int, Values]:
        found = self.whole_board(3, False)
        return 16 * bool(found), found

    def deep(self) -> tuple[int, Values]:
        found = self.whole_board(4, False)
        return 40 * bool(found), found


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


def levels(puzzle: Puzzle, marked: set[int], clues: bool) -> list[set[int]]:
    """The clues, or the cells, at each distance from the marked cells; at the end those out of reach."""
    nodes = nodes_of(puzzle.grid)
    around = nodes.around
    level, visited, found = set(marked), set(marked), []
    while True:
        if not level:
            level = set(range(nodes.size)) - visited
            visited |= level
        shown = {node - nodes.shift for node in level} if clues else {node for node in level if node < nodes.cells}
        found.append(shown)
        if len(visited) == nodes.size:
            return found
        beside = {int(y) for x in level for y in around.cells[around.start[x] : around.start[x + 1]]}
        level = beside - visited
        visited |= level
