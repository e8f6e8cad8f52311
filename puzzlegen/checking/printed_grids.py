"""Reading a finished PDF back: what stands on the pages, by position, knowing nothing of how it was laid out.

A grid is a stroked rectangle with straight lines inside that run its whole width or height at one distance. A clue is
the one digit in a cell, a mine a large drawn shape (disc, ring, cross, flag), a safe cell a small dot. The heading is
the words just above, between the grid's sides. A light ground under a cell is no fault, one painted over a clue is; a
grey one as large as the cell makes it a filled one, as in the answer of a mosaic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pdfplumber
from pdfplumber.utils.text import extract_words

from puzzlegen.board.puzzle import BLANK
from puzzlegen.checking.pdf_objects import Item, drawn
from puzzlegen.errors import OutputError

TOUCH = 2.5  # points by which a line may miss the frame it ends at: half the frame's width and some
UNEVEN = 0.2  # points by which two cells of a grid may differ
ONE_LINE = 3.0  # points by which the feet of words on one baseline may differ: they may be of two sizes
SAME_LINE = 8.0  # points by which the feet of words of one heading may differ: the number is larger
HEADING = 34.0  # points above a grid in which its heading is looked for
HEADING_LINES = 2.4  # and lines of its type, where that is more: two lines of large print take more room
FOLLOWS = 1.2  # points by which a letter may miss the one it follows
LIGHTEST = 0.6  # grey of a letter that a copier may lose
SPACES = {1: "grey", 3: "rgb", 4: "cmyk"}  # by the number of components
FAINTEST = 0.98  # ink lighter than this grey is no ink
GROUND = 0.8  # ink at least as light as this may lie under a clue
MARK = 0.35  # share of the cell's side from which on a drawn shape is a mine's mark
DOT = 0.25  # and up to which it is a dot
WHOLE = 0.05  # share of the cell's side by which the ground of a filled cell may miss it
DARKEST = 0.4  # and the least grey of it: a clue must stand off it


@dataclass(frozen=True, slots=True)
class PrintedGrid:
    """One grid as printed. ``clues`` has one entry a cell, BLANK where nothing is; ``faults`` says what cannot be read.

    ``heading`` holds the words above, from left to right, and ``number`` is its first word if that is a bold number at
    the grid's left edge: words of the text above a figure are neither. ``below`` are the words between that line and
    the grid. ``cell`` is the side of a cell in points, ``left`` and ``top`` are where the frame stands. ``filled`` are
    the cells with a grey ground.
    """

    page: int
    width: int
    height: int
    left: float
    top: float
    cell: float
    clues: tuple[int, ...]
    mines: tuple[bool, ...]
    dots: tuple[bool, ...]
    heading: tuple[str, ...]
    number: int | None
    stars: int
    faults: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    filled: tuple[bool, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Whether a mine or a filled cell is drawn in it."""
        return any(self.mines) or any(self.filled)

    @property
    def reference(self) -> int | None:
        """The page the heading refers to: the number that ends it, if it is not the puzzle's own."""
        match = re.search(r"(\d+)\D*$", " ".join(self.heading[1:]))
        return int(match[1]) if match else None


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """One page as printed; lengths in points from the top left.

    ``lines`` are the words outside grids, line by line. ``flow`` is the text of a page without grids in the order in
    which it was written, which follows columns, ``turned`` the text that stands upside down. ``faint`` is a letter too
    light to read, if any.
    """

    number: int
    width: float
    height: float
    grids: tuple[PrintedGrid, ...]
    folio: int | None
    folio_side: str = ""
    faint: str = ""
    lines: tuple[str, ...] = ()
    flow: str = ""
    turned: str = ""


