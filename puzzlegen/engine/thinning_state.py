"""The arrays that thinning works on, and the meaning of their rows and entries.

A *blank* is a cell that has to be proved: not printed, not void, not pre-set. A cell that loses its clue becomes one.
The solution is known from the start, so printed numbers do not matter to thinning: only which cells are neighbors.
The search for mines (see mine_search) uses the same arrays, and changes the solution.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from puzzlegen.engine.clue_rules import MAX_CANDIDATES, MAX_OTHERS, PACKING_ROWS
from puzzlegen.engine.kernels import Int32, Int64, UInt32

# Rows of ``links``
NEIGHBORS, CLUES, BLANKS = 0, 1, 2

# Columns of ``cell``, the most used in the first 64 bytes. The board
IS_CLUE = 0
IS_MINE = 1  # 1 for a mine in the solution
N_CLUES = 2  # at a blank: length of its list of clues
N_BLANKS = 3  # at a clue: length of its list of blanks
# The proof of a blank (see incidence)
RANK = 4
BY_CLUE = 5
TIER = 6
VERSION = 7  # changes with every proof that has or had watchers
FIRST_WATCHER = 16  # at a clue: its first watcher, or NONE
# One question (see refutation). Valid at a clue where READY is the number of the question
READY = 8
NEED = 9  # mines among its unknown blanks
OPEN = 10  # its unknown blanks
EXCESS = 11  # mines supposed around it minus true mines among the supposed cells
QUEUED = 12
WITNESS = 15  # at a clue: last question for which it is on the list of witnesses
SUPPOSED = 13  # at a blank: NOT_SUPPOSED, or 1 + (1 for a mine)
FORCED_BY = 17  # at a supposed blank: the clue that forced it, or NONE
SLOT = 14  # at a clue: 1 + its place in ``near`` while that is filled, else 0
# One trial
LOGGED = 19  # last trial in which the proof of this blank was saved for undo
PUSHED_IN = 20  # last trial in which this blank was put on the heap
PUSHED = 21  # lowest rank at which it stands there
# One group of blanks taken for unknown (see relaxed_check)
ASKED = 22  # last group that this cell was tested for
MET = 23  # at a clue: last group it touches; the next three rows are valid for that group, and CHANGED and FAILED
OUT_SAFE = 24  # its unsettled safe cells; OUT_SAFE + 1, its unsettled mines
OUT_MINES = 25
ON_AGENDA = 26
TRIED = 27  # at a clue: last pass that tried its placements
SETTLED_TIER = 28  # at a settled blank: the tier and the clue that settled it
SETTLED_CLUE = 29
PAIRED = 18  # as QUEUED, for tier 2
PLACE = 30  # at a pending blank: its place in the list UNPROVED
SIGNATURE = 31  # at a blank: the same for all blanks that touch the same clues
# At a clue, valid with OUT_SAFE: how many cells were settled when the last of its cells was, and when tier 2 found
# nothing at it
CHANGED, FAILED = SETTLED_TIER, SETTLED_CLUE
PLACED = SETTLED_TIER  # at an unsettled blank of the group: its number among them, from 1 (see clue_rules)
CELL_COLUMNS = 32

# Rows of ``lists``
TRAIL = 0  # blanks supposed
QUEUE = 1  # clues to be looked at
WITNESSES = 2  # clues the refutations of this question rested on
UNPROVED = 3  # blanks that are pending in this trial
GROUP = 4  # blanks taken for unknown by way of trial, and the ranks they had
GROUP_RANK = 5
SETTLED = 6  # those of them that turned out to be provable, in order
AGENDA = 7  # clues that may settle something
LOG = 8  # blanks whose proof changed in this trial; with LOG_PROOF + 0 to 3, the rows RANK to VERSION of it
LOG_PROOF = 9
PAIRS = 13  # clues whose placements are to be looked at
HELD = 14  # blanks that only the printed total proves, and that touch a clue (see removal_trial)
HELD_BEFORE = 15  # what HELD was before this trial
NEWS = 16  # blanks of UNPROVED that got a proof in this trial
LIST_ROWS = 17

# Columns of ``node``
WATCHER = 0
WATCHED_AS = 1  # version of the watcher
NEXT = 2
# Boards of up to 12x12 cells used at most 7.7 nodes a cell of the board or its clues, those from 25x25 on at most 3.0
# (six variants, tiers 3 and 4, 2026-11-22). A board that needs more gets MORE times as many.
NODES_PER_CELL = 8
NODES_PER_LARGE_CELL = 5  # of boards with more than SMALL cells; they have at least as many as SMALL cells
SMALL = 1000
HEAP_PER_CELL = 1
MORE = 8

# Entries of ``counters``
QUESTION = 0  # number of the present question
TRIAL = 1  # number of the present trial
GROUPS = 2  # number of the present group
VERSIONS = 3  # versions given out
DIFFERING = 4  # clues around which the number of supposed mines differs from the solution
SECOND_SOLUTION = 5  # whether a second solution was found
FREE_NODE = 6  # first freed node, or NONE
NODES_USED = 7  # nodes ever used
HEAPED = 8  # entries on the heap
OVERFLOWED = 9  # whether an array was too small
MAX_TRAIL = 10  # most cells to suppose for a proof below a rank, where short proofs are wanted
PASSES = 11  # number of the present pass over a group
SETTLED_UNAIDED = 12  # how many cells of the group were settled without the printed total
RESUME = 21  # where in the group the next try at tier 3 or above begins
# The printed total (see removal_trial)
TOTAL_PRINTED = 13
WITH_TOTAL = 14  # whether it may be used at present
SURPLUS = 15  # mines supposed minus true mines among the supposed cells
SUPPOSED_MINES = 16
LEFT_SAFE = 17  # unsettled safe cells of the group and loose ones; LEFT_SAFE + 1, mines
LEFT_MINES = 18
LOOSE_SAFE = 19  # held safe cells that touch no clue; LOOSE_SAFE + 1, mines
LOOSE_MINES = 20
LOOSE_SAFE_BEFORE = 22  # what LOOSE_SAFE was before this trial; LOOSE_SAFE_BEFORE + 1, LOOSE_MINES
COUNTERS_SIZE = 24

NOT_SUPPOSED = 0
NONE = -1
PENDING = 1 << 30  # rank of a blank that has no proof, or only one with the printed total
HIGHEST = PENDING - 2  # no proof may need a higher rank
LOOSE = PENDING + 1  # rank of a held blank that touches no clue: it is only counted


class State(NamedTuple):
    """All arrays of one thinning. The first two are unsigned, so that numba tests no index for being negative."""

    start: Annotated[UInt32, "n + 1"]  # where the lists of a cell start in ``links`` (as in board.grid)
    links: Annotated[UInt32, "3, pairs"]  # see its rows above
    cell: Annotated[Int32, f"n, {CELL_COLUMNS}"]  # all numbers kept for a cell, one column each
    lists: Annotated[Int32, f"{LIST_ROWS}, n + 1"]  # growing lists without repeats; entry 0: length
    node: Annotated[Int32, "nodes, 3"]  # nodes of the linked lists of watchers (see incidence)
    heap: Annotated[Int32, "entries, 2"]  # cells to be visited, lowest rank first (see removal_trial)
    counters: Annotated[Int32, f"{COUNTERS_SIZE}"]
    near: Annotated[Int32, f"2, 5, {MAX_OTHERS}"]  # around a clue (see clue_rules); another for tier 4
    packing: Annotated[Int64, f"{PACKING_ROWS}, {MAX_CANDIDATES}"]  # see clue_rules


def new_state(n: int, pairs: int, times: int) -> State:
    """Create the memory for boards of ``n`` cells with ``pairs`` neighbors in all. Kernels clear it for each board.

    It has ``times`` as many nodes and entries of the heap as most boards need.
    """
    nodes = max(NODES_PER_CELL * min(n, SMALL), NODES_PER_LARGE_CELL * n * (n > SMALL))
    return State(
        np.empty(n + 1, np.uint32),
        np.empty((3, pairs), np.uint32),
        np.empty((n, CELL_COLUMNS), np.int32),
        np.empty((LIST_ROWS, n + 1), np.int32),
        np.empty((nodes * times, 3), np.int32),
        np.empty((HEAP_PER_CELL * times * n, 2), np.int32),
        np.empty(COUNTERS_SIZE, np.int32),
        np.empty((2, 5, MAX_OTHERS), np.int32),
        np.empty((PACKING_ROWS, MAX_CANDIDATES), np.int64),
    )
