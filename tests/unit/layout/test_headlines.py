"""A section on a page of puzzles has a headline, a dateline above and a text below; its boards leave space for all."""

from pathlib import Path

import pypdfium2
import pytest

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.build_folder import INTERIOR
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.book_ledger import LedgerPolicy

BOOK = """
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
    request = BookRequest(loads_book(BOOK), Path("book"), "b.yaml", LedgerPolicy(Path("ledger.sqlite")))
    assert build_book(request, Silent(), lambda _: None).findings == ()
    with pypdfium2.PdfDocument(Path("book") / INTERIOR) as document:
        page = document[0].get_textpage()
        lines = page.get_text_bounded().splitlines()
        headline = ["Issue 12 · May 2027", "The Lighthouse Keeper", "A light that counts its rocks."]
        assert [line for line in lines if line in headline] == headline
        assert len(document) == 1


def test_a_dateline_needs_a_heading() -> None:
    with pytest.raises(ConfigError, match="dateline: it stands above a heading on a page of puzzles; set begin: same"):
        loads_book(BOOK.replace("same page", "next page"))
