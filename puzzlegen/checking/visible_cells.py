"""Compares a rendered grid with what its objects say: digits, blanks, marks and lines must look as they are drawn.

A digit must look like a picture of it that is drawn with the font file. The difference is the sum of the differences of
all pixels, divided by the ink of the digit. Measured on 2026-11-22 with the six bundled fonts at 7 to 40 points: at
most 0.16 between a digit and its picture, at least 0.33 between two digits (3 and 8). ``MAX_DIFFERENCE`` is between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from math import ceil, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.checking.findings import Fault
from puzzlegen.checking.page_marks import MIN_GROUND
from puzzlegen.checking.page_objects import Letters, Shape, Word
from puzzlegen.checking.printed_grids import GridObjects
from puzzlegen.checking.rendering import PHASES, DigitPictures, Rendered, digit_pictures

MAX_DIFFERENCE = 0.22  # between a digit and its picture, as a share of the ink of the digit
MAX_STRAY = 0.5  # darkness of all pixels beside a digit together, in pixels of its own color
EVEN = 10  # of 255: the tones of an empty cell, and of the grounds of all cells of a kind, may differ by so much
LINE_SHARE = 0.4  # of the darkness of a line: the least in any pixel along it, because it may lie between two pixels
MIN_LINE = 0.25  # darkness of a line, 1 for black: a lighter line is no line. The palest of a theme is 0.4
MARK_SLACK = 1.6  # pixels by which the ink of a mark may differ from its outline on each side
MIN_MARK_INK = 0.5  # share of the darkness that the darkest pixel of a mark must have; dots are two pixels wide
MASS_SLACK = 0.2  # share by which the ink of a mark may differ from that of the others in the grid
OFF_MIDDLE = 0.2  # share of a cell by which a digit may be off the middle
MIN_CONTRAST = 16  # of 255: words with less are not seen
EDGE = 1.0  # pixels beside a line that are not compared, because the line may reach into them
SAMPLED_ROWS = np.array((0.45, 0.6, 0.7))  # of a word, as shares of its height: its small letters
SAMPLED_COLUMNS = np.linspace(0.02, 0.98, 24)  # and of its width
SHOWN = 3  # cells of a grid that are named

Pixels = NDArray[np.uint8]


def unseen_cells(shown: Rendered, grid: GridObjects, font: Path, apart: Collection[int] = ()) -> tuple[Fault, ...]:
    """Describe what a reader sees in a grid other than its objects say: the first cells, and lines.

    ``font`` is the file of the clue digits. Cells ``apart`` look other than the rest and are not compared.
    """
    cells = _Cells(shown, grid)
    if not cells.whole:
        return (Fault("the grid is not whole on the page"),)
    found = dict(_digit_faults(cells, grid, font))
    if grid.copies is not None and (problem := _copy_fault(shown, grid.copies, font)):
        return (Fault(problem),)
    for at, problem in (*_ground_faults(cells, grid), *_mark_faults(cells, grid)):
        found.setdefault(at, problem)
    found = {cell: problem for cell, problem in found.items() if cell not in apart}
    named = [grid.fault(cell, found[cell]) for cell in sorted(found)[:SHOWN]]
    if len(found) > SHOWN:
        named.append(Fault(f"and {len(found) - SHOWN} more cells"))
    return (*named, *map(Fault, _line_faults(shown, grid)))


def unseen_words(shown: Rendered, words: Iterable[Word]) -> str:
    """Describe the first word that leaves no ink on the rendered page; empty if there is none."""
    words = list(words)
    for i in _doubtful(shown, words):
        left, right, top, bottom = (max(0, int(side * shown.scale)) for side in words[i][1:5])
        part = shown.pixels[top : bottom + 1, left : right + 1]
        if not part.size or int(part.max()) - int(part.min()) < MIN_CONTRAST:
            return repr(words[i].text)
    return ""


def _doubtful(shown: Rendered, words: Sequence[Word]) -> list[int]:
    """Return which words must be looked at in full: those that show no ink where a few pixels of each are sampled."""
    if not words:
        return []
    left, right, top, bottom = np.maximum(np.array([word[1:5] for word in words]).T * shown.scale, 0)
    height, width = shown.pixels.shape
    y = np.minimum((top[:, None] + (bottom - top)[:, None] * SAMPLED_ROWS).astype(np.int64), height - 1)
    x = np.minimum((left[:, None] + (right - left)[:, None] * SAMPLED_COLUMNS).astype(np.int64), width - 1)
    sample = shown.pixels[y[:, :, None], x[:, None, :]].reshape(len(words), -1)
    seen = sample.max(1) - sample.min(1) >= MIN_CONTRAST
    seen &= (left < width) & (top < height)
    doubtful: list[int] = np.flatnonzero(~seen).tolist()
    return doubtful


# Moves to look for a digit that is not where rounding puts it, in parts of a pixel: by whole pixels first.
_MOVES = sorted(
    product(range(-PHASES, 2 * PHASES), repeat=2), key=lambda move: (any(part % PHASES for part in move), move)
)


class _Cells:
    """The tones of the inner pixels of all cells of a grid, without its lines: one entry a cell.

    ``lightest`` is the ground, and ``sums`` adds all tones. The first pixel of a cell is at ``lefts`` and ``tops``, and
    it has ``side`` x ``side`` pixels, of which those of ``inner`` count; it is None for squares, of which all do.
    ``pixels`` are those of the page; of hexagons, ``digits`` has only the cells with clues, without their lines.
    Nothing is measured unless ``whole``: the grid is within the page.
    """

    def __init__(self, shown: Rendered, grid: GridObjects) -> None:
        pixels, scale = shown.pixels, shown.scale
        inset = grid.widest / 2 * scale + EDGE
        x, y = grid.middles(np.arange(grid.rows * grid.columns))
        self.pixels, self.digits, self.scale = pixels, pixels, scale
        span = grid.cell * grid.lattice.tallness * scale  # of a square around the cell
        around = 0.0 if grid.lattice.staggered else inset
        self.side = int(span - 2 * around)
        self.lefts = np.ceil(x * scale - span / 2 + around).astype(np.int64)
        self.tops = np.ceil(y * scale - span / 2 + around).astype(np.int64)
        height, width = pixels.shape
        inside = self.lefts.min() >= 0 and self.tops.min() >= 0
        inside &= self.lefts.max() + self.side < width and self.tops.max() + self.side < height
        self.whole = bool(inside) and self.side > 2
        self.inner: NDArray[np.bool_] | None = None
        if not self.whole:
            return
        if grid.lattice.staggered:
            self.middles, self.reach = (x * scale, y * scale), grid.cell * scale / 2
            self.inner = self.within_hexagons(inset)
            self._measure_hexagons(self.inner, list(grid.digits))
        else:
            self._measure_bands(self.lefts[: grid.columns], self.tops[:: grid.columns])

    def within_hexagons(self, inset: float) -> NDArray[np.bool_]:
        """Return which pixels are within a hexagon, that far from its sides, shape (cells, side, side)."""
        span = np.arange(self.side) + 0.5
        across = abs(self.lefts[:, None] + span - self.middles[0][:, None])[:, None, :]
        down = abs(self.tops[:, None] + span - self.middles[1][:, None])[:, :, None]
        reach = self.reach - inset
        inside: NDArray[np.bool_] = (across <= reach) & (across / 2 + down * sqrt(3) / 2 <= reach)
        return inside

    def _measure_hexagons(self, inner: NDArray[np.bool_], clues: list[int]) -> None:
        """Measure hexagons, and keep of the page those with digits: boxes around these may reach into other cells."""
        blocks = _squares(self.pixels, self.lefts, self.tops, (self.side, self.side))
        self.lightest = np.where(inner, blocks, 0).max((1, 2))
        self.darkest = np.where(inner, blocks, 255).min((1, 2))
        self.sums = np.where(inner, blocks, 0).sum((1, 2))
        self.digits = np.full_like(self.pixels, int(self.lightest.max()))
        for part, values in ((self.within_hexagons(-1.0), None), (inner, blocks)):
            cell, down, right = np.nonzero(part[clues])
            cell = np.array(clues, np.int64)[cell]
            tones = self.lightest[cell] if values is None else values[cell, down, right]
            self.digits[self.tops[cell] + down, self.lefts[cell] + right] = tones.astype(np.uint8)

    def _measure_bands(self, lefts: NDArray[np.int64], tops: NDArray[np.int64]) -> None:
        """Measure cells in straight rows and columns: a tenth of the time of the same by cells."""
        first, width = lefts[0], lefts[-1] + self.side + 1 - lefts[0]
        rows = (tops[:, None] + np.arange(self.side)).ravel()
        bands = self.pixels[rows, first : first + width].reshape(len(tops), self.side, width)
        ends = np.ravel([lefts - first, lefts - first + self.side], order="F")

        def over_cells(operation: np.ufunc, columns: NDArray[Any]) -> NDArray[np.float32]:
            return operation.reduceat(columns, ends, axis=1)[:, ::2].ravel().astype(np.float32)

        self.lightest = over_cells(np.maximum, bands.max(1))
        self.darkest = over_cells(np.minimum, bands.min(1))
        self.sums = over_cells(np.add, bands.sum(1, dtype=np.uint32))

    @property
    def ink(self) -> NDArray[np.float32]:
        """How much darker than its ground a cell is, as the sum over its pixels."""
        size = self.side**2 if self.inner is None else self.inner.sum((1, 2))
        ink: NDArray[np.float32] = self.lightest * size - self.sums
        return ink

    def blocks(self, cells: Sequence[int]) -> NDArray[np.float32]:
        """Return the pixels of some cells, shape (cells, side, side)."""
        squares = _squares(self.pixels, self.lefts[cells], self.tops[cells], (self.side, self.side))
        return squares if self.inner is None else np.where(self.inner[cells], squares, self.lightest[cells, None, None])


def _squares(
    pixels: Pixels, lefts: NDArray[np.int64], tops: NDArray[np.int64], shape: tuple[int, int]
) -> NDArray[np.float32]:
    """Return parts of a page of one shape (rows, columns), given their first pixels; moved inside at its edges."""
    rows = np.minimum(np.maximum(tops, 0), pixels.shape[0] - shape[0])[:, None] + np.arange(shape[0])
    columns = np.minimum(np.maximum(lefts, 0), pixels.shape[1] - shape[1])[:, None] + np.arange(shape[1])
    squares: NDArray[np.float32] = pixels[rows[:, :, None], columns[:, None, :]].astype(np.float32)
    return squares


def _middle(values: NDArray[np.float32]) -> float:
    """Return the median, or the upper of the two middle values: a tenth of the time of ``np.median``."""
    return float(np.sort(values)[len(values) // 2])


def _ground_faults(cells: _Cells, grid: GridObjects) -> Iterator[tuple[int, str]]:
    """Yield the empty cells that are not empty, and those with another ground than the others of their kind."""
    count = grid.columns * grid.rows
    filled, tinted, clue, marked = np.zeros((4, count), bool)
    present = np.ones(count, bool)
    present[list(grid.voids)] = False
    filled[list(grid.filled)] = True
    tinted[list(grid.tinted)] = True
    clue[list(grid.digits)] = True
    marked[[*grid.mines, *grid.dots]] = True
    yield from _void_faults(cells, grid)
    for at in np.flatnonzero(present & ~(clue | marked) & (cells.lightest - cells.darkest > EVEN)):
        yield int(at), "is blank, but something is printed there"
    for is_filled, is_tinted, is_clue in product((False, True), repeat=3):
        kind = present & (filled == is_filled) & (tinted == is_tinted) & (clue == is_clue)
        if not kind.any():
            continue
        usual = _middle(cells.lightest[kind])
        wrong = kind & (abs(cells.lightest - usual) > EVEN)
        if (usual < MIN_GROUND * 255) != is_filled or (is_tinted and not is_clue):
            wrong = kind
        for at in np.flatnonzero(wrong):
            yield int(at), "has another ground than it is to have"


def _void_faults(cells: _Cells, grid: GridObjects) -> Iterator[tuple[int, str]]:
    """Yield the voids in which something is printed, apart from the outline beside them."""
    voids = sorted(grid.voids)
    edge = int(grid.frame.width * cells.scale + EDGE) + 1
    if not voids or cells.side <= 2 * edge:
        return
    if grid.lattice.staggered:
        inner = cells.within_hexagons(edge)[voids]
        tones = cells.blocks(voids)
        light, dark = np.where(inner, tones, 0).max((1, 2)), np.where(inner, tones, 255).min((1, 2))
    else:
        tones = cells.blocks(voids)[:, edge:-edge, edge:-edge]
        light, dark = tones.max((1, 2)), tones.min((1, 2))
    for i in np.flatnonzero(light - dark > EVEN):
        yield voids[i], "is no cell of the board, but something is printed there"


# --- digits


def _digit_faults(cells: _Cells, grid: GridObjects, font: Path) -> Iterator[tuple[int, str]]:
    """Yield the cells in which a digit cannot be seen, or looks like another."""
    letters, values = grid.letters, np.array(list(grid.digits.values()), np.int64)
    places = np.array(list(grid.digits), np.int64)
    off_middle = _are_off_middle(places, grid)
    for i in np.flatnonzero(off_middle):
        yield int(places[i]), f"has its {values[i]} off the middle"
    sizes = np.round((letters.bottom - letters.top) * cells.scale, 1)
    looks = np.stack((sizes, letters.gray))[:, ~off_middle]
    for size, gray in sorted(set(map(tuple, looks.T.tolist()))):
        alike = np.flatnonzero(~off_middle & (sizes == size) & (letters.gray == gray))
        yield from _differences(cells, places[alike], values[alike], letters.at(alike), (font, size))


def _copy_fault(shown: Rendered, copies: Letters, font: Path) -> str:
    """Describe the first digit of a rim that cannot be seen, or looks like another; empty if all can be read."""
    for i, text in enumerate(copies.text):
        one = copies.at([i])
        size = round(float(one.bottom[0] - one.top[0]) * shown.scale, 1)
        left, right, top, bottom = (max(0, int(side * shown.scale)) for side in one.boxes[:, 0].tolist())
        ground = _middle(shown.pixels[top : bottom + 1, left : right + 1].ravel().astype(np.float32))
        looks = _Looks(shown.pixels, np.array([ground], np.float32), float(one.gray[0]) * 255)
        digits = np.array([int(text) if text in "0123456789" else 0], np.int64)
        origins = np.stack((one.x, one.baseline), axis=1) * shown.scale
        if bool(looks.search(font, size, digits, origins)[0][0]):
            return f"in the rim, a digit does not look like {text}"
    return ""


def _are_off_middle(places: NDArray[np.int64], grid: GridObjects) -> NDArray[np.bool_]:
    letters = grid.letters
    x, y = grid.middles(places)
    right, down = (letters.x0 + letters.x1) / 2 - x, (letters.top + letters.bottom) / 2 - y
    off: NDArray[np.bool_] = np.maximum(abs(right), abs(down)) > OFF_MIDDLE * grid.cell
    return off


def _differences(
    cells: _Cells, places: NDArray[np.int64], digits: NDArray[np.int64], letters: Letters, face: tuple[Path, float]
) -> Iterator[tuple[int, str]]:
    """Yield what is wrong with digits of one size and color. ``face`` is their font file and size in pixels."""
    color = float(letters.gray[0]) * 255
    origins = np.stack((letters.x, letters.baseline), axis=1) * cells.scale
    looks = _Looks(cells.digits, cells.lightest[places], color)
    wrong, ink = looks.compare(digit_pictures(*face), digits, np.floor(origins + 0.5).astype(np.int64))
    missed = np.flatnonzero(wrong)
    if missed.size:
        looks = _Looks(cells.digits, looks.ground[missed], looks.color)
        lost, ink[missed] = looks.search(*face, digits[missed], origins[missed])
        for i in missed[lost]:
            yield int(places[i]), f"does not look like {digits[i]}"
    beside = cells.ink[places] - ink
    for i in np.flatnonzero(abs(beside) > MAX_STRAY * (255 - color)):
        yield int(places[i]), f"has something beside its {digits[i]}"


class _Looks(NamedTuple):
    """Compares pictures with the places of some digits of one color. ``ground`` has the tone behind each of them."""

    pixels: Pixels
    ground: NDArray[np.float32]
    color: float

    def compare(
        self, pictures: DigitPictures, digits: NDArray[np.int64], origins: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        """Compare the page with the pictures of digits at origins in whole pixels.

        Returns which of them differ, and the ink that was found, as in ``_Cells.ink``.
        """
        shape = (pictures.ink.shape[1], pictures.ink.shape[2])
        seen = _squares(self.pixels, origins[:, 0] + pictures.left, origins[:, 1] + pictures.top, shape)
        ink = self.ground[:, None, None] - seen
        contrast = np.maximum(self.ground - np.float32(self.color), 1)
        difference = abs(ink / contrast[:, None, None] - pictures.ink[digits]).sum((1, 2)) / pictures.mass[digits]
        return (difference > MAX_DIFFERENCE) | (contrast < MIN_CONTRAST), ink.sum((1, 2))

    def search(
        self, font: Path, size: float, digits: NDArray[np.int64], origins: NDArray[np.float64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
        """Look for digits within a pixel of their origins, at any part of a pixel; return as ``compare``."""
        whole = np.floor(origins).astype(np.int64)
        lost, ink = np.ones(len(digits), bool), np.zeros(len(digits), np.float32)
        for right, down in _MOVES:
            left = np.flatnonzero(lost)
            if not left.size:
                break
            pictures = digit_pictures(font, size, (right % PHASES, down % PHASES))
            looks = _Looks(self.pixels, self.ground[left], self.color)
            lost[left], ink[left] = looks.compare(
                pictures, digits[left], whole[left] + (right // PHASES, down // PHASES)
            )
        return lost, ink


# --- marks


def _mark_faults(cells: _Cells, grid: GridObjects) -> Iterator[tuple[int, str]]:
    """Yield the cells whose mine or dot cannot be seen, has something beside it, or differs from the others."""
    for name, marks in (("mine", grid.mines), ("dot", grid.dots)):
        if not marks:
            continue
        places = list(marks)
        dark = cells.lightest[places, None, None] - cells.blocks(places)
        across, down = _outlines(cells, places, [marks[at] for at in places])
        outside = (dark * ~(down[:, :, None] & across[:, None, :])).max((1, 2)) > EVEN
        ink = cells.ink[places]
        usual = _middle(ink)
        least = np.array([_darkness(marks[at]) for at in places]) * MIN_MARK_INK
        pale = (dark.max((1, 2)) < least) | (abs(ink - usual) > MASS_SLACK * usual)
        inked: NDArray[np.bool_] = dark > EVEN
        cut = _falls_short(np.any(inked, axis=1), across) | _falls_short(np.any(inked, axis=2), down)
        for i, at in enumerate(places):
            if at in grid.digits:
                yield at, f"has a {name} and a digit"
            elif outside[i] or pale[i] or cut[i]:
                yield at, f"does not look like a {name}"


def _darkness(mark: Shape) -> float:
    """Return how much darker than white paper a mark is, of 255."""
    gray = mark.fill if mark.fill is not None else mark.stroke
    return 255 * (1 - (gray or 0.0))


def _outlines(
    cells: _Cells, places: Sequence[int], marks: Sequence[Shape]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which columns and which rows of each cell its mark may reach, each of shape (cells, side)."""
    sides = np.array([mark[:4] for mark in marks]) * cells.scale
    grown = np.array([mark.width / 2 * cells.scale if mark.stroke is not None else 0.0 for mark in marks]) + MARK_SLACK
    span = np.arange(cells.side) + 0.5
    x, y = cells.lefts[places, None] + span, cells.tops[places, None] + span
    across = (x > (sides[:, 0] - grown)[:, None]) & (x < (sides[:, 1] + grown)[:, None])
    down = (y > (sides[:, 2] - grown)[:, None]) & (y < (sides[:, 3] + grown)[:, None])
    return across, down


