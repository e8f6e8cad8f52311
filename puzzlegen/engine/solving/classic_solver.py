"""Plays the classic clickable game by the tiers: each cell that is proved safe is opened and becomes a clue.

The rounds are those of ``rounds``, and ``findings`` opens the cells. The player knows the number of mines, which is
used like a printed total. ``mines``, int8, shape (n,), is the board: 1 for a mine. It must be writable memory.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import inlined, kernel
from puzzlegen.engine.solving.clue_rules import SAFE, UNKNOWN
from puzzlegen.engine.solving.position import Scratch, Trace, clear, new_scratch, position_in
from puzzlegen.engine.solving.round_deductions import NO_CLUE
from puzzlegen.engine.solving.rounds import run_rounds


@inlined
def begin_game(first, position, trace):
    """Make everything unknown, and record the cell ``first`` as safe."""
    clear(position)
    mines, left, found = position.mines, position.left, position.found
    total = 0
    for x in range(mines.size):
        total += int(mines[x])  # numpy adds without a compiler in 8 bits
        position.known[x] = UNKNOWN
        trace.moment[x] = -1
        trace.by[x] = NO_CLUE
        position.stop[x] = position.start[x]
        position.need[x] = 0
        position.open_[x] = 0
    left[0] = total
    left[1] = mines.size
    found[0, 0] = 1
    found[0, 1] = first
    found[1, 1] = SAFE
    found[2, 1] = NO_CLUE


@kernel("const int32[n + 1]", "const int32[pairs]", "int8[n]", "int", "int", "int8[n]", Trace, Scratch)
def play_game(
    start, cells, mines, first, cap, known,
    moment, by, tier_of, available,
    links, numbers, lists, notes, flags, near, packing,
):  # fmt: skip
    """Play a game in ``scratch``. Arguments and results are those of ``play``."""
    trace = Trace(moment, by, tier_of, available)
    scratch = Scratch(links, numbers, lists, notes, flags, near, packing)
    position = position_in(start, cells, mines, known, scratch)
    begin_game(first, position, trace)
    return run_rounds(0, cap, position, trace)


def play(start, cells, mines, first, cap, known, trace):
    """Play from the cell ``first`` as far as tiers 1 to ``cap`` go. Returns (STUCK or SOLVED, number of rounds).

    ``known`` int8 (n,) and ``trace`` receive what is proved, as in ``rounds.solve_rounds``. The moment of the first
    cell is 0.
    """
    return play_game(start, cells, mines, first, cap, known, *trace, *new_scratch(mines.size, cells.size))
