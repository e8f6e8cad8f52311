"""Boards, drafts, ideas and properties of puzzles as cases: boards.yaml has what they are and what is refused."""

from collections.abc import Callable, Sequence
from typing import Any

from cases import Case, cases, replay

from puzzlegen.board.difficulty import check_score, check_start, check_technique, expert_score, parse_scores
from puzzlegen.board.draft import Draft
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import IDEAS, MIXED, idea_named, idea_problem, parse_idea
from puzzlegen.board.lattices import VARIANTS, variant_named
from puzzlegen.board.puzzle import ClassicBoard, Puzzle, from_mines
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.spec import PuzzleSpec, check_rule, spec_problems
from puzzlegen.board.symmetry import keys_of
from puzzlegen.config.generation import read_spec
from puzzlegen.formats.line import parse


def board(width: int, height: int, kind: str = "minesweeper", voids: Sequence[int] = ()) -> Grid:
    return Grid(width, height, variant_named(kind), tuple(voids))


def keys(grid: Grid) -> list[str]:
    """Return the keys of the clues and of the mines of a board with mines in some of its cells."""
    mines = tuple(cell % 7 in (1, 4) and bool(grid.present[cell]) for cell in range(grid.size))
    return [key.hex() for key in keys_of(from_mines(grid, mines), mines)]


def shows(name: str, text: str) -> bool:
    """Return whether the clues of a puzzle show an idea."""
    puzzle, (idea, digits) = parse(text), idea_named(name)
    return idea.shows(puzzle.grid, puzzle.cells, digits, ())


def mismatch(difficulty: str, total: int | None, *grid: Any) -> str:
    """Return what does not fit a wish for an easy puzzle of 6x5 or 7x7 cells."""
    boards = (Grid(6, 5), Grid(7, 7), Grid(6, 5))
    return str(PuzzleSpec(difficulty="easy").mismatch(board(*grid), total, boards, difficulty))


FUNCTIONS: dict[str, Callable[..., object]] = {
    "technique": lambda name, kind, difficulty, tier, total=False: check_technique(
        name, variant_named(kind), difficulty, tier, total=total
    ),
    "scores": parse_scores,
    "scores of 10x10": lambda scores, difficulty: check_score(tuple(scores), difficulty, Grid(10, 10)),
    "line of experts": lambda *grid: expert_score(board(*grid)),
    "start": lambda region, *grid: check_start(region, board(*grid)),
    "hidden cells": lambda cells, total=None, kind="minesweeper": Puzzle(board(2, 2, kind), tuple(cells), total).hidden,
    "board": board,
    "classic board": lambda mines, start: ClassicBoard(Grid(3, 1), tuple(mines), start),
    "keys": lambda *grid: keys(board(*grid)),
    "draft": lambda **wishes: Draft(Grid(4, 3, voids=(11,)), **wishes),
    "shows": shows,
    "idea": parse_idea,
    "idea on a board": lambda name, difficulty, *grid: idea_problem(name, board(*grid), difficulty),
    "kind": variant_named,
    "rule": lambda rule, *grid: check_rule(rule, board(*grid)),
    "properties": lambda **given: read_spec(given, [Grid(9, 8), Grid(3, 3)]),
    "shares of mines": lambda **given: spec_problems(given, [Grid(5, 2)]),
    "mismatch": mismatch,
    "effort": lambda **asked: PuzzleSpec(**asked).resolved_effort,
}

WORDS = {
    "ideas": ", ".join([*IDEAS, MIXED]),
    "kinds": ", ".join(VARIANTS),
    "shapes": ", ".join(SHAPES),
}


@cases(__file__, "boards")
def test_boards(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]], WORDS)
