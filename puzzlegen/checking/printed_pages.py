"""Reads the pages of a finished PDF: grids, headings, page numbers and text, as a reader sees them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegen.checking.gallery_pictures import GalleryPicture, gallery_pictures
from puzzlegen.checking.grid_labels import labels_of, without_labels
from puzzlegen.checking.page_objects import PageObjects, read_objects
from puzzlegen.checking.page_rendering import Rendered, open_document, render
from puzzlegen.checking.page_text import faint_letter, flow_of, folio_of, lines_of, words_of
from puzzlegen.checking.printed_grids import PrintedGrid, grid_in, marks_of, printed_grid
from puzzlegen.checking.visible_cells import unseen_cells, unseen_words


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One printed page; lengths in points from the top left.

    ``folio`` is the printed page number, None without one, and ``folio_side`` is left, middle or right. ``lines`` has
    the words outside grids, line by line. ``drawn`` is the text in the order of the file, which follows columns, and
    ``flow`` that of a page without grids. ``rotated`` is the text that is upside down. ``faint`` describes a letter
    that is too light to read, and ``unseen`` a word that is covered or leaves no ink, if any. ``pictures`` are those of
    a gallery.
    """

    number: int
    width: float
    height: float
    grids: tuple[PrintedGrid, ...]
    folio: int | None
    folio_side: str = ""
    faint: str = ""
    lines: tuple[str, ...] = ()
    drawn: str = ""
    rotated: str = ""
    unseen: str = ""
    pictures: tuple[GalleryPicture, ...] = ()

    @property
    def flow(self) -> str:
        """The text of a page without grids in the order of the file."""
        return "" if self.grids else self.drawn

    @property
    def numbers_puzzle(self) -> bool:
        """Whether it shows a numbered puzzle, not only answers."""
        return any(grid.number is not None and not grid.is_answer for grid in self.grids)


def read_pages(path: Path, digits: Path | None = None) -> Iterator[PrintedPage]:
    """Read the pages of a PDF, one at a time.

    ``digits`` is the font file of the clues. With it, every cell of a grid must look as the file says. Raises
    OutputError for a file that is not a PDF.
    """
    with open_document(path) as document:
        for number in range(1, len(document) + 1):
            page = document[number - 1]
            try:
                yield printed_page(read_objects(page), render(page), number, digits, figures=False)
            finally:
                page.close()


def printed_page(
    found: PageObjects, shown: Rendered, number: int, digits: Path | None, figures: bool = True
) -> PrintedPage:
    """Return what a page of this number shows: its objects, and how it is rendered.

    ``digits`` as in ``read_pages``. ``figures``: grids without a number are figures, whose cells are not compared,
    because they have rings and shading besides.
    """
    letters = found.letters.turned(0)
    marks = marks_of(found, letters, words_of(letters))
    boards = [grid for frame in marks.frames if (grid := grid_in(frame, marks)) is not None]
    labels = [labels_of(grid, marks) for grid in boards]
    label_words = [marks.words[i] for one in labels for i in sorted(one.words)]
    marks = without_labels(marks, labels)
    grids = []
    for grid, label in zip(boards, labels, strict=True):
        printed = replace(printed_grid(grid, marks, number, label.top), columns=label.columns, rows=label.rows)
        if digits is not None and not (figures and printed.number is None):
            printed = replace(printed, unseen=unseen_cells(shown, grid, digits))
        grids.append(printed)
    outside = marks.outside_words()
    folio, side = folio_of(outside, found.width, found.height)
    return PrintedPage(
        number=number,
        width=found.width,
        height=found.height,
        grids=tuple(grids),
        folio=folio,
        folio_side=side,
        faint=faint_letter(found.letters),
        lines=lines_of(outside),
        drawn=flow_of(letters),
        rotated=flow_of(found.letters.turned(180)),
        unseen=unseen_words(shown, [*outside, *label_words, *marks.rim_words()]),
        pictures=() if grids else tuple(gallery_pictures(marks.fills, outside, shown)),
    )
