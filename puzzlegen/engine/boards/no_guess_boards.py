"""Boards of the classic game that need no guessing: drawn, and mended where the solver gets stuck.

The idea of mending is Simon Tatham's (the generator of Mines in his Portable Puzzle Collection): where nothing more
can be deduced, mines are moved among the cells that are not open yet, so that one clue has something to say; the game
goes on from there with what is known. That may undo a reason of earlier on. So the board is played again from the
start, and mended again, until a pass needs no mending. When a pass needs more than the one before, the board is given
up, and a new one is drawn.

The strategy FILL only ever moves mines away from the clue where the game is stuck. Where there is no room for them, and
where cells lie behind mines, it fills up with more mines than were asked for. Those are taken out again afterwards,
wherever the board can still be solved without them.

Moving the mine of a known cell changes the numbers around it, but not what they need of their unknown neighbours.
"""

from __future__ import annotations

import numpy as np

from puzzlegen.engine.kernel_decorators import inlined, kernel, subroutine
from puzzlegen.engine.solving.classic_solver import begin, make_clue, play_on, wake
from puzzlegen.engine.solving.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.solving.rounds import SOLVED, new_scratch

REDRAW, PERTURB, FILL = 0, 1, 2  # strategies
OVERFILL = 5  # with FILL, one mine in so many may be added: 20 %
ALIKE = 10  # passes in a row that may be mended as often as the one before: more of them would lead to nothing
REMOVALS = 12  # and so many tries are made to take one of them away again

# Kinds of cells to look for
CLUE = 0  # a clue with unknown neighbours
DEEP = 1  # an unknown cell that touches no clue
EDGE = 2  # an unknown cell that touches one
DONE = 3  # a known cell that can change without undoing what is known

# Entries of ``tally``, int64
RANDOM = 0  # state of the random numbers
DRAWN = 1  # boards drawn so far
MOST = 2  # most cells known when a game got stuck
ADDED = 3  # mines there are above those asked for
DRY = 4  # DRY + 0, DRY + 1: whether there is no deep safe cell, no deep mine any more
TALLY_SIZE = 6


@subroutine
def below(limit, tally):
    """A random whole number from 0 to ``limit - 1``, ``limit`` under 2**31: the xorshift of 64 bits, its high half."""
    x = tally[RANDOM]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    tally[RANDOM] = x
    return ((x >> 33) & 0x7FFFFFFF) * limit >> 31


@inlined
def draw(count, barred, mines, pool, tally):
    """Place ``count`` mines evenly on the cells that are not ``barred``. ``pool`` is scratch, int32 (n,)."""
    room = 0
    for x in range(mines.size):
        mines[x] = 0
        pool[room] = x
        room += barred[x] == 0
    for i in range(count):
        j = i + below(room - i, tally)
        x = pool[j]
        pool[j] = pool[i]
        mines[x] = 1
    tally[DRAWN] += 1


@subroutine
def fits(kind, mine, x, start, stop, mines, known, open_, marked, barred):
    """Whether a cell is of a kind, and a mine or safe as asked for. Marked cells are left alone."""
    if kind == CLUE:
        return open_[x] > 0
    if mines[x] != mine or marked[x] != 0 or barred[x] != 0:
        return False
    if kind == DONE:
        return known[x] != UNKNOWN and open_[x] == 0
    return known[x] == UNKNOWN and (stop[x] == start[x]) == (kind == DEEP)


@subroutine
def seek(kind, mine, start, stop, mines, known, open_, marked, barred, tally):
    """The first cell of a kind from a random cell on; -1 if there is none."""
    x = below(mines.size, tally)
    for _ in range(mines.size):
        if fits(kind, mine, x, start, stop, mines, known, open_, marked, barred):
            return x
        x += 1
        if x == mines.size:
            x = 0
    return -1


