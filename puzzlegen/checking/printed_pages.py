"""Reads the pages of a finished PDF as a reader sees them: boards, row and column labels, headings, words, page number.

It joins the halves of puzzles over two facing pages, and compares the pictures of a gallery.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.checking.findings import Fault, Finding
from puzzlegen.checking.page_marks import MIN_GROUND, WHITE, PageMarks, marks_of
from puzzlegen.checking.page_objects import (
    Numbers,
    PageObjects,
    Shape,
    Word,
    all_within,
    faint_letter,
    flow_of,
    folio_of,
    lines_of,
    read_objects,
    side_of,
    words_of,
)
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_grids import LABEL_REACH, GridObjects, PrintedGrid, cells_at, grid_in, printed_grid
from puzzlegen.checking.printed_outlines import is_number
from puzzlegen.checking.rendering import Rendered, render
from puzzlegen.checking.visible_cells import unseen_cells, unseen_words
from puzzlegen.files.limits import limited

_NO_LABEL = re.compile(r"[^\W\d_]{3}")  # names of columns are numbers, or one or two letters
ON_LINE = 0.2  # share of a cell by which a label may be off the middle of its row or column
OFF_LINE = "?"  # after a label that is farther off


@dataclass(frozen=True, slots=True)
class PrintedLabels:
    """The labels of one grid: a text for each column and row, "" for one without a label; no texts without labels.

    ``words`` has the indices of their words among those of the page. ``top`` is where the labels of the columns begin,
    None without them.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    words: frozenset[int] = frozenset()
    top: float | None = None


def labels_of(grid: GridObjects, marks: PageMarks) -> PrintedLabels:
    """Return the labels of a grid.

    The lowest words above it label its columns if most of them stand over the middle of a column. Words just left of
    it label its rows, or if there are none those just right of it, as in a left half. Ragged boards have no columns,
    and words before the first cell of a row, which may be within the frame, label their rows.
    """
    frame = marks.around(grid.frame)
    x0, x1, tops, bottoms = marks.word_boxes
    x, y = (x0 + x1) / 2, (tops + bottoms) / 2
    columns, over = ((), np.zeros(0, np.int64)) if grid.ragged else _columns(grid, marks, x)
    level = (y > frame.top) & (y < frame.bottom)
    across = grid.middles(np.arange(grid.rows * grid.columns))[0]  # rows without cells at an end are labeled out there
    first, last = min(frame.x0, across.min() - grid.cell / 2), max(frame.x1, across.max() + grid.cell / 2)
    if grid.ragged:
        left = level & grid.before_rows(marks.word_boxes)
    else:
        left = level & (x1 <= frame.x0) & (first - x1 < LABEL_REACH)
    right = level & (x0 >= frame.x1) & (x0 - last < LABEL_REACH)
    beside = np.flatnonzero(left if left.any() else right)
    middles = grid.middles(np.arange(grid.rows) * grid.columns)[1]
    rows = _texts(marks, beside, np.abs(y[beside, None] - middles) / grid.cell)
    top = min((marks.words[i].top for i in over.tolist()), default=None)
    return PrintedLabels(columns, rows, frozenset([*over.tolist(), *beside.tolist()]), top)


