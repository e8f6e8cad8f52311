"""The colors of a publisher in a real browser: text in them is readable with each palette, light and dark."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import PATIENCE
from commands import run
from dailies import SERIES, some_days
from PIL import Image
from playwright.sync_api import Browser, Page

from puzzlegen.config.day_files import DIGEST, HOME
from puzzlegen.config.palettes import load_palettes
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.daily.mails import mail_page, newsletter_snippet
from puzzlegen.daily.series_site import SiteSettings, series_files

LEAST = 7
CONFIG = """
title: Daily
series: a logo
address: https://daily.example/d/
start: 2026-12-01
logo: logo.png
week:
  tuesday: {size: 5x4, difficulty: easy}
"""
TEXTS = {
    "play": ("h1", ".facts", ".links a", "#check", "summary"),
    "archive": ("h1", ".links a:not(.play)", ".play"),
    "mail": ("h2", "p", "td > p > a", "td[bgcolor] a"),
    "digest": ("h2", "h3", "p", "td[bgcolor] a", "td > p > a"),
}
COLORS = """names => names.map(name => {
  const one = document.querySelector(name), grounds = [];
  for (let up = one; up; up = up.parentElement) grounds.push(getComputedStyle(up).backgroundColor);
  const opaque = color => !color.endsWith(", 0)");
  return [getComputedStyle(one).color, grounds.find(opaque) || "rgb(255, 255, 255)"];
})"""


def luminance(color: str) -> float:
    parts = [int(part) / 255 for part in color.partition("(")[2].rstrip(")").split(",")[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    opened.set_default_timeout(PATIENCE)
    yield opened
    opened.close()


def pages_of(palette: str) -> dict[str, str]:
    series = replace(SERIES, palette=palette, home="https://home.example/", home_name="The Example")
    days = some_days(date(2026, 11, 30), 7, series)
    shown = DayPresentation(days[1], days[0])
    files = series_files(days, SiteSettings(days[-1].date, series, digest="sunday"), {})
    mail = mail_page(shown, newsletter_snippet(shown, (1000, 1000), (500, 500)))
    texts: dict[str, Any] = {"play": day_page(shown), "mail": mail}
    return texts | {"archive": files[HOME].decode("utf-8"), "digest": files[DIGEST].decode("utf-8")}


def test_days_keep_their_logo_until_they_are_redrawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page, config = tmp_path / "d" / "2026-12-01" / "index.html", tmp_path / "daily.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    words = ("daily", str(config), "-o", "d", "--jobs", "1", "--date", "2026-12-01", "--as-of", "2026-12-01")
    code, _, message = run(*words)
    assert (code, message.count("\n")) == (2, 1) and "logo: logo.png: cannot be read" in message
    Image.new("RGB", (120, 60), "navy").save("logo.png")
    assert run(*words)[0] == 0
    (tmp_path / "d" / "logo.png").write_text("of the site")
    (file,) = (tmp_path / "d").glob("logo-*.png")
    first, old = page.read_text(encoding="utf-8"), file.read_bytes()
    assert 'class="logo"' in first and "0 errors" in run("verify", "d")[2]
    Image.new("RGB", (120, 60), "maroon").save("logo.png", icc_profile=b"broken")
    code, _, messages = run(*words)
    assert code == 0 and "keeps the logo it was issued with" in messages
    assert "warning: logo: logo.png: its color profile cannot be used, so its colors may print wrong: " in messages
    assert page.read_text(encoding="utf-8") == first
    (new,) = set((tmp_path / "d").glob("logo-*.png")) - {file}  # that of the archive
    assert file.read_bytes() == old != new.read_bytes()
    assert file.name in (page.parent / "mail.html").read_text(encoding="utf-8")
    assert "0 errors" in run("verify", "d")[2]
    assert run(*words, "--redraw")[0] == 0
    assert page.read_text(encoding="utf-8") != first and "0 errors" in run("verify", "d")[2]
    assert new.exists() and not file.exists()  # no day has it
    assert (tmp_path / "d" / "logo.png").read_text() == "of the site"


@pytest.mark.parametrize("palette", load_palettes())
def test_text_in_colors_of_a_palette_is_readable(palette: str, page: Page, tmp_path: Path) -> None:
    for kind, text in pages_of(palette).items():
        path = tmp_path / f"{kind}.html"
        path.write_text(text, encoding="utf-8")
        page.goto(path.as_uri())
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name, (color, ground) in zip(TEXTS[kind], page.evaluate(COLORS, TEXTS[kind]), strict=True):
                assert contrast(color, ground) >= LEAST, (kind, scheme, name, color, ground)


def test_a_printed_page_has_no_band_of_color_over_its_title(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "play.html"
    path.write_text(pages_of("slate")["play"], encoding="utf-8")
    page.goto(path.as_uri())
    for media, is_shown in (("screen", True), ("print", False)):
        page.emulate_media(media=media)
        content = page.evaluate("getComputedStyle(document.body, '::before').content")
        assert (content != "none") == is_shown, media
    page.emulate_media(media="screen")
