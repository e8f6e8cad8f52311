"""Makes layouts of drawings, and finds which cells no clue reaches and the fewest clues that do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.cell_tables import Neighborhood
from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import BLANK_MARK, FILLED_MARK, Layout
from puzzlegen.board.symmetry import cell_order
from puzzlegen.errors import FormatError

Cells = NDArray[np.bool_]  # of a drawing, shape (height, width)
MAX_NAMES = 24  # of cells in a message: a completion should be complete
COMPLETION_STEPS = 4000  # choices to try for the smallest completion before the best one found is taken


@lru_cache(maxsize=64)
def images(grid: Grid, symmetry: str) -> NDArray[np.int32]:
    """Return the cells that a symmetry of the board exchanges, shape (images, cells).

    Column ``x`` has the images of cell ``x``.
    """
    transforms = (0, *grid.variant.lattice.symmetries[symmetry])
    return np.stack([cell_order(grid, transform) for transform in transforms]).astype(np.int32)


def cells_of(rows: Sequence[str]) -> Cells:
    """Return which cells of a drawing are filled, from its rows of marks."""
    return np.array([[mark == FILLED_MARK for mark in row] for row in rows], np.bool_)


def rows_of(cells: Cells) -> tuple[str, ...]:
    """Return a drawing as rows of marks."""
    return tuple("".join(FILLED_MARK if filled else BLANK_MARK for filled in row) for row in cells.tolist())


def clue_cells(layout: Layout) -> NDArray[np.bool_]:
    """Return one flag a cell of a drawn layout: whether a clue stands there."""
    assert layout.drawing is not None
    return cells_of(layout.drawing.split("\n")).ravel()


# --- Drawings ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def drawn_layout(grid: Grid, rows: tuple[str, ...], *, fill: bool) -> Layout:
    """Return the layout of a drawing. ``fill`` adds the fewest clues that reach every cell; voids get none.

    Raises FormatError for a drawing of another size than the board, without a clue or (unless a clue may stand on a
    mine) without a blank; and if a cell is out of reach of every clue, with the clues to add.
    """
    if len(rows) != grid.height or len(rows[0]) != grid.width:
        raise FormatError(
            f"found a drawing of {len(rows[0])}x{len(rows)} cells, expected {grid}: "
            "change the drawing, or size to fit it"
        )
    flags = cells_of(rows).ravel() & grid.present
    if not flags.any() and not fill:
        raise FormatError(f"found a drawing without a clue, expected a {FILLED_MARK} where each clue stands")
    if np.count_nonzero(flags) == grid.area and not grid.variant.clue_on_mine:
        raise FormatError(f"found a drawing without a blank, expected a {BLANK_MARK} where mines may lie")
    out = unreached(grid, flags)
    if out.size:
        added, fewest = completion(grid, flags)
        if not fill:
            raise FormatError(_unreached_words(grid, out, added, fewest=fewest))
        flags[added] = True
    return Layout(drawing="\n".join(rows_of(flags.reshape(grid.height, grid.width))))


def _unreached_words(grid: Grid, out: NDArray[np.intp], added: list[int], *, fewest: bool) -> str:
    """Return the message on cells that no clue reaches, with the clues to add."""
    more = f" (nor {out.size - 1} other cell{'s' * (out.size > 2)})" if out.size > 1 else ""
    listed = listed_cells(grid, added)
    how_few = "fewer are not enough" if fewest else "these are enough"
    remedy = f"add clues at {listed} ({how_few})" if len(added) > 1 else f"add a clue at {listed}"
    return f"no clue can reach {grid.name(int(out[0]))}{more}, so nothing could prove it; {remedy}, or turn on fill"


def listed_cells(grid: Grid, cells: Sequence[int]) -> str:
    """Return the names of some cells for a message, at most MAX_NAMES of them."""
    names = [grid.name(cell) for cell in cells]
    if len(names) > MAX_NAMES:
        names = [*names[: MAX_NAMES - 1], f"{len(names) - MAX_NAMES + 1} more cells"]
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]


# --- Which cells a clue can reach -------------------------------------------------------------------------------------


def unreached(grid: Grid, flags: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the cells that must be proved but that no clue touches, in row-major order."""
    to_prove = grid.present if grid.variant.clue_on_mine else grid.present & ~flags
    return np.flatnonzero(to_prove & (grid.neighborhood.count(flags) == 0))


