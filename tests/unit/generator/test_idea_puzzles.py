"""Puzzles with an idea: their clues show it, they have one solution, and they are as hard as asked for."""

from dataclasses import replace

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import IDEAS, idea_named, idea_problem, parse_idea
from puzzlegen.board.lattices import MINESWEEPER, VARIANTS
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.formats.json_record import parse_record, write_solved
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import request_for, requests_for
from puzzlegen.grading.grade import grade
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run

SIZES = [Grid(8, 8), Grid(9, 9), Grid(11, 9), Grid(12, 12), Grid(15, 15)]
OTHER_KINDS = [Grid(9, 8, variant) for variant in VARIANTS.values() if variant != MINESWEEPER]
CASES = [
    (parse_idea(name), board, difficulty)
    for name in IDEAS
    for board in [*SIZES, *OTHER_KINDS]
    for difficulty in ("easy", "medium", "hard", "expert")
    if not idea_problem(parse_idea(name), board, difficulty)
]


@pytest.mark.parametrize(("name", "board", "difficulty"), CASES, ids=str)
def test_a_puzzle_shows_its_idea_has_one_solution_and_the_difficulty(name: str, board: Grid, difficulty: str) -> None:
    for request in requests_for(
        PuzzleSpec(kind=board.variant.name, difficulty=difficulty, idea=name), board, f"{name} {board}", 2
    ):
        graded = make_puzzle(request).graded
        puzzle, trace = graded.puzzle, run(graded.puzzle, 4)
        idea, text = idea_named(name)
        assert graded.idea == name
        assert idea.shows(board, puzzle.cells, text, trace.moment.tolist())
        assert solutions(puzzle).solutions == (graded.solution,)
        assert grade(trace).difficulty == graded.grade.difficulty == difficulty


def test_the_same_request_gives_the_same_puzzle_and_a_record_keeps_the_idea() -> None:
    request = request_for(PuzzleSpec(difficulty="hard", idea="digits:2026"), Grid(10, 9), "again")
    first, second = make_puzzle(request).graded, make_puzzle(request).graded
    assert first == second
    assert parse_record(write_solved(first)).idea == "digits:2026"
    assert first.puzzle != make_puzzle(replace(request, stream="other")).graded.puzzle


def test_ideas_of_all_names_work_at_10x10() -> None:
    assert sum(not idea_problem(parse_idea(name), Grid(10, 10), "easy") for name in IDEAS) >= 16
    for side in range(8, 16):
        names = [name for name in IDEAS if not idea_problem(parse_idea(name), Grid(side, side), "hard")]
        assert len(names) >= 6
