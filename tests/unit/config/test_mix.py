"""Sections whose kinds take turns: their settings, their order, and one line for each mistake."""

from puzzlegen.board.difficulty import DIFFICULTIES, Grade
from puzzlegen.board.hands import HANDS, hand_for
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.generator.requests import section_requests
from puzzlegen.grading.order import printing_order

BOOK = """
title: Mixed
series: mixed
sections:
  - name: All Sorts
    count: 7
    size: [6x6, 7x5]
    difficulty: medium
    {more}
"""


def book(more: str) -> BookConfig:
    return loads_book(BOOK.format(more=more), "book.yaml")


def test_kinds_take_turns_with_their_own_settings() -> None:
    section = book("mix: [minesweeper, {kind: mosaic, size: 6x8, difficulty: hard, total: yes, shape: ring}]").sections[
        0
    ]
    requests = section_requests("mixed", section)
    assert [request.grid.variant for request in requests] == [MINESWEEPER, MOSAIC] * 3 + [MINESWEEPER]
    assert [str(request.grid) for request in requests] == ["6x6", "6x8", "7x5", "6x8", "6x6", "6x8", "7x5"]
    assert [request.difficulty for request in requests] == ["medium", "hard"] * 3 + ["medium"]
    assert [request.total for request in requests] == [False, True] * 3 + [False]
    assert [bool(request.grid.voids) for request in requests] == [False, True] * 3 + [False]
    hand = HANDS[hand_for("mixed/All Sorts")]
    assert [request.hand for request in requests] == [hand.name, None] * 3 + [hand.name]
    assert (requests[0].density, requests[0].spread) == (hand.mines, hand.spread)
    assert (requests[1].density, requests[1].spread) == (0.4, 0.03)
    assert {request.cap for request in requests} == {DIFFICULTIES[name].cap for name in ("medium", "hard")}


def test_a_share_of_mines_of_the_section_is_for_all_kinds() -> None:
    section = book("density: 0.25\n    mix: [minesweeper, mosaic, {kind: mosaic, density: 0.5}]").sections[0]
    assert [settings.density for settings in section.kinds] == [0.25, 0.25, 0.5]
    assert [one.spread for one in section_requests("s", section)[:3]] == [0.03] * 3
    section = book("spread: 0.01\n    hand: edges\n    mix: [minesweeper, mosaic]").sections[0]
    requests = section_requests("s", section)[:2]
    assert [(one.density, one.spread) for one in requests] == [(HANDS["edges"].mines, 0.01), (0.4, 0.01)]


def test_puzzles_rise_within_kind_and_size_and_kinds_take_turns() -> None:
    section = book("mix: [minesweeper, mosaic]").sections[0]
    made = []
    for number in range(1, 8):
        grid = section.board(number)
        puzzle = Puzzle(grid, (0,) * grid.size)
        made.append(GradedPuzzle(puzzle, (False,) * grid.size, Grade(1, "easy", 10.0 - number, 0, (1, 2))))
    ordered = printing_order(made, section)
    assert [one.puzzle.grid for one in ordered] == [section.board(number) for number in range(1, 8)]
    assert [one.grade.score for one in ordered] == [5.0, 4.0, 3.0, 6.0, 9.0, 8.0, 7.0]
