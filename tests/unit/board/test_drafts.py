"""Drafts: what they refuse, what is printed of them for sure, and what is known."""

import numpy as np

from puzzlegen.board.draft import Draft, draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.formats import line

BOARD = Grid(4, 3, voids=(11,))


def test_a_clue_may_be_on_a_mine_where_the_kind_allows_it() -> None:
    draft = Draft(Grid(4, 3, MOSAIC), clues={0: 9, 1: None}, mines=[0])
    assert draft.known == {0: True}


def test_cells_may_be_numbers_of_any_kind() -> None:
    draft = Draft(BOARD, clues={np.int64(3): 2}, blank=range(2), mines=np.array([5]))
    assert (draft.clues, draft.blank, draft.mines) == ({3: 2}, {0, 1}, {5})


def test_what_is_printed_for_sure_and_what_is_known() -> None:
    draft = Draft(BOARD, clues={0: 1, 1: None}, blank=[2], mines=[3], safe=[4], plain=[5], total=3)
    assert line.write(draft.printed) == "4x3:1d.e#,m3"
    assert draft.known == {1: False, 3: True, 4: False}
    assert line.write(draft.unclued) == "4x3:e.e#"


def test_a_total_that_cannot_fit_any_more_is_not_printed() -> None:
    assert Draft(Grid(3, 1), clues={0: 1}, total=3).printed.total is None


def test_a_puzzle_is_a_draft_with_its_clues() -> None:
    puzzle = line.parse("4x3:1d.e#,m3")
    assert draft_of(puzzle) == Draft(BOARD, clues={0: 1}, plain=[5], total=3)
    assert draft_of(puzzle).printed == puzzle
