"""Which clue touches which blank: two lists at each cell, kept short as clues go (see state)."""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import kernel, subroutine
from puzzlegen.engine.thinning.state import BLANKS, CLUES, IS_CLUE, N_BLANKS, N_CLUES, NEIGHBOURS


@subroutine
def append(row, x, value, start, links, cell):
    """Add ``value`` to the list of ``x`` in row CLUES or BLANKS."""
    length = N_CLUES - CLUES + row
    links[row, start[x] + cell[length, x]] = value
    cell[length, x] += 1


@subroutine
def remove(row, x, value, start, links, cell):
    """Take ``value`` out of the list of ``x``; the last entry fills its place."""
    length = N_CLUES - CLUES + row
    cell[length, x] -= 1
    i = start[x]
    while links[row, i] != value:
        i += 1
    links[row, i] = links[row, start[x] + cell[length, x]]


@kernel
def link_all(is_blank, start, links, cell):
    """Build the lists from the flags of clues and blanks."""
    for x in range(is_blank.size):
        for i in range(start[x], start[x + 1]):
            y = links[NEIGHBOURS, i]
            if is_blank[x] and cell[IS_CLUE, y]:
                append(CLUES, x, y, start, links, cell)
            if cell[IS_CLUE, x] and is_blank[y]:
                append(BLANKS, x, y, start, links, cell)


@subroutine
def unlink_clue(k, becomes_blank, start, links, cell):
    """Take clue ``k`` away; its cell may become blank. Its own list of blanks stays, for ``relink_clue``."""
    cell[IS_CLUE, k] = 0
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        remove(CLUES, links[BLANKS, i], k, start, links, cell)
    if becomes_blank:
        for i in range(start[k], start[k + 1]):
            c = links[NEIGHBOURS, i]
            if cell[IS_CLUE, c]:
                append(BLANKS, c, k, start, links, cell)
                append(CLUES, k, c, start, links, cell)


@subroutine
def relink_clue(k, became_blank, start, links, cell):
    """Undo ``unlink_clue``."""
    cell[IS_CLUE, k] = 1
    for i in range(start[k], start[k] + cell[N_BLANKS, k]):
        append(CLUES, links[BLANKS, i], k, start, links, cell)
    if became_blank:
        for i in range(start[k], start[k] + cell[N_CLUES, k]):
            remove(BLANKS, links[CLUES, i], k, start, links, cell)
        cell[N_CLUES, k] = 0
