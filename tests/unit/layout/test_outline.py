"""Lines of boards with void cells, compared with a look at every side of every cell."""

from __future__ import annotations

from math import ceil, floor

import numpy as np
import pytest

from puzzlegen.board.puzzle import BLANK, VOID
from puzzlegen.layout.core.document import Line, PlacedGrid
from puzzlegen.layout.core.grid_marks import GridPen
from puzzlegen.layout.core.symbols import Run, runs
from puzzlegen.layout.core.theme import GridStyle

STYLE = GridStyle(frame=3.0, lines=1.0)


def random_cells(seed: int) -> tuple[list[int], int, int]:
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, 8, 2))
    return np.where(rng.random(width * height) < 0.4, VOID, BLANK).tolist(), width, height


@pytest.mark.parametrize("seed", range(30))
def test_every_side_of_a_cell_has_its_line(seed: int) -> None:
    cells, width, height = random_cells(seed)
    there = {(i // width, i % width) for i, value in enumerate(cells) if value != VOID}
    due = {}
    for row in range(height + 1):
        for col in range(width + 1):
            for upright, before in ((True, (row, col - 1)), (False, (row - 1, col))):
                sides = (before in there, (row, col) in there)
                if any(sides):
                    due[upright, row, col] = 0 if all(sides) else (1 if sides[0] else -1)
    found = {}
    for run in runs(cells, width):
        for place in range(run.first, run.end):
            key = (True, place, run.at) if run.upright else (False, run.at, place)
            assert key not in found
            found[key] = run.outside
    assert found == due


def test_lines_are_as_long_as_they_can_be() -> None:
    cells = [BLANK, BLANK, VOID, BLANK, BLANK, BLANK]
    assert [run for run in runs(cells, 3) if not run.upright] == [
        Run(False, 1, 0, 2, 0),
        Run(False, 0, 0, 2, -1, (True, True)),
        Run(False, 1, 2, 3, -1, (False, True)),
        Run(False, 2, 0, 3, 1, (True, True)),
    ]


@pytest.mark.parametrize("seed", range(30))
def test_the_frame_is_closed_and_lies_outside_its_cells(seed: int) -> None:
    """Draw the lines on a raster of ten pixels a cell: each cell has the same paper left, and is shut in."""
    cells, width, height = random_cells(seed)
    cells[0] = VOID
    place = PlacedGrid(1, "puzzle", 1, 5.5, 5.5, 10.0, width, height)
    ink = np.zeros((height * 10 + 20, width * 10 + 20), bool)
    for mark in GridPen(place, STYLE, None).lines(cells):
        assert isinstance(mark, Line)
        half = mark.width / 2
        x1, x2 = (mark.x1 - half, mark.x1 + half) if mark.x1 == mark.x2 else (mark.x1, mark.x2)
        y1, y2 = (mark.y1 - half, mark.y1 + half) if mark.y1 == mark.y2 else (mark.y1, mark.y2)
        ink[floor(y1) : ceil(y2), floor(x1) : ceil(x2)] = True
    for i, value in enumerate(cells):
        row, col = divmod(i, width)
        block = ink[row * 10 + 5 : row * 10 + 16, col * 10 + 5 : col * 10 + 16]  # a cell with the lines around it
        if value != VOID:
            assert not block[1:-1, 1:-1].any()
            assert block[0].all()
            assert block[-1].all()
            assert block[:, 0].all()
            assert block[:, -1].all()
