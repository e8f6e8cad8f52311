"""Draws a contact sheet: the pages of a finished PDF as small spreads in rows."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from PIL import Image

from puzzlegen.errors import OutputError
from puzzlegen.output.atomic_files import atomic_file

GROUND = 208  # gray level of the background
GAP = 14  # pixels between spreads


def write_contact_sheet(pdf: Path, path: Path, spreads: int = 4, max_pages: int = 120, page_width: int = 240) -> None:
    """Write the first ``max_pages`` pages of a PDF as a PNG, ``spreads`` pairs per row; page 1 is a right-hand page.

    Raises OutputError when the PDF cannot be read or the sheet cannot be written.
    """
    try:
        document = pypdfium2.PdfDocument(pdf)
    except (pypdfium2.PdfiumError, OSError) as error:
        raise OutputError(f"{pdf}: cannot be read as a PDF: {error}") from error
    try:
        count = min(len(document), max_pages)
        sizes = [document.get_page_size(i) for i in range(count)]
        height = max(round(page_width * high / wide) for wide, high in sizes)
        rows = -(-(count + 1) // (2 * spreads))
        spread = 2 * page_width + 1
        size = (spreads * (spread + GAP) + GAP, rows * (height + GAP) + GAP)
        sheet = Image.new("L", size, GROUND)
        for i in range(count):
            page = document[i]
            picture = page.render(scale=page_width / sizes[i][0], grayscale=True).to_pil().convert("L")
            page.close()
            row, slot = divmod(i + 1, 2 * spreads)  # page 1 is a right-hand page
            left = GAP + slot // 2 * (spread + GAP) + slot % 2 * (page_width + 1)
            sheet.paste(picture, (left, GAP + row * (height + GAP)))
    finally:
        document.close()
    with atomic_file(path) as beside:
        sheet.save(beside, format="PNG", optimize=True)
