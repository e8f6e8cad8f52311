"""Finds the pictures of a gallery on a page, solid squares above a number and a name, and compares them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_objects import Shape
from puzzlegen.checking.page_rendering import Rendered
from puzzlegen.checking.page_text import Word

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
    labels = [_label_words(number, numbers, words) for number in numbers]
    for number, label, found in zip(numbers, labels, _squares_above(numbers, labels, squares), strict=True):
        if found:
            cells, unseen = _cells_of(found, shown)
            text = " ".join(word.text for word in label)
            yield GalleryPicture(int(number.text), text, tuple(map(tuple, cells.tolist())), unseen)


def _is_solid(fill: Shape) -> bool:
    wide, high = fill.x1 - fill.x0, fill.bottom - fill.top
    return fill.fill is not None and fill.fill <= MAX_INK and wide > 0 and abs(high - wide) <= SQUARE_SLACK * wide


def _squares_above(
    numbers: Sequence[Word], labels: Sequence[Sequence[Word]], squares: Sequence[Shape]
) -> list[list[Shape]]:
    """Return the squares of each label: those for which it is, of the next line of labels below, the nearest."""
    tops = np.array([number.top for number in numbers])
    height = max(number.bottom - number.top for number in numbers)
    middles = np.array(
        [
            (number.x0 + max((word.x1 for word in label if word.top < number.bottom), default=number.x1)) / 2
            for number, label in zip(numbers, labels, strict=True)
        ]
    )
    found: list[list[Shape]] = [[] for _ in numbers]
    for square in squares:
        below = tops >= square.bottom - 1
        if below.any():
            next_line = below & (tops < tops[below].min() + height)
            far = np.where(next_line, np.abs(middles - (square.x0 + square.x1) / 2), np.inf)
            found[int(far.argmin())].append(square)
    return found


def _label_words(number: Word, numbers: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    """Return the words of a label behind its number: in its line up to the next number, and in lines below."""
    height = number.bottom - number.top
    beside = [one for one in numbers if one is not number and abs(one.top - number.top) < height]
    right = min((one.x0 for one in beside if one.x0 > number.x0), default=float("inf"))
    left = max((one.x0 for one in beside if one.x0 < number.x0), default=0.0)
    return [
        word
        for word in words
        if (abs(word.top - number.top) < height / 2 and number.x1 <= word.x0 < right)
        or (height / 2 <= word.top - number.top < 2 * LINE * height and left < word.x0 and word.x1 < right)
    ]


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
