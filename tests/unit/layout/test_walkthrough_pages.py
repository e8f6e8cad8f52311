"""Pages of step-by-step solutions: boards inside the text block, overleaf from the puzzles."""

import pytest
from small_book import pages_of

from puzzlegen.config.load import loads_book

CONFIG = """
title: Steps
series: steps
language: {language}
page: {{trim: {trim}}}
sections:
  - {{name: Easy, difficulty: easy, per_page: 2, count: 2, size: 6x5}}
  - {{name: Hard, difficulty: hard, per_page: 1, count: 3, size: {size}}}
back_matter: {{walkthroughs: {which}}}
"""


@pytest.mark.parametrize(
    ("trim", "size", "language"),
    [("6x9", "8x7", "en"), ("6x9", "14x20", "de"), ("8.5x11", "10x9", "pt"), ("5x8", "9x9", "fr")],
)
@pytest.mark.parametrize(("which", "puzzles"), [("hard", 3), ("all", 5)])
def test_boards_stand_inside_the_text_block(trim: str, size: str, language: str, which: str, puzzles: int) -> None:
    pages, _ = pages_of(loads_book(CONFIG.format(trim=trim, size=size, language=language, which=which)))
    shown = [page for page in pages if page.kind == "walkthroughs"]
    assert sum(len(page.grids) for page in shown) == 4 * puzzles  # as many boards as placeholders have
    for page in shown:
        assert page.number > max(pages.plan.puzzles.values())
        for grid in page.grids:
            assert page.block.left <= grid.box.left and grid.box.right <= page.block.right
            assert page.block.top < grid.box.top and grid.box.bottom < page.block.bottom
    assert shown[0].number % 2 == 0  # overleaf
    assert {link.place.number for page in shown for link in page.links if link.place.kind == "puzzle"} == set(
        range(6 - puzzles, 6)
    )
