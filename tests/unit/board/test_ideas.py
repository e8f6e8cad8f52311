"""Ideas: which clues show them, on which boards they work, and how they are written."""

from itertools import product

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import (
    BLANK_BIT,
    IDEAS,
    MIXED,
    _fits_in_row,
    _leads_right,
    figure_of,
    idea_at,
    idea_problem,
    idea_shown,
    ideas_shown,
    parse_idea,
    working_ideas,
)
from puzzlegen.board.puzzle import from_mines
from puzzlegen.language.catalogue import load

SQUARE = Grid(9, 8)


@pytest.mark.parametrize("name", IDEAS)
def test_each_idea_has_words_in_every_language_and_works_somewhere(name: str) -> None:
    for language in ("en", "de", "es", "fr", "it", "nl", "pt"):
        title, sentence = load(language).idea(parse_idea(name)) or ("", "")
        assert not title.split()[0].isdecimal()  # it would be read as the number of a puzzle
        assert sentence.endswith(".")
    sides = IDEAS[name].sides[0], IDEAS[name].sides[1]
    boards = [Grid(side, side) for side in range(sides[0], sides[1] + 1)]
    assert any(not idea_problem(parse_idea(name), board, "easy") for board in boards)


@pytest.mark.parametrize("name", [name for name, idea in IDEAS.items() if idea.draw is None])
def test_patterns_have_an_entry_for_each_cell_and_leave_room_for_mines(name: str) -> None:
    board = Grid(9, 9) if name == "magic-square" else Grid(11, 10)
    for pattern in IDEAS[name].patterns(board, "314"):
        assert len(pattern) == board.size
        assert sum(allowed & BLANK_BIT > 0 for allowed in pattern) > board.size / 2


@pytest.mark.parametrize("name", ["heart", "rings", "lattice"])
def test_figures_stand_in_several_places_and_reach_every_cell(name: str) -> None:
    board = Grid(10, 10)
    patterns = [*IDEAS[name].patterns(board, "")]
    assert len({*map(tuple, patterns)}) == len(patterns) >= 4
    for pattern in patterns:
        clues = {board.position(cell) for cell, allowed in enumerate(pattern) if allowed != BLANK_BIT}
        near = {(row + down, col + right) for row, col in clues for down, right in product((-1, 0, 1), repeat=2)}
        assert near >= {board.position(cell) for cell in range(board.size)}
        cells = [2 if allowed != BLANK_BIT else -1 for allowed in pattern]
        needed = {cell for cell, allowed in enumerate(pattern) if not allowed & BLANK_BIT}
        assert figure_of(name, board, cells) == needed


def test_only_ideas_with_a_figure_have_one() -> None:
    board = Grid(9, 9)
    cells = [2] * 9 + [-1] * 72
    assert not figure_of("only-2s", board, cells)
    assert not figure_of("loners", board, cells)
    assert figure_of("checkerboard", board, [2 if cell % 2 else -1 for cell in range(81)]) == {*range(1, 81, 2)}


def test_digits_fit_a_row_if_some_mines_around_it_give_them() -> None:
    def possible(clues: str, left: int, right: int) -> bool:
        width = left + len(clues) + right
        gaps = [left + i for i, clue in enumerate(clues) if clue == "."] + [0] * left + [width - 1] * right
        free = [*range(width), *(2 * width + i for i in range(width)), *(width + i for i in sorted(set(gaps)))]
        for chosen in product((False, True), repeat=len(free)):
            mines = [False] * (3 * width)
            for cell, mine in zip(free, chosen, strict=True):
                mines[cell] = mine
            cells = from_mines(Grid(width, 3), mines).cells[width + left :]
            if all(clue == "." or cells[i] == int(clue) for i, clue in enumerate(clues)):
                return True
        return False

    for clues in ("2.6", "15", "13", "5.1", "0.3"):
        for left, right in product((0, 1), repeat=2):
            assert _fits_in_row(clues, bool(left), bool(right)) == possible(clues, left, right), (clues, left, right)


def test_a_solve_leads_to_the_right_if_its_moments_rise_with_the_columns() -> None:
    board = Grid(6, 2)
    assert _leads_right(board, [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 6, 5])
    assert _leads_right(board, [0, 1, 2, 3, 4, 5, 1, 0, 2, 3, 3, 4])
    assert not _leads_right(board, [6, 5, 4, 3, 2, 1] * 2)
    assert not _leads_right(board, [1, 5, 2, 4, 3, 6] * 2)
    assert not _leads_right(board, [1] * 12)
    assert not _leads_right(board, [0] * 12)


def test_mixed_ideas_take_turns_among_those_that_work() -> None:
    working = working_ideas(SQUARE, "hard")
    assert len(working) >= 6
    assert [idea_at(MIXED, SQUARE, "hard", place) for place in range(len(working) + 1)] == [*working, working[0]]
    assert idea_at("only-2s", SQUARE, "hard", 5) == "only-2s"
    assert not idea_problem(MIXED, SQUARE, "hard")
    assert idea_problem(MIXED, Grid(3, 3), "hard")


def test_the_idea_of_a_puzzle_from_elsewhere_is_found() -> None:
    cells = [2 if cell % 5 == 0 else -1 for cell in range(SQUARE.size)]
    assert idea_shown("only-2s", SQUARE, cells, ()) == "only-2s"
    assert idea_shown(MIXED, SQUARE, cells, ()) == "only-2s"
    assert idea_shown("only-3s", SQUARE, cells, ()) is None
    assert idea_shown(None, SQUARE, cells, ()) is None


def test_all_ideas_of_a_puzzle_are_found_with_the_digits_of_its_rows() -> None:
    grid = Grid(9, 8)
    cells = [-1] * grid.size
    for place, clue in ((20, 2), (22, 4), (24, 2), (38, 6)):
        cells[place] = clue
    assert ideas_shown(grid, cells, [0] * grid.size) == ["even", "checkerboard", "loners", "digits:242"]
    cells[39] = 1  # beside the 6, so no row but the other reads as digits
    assert ideas_shown(grid, cells, [0] * grid.size) == ["digits:242"]
