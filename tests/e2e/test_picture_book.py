"""Books of pictures: made, read back, verified; records name the pictures, and titles stand with the answers."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from commands import built, puzzlegen, records
from PIL import Image, ImageDraw

BOOK = """
title: Pictures
series: pictures
language: de
page: {profile: screen, trim: 6x9}
sections:
  - name: Ready
    kind: mosaic
    difficulty: easy
    per_page: 1
    pictures: [house, heart]
  - name: Own
    kind: mosaic
    difficulty: easy
    per_page: 1
    size: 18x18
    pictures:
      - {file: own/round_thing.png, title: Ein Ring, hint: Am Finger}
      - {name: plus, drawing: "..###..\\n..###..\\n#######\\n##...##\\n#######\\n..###..\\n..###.."}
  - {name: Mines, difficulty: easy, per_page: 1, size: 14x14, pictures: [own/round_thing.png]}
"""


SECTION = "title: A\nseries: s\nsections:\n  - {name: n, kind: mosaic, difficulty: easy, "


def draw_ring(folder: Path) -> None:
    (folder / "own").mkdir()
    image = Image.new("RGB", (300, 300), "white")
    ImageDraw.Draw(image).ellipse((20, 40, 280, 260), outline="black", width=50)
    image.save(folder / "own" / "round_thing.png")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    draw_ring(folder)
    return built(folder, BOOK)


def test_the_records_name_the_pictures_in_the_order_of_the_config(book: Path) -> None:
    assert [record["picture"] for record in records(book)] == ["house", "heart", "round_thing", "plus", "round_thing"]


def test_titles_stand_only_with_the_answers(book: Path) -> None:
    document = pypdfium2.PdfDocument(book / "interior.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    for title, hint in (("Herz", "Ein Symbol"), ("Haus", "Trautes Heim"), ("Ein Ring", "Am Finger")):
        (named,) = [i for i, text in enumerate(texts) if title in text]
        (hinted,) = [i for i, text in enumerate(texts) if hint in text]
        assert hinted < named


def test_the_book_is_verified_again_without_its_files(book: Path) -> None:
    moved = book.parent / "own" / "round_thing.png"
    data = moved.read_bytes()
    moved.unlink()
    try:
        done = puzzlegen("verify", str(book))
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        moved.write_bytes(data)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"picture": "heart"', '"picture": "cat"', 'picture: found "cat", expected one of its pictures'),
        ('"picture": "heart"', '"picture": "house"', 'solution: found other mines, expected the picture "house"'),
        (', "picture": "heart"', "", "picture: found nothing, expected one of its pictures"),
    ],
)
def test_another_name_is_found(old: str, new: str, words: str, book: Path) -> None:
    path = book / "puzzles.jsonl"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        done = puzzlegen("verify", str(book))
        assert done.returncode == 1
        assert "P208" in done.stdout + done.stderr
        assert words in done.stdout + done.stderr
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("profile", ["screen", "home-letter"])
def test_two_pages_stand_on_pages_that_do_not_face_each_other(profile: str, tmp_path: Path) -> None:
    """The numbers of rows need space at the right of the left half, where such a page has its outside margin."""
    config = SECTION + "pictures: [key], two_pages: yes}\nprofiles: [" + profile + "]\n"
    (tmp_path / "book.yaml").write_text(config, encoding="utf-8")
    done = puzzlegen("book", "book.yaml", "-o", "out", cwd=tmp_path)
    assert (done.returncode, "1 puzzle on" in done.stdout + done.stderr) == (0, True), done.stderr
