"""Reduces shades of gray to a picture of a few cells: crops, scales, and keeps thin lines while removing specks."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlegen.errors import FormatError
from puzzlegen.pictures.choices import MAX_SIDE, MIN_SIDE, SPECKS, ReductionOptions

Cells = NDArray[np.bool_]  # of shape (rows, columns), True = filled


class Component(NamedTuple):
    """One connected part: its number in the labels, its cells, and the box around it; bottom and right lie outside."""

    label: int
    area: int
    top: int
    left: int
    bottom: int
    right: int

    @property
    def extent(self) -> int:
        """The longer side of the box."""
        return max(self.bottom - self.top, self.right - self.left)


def label_components(cells: Cells) -> tuple[NDArray[np.int32], list[Component]]:
    """Return the number of each filled cell's component, 0 elsewhere, and the components, numbered from 1.

    Cells that touch at a corner are connected. The work grows with the runs of filled cells, not with the cells.
    """
    height, width = cells.shape
    padded = np.zeros((height, width + 2), np.int8)
    padded[:, 1:-1] = cells
    rows, edges = np.nonzero(np.diff(padded, axis=1))
    run_rows, starts, ends = rows[::2], edges[::2], edges[1::2]
    root = list(range(len(starts)))

    def find(run: int) -> int:
        while root[run] != run:
            root[run] = root[root[run]]
            run = root[run]
        return run

    first = np.searchsorted(run_rows, np.arange(height + 1)).tolist()
    start, end = starts.tolist(), ends.tolist()
    for (above, here), below in zip(pairwise(first), first[2:], strict=False):
        i, j = above, here
        while i < here and j < below:
            if start[i] <= end[j] and start[j] <= end[i]:
                a, b = find(i), find(j)
                root[max(a, b)] = min(a, b)
            if end[i] < end[j]:
                i += 1
            else:
                j += 1
    return _numbered(cells.shape, [find(run) for run in range(len(root))], run_rows.tolist(), start, end)


def _numbered(
    shape: tuple[int, ...], roots: list[int], rows: list[int], starts: list[int], ends: list[int]
) -> tuple[NDArray[np.int32], list[Component]]:
    """Number the components in the order of their first cells."""
    labels = np.zeros(shape, np.int32)
    numbers: dict[int, int] = {}
    components: list[Component] = []
    for run_root, row, start, end in zip(roots, rows, starts, ends, strict=True):
        number = numbers.setdefault(run_root, len(numbers) + 1)
        labels[row, start:end] = number
        if number > len(components):
            components.append(Component(number, end - start, row, start, row + 1, end))
        else:
            begun = components[number - 1]
            components[number - 1] = Component(
                number, begun.area + end - start, begun.top, min(begun.left, start), row + 1, max(begun.right, end)
            )
    return labels, components


PARTS = 8  # a cell is judged by PARTS x PARTS parts
THIN = 6  # parts: what is narrower is a line, which a cell shows though less than half of it is covered
LONG = 1.5  # cells: a line is at least so long
TRACE = 0.18  # of a part that a line must cover at least: half of the thinnest lines in two parts
LINE_SHARE = 0.04  # of a cell that a line must cover at least; a line across a corner covers less
OVERVIEW = 400  # pixels along the longer side of the image in which the margins are found
DIRT = 3  # pixels of the overview: smaller parts do not keep a margin

Shades = NDArray[np.uint8]


def reduce_image(shades: Shades, options: ReductionOptions) -> Cells:
    """Return the picture of an image without its margins.

    Raises FormatError for an image of one shade, one without anything dark, and one too high or wide for its cells.
    """
    if int(np.ptp(shades)) == 0:
        raise FormatError("has one shade only, so there is nothing to draw")
    threshold = otsu(_scaled_to(shades, OVERVIEW)) if options.threshold is None else options.threshold
    top, bottom, left, right = _margins(shades, threshold, options)
    cropped = shades[top:bottom, left:right]
    width, height = _size(right - left, bottom - top, options)
    size = width * PARTS, height * PARTS
    drawn = np.where((cropped < threshold) != options.invert, np.uint8(255), np.uint8(0))
    shares = _scaled(drawn, *size) / np.float32(255)
    average = (_scaled(cropped, *size) < threshold) != options.invert
    traces = _without_specks(shares >= TRACE, options.specks)
    return _cells(_without_specks(average, options.specks), _along_lines(traces, around=False),
                  _along_lines(shares <= 1 - TRACE, around=True))  # fmt: skip


def otsu(shades: Shades) -> int:
    """Return the threshold that separates dark from light shades best: the largest variance between the two groups."""
    counts = np.bincount(shades.ravel(), minlength=256).astype(np.float64)
    below = np.cumsum(counts)  # pixels up to each shade
    sums = np.cumsum(counts * np.arange(256))
    above = below[-1] - below
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = sums / below - (sums[-1] - sums) / above
        variance = np.nan_to_num(below * above * difference**2)
    best = np.flatnonzero(variance >= variance.max() * (1 - 1e-12))
    return int(best[0] + best[-1]) // 2 + 1  # in the middle of a gap without shades


def _size(wide: int, high: int, options: ReductionOptions) -> tuple[int, int]:
    """Return the cells of a picture ``wide`` and ``high`` in pixels."""
    width, height = options.width, round(options.width * high / wide)
    if options.height is not None and height > options.height:
        width, height = round(options.height * wide / high), options.height
    if options.height is None and height > MAX_SIDE and (fitting := MAX_SIDE * wide // high) >= MIN_SIDE:
        raise FormatError(
            f"{width} cells wide, it is {height} cells high, allowed {MAX_SIDE}; choose a width of {fitting} or less"
        )
    if min(width, height) < MIN_SIDE or height > MAX_SIDE:
        raise FormatError(
            f"its picture has {width}x{height} cells, allowed {MIN_SIDE} to {MAX_SIDE} a side; choose another width, "
            "or crop it"
        )
    return width, height


def _scaled(shades: Shades, width: int, height: int) -> Shades:
    from PIL import Image  # noqa: PLC0415  # half of the time that a command without it takes

    if shades.shape == (height, width):
        return shades
    smaller = shades.shape[0] > height or shades.shape[1] > width
    # Lanczos rings at edges, which would become lines; averages do not. Small images keep their square pixels.
    method = Image.Resampling.BOX if smaller else Image.Resampling.NEAREST
    return np.asarray(Image.fromarray(shades).resize((width, height), method))


def _scaled_to(shades: Shades, longest: int) -> Shades:
    scale = min(1.0, longest / max(shades.shape))
    return _scaled(shades, max(1, round(shades.shape[1] * scale)), max(1, round(shades.shape[0] * scale)))


def _margins(shades: Shades, threshold: int, options: ReductionOptions) -> tuple[int, int, int, int]:
    """Return top, bottom, left and right of what is drawn, in pixels of the image; bottom and right lie outside."""
    small = _scaled_to(shades, OVERVIEW)
    dark = (small >= threshold) if options.invert else (small < threshold)
    _, parts = label_components(dark)
    large = [part for part in parts if part.area > DIRT] if min(small.shape) > MAX_SIDE else parts
    if options.specks > SPECKS:  # what is removed in the end must not keep a margin
        cell = small.shape[1] / options.width
        least = options.specks / 100 * cell**2
        large = [part for part in large if part.area >= least or part.extent >= _long(options.specks) * cell] or large
    if not large:
        what = "light" if options.invert else "dark"
        raise FormatError(f"has nothing {what} at the threshold {threshold}; choose another threshold, or invert it")
    down, across = shades.shape[0] / small.shape[0], shades.shape[1] / small.shape[1]
    return (
        int(min(part.top for part in large) * down),
        int(np.ceil(max(part.bottom for part in large) * down)),
        int(min(part.left for part in large) * across),
        int(np.ceil(max(part.right for part in large) * across)),
    )


# --- From parts of cells to cells -------------------------------------------------------------------------------------


def _long(specks: int) -> float:
    """Return the length in cells from which a small part is a line: more than that of a square speck."""
    return max(LONG, 2 * math.sqrt(specks / 100))


def _without_specks(dark: Cells, specks: int) -> Cells:
    """Remove parts smaller than ``specks``, in percent of a cell, unless they are long: a thin line is small too."""
    labels, components = label_components(dark)
    keep = np.zeros(len(components) + 1, np.bool_)
    for component in components:
        is_large = component.area * 100 >= specks * PARTS * PARTS
        keep[component.label] = is_large or component.extent >= _long(specks) * PARTS
    return keep[labels]


def _cells(dark: Cells, dark_lines: Cells, light_lines: Cells) -> Cells:
    """Fill the cells that are dark by half, and those along dark lines; leave light lines blank."""
    filled = _shares(dark) >= 0.5
    filled = (filled | dark_lines) & ~(light_lines & ~dark_lines)
    labels, components = label_components(dark)
    rows, cols = filled.shape
    for dot in components:  # a dot on the corner of four cells would be lost
        part = labels[dot.top : dot.bottom, dot.left : dot.right] == dot.label
        box = filled[dot.top // PARTS : -(-dot.bottom // PARTS), dot.left // PARTS : -(-dot.right // PARTS)]
        if dot.area < 2 * PARTS * PARTS and not box.any():
            down, across = (int(places.mean()) for places in np.nonzero(part))
            filled[min(rows - 1, (dot.top + down) // PARTS), min(cols - 1, (dot.left + across) // PARTS)] = True
    return filled


def _shares(parts: Cells) -> NDArray[np.float64]:
    """Return the share of each cell that is set."""
    height, width = parts.shape
    shares: NDArray[np.float64] = parts.reshape(height // PARTS, PARTS, width // PARTS, PARTS).mean(axis=(1, 3))
    return shares


def _along_lines(dark: Cells, *, around: bool) -> Cells:
    """Return the cells along lines thinner than THIN parts, one cell wide; ``around`` is what lies beyond the edge."""
    thin = dark & ~_opened(dark, around)
    labels, components = label_components(thin)
    is_line = np.zeros(len(components) + 1, np.bool_)
    for component in components:
        is_line[component.label] = component.extent >= LONG * PARTS
    share = np.pad(_shares(is_line[labels]), 1)
    here = share[1:-1, 1:-1]
    # A cell belongs to the line if it has more of it than the cells on both sides, across or down
    across = (here >= share[1:-1, :-2]) & (here > share[1:-1, 2:])
    down = (here >= share[:-2, 1:-1]) & (here > share[2:, 1:-1])
    line: Cells = (here >= LINE_SHARE) & (across | down)
    return line


def _opened(dark: Cells, around: bool) -> Cells:
    """Return the parts that lie in some square of THIN x THIN dark parts."""
    padded = np.pad(dark, THIN, constant_values=around)
    for axis in (0, 1):
        padded = _window(padded, axis, np.logical_and)
    for axis in (0, 1):
        padded = np.flip(_window(np.flip(padded, axis), axis, np.logical_or), axis)
    opened: Cells = padded[THIN:-THIN, THIN:-THIN]
    return opened


def _window(cells: Cells, axis: int, combine: np.ufunc) -> Cells:
    """Combine each part with the next THIN - 1 along an axis."""
    result = cells.copy()
    for step in range(1, THIN):
        result = combine(result, np.roll(cells, -step, axis))
    return result
