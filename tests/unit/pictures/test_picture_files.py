"""Folders of pictures hold other files too: what is no picture is passed over, what is broken is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from puzzlegen.board.grid import Grid
from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.config.picture_entries import read_pictures
from puzzlegen.config.pictures import PictureConfig
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.pictures.choices import ready_pictures
from puzzlegen.pictures.drawings import pictures_in

DRAWING = "title: Ring\n\n..######..\n.##....##.\n##......##\n##......##\n.##....##.\n..######..\n"
BOOK = "title: T\nseries: s\nsections:\n  - {name: N, kind: mosaic, difficulty: easy, size: 16x16, pictures: mine}\n"
DAILY = (
    "title: t\nseries: s\naddress: https://example.org/\nstart: 2026-01-01\n"
    "week: {friday: {kind: mosaic, difficulty: easy, size: 16x16, pictures: mine}}\n"
)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a drawing, an image, and files that systems and people put beside them."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "mine"
    (folder / "sub").mkdir(parents=True)
    (folder / "ring.txt").write_text(DRAWING, encoding="utf-8")
    image = Image.new("L", (90, 80), "white")
    ImageDraw.Draw(image).ellipse((10, 10, 70, 70), outline="black", width=14)
    image.save(folder / "disc.png")
    image.save(folder / ".hidden.png")
    (folder / "._disc.png").write_bytes(b"\0\5\x16\7" + bytes(99))
    (folder / "readme.txt").write_text("These are mine.\n## More\n...\n", encoding="utf-8")
    (folder / "notes.txt").write_text("größer", encoding="utf-16")
    (folder / "blank.txt").touch()
    (folder / "Thumbs.db").write_bytes(bytes(99))
    return folder


def test_what_is_no_picture_is_passed_over_with_one_note(mine: Path) -> None:
    notes: list[str] = []
    found = read_pictures("mine", Grid(16, 16), PictureConfig, notes.append)
    assert [one.name for one in found] == ["disc", "ring"]
    assert notes == [
        "mine: passed over ._disc.png, .hidden.png, Thumbs.db, blank.txt, notes.txt and 1 more: no pictures, or hidden"
    ]


def test_configs_of_books_and_dailies_say_it_when_they_are_read(mine: Path) -> None:
    for load, text in ((loads_book, BOOK), (loads_daily, DAILY)):
        lines: list[str] = []
        load(text, "c.yaml", lines.append)
        (line,) = lines
        assert line.startswith("c.yaml: mine: passed over ._disc.png, ")


def test_a_folder_of_pictures_alone_has_no_note(mine: Path) -> None:
    for path in mine.iterdir():
        if path.is_file() and path.name not in ("ring.txt", "disc.png"):
            path.unlink()
    assert pictures_in(Path("mine")) == ([Path("mine/disc.png"), Path("mine/ring.txt")], "")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.png", b"", "a.png: an empty file: save it again"),
        ("a.jpg", b"\xff\xd8\xff", "a.jpg: "),
        ("a.svg", b"<svg", "a.svg: cannot be read as SVG"),
        ("a.txt", DRAWING.replace(".##....##.", ".##....x#.").encode(), "a.txt: line 4, column 8: found 'x'"),
    ],
)
def test_a_picture_that_cannot_be_read_is_named(name: str, data: bytes, words: str, mine: Path) -> None:
    (mine / name).write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        loads_book(BOOK, "c.yaml")
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_folder_of_other_files_alone_is_refused(mine: Path) -> None:
    for name in ("ring.txt", "disc.png"):
        (mine / name).unlink()
    with pytest.raises(FormatError, match="mine: found no pictures, expected files that end in"):
        pictures_in(Path("mine"))


def test_a_category_stands_for_its_ready_pictures() -> None:
    found = read_pictures(["space", "cat"], Grid(16, 16), PictureConfig, print)
    names = [one.name for one in found]
    assert names == [*sorted(names[:-1]), "cat"] and {"rocket", "saturn", "ufo"} <= set(names)
    assert "smile-7" not in ready_pictures()  # the sample of new books, which is no category
    config = BOOK.replace("pictures: mine", "pictures: [space, cat]")
    assert loads_book(config).sections[0].count == len(names)
    with pytest.raises(FormatError, match='found two pictures with the name "moon"'):
        read_pictures(["space", "moon"], Grid(16, 16), PictureConfig, print)
    with pytest.raises(FormatError, match='found "spaces", allowed a ready picture such as cat'):
        read_pictures(["spaces"], Grid(16, 16), PictureConfig, print)


def test_no_category_has_the_name_of_a_picture() -> None:
    ready = ready_pictures()
    assert not {path.parent.name for path in ready.values()} & set(ready)