@subroutine
def seek_elsewhere(mine, start, stop, mines, known, open_, marked, barred, tally):
    """A cell to take a mine from, or to put one, that is not marked: as far from what is known as can be."""
    if tally[DRY + mine] == 0:
        x = seek(DEEP, mine, start, stop, mines, known, open_, marked, barred, tally)
        if x >= 0:
            return x
        tally[DRY + mine] = 1
    x = seek(EDGE, mine, start, stop, mines, known, open_, marked, barred, tally)
    if x >= 0:
        return x
    return seek(DONE, mine, start, stop, mines, known, open_, marked, barred, tally)


@subroutine
def set_mine(
    x, mine, start, cells, mines, known, links, stop, need, open_, left, queue, queued, changed, altered, silent
):
    """Put a mine on a cell or take it away; the clues around it are told."""
    mines[x] = mine
    step = 2 * mine - 1
    if known[x] == UNKNOWN:
        for k in range(start[x], stop[x]):
            need[links[k]] += step
            wake(links[k], open_, queue, queued, changed, altered, silent)
        return
    left[0] -= step
    known[x] = MINE if mine == 1 else SAFE
    if mine == 0:
        make_clue(x, start, cells, mines, known, links, stop, need, open_)
        wake(x, open_, queue, queued, changed, altered, silent)


@subroutine
def mend_clue(
    c,
    fill,
    start,
    cells,
    mines,
    known,
    links,
    stop,
    need,
    open_,
    left,
    queue,
    queued,
    changed,
    altered,
    silent,
    marked,
    barred,
    trail,
    tally,
):
    """Fill the unknown neighbours of a clue with mines from elsewhere, or move theirs away. Returns if that is done."""
    u = 0
    for k in range(start[c], stop[c]):
        x = links[k]
        if known[x] == UNKNOWN:
            u += 1
            trail[u] = x
            marked[x] = 1
    wanted = 1 if fill else 0
    done = True
    for i in range(1, u + 1):
        x = trail[i]
        if done and mines[x] != wanted:
            y = seek_elsewhere(wanted, start, stop, mines, known, open_, marked, barred, tally)
            done = y >= 0
            if done:
                tally[DRY + 1 - wanted] = 0
                set_mine(
                    x,
                    wanted,
                    start,
                    cells,
                    mines,
                    known,
                    links,
                    stop,
                    need,
                    open_,
                    left,
                    queue,
                    queued,
                    changed,
                    altered,
                    silent,
                )
                set_mine(
                    y,
                    1 - wanted,
                    start,
                    cells,
                    mines,
                    known,
                    links,
                    stop,
                    need,
                    open_,
                    left,
                    queue,
                    queued,
                    changed,
                    altered,
                    silent,
                )
    for i in range(1, u + 1):
        marked[trail[i]] = 0
    return done


@subroutine
def breach(
    start,
    cells,
    mines,
    known,
    links,
    stop,
    need,
    open_,
    left,
    queue,
    queued,
    changed,
    altered,
    silent,
    marked,
    barred,
    tally,
):
    """All that is unknown lies behind mines: move one of those in there. Returns if that is done."""
    y = seek(DEEP, 0, start, stop, mines, known, open_, marked, barred, tally)
    x = seek_wall(start, cells, known, tally)
    if x < 0 or y < 0:
        return False
    set_mine(y, 1, start, cells, mines, known, links, stop, need, open_, left, queue, queued, changed, altered, silent)
    set_mine(x, 0, start, cells, mines, known, links, stop, need, open_, left, queue, queued, changed, altered, silent)
    return True


@subroutine
def seek_wall(start, cells, known, tally):
    """A known mine beside an unknown cell, the first from a random cell on; -1 if there is none."""
    x = below(known.size, tally)
    for _ in range(known.size):
        if known[x] == MINE:
            for k in range(start[x], start[x + 1]):
                if known[cells[k]] == UNKNOWN:
                    return x
        x += 1
        if x == known.size:
            x = 0
    return -1


