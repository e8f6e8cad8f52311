"""Puzzles in layouts: the clues stand where they should, and every puzzle has one solution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from puzzlegen.board.drawn_layouts import images
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC, SQUARES
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.board.spec import ANY_SYMMETRY, FREE, NATURAL, Layout, fitting_symmetries
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.errors import GenerationError
from puzzlegen.generator import clue_layouts
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.solver.exact import solutions

DRAWING = ".#...#.\n#.#.#.#\n#..#..#\n.#...#.\n..#.#..\n...#..."


def proved(request: PuzzleRequest) -> GradedPuzzle:
    """The puzzle of a request, after the exact solver has found its solution and no other."""
    graded = make_puzzle(request).graded
    assert solutions(graded.puzzle).solutions == (graded.solution,)
    return graded


def flags(puzzle: Puzzle) -> np.ndarray:
    return puzzle.array >= 0


def is_symmetric(puzzle: Puzzle, symmetry: str) -> bool:
    table = images(puzzle.grid, symmetry)
    return bool((flags(puzzle)[table] == flags(puzzle)).all())


@pytest.mark.parametrize("cap", [1, 3])
@pytest.mark.parametrize("symmetry", SQUARES.symmetries)
def test_symmetric_layouts(symmetry: str, cap: int) -> None:
    for grid in (Grid(8, 8), Grid(9, 7), Grid(6, 6, MOSAIC)):
        if symmetry not in fitting_symmetries(grid):
            continue
        density = grid.variant.usual_density
        graded = proved(PuzzleRequest(grid, f"s/{symmetry}", cap, density=density, layout=Layout(symmetry)))
        assert is_symmetric(graded.puzzle, symmetry)
        table = images(grid, symmetry)
        mines = np.array(graded.solution)
        assert not (mines[table] == mines).all(), "the mines must not be symmetric"


def test_any_symmetry_varies() -> None:
    request = PuzzleRequest(Grid(7, 7), "", 2, layout=Layout("symmetric"))
    found = [proved(replace(request, stream=f"any/{number}")).puzzle for number in range(12)]
    kinds = [tuple(name for name in SQUARES.symmetries if is_symmetric(puzzle, name)) for puzzle in found]
    assert all(kinds)
    assert len(set(kinds)) > 2


@pytest.mark.parametrize("difficulty", ["easy", "medium"])
def test_a_drawing_is_kept_exactly(difficulty: str) -> None:
    layout = LayoutConfig(drawing=DRAWING, fill=True).for_board(Grid(7, 6))
    cap = {"easy": 1, "medium": 2}[difficulty]
    wanted = [mark == "#" for mark in (layout.drawing or "").replace("\n", "")]
    seen = set()
    for number in range(4):
        graded = proved(PuzzleRequest(Grid(7, 6), f"d/{number}", cap, difficulty=difficulty, layout=layout))
        assert flags(graded.puzzle).tolist() == wanted
        seen.add(graded.solution)
    assert len(seen) == 4


@pytest.mark.parametrize("grid", [Grid(9, 8), Grid(7, 7, MOSAIC)])
@pytest.mark.parametrize("share", [0.2, 0.3, 0.6])
def test_a_share_of_clues(grid: Grid, share: float) -> None:
    density = grid.variant.usual_density
    graded = proved(PuzzleRequest(grid, "share", 2, density=density, layout=Layout(clues=share)))
    assert share <= flags(graded.puzzle).mean() < share + 0.06
    both = Layout("half-turn", share)
    graded = proved(PuzzleRequest(grid, "share", 2, density=density, layout=both))
    assert is_symmetric(graded.puzzle, "half-turn")


def test_a_text_on_a_board_of_mosaic() -> None:
    grid = Grid(9, 9, MOSAIC)
    layout = LayoutConfig(text="7").for_board(grid)
    graded = proved(PuzzleRequest(grid, "text", 2, density=0.4, layout=layout))
    assert "".join("#" if flag else "." for flag in flags(graded.puzzle)) == (layout.drawing or "").replace("\n", "")


@pytest.mark.parametrize("rule", [FREE, NATURAL, ANY_SYMMETRY, *SQUARES.symmetries])
def test_the_same_request_gives_the_same_puzzle(rule: str) -> None:
    request = PuzzleRequest(Grid(7, 7), "same", 2, difficulty="medium", layout=Layout(rule))
    assert make_puzzle(request).graded == make_puzzle(request).graded
    assert make_puzzle(request).graded.puzzle != make_puzzle(replace(request, stream="other")).graded.puzzle


def test_a_printed_total_and_a_fixed_number_of_mines() -> None:
    request = PuzzleRequest(Grid(8, 7), "total", 3, mines=19, total=True, layout=Layout("half-turn"))
    graded = proved(request)
    assert graded.puzzle.total == sum(graded.solution) == 19
    layout = LayoutConfig(drawing=DRAWING, fill=True).for_board(Grid(7, 6))
    graded = proved(PuzzleRequest(Grid(7, 6), "mines", 2, mines=11, layout=layout))
    assert sum(graded.solution) == 11


def test_too_many_mines_for_a_drawing_are_refused_at_once() -> None:
    layout = LayoutConfig(drawing="###\n#.#\n###").for_board(Grid(3, 3))
    with pytest.raises(GenerationError, match=r"mines on a board of 3x3 cells: at most 1 fit, found 2: .* fewer clues"):
        make_puzzle(PuzzleRequest(Grid(3, 3), "", 1, mines=2, layout=layout))


def test_a_layout_for_which_no_mines_are_found_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search takes long on a large board, so that 2000 attempts would take hours."""
    monkeypatch.setattr(clue_layouts, "arrange", lambda *_, **__: None)
    request = PuzzleRequest(Grid(6, 6), "none", 1, layout=Layout("half-turn"))
    reason = r"no tier 1 6x6 puzzle in 30 attempts \(30 times the search found no mines for the layout\): "
    with pytest.raises(GenerationError, match=reason + "choose a layout with more clues, "):
        make_puzzle(request)


def test_a_layout_may_have_no_blank_by_chance() -> None:
    """With 0.6 of nine cells in groups of four, all cells may get clues."""
    request = PuzzleRequest(Grid(3, 3), "", 1, density=0.1, layout=Layout("full", 0.6))
    for number in range(30):
        assert make_puzzle(replace(request, stream=f"blank/{number}")).graded.puzzle.unproved > 0


def test_no_lone_cells_in_a_layout_if_wanted() -> None:
    request = PuzzleRequest(Grid(9, 8), "", 2, density=0.45, lone_cells=False, layout=Layout("half-turn"))
    around = request.grid.neighborhood
    for number in range(10):
        mines = np.array(make_puzzle(replace(request, stream=f"lone/{number}")).graded.solution)
        safe = np.flatnonzero(~mines)
        assert not any(mines[around.cells[around.start[x] : around.start[x + 1]]].all() for x in safe)
