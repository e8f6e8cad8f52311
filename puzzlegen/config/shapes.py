"""Reads shapes from configs and options: names, drawings, files and texts become a Grid with void cells."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.grid import Grid
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.config.drawings import DrawingChoice, parse_choice
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.errors import FormatError


@dataclass(frozen=True, slots=True)
class ShapeChoice(DrawingChoice):
    """The shape of boards as chosen, for boards of any size. Exactly one of the fields is given.

    ``name`` is one of the ready shapes. A drawing has CLUE_MARK for a cell and BLANK_MARK for a void.
    """

    name: str | None = None

    def on(self, grid: Grid) -> Grid:
        """Return the board: the grid with voids around the shape, without rows and columns that have no cell.

        Ready shapes fill the grid, but a hexagon of hexagons is the largest regular one that fits. Drawings and texts
        are enlarged by the largest whole factor that fits, and images are scaled without distortion. So a board may be
        smaller than the grid.
        Raises FormatError where the shape does not fit, and for a cell that no clue can reach.
        """
        given = [name for name in ("name", "drawing", "file", "text") if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) or "no shape"
            raise FormatError(f"found {found}, expected one of name, drawing, file and text")
        from puzzlegen.config.shape_cells import board_of, drawn_cells, ready_cells  # noqa: PLC0415  # imports numpy

        if self.name is not None:
            return board_of(grid, ready_cells(self.name, grid))
        return board_of(grid, drawn_cells(self.rows(grid, enlarged=True)))


def parse_shape(value: str) -> ShapeChoice:
    """Parse an option: the name of a ready shape, text:LETTERS or file:PATH. Raises FormatError."""
    choice = ShapeChoice(**shape_keys(value))
    if choice.name is None or choice.name in SHAPES:
        return choice
    forms = f"{', '.join(SHAPES)}, text:LETTERS or file:PATH"
    raise FormatError(f"found {describe(value)}, allowed {forms}{did_you_mean(value, SHAPES)}")


def shape_keys(value: str) -> dict[str, str]:
    """Return the key and the value of a shape that is written as one text, such as ``heart`` or ``text:25``."""
    return parse_choice(value, "name", ("text", "file"))