@subroutine
def fill_up(
    c,
    count,
    start,
    cells,
    mines,
    known,
    links,
    stop,
    need,
    open_,
    left,
    queue,
    queued,
    changed,
    altered,
    silent,
    marked,
    barred,
    trail,
    tally,
):
    """Move the mines beside clue ``c`` to cells that touch none; if there are too few, add mines beside it instead.

    Without a clue (``c`` negative), make mines of all cells that are unknown. Returns False if that is too many.
    """
    u = 0
    for k in range(start[c] if c >= 0 else 0, stop[c] if c >= 0 else known.size):
        x = links[k] if c >= 0 else k
        if known[x] == UNKNOWN:
            u += 1
            trail[u] = x
    room = c >= 0
    for i in range(1, u + 1):
        x = trail[i]
        y = -1
        if room and mines[x] == 1:
            y = seek(DEEP, 0, start, stop, mines, known, open_, marked, barred, tally)
            room = y >= 0
        if y >= 0:
            set_mine(
                x,
                0,
                start,
                cells,
                mines,
                known,
                links,
                stop,
                need,
                open_,
                left,
                queue,
                queued,
                changed,
                altered,
                silent,
            )
            mines[y] = 1
    for i in range(1, u + 1):
        x = trail[i]
        if not room and mines[x] == 0:
            tally[ADDED] += 1
            left[0] += 1
            set_mine(
                x,
                1,
                start,
                cells,
                mines,
                known,
                links,
                stop,
                need,
                open_,
                left,
                queue,
                queued,
                changed,
                altered,
                silent,
            )
    return OVERFILL * tally[ADDED] <= count


@inlined
def mend(strategy, count, start, cells, mines, known, links, stop, need, open_, left, lists, flags, barred, tally):
    """Change a board where the game on it is stuck, so that something can be deduced. Returns if that is done."""
    queue, trail, changed = lists[0], lists[2], lists[3]
    queued, marked, altered, silent = flags[0], flags[2], flags[3], flags[4]
    c = seek(CLUE, 0, start, stop, mines, known, open_, marked, barred, tally)
    if strategy == FILL:
        return fill_up(
            c,
            count,
            start,
            cells,
            mines,
            known,
            links,
            stop,
            need,
            open_,
            left,
            queue,
            queued,
            changed,
            altered,
            silent,
            marked,
            barred,
            trail,
            tally,
        )
    if c < 0:
        return breach(
            start,
            cells,
            mines,
            known,
            links,
            stop,
            need,
            open_,
            left,
            queue,
            queued,
            changed,
            altered,
            silent,
            marked,
            barred,
            tally,
        )
    fill = below(open_[c], tally) < need[c]
    return mend_clue(
        c,
        fill,
        start,
        cells,
        mines,
        known,
        links,
        stop,
        need,
        open_,
        left,
        queue,
        queued,
        changed,
        altered,
        silent,
        marked,
        barred,
        trail,
        tally,
    )


