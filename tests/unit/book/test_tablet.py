"""The edition for tablets: one puzzle a page with large cells, no blank pages, equal margins."""

import re

import pytest
from small_book import SMALL, design_of, puzzles_of

from puzzlegen.book.design import editions_of
from puzzlegen.book.edition_pages import check_layout_with_placeholders, paginate
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.config.load import loads_book
from puzzlegen.units import mm

AUTOMATIC = re.sub(r"per_page: \d", "per_page: auto", SMALL)


@pytest.mark.parametrize(("more", "a_page"), [("", 1), (", max_pages: 11", 3)])
def test_the_layout_chooses_one_puzzle_a_page_unless_pages_are_limited(more: str, a_page: int) -> None:
    config = loads_book(AUTOMATIC.replace("trim: 6x9", "profile: tablet" + more))
    (edition,) = editions_of(config, "letter")
    pages, _ = paginate(edition.config, ExplainedPuzzles(puzzles_of(config)), edition.setup, design_of(config))
    drawn = list(pages)
    on_pages = [sum(grid.role == "puzzle" for grid in page.grids) for page in drawn if page.kind == "puzzles"]
    assert max(on_pages) == a_page
    assert not any(page.kind == "blank" for page in drawn)
    assert all(page.block.left == pytest.approx(page.width - page.block.right) for page in drawn)
    if a_page == 1:
        assert min(grid.cell for page in drawn for grid in page.grids if grid.role == "puzzle") >= mm(10)


def test_the_choice_is_reported() -> None:
    config = loads_book(AUTOMATIC.replace("trim: 6x9", "profile: tablet"))
    check = check_layout_with_placeholders(editions_of(config, "letter"), design_of(config))
    assert all("1 puzzle a page" in line and "fill a page of tablet" in line for line in check.choices)


def test_puzzles_per_page_for_paper_do_not_count_on_a_tablet_beside_it() -> None:
    text = SMALL + "back_matter: {notes_pages: 8}\n"
    paper, tablet = editions_of(loads_book(text + "profiles: [kdp, tablet]\n"), "letter")
    assert [section.per_page for section in paper.config.sections] == [4, 2, 1]
    assert [section.per_page for section in tablet.config.sections] == [None] * 3
    (alone,) = editions_of(loads_book(text.replace("trim: 6x9", "profile: tablet")), "letter")
    assert [section.per_page for section in alone.config.sections] == [4, 2, 1]
