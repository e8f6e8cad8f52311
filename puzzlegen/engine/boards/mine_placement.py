"""Places mines at random, and moves those that no clue could prove.

A mine without a safe neighbor touches no clue, so nothing could ever prove it: such a mine always moves. A lone safe
cell, with mines all around, can be proved only by printing its own clue. It is fair but dull, so removing those is an
option.

Arrays: ``start`` and ``cells`` are the neighborhood (see board.grid); ``mines`` and ``void``, int8 (n,), hold 1 for a
mine and for a void cell.
"""

from __future__ import annotations

from puzzlegen.engine.kernels import kernel, subroutine


@subroutine
def has_safe_neighbor(x, start, cells, mines, void):
    """Return whether a clue could stand beside cell ``x``."""
    found = False
    for k in range(start[x], start[x + 1]):
        found = found or (mines[cells[k]] == 0 and void[cells[k]] == 0)
    return found


@subroutine
def can_take_mine(y, lone, start, cells, mines, void):
    """Return whether all cells (with ``lone``: all mines) keep a safe neighbor if ``y`` becomes a mine."""
    mines[y] = 1
    fits = has_safe_neighbor(y, start, cells, mines, void)
    for k in range(start[y], start[y + 1]):
        x = cells[k]
        if fits and void[x] == 0 and (mines[x] == 1 or not lone):
            fits = has_safe_neighbor(x, start, cells, mines, void)
    mines[y] = 0
    return fits


@subroutine
def move_mine(x, lone, start, cells, void, order, mines):
    """Move the mine at ``x`` to the first cell, from the end of ``order``, that can take it, else return False."""
    mines[x] = 0
    for j in range(order.size - 1, -1, -1):
        y = order[j]
        if y != x and mines[y] == 0 and can_take_mine(y, lone, start, cells, mines, void):
            mines[y] = 1
            return True
    mines[x] = 1
    return False


@subroutine
def put_mines(start, cells, void, order, count, lone, mines):
    """Put ``count`` mines on the first cells of ``order``, then move those without a safe neighbor elsewhere.

    ``order`` int32 lists the cells of the board, shuffled. The board is never drawn again. Unless ``lone``, mines
    are also moved away from safe cells without a safe neighbor. Returns False if a mine cannot be moved.
    """
    mines[:] = 0
    for i in range(count):
        mines[order[i]] = 1
    for i in range(count):
        x = order[i]
        if not has_safe_neighbor(x, start, cells, mines, void) and not move_mine(
            x, lone, start, cells, void, order, mines
        ):
            return False
    for i in range(0 if lone else order.size):
        x = order[i]
        if mines[x] == 1 or start[x] == start[x + 1] or has_safe_neighbor(x, start, cells, mines, void):
            continue
        opened = False
        for k in range(start[x], start[x + 1]):
            opened = opened or (mines[cells[k]] == 1 and move_mine(cells[k], lone, start, cells, void, order, mines))
        if not opened:
            return False
    return True


@kernel("const int32[n + 1]", "const int32[pairs]", "int8[n]", "int32[listed <= n]", "int", "int", "int8[n]")
def place_mines(start, cells, void, order, count, lone, mines):
    """Place mines for Python: see ``put_mines``. Returns 1 or 0."""
    return int(put_mines(start, cells, void, order, count, lone, mines))
