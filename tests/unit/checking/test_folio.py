"""The number of a page is the one that is alone at its foot, and no clue of the board on a title page."""

import numpy as np
import pytest

from puzzlegen.checking.page_objects import Letters, PageObjects, Shape, Word, folio_of

NO_LETTERS = Letters("", *[np.empty(0)] * 6, np.empty(0, np.int64), np.empty(0), np.empty(0, np.int64), ())
FOLIO = Word("4", 60.0, 65.0, 560.0, 570.0, "Regular")
OTHERS = [Word("9", 90.0, 95.0, 520.0, 530.0, "Regular"), Word("Title", 60.0, 95.0, 40.0, 60.0, "Bold")]


def upright(x: float) -> Shape:
    return Shape(x, x, 300.0, 580.0, 0.0, None, 1.0)


@pytest.mark.parametrize(
    ("lines", "sides", "is_folio"),
    [
        ([], [], True),
        ([upright(52.0)], [], False),  # the side of a square cell
        ([], [upright(52.0)], False),  # that of a hexagon
        ([upright(70.0), upright(10.0)], [], True),  # on the other side; far away
        ([Shape(52.0, 52.0, 300.0, 550.0, 0.0, None, 1.0)], [], True),  # ends above it
    ],
)
def test_a_number_in_a_cell_is_no_page_number(lines: list[Shape], sides: list[Shape], is_folio: bool) -> None:
    page = PageObjects(400.0, 600.0, NO_LETTERS, lines=lines, sides=sides)
    assert folio_of([*OTHERS, FOLIO], page) == (FOLIO if is_folio else None)
