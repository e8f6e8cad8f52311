"""Keeps two lists at each cell, of the clues that touch a blank and of the blanks that a clue touches (see state)."""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined
from puzzlegen.engine.solving.clue_rules import UNKNOWN
from puzzlegen.engine.thinning.state import (
    BLANKS,
    CELL_ROWS,
    CLUES,
    FIRST_WATCHER,
    FREE_NODE,
    IS_CLUE,
    LIST_ROWS,
    N_BLANKS,
    N_CLUES,
    NEIGHBORS,
    NONE,
)


@inlined
def clear(start, cells, state):
    """Empty the state, and give it the neighborhood (see board.grid)."""
    for x in range(start.size):
        state.start[x] = start[x]
    for i in range(cells.size):
        state.links[NEIGHBORS, i] = cells[i]
    for row in range(CELL_ROWS):
        for x in range(start.size - 1):
            state.cell[row, x] = NONE if row == FIRST_WATCHER else 0
    for row in range(LIST_ROWS):
        state.lists[row, 0] = 0
    state.counters[:] = 0
    state.counters[FREE_NODE] = NONE


@inlined
def add_link(row, x, value, state):
    """Add ``value`` to the list of ``x`` in row CLUES or BLANKS."""
    start, links, cell = state.start, state.links, state.cell
    length = N_CLUES - CLUES + row
    links[row, start[x] + cell[length, x]] = value
    cell[length, x] += 1


@inlined
def remove_link(row, x, value, state):
    """Remove ``value`` from the list of ``x``. The last entry takes its place."""
    start, links, cell = state.start, state.links, state.cell
    length = N_CLUES - CLUES + row
    cell[length, x] -= 1
    i = start[x]
    while links[row, i] != value:
        i += 1
    links[row, i] = links[row, start[x] + cell[length, x]]


@inlined
def link_all(clue, bare, state):
    """Build all lists and note the clues. ``clue`` int8 (n,), negative where there is none; ``bare``: see ``thin``."""
    start, links, cell = state.start, state.links, state.cell
    for x in range(clue.size):
        cell[IS_CLUE, x] = clue[x] >= 0
    for x in range(clue.size):
        for i in range(start[x], start[x + 1]):
            y = links[NEIGHBORS, i]
            if bare[x] == UNKNOWN and clue[x] < 0 and cell[IS_CLUE, y]:
                add_link(CLUES, x, y, state)
            if cell[IS_CLUE, x] and bare[y] == UNKNOWN and clue[y] < 0:
                add_link(BLANKS, x, y, state)


@inlined
def unlink_clue(k, becomes_blank, state):
    """Remove clue ``k``. Its cell may become a blank. Its own list of blanks stays, for ``relink_clue``."""
    start, links, cell = state.start, state.links, state.cell
    cell[IS_CLUE, k] = 0
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        remove_link(CLUES, links[BLANKS, i], k, state)
    if becomes_blank:
        for i in range(start[k], start[k + 1]):
            c = links[NEIGHBORS, i]
            if cell[IS_CLUE, c]:
                add_link(BLANKS, c, k, state)
                add_link(CLUES, k, c, state)


@inlined
def relink_clue(k, became_blank, state):
    """Undo ``unlink_clue``."""
    start, links, cell = state.start, state.links, state.cell
    cell[IS_CLUE, k] = 1
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        add_link(CLUES, links[BLANKS, i], k, state)
    if became_blank:
        for i in range(start[k], start[k] + cell[N_CLUES, k]):
            remove_link(BLANKS, links[CLUES, i], k, state)
        cell[N_CLUES, k] = 0
