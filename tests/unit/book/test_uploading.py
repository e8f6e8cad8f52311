"""The steps of uploading follow from the finished files, for each printer and edition."""

import json
from pathlib import Path

import pytest

from puzzlegen.book.listing import Uploading, uploading
from puzzlegen.config.book import config_values
from puzzlegen.config.load import loads_book
from puzzlegen.errors import OutputError

BOOK = """title: T
series: s
page: {PAGE}
COVER
sections:
  - {name: One, count: 120, size: 6x5, difficulty: easy, per_page: 1}
"""


def steps(folder: Path, page: str, cover: str = "", files: tuple[str, ...] = (), pages: int = 120) -> Uploading:
    """Return the steps of a book with these files."""
    config = loads_book(BOOK.replace("PAGE", page).replace("COVER", cover))
    counts = {"pages": pages}
    manifest = {"kind": "book", "edition": "", "config": config_values(config), "counts": counts}
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    for name in files:
        (folder / name).write_bytes(b"")
    (found,) = uploading(folder)
    return found


def test_steps_for_kdp_name_trim_paper_bleed_and_cover(tmp_path: Path) -> None:
    found = steps(tmp_path, "profile: kdp, trim: 6x9, paper: cream", "cover: {make: yes}", ("cover.pdf",))
    assert (found.printer, found.address) == ("Amazon KDP paperback", "https://kdp.amazon.com")
    words = "\n".join(found.steps)
    assert "black ink, cream paper" in words and "6x9 (6 x 9 in, 152.4 x 228.6 mm)" in words and "no bleed" in words
    assert "interior.pdf, 120 pages" in words and "a spine of 0.3 in (7.6 mm)" in words
    assert "Leave the barcode to KDP" in words and "has a barcode" not in words


def test_an_own_barcode_and_bleed_are_named(tmp_path: Path) -> None:
    cover = "cover: {make: yes, isbn: 978-0-306-40615-7, own_barcode: yes}"
    words = "\n".join(steps(tmp_path, "profile: kdp, bleed: yes", cover, ("cover.pdf",)).steps)
    assert "the one of 978-0-306-40615-7" in words and "with bleed" in words and "Leave the barcode" not in words


@pytest.mark.parametrize("printer", ["kdp", "ingram"])
def test_the_text_for_shops_is_named_where_there_is_one(tmp_path: Path, printer: str) -> None:
    assert "shop-text" not in "\n".join(steps(tmp_path, f"profile: {printer}").steps)
    (tmp_path / "listing").mkdir()
    there = steps(tmp_path, f"profile: {printer}", "", ("listing/shop-text.txt",)).steps
    assert any(one.endswith("from listing/shop-text.txt.") for one in there)


@pytest.mark.parametrize("printer", ["kdp", "ingram", "lulu"])
def test_a_book_without_a_cover_gets_no_steps_about_its_files(tmp_path: Path, printer: str) -> None:
    words = "\n".join(steps(tmp_path, f"profile: {printer}").steps)
    assert "cover.pdf" not in words and "Make" in words and "none" not in words.replace("are none", "")


def test_a_booklet_is_printed_folded_and_stapled(tmp_path: Path) -> None:
    page = "profile: home-letter, binding: saddle"
    words = "\n".join(steps(tmp_path, page, "", ("booklet.pdf",), pages=64).steps)
    assert "Print booklet.pdf on both sides" in words and "Staple" in words and "stands alone" not in words


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kind": "book", "edition": "", "config": {}, "counts": {}}'])
def test_other_folders_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(OutputError, match="not a finished book of this version: build the book again"):
        uploading(tmp_path)