def read_pages(path: Path) -> Iterator[PrintedPage]:
    """The pages of a PDF, one at a time. Raises OutputError when it is not one."""
    try:
        with pdfplumber.open(path) as pdf:
            for number, page in enumerate(pdf.pages, start=1):
                yield _read_page(page, number)
                page.close()
    except OutputError:
        raise
    except Exception as fault:  # pdfminer has no error type of its own for all the ways a file can be broken
        raise OutputError(f"{path}: cannot be read as a PDF: {type(fault).__name__} {fault}") from None


def _read_page(page: Any, number: int) -> PrintedPage:
    found = drawn(page)
    chars = [char for char in found.chars if not _is_turned(char)]
    words: list[Item] = extract_words(chars, keep_blank_chars=False, x_tolerance=1.5, extra_attrs=["fontname"])
    lines = [item for item in found.lines if item["stroke"]]
    frames = [item for item in found.rects if item["stroke"] and not item["fill"]]
    fills = [rect for rect in found.rects if rect["fill"]]
    marks = Marks(lines, frames, found.curves, chars, words, fills)
    grids = tuple(grid for frame in frames if (grid := _read_grid(frame, marks, number)) is not None)
    free = [word for word in words if not any(_within(word, _sides(frame)) for frame in frames)]
    folio, side = _folio(free, float(page.width), float(page.height))
    return PrintedPage(
        number,
        float(page.width),
        float(page.height),
        grids,
        folio,
        side,
        _faint(found.chars),
        _lines(free),
        "" if grids else _flow(chars),
        _flow([char for char in found.chars if _is_turned(char)]),
    )


def _is_turned(char: Item) -> bool:
    return bool(char["matrix"][0] < 0)


def _flow(chars: list[Item]) -> str:
    """The text in the order of the file, with a space wherever a letter does not follow on the one before it."""
    parts: list[str] = []
    before: Item | None = None
    for char in chars:
        if before is not None:
            gap = min(abs(char["x0"] - before["x1"]), abs(before["x0"] - char["x1"]))
            if gap > FOLLOWS or abs(char["bottom"] - before["bottom"]) > FOLLOWS:
                parts.append(" ")
        parts.append(char["text"])
        before = char
    return " ".join("".join(parts).split())


def _lines(words: list[Item]) -> tuple[str, ...]:
    """The words from top to bottom, those about one baseline joined from left to right."""
    lines: list[list[Item]] = []
    for word in sorted(words, key=lambda word: float(word["bottom"])):
        if lines and word["bottom"] - lines[-1][0]["bottom"] < ONE_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    return tuple(" ".join(w["text"] for w in sorted(line, key=lambda w: float(w["x0"]))) for line in lines)


def _is_ink(item: Item) -> bool:
    """Whether a rectangle leaves a mark: the ground of a page is white."""
    white = item.get("non_stroking_color") is not None and _lightness(item["non_stroking_color"]) >= FAINTEST
    return bool(item["stroke"]) or (bool(item["fill"]) and not white)


def _folio(words: list[Item], width: float, height: float) -> tuple[int | None, str]:
    """The number that stands alone lowest on the page, below everything else, and the side it is on."""
    if not words:
        return None, ""
    lowest = max(words, key=lambda word: word["bottom"])
    alone = all(word is lowest or word["bottom"] < lowest["top"] for word in words)
    if not (alone and lowest["text"].isdigit() and lowest["top"] > 0.85 * height):
        return None, ""
    if abs(lowest["x0"] + lowest["x1"] - width) < width * 0.1:  # the gutter moves the text's middle off the page's
        return int(lowest["text"]), "middle"
    return int(lowest["text"]), "left" if lowest["x1"] < width / 2 else "right"


@dataclass(frozen=True, slots=True)
class Marks:
    """What a page holds, by kind."""

    lines: list[Item]
    frames: list[Item]
    curves: list[Item]
    chars: list[Item]
    words: list[Item]
    fills: list[Item]


def _sides(item: Item) -> tuple[float, float, float, float]:
    return item["x0"], item["x1"], item["top"], item["bottom"]


