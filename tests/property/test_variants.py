"""Properties of the variants with other neighbors: puzzles confirmed twice, layouts, climbs, and repeats."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from confirmed_variants import ROWS, counted, fault_of, hexagon, slot

from puzzlegen.board.difficulty import NORMAL, Aim
from puzzlegen.board.drawn_layouts import images
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.board.spec import Layout, PuzzleSpec, fitting_symmetries
from puzzlegen.board.symmetry import image, image_cells, keys_of
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.ledger.ledger import Ledger, LedgerEntry, Printing

VARIANTS = pytest.mark.parametrize("variant", ROWS, ids=str)


def made(
    grid: Grid, difficulty: str | None = "medium", *, layout: str = "free", aim: Aim | None = None
) -> GradedPuzzle:
    (request,) = requests_for(PuzzleSpec(difficulty=difficulty, layout=Layout(layout)), grid, "variants", 1)
    return make_puzzle(replace(request, aim=aim or request.aim)).graded


@VARIANTS
def test_puzzles_are_confirmed_with_neighbors_from_paper(variant: Variant) -> None:
    faults = []
    for i in range(36):  # all difficulties, with and without a total, on all outlines, in all layouts
        wanted = slot(variant, 2, i, 7)
        faults.append(fault_of(wanted, make_puzzle(wanted).graded))
    assert faults == [""] * 36


def test_the_confirmation_finds_faults() -> None:
    """Puzzles of one variant are none of another."""
    for variant, other in ((HEXAGONAL, KNIGHT), (KNIGHT, ORTHOGONAL), (ORTHOGONAL, WRAP_AROUND), (WRAP_AROUND, KNIGHT)):
        puzzle = made(Grid(7, 6, variant)).puzzle
        assert len(counted(puzzle)) == 1
        assert len(counted(Puzzle(Grid(7, 6, other), puzzle.cells))) != 1


@pytest.mark.parametrize(
    "grid", [hexagon(3), Grid(5, 5, WRAP_AROUND), Grid(5, 5, KNIGHT), Grid(5, 5, ORTHOGONAL)], ids=str
)
def test_layouts_have_each_symmetry_that_fits(grid: Grid) -> None:
    for symmetry in fitting_symmetries(grid):
        puzzle = made(grid, None, layout=symmetry).puzzle
        clues = puzzle.array >= 0
        for moved in images(grid, symmetry)[1:]:
            cells = np.flatnonzero(grid.present)
            assert (clues[moved[cells]] == clues[cells]).all(), symmetry


@VARIANTS
@pytest.mark.parametrize("technique", ["1-1", "subset", "1-2"])
def test_climbs_find_wished_techniques_that_exist(variant: Variant, technique: str) -> None:
    if variant is KNIGHT and technique != "subset":
        return  # clues side by side share no cell: refused
    found = made(Grid(8, 7, variant), aim=Aim(NORMAL, technique=technique))
    assert (found.wishes or {})["technique"]["reached"]


@VARIANTS
def test_images_and_shifts_are_repeats(variant: Variant, tmp_path: Path) -> None:
    grid = hexagon(3) if variant is HEXAGONAL else Grid(6, 5, variant)
    first = made(grid)
    twins = [
        (image(first.puzzle, t), image_cells(grid, first.solution, t, False))
        for t in range(len(variant.lattice.transforms))
    ]
    if variant.wraps:
        for shift in product(range(grid.height), range(grid.width)):
            cells, mines = (
                np.roll(np.array(values).reshape(grid.height, grid.width), shift, (0, 1)).ravel().tolist()
                for values in (first.puzzle.cells, first.solution)
            )
            twins.append((Puzzle(grid, tuple(cells)), tuple(mines)))
    entry = LedgerEntry(1, "One", keys_of(first.puzzle, first.solution), "", "", "")
    other = made(grid, "easy")
    with Ledger(tmp_path / "ledger.sqlite", write=True) as ledger:
        printing = Printing("book", "series", "Title", "folder", "config", "digest", "{}", "2026-01-01")
        ledger.settle(ledger.reserve(printing, [entry], None), [entry])
        held = ledger.snapshot(None).holds
        assert all(held(keys_of(*twin)) for twin in twins)
        assert not held(keys_of(other.puzzle, other.solution))
    repeats = RepeatFilter()
    assert not repeats.is_repeat(first.puzzle, first.solution)
    assert all(repeats.is_repeat(*twin) for twin in twins)
    assert not repeats.is_repeat(other.puzzle, other.solution)
