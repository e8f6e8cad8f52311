from itertools import pairwise

import pytest
from layout_boards import LETTER, TRAVEL, section

from puzzlegen.errors import LayoutError
from puzzlegen.layout.fit import arrange, fit, largest_board, section_arrangement
from puzzlegen.layout.theme import DEFAULT
from puzzlegen.units import mm, to_mm


@pytest.mark.parametrize("page", [LETTER, TRAVEL])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("size", [(5, 5), (8, 12), (15, 9)])
def test_places_lie_in_the_block_and_clear_of_each_other(page, per_page, size):
    found = arrange(page, *size, per_page)
    assert found.cols * found.rows == per_page
    wide = size[0] * found.cell + 2 * DEFAULT.puzzle.frame
    high = size[1] * found.cell + 2 * DEFAULT.puzzle.frame + DEFAULT.header
    for number in (1, 2):
        block = page.block(number)
        places = found.places(block)
        assert len(places) == per_page
        for x, y in places:
            assert block.left - 0.01 <= x and x + wide <= block.right + 0.01
            assert block.top - 0.01 <= y and y + high <= block.bottom + 0.01
        xs, ys = sorted({round(x, 6) for x, _ in places}), sorted({round(y, 6) for _, y in places})
        assert all(b - a >= wide + DEFAULT.column_gap - 0.01 for a, b in pairwise(xs))
        assert all(b - a >= high + DEFAULT.row_gap - 0.01 for a, b in pairwise(ys))


def test_fewer_a_page_never_gives_smaller_cells():
    cells = [fit(LETTER, 20, 20, per_page) for per_page in (6, 4, 2, 1)]
    assert cells == sorted(cells)


def test_small_boards_stop_growing():
    assert to_mm(fit(LETTER, 3, 3, 1)) == pytest.approx(15, abs=0.02)


def test_largest_board_is_the_last_that_fits():
    side = largest_board(LETTER, 4)
    assert fit(LETTER, side, side, 4) >= mm(5) > fit(LETTER, side + 1, side + 1, 4)


def test_too_small_cells_are_refused_with_what_would_fit():
    with pytest.raises(LayoutError) as refusal:
        section_arrangement(section("Giants", 1, [(24, 24)], 6), LETTER)
    message = str(refusal.value)
    assert "'Giants'" in message and "24x24 boards at 6 a page would get cells of 2.7 mm" in message
    assert message.endswith("1 a page gives 7.5 mm or boards up to 13x13 fit at 6 a page")


def test_hopeless_boards_are_refused_too():
    with pytest.raises(LayoutError, match="1000x1000"):
        section_arrangement(section("Giants", 1, [(1000, 1000)], 1), TRAVEL)
