"""Finds the disjoint clues that prove cells by the printed total (tier 3), as few of them as possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from puzzlegen.engine.solving.clue_rules import MINE, SAFE
from puzzlegen.solver.position import Position, Values

Cells = frozenset[int]
Choice = tuple[int, int, tuple[int, ...]]  # cells of the kind that the clues need; minus the number of clues; the clues


def disjoint_proofs(position: Position, proved: Values) -> Iterator[tuple[tuple[int, ...], Values]]:
    """Yield sets of clues without a common unknown cell, and the cells that each set proves.

    ``proved`` are cells that such sets prove. Clues that need all mines left prove that the cells outside them are
    safe; clues that need all safe cells left prove that they are mines.
    """
    for value in (SAFE, MINE):
        left = {x for x in proved if proved[x] == value}
        while left:
            chosen = _heaviest(_candidates(position, value, min(left)))
            inside = {x for clue in chosen for x in position.unknown(clue)}
            yield chosen, dict.fromkeys(sorted(left - inside), value)
            left &= inside


def _candidates(position: Position, value: int, left_out: int) -> dict[Cells, tuple[int, int]]:
    """Return the sets of cells to choose from, each with its clue and what that needs, without those of a cell."""
    found: dict[Cells, tuple[int, int]] = {}
    for clue in sorted(position.clues):
        cells = frozenset(position.unknown(clue))
        if cells and left_out not in cells and cells not in found:
            need = position.need(clue)
            found[cells] = clue, need if value == SAFE else len(cells) - need
    return found


def _heaviest(candidates: dict[Cells, tuple[int, int]]) -> tuple[int, ...]:
    """Return the disjoint clues that need most together, and the fewest of those."""
    order = _region_by_region(candidates)
    at: dict[int, list[Cells]] = {}
    for cells in candidates:
        at.setdefault(min(map(order.index, cells)), []).append(cells)

    @cache
    def best(begin: int, taken: Cells) -> Choice:
        if begin == len(order):
            return 0, 0, ()
        rest = taken - {order[begin]}
        choices = [best(begin + 1, rest)]
        for cells in at.get(begin, ()):
            if not cells & taken:
                clue, need = candidates[cells]
                more, fewer, clues = best(begin + 1, (rest | cells) - {order[begin]})
                choices.append((more + need, fewer - 1, (clue, *clues)))
        return max(choices, key=lambda choice: choice[:2])

    return tuple(sorted(best(0, frozenset())[2]))


def _region_by_region(candidates: dict[Cells, tuple[int, int]]) -> list[int]:
    """Return the cells, those that candidates connect next to each other, so that few searches meet."""
    order: dict[int, None] = {}
    for cells in candidates:
        todo = [cells]
        while todo:
            new = [x for x in sorted(todo.pop()) if x not in order]
            order.update(dict.fromkeys(new))
            todo += [other for other in candidates if any(x in other for x in new)]
    return list(order)
