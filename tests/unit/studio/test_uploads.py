"""Uploaded pictures are encoded again under safe names, and their names are written into the config."""

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from puzzlegen.book.print_images import load_image
from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.errors import ConfigError, FormatError, OutputError, Problem
from puzzlegen.studio.config_editor import FormValue, form_of, problems_of_layout, uploads_in, with_picture, with_text
from puzzlegen.studio.picture_tools import store_daily_logo, store_picture

BOOK = """title: Tiny  # mine
series: tiny
sections:
  - {name: One, count: 2, size: 6x5, difficulty: easy}
"""
DAILY = "title: Quiet\nseries: quiet\naddress: https://quiet.example/\nstart: 2026-12-01\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize(
    ("mode", "kind", "file", "read"),
    [
        ("RGB", "PNG", "pictures/a.png", "RGB"),
        ("RGBA", "PNG", "pictures/a.png", "RGBA"),
        ("P", "PNG", "pictures/a.png", "RGB"),
        ("I;16", "PNG", "pictures/a.png", "L"),
        ("RGB", "JPEG", "pictures/a.jpg", "RGB"),
        ("CMYK", "JPEG", "pictures/a.jpg", "RGB"),
    ],
)
def test_pictures_of_all_modes_are_written_again(mode: str, kind: str, file: str, read: str) -> None:
    stored = store_picture(encoded(Image.new(mode, (7, 5), 1), kind), "a")
    found = Image.open(stored)
    assert (stored, found.size, found.mode) == (file, (7, 5), read)


@pytest.mark.parametrize(("mode", "clear"), [("P", 0), ("L", 0), ("RGB", (0, 0, 0))])
def test_what_is_transparent_stays_so(mode: str, clear: object) -> None:
    store_picture(encoded(Image.new(mode, (7, 5)), "PNG", transparency=clear), "a")
    assert Image.open("pictures/a.png").convert("RGBA").getextrema()[3] == (0, 0)


def test_a_picture_in_inks_prints_the_same_colors() -> None:
    """Books print the inks of their own conversion, also of the file itself."""
    Path("inks.jpg").write_bytes(encoded(Image.new("CMYK", (64, 64), (200, 20, 60, 10)), "JPEG", quality=95))
    store_picture(Path("inks.jpg").read_bytes(), "inks.jpg")
    own, stored = (load_image(Path(name), "", "cmyk").pixels for name in ("inks.jpg", "pictures/inks.jpg"))
    assert all(abs(one - other) <= 4 for one, other in zip(own, stored, strict=True))


def test_a_photo_is_turned_and_loses_its_metadata() -> None:
    photo = Image.new("RGB", (40, 20), "red")
    exif = photo.getexif()
    exif[0x0112], exif[0x010E] = 6, "a secret place"  # turned by 90 degrees, with a description
    stored = store_picture(encoded(photo, "JPEG", exif=exif, comment="secret"), "photo.jpeg")
    assert stored == "pictures/photo.jpg" and Image.open(stored).size == (20, 40)
    assert b"secret" not in Path("pictures/photo.jpg").read_bytes()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Étoile (2).PNG", "pictures/etoile-2.png"),
        ("../../etc/passwd", "pictures/passwd.png"),
        (r"C:\Users\me\cover.png", "pictures/cover.png"),
        ("con.png", "pictures/picture-con.png"),
        ("\u0000\n.png", "pictures/picture.png"),
        ("", "pictures/picture.png"),
        ("a" * 400, f"pictures/{'a' * 60}.png"),
    ],
)
def test_names_are_safe(name: str, file: str) -> None:
    assert store_picture(encoded(Image.new("L", (3, 3)), "PNG"), name) == file


def test_another_picture_of_the_same_name_gets_another_name() -> None:
    first, second = (encoded(Image.new("L", (3, 3), level), "PNG") for level in (1, 2))
    names = [store_picture(data, "a.png") for data in (first, second, first, second)]
    assert names == ["pictures/a.png", "pictures/a-2.png"] * 2


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "an empty file: save it again"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "found SVG, not a PNG or JPEG picture"),
        (encoded(Image.new("L", (3, 3)), "GIF"), "found GIF, not a PNG or JPEG picture"),
        (encoded(Image.new("RGB", (90, 90), "red"), "PNG")[:60], "cannot be read: "),
    ],
)
def test_other_files_are_refused_with_their_name(data: bytes, line: str) -> None:
    with pytest.raises(FormatError, match=rf"^mine\.png: {line}"):
        store_picture(data, "folder/mine.png")
    assert not Path("pictures").exists()


