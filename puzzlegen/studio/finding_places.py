"""Draws the page of a finding, with its place marked: the cell, the puzzle or the answer, as far as they are known.

Its functions run in the process that draws the pages of the project, in the folder of the project.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image, ImageDraw

from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.page_rendering import open_document, render
from puzzlegen.checking.page_text import words_of
from puzzlegen.checking.printed_grids import grid_in, marks_of
from puzzlegen.checking.printed_pages import printed_page
from puzzlegen.errors import OutputError

Area = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the page

_CELL = re.compile(r"\brow ([0-9]{1,3}), column ([0-9]{1,3})\b")
_ANSWERS = "A"  # first letter of the codes of findings about answers
MARK, EDGE = (199, 0, 40), (255, 255, 255)
MARGIN = 6.0  # points between a puzzle and the mark around it


def finding_picture(file: str, finding: dict[str, object], width: int) -> bytes:
    """Return a PNG of the page of a finding, ``width`` pixels wide. ``finding`` is as in the report of a build.

    Raises OutputError for a file or page that cannot be read.
    """
    number = int(str(finding["page"]))
    with open_document(Path(file)) as document:
        if not 0 < number <= len(document):
            raise OutputError(f"{file}: there is no page {number}")
        page = document[number - 1]
        try:
            scale = width / page.get_width()
            picture = page.render(scale=scale).to_pil().convert("RGB")
            area = place_of(page, finding)
        finally:
            page.close()
    if area is not None:
        _mark(picture, area, scale)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def place_of(page: pypdfium2.PdfPage, finding: dict[str, object]) -> Area | None:
    """Return the area of a finding on its page: its cell, else its puzzle or answer; None for the whole page."""
    wanted = int(str(finding.get("number") or 0))
    if not wanted:
        return None
    found = read_objects(page)
    letters = found.letters.turned(0)
    marks = marks_of(found, letters, words_of(letters))
    boards = [grid for frame in marks.frames if (grid := grid_in(frame, marks)) is not None]
    printed = printed_page(found, render(page), int(str(finding["page"])), None).grids
    answers = str(finding["code"]).startswith(_ANSWERS)
    fitting = [
        (one.is_answer != answers, grid)
        for grid, one in zip(boards, printed, strict=False)
        if one.number == wanted and abs(grid.frame.x0 - one.left) < 1
    ]
    if not fitting:
        return None
    grid = min(fitting, key=lambda one: one[0])[1]
    named = _CELL.search(str(finding.get("detail", "")))
    if named is not None and int(named[1]) <= grid.rows and int(named[2]) <= grid.columns:
        across, down = grid.middles(np.array([(int(named[1]) - 1) * grid.columns + int(named[2]) - 1]))
        half = grid.cell / 2
        return across[0] - half, down[0] - half, across[0] + half, down[0] + half
    frame = grid.frame
    return frame.x0 - MARGIN, frame.top - MARGIN, frame.x1 + MARGIN, frame.bottom + MARGIN


def _mark(picture: Image.Image, area: Area, scale: float) -> None:
    """Draw a frame around an area, with light edges that show it on dark ground."""
    left, top, right, bottom = (value * scale for value in area)
    pen = ImageDraw.Draw(picture)
    line = max(2, picture.width // 150)
    for grow, width, color in ((2 * line, 3 * line, EDGE), (line, line, MARK)):
        pen.rectangle((left - grow, top - grow, right + grow, bottom + grow), outline=color, width=width)
