"""The properties of puzzles, and what is made of them: keys of configs, options of commands, arguments of the API."""

from dataclasses import fields

import pytest

from puzzlegen.api import Properties
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS, hand_for
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.spec import PROPERTIES, PROPERTY_DEFAULTS, Layout, PuzzleSpec, spec_problems
from puzzlegen.cli import generate
from puzzlegen.config.daily import WeekdayConfig
from puzzlegen.config.generation import GenerationConfig, read_spec
from puzzlegen.config.section import MixedKind, SectionConfig
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


def test_a_puzzle_that_fits_or_is_not_graded_yet_has_no_mismatch() -> None:
    boards = (Grid(6, 5), Grid(7, 7))
    assert PuzzleSpec(difficulty="easy", total=True).mismatch(Grid(7, 7), 9, boards, "easy") is None
    assert PuzzleSpec(difficulty="easy").mismatch(Grid(7, 7), None, boards) is None
    assert PuzzleSpec().mismatch(Grid(7, 7), None, boards, "hard") is None
    assert PuzzleSpec(total=True).mismatch(Grid(7, 7), None, boards) == ("total", "none", "one")