@subroutine
def one_pass(
    strategy,
    count,
    limit,
    first,
    cap,
    start,
    cells,
    mines,
    known,
    barred,
    tally,
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
    """Play a board from the start and mend it on the way, at most ``limit`` times.

    Returns how often it was mended, -1 if that was not enough or it cannot be mended.
    """
    begin(first, start, mines, known, moment, by, stop, need, open_, near[2, 0], lists, notes, flags)
    tally[DRY] = 0
    tally[DRY + 1] = 0
    rounds = 0
    mended = 0
    while True:
        status, rounds = play_on(
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
        )
        if status == SOLVED:
            return mended
        tally[MOST] = max(tally[MOST], known.size - near[2, 0, 1])
        mended += 1
        if mended > limit or not mend(
            strategy,
            count,
            start,
            cells,
            mines,
            known,
            links,
            stop,
            need,
            open_,
            near[2, 0],
            lists,
            flags,
            barred,
            tally,
        ):
            return -1


@subroutine
def mend_board(
    strategy,
    count,
    limit,
    first,
    cap,
    start,
    cells,
    mines,
    known,
    barred,
    tally,
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
    """Play and mend a board until a pass needs no mending: returns True.

    Returns False when a pass needs more than the one before, the first more than ``limit``, or ALIKE + 1 in a row as
    much as the one before them: so it ends.
    """
    alike = 0
    while alike <= ALIKE:
        mended = one_pass(
            strategy,
            count,
            limit,
            first,
            cap,
            start,
            cells,
            mines,
            known,
            barred,
            tally,
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
        if mended <= 0:
            return mended == 0
        alike = alike + 1 if mended == limit else 0
        limit = mended
    return False


@subroutine
def take_out(
    count,
    first,
    cap,
    start,
    cells,
    mines,
    known,
    barred,
    tally,
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
    """Take mines that were added out of a solved board again. Returns whether all are gone and it is still solved."""
    for _ in range(REMOVALS * tally[ADDED]):
        x = seek(DONE, 1, start, stop, mines, known, open_, barred, barred, tally)
        if tally[ADDED] == 0 or x < 0:
            break
        mines[x] = 0
        tally[ADDED] -= 1
        if not mend_board(
            REDRAW,
            count,
            0,
            first,
            cap,
            start,
            cells,
            mines,
            known,
            barred,
            tally,
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
            mines[x] = 1
            tally[ADDED] += 1
            for y in range(known.size):  # the next one is sought among all
                known[y] = MINE if mines[y] == 1 else SAFE
                open_[y] = 0
    return tally[ADDED] == 0


@subroutine
def find_board(
    strategy,
    attempts,
    count,
    first,
    cap,
    start,
    cells,
    mines,
    known,
    barred,
    pool,
    tally,
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
    """Draw boards until one can be solved from the cell ``first``. Returns whether one could."""
    for _ in range(attempts):
        draw(count, barred, mines, pool, tally)
        tally[ADDED] = 0
        if mend_board(
            strategy,
            count,
            0 if strategy == REDRAW else mines.size,
            first,
            cap,
            start,
            cells,
            mines,
            known,
            barred,
            tally,
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
        ) and (
            tally[ADDED] == 0
            or take_out(
                count,
                first,
                cap,
                start,
                cells,
                mines,
                known,
                barred,
                tally,
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
        ):
            return True
    return False


@kernel
def search_stack(
    strategy,
    attempts,
    count,
    first,
    cap,
    start,
    cells,
    mines,
    known,
    barred,
    pool,
    tally,
    found,
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
    """``search`` in the given scratch arrays."""
    for i in range(first.size):
        if i > 0 and not found[i - 1]:
            return
        found[i] = find_board(
            strategy,
            attempts,
            count,
            first[i],
            cap,
            start,
            cells,
            mines[i],
            known,
            barred[i],
            pool,
            tally[i],
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


def search(strategy, attempts, count, first, cap, start, cells, barred, tally):
    """Boards of ``count`` mines that tiers 1 to ``cap`` solve, each from its cell of ``first``, int32 (boards,).

    ``barred`` int8 (boards, n): 1 where no mine may be. ``tally`` int64 (boards, TALLY_SIZE): entry RANDOM of each is
    the seed, not 0; the others receive what happened. At most ``attempts`` boards are drawn for each; when one is not
    found, those after it are not begun. Returns (``mines``, int8 (boards, n); ``found``, bool (boards,)).
    """
    boards, n = barred.shape
    mines = np.zeros((boards, n), np.int8)
    found = np.zeros(boards, np.bool_)
    known = np.empty(n, np.int8)
    pool, moment, by = np.empty((3, n), np.int32)
    tier_of, available = np.empty((2, n + 1), np.int32)
    search_stack(
        strategy,
        attempts,
        count,
        first,
        cap,
        start,
        cells,
        mines,
        known,
        barred,
        pool,
        tally,
        found,
        moment,
        by,
        tier_of,
        available,
        *new_scratch(n, cells.size),
    )
    return mines, found
