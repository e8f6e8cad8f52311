"""How large the cells of a section come out, and where the grids of a page stand."""

from __future__ import annotations

import math
from dataclasses import dataclass

from puzzlegen.errors import LayoutError
from puzzlegen.layout.document import Box
from puzzlegen.layout.records import PageGeometry, SectionPages
from puzzlegen.layout.theme import DEFAULT, Theme
from puzzlegen.units import to_mm


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``cols`` x ``rows`` places for boards of at most ``width`` x ``height`` cells of side ``cell`` points."""

    cols: int
    rows: int
    width: int
    height: int
    cell: float

    def places(self, block: Box, theme: Theme = DEFAULT) -> list[tuple[float, float]]:
        """Top left corner of each place, frame included, header at the top; row by row.

        Room left over goes in equal parts between and around the columns, and below each row: first lines stay
        where they are on every page of the section.
        """
        wide = self.width * self.cell + 2 * theme.puzzle.frame
        if self.cols > 1:
            wide = max(wide, theme.header_width)
        high = self.height * self.cell + 2 * theme.puzzle.frame + theme.header
        spare = block.width - self.cols * wide
        gap = max(theme.column_gap, spare / (self.cols + 1)) if self.cols > 1 else 0.0
        left = block.left + (spare - (self.cols - 1) * gap) / 2
        spare = block.height - self.rows * high - (self.rows - 1) * theme.row_gap
        pitch = high + theme.row_gap + spare / (self.rows + 0.5)
        top = block.top + (spare * 0.4 if self.rows == 1 else 0.0)  # one grid alone sits a little above the middle
        return [(left + col * (wide + gap), top + row * pitch) for row in range(self.rows) for col in range(self.cols)]


def arrange(page: PageGeometry, width: int, height: int, per_page: int, theme: Theme = DEFAULT) -> Arrangement:
    """The columns and rows that give ``per_page`` boards of ``width`` x ``height`` cells the largest cells.

    The cell may be smaller than the theme allows (zero when nothing fits): callers decide what to say about that.
    """
    block = page.block(1)
    best = Arrangement(per_page, 1, width, height, 0.0)
    for cols in range(1, per_page + 1):
        if per_page % cols:
            continue
        rows = per_page // cols
        frames = 2 * theme.puzzle.frame
        wide = (block.width - (cols - 1) * theme.column_gap) / cols
        if cols > 1 and wide < theme.header_width:
            continue
        high = (block.height - (rows - 1) * theme.row_gap) / rows - theme.header - frames
        cell = max(0.0, min((wide - frames) / width, high / height, theme.most_cell))
        cell = math.floor(cell * 20) / 20
        if cell > best.cell:
            best = Arrangement(cols, rows, width, height, cell)
    return best


def fit(page: PageGeometry, width: int, height: int, per_page: int, theme: Theme = DEFAULT) -> float:
    """Side of a cell in points when ``per_page`` boards of ``width`` x ``height`` cells share a page."""
    return arrange(page, width, height, per_page, theme).cell


def largest_board(page: PageGeometry, per_page: int, theme: Theme = DEFAULT) -> int:
    """Cells a side of the largest square board whose cells are not too small; 0 when there is none."""
    side = 0
    while fit(page, side + 1, side + 1, per_page, theme) >= theme.least_cell:
        side += 1
    return side


def section_arrangement(section: SectionPages, page: PageGeometry, theme: Theme = DEFAULT) -> Arrangement:
    """The arrangement for a whole section: one size of cell, that of its widest and highest boards.

    Raises LayoutError when the cells would be too small, saying what would fit.
    """
    width = max(entry.puzzle.grid.width for entry in section.entries)
    height = max(entry.puzzle.grid.height for entry in section.entries)
    found = arrange(page, width, height, section.per_page, theme)
    if found.cell >= theme.least_cell:
        return found
    remedies = [
        f"{fewer} a page gives {to_mm(cell):.1f} mm"
        for fewer in (4, 2, 1)
        if fewer < section.per_page and (cell := fit(page, width, height, fewer, theme)) >= theme.least_cell
    ][:1]
    side = largest_board(page, section.per_page, theme)
    if side:
        remedies.append(f"boards up to {side}x{side} fit at {section.per_page} a page")
    raise LayoutError(
        f"section {section.name!r}: {width}x{height} boards at {section.per_page} a page would get cells of "
        f"{to_mm(found.cell):.1f} mm, under the {to_mm(theme.least_cell):.0f} mm a pencil needs; "
        + (" or ".join(remedies) or "take a larger trim or smaller boards")
    )
