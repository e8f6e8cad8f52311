"""The head of the page to play with a logo: the logo above the title, whose words stay whole, and the clock near it."""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from dailies import SERIES, some_days
from made_days import classic_record
from PIL import Image
from play_pages import Opens
from playwright.sync_api import Page

from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.ledger.days import Day

SIZES = [(320, 640), (360, 740), (430, 860), (768, 1024), (1280, 800), (740, 360)]
WORD_IN_TWO_LINES = """one => {
  const range = document.createRange(), text = one.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map((word) => word[0]);
}"""
Browsed = Callable[..., Page]


def logo(width: int, height: int) -> str:
    file = BytesIO()
    Image.new("RGB", (width, height), "navy").save(file, "png")
    return b64encode(file.getvalue()).decode("ascii")


def page_text(title: str, kind: str, logo_size: tuple[int, int], language: str = "en") -> str:
    series = replace(SERIES, title=title, logo=logo(*logo_size), home="https://home.example/", language=language)
    if kind == "classic":
        day = Day.issue(date(2026, 12, 5), 6, classic_record(), series)
    else:
        (day,) = some_days(date(2026, 11, 30), 1, series)
    return day_page(DayPresentation(day, None))


def boxes(page: Page) -> dict[str, Any]:
    names = ("h1", ".logo img", ".facts", "#clock", "#pause", "#time")
    return {name: page.locator(name).bounding_box() for name in names}


def bottom(box: dict[str, float]) -> float:
    return box["y"] + box["height"]


@pytest.mark.parametrize("kind", ["paper", "classic"])
@pytest.mark.parametrize("logo_size", [(400, 96), (96, 96)], ids=["wide", "square"])
def test_a_logo_stands_above_the_title(browsed: Browsed, tmp_path: Path, kind: str, logo_size: tuple[int, int]) -> None:
    path = tmp_path / "play.html"
    path.write_text(page_text("The Morning Field", kind, logo_size), encoding="utf-8")
    page = browsed(path)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = boxes(page)
        assert bottom(found[".logo img"]) <= found["h1"]["y"], width
        assert found[".logo img"]["x"] == found["h1"]["x"] == found[".facts"]["x"], width
        assert found[".logo img"]["width"] / found[".logo img"]["height"] == pytest.approx(
            logo_size[0] / logo_size[1], rel=0.02
        )
        assert found["h1"]["height"] <= 2 * 27, width
        middles = [found[name]["y"] + found[name]["height"] / 2 for name in ("#clock", "#pause", "#time")]
        assert max(middles) - min(middles) < 8, width  # in one line
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_word_of_a_title_is_broken_that_fits_into_a_line(browsed: Browsed, tmp_path: Path) -> None:
    path = tmp_path / "play.html"
    path.write_text(page_text("Die Minensucher-Tageszeitung am Morgen", "paper", (400, 96), "de"), encoding="utf-8")
    page = browsed(path)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("h1").evaluate(WORD_IN_TWO_LINES) == [], width
    path.write_text(page_text("Minensucherundgitterrätselzeitung", "paper", (400, 96), "de"), encoding="utf-8")
    page.set_viewport_size({"width": 320, "height": 640})
    page.reload()
    assert page.locator("h1").evaluate(WORD_IN_TWO_LINES) == ["Minensucherundgitterrätselzeitung"]
    assert page.evaluate("document.documentElement.scrollWidth") == 320


CUT = """one => {
  const room = one.getBoundingClientRect().left;
  return [...one.querySelectorAll("span + span")].map((fact) => {
    const range = document.createRange();
    range.setStart(fact.firstChild, 0);
    range.setEnd(fact.firstChild, 1);
    const dot = range.getBoundingClientRect();
    range.setStart(fact.firstChild, 2);
    range.setEnd(fact.firstChild, 3);
    return [dot.right - room, range.getBoundingClientRect().left - room];
  });
}"""


@pytest.mark.parametrize(("width", "count"), [(320, 1), (390, 1), (1280, 0)])
def test_no_line_of_facts_begins_or_ends_with_a_dot(opened: Opens, width: int, count: int) -> None:
    words = {"date": "Monday", "par": "Par 100\u2013120 min", "hint": "An animal of the high mountains"}
    page = opened(difficulty="expert", context={"viewport": {"width": width, "height": 800}}, **words)
    facts = page.locator(".facts")
    assert facts.inner_text().count(" · ") + facts.inner_text().count("\n· ") == 3
    places = facts.evaluate(CUT)
    cut = [place for place in places if place[0] <= 0.5]  # the dot is left of what is shown
    assert len(cut) >= count
    assert all(-0.5 <= text <= 4 for _, text in cut)
    assert all(dot > 20 for dot, _ in places if [dot, _] not in cut)
