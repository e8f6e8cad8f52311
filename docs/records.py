"""Try every puzzle of a square board with so many clues, and print the first that needs each tier.

python docs/records.py SIDE CLUES

The clues must reach every cell. Cells with the same clues beside them are all mines or all safe, or they could change
places. So it lists all sets of clues that reach every cell, one of each eight images, and solves the puzzles of all
choices for these groups. If it ends without a puzzle for a tier, none exists (docs/records.md).
"""

import sys
from collections.abc import Iterator

import numpy as np

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle, Status
from puzzlegen.board.symmetry import cell_order
from puzzlegen.formats import line
from puzzlegen.solver.position import neighbors_of
from puzzlegen.solver.tiers import run_stack

AT_ONCE = 4096  # puzzles solved in one call


def covers(grid: Grid, size: int) -> set[tuple[int, ...]]:
    """Return all sets of ``size`` cells that reach every cell, one of each eight images."""
    around = neighbors_of(grid)
    reached = [sum(1 << cell for cell in (middle, *around[middle])) for middle in range(grid.size)]
    everything, most = (1 << grid.size) - 1, max(mask.bit_count() for mask in reached)
    found: set[tuple[int, ...]] = set()

    def extend(chosen: tuple[int, ...], covered: int) -> None:
        out = everything & ~covered
        room = size - len(chosen)
        if not out and not room:
            found.add(tuple(sorted(chosen)))
        elif out and out.bit_count() <= most * room:
            first = (out & -out).bit_length() - 1
            for cell in (first, *around[first]):
                extend((*chosen, cell), covered | reached[cell])
        elif not out:
            for cell in set(range(grid.size)) - set(chosen):
                extend((*chosen, cell), covered)

    extend((), 0)
    orders = [cell_order(grid, transform).tolist() for transform in range(len(grid.variant.lattice.transforms))]
    return {min(tuple(sorted(order[cell] for cell in one)) for order in orders) for one in found}


def puzzles(grid: Grid, clues: tuple[int, ...]) -> Iterator[list[Puzzle]]:
    """Yield all puzzles with these clues whose cells with the same clues beside them are alike, some at once."""
    around, groups = neighbors_of(grid), dict[frozenset[int], int]()
    for cell in set(range(grid.size)) - set(clues):
        beside = frozenset(clues) & frozenset(around[cell])
        groups[beside] = groups.get(beside, 0) + 1
    counted = np.array([[size if clue in beside else 0 for clue in clues] for beside, size in groups.items()])
    for begin in range(0, 1 << len(groups), AT_ONCE):
        choices = np.arange(begin, min(begin + AT_ONCE, 1 << len(groups)))
        values = (choices[:, None] >> np.arange(len(groups)) & 1) @ counted
        boards = np.full((len(choices), grid.size), BLANK)
        boards[:, clues] = values
        yield [Puzzle(grid, tuple(board)) for board in boards.tolist()]


def main(side: str, size: str) -> None:
    """Try all puzzles of a board with so many clues."""
    grid, seen = Grid(int(side), int(side)), set[int]()
    layouts = sorted(covers(grid, int(size)))
    print(f"{grid}: {len(layouts)} sets of {size} clues reach every cell, not counting images", flush=True)
    for clues in layouts:
        for some in puzzles(grid, clues):
            stack = run_stack(some, 4)
            for place, status in enumerate(stack.status):
                tier = int(stack.tier[place, 1 : stack.moments[place] + 1].max(initial=0))
                if status is Status.SOLVED and tier not in seen:
                    seen.add(tier)
                    print(f"tier {tier}: {line.write(some[place])}", flush=True)
    print(f"no puzzle with {size} clues needs another tier than {', '.join(map(str, sorted(seen))) or 'any'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