def _falls_short(inked: NDArray[np.bool_], outline: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell for each mark whether its ink ends before its outline, on either side."""
    slack = int(2 * MARK_SLACK) + 1
    first = inked.argmax(1) - outline.argmax(1)
    last = inked[:, ::-1].argmax(1) - outline[:, ::-1].argmax(1)
    short: NDArray[np.bool_] = (first > slack) | (last > slack) | ~inked.any(1)
    return short


# --- lines


def _line_faults(shown: Rendered, grid: GridObjects) -> Iterator[str]:
    """Yield the first line of a grid that is not dark along its whole length."""
    for line in grid.lines:
        if _is_broken(shown, line):
            row = (line.top - grid.first_y) / (grid.cell * grid.lattice.row_height)
            column = (line.x0 - grid.first_x) / grid.cell
            place = f"row {int(row + 0.5) + 1}, column {int(column + 0.5) + 1}"
            yield f"the line that begins at {place} is broken, too light or covered"
            return


def _is_broken(shown: Rendered, line: Shape) -> bool:
    """Tell whether a line is too light somewhere along its length, but for the pixels at its ends."""
    darkness = 1.0 - (1.0 if line.stroke is None else line.stroke)
    if darkness < MIN_LINE:
        return True
    begin, end, first, last = (side * shown.scale for side in line[:4])
    pixels, reach = shown.pixels, line.width / 2 * shown.scale
    if not line.slope and end - begin < last - first:
        pixels, begin, end, first, last = pixels.T, first, last, begin, end
    wide = int(2 * reach) + 2
    if line.slope:
        along = np.arange(max(0, ceil(begin)), min(int(end), pixels.shape[1]))
        share = (along + 0.5 - begin) / (end - begin)
        middle = first + (share if line.slope > 0 else 1 - share) * (last - first)
        rows = np.floor(middle - reach).astype(np.int64) + np.arange(wide)[:, None]
        band = pixels[np.clip(rows, 0, len(pixels) - 1), along]
    else:
        start = max(0, int((first + last) / 2 - reach))
        band = pixels[start : start + wide, max(0, ceil(begin)) : int(end)]
    return not band.size or int(band.min(0).max()) > 255 * (1 - LINE_SHARE * darkness)  # empty: beyond the page
