"""Single puzzles and boards as cases: single.yaml has texts that name them, requests, and pages that are refused."""

from collections.abc import Callable

import test_game_page
import test_play_page
import test_puzzle_inputs
import test_render_puzzle
from cases import Case, cases, replay

from puzzlegen.board.grid import Grid
from puzzlegen.formats import detect, line
from puzzlegen.formats.cells import parse_size
from puzzlegen.single.classic_boards import ClassicRequest, games_named, parse_start, resolve_request
from puzzlegen.single.puzzle_inputs import read_puzzles


def request(size: str | None = None, **options: object) -> list[object]:
    """Return the size, the mines and the strategy of a request for boards."""
    found = resolve_request(ClassicRequest(size=parse_size(size) if size else None, **options))
    return [f"{found.grid.width}x{found.grid.height}", found.mines, found.strategy]


FUNCTIONS: dict[str, Callable[..., object]] = {
    "boards": lambda text: [one.name for one in games_named([text], None)],
    "puzzles": lambda *texts: [test_puzzle_inputs.text_of(one) for one in read_puzzles(list(texts))],
    "request": request,
    "start": lambda text, wide, high: parse_start(text, Grid(wide, high)),
    "page": lambda puzzle="b1c211a1a2a1c31a3b1", **options: len(test_play_page.page(line.parse(puzzle), **options)),
    "page of a board": lambda wide, high, **options: len(
        test_game_page.page(test_game_page.many(wide, high, 2), **options)
    ),
    "words below a picture": lambda puzzle, **options: test_render_puzzle.below(detect.parse(puzzle), **options),
}


@cases(__file__, "single")
def test_single_puzzles(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