def _columns(grid: GridObjects, marks: PageMarks, x: Numbers) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the labels of columns and the indices of their words, given the middles of all words."""
    frame = marks.around(grid.frame)
    bottoms = marks.word_boxes[3]
    near = (x > frame.x0) & (x < frame.x1) & (bottoms <= frame.top) & (frame.top - bottoms < LABEL_REACH)
    if not near.any():
        return (), np.zeros(0, np.int64)
    over = np.flatnonzero(near & (bottoms.max(where=near, initial=0.0) - bottoms < grid.cell / 4))
    words = [marks.words[i] for i in over.tolist()]
    if any(is_number(word, frame.x0) or _NO_LABEL.search(word.text) for word in words):
        return (), np.zeros(0, np.int64)  # the heading: its words may be over columns
    rows = np.arange(min(grid.rows, 2))[:, None]  # every other row of hexagons is half a cell to the right
    middles = grid.middles((rows * grid.columns + np.arange(grid.columns)).ravel())[0].reshape(-1, grid.columns).mean(0)
    away = np.abs(x[over, None] - middles) / grid.cell
    on_line = away < ON_LINE
    if 2 * np.count_nonzero(on_line.any(0)) < grid.columns or 2 * np.count_nonzero(on_line.any(1)) < len(over):
        return (), np.zeros(0, np.int64)
    return _texts(marks, over, away), over


def _texts(marks: PageMarks, words: NDArray[np.int64], away: Numbers) -> tuple[str, ...]:
    """Return the text on each line, given how far each word is from each line, in cells, shape (words, lines).

    A word between two lines is added to the nearer one with a mark, so that it is never read as its label.
    """
    if not words.size:
        return ()
    texts = [""] * away.shape[1]
    for word, line, distance in zip(words.tolist(), away.argmin(1).tolist(), away.min(1).tolist(), strict=True):
        texts[line] += marks.words[word].text + ("" if distance < ON_LINE else OFF_LINE)
    return tuple(texts)


def without_labels(marks: PageMarks, labels: Sequence[PrintedLabels]) -> PageMarks:
    """Return the marks of a page without the words of labels."""
    taken = frozenset[int]().union(*(one.words for one in labels))
    return marks.with_words([i for i in range(len(marks.words)) if i not in taken]) if taken else marks


SLACK = 0.1  # points by which the tops and the cells of two halves may differ


def joined_halves(grids: Iterable[PrintedGrid], records: Mapping[int, GradedPuzzle], bound: bool) -> list[PrintedGrid]:
    """Return the grids with each two halves of a puzzle as one grid, on the page and with the heading of the left.

    Halves have the number of the puzzle, its height, and together its width; they lie on facing pages, the same
    distance from the head, with cells of one size. Others stay as they are. ``bound``: pages face each other.
    """
    found: list[PrintedGrid] = []
    for grid in grids:
        left = found[-1] if found else None
        record = records.get(grid.number or 0)
        if left is not None and record is not None and _are_halves(left, grid, record, bound):
            found[-1] = _joined(left, grid)
        else:
            found.append(grid)
    return found


def _are_halves(left: PrintedGrid, right: PrintedGrid, record: GradedPuzzle, bound: bool) -> bool:
    board = record.puzzle.grid
    return (
        left.number == right.number
        and left.width + right.width == board.width
        and left.height == right.height == board.height
        and right.page == left.page + 1
        and not (bound and left.page % 2)
        and abs(left.top - right.top) < SLACK
        and abs(left.cell - right.cell) < SLACK
    )


def _joined(left: PrintedGrid, right: PrintedGrid) -> PrintedGrid:
    def rows(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
        a, b = left.width, right.width
        both = ((*one[i * a : (i + 1) * a], *other[i * b : (i + 1) * b]) for i in range(left.height))
        return tuple(value for row in both for value in row)

    differ = [Fault("the labels of its rows differ in both halves")] if left.rows != right.rows else []
    return replace(
        left,
        width=left.width + right.width,
        clues=rows(left.clues, right.clues),
        mines=tuple(map(bool, rows(left.mines, right.mines))),
        dots=tuple(map(bool, rows(left.dots, right.dots))),
        filled=tuple(map(bool, rows(left.filled, right.filled))),
        columns=(*left.columns, *right.columns),
        faults=(*left.faults, *(Fault(f"right half: {fault}") for fault in right.faults), *differ),
        unseen=(*left.unseen, *(Fault(f"right half: {fault}") for fault in right.unseen)),
    )


MAX_INK = 0.35  # lightest gray of a solid cell
SQUARE_SLACK = 0.1  # share of its width by which the height of a solid cell may differ
OVERLAP = 1.04  # of a cell: the side of the square that fills it
PLACE_SLACK = 0.3  # of a cell, by which a square may be off its cell
LINE = 1.5  # of the height of a word, within which the next line of a label begins
SEEN = 0.5  # of 255, the tone that divides solid from blank in the middle of a cell

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GalleryPicture:
    """A picture of a gallery: the number and the words below it, and its cells without blank margins.

    ``unseen`` tells that a reader sees other cells than the file says.
    """

    number: int
    words: str
    rows: tuple[tuple[bool, ...], ...]
    unseen: bool


def gallery_pictures(fills: Sequence[Shape], words: Sequence[Word], shown: Rendered) -> Iterator[GalleryPicture]:
    """Yield the pictures of a page without grids."""
    squares = [fill for fill in fills if _is_solid(fill)]
    numbers = [word for word in words if word.text.isdecimal() and "bold" in word.font.casefold()]
    if not squares or not numbers:
        return
    labels, middles = _labels(numbers, words)
    for number, label, found in zip(numbers, labels, _squares_above(numbers, middles, squares), strict=True):
        if found:
            cells, unseen = _cells_of(found, shown)
            text = " ".join(word.text for word in label)
            yield GalleryPicture(int(number.text), text, tuple(map(tuple, cells.tolist())), unseen)


def _is_solid(fill: Shape) -> bool:
    wide, high = fill.x1 - fill.x0, fill.bottom - fill.top
    return fill.fill is not None and fill.fill <= MAX_INK and wide > 0 and abs(high - wide) <= SQUARE_SLACK * wide


def _squares_above(numbers: Sequence[Word], middles: Numbers, squares: Sequence[Shape]) -> list[list[Shape]]:
    """Return the squares of each label: those for which it is, of the next line of labels below, the nearest."""
    tops = np.array([number.top for number in numbers])
    height = max(number.bottom - number.top for number in numbers)
    found: list[list[Shape]] = [[] for _ in numbers]
    for square in squares:
        below = tops >= square.bottom - 1
        if below.any():
            next_line = below & (tops < tops[below].min() + height)
            far = np.where(next_line, np.abs(middles - (square.x0 + square.x1) / 2), np.inf)
            found[int(far.argmin())].append(square)
    return found


def _first_line(number: Word, numbers: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    """Return the words behind the number of a label, in its line up to the next number."""
    height = number.bottom - number.top
    beside = [one.x0 for one in numbers if one.x0 > number.x0 and abs(one.top - number.top) < height]
    right = min(beside, default=float("inf"))
    return [word for word in words if abs(word.top - number.top) < height / 2 and number.x1 <= word.x0 < right]


def _middle(number: Word, line: Sequence[Word]) -> float:
    """Return the middle of a first line across: of the number and the words behind it."""
    return (number.x0 + max((word.x1 for word in line), default=number.x1)) / 2


def _labels(numbers: Sequence[Word], words: Sequence[Word]) -> tuple[list[list[Word]], Numbers]:
    """Return the words of each label behind its number, and the middles of their first lines across.

    A word below first lines belongs to the label whose middle is the nearest.
    """
    labels = [_first_line(number, numbers, words) for number in numbers]
    middles = np.array([_middle(number, label) for number, label in zip(numbers, labels, strict=True)])
    tops, height = np.array([number.top for number in numbers]), max(one.bottom - one.top for one in numbers)
    for word in words:
        above = (word.top - tops >= height / 2) & (word.top - tops < 2 * LINE * height)
        if above.any():
            labels[int(np.where(above, np.abs(middles - (word.x0 + word.x1) / 2), np.inf).argmin())].append(word)
    return labels, middles


def _cells_of(squares: Sequence[Shape], shown: Rendered) -> tuple[Cells, bool]:
    """Return the cells that squares fill, without blank margins, and whether a reader sees others."""
    side = float(np.median([square.x1 - square.x0 for square in squares])) / OVERLAP
    x = np.array([(square.x0 + square.x1) / 2 for square in squares])
    y = np.array([(square.top + square.bottom) / 2 for square in squares])
    columns, rows = (x - x.min()) / side, (y - y.min()) / side
    cells: Cells = np.zeros((round(float(rows.max())) + 1, round(float(columns.max())) + 1), np.bool_)
    off = max(float(np.abs(columns - columns.round()).max()), float(np.abs(rows - rows.round()).max()))
    cells[rows.round().astype(np.int64), columns.round().astype(np.int64)] = True
    at_x = ((x.min() + np.arange(cells.shape[1]) * side) * shown.scale).astype(np.int64)
    at_y = ((y.min() + np.arange(cells.shape[0]) * side) * shown.scale).astype(np.int64)
    inside = at_y[-1] < shown.pixels.shape[0] and at_x[-1] < shown.pixels.shape[1]
    seen = shown.pixels[np.ix_(at_y, at_x)] < SEEN * 255 if inside else ~cells
    return cells, off > PLACE_SLACK or bool((seen != cells).any())


def check_gallery(
    pictures: Iterable[tuple[int, GalleryPicture]], records: Iterable[GradedPuzzle], titles: Mapping[int, str]
) -> list[Finding]:
    """Compare the pictures of the gallery, each with its page number, with the solutions and the titles: A309."""
    found = {picture.number: (page, picture) for page, picture in pictures}
    findings = []
    for record in records:
        number = record.number or 0
        if not record.answer_is_picture:
            continue
        if number not in found:
            findings.append(Finding("A309", 0, number, "it is on no page"))
            continue
        page, picture = found[number]
        title = titles.get(number, "")
        if picture.unseen:
            findings.append(Finding("A309", page, number, "its cells cannot be seen as they are drawn"))
        if picture.rows != _without_margins(record):
            findings.append(Finding("A309", page, number, "its cells are not the solution"))
        if "".join(title.split()) != "".join(picture.words.split()):
            findings.append(Finding("A309", page, number, f"reads {picture.words!r}, expected {title!r}"))
    return findings


def _without_margins(record: GradedPuzzle) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a solution without blank margins."""
    grid = record.puzzle.grid
    cells = np.array(record.solution, np.bool_).reshape(grid.height, grid.width)
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    part = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return tuple(map(tuple, part.tolist()))


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
    with PdfFile(path) as file, file.document() as document:
        for number in range(1, len(document) + 1):
            with limited(path):
                page = document[number - 1]
                try:
                    found = printed_page(read_objects(page), render(page), number, digits, figures=False)
                finally:
                    page.close()
            yield found


