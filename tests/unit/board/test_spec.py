"""The properties of puzzles, and what is made of them: keys of configs, options of commands, arguments of the API."""

from dataclasses import fields

import pytest

from puzzlegen.api import Properties
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS, hand_for
from puzzlegen.board.lattices import HEXAGONAL, MOSAIC
from puzzlegen.board.spec import PROPERTIES, PROPERTY_DEFAULTS, Layout, PuzzleSpec, check_rule, spec_problems
from puzzlegen.cli import generate
from puzzlegen.config.daily import WeekdayConfig
from puzzlegen.config.generation import GenerationConfig, read_spec
from puzzlegen.config.section import MixedKind, SectionConfig
from puzzlegen.errors import FormatError, GenerationError
from puzzlegen.generator.requests import PuzzleRequest, request_for

IN_CONFIGS = {name for name, meant in PROPERTIES.items() if meant.in_configs}


def test_each_property_is_a_key_an_option_and_an_argument() -> None:
    assert {*PROPERTIES} == {one.name for one in fields(PuzzleSpec)} <= {one.name for one in fields(PuzzleRequest)}
    assert {*Properties.__annotations__} == {*PROPERTIES, "fill"}
    assert {*GenerationConfig.model_fields} == IN_CONFIGS
    assert {*SectionConfig.model_fields, *WeekdayConfig.model_fields} >= IN_CONFIGS
    assert {*MixedKind.model_fields} == {name for name, meant in PROPERTIES.items() if meant.by_kind} | {"size"}
    assert {*generate.generate.__annotations__} >= {*PROPERTIES}


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_default_is_a_value_that_may_be_given(name: str) -> None:
    meant, default = PROPERTIES[name], PROPERTY_DEFAULTS[name]
    assert meant.meaning and not meant.meaning.endswith(".")
    if default is not None:
        assert getattr(read_spec({name: default}, []), name) == default
    assert not (meant.choices and meant.high)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"spread": 0.3}, "spread: found 0.3, allowed a share from 0 to 0.2"),
        ({"density": 0.6, "spread": 0.1}, "density: density 0.6 with spread 0.1 gives 0.5 to 0.7, allowed 0.05 to 0.6"),
        ({"density": 0.1, "spread": 0.05}, "size: 3x3 cells with a share of mines of 0.05 may hold no mine at all"),
        ({"lone_cells": "perhaps"}, 'lone_cells: found "perhaps", allowed yes or no'),
        ({"shape": "hart"}, 'shape: found "hart", allowed bell, circle'),
        ({"shape": "heart"}, "shape: heart needs at least 6x6 cells, found a board of 3x3 cells"),
        ({"layout": "quarter-turn"}, "layout: found quarter-turn on a board of 9x8 cells, which is not square"),
        ({"technique": "disjoint"}, "technique: found disjoint, which needs a printed number of mines"),
    ],
)
def test_commands_refuse_what_configs_refuse(given: dict[str, object], message: str) -> None:
    with pytest.raises(GenerationError) as caught:
        read_spec(given, [Grid(9, 8), Grid(3, 3)])
    assert str(caught.value).startswith(message)
    assert caught.value.problems[0].loc == (message.partition(":")[0],)


@pytest.mark.parametrize("given", [{"density": 0.57, "spread": 0.03}, {"density": 0.15, "spread": 0.05}])
def test_shares_of_mines_at_the_limits_are_accepted(given: dict[str, float]) -> None:
    assert spec_problems(given, [Grid(5, 2)]) == []


def test_a_bad_value_hides_no_other_problem() -> None:
    given = {"technique": "deep", "difficulty": "easy", "start": "top", "effort": "low"}
    assert [one.loc for one in spec_problems(given, [Grid(3, 3)])] == [("effort",), ("technique",), ("start",)]
    del given["difficulty"]  # it could not be read
    assert [one.loc for one in spec_problems(given, [Grid(9, 9)])] == [("effort",)]


