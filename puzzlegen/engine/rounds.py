"""Solves a puzzle or plays a classic game by the tiers, in rounds.

A round takes the lowest tier that can prove something. It finds *everything* that tier proves in the position as it
stands, and applies it together. So a round is a moment in a person's solve, and the number of clues that prove
something is a measure of how easy that moment is. Both are the same in whatever order the clues are visited, and for
all eight images of a board. One deduction at a time would not give that.

The trace records when each cell was proved and from which clue. Witnesses and techniques follow from it and are worked
out on demand (see solver.explanation).

In the classic game each cell that is proved safe is opened and becomes a clue. The player knows the number of mines,
which is used like a printed total. ``mines``, int8, shape (n,), is the board: 1 for a mine. It must be writable memory.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from puzzlegen.engine.clue_rules import BROKEN_TOTAL, MINE, NO_TOTAL, SAFE, UNKNOWN, combine, total_verdict
from puzzlegen.engine.kernels import Cells, Int8, Int32, Nodes, Starts, inlined, kept, kernel, subroutine
from puzzlegen.engine.position import (
    SHOWN_MINES,
    SHOWN_SAFE,
    Scratch,
    Trace,
    clear,
    contradict,
    enqueue,
    new_scratch,
    position_in,
    set_up_puzzle,
)
from puzzlegen.engine.round_deductions import NO_CLUE, apply_noted, note, note_all, note_masks, prove_disjoint

STUCK, SOLVED, CONTRADICTION = 0, 1, 2  # how a solve ends


@inlined
def prove_single(position):
    """Tier 1: record what each queued clue proves alone. Returns how many prove something, -1 if one is broken."""
    start, stop, links, need, open_ = position.start, position.stop, position.links, position.need, position.open_
    queue, queued = position.queue, position.queued
    speaking = 0
    for i in range(1, queue[0] + 1):
        c = queue[i]
        queued[c] = 0
        if need[c] < 0 or need[c] > open_[c]:
            return -1
        if open_[c] == 0 or (need[c] > 0 and need[c] < open_[c]):
            continue
        speaking += 1
        value = SAFE if need[c] == 0 else MINE
        for k in range(start[c], stop[c]):
            note(links[k], value, c, position)
    queue[0] = 0
    return speaking


@subroutine
def queue_changed_pairs(position):
    """Queue for tier 2 the clues that share an unknown cell with a changed clue: their placements may have changed."""
    start, stop, links = position.start, position.stop, position.links
    changed, noted, cells_met = position.changed, position.noted, position.trail
    for i in range(1, changed[0] + 1):
        d = changed[i]
        position.altered[d] = 0
        for k in range(start[d], stop[d]):
            y = links[k]
            if position.known[y] == UNKNOWN and noted[y] == 0:
                enqueue(y, cells_met, noted)
                for m in range(start[y], stop[y]):
                    enqueue(links[m], position.pairs, position.paired)
    changed[0] = 0
    for i in range(1, cells_met[0] + 1):
        noted[cells_met[i]] = 0
    cells_met[0] = 0


@subroutine
def prove_pairs(position):
    """Tier 2 over the queued clues. Returns as ``prove_single`` does. A clue that proves something changes anyway."""
    pairs = position.pairs
    speaking = 0
    for i in range(1, pairs[0] + 1):
        c = pairs[i]
        position.paired[c] = 0
        if position.open_[c] == 0:
            continue
        u, mines, safe, _ = combine(c, position, position.near[0])
        if u < 0:
            return -1
        if mines | safe:
            speaking += 1
            note_masks(c, u, mines, safe, position)
    pairs[0] = 0
    return speaking


@subroutine
def unsilence(position):
    """Reset ``silent`` in every region where a clue has changed.

    A region is connected by clues and unknown cells. No supposition has consequences outside its region.
    """
    start, stop, links, silent, reached = position.start, position.stop, position.links, position.silent, position.trail
    for c in range(silent.size):
        if silent[c] == 0 and position.open_[c] > 0:
            reached[0] += 1
            reached[reached[0]] = c
    while reached[0] > 0:
        c = reached[reached[0]]
        reached[0] -= 1
        for k in range(start[c], stop[c]):
            y = links[k]
            if position.known[y] != UNKNOWN:
                continue
            for m in range(start[y], stop[y]):
                d = links[m]
                if silent[d] > 0:
                    silent[d] = 0
                    reached[0] += 1
                    reached[reached[0]] = d


@subroutine
def forget_known(position):
    """Remove known cells from the lists of the clues, and clear ``shown``."""
    start, stop, links, shown = position.start, position.stop, position.links, position.shown
    for c in range(stop.size):
        if position.open_[c] == 0:
            continue
        shown[SHOWN_MINES, c] = 0
        shown[SHOWN_SAFE, c] = 0
        kept = start[c]
        for k in range(start[c], stop[c]):
            if position.known[links[k]] == UNKNOWN:
                links[kept] = links[k]
                kept += 1
        stop[c] = kept


@subroutine
def total_within_reach(position):
    """Return whether a supposition could use up all mines or all safe cells left. Then every cell affects every other.

    Its consequences are cells that touch a clue. Where these are too few, the printed total never contributes.
    """
    left = position.left
    if left[0] <= NO_TOTAL // 2:
        return False
    frontier = 0
    for x in range(position.known.size):
        frontier += (position.known[x] == UNKNOWN) & (position.stop[x] > position.start[x])
    return frontier >= min(left[0], left[1] - left[0])


@subroutine
def prove_deep(deep, position):
    """Tier 3 (4 if ``deep``) over all clues except the silent ones. Returns as ``prove_single`` does."""
    silent = position.silent
    tier = 4 if deep else 3
    speaking = 0
    forget_known(position)
    within_reach = total_within_reach(position)
    for c in range(silent.size):
        if position.open_[c] == 0 or (silent[c] >= tier and not within_reach):
            continue
        u, mines, safe = contradict(c, deep, position)
        if u < 0:
            return -1
        if mines | safe:
            speaking += 1
            note_masks(c, u, mines, safe, position)
        elif not within_reach:
            silent[c] = tier
    return speaking


@inlined
def next_round(cap, position):
    """Record all that the lowest possible tier proves in the position as it stands.

    Returns (tier, clues that prove something); (tier, 0) if no tier up to ``cap`` proves anything, (tier, -1) if a
    clue or the total is broken.
    """
    speaking = prove_single(position)
    if speaking == 0:
        verdict = total_verdict(position.left)
        if verdict == BROKEN_TOTAL:
            return 1, -1
        if verdict != UNKNOWN:
            note_all(verdict, position)
            return 1, 1
    if speaking != 0 or position.left[1] == 0 or cap < 2:
        return 1, speaking
    queue_changed_pairs(position)
    speaking = prove_pairs(position)
    if speaking != 0 or cap < 3:
        return 2, speaking
    speaking = prove_disjoint(position)
    if speaking != 0:
        return 3, speaking
    unsilence(position)
    tier = 2
    while speaking == 0 and tier < min(cap, 4):
        tier += 1
        speaking = prove_deep(tier == 4, position)
    return tier, speaking


@inlined
def run_rounds(rounds, cap, position, trace):
    """Apply what is recorded, then go on round by round until nothing more can be proved.

    ``rounds`` is the number of rounds before. Returns (STUCK, SOLVED or CONTRADICTION, number of rounds).
    """
    opens = position.mines.size > 0  # a classic game
    while True:
        apply_noted(rounds, opens, position, trace)
        tier, speaking = next_round(cap, position)
        if speaking < 0:
            return CONTRADICTION, rounds
        if speaking == 0:
            return SOLVED if position.left[1] == 0 else STUCK, rounds
        rounds += 1
        trace.tier_of[rounds] = tier
        trace.available[rounds] = speaking


@subroutine
def solve(start, cells, clue, known, total, cap, trace, scratch):
    """Solve one puzzle in ``scratch``. Arguments and results are those of ``solve_rounds``."""
    position = position_in(start, cells, known[:0], known, scratch)
    set_up_puzzle(clue, total, position)
    for x in range(clue.size):
        trace.moment[x] = 0 if known[x] != UNKNOWN else -1
        trace.by[x] = NO_CLUE
        if clue[x] >= 0 and (position.open_[x] > 0 or position.need[x] != 0):
            enqueue(x, position.queue, position.queued)
            enqueue(x, position.pairs, position.paired)
    return run_rounds(0, cap, position, trace)


@kernel
def solve_one(
    start: Starts, cells: Cells, clue: Nodes, known: Nodes, total: int, cap: int, trace: Trace, scratch: Scratch
) -> tuple[int, int]:
    """Solve one puzzle. Arguments and results are those of ``solve_rounds``."""
    status_and_rounds: tuple[int, int] = solve(start, cells, clue, known, total, cap, trace, scratch)
    return status_and_rounds


Stack = Annotated[Int8, "puzzles, n"]
Totals = Annotated[Int32, "puzzles"]


class TraceStack(NamedTuple):
    """The traces of a stack of puzzles: the arrays of Trace with one more axis in front."""

    moment: Annotated[Int32, "puzzles, n"]
    by: Annotated[Int32, "puzzles, n"]
    tier_of: Annotated[Int32, "puzzles, n + 1"]
    available: Annotated[Int32, "puzzles, n + 1"]


@kernel
def solve_stack(
    start: Starts, cells: Cells, clue: Stack, known: Stack, total: Totals, cap: int, status: Totals, rounds: Totals,
    traces: TraceStack, scratch: Scratch,
) -> None:  # fmt: skip
    """Solve a stack of puzzles. Arguments are those of ``solve_many``."""
    for i in range(clue.shape[0]):
        trace = Trace(traces.moment[i], traces.by[i], traces.tier_of[i], traces.available[i])
        status[i], rounds[i] = solve(start, cells, clue[i], known[i], total[i], cap, trace, scratch)


def solve_rounds(start, cells, clue, known, total, cap, trace):
    """Solve as far as tiers 1 to ``cap`` go. Returns (STUCK, SOLVED or CONTRADICTION, number of rounds).

    ``start`` and ``cells`` are the neighborhood (see board.grid). ``clue`` int8 (n,) is the printed number, negative
    where there is none. ``known`` int8 (n,) is the start position, where clues are SAFE, and receives what is proved.
    ``total`` is the printed number of mines or NO_TOTAL. ``trace`` receives the rest.
    """
    return solve_one(start, cells, clue, known, total, cap, trace, kept(new_scratch, clue.size, cells.size))


def solve_many(start, cells, clue, known, total, cap, trace, status, rounds):
    """Solve a stack of puzzles of one grid: every array as for ``solve_rounds`` with one more axis in front.

    ``total`` int32 (puzzles,). ``status`` and ``rounds`` int32 (puzzles,) receive what ``solve_rounds`` returns.
    """
    scratch = new_scratch(clue.shape[1], cells.size)
    solve_stack(start, cells, clue, known, total, cap, status, rounds, trace, scratch)


@inlined
def begin_game(first, position, trace):
    """Make everything unknown, and record the cell ``first`` as safe."""
    clear(position)
    mines, left, proved = position.mines, position.left, position.proved
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
    proved[0, 0] = 1
    proved[0, 1] = first
    proved[1, 1] = SAFE
    proved[2, 1] = NO_CLUE


@kernel
def play_game(
    start: Starts, cells: Cells, mines: Nodes, first: int, cap: int, known: Nodes, trace: Trace, scratch: Scratch
) -> tuple[int, int]:
    """Play a game in ``scratch``. Arguments and results are those of ``play``."""
    position = position_in(start, cells, mines, known, scratch)
    begin_game(first, position, trace)
    status_and_rounds: tuple[int, int] = run_rounds(0, cap, position, trace)
    return status_and_rounds


def play(start, cells, mines, first, cap, known, trace):
    """Play from the cell ``first`` as far as tiers 1 to ``cap`` go. Returns (STUCK or SOLVED, number of rounds).

    ``known`` int8 (n,) and ``trace`` receive what is proved, as in ``rounds.solve_rounds``. The moment of the first
    cell is 0.
    """
    return play_game(start, cells, mines, first, cap, known, trace, new_scratch(mines.size, cells.size))
