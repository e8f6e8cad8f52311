"""A book in color for each printer that has color, and in grays for the one that has none: what a publisher uploads."""

import json
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pikepdf
import pytest
from small_book import BOUND, NOTES

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.listing import uploading
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.pdf_content import read_content
from puzzlegen.config.load import loads_book
from puzzlegen.config.palettes import PICTURE_COLORS
from puzzlegen.files.build_folder import COVER, INTERIOR, LISTING_TEXT
from puzzlegen.files.templates import template
from puzzlegen.jobs.ordered_work import Silent

COLORED = BOUND.replace(f"notes_pages: {NOTES}", "notes_pages: 12, gallery: yes, walkthroughs: hard").replace(
    "page: {trim: 6x9}",
    "page: {profile: kdp, trim: 6x9, paper: premium-color, ink: color}\n"
    "cover: {palette: harbour, make: yes, spine_mm: 4}\n"
    "output: {listing: yes}\nprofiles: [kdp, lulu, ingram, screen, home-letter]",
).replace(
    "front_matter:",
    "  - {name: Pictures, kind: mosaic, pictures: [cherries, tree], difficulty: easy}\n"
    "  - {name: Around, count: 1, kind: wrap-around, size: 6x6, difficulty: easy}\n"
    "  - {name: Honey, count: 1, kind: hexagonal, size: 5x6, difficulty: easy}\n"
    "front_matter:",
)  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("color")
    made = build_book(BookRequest(loads_book(COLORED), folder / "book", "colored"), Silent(), lambda _: None)
    assert made.findings == ()
    yield folder / "book"


def spaces(path: Path) -> set[str]:
    """The color spaces of all that a file draws in color, and grey."""
    with pikepdf.open(path) as pdf:
        return {color.space for page in pdf.pages for _, color in read_content(pdf, page).colors}


def test_each_printer_gets_the_colors_that_it_takes(book: Path) -> None:
    found = {
        edition: spaces(book / edition / INTERIOR) for edition in ("kdp", "lulu", "ingram", "screen", "home-letter")
    }
    assert found == {
        "kdp": {"cmyk"},
        "lulu": {"rgb", "grey"},
        "ingram": {"cmyk"},
        "screen": {"rgb", "grey"},
        "home-letter": {"grey"},
    }


def test_the_book_is_proved_from_its_colored_pages(book: Path) -> None:
    assert verify_book(book, Silent()).findings == ()


def test_papers_spines_and_prices_are_those_of_color(book: Path) -> None:
    papers = {
        name: json.loads((book / name / "manifest.json").read_text())["page"]["paper"] for name in ("kdp", "lulu")
    }
    assert papers == {"kdp": "premium-color", "lulu": "white-color"}
    pages = json.loads((book / "kdp" / "manifest.json").read_text())["counts"]["pages"]
    with pikepdf.open(book / "kdp" / COVER) as cover:
        wide = float(cover.pages[0].mediabox[2]) / 72
    assert wide == pytest.approx(2 * (6 + 0.125) + pages * 0.002347, abs=0.001)
    steps = {guide.edition: " ".join(guide.steps) for guide in uploading(book)}
    assert all("Before you set a price" in steps[name] for name in ("kdp", "lulu", "ingram"))
    assert not any("price" in steps[name] for name in ("screen", "home-letter"))
    texts = {name: (book / name / LISTING_TEXT).read_text(encoding="utf-8") for name in ("kdp", "home-letter")}
    assert "In color throughout" in texts["kdp"] and "In color throughout" not in texts["home-letter"]


def test_own_colors_of_pictures_are_inputs_of_the_book(book: Path, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    shipped = template(PICTURE_COLORS).read_text(encoding="utf-8")
    (tmp_path / "templates" / PICTURE_COLORS).write_text(shipped.replace("cherries, ", ""), encoding="utf-8")
    with chdir(tmp_path):
        assert {finding.code for finding in verify_book(book, Silent()).findings} == {"F116"}
