"""Headlines and titles over puzzles: on the pages, read back by verification, and refused if too long."""

import json
from pathlib import Path

import pypdfium2
import pytest
from small_book import pages_of

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.errors import LayoutError
from puzzlegen.files.build_folder import INTERIOR, MANIFEST
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.layout.core.theme import COMFORTABLE_CELL
from puzzlegen.ledger.book_ledger import LedgerPolicy

BOOK = """
title: Titles
series: titles over puzzles
page: {profile: home-letter}
sections:
  - {name: One, count: 4, size: 6x6, difficulty: easy, per_page: 4, titles: {2: "100 candles \\"for\\" Ann"}}
  - {name: Two, count: 2, size: 8x8, difficulty: easy, idea: only-2s, titles: {1: 22 of them}}
aids: {hints: back, hint_answers: apart, par: yes}
output: {preview: no}
"""


def build(text: str) -> None:
    request = BookRequest(loads_book(text), Path("book"), "b.yaml", LedgerPolicy(Path("ledger.sqlite")))
    assert build_book(request, Silent(), lambda _: None).findings == ()


def test_titles_are_printed_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    build(BOOK)
    with pypdfium2.PdfDocument(Path("book") / INTERIOR) as document:
        texts = [page.get_textpage().get_text_bounded() for page in document]
    assert sum("100 candles “for” Ann" in text for text in texts) == 4  # puzzles, hints, their answers, answers
    assert sum("22 of them" in text for text in texts) == 4
    assert any("22 of them" in text and "Every number is a 2." in text for text in texts)
    manifest = Path("book") / MANIFEST
    found = json.loads(manifest.read_text(encoding="utf-8"))
    found["config"]["sections"][1]["titles"]["1"] = "23 of them"
    manifest.write_text(json.dumps(found), encoding="utf-8")
    codes = {(finding.code, finding.number) for finding in verify_book(Path("book"), Silent()).findings}
    assert {("R407", 5), ("A308", 5), ("R402", 5)} <= codes


def test_a_title_that_does_not_fit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(
        LayoutError, match=r"puzzle 2: the title 'x+' does not fit 2 lines over its board: use fewer or"
    ):
        build(BOOK.replace('"100 candles \\"for\\" Ann"', "x" * 60))
    assert not Path("book").exists()


HEADLINE = """
title: Minesweeper
series: headlines
page: {profile: home-a4, folio: no}
sections:
  - name: The Lighthouse Keeper
    count: 1
    size: 6x11
    difficulty: easy
    per_page: 1
    begin: same page
    dateline: Issue 12 · May 2027
    intro: A light that counts its rocks.
front_matter: {title_page: no, contents: no, how_to_play: no}
back_matter: {answer_key: {place: separate}}
output: {preview: no}
"""


def test_a_tall_board_leaves_space_for_the_headline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    request = BookRequest(loads_book(HEADLINE), Path("book"), "b.yaml", LedgerPolicy(Path("ledger.sqlite")))
    assert build_book(request, Silent(), lambda _: None).findings == ()
    with pypdfium2.PdfDocument(Path("book") / INTERIOR) as document:
        page = document[0].get_textpage()
        lines = page.get_text_bounded().splitlines()
        headline = ["Issue 12 · May 2027", "The Lighthouse Keeper", "A light that counts its rocks."]
        assert [line for line in lines if line in headline] == headline
        assert len(document) == 1


@pytest.mark.parametrize(("size", "per_page"), [("8x8", 4), ("12x12", 1), ("18x22", 1)])
def test_puzzles_a_page_are_chosen_for_the_space_below_a_headline(size: str, per_page: int) -> None:
    chosen = HEADLINE.replace("per_page: 1", "per_page: auto").replace("count: 1", "count: 6")
    pages = [page for page in pages_of(loads_book(chosen.replace("6x11", size)))[0] if page.kind == "puzzles"]
    assert [len(page.grids) for page in pages] == [per_page] * (6 // per_page) + [6 % per_page] * (6 % per_page > 0)
    assert all(grid.cell > COMFORTABLE_CELL for page in pages for grid in page.grids)
