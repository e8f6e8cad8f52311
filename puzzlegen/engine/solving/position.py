"""The arrays of a position that is being solved, and how they are set up.

Lists that grow and shrink are uint32 arrays of shape ``(n + 1,)`` whose first entry is their length. No cell and no
clue enters one twice, so they cannot overflow. Unsigned, because numba tests each signed index for being negative.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.kernels import inlined, subroutine
from puzzlegen.engine.solving.clue_rules import MAX_OTHERS, MINE, UNKNOWN
from puzzlegen.engine.solving.disjoint_clues import MAX_CANDIDATES, PACKING_ROWS


class Trace(NamedTuple):
    """When and how each cell was proved. Nothing overflows, because each round proves at least one cell."""

    moment: Annotated[NDArray[np.int32], "n"]  # the round that proved the cell; 0 known from the start, -1 never proved
    by: Annotated[NDArray[np.int32], "n"]  # the clue it was proved from; NO_CLUE if none, TOTAL for the printed total
    tier_of: Annotated[NDArray[np.int32], "n + 1"]  # the tier of each round; entry 0 is unused
    available: Annotated[NDArray[np.int32], "n + 1"]  # how many clues could prove something in it; entry 0 is unused


class Position(NamedTuple):
    """What is known of a board of ``n`` cells, and working space. Only kernels make one, from ``Scratch``.

    Two kinds of neighbors matter: the clues around a cell to be proved, and the cells to be proved around a clue.
    ``links`` holds both. The list of cell ``x`` is ``links[start[x] : stop[x]]``, ascending. At a cell to be proved it
    holds the clues that touch it, at a clue the cells to be proved that it touches. Cells that become known stay on
    the lists until tier 3 removes them. Sets of a clue's cells are bit masks over its list.
    """

    start: NDArray[np.int32]  # (n + 1,) where the neighbors of each cell start in ``cells`` (see board.grid)
    cells: NDArray[np.int32]  # (pairs,) the neighbors of all cells
    mines: NDArray[np.int8]  # (n,) 1 for a mine, in a classic game; shape (0,) for a printed puzzle
    known: NDArray[np.int8]  # (n,) UNKNOWN, SAFE or MINE
    links: NDArray[np.uint32]  # (pairs,) see above
    stop: NDArray[np.int32]  # (n,) where the list of each cell ends in ``links``
    need: NDArray[np.int32]  # (n,) at a clue: mines still missing among its unknown neighbors
    open_: NDArray[np.int32]  # (n,) at a clue: its unknown neighbors
    left: NDArray[np.int32]  # (2,) mines and unknown cells left; far below 0 mines where no total is printed
    queue: NDArray[np.uint32]  # list of the clues that tier 1 has to look at
    queued: NDArray[np.int8]  # (n,) 1 for a clue on it
    pairs: NDArray[np.uint32]  # list of the clues that tier 2 has to look at
    paired: NDArray[np.int8]  # (n,) 1 for a clue on it
    trail: NDArray[np.uint32]  # list of supposed cells; between suppositions a list for other purposes
    changed: NDArray[np.uint32]  # list of the clues that have changed since tier 2 last looked at their surroundings
    altered: NDArray[np.int8]  # (n,) 1 for a clue on it
    silent: NDArray[np.int8]  # (n,) highest tier that last proved nothing at a clue, 0 once it has changed
    noted: NDArray[np.int8]  # (n,) 1 for a cell in ``found``
    found: NDArray[np.int32]  # (3, n + 1) proved cells (a list), their values and the clues that prove them
    shown: NDArray[np.int32]  # (2, n + 1) rows SHOWN_MINES and SHOWN_SAFE of propagation
    slot: NDArray[np.int32]  # (n,) 1 + the place of a clue in ``near`` while that is filled, else 0
    near: NDArray[np.int32]  # (2, 5, MAX_OTHERS) surroundings of one clue (see clue_rules); a second for tier 4
    packing: NDArray[np.int64]  # (PACKING_ROWS, MAX_CANDIDATES) see disjoint_clues


class Scratch(NamedTuple):
    """The memory of a position, in few arrays because creating an array takes Python longer than a round."""

    links: Annotated[NDArray[np.uint32], "pairs"]
    numbers: Annotated[NDArray[np.int32], "4, n"]  # stop, need, open_, slot
    lists: Annotated[NDArray[np.uint32], "4, n + 1"]  # queue, pairs, trail, changed
    notes: Annotated[NDArray[np.int32], "5, n + 1"]  # found, shown
    flags: Annotated[NDArray[np.int8], "5, n"]  # queued, paired, noted, altered, silent
    near: Annotated[NDArray[np.int32], f"3, 5, {MAX_OTHERS}"]  # near; the third part holds left
    packing: Annotated[NDArray[np.int64], f"{PACKING_ROWS}, {MAX_CANDIDATES}"]


SCRATCH_ROWS = 13  # of n + 1 numbers, which hold ``numbers``, ``lists`` and ``notes``


def new_scratch(n: int, pairs: int) -> Scratch:
    """Create the memory for boards of ``n`` cells with ``pairs`` neighbors in all; one lasts for many boards."""
    return scratch_in(np.empty(pairs, np.uint32), np.empty((SCRATCH_ROWS, n + 1), np.int32))


def scratch_in(links: NDArray[np.uint32], lists: NDArray[np.int32]) -> Scratch:
    """Create the memory as ``new_scratch`` does, most of it in two arrays that are free while a board is solved.

    ``links`` (pairs,) and ``lists`` (SCRATCH_ROWS, n + 1) are contiguous.
    """
    n = lists.shape[1] - 1
    return Scratch(
        links,
        lists[:4].reshape(-1)[: 4 * n].reshape(4, n),
        lists[4:8].view(np.uint32),
        lists[8:],
        np.empty((5, n), np.int8),
        np.empty((3, 5, MAX_OTHERS), np.int32),
        np.empty((PACKING_ROWS, MAX_CANDIDATES), np.int64),
    )


def new_trace(n: int, *stack: int) -> Trace:
    """Create an empty trace for a board of ``n`` cells, or for a stack of boards of shape ``stack``."""
    moment, by = np.empty((2, *stack, n), np.int32)
    tier_of, available = np.empty((2, *stack, n + 1), np.int32)
    return Trace(moment, by, tier_of, available)


@inlined
def position_in(start, cells, mines, known, scratch):
    """Return the Position that lies in ``scratch``, as the last one left it."""
    numbers, lists, notes, flags = scratch.numbers, scratch.lists, scratch.notes, scratch.flags
    return Position(
        start,
        cells,
        mines,
        known,
        scratch.links,
        numbers[0],
        numbers[1],
        numbers[2],
        scratch.near[2, 0],
        lists[0],
        flags[0],
        lists[1],
        flags[1],
        lists[2],
        lists[3],
        flags[3],
        flags[4],
        flags[2],
        notes[:3],
        notes[3:],
        numbers[3],
        scratch.near[:2],
        scratch.packing,
    )


@subroutine
def clear(position):
    """Empty all lists and clear all flags."""
    position.queue[0] = 0
    position.pairs[0] = 0
    position.trail[0] = 0
    position.changed[0] = 0
    position.found[0, 0] = 0
    position.queued[:] = 0
    position.paired[:] = 0
    position.altered[:] = 0
    position.silent[:] = 0
    position.noted[:] = 0
    position.slot[:] = 0


@inlined
def append_link(x, value, position):
    """Add ``value`` to the list of cell ``x``."""
    position.links[position.stop[x]] = value
    position.stop[x] += 1


@subroutine
def enqueue(c, queue, queued):
    """Add clue ``c`` to a list unless its flag in ``queued`` is set, and set the flag.

    Written without a branch, which the processor would guess wrong half of the time. There is always room for one
    more entry: while anything is unknown, not all cells can be in the list.
    """
    queue[queue[0] + 1] = c
    queue[0] += queued[c] == 0
    queued[c] = 1


@inlined
def set_up_puzzle(clue, total, position):
    """Fill the position from the printed numbers, the known cells and the printed total (or NO_TOTAL)."""
    start, cells, known = position.start, position.cells, position.known
    stop, need, open_ = position.stop, position.need, position.open_
    clear(position)
    unknown = 0
    mines = 0
    for x in range(clue.size):
        stop[x] = start[x]
        open_[x] = 0
        unknown += known[x] == UNKNOWN
        mines += known[x] == MINE
    for c in range(clue.size):
        if clue[c] < 0:
            continue
        missing = clue[c]
        for k in range(start[c], start[c + 1]):
            x = cells[k]
            if known[x] == UNKNOWN:
                append_link(c, x, position)
                append_link(x, c, position)
            missing -= known[x] == MINE
        need[c] = missing
        open_[c] = stop[c] - start[c]
    position.left[0] = total - mines
    position.left[1] = unknown
