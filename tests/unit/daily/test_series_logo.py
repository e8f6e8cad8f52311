"""The logo of a publisher: read from a file, made small, and shown on pages and in mails."""

import re
from base64 import b64decode, b64encode
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import html5lib
import numpy as np
import pytest
from dailies import SERIES, some_days
from made_days import NINE, day
from mail_clients import problems
from PIL import Image, ImageDraw

from puzzlegen.config.day_files import DIGEST, HOME, WORKER, logo_file
from puzzlegen.daily.day_content import MAX_BYTES, MAX_FILE, DayPresentation, load_logo, logo_of
from puzzlegen.daily.day_files import day_page, link_card_page
from puzzlegen.daily.mails import mail_page, newsletter_snippet
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.drawing.color import rgb_bytes
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Picture
from puzzlegen.ledger.days import Day, Series
from puzzlegen.web.templates import palette_named

HTML = "{http://www.w3.org/1999/xhtml}"
HOUSE = "https://home.example/?a=1&b=2"


def drawn(path: Path, width: int = 1200, height: int = 300, mode: str = "RGBA") -> str:
    """A disc in one color beside a bar, on a ground that is transparent if the mode allows it."""
    image = Image.new(mode, (width, height))
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, height - 1, height - 1), fill=(20, 90, 160))
    pen.rectangle((height + 20, height // 3, width - 1, height // 2), fill=(200, 30, 30))
    image.save(path)
    return str(path)


@pytest.fixture(scope="module")
def series(tmp_path_factory: pytest.TempPathFactory) -> Series:
    logo = load_logo(drawn(tmp_path_factory.mktemp("logo") / "big.png"))
    return replace(SERIES, logo=logo, home=HOUSE, home_name='A & 5"')


def images(page: str) -> list[dict[str, str]]:
    parser = html5lib.HTMLParser(strict=True)
    root = parser.parse(page) if page.startswith("<!") else parser.parseFragment(page)
    return [dict(one.attrib) for one in root.iter(f"{HTML}img")]


def test_a_logo_becomes_a_small_picture_on_white(tmp_path: Path) -> None:
    data = b64decode(load_logo(drawn(tmp_path / "big.png")))
    assert len(data) <= MAX_BYTES
    with Image.open(BytesIO(data)) as image:
        assert image.size == (384, 96) and "transparency" not in image.info
        assert image.convert("RGB").getpixel((383, 0)) == (255, 255, 255)
        assert image.convert("RGB").getpixel((48, 48)) == (20, 90, 160)
    small = b64decode(load_logo(drawn(tmp_path / "small.jpg", 90, 40, "RGB")))
    with Image.open(BytesIO(small)) as image:
        assert image.size == (90, 40)  # never enlarged


@pytest.mark.parametrize("mode", ["RGBA", "RGB"])
def test_margins_are_cut_off(tmp_path: Path, mode: str) -> None:
    """Transparent or white; else the logo would be small, and to the right of the title below it."""
    image = Image.new(mode, (1000, 800), (255, 255, 255, 0) if mode == "RGBA" else (255, 255, 255))
    ImageDraw.Draw(image).rectangle((300, 350, 699, 449), fill=(20, 90, 160))
    image.save(tmp_path / "wide.png")
    with Image.open(BytesIO(b64decode(load_logo(str(tmp_path / "wide.png"))))) as logo:
        assert logo.size == (384, 96)
        assert logo.convert("RGB").getcolors() == [(384 * 96, (20, 90, 160))]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    first = load_logo(drawn(path))
    assert load_logo(drawn(path, 1000)) != first


def test_files_that_are_no_logo_are_refused_in_one_line(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    Image.fromarray(rng.integers(0, 255, (96, 400, 3), np.uint8)).save(tmp_path / "photo.png")
    (tmp_path / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "cut.png").write_bytes(Path(drawn(tmp_path / "whole.png")).read_bytes()[:500])
    (tmp_path / "large.png").write_bytes(bytes(MAX_FILE + 100_000))
    drawn(tmp_path / "wide.png", 2000, 30)
    Image.new("RGBA", (200, 60), (255, 250, 235, 255)).save(tmp_path / "light.png")
    for name, says in (
        ("photo.png", r"takes \d+ KB with 400x96 pixels in 16 colors, allowed 6 KB: use a plain logo"),
        ("logo.svg", "found SVG, not a PNG or JPEG picture: save it as one of these"),
        ("cut.png", "cannot be read"),
        ("large.png", "has 1.1 MB, allowed 1 MB: save it smaller"),
        ("wide.png", "has 400x6 pixels when it fits 400x96, allowed 16 a side or more"),
        ("light.png", "can hardly be seen on white: use a version for light grounds"),
        ("none.png", "cannot be read: No such file"),
        ("", "not a file: name a PNG or JPEG picture"),
    ):
        with pytest.raises(ConfigError, match=f"^logo: .*{says}") as caught:
            load_logo(str(tmp_path / name))
        assert "\n" not in str(caught.value)


def test_the_page_to_play_on_has_it_inside(series: Series) -> None:
    page = day_page(DayPresentation(day(NINE, 11, series), None))
    logo, puzzle = images(page)
    assert puzzle["src"] == "puzzle.png"  # shown without JavaScript
    assert (logo["width"], logo["height"], logo["alt"]) == ("192", "48", 'A & 5"')
    assert b64decode(logo["src"].removeprefix("data:image/png;base64,")) == b64decode(series.logo)
    assert '<p class="logo"><a href="https://home.example/?a=1&amp;b=2"><img ' in page
    assert ".logo img{" in page and "width:192px" in page
    without = day_page(DayPresentation(day(NINE, 11, replace(series, logo="")), None))
    assert "logo" not in without.replace("og:", "") and len(page) - len(without) < 1.4 * MAX_BYTES + 800
    alone = day_page(DayPresentation(day(NINE, 11, replace(series, home="", home_name="")), None))
    assert images(alone)[0]["alt"] == SERIES.title and '<p class="logo"><img ' in alone


def test_archive_and_mails_have_it_as_a_file(series: Series) -> None:
    days = some_days(day(NINE, 11).date, 7, series)
    files = series_files(days, SiteSettings(days[-1].date, series, digest="sunday"), {})
    logo = logo_file(series.logo)
    assert files[logo] == b64decode(series.logo)
    months = [name for name in files if name.startswith("archive/")]
    for name, path in ((HOME, logo), (months[0], f"../{logo}")):
        assert images(files[name].decode("utf-8"))[0]["src"] == path
    assert f'"{logo}"' in files[WORKER].decode("utf-8")
    shown = DayPresentation(days[1], days[0])
    mail = mail_page(shown, newsletter_snippet(shown, (1000, 1000), (500, 500)))
    for text in (mail, newsletter_snippet(shown, (1000, 1000), (500, 500)), files[DIGEST].decode("utf-8")):
        (shown_logo,) = [one for one in images(text) if "logo" in one["src"]]
        assert (shown_logo["src"], shown_logo["alt"]) == (series.address + logo, 'A & 5"')
        assert problems(text, text.startswith("<!")) == []
    plain = replace(series, logo="")
    without = series_files(
        some_days(day(NINE, 11).date, 7, plain), SiteSettings(days[-1].date, plain, digest="sunday"), {}
    )
    assert not [name for name in without if name.startswith("logo")] and "logo" not in without[WORKER].decode("utf-8")
    assert not re.search(r'class="logo"', without[HOME].decode("utf-8"))


def test_a_mail_keeps_its_logo_when_the_series_has_another(series: Series) -> None:
    days = some_days(day(NINE, 11).date, 2, series)
    other = replace(series, logo=b64encode(b64decode(series.logo) + b"other").decode("ascii"))
    mail = newsletter_snippet(DayPresentation(days[0], None), (9, 9), (9, 9))
    (source,) = re.findall(r'src="[^"]*/(logo[^"]*)"', mail)
    for changed in (other, replace(series, logo="")):
        files = series_files(days, SiteSettings(days[-1].date, changed), {})
        assert files[source] == b64decode(series.logo)
        assert (logo_file(other.logo) in files) == (changed is other)


@pytest.mark.parametrize("palette", ["slate", "harbour"], ids=["dark label", "light label"])
def test_the_card_shows_it_in_its_colors(series: Series, palette: str, tmp_path: Path) -> None:
    page = link_card_page(DayPresentation(day(NINE, 11, replace(series, palette=palette)), None))
    (shown,) = [mark for mark in page.marks if isinstance(mark, Picture)]
    write_png(page, tmp_path / "card.png")
    with Image.open(tmp_path / "card.png") as file:
        left, top = int(shown.x), int(shown.y)
        part = file.convert("RGB").crop((left, top, left + int(shown.width), top + int(shown.height)))
    found = np.asarray(part).astype(int).reshape(-1, 3)
    label = rgb_bytes(palette_named(palette).ink)
    ground = (255, 255, 255) if palette == "slate" else label
    for color in ((20, 90, 160), (200, 30, 30)):
        expected = [round(one * below / 255) for one, below in zip(color, ground, strict=True)]
        near = np.abs(found - expected).max(axis=1) <= 8
        assert near.sum() > 100, expected
    assert part.getpixel((0, 0)) == pytest.approx(ground, abs=4)


def test_a_day_keeps_its_logo(series: Series) -> None:
    issued = day(NINE, 11, series)
    again = Day(issued.date, issued.number, issued.record_json, issued.settings_json)
    assert logo_of(again.series) == logo_of(series)
    assert '"logo"' not in day(NINE, 11, SERIES).settings_json  # days of older versions have equal settings
