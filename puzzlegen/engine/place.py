"""Moving mines that touch no safe cell: such a mine touches no clue either, so nothing could ever prove it."""

from __future__ import annotations

from puzzlegen.engine.rules import kernel


@kernel
def has_safe_neighbour(x, start, cells, mines, void):
    """Whether a clue could stand beside cell ``x``."""
    found = False
    for k in range(start[x], start[x + 1]):
        found = found or (mines[cells[k]] == 0 and void[cells[k]] == 0)
    return found


@kernel
def can_take_mine(y, start, cells, mines, void):
    """Whether a mine at the safe cell ``y`` leaves it and every mine around it a safe neighbour."""
    mines[y] = 1
    fits = has_safe_neighbour(y, start, cells, mines, void)
    for k in range(start[y], start[y + 1]):
        if not fits:
            break
        x = cells[k]
        if mines[x] and not has_safe_neighbour(x, start, cells, mines, void):
            fits = False
    mines[y] = 0
    return fits


@kernel
def place_mines(start, cells, void, order, count, mines):
    """Put ``count`` mines on the first cells of ``order``, then move each one without a safe neighbour elsewhere.

    ``void`` and ``mines`` int8 (n,), ``order`` int32: the cells of the board, shuffled. A mine moves to the first cell,
    from the end of ``order``, that can take it: a random safe cell. Returns False when there is none.
    """
    mines[:] = 0
    for i in range(count):
        mines[order[i]] = 1
    for i in range(count):
        x = order[i]
        if has_safe_neighbour(x, start, cells, mines, void):
            continue
        mines[x] = 0
        moved = False
        for j in range(order.size - 1, -1, -1):
            y = order[j]
            if y != x and mines[y] == 0 and can_take_mine(y, start, cells, mines, void):
                mines[y] = 1
                moved = True
                break
        if not moved:
            return False
    return True
