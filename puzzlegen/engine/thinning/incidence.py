"""Keeps two lists at each cell, of the clues that touch a blank and of the blanks that a clue touches (see state)."""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.solving.clue_rules import UNKNOWN
from puzzlegen.engine.thinning.state import (
    BLANKS,
    CELL_COLUMNS,
    CLUES,
    FIRST_WATCHER,
    FREE_NODE,
    IS_CLUE,
    IS_MINE,
    LIST_ROWS,
    N_BLANKS,
    N_CLUES,
    NEIGHBORS,
    NONE,
    SIGNATURE,
)


@inlined
def clear(start, cells, state):
    """Empty the state, and give it the neighborhood (see board.grid)."""
    for x in range(start.size):
        state.start[x] = start[x]
    for i in range(cells.size):
        state.links[NEIGHBORS, i] = cells[i]
    for x in range(start.size - 1):
        for column in range(CELL_COLUMNS):
            state.cell[x, column] = 0
        state.cell[x, FIRST_WATCHER] = NONE
    for row in range(LIST_ROWS):
        state.lists[row, 0] = 0
    state.counters[:] = 0
    state.counters[FREE_NODE] = NONE


@subroutine
def spread(c):
    """Return a number of 31 bits that is different for each clue and random otherwise."""
    return (int(c) + 1) * 0x9E3779B1 & 0x7FFFFFFF


@inlined
def add_link(row, x, value, state):
    """Add ``value`` to the list of ``x`` in row CLUES or BLANKS."""
    start, links, cell = state.start, state.links, state.cell
    length = N_CLUES - CLUES + row
    links[row, start[x] + cell[x, length]] = value
    cell[x, length] += 1
    if row == CLUES:
        cell[x, SIGNATURE] ^= spread(value)


@inlined
def remove_link(row, x, value, state):
    """Remove ``value`` from the list of ``x``. The last entry takes its place."""
    start, links, cell = state.start, state.links, state.cell
    length = N_CLUES - CLUES + row
    cell[x, length] -= 1
    if row == CLUES:
        cell[x, SIGNATURE] ^= spread(value)
    i = start[x]
    while links[row, i] != value:
        i += 1
    links[row, i] = links[row, start[x] + cell[x, length]]


@inlined
def link_all(clue, bare, state):
    """Build all lists and note the clues. ``clue`` int8 (n,), negative where there is none; ``bare``: see ``thin``."""
    start, links, cell = state.start, state.links, state.cell
    for x in range(clue.size):
        cell[x, IS_CLUE] = clue[x] >= 0
    for x in range(clue.size):
        for i in range(start[x], start[x + 1]):
            y = links[NEIGHBORS, i]
            if bare[x] == UNKNOWN and clue[x] < 0 and cell[y, IS_CLUE]:
                add_link(CLUES, x, y, state)
            if cell[x, IS_CLUE] and bare[y] == UNKNOWN and clue[y] < 0:
                add_link(BLANKS, x, y, state)


@inlined
def unlink_clue(k, becomes_blank, state):
    """Remove clue ``k``. Its cell may become a blank. Its own list of blanks stays, for ``relink_clue``."""
    start, links, cell = state.start, state.links, state.cell
    cell[k, IS_CLUE] = 0
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        remove_link(CLUES, links[BLANKS, i], k, state)
    if becomes_blank:
        for i in range(start[k], start[k + 1]):
            c = links[NEIGHBORS, i]
            if cell[c, IS_CLUE]:
                add_link(BLANKS, c, k, state)
                add_link(CLUES, k, c, state)


@inlined
def relink_clue(k, became_blank, state):
    """Undo ``unlink_clue``."""
    start, links, cell = state.start, state.links, state.cell
    cell[k, IS_CLUE] = 1
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        add_link(CLUES, links[BLANKS, i], k, state)
    if became_blank:
        for i in range(start[k], start[k] + cell[k, N_CLUES]):
            remove_link(BLANKS, links[CLUES, i], k, state)
        cell[k, N_CLUES] = 0
        cell[k, SIGNATURE] = 0


@subroutine
def touch_the_same(x, y, state):
    """Return whether two blanks with as many clues touch the same clues."""
    start, links, cell = state.start, state.links, state.cell
    for i in range(start[x], start[x] + cell[x, N_CLUES]):
        found = False
        for j in range(start[y], start[y] + cell[y, N_CLUES]):
            found = found or links[CLUES, i] == links[CLUES, j]
        if not found:
            return False
    return True


@subroutine
def has_twin(x, state):
    """Return whether a blank of the other kind, mine or safe, touches exactly the clues that blank ``x`` touches."""
    start, links, cell = state.start, state.links, state.cell
    c = links[CLUES, start[x]]
    for i in range(start[c], start[c] + cell[c, N_BLANKS]):
        y = links[BLANKS, i]
        if (
            cell[y, SIGNATURE] == cell[x, SIGNATURE]
            and cell[y, IS_MINE] != cell[x, IS_MINE]
            and cell[y, N_CLUES] == cell[x, N_CLUES]
            and touch_the_same(x, y, state)
        ):
            return True
    return False


@inlined
def leaves_twins(k, state):
    """Return whether, without clue ``k``, a mine and a safe cell touch the same clues. They could change places."""
    start, links, cell = state.start, state.links, state.cell
    found = not cell[k, IS_CLUE] and cell[k, N_CLUES] > 0 and has_twin(k, state)
    for i in range(start[k], start[k] + cell[k, N_BLANKS]):
        y = links[BLANKS, i]
        found = found or (cell[y, N_CLUES] > 0 and has_twin(y, state))
    return found
