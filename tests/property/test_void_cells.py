"""Properties of boards with void cells: both solvers, both ways to thin, all layouts, and repeats."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzlegen.board.drawn_layouts import images
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import KNIGHT, MINESWEEPER, Variant
from puzzlegen.board.lattices import VARIANTS as TABLE
from puzzlegen.board.puzzle import BLANK, VOID, Puzzle, Status, blank_cells, from_mines
from puzzlegen.board.spec import ANY_SYMMETRY, NATURAL, Layout, PuzzleSpec, fitting_symmetries
from puzzlegen.board.symmetry import image, image_cells, keys_of
from puzzlegen.config.generation import parse_layout, parse_shape
from puzzlegen.engine.clue_rules import NO_TOTAL
from puzzlegen.engine.thin import single_removals, thin_naive
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.improving import thin
from puzzlegen.generator.requests import requests_for
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.position import nodes_of
from puzzlegen.solver.tiers import run

SHAPED = [variant for variant in TABLE.values() if not variant.wraps]
VARIANTS = pytest.mark.parametrize("variant", SHAPED, ids=str)


def random_board(rng: np.random.Generator, variant: Variant = MINESWEEPER, share: float = 0.35) -> Grid:
    """A board of up to 8 cells a side, about ``share`` of them void."""
    grid = Grid(*(int(side) for side in rng.integers(2, 9, 2)), variant)
    return replace(grid, voids=tuple(np.flatnonzero(rng.random(grid.size) < share).tolist()))


def random_mines(rng: np.random.Generator, grid: Grid) -> np.ndarray:
    return ((rng.random(grid.size) < rng.uniform(0.1, 0.6)) & grid.present).astype(np.int8)


@VARIANTS
def test_voids_count_nothing_and_no_clue_counts_them(variant: Variant) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        grid = random_board(rng, variant)
        mines = random_mines(rng, grid)
        whole = from_mines(replace(grid, voids=()), mines.astype(bool).tolist())
        due = [value if there else VOID for value, there in zip(whole.cells, grid.present, strict=True)]
        assert from_mines(grid, mines.astype(bool).tolist()).cells == tuple(due)


def test_the_cells_decide_which_are_void() -> None:
    cells = (1, BLANK, VOID, BLANK)
    for voids in ((), (0, 1), (2,)):
        assert Puzzle(Grid(4, 1, voids=voids), cells) == Puzzle(Grid(4, 1), cells)
        assert Puzzle(Grid(4, 1, voids=voids), (1, BLANK, 0, BLANK)).grid == Grid(4, 1)
    assert Puzzle(Grid(4, 1), cells).grid.voids == (2,)


@VARIANTS
@pytest.mark.parametrize("cap", [1, 2, 3])
def test_thinning_keeps_the_clues_that_naive_thinning_keeps(variant: Variant, cap: int) -> None:
    rng = np.random.default_rng([2, cap])
    thinned = 0
    for _ in range(150):
        grid = random_board(rng, variant)
        mines, total = random_mines(rng, grid), bool(rng.integers(2))
        cells = np.flatnonzero(grid.present)
        order = rng.permutation(cells).astype(np.int32)
        nodes = nodes_of(grid)
        clue = nodes.clues(from_mines(grid, mines.astype(bool).tolist()).array)
        dropped = thin_naive(
            nodes.around.start, nodes.around.cells, clue, nodes.known(blank_cells(grid)),
            int(mines.sum()) if total else NO_TOTAL, cap, nodes.clue_nodes(order),
        )  # fmt: skip
        try:
            kept = thin(grid, mines, cap, single_removals(order), total=total).puzzle
        except GenerationError:
            assert dropped == -1
            continue
        thinned += 1
        assert kept.cells == tuple(nodes.printed(clue).tolist())
        assert kept.grid == grid
        assert run(kept, cap).solution == tuple(mines.astype(bool).tolist())
    assert thinned > 30


@VARIANTS
def test_both_solvers_agree(variant: Variant) -> None:
    rng = np.random.default_rng(3)
    solved = 0
    for _ in range(80):
        grid = random_board(rng, variant)
        mines = random_mines(rng, grid)
        full = from_mines(grid, mines.astype(bool).tolist()).cells
        kept = rng.random(grid.size) < rng.uniform(0.4, 1)
        puzzle = Puzzle(grid, tuple(v if v == VOID or keep else BLANK for v, keep in zip(full, kept, strict=True)))
        trace, found = run(puzzle, 4), solutions(puzzle).solutions
        if trace.status is Status.SOLVED:
            solved += 1
            assert tuple(found) == (trace.solution,)
        else:
            assert found
    assert solved > 10


@VARIANTS
@pytest.mark.parametrize("shape", ["heart", "ring", "fish", "text:25"])
def test_all_layouts_are_made_on_shapes(shape: str, variant: Variant) -> None:
    if variant is KNIGHT and shape == "text:25":  # its strokes are too thin for the moves
        with pytest.raises(FormatError, match="no other cell of the shape counts it"):
            parse_shape(shape).on(Grid(13, 11, variant))
        return
    grid = parse_shape(shape).on(Grid(13, 11, variant))
    for name in ("free", NATURAL, ANY_SYMMETRY, "left-right", "full", "clues:0.3", "text:8"):
        try:
            layout = parse_layout(name).for_board(grid)
        except FormatError:
            assert name in (ANY_SYMMETRY, "left-right", "full")
            assert name not in fitting_symmetries(grid)
            continue
        (request,) = requests_for(PuzzleSpec(layout=layout), grid, "shapes", 1)
        graded = make_puzzle(request).graded
        assert graded.puzzle.grid == grid
        assert tuple(solutions(graded.puzzle).solutions) == (graded.solution,)
        assert not np.array(graded.solution)[~grid.present].any()
        if name == "left-right":
            clues = np.array(graded.puzzle.cells) >= 0
            assert (clues == clues[images(grid, name)[1]]).all()


def test_symmetries_of_shapes() -> None:
    heart, fish = (parse_shape(name).on(Grid(10, 10)) for name in ("heart", "fish"))
    ring = parse_shape("ring").on(Grid(10, 10))
    assert fitting_symmetries(heart) == ("left-right",)
    assert fitting_symmetries(fish) == ("top-bottom",)
    assert "full" in fitting_symmetries(ring)
    two = parse_shape("text:25").on(Grid(11, 7))
    assert fitting_symmetries(two) == ()
    with pytest.raises(
        FormatError, match="half-turn on a board of 10x10 cells, whose shape does not have it; allowed "
    ):
        parse_layout("half-turn").for_board(heart)
    with pytest.raises(FormatError, match="cells whose shape has no symmetry; allowed there: free, natural"):
        parse_layout("symmetric").for_board(two)


def test_mines_follow_the_density_of_the_cells_that_exist() -> None:
    grid = parse_shape("frame").on(Grid(14, 14))
    (request,) = requests_for(PuzzleSpec(density=0.3, layout=Layout()), grid, "density", 1)
    mines = sum(make_puzzle(request).graded.solution)
    assert abs(mines / grid.area - 0.3) < 0.05


def test_repeats_are_found_in_all_images_of_a_shape_but_not_in_another_shape() -> None:
    grid = parse_shape("fish").on(Grid(8, 7))
    (request,) = requests_for(PuzzleSpec(layout=Layout()), grid, "repeats", 1)
    graded = make_puzzle(request).graded
    keys = keys_of(graded.puzzle, graded.solution)
    for transform in range(8):
        solution = image_cells(grid, graded.solution, transform)
        assert keys_of(image(graded.puzzle, transform), solution) == keys
    other = next(i for i in range(grid.size) if graded.puzzle.cells[i] == BLANK and not graded.solution[i])
    cells = (*graded.puzzle.cells[:other], VOID, *graded.puzzle.cells[other + 1 :])
    smaller = keys_of(Puzzle(grid, cells), graded.solution)
    assert smaller.mines != keys.mines
    assert smaller.clues != keys.clues
