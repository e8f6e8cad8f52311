"""Every reading aid is read back: a book with all of them is sound, and each one spoilt is found."""

from dataclasses import replace
from pathlib import Path

import pytest
from small_book import SMALL

from puzzlegen.catalogue.load import load
from puzzlegen.config.load import loads_book
from puzzlegen.config.profiles import resolve
from puzzlegen.layout.document import Mark, Page, Text
from puzzlegen.pipeline.book import difficulty_of, paginate
from puzzlegen.pipeline.make import generate_book
from puzzlegen.pipeline.progress import Silent
from puzzlegen.render.pdf import write_pdf
from puzzlegen.verify.book import Claims, KeyClaims, check_puzzles
from puzzlegen.verify.file import check_file, check_pages
from puzzlegen.verify.printed import read_pages

EVERYTHING = SMALL.replace("front_matter:", "front_matter:\n  contents: yes") + """
back_matter: {score_card: yes, notes_pages: 2, ruling: dots, colophon: yes}
"""
STARS = {"easy": 1, "medium": 2, "hard": 3, "expert": 4}
CONFIG = loads_book(EVERYTHING)
RECORDS = generate_book(CONFIG, 1, Silent())
PLANNED, SHEET = paginate(CONFIG, RECORDS, resolve(CONFIG.page))
SOUND = tuple(PLANNED)
SHEET = replace(SHEET, min_pages=2)


def codes(pages: tuple[Page, ...], folder: Path) -> list[str]:
    path = folder / "book.pdf"
    write_pdf(pages, path)
    printed = list(read_pages(path))
    claims = Claims(tuple(RECORDS), KeyClaims(), difficulty_of, STARS, load("en").difficulty.all(), PLANNED.contents)
    found = check_file(path, SHEET) + check_pages(printed, SHEET) + check_puzzles(printed, claims, lambda: None)
    return sorted(finding.code for finding in found)


def spoilt(kind: str, string: str, instead: str) -> tuple[Page, ...]:
    """The book with the first mark of a kind of page that begins with ``string`` changed."""
    todo = iter([True])

    def spoil(mark: Mark) -> Mark:
        if isinstance(mark, Text) and mark.string.startswith(string) and next(todo, False):
            return replace(mark, string=mark.string.replace(string, instead, 1))
        return mark

    pages = tuple(replace(p, marks=tuple(map(spoil, p.marks))) if p.kind == kind else p for p in SOUND)
    assert pages != SOUND, "nothing was spoilt"
    return pages


def test_a_book_with_every_aid_is_sound(tmp_path: Path) -> None:
    assert {"contents", "score-card", "notes", "colophon"} <= {page.kind for page in SOUND}
    assert codes(SOUND, tmp_path) == []


@pytest.mark.parametrize(
    ("kind", "string", "instead", "code"),
    [
        ("contents", str(PLANNED.plan.starts["section 2"]), "3", "R401"),
        ("contents", str(PLANNED.plan.starts["answers"]), "999", "R401"),
        ("contents", "Two", "Tow", "R401"),
    ],
)
def test_what_is_spoilt_is_found(kind: str, string: str, instead: str, code: str, tmp_path: Path) -> None:
    assert codes(spoilt(kind, string, instead), tmp_path) == [code]
