"""Square codes that a telephone reads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from puzzlegen.layout.core.document import BLACK, Mark, Rect
from puzzlegen.units import mm

MODULE = mm(0.36)  # under 0.33 mm printers and telephones lose them
QUIET = 4  # modules of white around a code


def code_side(rows: Sequence[bytes]) -> float:
    """Side of a code in points, without the white around it; 0 for none."""
    return len(rows) * MODULE


def code_marks(rows: tuple[bytes, ...]) -> list[Mark]:
    """A code from its top left corner at 0, in as few rectangles as rows and their repeats allow."""
    return list(_marks(rows))


@lru_cache(maxsize=64)
def _marks(rows: tuple[bytes, ...]) -> tuple[Rect, ...]:
    found: list[Rect] = []
    open_runs: dict[tuple[int, int], int] = {}  # (first, last) column of a run: the row it began in
    for y, row in enumerate((*rows, b"")):
        runs = set(_runs(row))
        for (first, last), start in list(open_runs.items()):
            if (first, last) not in runs:
                found.append(
                    Rect(first * MODULE, start * MODULE, (last + 1 - first) * MODULE, (y - start) * MODULE, BLACK)
                )
                del open_runs[first, last]
        for run in runs:
            open_runs.setdefault(run, y)
    return tuple(sorted(found, key=lambda rect: (rect.y, rect.x)))


def _runs(row: bytes) -> list[tuple[int, int]]:
    """First and last column of each run of dark modules."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and runs[-1][1] == x - 1:
            runs[-1] = runs[-1][0], x
        elif dark:
            runs.append((x, x))
    return runs