def stage_of(printed: PrintedGrid) -> tuple[int, int] | None:
    """Return the numbers of puzzle and stage that label a board of a step-by-step solution; None for another grid."""
    match = re.fullmatch(r"(\d+)\.(\d+)", printed.heading[0]) if printed.heading else None
    return (int(match[1]), int(match[2])) if match else None


def _without_highlights(grid: GridObjects, marks: PageMarks) -> tuple[GridObjects, frozenset[int]]:
    """Return a board of a step-by-step solution without rings, and the cells that cannot be compared with others.

    These have a tint, a ring around a clue, or a dot beside it.
    """
    clues = grid.digits.keys()
    tints = [
        shape
        for shape in all_within([*marks.fills, *marks.curves], grid.frame[:4])
        if MIN_GROUND <= (shape.fill or 0.0) < WHITE
    ]
    middles = np.array([shape[:4] for shape in tints], np.float64).reshape(-1, 4).T
    apart = frozenset([*cells_at(grid, middles), *(clues & grid.mines.keys()), *(clues & grid.dots.keys())])
    mines = {at: shape for at, shape in grid.mines.items() if at not in clues}
    dots = {at: shape for at, shape in grid.dots.items() if at not in clues}
    return replace(grid, mines=mines, dots=dots), apart


def _compared(
    printed: PrintedGrid, grid: GridObjects, marks: PageMarks, shown: Rendered, digits: Path, figures: bool
) -> PrintedGrid:
    """Return a grid with what a reader sees other than the file says; arguments are as in ``printed_page``."""
    if stage_of(printed):
        plain, apart = _without_highlights(grid, marks)
        return replace(printed, unseen=unseen_cells(shown, plain, digits, apart))
    is_figure = figures and printed.number is None
    return printed if is_figure else replace(printed, unseen=unseen_cells(shown, grid, digits))