def test_a_picture_with_too_many_pixels_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^a\.png: has 7100x7100 pixels, allowed 50000000 in all"):
        store_picture(encoded(Image.new("1", (7100, 7100)), "PNG"), "a.png")


def test_a_link_out_of_the_project_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    Path("pictures").symlink_to(tmp_path_factory.mktemp("outside"))
    with pytest.raises(OutputError, match="a link that leads out of the folder"):
        store_picture(encoded(Image.new("L", (3, 3)), "PNG"), "a.png")


def test_artwork_is_named_in_the_config_and_makes_the_cover() -> None:
    text = with_picture("book", BOOK, "cover/artwork/file", "pictures/a.png")
    config = loads_book(text)
    assert config.cover.make and config.cover.artwork is not None
    assert config.cover.artwork.file == "pictures/a.png" and "# mine" in text


def test_artwork_that_is_only_named_keeps_its_place_when_it_becomes_a_group() -> None:
    text = with_text("book", f"{BOOK}cover: {{make: yes, artwork: old.png}}\n", ("cover", "artwork", "focus"), "top")
    artwork = loads_book(text).cover.artwork
    assert artwork is not None and (artwork.file, artwork.focus) == ("old.png", "top")
    shown = {one.loc: one.text for one in _leaves(form_of("book", f"{BOOK}cover: {{artwork: old.png}}\n"))}
    assert shown["cover/artwork/file"] == "old.png"


def _leaves(values: Iterable[FormValue]) -> Iterator[FormValue]:
    for value in values:
        yield value
        yield from _leaves(value.fields)
        for entry in value.entries:
            yield from _leaves(entry)


@pytest.mark.parametrize("part", ["front_matter", "back_matter"])
def test_a_picture_of_an_own_page_is_added_to_its_text(part: str) -> None:
    Image.new("L", (600, 600)).save("a.png")
    text = f"{BOOK}{part}:\n  pages:\n    - text: |\n        # Hello\n\n        Words.\n"
    changed = with_picture("book", text, f"{part}/pages/0/text", "a.png")
    assert getattr(loads_book(changed), part).pages[0].markdown == "# Hello\n\nWords.\n\n![](a.png)"
    assert f"{part}/pages/0/text" in uploads_in("book", form_of("book", changed))


def test_the_logo_of_a_daily_is_reduced_and_named_in_its_config() -> None:
    logo = Image.new("RGB", (3000, 1500), "white")
    logo.paste((160, 30, 30), (200, 200, 2800, 1300))
    stored = store_daily_logo(encoded(logo, "PNG"), "Our Logo.png")
    assert stored == "pictures/our-logo.png" and Image.open(stored).size == (576, 288)
    config = loads_daily(with_picture("daily", DAILY, "logo", stored))
    assert config.logo == "pictures/our-logo.png"
    assert uploads_in("daily", form_of("daily", DAILY)) == {"logo"}


def test_a_photo_as_the_logo_of_a_daily_is_refused() -> None:
    noise = Image.effect_noise((1200, 300), 90).convert("RGB")
    with pytest.raises(ConfigError, match="use a plain logo with few colors, not a photo"):
        store_daily_logo(encoded(noise, "PNG"), "photo.png")


def test_other_places_take_no_picture() -> None:
    with pytest.raises(OutputError, match="takes no picture"):
        with_picture("book", BOOK, "title", "a.png")


def test_problems_of_the_layout_are_placed_at_their_field() -> None:
    artwork = Problem(("cover", "artwork", "file"), "a.png: 43 dpi")
    intro = Problem(("sections", 1, "intro"), "too long")
    others = [Problem(("whatever",), "no key"), Problem((), "no key at all")]
    found = [(one.loc, one.text) for one in problems_of_layout("book", [artwork, intro, *others])]
    assert found == [("cover/artwork/file", "a.png: 43 dpi"), ("sections/1/intro", "too long")]
    config = "sections: [{name: Hard}, {name: Easy's}]\n"
    boards = Problem(("sections", "Easy's", "per_page"), "9x9 boards at 2 a page")
    pages = Problem(("page",), "20 pages: add 4 to", ("back_matter", "notes_pages"))
    assert [str(one) for one in (boards, pages)] == [
        'section "Easy\'s": 9x9 boards at 2 a page',
        "page: 20 pages: add 4 to back_matter.notes_pages",
    ]
    found = [(one.loc, one.text) for one in problems_of_layout("book", [boards, pages], config)]
    words = "20 pages: add 4 to “Pages for notes”"
    assert found == [("sections/1/per_page", "9x9 boards at 2 a page"), ("back_matter/notes_pages", words)]