class Completion(NamedTuple):
    """Clues to add to a layout. ``fewest`` says that fewer are not enough; else the search ended before it knew."""

    cells: list[int]
    fewest: bool


def completion(grid: Grid, flags: NDArray[np.bool_]) -> Completion:
    """Return the fewest clues to add so that a clue reaches every cell, among equals those with fewest clues beside.

    The result depends only on grid and layout.
    """
    around = grid.neighborhood
    beside = around.count(flags)
    out = set(unreached(grid, flags).tolist())
    own = not grid.variant.clue_on_mine  # a clue that counts only the cells around it settles its own by standing there
    helps: dict[int, frozenset[int]] = {}
    for cell in sorted({x for y in out for x in (*_near(around, y), y)}):
        reached = out.intersection(_near(around, cell)) | (out & {cell} if own else set())
        if reached and not flags[cell]:
            helps[cell] = frozenset(reached)
    return smallest_cover(helps, {cell: int(beside[cell]) for cell in helps})


def smallest_cover(helps: Mapping[int, frozenset[int]], beside: Mapping[int, int]) -> Completion:
    """Return the fewest cells that together reach all that any of them reaches, which ``helps`` has for each.

    Among equals those with the fewest clues ``beside`` them.
    """
    search = _CoverSearch(helps, beside)
    chosen: list[int] = []
    fewest = True
    for part in _parts(set().union(*helps.values()), helps):
        cells, proved = search.run(part)
        chosen += cells
        fewest = fewest and proved
    return Completion(sorted(chosen), fewest)


def _near(around: Neighborhood, cell: int) -> list[int]:
    near: list[int] = around.cells[around.start[cell] : around.start[cell + 1]].tolist()
    return near


def _parts(out: set[int], helps: Mapping[int, frozenset[int]]) -> list[frozenset[int]]:
    """Split the cells into parts that no single clue connects."""
    by_cell: dict[int, list[frozenset[int]]] = {cell: [] for cell in out}
    for reached in helps.values():
        for cell in reached:
            by_cell[cell].append(reached)
    left, parts = set(out), []
    while left:
        stack, part = [min(left)], set()
        while stack:
            cell = stack.pop()
            if cell not in part:
                part.add(cell)
                stack += [other for reached in by_cell[cell] for other in reached if other not in part]
        parts.append(frozenset(part))
        left -= part
    return parts


class _CoverSearch:
    """Finds the fewest clues that reach a set of cells, by branch and bound with a limited number of steps."""

    def __init__(self, helps: Mapping[int, frozenset[int]], beside: Mapping[int, int]) -> None:
        self._helps, self._beside = helps, beside
        self._clues_of: dict[int, list[int]] = {}
        for clue, reached in helps.items():
            for cell in reached:
                self._clues_of.setdefault(cell, []).append(clue)

    def run(self, part: frozenset[int]) -> tuple[list[int], bool]:
        """Return clues for one part, and whether fewer are known not to be enough."""
        self._best: list[int] = self._greedy(part)
        self._steps = COMPLETION_STEPS
        self._branch(part, [])
        return self._best, self._steps > 0

    def _order(self, left: frozenset[int], clues: list[int]) -> list[int]:
        """Those that reach most first, then those with fewest clues beside, then by position."""
        return sorted(clues, key=lambda clue: (-len(self._helps[clue] & left), self._beside[clue], clue))

    def _greedy(self, left: frozenset[int]) -> list[int]:
        chosen = []
        while left:
            clue = self._order(left, sorted({clue for cell in left for clue in self._clues_of[cell]}))[0]
            chosen.append(clue)
            left -= self._helps[clue]
        return chosen

    def _branch(self, left: frozenset[int], chosen: list[int]) -> None:
        self._steps -= 1
        if self._steps <= 0:
            return
        if not left:
            self._best = list(chosen)
            return
        if len(chosen) + self._at_least(left) >= len(self._best):
            return
        cell = min(left, key=lambda cell: (len(self._clues_of[cell]), cell))
        for clue in self._order(left, self._clues_of[cell]):
            self._branch(left - self._helps[clue], [*chosen, clue])

    def _at_least(self, left: frozenset[int]) -> int:
        """Return how many cells were found of which no two can share a clue: so many clues are necessary."""
        taken: set[int] = set()
        count = 0
        for cell in sorted(left, key=lambda cell: (len(self._clues_of[cell]), cell)):
            if taken.isdisjoint(self._clues_of[cell]):
                taken.update(self._clues_of[cell])
                count += 1
        return count
