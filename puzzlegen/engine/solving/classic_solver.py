"""Reveal mode: the rules of the classic clickable game. A cell that is proved safe is opened and becomes a clue.

The rounds, the tiers and the trace are those of rounds; only what follows from a proof differs. An opened
cell's list in ``links`` changes its meaning: the clues that touch it until then, the unknown cells it touches from
then on. What it needs is counted among those, in truth: what is known beside it is known rightly. Opening the cells
around a zero, and around those, is nothing but tier 1 here, round by round: nothing calls itself, however large the
board. The number of mines is known to the player, and used as a printed total is.

The board is ``mines``, int8, shape (n,), 1 for a mine. ``first`` is the cell opened at the start.
"""

from __future__ import annotations

from puzzlegen.engine.kernel_decorators import inlined, kernel, subroutine
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN, append, enqueue
from puzzlegen.engine.solving.rounds import CONTRADICTION, NOBODY, SOLVED, STUCK, new_scratch, next_round, note


@subroutine
def is_zero(x, start, cells, mines):
    """Whether no mine touches the cell."""
    number = 0
    for k in range(start[x], start[x + 1]):
        number += mines[cells[k]]
    return number == 0


@subroutine
def note_around(x, start, cells, known, noted, found):
    """Note all around a zero as safe. Only what is new: the list may be as full as it gets."""
    for k in range(start[x], start[x + 1]):
        y = cells[k]
        if known[y] == UNKNOWN and noted[y] == 0:
            note(y, SAFE, x, known, noted, found)


@subroutine
def make_clue(x, start, cells, mines, known, links, stop, need, open_):
    """Make a clue of the safe cell ``x``, which is known by now."""
    stop[x] = start[x]
    wanted = 0
    for k in range(start[x], start[x + 1]):
        y = cells[k]
        if known[y] == UNKNOWN:
            append(x, y, links, stop)
            append(y, x, links, stop)
            wanted += mines[y]
    need[x] = wanted
    open_[x] = stop[x] - start[x]


@subroutine
def wake(c, open_, queue, queued, changed, altered, silent):
    """Something about clue ``c`` is new. One that has nothing left to prove never enters: queues have room for all."""
    if open_[c] > 0:
        silent[c] = 0
        enqueue(c, queue, queued)
        enqueue(c, changed, altered)


@inlined
def reveal(
    now,
    start,
    cells,
    mines,
    known,
    moment,
    by,
    links,
    stop,
    need,
    open_,
    left,
    queue,
    queued,
    changed,
    altered,
    noted,
    silent,
    found,
):
    """Make the noted cells known and open those that are safe; wake the clues that have changed and the new ones."""
    i = 0
    while i < found[0, 0]:  # it grows on the way
        i += 1
        x = found[0, i]
        value = found[1, i]
        noted[x] = 0
        known[x] = value
        mine = value == MINE
        left[0] -= mine
        moment[x] = now
        by[x] = found[2, i]
        for k in range(start[x], stop[x]):
            c = links[k]
            open_[c] -= 1
            need[c] -= mine
            wake(c, open_, queue, queued, changed, altered, silent)
        stop[x] = start[x]
        if not mine and is_zero(x, start, cells, mines):
            note_around(x, start, cells, known, noted, found)
        elif not mine:
            make_clue(x, start, cells, mines, known, links, stop, need, open_)
            wake(x, open_, queue, queued, changed, altered, silent)
    left[1] -= found[0, 0]
    found[0, 0] = 0


@inlined
def begin(first, start, mines, known, moment, by, stop, need, open_, left, lists, notes, flags):
    """Set up a game in which nothing is known, and note the first cell as safe."""
    total = 0
    for x in range(mines.size):
        total += mines[x]
        known[x] = UNKNOWN
        moment[x] = -1
        by[x] = NOBODY
        stop[x] = start[x]
        need[x] = 0
        open_[x] = 0
    left[0] = total
    left[1] = mines.size
    for i in range(lists.shape[0]):
        lists[i, 0] = 0
    flags[:] = 0
    notes[0, 0] = 1
    notes[0, 1] = first
    notes[1, 1] = SAFE
    notes[2, 1] = NOBODY


@subroutine
def play_on(
    rounds,
    cap,
    start,
    cells,
    mines,
    known,
    moment,
    by,
    tier_of,
    available,
    links,
    stop,
    need,
    open_,
    slot,
    lists,
    notes,
    flags,
    near,
):
    """Apply what is noted, then go on round by round. Returns as ``play_game`` does; ``rounds`` were played before."""
    queue, pairs, trail, changed = lists[0], lists[1], lists[2], lists[3]
    found, shown = notes[:3], notes[3:]
    queued, paired, noted, altered, silent = flags[0], flags[1], flags[2], flags[3], flags[4]
    left = near[2, 0]
    while True:
        reveal(
            rounds,
            start,
            cells,
            mines,
            known,
            moment,
            by,
            links,
            stop,
            need,
            open_,
            left,
            queue,
            queued,
            changed,
            altered,
            noted,
            silent,
            found,
        )
        tier, speaking = next_round(
            cap,
            start,
            stop,
            links,
            known,
            need,
            open_,
            left,
            queue,
            queued,
            pairs,
            paired,
            trail,
            changed,
            altered,
            noted,
            silent,
            slot,
            near,
            found,
            shown,
        )
        if speaking < 0:
            return CONTRADICTION, rounds
        if speaking == 0:
            return SOLVED if left[1] == 0 else STUCK, rounds
        rounds += 1
        tier_of[rounds] = tier
        available[rounds] = speaking


@kernel
def play_game(
    start,
    cells,
    mines,
    first,
    cap,
    known,
    moment,
    by,
    tier_of,
    available,
    links,
    stop,
    need,
    open_,
    slot,
    lists,
    notes,
    flags,
    near,
):
    """``play`` in the given scratch arrays."""
    begin(first, start, mines, known, moment, by, stop, need, open_, near[2, 0], lists, notes, flags)
    return play_on(
        0,
        cap,
        start,
        cells,
        mines,
        known,
        moment,
        by,
        tier_of,
        available,
        links,
        stop,
        need,
        open_,
        slot,
        lists,
        notes,
        flags,
        near,
    )


def play(start, cells, mines, first, cap, known, moment, by, tier_of, available):
    """Play from the cell ``first`` as far as tiers 1 to ``cap`` go. Returns (STUCK or SOLVED, number of rounds).

    The arrays from ``known`` on receive what is proved and the trace, as in ``rounds.solve_rounds``; the moment of the
    first cell is 0.
    """
    return play_game(
        start, cells, mines, first, cap, known, moment, by, tier_of, available, *new_scratch(mines.size, cells.size)
    )
