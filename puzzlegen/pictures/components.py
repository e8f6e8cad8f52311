"""Finds connected parts of a picture."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    found: list[Component] = []
    for run_root, row, start, end in zip(roots, rows, starts, ends, strict=True):
        number = numbers.setdefault(run_root, len(numbers) + 1)
        labels[row, start:end] = number
        if number > len(found):
            found.append(Component(number, end - start, row, start, row + 1, end))
        else:
            one = found[number - 1]
            found[number - 1] = Component(
                number, one.area + end - start, one.top, min(one.left, start), row + 1, max(one.right, end)
            )
    return labels, found
