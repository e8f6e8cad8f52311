"""The words above a board: within the picture, centered, above the board, and large enough to be shown small."""

from itertools import pairwise

import pytest
from layout_boards import board

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError
from puzzlegen.layout.core.document import Disc, Page, Ring, Text
from puzzlegen.layout.puzzle_picture import MIN_CELL, puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions, PictureWords

METRICS = FontMetrics()
SHORT = PictureWords("Quiet Fields", "No. 214", "Tuesday 1 December 2026", "Medium", 2)
LONG = PictureWords(
    "The Extraordinarily Comprehensive Collection",
    "Nr. 1214",
    "Donnerstag, 24. September 2026",
    "Schwierig · Sechseckiges Minesweeper",
    3,
)


def head(page: Page) -> list[Text | Disc | Ring]:
    return [mark for mark in page.marks if isinstance(mark, Text | Disc | Ring) and mark.y < page.grids[0].y]


@pytest.mark.parametrize("words", [SHORT, LONG, PictureWords("Mines")], ids=["short", "long", "name"])
@pytest.mark.parametrize("size", [(4, 3), (5, 18), (12, 12), (30, 10), (60, 60)], ids=str)
def test_words_stand_above_the_board(size, words):
    page = puzzle_picture(board(*size, 1)[0], METRICS, options=PictureOptions(head=words))
    (grid,) = page.grids
    assert page.height <= page.width and grid.cell >= MIN_CELL
    marks, margin = head(page), 0.05 * page.width
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert sum(isinstance(mark, Disc) for mark in marks) == words.stars
    bottoms: dict[float, float] = {}
    for text in texts:
        assert (
            text.x >= margin - 1
            and text.x + METRICS.width(text.string, text.font) * text.size <= page.width - margin + 1
        )
        assert margin <= text.y - METRICS.cap_height(text.font) * text.size + 1 and text.y < grid.y - 20
        bottoms[text.y] = METRICS.cap_height(text.font) * text.size
    lines = sorted(bottoms)
    assert all(lower - bottoms[lower] > upper + 15 for upper, lower in pairwise(lines))
    name = texts[0]
    middle = name.x + METRICS.width(name.string, name.font) * name.size / 2
    assert middle == pytest.approx(page.width / 2, abs=1)


def test_facts_take_two_lines_rather_than_small_type():
    def facts(words: PictureWords) -> list[tuple[float, float]]:
        page = puzzle_picture(board(8, 8, 1)[0], METRICS, options=PictureOptions(head=words))
        return [(mark.y, mark.size) for mark in head(page) if isinstance(mark, Text)][1:]

    assert len({y for y, _ in facts(SHORT)}) == 1 and len({y for y, _ in facts(LONG)}) == 2
    assert min(size for _, size in (*facts(SHORT), *facts(LONG))) >= 40


def test_words_that_do_not_fit_are_refused():
    for words, says in (
        (PictureWords("W" * 60), "title: found 60 characters"),
        (PictureWords("A", "No. 1", "d" * 120), "head: number and date: found 12[0-9] characters"),
        (PictureWords("漢"), "title: the font Source Sans Pro has no glyph for '漢'"),
    ):
        with pytest.raises(LayoutError, match=says):
            puzzle_picture(board(8, 8, 1)[0], METRICS, options=PictureOptions(head=words))
