"""From the engine's raw trace to deductions: witnesses, techniques and words.

The engine notes only which clue proved a cell in which round. Everything else follows from the position before that
round, so it is worked out here, in plain Python, and only when somebody reads it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Deduction, Refutation
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.engine.rounds import TOTAL
from puzzlegen.engine.rules import MINE, SAFE, UNKNOWN


@dataclass(frozen=True, slots=True)
class Technique:
    """A named kind of step. ``words`` says it with the fields {clue}, {others} and {proved}."""

    code: str
    name: str
    tier: int
    words: str


TECHNIQUES = {
    technique.code: technique
    for technique in (
        Technique("satisfied", "satisfied clue", 1, "{clue} already touches all its mines: {proved}."),
        Technique("exhausted", "exhausted clue", 1, "{clue} needs every blank it has left: {proved}."),
        Technique("total", "mine total", 1, "The printed number of mines settles the rest: {proved}."),
        Technique("combination", "combination", 2, "All ways to complete {clue} beside {others} agree: {proved}."),
        Technique("contradiction", "contradiction", 3, "Any other way to complete {clue} breaks a clue: {proved}."),
        Technique("deep", "deep contradiction", 4, "Any other way to complete {clue} breaks a clue later: {proved}."),
    )
}


class Position:
    """A board part-way through a solve, for reading: what is known, and what each clue still needs."""

    def __init__(self, puzzle: Puzzle, known: NDArray[np.int8]) -> None:
        self.puzzle = puzzle
        self.known = [int(value) for value in known]
        around = puzzle.grid.neighbourhood
        self._start, self._cells = around.start, around.cells

    def around(self, cell: int) -> list[int]:
        """The neighbours of a cell."""
        return [int(x) for x in self._cells[self._start[cell] : self._start[cell + 1]]]

    def clues_at(self, cell: int) -> list[int]:
        """The clues that touch a cell."""
        return [d for d in self.around(cell) if self.puzzle.cells[d] >= 0]

    def unknown(self, clue: int) -> list[int]:
        """A clue's unknown neighbours."""
        return [x for x in self.around(clue) if self.known[x] == UNKNOWN]

    def need(self, clue: int) -> int:
        """Mines still to be placed among a clue's unknown neighbours."""
        return self.puzzle.cells[clue] - sum(self.known[x] == MINE for x in self.around(clue))

    def placements(self, clue: int, others: Iterable[int]) -> Iterator[dict[int, int]]:
        """The ways to complete a clue that none of ``others`` alone contradicts: cell to MINE or SAFE."""
        free = self.unknown(clue)
        limits = []
        for d in others:
            open_ = set(self.unknown(d))
            shared = open_ & set(free)
            limits.append((shared, self.need(d) - (len(open_) - len(shared)), self.need(d)))
        for chosen in combinations(free, self.need(clue)):
            mines = set(chosen)
            if all(fewest <= len(shared & mines) <= most for shared, fewest, most in limits):
                yield {x: MINE if x in mines else SAFE for x in free}

    def play(self, placement: dict[int, int]) -> tuple[int, set[int]] | None:
        """Play a placement forward with tier 1: the clue that breaks and the clues used on the way to it, or None."""
        known = dict(placement)
        reason: dict[int, int] = {}
        queue = deque(dict.fromkeys(d for x in placement for d in self.clues_at(x)))
        while queue:
            d = queue.popleft()
            values = {x: known.get(x, self.known[x]) for x in self.around(d)}
            free = [x for x, value in values.items() if value == UNKNOWN]
            need = self.puzzle.cells[d] - sum(value == MINE for value in values.values())
            if not 0 <= need <= len(free):
                return d, self._behind(d, known, reason)
            if free and need in (0, len(free)):
                for x in free:
                    known[x] = MINE if need else SAFE
                    reason[x] = d
                queue.extend(e for x in free for e in self.clues_at(x) if e not in queue)
        return None

    def _behind(self, clue: int, known: dict[int, int], reason: dict[int, int]) -> set[int]:
        """The clues through which the cells around ``clue`` came to be known in a play."""
        used: set[int] = set()
        todo = [clue]
        while todo:
            d = todo.pop()
            used.add(d)
            todo += [reason[x] for x in self.around(d) if x in known and x in reason and reason[x] not in used]
        return used