def printed_page(
    found: PageObjects, shown: Rendered, number: int, digits: Path | None, figures: bool = True
) -> PrintedPage:
    """Return what a page of this number shows: its objects, and how it is rendered.

    ``digits`` as in ``read_pages``. ``figures``: grids without a number are figures, whose cells are not compared,
    because they have rings and shading besides; of boards of step-by-step solutions the others are compared.
    """
    letters = found.letters.turned(0)
    marks = marks_of(found, letters, words_of(letters))
    boards = [grid for frame in marks.frames if (grid := grid_in(frame, marks)) is not None]
    labels = [labels_of(grid, marks) for grid in boards]
    label_words = [marks.words[i] for one in labels for i in sorted(one.words)]
    label_boxes = [(word.x0, word.top, word.x1, word.bottom) for word in label_words]
    marks = without_labels(marks, labels)
    grids = []
    for grid, label in zip(boards, labels, strict=True):
        printed = replace(printed_grid(grid, marks, number, label.top), columns=label.columns, rows=label.rows)
        if digits is not None:
            within = label_boxes if grid.ragged else []  # elsewhere labels are outside of the frame
            printed = _compared(printed, grid, marks, shown.without(within) if within else shown, digits, figures)
        grids.append(printed)
    outside = marks.outside_words()
    folio = folio_of(outside, found)
    below_pictures = [word for word in outside if word is not folio]
    return PrintedPage(
        number=number,
        width=found.width,
        height=found.height,
        grids=tuple(grids),
        folio=int(folio.text) if folio else None,
        folio_side=side_of(folio, found.width) if folio else "",
        faint=faint_letter(found.letters),
        lines=lines_of(outside),
        drawn=flow_of(letters),
        rotated=flow_of(found.letters.turned(180)),
        unseen=unseen_words(shown, [*outside, *label_words, *marks.rim_words()]),
        pictures=() if grids else tuple(gallery_pictures(marks.fills, below_pictures, shown)),
    )