def _levels(colour: Any) -> tuple[float, ...]:
    """The components of a colour as pdfplumber gives it; nothing set means black."""
    if colour is None:
        return (0.0,)
    return tuple(float(part) for part in (colour if isinstance(colour, tuple | list) else (colour,)))


def _lightness(colour: Any) -> float:
    """How light a colour looks, 0 black to 1 white."""
    levels = _levels(colour)
    black = 0.0
    if len(levels) == 4:  # inks: what they leave of the light
        cyan, magenta, yellow, black = levels
        levels = (1.0 - cyan, 1.0 - magenta, 1.0 - yellow)
    red, green, blue = levels if len(levels) == 3 else (levels[0],) * 3
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) * (1.0 - black)


def _faint(chars: list[Item]) -> str:
    """A letter too light to read; empty if none is."""
    for char in chars:
        if char["text"].strip() and (light := _lightness(char.get("non_stroking_color"))) > LIGHTEST:
            return f"{char['text']!r} in grey {light:.2f}"
    return ""


def _read_grid(frame: Item, marks: Marks, page: int) -> PrintedGrid | None:
    """The grid within a frame; None if the frame is just a box."""
    x0, x1, top, bottom = frame["x0"], frame["x1"], frame["top"], frame["bottom"]
    across, down = [], []
    for line in marks.lines:
        if not (line["x0"] >= x0 - TOUCH and line["x1"] <= x1 + TOUCH):
            continue
        if not (line["top"] >= top - TOUCH and line["bottom"] <= bottom + TOUCH):
            continue
        if line["bottom"] - line["top"] >= bottom - top - 2 * TOUCH and line["x1"] - line["x0"] < TOUCH:
            down.append(line["x0"])
        elif line["x1"] - line["x0"] >= x1 - x0 - 2 * TOUCH and line["bottom"] - line["top"] < TOUCH:
            across.append(line["top"])
    if not down or not across:
        return None
    faults: list[str] = []
    columns, cell, left = _spacing(sorted(down), x0, x1, faults)
    rows, _, first = _spacing(sorted(across), top, bottom, faults)
    clues = [BLANK] * (columns * rows)
    mines = [False] * (columns * rows)
    dots = [False] * (columns * rows)

    def cell_at(item: Item) -> int:
        col = int(((item["x0"] + item["x1"]) / 2 - left) // cell)
        row = int(((item["top"] + item["bottom"]) / 2 - first) // cell)
        return min(max(row, 0), rows - 1) * columns + min(max(col, 0), columns - 1)

    inside = (x0, x1, top, bottom)
    for char in (item for item in marks.chars if _within(item, inside) and item["text"].strip()):
        at = cell_at(char)
        if clues[at] != BLANK or char["text"] not in "0123456789":
            faults.append(
                f"row {at // columns + 1}, column {at % columns + 1} reads {char['text']!r} where one digit is due"
            )
        else:
            clues[at] = int(char["text"])
    shapes = [item for item in marks.curves if _within(item, inside)]
    fills = [item for item in marks.fills if _within(item, inside)]
    if any(_hides(fill, marks.chars + shapes, cell) for fill in fills):
        faults.append("something is drawn over it")
    filled: dict[int, Item] = {}
    for fill in fills:  # in the order of drawing: what is painted over is not seen
        filled = {at: under for at, under in filled.items() if not _within(under, _sides(fill))}
        if _fills(fill, cell):
            filled[cell_at(fill)] = fill
    for shape in shapes:
        wide = max(shape["x1"] - shape["x0"], shape["bottom"] - shape["top"]) / cell
        if wide > MARK:
            mines[cell_at(shape)] = True
        elif wide < DOT:
            dots[cell_at(shape)] = True
        else:
            faults.append("a mark in it is neither a mine nor a dot")
    names, number, stars, below = _heading(frame, marks)
    return PrintedGrid(
        page, columns, rows, x0, top, cell, tuple(clues), tuple(mines), tuple(dots), names, number, stars,
        tuple(faults), below, tuple(i in filled for i in range(columns * rows)),
    )  # fmt: skip


def _fills(fill: Item, cell: float) -> bool:
    """Whether a rectangle is the grey ground of one filled cell."""
    sides = fill["x1"] - fill["x0"], fill["bottom"] - fill["top"]
    grey = _lightness(fill.get("non_stroking_color"))
    return DARKEST <= grey < GROUND and all(abs(side - cell) < WHOLE * cell for side in sides)


def _hides(fill: Item, items: list[Item], cell: float) -> bool:
    """Whether a rectangle is dark and fills no cell, or is painted over something that came before it."""
    if _levels(fill.get("non_stroking_color"))[0] < GROUND and not _fills(fill, cell):
        return True
    return any(item["order"] < fill["order"] and _within(item, _sides(fill)) for item in items)


def _heading(frame: Item, marks: Marks) -> tuple[tuple[str, ...], int | None, int, tuple[str, ...]]:
    """The words of the line above a frame, the puzzle's number if a bold one begins it, the solid marks in it, and the
    words of a second line between it and the frame.

    The line reaches to the next grid beside this one, or to the end of the page: that of a narrow board is wider than
    the board.
    """
    left, top = frame["x0"] - TOUCH, frame["top"]
    beside = [
        f["x0"] for f in marks.frames if f["x0"] > frame["x1"] and f["top"] < frame["bottom"] and f["bottom"] > top
    ]
    right = min(beside, default=float("inf")) - TOUCH
    over = [w for w in marks.words if left <= w["x0"] and w["x1"] <= right and 0 <= top - w["bottom"] < _reach(w)]
    lines: list[list[Item]] = []
    for word in sorted(over, key=lambda word: -float(word["bottom"])):
        if lines and lines[-1][0]["bottom"] - word["bottom"] < SAME_LINE:
            lines[-1].append(word)
        else:
            lines.append([word])
    lines = [sorted(line, key=lambda word: float(word["x0"])) for line in lines]
    at = next((i for i, line in enumerate(lines[:2]) if _is_number(line[0], frame)), None)
    if at is None:
        return tuple(word["text"] for word in lines[0]) if lines else (), None, 0, ()
    line = lines[at]
    names = tuple(word["text"] for word in line)
    band = (left, right, min(word["top"] for word in line), max(word["bottom"] for word in line))
    solid = [item for item in marks.curves if item["fill"]] + [fill for fill in marks.fills if _is_ink(fill)]
    stars = sum(_within(item, band) for item in solid)
    return names, int(names[0]), stars, tuple(word["text"] for word in lines[0]) if at else ()


def _reach(word: Item) -> float:
    """How far above its grid a word of a heading may stand."""
    return max(HEADING, HEADING_LINES * float(word["bottom"] - word["top"]))


def _is_number(word: Item, frame: Item) -> bool:
    """Whether a word is a puzzle's number: bold, at the frame's left edge."""
    at_edge = abs(word["x0"] - frame["x0"]) < TOUCH
    return at_edge and bool(word["text"].isdigit()) and "bold" in word["fontname"].casefold()


def _within(item: Item, box: tuple[float, float, float, float]) -> bool:
    x, y = (item["x0"] + item["x1"]) / 2, (item["top"] + item["bottom"]) / 2
    return bool(box[0] < x < box[1] and box[2] < y < box[3])


def _spacing(at: list[float], low: float, high: float, faults: list[str]) -> tuple[int, float, float]:
    """How many cells the lines make, the side of one, and where the first begins."""
    steps = [b - a for a, b in pairwise(at)] or [(high - low) / 2]
    cell = sum(steps) / len(steps)
    ends = (at[0] - low, high - at[-1])  # the outer cells, and half the frame's line or so
    if max(steps) - min(steps) > UNEVEN or any(not cell - UNEVEN <= end <= cell + TOUCH for end in ends):
        faults.append("its lines are not evenly spaced")
    return len(at) + 1, cell, at[0] - cell