def deductions_of(
    puzzle: Puzzle,
    known: NDArray[np.int8],
    moment: NDArray[np.int32],
    by: NDArray[np.int32],
    tier: NDArray[np.int32],
    available: NDArray[np.int32],
) -> tuple[Deduction, ...]:
    """The deductions of a raw trace, in order of moment and then of clue; arguments as in solve.logic.Rounds."""
    steps = []
    for now in range(1, tier.size + 1):
        position = Position(puzzle, np.where((moment >= 0) & (moment < now), known, UNKNOWN))
        proved_now = moment == now
        for clue in np.unique(by[proved_now]):
            cells = np.flatnonzero(proved_now & (by == clue))
            proved = {int(x): int(known[x]) for x in cells}
            steps.append(_deduction(position, int(clue), int(tier[now - 1]), proved, (now, int(available[now - 1]))))
    return tuple(steps)


def _deduction(position: Position, clue: int, tier: int, proved: dict[int, int], when: tuple[int, int]) -> Deduction:
    mines = tuple(x for x, value in proved.items() if value == MINE)
    safe = tuple(x for x, value in proved.items() if value == SAFE)
    refuted: tuple[Refutation, ...] = ()
    if clue == TOTAL:
        technique, witnesses = "total", set[int]()
    elif tier == 1:
        technique, witnesses = ("satisfied" if safe else "exhausted"), {clue}
    elif tier == 2:
        technique, witnesses = "combination", _needed(position, clue, proved)
    else:
        technique = "contradiction" if tier == 3 else "deep"
        refuted, witnesses = _refutations(position, clue, proved)
    ordered = ((clue,) if clue != TOTAL else ()) + tuple(sorted(witnesses - {clue}))
    return Deduction(when[0], tier, technique, ordered, mines, safe, when[1], refuted)


def _neighbouring_clues(position: Position, clue: int) -> list[int]:
    return sorted({d for x in position.unknown(clue) for d in position.clues_at(x)} - {clue})


def _proves(position: Position, clue: int, others: Iterable[int], proved: dict[int, int]) -> bool:
    return all(
        all(placement[x] == value for x, value in proved.items()) for placement in position.placements(clue, others)
    )


def _needed(position: Position, clue: int, proved: dict[int, int]) -> set[int]:
    """A smallest-by-dropping set of other clues with which the placements of ``clue`` still prove the cells."""
    kept = _neighbouring_clues(position, clue)
    for d in list(kept):
        fewer = [e for e in kept if e != d]
        if _proves(position, clue, fewer, proved):
            kept = fewer
    return set(kept)


def _refutations(position: Position, clue: int, proved: dict[int, int]) -> tuple[tuple[Refutation, ...], set[int]]:
    """The placements that would flip a proved cell, each with the clue it breaks, and all clues used."""
    others = _neighbouring_clues(position, clue)
    flipping = [p for p in position.placements(clue, others) if any(p[x] != value for x, value in proved.items())]
    witnesses = set(others)
    refuted = []
    for placement in flipping:
        outcome = position.play(placement)
        if outcome is not None:
            broken, used = outcome
            witnesses |= used
            refuted.append(Refutation(tuple(x for x, value in placement.items() if value == MINE), broken))
    return tuple(refuted), witnesses


def name_of(grid: Grid, cell: int) -> str:
    """A cell as people write it: R1C1 is the top left."""
    row, col = grid.position(cell)
    return f"R{row + 1}C{col + 1}"


def in_words(puzzle: Puzzle, step: Deduction) -> str:
    """One English sentence for a deduction."""
    grid = puzzle.grid

    def listed(cells: Iterable[int]) -> str:
        names = [name_of(grid, x) for x in cells]
        return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

    kinds = [(step.mines, "is a mine", "are mines"), (step.safe, "is safe", "are safe")]
    proved = "; ".join(f"{listed(cells)} {one if len(cells) == 1 else many}" for cells, one, many in kinds if cells)
    clue = step.witnesses[0] if step.witnesses else -1
    fields = {
        "clue": f"{name_of(grid, clue)}={puzzle.cells[clue]}" if clue >= 0 else "",
        "others": listed(step.witnesses[1:]) if len(step.witnesses) > 1 else "its neighbours",
        "proved": proved,
    }
    return TECHNIQUES[step.technique].words.format(**fields)
