"""Checks of what the pages must show whoever prints them: page numbers, cells to write in, digits dark enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printed_grids import PrintedPage
from puzzlegen.units import to_mm

SLACK = 0.05  # points: rounding in the file
LEAST_CELL, LEAST_KEY_CELL = 14.17, 9.35  # points: 5 mm and 3.3 mm


def check_pages(pages: Sequence[PrintedPage], bound: bool) -> list[Finding]:
    """All findings F that the pages show. Only a ``bound`` book has left-hand pages."""
    return [finding for page in pages for finding in _check_page(page, bound)]


def _check_page(page: PrintedPage, bound: bool) -> Iterator[Finding]:
    n = page.number
    if page.folio is None and any(grid.number is not None for grid in page.grids):
        yield Finding("F109", n, 0, f"there is none, expected {n}")
    if page.folio is not None:
        side = "right" if n % 2 or not bound else "left"
        if page.folio != n or page.folio_side not in (side, "middle"):
            yield Finding("F109", n, 0, f"reads {page.folio} at the {page.folio_side}, expected {n} at the {side}")
    if page.faint:
        yield Finding("F113", n, 0, page.faint)
    for grid in page.grids:
        least = LEAST_KEY_CELL if grid.is_answer else LEAST_CELL
        if grid.number is not None and grid.cell < least - SLACK:
            yield Finding("F112", n, grid.number, f"{to_mm(grid.cell):.1f} mm")