def test_a_request_has_what_is_usual_for_its_board() -> None:
    asked = request_for(PuzzleSpec(), Grid(9, 8), "s")
    hand = HANDS[hand_for("s")]
    assert (asked.layout, asked.hand, asked.cap) == (Layout("natural"), hand.name, 3)
    assert (asked.density, asked.spread) == (hand.mines, hand.spread)
    assert request_for(PuzzleSpec(hand="light"), Grid(9, 8), "s").density == HANDS["light"].mines
    assert request_for(PuzzleSpec(layout=Layout("half-turn")), Grid(9, 8), "s").hand is None
    assert request_for(PuzzleSpec(density=0.25), Grid(9, 8), "s").spread == 0.03
    assert request_for(PuzzleSpec(), Grid(9, 8, MOSAIC), "s").kind == "mosaic"
    assert Layout("natural").usual_mines(MOSAIC, hand) == (0.4, 0.03)
    assert request_for(PuzzleSpec(density=0.25, spread=0.0), Grid(9, 8), "s").spread == 0
    assert request_for(PuzzleSpec(difficulty="medium", score=(20, 60)), Grid(9, 8), "s").aim.score == 20


@pytest.mark.parametrize(
    ("grid", "total", "difficulty", "words"),
    [
        (Grid(6, 5, MOSAIC), None, "easy", "kind: found mosaic, expected minesweeper"),
        (Grid(5, 6), None, "easy", "size: found 5x6, expected 6x5 or 7x7"),
        (Grid(6, 5, voids=(0,)), None, "easy", "shape: found other cells, expected those of the shape asked for"),
        (Grid(6, 5), 9, "easy", "total: found 9, expected none"),
        (Grid(6, 5), None, "hard", "difficulty: found hard, expected easy"),
        (Grid(5, 6), 9, "hard", "size: found 5x6, expected 6x5 or 7x7"),
    ],
)
def test_a_puzzle_of_other_properties_is_named(grid: Grid, total: int | None, difficulty: str, words: str) -> None:
    boards = (Grid(6, 5), Grid(7, 7), Grid(6, 5))
    mismatch = PuzzleSpec(difficulty="easy").mismatch(grid, total, boards, difficulty)
    assert mismatch is not None and str(mismatch) == words
    assert mismatch.name == words.partition(":")[0]


def test_a_puzzle_that_fits_or_is_not_graded_yet_has_no_mismatch() -> None:
    boards = (Grid(6, 5), Grid(7, 7))
    assert PuzzleSpec(difficulty="easy", total=True).mismatch(Grid(7, 7), 9, boards, "easy") is None
    assert PuzzleSpec(difficulty="easy").mismatch(Grid(7, 7), None, boards) is None
    assert PuzzleSpec().mismatch(Grid(7, 7), None, boards, "hard") is None
    assert PuzzleSpec(total=True).mismatch(Grid(7, 7), None, boards) == ("total", "none", "one")


def test_a_wish_asks_for_effort() -> None:
    efforts = [PuzzleSpec(effort="high"), PuzzleSpec(effort="high", start="top"), PuzzleSpec(start="top"), PuzzleSpec()]
    assert [asked.resolved_effort for asked in efforts] == ["high", "high", "normal", "low"]


def test_any_symmetry_fits_a_board_that_has_one() -> None:
    for rule in ("free", "natural", "symmetric", "half-turn"):
        check_rule(rule, Grid(9, 8))
    lopsided = Grid(5, 4, voids=(0, 1))
    check_rule("natural", lopsided)
    with pytest.raises(FormatError, match="whose shape has no symmetry; allowed there: free, natural"):
        check_rule("symmetric", lopsided)
    with pytest.raises(FormatError, match="whose shape does not have it; allowed there: symmetric, left-right"):
        check_rule("half-turn", Grid(5, 4, voids=(0, 4)))
    with pytest.raises(FormatError, match="on a board of 6x4 cells, whose shape does not have it"):
        check_rule("left-right", Grid(6, 4, HEXAGONAL))
