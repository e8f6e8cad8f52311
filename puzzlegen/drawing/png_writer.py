"""Writes a page as PNG at its final size."""

from __future__ import annotations

from pathlib import Path as FilePath

from puzzlegen.drawing.indexed_color import IndexedPalette
from puzzlegen.drawing.palette_canvas import page_entries
from puzzlegen.drawing.png_encoder import encode_png
from puzzlegen.layout.core.document import Page
from puzzlegen.output.atomic_files import atomic_file


def write_png(page: Page, path: FilePath, scale: float = 1.0) -> None:
    """Write one page with ``scale`` pixels per unit: opaque, with a palette of 16 grays or at most 255 colors.

    The file states the size of its pixels on paper. Raises OutputError when the file cannot be written.
    """
    data = png_bytes(page, scale)
    with atomic_file(path) as beside:
        beside.write_bytes(data)


def png_bytes(page: Page, scale: float = 1.0) -> bytes:
    """Return the file that ``write_png`` writes."""
    palette = IndexedPalette([page])
    return encode_png(page_entries(page, palette, scale), palette.colors, page.unit / scale)
