"""What pages to play of a series load after themselves: the end, with the results of the series, and times to beat."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import PATIENCE
from dailies import SERIES, some_days
from play_pages import marks, put
from playwright.sync_api import Browser, Page, expect
from test_daily_app import served

from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.files.templates import languages
from puzzlegen.ledger.days import Day
from puzzlegen.web.templates import results_key

FIRST = date(2026, 11, 23)  # a Monday
COUNT = 11  # up to Thursday of the next week
NOW = "2026-12-03T19:00:00+00:00"
NEWSLETTER = "https://www.example.com/newsletter/"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadingHTTPServer]:
    """Serve a series in each language, at its address, without the Wednesday of the second week."""
    room = tmp_path_factory.mktemp("site")
    with served(room) as made:
        for language in languages():
            write_series(room / language, language, f"http://localhost:{made.server_port}/{language}/")
        yield made


def days_of(language: str, address: str) -> list[Day]:
    days = some_days(FIRST, COUNT, replace(SERIES, language=language, address=address))
    return [day for day in days if day.name != "2026-12-02"]


def write_series(folder: Path, language: str, address: str) -> None:
    days = days_of(language, address)
    settings = SiteSettings(days[-1].date, days[0].series, following="20261204", subscribe=NEWSLETTER)
    for name, content in series_files(days, settings, {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    for before, day in zip([None, *days], days, strict=False):
        (folder / day.name).mkdir(exist_ok=True)
        (folder / day.name / "index.html").write_text(day_page(DayPresentation(day, before)), encoding="utf-8")


Opens = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, server: ThreadingHTTPServer) -> Iterator[Opens]:
    contexts = []

    def open_page(name: str, results: dict[str, Any] | None = None, hash_: str = "", language: str = "en") -> Page:
        address = f"http://localhost:{server.server_port}/{language}/"
        contexts.append(browser.new_context(service_workers="block", permissions=["clipboard-read", "clipboard-write"]))
        page: Page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.clock.install(time=NOW)
        key = json.dumps(f"puzzlegen:{results_key(address)}")
        saved = json.dumps(json.dumps(results or {}))
        page.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {saved})")
        page.goto(f"{address}{name}/{hash_}")
        return page

    yield open_page
    for context in contexts:
        context.close()


def result(name: str, seconds: int, hints: int = 0) -> dict[str, Any]:
    return {"date": name, "difficulty": "easy", "ms": seconds * 1000, "hints": hints}


def number_of(name: str) -> int:
    return (date.fromisoformat(name) - FIRST).days + 1


def results_of(*all_: dict[str, Any]) -> dict[str, Any]:
    return {str(number_of(one["date"])): one for one in all_}


def begin(page: Page) -> None:
    """Set a mark, with which the clock starts."""
    put(page, {marks(page).index("b"): False})


def solve(page: Page, name: str) -> None:
    (day,) = (day for day in days_of("en", SERIES.address) if day.name == name)
    put(page, {i: bool(mine) for i, mine in enumerate(day.solution) if mine})
    expect(page.locator("#result")).to_be_visible()


TUESDAY, THURSDAY = "2026-12-01", "2026-12-03"
SOLVED = results_of(
    result("2026-11-24", 200), result("2026-11-30", 100, hints=2), result("2026-11-26", 240), result("2026-11-25", 9)
)


def end_of(page: Page) -> list[str]:
    return page.locator("#result").locator("xpath=preceding-sibling::div[1]").locator("p").all_inner_texts()


def onward(page: Page) -> list[tuple[str, str]]:
    links = page.locator("#onward a")
    return links.evaluate_all("all => all.map(one => [one.textContent, one.getAttribute('href')])")


def test_the_end_of_the_newest_puzzle_leads_on(visit: Opens) -> None:
    page = visit(THURSDAY, SOLVED | results_of(result(TUESDAY, 300)))
    expect(page.locator(".links [rel=next]")).to_have_count(0)  # there is none yet
    begin(page)
    page.clock.run_for(120_000)
    solve(page, THURSDAY)
    assert end_of(page) == [
        "3 days in a row · Thursday: best 2:00, average 3:00",
        "The next puzzle comes in 5 hours.",
    ]
    assert onward(page) == [["Get the puzzle by mail", NEWSLETTER]]
    assert page.locator("#share").input_value().split("\n") == [
        "Daily Minesweeper No.\u00a011: solved in 2:00.",
        "Medium · Par 2–4\xa0min · 3 days in a row",
        "Mon–Sun ◐●·●···",
        "Can you beat 2:00?",
        f"{page.url}#beat=120",
    ]


def test_the_days_of_the_week_that_are_left_are_named(visit: Opens) -> None:
    page = visit(THURSDAY, {})
    solve(page, THURSDAY)
    expect(page.locator("#onward")).to_contain_text("Still open this week:")
    assert onward(page)[:2] == WEEK
    page.locator("#onward a").first.click()
    page.wait_for_url(f"**/{WEEK[0][1][3:]}")
    solve(page, WEEK[0][1][3:13])
    assert onward(page) == [WEEK[1], ["Get the puzzle by mail", NEWSLETTER]]


WEEK = [["Monday · Easy", "../2026-11-30/index.html"], ["Tuesday · Easy", f"../{TUESDAY}/index.html"]]


@pytest.mark.parametrize("count", range(5, COUNT))
def test_the_easiest_days_of_the_week_come_first(count: int) -> None:
    days = days_of("en", SERIES.address)[:count]
    text = series_files(days, SiteSettings(days[-1].date, days[0].series), {})["more.js"].decode("utf-8")
    data = json.JSONDecoder().raw_decode(text, text.index("{", text.index("const more=")))[0]
    levels = ["easy", "medium", "hard", "expert"]
    last = sorted(days[-7:], key=lambda day: levels.index(day.graded.grade.difficulty))
    assert data["week"] == [[day.name, day.graded.grade.difficulty.capitalize()] for day in last]


@pytest.mark.parametrize(
    ("solved", "next_day"),
    [
        ([], ["Next puzzle (Tue, Nov 24) ›", "../2026-11-24/index.html"]),
        (["2026-11-24", "2026-11-25"], ["Next puzzle (Thu, Nov 26) ›", "../2026-11-26/index.html"]),
        ([f"2026-11-{day}" for day in range(24, 30)], None),  # those that follow are named as the week's
    ],
)
def test_an_older_day_leads_to_the_next_unsolved_one(
    visit: Opens, solved: list[str], next_day: list[str] | None
) -> None:
    page = visit("2026-11-23", results_of(*(result(name, 100) for name in solved)))
    solve(page, "2026-11-23")
    rest = onward(page)[3:-1]
    assert len(onward(page)) == 4 + len(rest)
    assert rest == ([next_day] if next_day else [])
    assert not [text for text in end_of(page) if "next puzzle comes" in text]  # that is not what follows this one


def test_a_page_that_stays_open_leads_to_the_puzzle_that_came_since(visit: Opens) -> None:
    page = visit(THURSDAY, SOLVED)
    solve(page, THURSDAY)
    shared = page.locator("#share").input_value()
    page.clock.run_for(2 * 3600_000)
    assert end_of(page)[-1] == "The next puzzle comes in 3 hours."
    page.clock.fast_forward(3 * 3600_000)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert "next puzzle comes" not in " ".join(end_of(page))
    assert onward(page)[0] == ["Latest puzzle", "../index.html#latest"]
    assert page.locator("#share").input_value() == shared


def test_a_page_opened_when_the_next_puzzle_is_late_does_not_lead_to_itself(visit: Opens) -> None:
    page = visit(THURSDAY, SOLVED)
    page.clock.set_fixed_time("2026-12-04T00:05:00+00:00")
    page.reload()
    solve(page, THURSDAY)
    assert [text for text, _ in onward(page)] == ["Tuesday · Easy", "Get the puzzle by mail"]


def test_the_end_goes_when_the_puzzle_is_begun_again(visit: Opens) -> None:
    page = visit(TUESDAY, SOLVED)
    solve(page, TUESDAY)
    shared = page.locator("#share").input_value()
    page.get_by_role("button", name="Start over").click()
    assert page.locator("#share").input_value() == shared
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#result")).to_be_hidden()
    assert end_of(page) == ["Solved in 0:00."]  # the first result stays
    page.reload()
    assert end_of(page) == ["Solved in 0:00."]
    page.get_by_role("button", name="Copy the result").click()  # and can be shared
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.locator("#share").input_value() == shared == page.evaluate("navigator.clipboard.readText()")
    begin(page)
    expect(page.locator("#result")).to_be_hidden()
    assert end_of(page) == ["Solved in 0:00."]
    solve(page, TUESDAY)
    assert len(end_of(page)) == 1 and page.locator("#share").input_value() == shared


def test_hints_of_a_first_result_are_shared_too(visit: Opens) -> None:
    page = visit(TUESDAY, results_of(result(TUESDAY, 300, hints=2)))
    page.get_by_role("button", name="Copy the result").click()
    first = page.locator("#share").input_value().partition("\n")[0]
    assert first == "Daily Minesweeper No.\u00a09: solved in 5:00. 2 hints used."


def test_a_solution_leads_to_its_page(visit: Opens) -> None:
    page = visit(TUESDAY)
    page.get_by_role("link", name="Solution of No.\u00a08", exact=True).click()
    page.wait_for_url("**/archive/2026-11.html#solution-2026-11-30")
    expect(page.get_by_role("heading", name="Solution of No.\u00a08")).to_be_visible()


def test_the_home_page_says_which_days_are_begun(visit: Opens) -> None:
    page = visit(THURSDAY, SOLVED)
    home = page.url.replace(f"{THURSDAY}/", "")
    begun = page.locator(".solved").filter(has_text="Begun")
    page.goto(home)
    expect(page.locator("#results li").first).to_have_text("4 puzzles solved")
    expect(begun).to_have_count(0)  # it was only opened
    for name in (THURSDAY, TUESDAY):
        page.goto(f"{home}{name}/")
        begin(page)
    page.goto(home)
    expect(begun).to_have_count(3)  # the newest in the month, too
    expect(page.locator(".lead .solved")).to_have_text("Begun")
    page.goto(f"{home}{TUESDAY}/")
    solve(page, TUESDAY)
    page.goto(home)
    expect(begun).to_have_count(2)


@pytest.mark.parametrize(("seconds", "said"), [(61, "You beat 1:01."), (60, "You did not beat 1:00.")])
def test_a_time_to_beat_comes_with_the_address(visit: Opens, seconds: int, said: str) -> None:
    page = visit(TUESDAY, {}, f"#beat={seconds}")
    expect(page.locator(".time")).to_contain_text(f"Beat 1:0{seconds - 60}")
    begin(page)
    page.clock.run_for(60_000)
    solve(page, TUESDAY)
    assert end_of(page)[0] == said


@pytest.mark.parametrize("hash_", ["#beat=", "#beat=-5", "#beat=1e9", "#beat=12345678", "#beat=<b>", "#text"])
def test_other_addresses_challenge_nobody(visit: Opens, hash_: str) -> None:
    page = visit(TUESDAY, SOLVED, hash_)
    solve(page, TUESDAY)
    assert "Beat" not in page.locator(".time").inner_text()
    assert end_of(page)[0] == "2 days in a row · Tuesday: best 0:00, average 1:40"


@pytest.mark.parametrize("language", languages())
def test_the_end_has_no_gap_in_any_language(visit: Opens, language: str) -> None:
    page = visit(THURSDAY, SOLVED, "#beat=60", language)
    solve(page, THURSDAY)
    texts = [*end_of(page), *(text for text, _ in onward(page)), page.locator("#share").input_value()]
    assert len(texts) == 6
    assert not [text for text in texts if "{" in text or "undefined" in text or "NaN" in text or not text]


def test_the_series_without_the_file_is_played_all_the_same(visit: Opens, server: ThreadingHTTPServer) -> None:
    page = visit(TUESDAY, SOLVED)
    page.route("**/more.js", lambda route: route.abort())
    page.reload()
    solve(page, TUESDAY)
    assert page.locator("#share").input_value().startswith("Daily Minesweeper No.\u00a09: solved in 0:00.")
    assert onward(page)[0][1] == f"../index.html#next={TUESDAY}"
