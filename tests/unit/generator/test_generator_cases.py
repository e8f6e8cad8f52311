"""Requests as cases: generator.yaml has what cannot be made or chosen, and what is advised instead."""

from collections.abc import Callable
from typing import Any

from cases import Case, cases, replay

from puzzlegen.board.difficulty import REGIONS, TECHNIQUE_TIERS
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import IDEAS, MIXED
from puzzlegen.board.spec import Layout
from puzzlegen.config.generation import read_spec
from puzzlegen.config.load import loads_book
from puzzlegen.generator.attempts import advice
from puzzlegen.generator.chosen_puzzles import chosen_puzzles
from puzzlegen.generator.classic_boards import BoardRequest, check_request, fastest_strategy
from puzzlegen.generator.fewest_clues import fewest_possible
from puzzlegen.generator.improving import mine_limits
from puzzlegen.generator.requests import PuzzleRequest


def advised(wanted: dict[str, Any], instead: dict[str, int], clues: float | None = None) -> list[str]:
    """Return what is advised where puzzles of other difficulties came out instead, so often each."""
    if "layout" in wanted or clues is not None:
        wanted = {**wanted, "layout": Layout(wanted.get("layout", "free"), clues=clues)}
    rejects = {f"{name} instead": count for name, count in instead.items()} | {"no proof": 1 if instead else 8}
    return advice(PuzzleRequest(Grid(6, 6), "", 3, **wanted), rejects)


FUNCTIONS: dict[str, Callable[..., object]] = {
    "advice": advised,
    "properties": lambda width, height, **given: read_spec(given, [Grid(width, height)]),
    "choices": lambda text: {place: str(one.puzzle.grid) for place, one in chosen_puzzles(loads_book(text))[1].items()},
    "book": lambda text: loads_book(text, "c"),
    "classic board": lambda width, height, mines, **more: check_request(
        BoardRequest(Grid(width, height), mines, **more)
    ),
    "fastest strategy": lambda width, height, mines: fastest_strategy(Grid(width, height), mines),
    "limits of mines": lambda width, height, **more: mine_limits(PuzzleRequest(Grid(width, height), "", cap=1, **more)),
    "fewest clues": lambda side: fewest_possible(Grid(side, side)),
}
WORDS = {
    "ideas": ", ".join([*IDEAS, MIXED]),
    "techniques": ", ".join(TECHNIQUE_TIERS),
    "regions": ", ".join(REGIONS),
}


@cases(__file__, "generator")
def test_generator(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]], WORDS)
