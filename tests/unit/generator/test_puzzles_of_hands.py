"""Puzzles of each hand have its habits, at any effort, and the habits tell the hands apart."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from statistics import fmean

import numpy as np
import pytest

from puzzlegen.board.drawn_layouts import images
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS
from puzzlegen.board.lattices import MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.spec import Layout, PuzzleSpec, fitting_symmetries
from puzzlegen.config.generation import ShapeConfig
from puzzlegen.errors import FormatError
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.batch import best_of
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.grading.quality import clue_counts
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run

GRID = Grid(10, 9)
SEED = "habits"


def made(hand: str, effort: str, count: int, difficulty: str = "medium") -> list[GradedPuzzle]:
    """Puzzles of a hand, as a run of ``generate`` makes them."""
    spec = PuzzleSpec(difficulty=difficulty, hand=hand, effort=effort)
    requests = list(requests_for(spec, GRID, SEED, count))
    assert {request.hand for request in requests} == {hand}
    if effort == "low":
        return [make_puzzle(request).graded for request in requests]
    every = (make_puzzle(one) for request in requests for one in request.candidates())
    return [one.graded for one in best_of(requests, every, RepeatFilter(), make_puzzle)]


def signs(graded: GradedPuzzle) -> dict[str, float]:
    """The signs of one puzzle, counted from rows and columns, not as the engine counts them."""
    puzzle = graded.puzzle
    height, width = puzzle.grid.height, puzzle.grid.width
    clue = np.pad(puzzle.array.reshape(height, width) >= 0, 1)
    inner = clue[1:-1, 1:-1]
    sides = clue[:-2, 1:-1] | clue[2:, 1:-1] | clue[1:-1, :-2] | clue[1:-1, 2:]
    corners = clue[:-2, :-2] | clue[:-2, 2:] | clue[2:, :-2] | clue[2:, 2:]
    edge = np.ones((height, width), bool)
    edge[1:-1, 1:-1] = False
    values = clue_counts(puzzle)
    return {
        "lone": float((~(sides | corners))[inner].mean()),
        "edges": float(inner[edge].mean()),
        "sides": float(sides[inner].mean()),
        "zeros": values[0] / puzzle.clues,
        "ones": values[1] / puzzle.clues,
        "mines": sum(graded.solution) / puzzle.grid.area,
        "left and right": float((inner == inner[:, ::-1]).mean()),
        "top and bottom": float((inner == inner[::-1]).mean()),
    }


@cache
def means(effort: str, count: int) -> Mapping[str, Mapping[str, float]]:
    """The means of the signs of each hand."""
    found = {hand: [signs(one) for one in made(hand, effort, count)] for hand in HANDS}
    return {hand: {name: fmean(one[name] for one in every) for name in every[0]} for hand, every in found.items()}


EFFORTS = [("low", 60), ("normal", 24)]


@pytest.mark.parametrize(("effort", "count"), EFFORTS)
@pytest.mark.parametrize("hand", HANDS)
def test_puzzles_have_the_signs_of_their_hand(hand: str, effort: str, count: int) -> None:
    found = means(effort, count)[hand]
    for sign, (low, high) in HANDS[hand].signs.items():
        assert low / 1000 - 0.04 <= found[sign] <= high / 1000 + 0.04, (sign, found[sign])
    assert found["mines"] == pytest.approx(HANDS[hand].mines, abs=0.03)


@pytest.mark.parametrize(("effort", "count"), EFFORTS)
@pytest.mark.parametrize(
    ("hand", "sign", "most", "apart"),
    [
        ("light", "mines", False, 0.0),  # 0.29 with effort, as its setter; others fall to 0.30
        ("balanced", "zeros", False, 0.03),
        ("scattered", "lone", True, 0.08),
        ("edges", "edges", True, 0.05),
        ("lines", "sides", True, 0.12),
    ],
)
def test_each_hand_is_known_by_a_sign(hand: str, sign: str, most: bool, apart: float, effort: str, count: int) -> None:
    """Its mean is the highest or the lowest, by a distance from the nearest other hand."""
    found = means(effort, count)
    others = [one[sign] for name, one in found.items() if name != hand]
    distance = found[hand][sign] - max(others) if most else min(others) - found[hand][sign]
    assert distance > apart


# The figures of the setter of each hand, and how far from them ours may be: what the rows of the table of hands reach
SETTERS = [
    ("light", "ones", 0.235, 0.04),
    ("balanced", "lone", 0.21, 0.15),
    ("balanced", "left and right", 0.75, 0.12),
    ("balanced", "top and bottom", 0.75, 0.12),
    ("scattered", "lone", 0.22, 0.06),
    ("edges", "lone", 0.10, 0.06),
    ("edges", "edges", 0.42, 0.04),
]


@pytest.mark.parametrize(("effort", "count"), EFFORTS)
@pytest.mark.parametrize(("hand", "sign", "figure", "band"), SETTERS)
def test_hands_are_near_their_setters(
    hand: str, sign: str, figure: float, band: float, effort: str, count: int
) -> None:
    assert means(effort, count)[hand][sign] == pytest.approx(figure, abs=band)


def agreement(graded: GradedPuzzle) -> float:
    """The share of cells that have a clue where their image under a half turn has one."""
    clue = graded.puzzle.array >= 0
    (turned,) = [table for table in images(graded.puzzle.grid, "half-turn").tolist() if table[0] != 0]
    return float((clue == clue[turned]).mean())


@pytest.mark.parametrize("effort", ["low", "normal"])
@pytest.mark.parametrize("hand", HANDS)
def test_only_balanced_puzzles_have_symmetry(hand: str, effort: str) -> None:
    found = [agreement(one) for one in made(hand, effort, 6)]
    if HANDS[hand].symmetries:
        assert found == [1] * 6
    else:
        assert max(found) < 1 and fmean(found) < 0.7


@pytest.mark.parametrize("difficulty", ["easy", "hard", "expert"])
def test_every_hand_has_puzzles_of_every_difficulty(difficulty: str) -> None:
    for hand in HANDS:
        for graded in made(hand, "low", 3, difficulty):
            assert graded.grade.difficulty == difficulty and graded.hand == hand
            assert solutions(graded.puzzle).solutions == (graded.solution,)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_hand_suits_every_kind_and_shape(variant: Variant) -> None:
    boards = [Grid(6, 6, variant), Grid(9, 7, variant)]
    if not variant.wraps:
        boards.append(ShapeConfig(name="heart").on(Grid(9, 8, variant)))
    for hand in HANDS:
        for board in boards:
            spec = PuzzleSpec(kind=variant.name, difficulty="medium", hand=hand, layout=Layout("natural"))
            (request,) = requests_for(spec, board, SEED, 1)
            graded = make_puzzle(request).graded
            assert solutions(graded.puzzle).solutions == (graded.solution,) and graded.hand == hand
            assert run(graded.puzzle, 2).solution == graded.solution
            if HANDS[hand].symmetries and "half-turn" in fitting_symmetries(board):
                clue = graded.puzzle.array >= 0
                assert all((clue == clue[table]).all() for table in images(board, "half-turn"))


def test_a_large_board_has_the_habits_too() -> None:
    spec = PuzzleSpec(difficulty="hard", hand="balanced")
    (request,) = requests_for(spec, Grid(30, 30), SEED, 1)
    graded = make_puzzle(request).graded
    assert agreement(graded) == 1 and signs(graded)["zeros"] < 0.04


def test_a_mosaic_keeps_its_usual_share_of_mines() -> None:
    spec = PuzzleSpec(kind="mosaic", hand="light", layout=Layout("natural"))
    (request,) = requests_for(spec, Grid(8, 8, MOSAIC), SEED, 1)
    assert request.density == MOSAIC.usual_density and request.hand == "light"


def test_a_record_has_the_hand() -> None:
    (graded,) = made("lines", "normal", 1)
    written = dumps(as_dict(graded))
    assert parse_record(written).hand == "lines"
    (free,) = [make_puzzle(one).graded for one in requests_for(PuzzleSpec(layout=Layout()), GRID, SEED, 1)]
    assert "hand" not in as_dict(free) and parse_record(dumps(as_dict(free))).hand is None
    with pytest.raises(
        FormatError, match=r"^hand: found .*lnies.*, expected light, balanced, scattered, edges, lines$"
    ):
        parse_record(written.replace('"lines"', '"lnies"'))
