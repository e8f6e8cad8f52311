"""A book with a section of each variant, and pages that mix them: made, read back, and named on each page."""

from pathlib import Path

import pytest

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.load import load_book
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.language.catalogue import load

BOOK = """
title: Variety
series: variety
language: {language}
theme: {theme}
page: {{profile: screen, trim: 6x9}}
aids: {{hints: back, rules: yes}}
front_matter: {{techniques: none}}
sections:
  - {{name: Mixed, count: 3, size: 6x5, difficulty: easy, per_page: 4, mix: [minesweeper, knight, hexagonal]}}
  - {{name: Hexagons, kind: hexagonal, count: 2, size: [6x5, 5x5], difficulty: medium, per_page: 2, total: yes}}
"""


# The theme travel has outlined stars over its boards
@pytest.mark.parametrize(("language", "theme"), [("en", "classic"), ("de", "travel")])
def test_a_book_of_all_variants_is_printed_and_proved(language: str, theme: str, tmp_path: Path) -> None:
    path, out = tmp_path / "book.yaml", tmp_path / "out"
    sections = "".join(
        f"  - {{name: Only {name}, kind: {name}, count: 1, size: 7x6, difficulty: easy, per_page: 1}}\n"
        for name in VARIANTS
    )
    path.write_text(BOOK.format(language=language, theme=theme) + sections, encoding="utf-8")
    report = build_book(BookRequest(load_book(path), out, str(path)), Silent(), lambda _: None)
    assert not report.failed, report.findings
    assert verify_book(out, Silent()).findings == report.findings
    messages, pages = load(language), list(read_pages(out / "interior.pdf"))
    pages_of = {
        grid.number: " ".join(page.lines) for page in pages for grid in page.grids if grid.number and not grid.is_answer
    }
    records = read_records(out / "puzzles.jsonl")
    assert [record.puzzle.grid.variant.name for record in records[5:]] == list(VARIANTS)
    for record in records:
        own = messages.for_variant(record.puzzle.grid.variant)
        page = pages_of[record.number or 0]
        assert own.text("puzzle.rules").split(".")[0].split(":")[0] in page
        kind = messages.kind(record.puzzle.grid.variant)
        assert kind in page  # empty for minesweeper
        assert not kind or any(f": {kind}" in " ".join(one.lines) for one in pages), "the rules have a page"
    mixed = [
        messages.for_variant(VARIANTS[name]).text("picture.game") for name in ("minesweeper", "knight", "hexagonal")
    ]
    assert all(name in pages_of[1] for name in mixed)
