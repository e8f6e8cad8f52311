"""What the thinning kernels remember, and where.

Eight arrays travel together through all of them (one record of arrays was five times slower: numba takes it apart at
every call). The first two are uint32, so that no index is tested for being negative; the others are int32.

    start  (cells + 1,)          where the lists of a cell begin in ``links`` (as in board.grid)
    links  (3, pairs)            row NEIGHBOURS: all neighbours; row CLUES: the clues that touch a blank;
                                 row BLANKS: the blanks a clue touches
    cell   (CELL_ROWS, cells)    everything that is kept for a cell, one row a purpose
    lists  (LIST_ROWS, cells + 1)  growing lists; entry 0 is the length; no cell enters one twice
    node   (3, NODES_A_CELL * cells)  linked lists of watchers (see justifications)
    heap   (2, HEAP_A_CELL * cells)   what is to be looked at again, lowest rank first (see priority_queue)
    clock  (CLOCK_SIZE,)         counters
    near   (2, 5, MAX_OTHERS)    one clue's surroundings, as in engine.solving.clue_rules; the second is for deep play

A *blank* is a cell that has to be proved: not printed, not void, not pre-set. A cell that loses its clue becomes one.
The solution is known all along, so printed numbers do not matter to thinning: only who touches whom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.solving.clue_rules import MAX_OTHERS

# Rows of ``links``
NEIGHBOURS, CLUES, BLANKS = 0, 1, 2

# Rows of ``cell``: the board
IS_CLUE = 0
MINE = 1  # 1 for a mine, in truth
N_CLUES = 2  # at a blank: length of its list of clues
N_BLANKS = 3  # at a clue: length of its list of blanks
# the proof of a blank (see justifications)
RANK = 4
BY_CLUE = 5
TIER = 6
VERSION = 7  # changes with every proof that has or had watchers
FIRST = 8  # at a clue: its first watcher, or NONE
# one question (see refutation), valid at a clue where READY is the question's number
READY = 9
NEED = 10  # mines among its unknown blanks
OPEN = 11  # its unknown blanks
ODD = 12  # mines supposed around it, less those that are there in truth
QUEUED = 13
WITNESS = 14  # at a clue: last question for which it is on the list of witnesses
SUPPOSED = 15  # at a blank: NOT_SUPPOSED, or 1 + (1 for a mine)
FORCED_BY = 16  # at a supposed blank: the clue that forced it, or NONE
SLOT = 17  # at a clue: 1 + its place in ``near`` while that is filled, else 0
# one trial
LOGGED = 18  # last trial in which the proof of this blank was written down for undoing
PUSHED_IN = 19  # last trial in which this blank was put on the heap
PUSHED = 20  # lowest rank at which it stands there
# one group of blanks taken for unknown (see local_check)
SEEN = 21  # last group that was asked about this cell
MET = 22  # at a clue: last group it touches, for which the next three rows hold
OUT_SAFE = 23  # its unsettled safe cells; OUT_SAFE + 1, its unsettled mines
OUT_MINES = 24
ON_AGENDA = 25
TRIED = 26  # at a clue: last pass that tried its placements
HOW_TIER = 27  # at a settled blank: the tier and the clue that settled it
HOW_CLUE = 28
PAIRED = 29  # as QUEUED, for tier 2
CELL_ROWS = 30

# Rows of ``lists``
TRAIL = 0  # blanks supposed
QUEUE = 1  # clues to be looked at
WITNESSES = 2  # clues the refutations of this question rested on
UNPROVED = 3  # blanks that are pending in this trial
GROUP = 4  # blanks taken for unknown by way of trial, and the ranks they had
GROUP_RANK = 5
SETTLED = 6  # those of them that turned out to be provable, in order
AGENDA = 7  # clues that may settle something
LOG = 8  # blanks whose proof changed in this trial, and its four rows from RANK to VERSION
LOG_PROOF = 9
PAIRS = 13  # clues whose placements are to be looked at
HELD = 14  # blanks that only the printed total proves, and that touch a clue (see total_rule)
LIST_ROWS = 15

# Rows of ``node``
WATCHER = 0
WATCHED_AS = 1  # version of the watcher
NEXT = 2
NODES_A_CELL = 64
HEAP_A_CELL = 4

# Entries of ``clock``
QUESTION = 0  # number of the present question
TRIAL = 1  # number of the present trial
GROUPS = 2  # number of the present group
VERSIONS = 3  # versions given out
ODDITIES = 4  # clues whose supposed mines differ in number from the true ones
SAW_TWIN = 5  # whether a second solution turned up
FREE = 6  # first freed node, or NONE
USED = 7  # nodes ever used
HEAPED = 8  # entries on the heap
TRIPPED = 9  # whether an array ran full
PATIENCE = 10  # most cells a placement is played forward to below a rank; short proofs are wanted there
PASSES = 11  # number of the present pass over a group
UNAIDED = 12  # how many cells of the group settled without the printed total
RESUME = 21  # where in the group the next try at tier 3 or above begins
# the printed total (see total_rule)
TOTAL_PRINTED = 13
WITH_TOTAL = 14  # whether it may be used at present
SURPLUS = 15  # mines supposed, less those that are there in truth
SUPPOSED_MINES = 16
LEFT_SAFE = 17  # unsettled safe cells of the group and loose ones; LEFT_SAFE + 1, mines
LEFT_MINES = 18
LOOSE_SAFE = 19  # held safe cells that touch no clue; LOOSE_SAFE + 1, mines
LOOSE_MINES = 20
CLOCK_SIZE = 24

NOT_SUPPOSED = 0
NONE = -1
PENDING = 1 << 30  # rank of a blank that has no proof, or only one with the printed total
HIGHEST = PENDING - 2  # no proof may need a higher rank
LOOSE = PENDING + 1  # rank of a held blank that touches no clue: it is only counted


class State(NamedTuple):
    """The eight arrays, in the order every kernel takes them in."""

    start: NDArray[np.uint32]
    links: NDArray[np.uint32]
    cell: NDArray[np.int32]
    lists: NDArray[np.int32]
    node: NDArray[np.int32]
    heap: NDArray[np.int32]
    clock: NDArray[np.int32]
    near: NDArray[np.int32]


def new_state(start: NDArray[np.int32], cells: NDArray[np.int32]) -> State:
    """Empty state for a neighbourhood."""
    n = start.size - 1
    links = np.empty((3, cells.size), np.uint32)
    links[NEIGHBOURS] = cells
    cell = np.zeros((CELL_ROWS, n), np.int32)
    cell[FIRST] = NONE
    lists = np.empty((LIST_ROWS, n + 1), np.int32)
    lists[:, 0] = 0
    clock = np.zeros(CLOCK_SIZE, np.int32)
    clock[FREE] = NONE
    return State(
        start.astype(np.uint32),
        links,
        cell,
        lists,
        np.empty((3, NODES_A_CELL * n), np.int32),
        np.empty((2, HEAP_A_CELL * n), np.int32),
        clock,
        np.empty((2, 5, MAX_OTHERS), np.int32),
    )
