"""Drafts: what they refuse, what is printed of them for sure, and what is known."""

from typing import Any

import numpy as np
import pytest

from puzzlegen.board.draft import Draft, draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.errors import FormatError
from puzzlegen.formats import line

BOARD = Grid(4, 3, voids=(11,))


@pytest.mark.parametrize(
    ("wishes", "error"),
    [
        ({"clues": {0: 9}}, "found the clue 9 in R1C1, expected 0 to 8"),
        ({"clues": {5: "3"}}, "found the clue '3' in R2C2, expected 0 to 8"),
        ({"clues": {12: 1}}, "found cell 12, which is no cell of the 4x3 board"),
        ({"blank": [11]}, "found cell 11, which is no cell of the 4x3 board"),
        ({"mines": [-1]}, "found cell -1, which is no cell of the 4x3 board"),
        ({"safe": ["R1C1"]}, "found 'R1C1', expected the number of a cell, such as 0 for R1C1"),
        ({"clues": {2: None}, "blank": [2]}, "found R1C3 as a clue and as blank; leave one of the two out"),
        ({"clues": {2: None}, "mines": [2]}, "found R1C3 as a clue and as a mine; leave one of the two out"),
        ({"safe": [4, 2], "mines": [2, 4]}, "found R1C3 as a mine and as safe; leave one of the two out"),
        ({"plain": [2], "blank": [2]}, "found R1C3 as safe without a number and as blank; leave one of the two out"),
        ({"total": 12}, "found 12 mines, expected 0 to 11"),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes: dict[str, Any], error: str) -> None:
    with pytest.raises(FormatError) as caught:
        Draft(BOARD, **wishes)
    assert str(caught.value) == error


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
