"""The finale of a section: its last and hardest puzzle, alone on its last page with puzzles."""

from pathlib import Path

import pytest
from printed_book import SoundBook
from small_book import pages_of

from puzzlegen.book.edition_pages import layout_advice
from puzzlegen.checking.expected import check_written, interior_texts
from puzzlegen.config.load import loads_book
from puzzlegen.errors import LayoutError
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import PlacedGrid

BOOK = """
title: Finales
series: finales
page: {trim: 6x9}
sections:
  - {name: One, count: 6, size: [6x5, 6x5], difficulty: easy, per_page: 4, finale: yes}
  - {name: Two, count: 4, size: 7x7, difficulty: medium, per_page: 2, finale: yes, opener: no}
  - {name: Three, count: 2, size: 8x8, difficulty: medium, begin: same page}
front_matter: {contents: yes}
"""
FINALES = 6, 10


@pytest.fixture(scope="module")
def book() -> SoundBook:
    return SoundBook(BOOK)


def grids_of(book: SoundBook) -> dict[int, PlacedGrid]:
    return {grid.number: grid for page in book.pages for grid in page.grids if grid.role == "puzzle"}


@pytest.mark.parametrize("number", FINALES)
def test_the_hardest_puzzle_is_alone_on_the_last_page_of_its_section(book: SoundBook, number: int) -> None:
    grids = grids_of(book)
    (alone,) = (page for page in book.pages if grids[number] in page.grids)
    assert [grid.number for grid in alone.grids] == [number]
    assert grids[number].page == grids[number - 1].page + 1
    assert grids[number + 1].page > grids[number].page  # also where the next section begins on the same page
    assert grids[number].cell > grids[number - 1].cell
    scores = [record.grade.score for record in book.records if record.section == book.records[number - 1].section]
    assert scores == sorted(scores)


def test_heading_and_contents_have_the_numbers_of_the_whole_section(book: SoundBook) -> None:
    words = [[mark.string for mark in page.marks if hasattr(mark, "string")] for page in book.pages]
    assert any("One" in some and "Puzzles 1\u20136" in some for some in words)
    assert any("Easy · Puzzles 1\u20136 · 6×5" in some for some in words)
    finale = next(some for some in words if "The Finale" in some)
    assert "One" in finale


def test_pages_with_finales_have_no_findings(book: SoundBook, tmp_path: Path) -> None:
    assert not book.found(book.pages, tmp_path)
    drawn = [*book.planned]
    assert [words for words, _ in layout_advice(book.config, book.planned, drawn) if "last page" in words] == [
        "section 'Two': its last page has 1 of 2 puzzles; a count of 3 or 5 fills it"
    ]


@pytest.mark.parametrize("language", languages())
def test_verification_reads_the_heading_in_each_language(language: str) -> None:
    config = loads_book(BOOK.replace("title: Finales", f"title: Finales\nlanguage: {language}"))
    heading = load(language, "rc").text("section.finale")
    wanted = [one for one in interior_texts(config) if one.key.endswith("finale") and one.pieces]
    assert [one.key for one in wanted] == ["sections[1].finale", "sections[2].finale"]
    assert check_written([f"One {heading} 6"], wanted) == []
    assert [finding.code for finding in check_written(["One 6"], wanted)] == ["R406", "R406"]


def test_a_page_without_space_for_the_heading_is_refused() -> None:
    large = "title: T\nseries: s\ntheme: large-print\nsections: [{name: A, count: 2, size: 14x16, difficulty: easy}]\n"
    pages_of(loads_book(large))
    with pytest.raises(LayoutError, match=r"14x16 boards at 1 a page .* or leave out finale$") as caught:
        pages_of(loads_book(large.replace("}", ", finale: yes}")))
    assert caught.value.problems[0].loc == ("sections", "A", "per_page")


def test_a_single_sided_finale_has_a_right_hand_page_and_its_heading(tmp_path: Path) -> None:
    single = BOOK.replace("page: {trim: 6x9}", "page: {trim: 6x9, single_sided: yes}").replace(", begin: same page", "")
    book = SoundBook(single)
    assert not book.found(book.pages, tmp_path)
    grids = grids_of(book)
    assert all(grids[number].page == grids[number - 1].page + 2 and grids[number].page % 2 for number in FINALES)
    headed = [
        page.number for page in book.pages if "The Finale" in [getattr(mark, "string", "") for mark in page.marks]
    ]
    assert headed == [grids[number].page for number in FINALES]


@pytest.mark.parametrize("place", ["back", "next spread"])
def test_a_finale_is_never_smaller_than_the_puzzles_before_it_and_has_its_answer_where_they_have_theirs(
    place: str, tmp_path: Path
) -> None:
    text = (
        BOOK.replace("per_page: 2", "per_page: 1").replace("7x7", "7x14")
        + f"back_matter: {{answer_key: {{place: {place}}}}}\n"
    )
    book = SoundBook(text)
    assert not book.found(book.pages, tmp_path)
    grids, answers = grids_of(book), book.planned.plan.answers
    for number in FINALES:
        assert grids[number].cell >= grids[number - 1].cell
        behind = {one: answers[one] - grids[one].page for one in (number, number - 1)}
        assert place == "back" or set(behind.values()) == {2}
    # The page of a finale has the answers of the page two before, so that no page has nothing else
    alone = next(page for page in book.pages if grids[10] in page.grids)
    assert [grid.number for grid in alone.grids if grid.role == "answer"] == ([8] if place == "next spread" else [])


def test_a_finale_behind_a_page_that_is_not_full() -> None:
    advised = loads_book(BOOK.replace("count: 4, size: 7x7", "count: 2, size: 7x7"))
    pages = pages_of(advised)[0]
    assert [words for words, _ in layout_advice(advised, pages, [*pages]) if "last page" in words] == [
        "section 'Two': its last page has 1 of 2 puzzles; a count of 3 fills it"
    ]
