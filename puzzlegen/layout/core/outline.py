"""Finds the lines of a board with void cells: between its cells, and along its outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from puzzlegen.board.puzzle import VOID

Rows = Sequence[Sequence[bool]]  # which cells exist, one list a row


class Run(NamedTuple):
    """A straight line along the sides of cells, as long as it stays of one kind.

    It lies between the cells ``at - 1`` and ``at`` across it, and runs from the cell ``first`` to before ``end`` along
    it. ``outside`` is the side of it without cells, -1 or 1; 0 for a line between cells. ``corners`` tells for its
    beginning and its end whether it goes around an outer corner of the outline.
    """

    upright: bool
    at: int
    first: int
    end: int
    outside: int
    corners: tuple[bool, bool] = (False, False)


def runs(cells: Sequence[int], width: int) -> list[Run]:
    """Return all lines of a board of these cells, numbered row by row: upright ones first, the outline last."""
    rows = [[value != VOID for value in cells[i : i + width]] for i in range(0, len(cells), width)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = [*_runs(columns, upright=True), *_runs(rows, upright=False)]
    return sorted(found, key=lambda run: run.outside != 0)


def _runs(rows: Rows, upright: bool) -> Iterator[Run]:
    """Yield the lines along rows, or along columns if ``rows`` has those and the lines are ``upright``."""
    length = len(rows[0])
    none = [False] * length
    for at, (above, below) in enumerate(zip([none, *rows], [*rows, none], strict=True)):
        place = 0
        for (one, other), part in groupby(zip(above, below, strict=True)):
            first, place = place, place + len(list(part))
            if one and other:
                yield Run(upright, at, first, place, 0)
            elif one or other:
                # A side that goes on beyond its end does so between cells, or beside a cell that touches by a corner.
                corners = (
                    (first == 0 or not (above[first - 1] or below[first - 1])),
                    (place == length or not (above[place] or below[place])),
                )
                yield Run(upright, at, first, place, -1 if other else 1, corners)
