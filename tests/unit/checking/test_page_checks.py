"""Page checks: a book with all reading aids has no findings, and each damaged aid gives its finding."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from printed_book import SoundBook, Wanted, reads, text
from small_book import SMALL, puzzles_of

from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Mark, Rect, Text
from puzzlegen.solver.tiers import solve

pytestmark = pytest.mark.xdist_group("verify-aids")  # what they share is made once

EVERYTHING = (
    SMALL.replace("front_matter:", "front_matter:\n  contents: yes\n  techniques: all")
    + """
back_matter: {score_card: yes, notes_pages: 2, ruling: dots, colophon: yes}
aids: {hints: back, par: yes, time: yes, qr: yes}
"""
)
FOOT = EVERYTHING.replace("hints: back", 'hints: foot, qr_url: "https://example.org/{number}"').replace(
    "par: yes, time: yes, ", ""
)
THEMES = ("classic", "travel")
RECORDS = puzzles_of(loads_book(EVERYTHING))


@pytest.fixture(scope="module")
def back() -> SoundBook:
    return SoundBook(EVERYTHING, RECORDS)


@pytest.fixture(scope="module")
def foot() -> SoundBook:
    return SoundBook(FOOT, RECORDS)


def begins(string: str) -> Wanted:
    return text(lambda mark: mark.string.startswith(string))


def holds(string: str, turned: bool | None = None) -> Wanted:
    return text(lambda mark: string in mark.string and turned in (None, bool(mark.turn)))


def test_a_book_with_every_aid_is_sound(back: SoundBook, tmp_path: Path) -> None:
    kinds = {"contents", "techniques", "hints", "score-card", "notes", "colophon"}
    assert kinds <= {page.kind for page in back.pages}
    assert back.codes(back.pages, tmp_path) == []
    write_pdf(back.pages, tmp_path / "book.pdf")
    assert back.press.printed(back.pages, tmp_path) == list(read_pages(tmp_path / "book.pdf"))


def test_hints_upside_down_at_the_foot_are_sound(foot: SoundBook, tmp_path: Path) -> None:
    assert any(isinstance(mark, Text) and mark.turn for page in foot.pages for mark in page.marks)
    assert "hints" not in {page.kind for page in foot.pages}
    assert foot.codes(foot.pages, tmp_path) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_letter_that_overhangs_a_space_keeps_the_words_of_a_hint_sound(theme: str, tmp_path: Path) -> None:
    """In these hints, a small j after a space begins so far to the left that the space is read as none."""
    config = FOOT.replace("series: small", "series: small j")
    book = SoundBook(
        config.replace("title:", f"language: pt\ntheme: {theme}\ntitle:", 1), puzzles_of(loads_book(config))
    )
    assert any(isinstance(mark, Text) and mark.turn and " já" in mark.string for p in book.pages for mark in p.marks)
    assert book.codes(book.pages, tmp_path) == []


@pytest.mark.parametrize("part", ["section 2", "answers", "hints"])
def test_a_wrong_page_in_the_contents_is_found(part: str, back: SoundBook, tmp_path: Path) -> None:
    start = back.planned.plan.starts[part]
    page = str(start)
    for wrong in ("2", "999", str(start + 1)):
        pages = back.spoilt("contents", text(lambda mark: mark.string == page), reads(page, wrong))
        assert back.codes(pages, tmp_path) == ["R401"]


def test_a_section_without_an_opener_begins_at_its_running_head(tmp_path: Path) -> None:
    """The theme sets running heads in capitals."""
    book = SoundBook(EVERYTHING.replace("per_page:", "opener: no, per_page:"), RECORDS)
    assert not any(section.opener for section in book.config.sections)
    assert book.codes(book.pages, tmp_path) == []


@pytest.mark.parametrize("head", ["title", "none"])
def test_a_section_that_no_page_names_begins_at_its_first_puzzle(
    head: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "templates" / "themes").mkdir(parents=True)
    (tmp_path / "templates" / "themes" / "unnamed.yaml").write_text(
        f"about: Unnamed sections.\nfurniture: {{running_head: {head}}}\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    config = EVERYTHING.replace("per_page: 4", "per_page: 1").replace("per_page: 2", "per_page: 1")
    book = SoundBook(
        config.replace("per_page:", "opener: no, per_page:").replace("title:", "theme: unnamed\ntitle:", 1), RECORDS
    )
    assert book.codes(book.pages, tmp_path) == []
    start = str(book.planned.plan.starts["section 2"])
    wrong = str(int(start) + 1)
    pages = book.spoilt("contents", text(lambda mark: mark.string == start), reads(start, wrong))
    assert book.codes(pages, tmp_path) == ["R401"]


def test_a_title_missing_in_the_contents_is_found(back: SoundBook, tmp_path: Path) -> None:
    assert back.codes(back.spoilt("contents", begins("Two"), reads("Two", "Tow")), tmp_path) == ["R401"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("Look at", "Look to", "puzzles"),
        ("R4", "R9", "hint-answers"),
        ("safe", "a mine", "hint-answers"),
        ("mine", "safe", "hint-answers"),
    ],
)
def test_a_damaged_hint_is_found(
    old: str, new: str, place: str, back: SoundBook, foot: SoundBook, tmp_path: Path
) -> None:
    assert back.codes(back.spoilt("hints", holds(old), reads(old, new)), tmp_path) == ["R402"]
    turned = place == "puzzles"  # at the foot of their page
    assert foot.codes(foot.spoilt(place, holds(old, turned), reads(old, new)), tmp_path) == ["R402"]


def test_an_answer_the_right_way_up_is_found(back: SoundBook, tmp_path: Path) -> None:
    pages = back.spoilt("hints", holds("", True), lambda mark: replace(mark, turn=0))
    assert "R402" in back.codes(pages, tmp_path)


def test_a_wrong_page_named_for_a_hint_is_found(back: SoundBook, tmp_path: Path) -> None:
    page = str(back.planned.plan.hints[1])
    pages = back.spoilt("puzzles", begins("Hint:"), reads(page, "99"))
    assert back.codes(pages, tmp_path) == ["R402"]


def test_a_wrong_par_time_is_found(back: SoundBook, tmp_path: Path) -> None:
    assert back.codes(back.spoilt("puzzles", begins("Par"), reads("\u00a0min", "5\u00a0min")), tmp_path) == ["R404"]


def test_a_code_that_cannot_be_read_or_opens_something_else_is_found(
    back: SoundBook, foot: SoundBook, tmp_path: Path
) -> None:
    at, page = next((i, page) for i, page in enumerate(back.pages) if page.kind == "puzzles")
    bare = replace(page, marks=tuple(m for m in page.marks if not isinstance(m, Rect)))
    assert set(back.codes((*back.pages[:at], bare, *back.pages[at + 1 :]), tmp_path)) == {"R403"}
    # the same page with the codes of another book
    other = foot.pages[next(i for i, page in enumerate(foot.pages) if page.kind == "puzzles")]
    rects = tuple(m for m in other.marks if isinstance(m, Rect))
    swapped = replace(bare, marks=bare.marks + rects)
    assert set(back.codes((*back.pages[:at], swapped, *back.pages[at + 1 :]), tmp_path)) == {"R403"}


TOTALS = SMALL.replace("per_page: 4}", "per_page: 4, total: yes}").replace("per_page: 1}", "per_page: 1, total: yes}")
TOTALS += 'aids: {hints: foot, par: yes, qr: yes, qr_url: "https://example.org/{number}"}\n'


@pytest.fixture(scope="module")
def totals() -> SoundBook:
    return SoundBook(TOTALS, puzzles_of(loads_book(TOTALS)))


def test_a_section_prints_its_numbers_of_mines_and_they_are_clues(totals: SoundBook, tmp_path: Path) -> None:
    printed = {record.number: record.puzzle.total for record in totals.records}
    assert [printed[n] is not None for n in range(1, 9)] == [True] * 5 + [False] * 2 + [True]
    assert all(record.puzzle.total in (None, sum(record.solution)) for record in totals.records)
    used = {step.technique for record in totals.records for step in solve(record.puzzle, 3).deductions}
    assert "total" in used, "no puzzle of this series rests on its number: take another series"
    assert totals.codes(totals.pages, tmp_path) == []
    printed_text = " ".join(mark.string for page in totals.pages for mark in page.marks if isinstance(mark, Text))
    assert load("en").text("section.total").split(",")[0] in printed_text
    assert "number of mines is not given" not in printed_text


def test_a_wrong_number_of_mines_is_found(totals: SoundBook, tmp_path: Path) -> None:
    page = totals.spoilt("puzzles", holds("mines"), reads("mines", "9"))
    assert set(totals.codes(page, tmp_path)) >= {"R404"}
    wrong = totals.spoilt("puzzles", holds("mines"), one_mine_more)
    assert {"R404", "P203"} <= set(totals.codes(wrong, tmp_path))


def one_mine_more(mark: Mark) -> Mark:
    assert isinstance(mark, Text)
    return replace(mark, string=re.sub(r"(\d+)(?=\smines)", lambda found: str(int(found[1]) + 1), mark.string))


def test_codes_without_room_for_a_number_of_mines_are_refused() -> None:
    place = r"7:\d+: sections\[1\] \"One\": total: found yes, but the address in aids\.qr_url"
    with pytest.raises(ConfigError, match=place):
        loads_book(TOTALS.replace(', qr_url: "https://example.org/{number}"', ""))
