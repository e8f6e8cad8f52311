"""Joins the halves of puzzles that are printed over two facing pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.checking.printed_grids import PrintedGrid

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

    differ = ["the labels of its rows differ in both halves"] if left.rows != right.rows else []
    return replace(
        left,
        width=left.width + right.width,
        clues=rows(left.clues, right.clues),
        mines=tuple(map(bool, rows(left.mines, right.mines))),
        dots=tuple(map(bool, rows(left.dots, right.dots))),
        filled=tuple(map(bool, rows(left.filled, right.filled))),
        columns=(*left.columns, *right.columns),
        faults=(*left.faults, *(f"right half: {fault}" for fault in right.faults), *differ),
        unseen=(*left.unseen, *(f"right half: {problem}" for problem in right.unseen)),
    )
