"""Defines where the clues of a puzzle may stand: the rules, the symmetries and the record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from puzzlegen.board.lattices import SYMMETRY_NAMES, Variant, listed_by_kind
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # numpy takes a tenth of a second to import, and --help does not need it
    from puzzlegen.board.grid import Grid

FREE, NATURAL, ANY_SYMMETRY = "free", "natural", "symmetric"
RULES = (FREE, NATURAL, ANY_SYMMETRY, *SYMMETRY_NAMES)
MIN_CLUES, MAX_CLUES = 0.2, 0.6  # share of the cells; with fewer, the search for mines fails too often
FILLED_MARK, BLANK_MARK = "#", "."  # of a drawing: of clues, of the cells of a shape, or of a picture
USUAL_SPREAD = 0.03  # how far the share of mines of one puzzle may be from the usual share
NATURAL_MINES = 0.31, 0.09  # usual share and spread in the natural layout
USUAL_DENSITIES = "usual is " + listed_by_kind(
    lambda kind: f"{NATURAL_MINES[0] if kind.usual_layout == NATURAL else kind.usual_density:g}"
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the clues of one puzzle may stand.

    ``rule`` is one of RULES. ``free`` removes clues in random order. ``natural`` does so too, but leaves no clue
    without a clue beside it, and is symmetric now and then. The others give a symmetric layout.
    ``clues`` is the share of the cells that have a clue. None removes as many as the rest allows.
    ``drawing`` has a line for each row of the board, with FILLED_MARK where a clue stands and BLANK_MARK elsewhere. The
    clues stand exactly there, so ``rule`` and ``clues`` do not matter. It must leave no cell that no clue reaches.
    """

    rule: str = FREE
    clues: float | None = None
    drawing: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether clues may stand anywhere, as many as it takes."""
        return self.rule in {FREE, NATURAL} and self.clues is None and self.drawing is None

    def usual_mines(self, variant: Variant) -> tuple[float, float]:
        """Return the usual share of mines, and how far the share of one puzzle may be from it.

        Handmade minesweeper puzzles have 0.293 with a standard deviation of 0.058 (341 of them, 2026-11-22). The
        natural rule varies as much around a slightly higher share.
        """
        if self.rule == NATURAL and self.drawing is None and not variant.clue_on_mine:
            return NATURAL_MINES
        return variant.usual_density, USUAL_SPREAD


FREE_LAYOUT = Layout()


@lru_cache(maxsize=64)
def fitting_symmetries(grid: Grid) -> tuple[str, ...]:
    """Return the symmetries that a board of this shape can have, such as quarter turns on a square."""
    from puzzlegen.board.symmetry import image_grid  # noqa: PLC0415  # it imports numpy, which --help does not need

    lattice = grid.variant.lattice
    same = {t for t in range(len(lattice.transforms)) if image_grid(grid, t) == grid}
    return tuple(name for name, transforms in lattice.symmetries.items() if same.issuperset(transforms))


def check_rule(rule: str, grid: Grid) -> None:
    """Raise FormatError if a board of this shape cannot have the symmetry."""
    if rule not in (ANY_SYMMETRY, *SYMMETRY_NAMES):
        return
    fitting = fitting_symmetries(grid)
    if not fitting:
        raise FormatError(
            f"found {rule} on a board of {grid} cells whose shape has no symmetry; allowed there: {FREE}, {NATURAL}"
        )
    if rule in SYMMETRY_NAMES and rule not in fitting:
        lattice = grid.variant.lattice
        if rule not in lattice.symmetries:
            why = f"whose cells are {lattice.name}"
        else:
            why = "whose shape does not have it" if grid.voids or lattice.staggered else "which is not square"
        raise FormatError(
            f"found {rule} on a board of {grid} cells, {why}; allowed there: {ANY_SYMMETRY}, {', '.join(fitting)}"
        )
