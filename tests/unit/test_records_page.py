"""Every record of docs/records.md is proved again by both solvers, and its bound by cells that no clue shares."""

import re
from itertools import product
from pathlib import Path

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Status
from puzzlegen.formats import line
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.position import neighbors_of
from puzzlegen.solver.tiers import run

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
ROW = re.compile(r"^\| (\d+)x\1 \| (\d) \| (\d+) \| (\d+)(?: \(all tried\))? \| `([^`]+)` \|", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_every_size_and_tier_has_a_record() -> None:
    assert [(int(side), int(tier)) for side, tier, *_ in ROWS] == list(product(range(6, 13), (1, 2, 3)))


@pytest.mark.parametrize(("side", "tier", "clues", "least", "text"), ROWS, ids=lambda part: str(part)[:12])
def test_record(side: str, tier: str, clues: str, least: str, text: str) -> None:
    puzzle = line.parse(text)
    assert (puzzle.grid, puzzle.total, puzzle.clues) == (Grid(int(side), int(side)), None, int(clues))
    trace = run(puzzle, 4)
    assert trace.status is Status.SOLVED and trace.hardest == int(tier)
    assert solutions(puzzle).solutions == (trace.solution,)
    assert apart(puzzle.grid) <= int(least) <= int(clues)
    assert tier != "1" or int(least) == apart(puzzle.grid) == int(clues)


def apart(grid: Grid) -> int:
    """Count cells of which no two can be reached by one clue, so that each needs another."""
    around = neighbors_of(grid)
    cells = [grid.cell(row, col) for row in range(0, grid.height, 3) for col in range(0, grid.width, 3)]
    reached = [{cell, *around[cell]} for cell in cells]
    assert sum(map(len, reached)) == len(set().union(*reached))
    return len(cells)
