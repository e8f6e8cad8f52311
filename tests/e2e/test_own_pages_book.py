"""A book with a foreword, an image and a page about reviews: built, verified, and no longer right after a change."""

import json
import shutil
from pathlib import Path

import pikepdf
import pytest
from commands import built, puzzlegen
from PIL import Image
from small_book import pages_of

from puzzlegen.book.content import image_advice
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.load import load_book
from puzzlegen.layout.book.own_pages import words_of

BOOK = """
title: Quiet Mines
author: Ada Example
series: own pages
page: {profile: screen, trim: 6x9}
sections:
  - {name: One, count: 2, size: 6x5, difficulty: easy, per_page: 2}
front_matter:
  contents: yes
  pages:
    - {file: texts/dedication.md, align: center}
    - {file: texts/foreword.md, after: contents, contents: yes}
back_matter:
  pages: [{file: texts/review.md, after: answer_key}]
"""
TEXTS = {
    "dedication": "For Ada,\nwho looks twice.",
    "foreword": "# A Word Before\n\nAll {{ puzzles }} puzzles are **quiet**.\n\n-> Ada ->\n",
    "review": "# -> Did you like it? <-\n\n![](photo.png)\n\nTell others at <https://example.org/quiet>.",
}
DEDICATION, FOREWORD = 2, 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    (folder / "texts").mkdir()
    for name, text in TEXTS.items():
        (folder / f"texts/{name}.md").write_text(text, encoding="utf-8")
    Image.new("RGB", (900, 600), (200, 90, 20)).save(folder / "texts/photo.png")
    return folder


@pytest.fixture(scope="module")
def book(folder: Path) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return built(folder, BOOK)


def test_the_pages_are_where_the_config_says(book: Path) -> None:
    pages = {page.number: page for page in read_pages(book / "interior.pdf")}
    assert (pages[DEDICATION].lines, pages[DEDICATION].folio) == (("For Ada,", "who looks twice."), None)
    assert pages[FOREWORD].lines[:2] == ("A Word Before", "All 2 puzzles are quiet .")
    assert any(line.startswith("A Word Before") and line.endswith(f" {FOREWORD}") for line in pages[3].lines)
    assert "example.org/quiet" in pages[max(pages)].flow
    with pikepdf.open(book / "interior.pdf") as pdf:
        (image,) = pdf.pages[-1].Resources.XObject.values()
        assert str(image.ColorSpace) == "/DeviceRGB"


def test_it_is_verified_again_also_without_its_texts(folder: Path, book: Path, tmp_path: Path) -> None:
    """The manifest has the texts; images are found in the folder where the book was built, as a logo is."""
    shutil.copytree(folder / "texts", tmp_path / "texts")
    for name in TEXTS:
        (tmp_path / f"texts/{name}.md").write_text("changed", encoding="utf-8")
    done = puzzlegen("verify", str(book), cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout
    Image.new("RGB", (900, 600)).save(tmp_path / "texts/photo.png")
    done = puzzlegen("verify", str(book), cwd=tmp_path)
    assert done.returncode == 0
    assert "F116" in done.stdout + done.stderr
    assert "texts/photo.png" in done.stdout + done.stderr


@pytest.mark.parametrize("image", [True, False])
def test_a_missing_text_is_found(folder: Path, book: Path, tmp_path: Path, image: bool) -> None:
    """With all inputs the pages are drawn again; without the image only the texts are compared."""
    shutil.copytree(book, tmp_path / "book")
    if image:
        shutil.copytree(folder / "texts", tmp_path / "texts")
    with pikepdf.open(tmp_path / "book/interior.pdf", allow_overwriting_input=True) as pdf:
        page = pdf.pages[FOREWORD - 1]
        code = page.Contents.read_bytes()
        assert b"puzzles are" in code
        page.Contents = pdf.make_stream(code.replace(b"puzzles are", b"puzzles arx"))
        pdf.save(tmp_path / "book/interior.pdf")
    done = puzzlegen("verify", str(tmp_path / "book"), cwd=tmp_path)
    assert done.returncode == 1
    assert "R405" in done.stdout + done.stderr
    assert ("F117" in done.stdout + done.stderr) is image


def test_another_text_keeps_the_puzzles(folder: Path, book: Path, tmp_path: Path) -> None:
    for name in (book.name, f"{book.name}.ledger", "texts"):
        if (folder / name).is_dir():
            shutil.copytree(folder / name, tmp_path / name)
    puzzles = (book / "puzzles.jsonl").read_bytes()
    (tmp_path / "book.yaml").write_text(BOOK.replace("Quiet Mines", "Quieter Mines"), encoding="utf-8")
    (tmp_path / "texts/foreword.md").write_text("# Other\n\nWords.", encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", book.name, "--no-ledger", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / book.name / "puzzles.jsonl").read_bytes() == puzzles
    text = json.loads((tmp_path / book.name / "manifest.json").read_text(encoding="utf-8"))
    assert text["config"]["front_matter"]["pages"][1]["text"] == "# Other\n\nWords."


def test_the_example_can_be_laid_out_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2] / "examples" / "own-pages")
    config = load_book("book.yaml")
    pages, _ = pages_of(config)
    kinds = [words_of(page)[:12] for page in pages.own_pages()]
    assert kinds == ["For everyone", "A Word Befor", "Did you enjo"]
    assert not list(image_advice(pages))
