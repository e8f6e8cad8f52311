"""A puzzle of the book in color: clues in shades of the accent color, blanks in one faint tone."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlegen.board.puzzle import VOID, Puzzle
from puzzlegen.layout.core.board_size import place_board
from puzzlegen.layout.core.document import Box, Mark, Metrics, Text
from puzzlegen.layout.core.grid_marks import cell_shape
from puzzlegen.layout.core.theme import Palette, contrast

TILE_GAP = 0.05  # of a cell
DIGIT = 0.5  # height of a clue, share of a cell
HIDDEN_CELL_INK = 0.14  # share of ink in blank cells: lighter tints do not print


def puzzle_tiles(art: Puzzle, room: Box, cell: float, palette: Palette, metrics: Metrics) -> Iterator[Mark]:
    """Draw as many cells of the puzzle, from its top left, as fit: clues in shades of the accent color."""
    lattice = art.grid.variant.lattice
    place = place_board(art.grid, 0, "ornament", (room.left, room.top), cell, rim=False)
    tile = cell * (1 - TILE_GAP)
    blank_tone = palette.blend(palette.ink, HIDDEN_CELL_INK)
    size = DIGIT * cell / metrics.figure_height("digits")
    for index, value in enumerate(art.cells):
        # The gap is to the right of a tile and below it, so that the first ones are aligned with the words.
        x, y = place.center(index)
        wide, high = tile / 2, tile / 2 * lattice.tallness
        x, y = x - cell / 2 + wide, y - cell / 2 * lattice.tallness + high
        if value == VOID or x + wide > room.right + 0.01 or y + high > room.bottom + 0.01:
            continue
        shade = blank_tone if value < 0 else palette.blend(palette.accent, min(1.0, 0.28 + 0.18 * value))
        yield cell_shape(lattice, (x, y), tile, shade)
        if value >= 0:
            on_ink, on_ground = contrast(palette.ink, shade), contrast(palette.ground, shade)
            color = palette.ink if on_ink >= on_ground else palette.ground
            yield Text(x, y + DIGIT * cell / 2, str(value), size, "digits", "middle", color)
