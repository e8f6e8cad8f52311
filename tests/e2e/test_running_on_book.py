"""A book whose sections share pages, and whose blank pages are filled, is verified with contents and references."""

from pathlib import Path

from small_book import SMALL

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.jobs.ordered_work import Silent

TEXT = """front_matter: {contents: yes}
aids: {hints: back}
fillers: [notes, tip, ornament, quotation]
quotations: [Nothing is left to **chance**.]
back_matter: {notes_pages: 10, answer_key: {order: shuffled}}
"""


def test_a_book_whose_sections_run_on_is_verified(tmp_path: Path) -> None:
    text = SMALL.replace("{name: Two,", "{name: Two, begin: same page,").split("front_matter:")[0] + TEXT
    report = build_book(BookRequest(loads_book(text), tmp_path / "book", "small"), Silent(), lambda words: None)
    assert not report.failed, [str(finding) for finding in report.findings]
    assert not verify_book(tmp_path / "book", Silent()).failed
