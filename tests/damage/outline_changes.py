"""Changes to the outline of a board with void cells, on a page of a PDF."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pikepdf
from kinds import Change

from puzzlegen.board.puzzle import BLANK, VOID
from puzzlegen.checking.page_objects import Shape, read_objects, words_of
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_outlines import Outline, by_weight, outline_of, outlined_boards
from puzzlegen.layout.core.document import Gray, Line, PlacedGrid
from puzzlegen.layout.core.grid_marks import GridPen
from puzzlegen.layout.core.theme import GridStyle

Cells = list[int]  # VOID or BLANK, row by row
_SEGMENT = re.compile(r"^([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l$", re.MULTILINE)


def redrawn(name: str, number: int, edit: Callable[[Cells, int], None], drop: Iterable[int] = ()) -> Change:
    """Draw the lines of the first board of a page for other cells. ``edit`` takes them and the width of the board.

    ``drop`` names lines to leave out, by their numbers in the order of drawing; negative ones count from the last.
    """

    def change(folder: Path) -> None:
        path = folder / name
        lines, outline = _board_on(path, number)
        cells = [VOID if i in outline.voids else BLANK for i in range(outline.columns * outline.rows)]
        edit(cells, outline.columns)
        marks = _lines(outline, lines, cells)
        for at in drop:
            del marks[at]
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            page = pdf.pages[number - 1]
            height = float(page.MediaBox[3])
            code = page.Contents.read_bytes().decode("latin-1")
            kept = _SEGMENT.sub(lambda found: "" if _is_among(found, lines, height) else found[0], code)
            assert kept != code
            page.Contents = pdf.make_stream(f"{kept}\n{_code(marks, height)}".encode("latin-1"))
            pdf.save(path)

    return change


def _board_on(path: Path, number: int) -> tuple[list[Shape], Outline]:
    with PdfFile(path) as pdf, pdf.document() as document:
        found = read_objects(document[number - 1])
    frames = [shape for shape in found.rects if shape.stroke is not None and shape.fill is None]
    lines = next(iter(outlined_boards(found.lines, frames, words_of(found.letters.turned(0))).values()))
    outline = outline_of(*by_weight(lines), [])
    assert outline is not None
    return lines, outline


def _lines(outline: Outline, lines: Sequence[Shape], cells: Cells) -> list[Line]:
    heavy, thin = (choose(lines, key=lambda line: line.width) for choose in (max, min))
    style = GridStyle(
        frame=heavy.width,
        lines=thin.width,
        ink=Gray(heavy.stroke or 0.0),
        lines_color=Gray(thin.stroke or 0.0),
    )
    place = PlacedGrid(1, "puzzle", 1, outline.left, outline.top, outline.cell, outline.columns, outline.rows)
    return GridPen(place, style, None).lines(cells)


def _is_among(found: re.Match[str], lines: Iterable[Shape], height: float) -> bool:
    x1, y1, x2, y2 = map(float, found.groups())
    ends = (min(x1, x2), max(x1, x2), height - max(y1, y2), height - min(y1, y2))
    return any(all(abs(a - b) < 0.01 for a, b in zip(ends, line, strict=False)) for line in lines)


def _code(lines: Iterable[Line], height: float) -> str:
    return "\n".join(
        f"{line.color.level:.3f} G {line.width:.3f} w "
        f"{line.x1:.3f} {height - line.y1:.3f} m {line.x2:.3f} {height - line.y2:.3f} l S"
        for line in lines
    )


def first_cell_void(cells: Cells, width: int) -> None:
    """Leave out the first cell of the board."""
    cells[next(i for i, value in enumerate(cells) if value != VOID)] = VOID


def one_more_cell(cells: Cells, width: int) -> None:
    """Add a cell at the outline: the first void on the right of a cell."""
    at = next(i for i in range(1, len(cells)) if i % width and cells[i] == VOID != cells[i - 1])
    cells[at] = BLANK


def as_they_are(cells: Cells, width: int) -> None:
    """Keep all cells."""
