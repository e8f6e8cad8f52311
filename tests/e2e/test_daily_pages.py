"""The page and the mail of a day in a real browser: they load nothing, and axe-core finds nothing."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from browser_helpers import PATIENCE
from made_days import day, made
from playwright.sync_api import Browser, Page, expect

from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import write_day
from puzzlegen.formats import line
from puzzlegen.ledger.days import Day, Series
from puzzlegen.single.solve_puzzles import graded_puzzle, solve_puzzle

SERIES = Series(
    "Quiet Fields", "Ada Example", "en", "rc", "https://puzzles.example.org/daily/", "UTC", "a4", "harbour", False
)
PUZZLES = {
    date(2026, 11, 30): "9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0",
    date(2026, 12, 1): "12x12:a5b3d12g4443b4c12d5c31a24f34a4d411g5c10a3b323h3b2a1c3a5a33a1b2i2b2a24b4c32e2b3b1",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("series")
    before = None
    for number, (when, text) in enumerate(PUZZLES.items(), start=11):
        record = replace(graded_puzzle(solve_puzzle(line.parse(text), 4)), stream="quiet", attempts=1)
        today = Day.issue(when, number, record, SERIES)
        (top / today.name).mkdir()
        write_day(top / today.name, today, before)
        before = today
    return top


def opened(browser: Browser, path: Path, width: int, asked: list[str]) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("width", [390, 1000])
def test_the_page_of_a_day_asks_for_nothing_and_fits_its_screen(browser: Browser, folder: Path, width: int) -> None:
    asked: list[str] = []
    page = opened(browser, folder / "2026-12-01" / "index.html", width, asked)
    assert asked == [page.url] or {url.partition(":")[0] for url in asked} == {"file", "data"}
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    facts = page.locator(".facts").inner_text().replace("\u00a0", " ")
    assert facts == "Tuesday, December 1, 2026\nHard · 12 × 12 · Par 5–\u206010 min"
    link = page.get_by_role("link", name="Print it (PDF)")
    assert link.evaluate("one => one.href") == (folder / "2026-12-01" / "puzzle.pdf").as_uri()
    page.close()


def test_the_page_leads_to_the_day_before_and_to_its_solution(browser: Browser, folder: Path) -> None:
    page = opened(browser, folder / "2026-12-01" / "index.html", 900, [])
    for name, file in (("No. 11", "index.html"), ("Solution of No. 11", "solution.png")):
        address = page.get_by_role("link", name=name, exact=True).evaluate("one => one.href")
        assert address == (folder / "2026-11-30" / file).as_uri()
    text = page.get_by_text("Row 7: ").last
    assert not text.is_visible()
    page.goto(f"{page.url}#before")
    page.reload()
    assert text.is_visible()
    assert "mine" in text.inner_text()
    page.goto((folder / "2026-11-30" / "index.html").as_uri())
    assert page.locator("#before, .before").count() == 0
    page.close()


def test_mails_link_to_the_puzzle_in_words(browser: Browser, tmp_path: Path) -> None:
    today = day()
    page = opened(browser, made(tmp_path / today.name, today) / "index.html", 900, [])
    row = page.locator("#text").get_by_text("Row 7: ")
    assert not row.is_visible()
    page.goto(f"{page.url}#text")
    page.reload()
    expect(row).to_be_visible()
    shown = DayPresentation(today, None)
    texts = page.locator("#text p").all_inner_texts()
    assert texts == [*filter(None, [shown.text_rules]), *shown.rows_in_words]
    assert page.locator("#text summary").inner_text() == shown.text_heading
    page.close()


def test_axe_has_no_complaint(browser: Browser, axe: str, folder: Path) -> None:
    page = opened(browser, folder / "2026-12-01" / "index.html", 900, [])
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(result => result.violations.map(one => one.id + ': ' + one.help))")
    page.close()
    assert found == []


@pytest.mark.parametrize("width", [360, 640])
def test_a_mail_fits_its_window_and_its_pictures_keep_their_shape(browser: Browser, folder: Path, width: int) -> None:
    text = (folder / "2026-12-01" / "email.html").read_text(encoding="utf-8").replace(SERIES.address, "../")
    shown = folder / "2026-12-01" / "shown.html"
    shown.write_text(
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<title>Mail</title><body style="margin:0">{text}', encoding="utf-8",
    )  # fmt: skip
    page = opened(browser, shown, width, [])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.evaluate(
        "[...document.images].map(one => [one.naturalWidth, one.naturalHeight, one.width, one.height])"
    )
    edges = page.evaluate(
        "[...document.querySelectorAll('h2, h3, p, img')].map(one => Math.round(one.getBoundingClientRect().left))"
    )
    shown.unlink()
    page.close()
    assert len(boxes) == 2
    for wide, high, width_shown, height_shown in boxes:
        assert wide > 500  # it is there
        assert abs(height_shown / width_shown - high / wide) < 0.02
    assert boxes[0][2] == min(543, width - 48)
    assert len(set(edges)) == 1
