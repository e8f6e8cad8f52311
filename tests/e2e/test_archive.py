"""The archive in a real browser: checked by axe-core, measured on a phone, used by keyboard."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import PATIENCE, violations, wait_until
from dailies import SERIES, WEEK, some_days, titled, write_pictures
from made_days import classic_record
from playwright.sync_api import Browser, Page, expect

from puzzlegen.config.day_files import PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK, THUMB
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.ledger.days import Day, PictureTexts, Series
from puzzlegen.single.classic_page import key_of_board
from puzzlegen.single.play_page import key_of

LONG = "Das große tägliche Minensucher-Vergnügen der Süddeutschen Rätselgesellschaft"


class Site:
    """A series in a folder, and a browser on it that notes what it loads and says."""

    def __init__(self, browser: Browser, room: Path) -> None:
        self.browser, self.room = browser, room
        self.contexts: list[Any] = []
        self.asked: list[str] = []
        self.console: list[str] = []

    def build(self, first: date, count: int, series: Series = SERIES, skip: tuple[int, ...] = ()) -> None:
        self.write(some_days(first, count, series, skip), series)

    def write(self, days: list[Day], series: Series = SERIES) -> None:
        for name, content in series_files(days, SiteSettings(days[-1].date, series), {}).items():
            (self.room / name).parent.mkdir(exist_ok=True)
            (self.room / name).write_bytes(content)
        large = dict.fromkeys((PUZZLE, PUZZLE_DARK, SOLUTION, SOLUTION_DARK), 1200)
        write_pictures(days, self.room, {THUMB: 240} | large)

    def open(self, name: str = "index.html", width: int = 1280, **context: Any) -> Page:
        self.contexts.append(self.browser.new_context(viewport={"width": width, "height": 900}, **context))
        page: Page = self.contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfailed", lambda request: self.console.append(request.url))
        page.on("console", lambda message: self.console.append(message.text))
        page.goto((self.room / name).as_uri())
        page.evaluate("for (const one of document.images) one.loading = 'eager'")
        wait_until(page, "[...document.images].every(one => one.complete)")
        return page


@pytest.fixture
def site(browser: Browser, tmp_path: Path) -> Iterator[Site]:
    made = Site(browser, tmp_path)
    yield made
    for one in made.contexts:
        one.close()
    assert made.console == []
    assert all(url.startswith(tmp_path.as_uri()) for url in made.asked)  # its own files and nothing else
    assert made.asked


def overflow(page: Page) -> list[str]:
    """Elements that stick out of the window on the right, by their markup."""
    return page.evaluate(
        "[...document.body.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > innerWidth + 0.5"
        " && getComputedStyle(one.closest('.date') || one).clipPath === 'none')"
        ".map(one => one.outerHTML.slice(0, 80))"
    )


@pytest.mark.parametrize(
    ("count", "series"),
    [(1, SERIES), (36, SERIES), (5, titled(LONG, language="de", hold_solution=False))],
    ids=["1 day", "36 days", "long title"],
)
def test_axe_finds_nothing(site: Site, count: int, series: Series, axe: str) -> None:
    site.build(date(2026, 11, 27), count, series)
    page = site.open()
    page.evaluate(axe)
    assert violations(page, ("no-preference", "more")) == []
    page.set_viewport_size({"width": 390, "height": 900})
    assert violations(page) == []


@pytest.mark.parametrize("language", ["de", "es", "pt"])
def test_nothing_sticks_out_at_any_width(site: Site, language: str) -> None:
    site.build(date(2026, 8, 25), 14, titled(LONG, language=language))
    for name in ("index.html", "archive/2026-08.html"):
        page = site.open(name)
        assert page.evaluate("[...document.images].every(one => one.naturalWidth > 0)")
        for width in (320, 390, 545, 768, 960, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            assert (width, overflow(page)) == (width, [])
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_calendar_on_a_desk_and_a_list_on_a_phone(site: Site) -> None:
    site.build(date(2026, 12, 1), 31)
    at = "[...document.querySelectorAll('.days li')].map(one => Math.round(one.getBoundingClientRect().left))"
    desk = site.open().evaluate(at)[::-1]  # the newest is the first
    assert len(set(desk)) == 7
    for day, left in enumerate(desk, start=1):
        assert left == desk[(day - 1) % 7], "a weekday has a column of its own"
    assert desk[6] < desk[0], "the 7th of December 2026 is a Monday, the 1st a Tuesday"
    assert len(set(site.open(width=390).evaluate(at))) == 1


@pytest.mark.parametrize("series", [SERIES, titled(LONG, language="de")], ids=["usual", "long title"])
def test_play_is_in_view_on_a_small_phone(site: Site, series: Series) -> None:
    site.build(date(2026, 11, 30), 9, series)
    page = site.open(width=360)
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".play")).to_be_in_viewport(ratio=1)


def test_a_dark_system_prints_dark_text(site: Site) -> None:
    site.build(date(2026, 11, 30), 3)
    page = site.open(color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 28, 30)"


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_a_solution_is_shown_with_the_head_of_the_site_and_ways_on(
    site: Site, width: int, scheme: str, axe: str
) -> None:
    site.build(date(2026, 11, 29), 4)  # the newest two are in another month
    page = site.open(width=width, color_scheme=scheme)
    page.get_by_role("link", name="Solution of No.\u00a03").click()
    page.wait_for_url("**/archive/2026-12.html#solution-2026-12-01")
    shown = page.locator(".answer:visible")
    expect(shown.get_by_role("heading")).to_have_text("Solution of No.\u00a03")
    picture = shown.get_by_role("img", name="Solution")
    picture.scroll_into_view_if_needed()
    wait_until(page, f"document.querySelector(':target img').currentSrc.includes('{SOLUTIONS[scheme]}')")
    assert abs(picture.bounding_box()["width"] - picture.bounding_box()["height"]) < 1  # its place before it is loaded
    page.evaluate("scrollTo(0, 0)")
    assert page.get_by_role("link", name="Daily Minesweeper").bounding_box()["y"] >= 0
    assert [one.get_attribute("href") for one in shown.get_by_role("link").all()] == [
        "../2026-12-01/index.html", "../index.html#next=2026-12-01", "../index.html",
    ]  # fmt: skip
    page.evaluate(axe)
    assert overflow(page) == violations(page) == []
    page.get_by_role("link", name="November 2026").first.click()
    expect(page.locator(".answer:visible")).to_have_count(0)
    page.get_by_role("link", name="Solution, No.\u00a02").click()
    expect(page.locator(".answer:visible h2")).to_have_text("Solution of No.\u00a02")
    assert page.evaluate("scrollY") == 0


SOLUTIONS = {"light": "2026-12-01/solution.png", "dark": "2026-12-01/solution-dark.png"}


@pytest.mark.parametrize("width", [360, 390, 430])
def test_no_line_below_the_archive_ends_with_a_dot(site: Site, width: int) -> None:
    site.build(date(2026, 12, 1), 2)
    follow = site.open(width=width).locator(".follow").first
    assert follow.inner_text() == "Follow: RSS JSON Feed Calendar (ICS)"
    assert follow.locator("span").bounding_box()["height"] < 30  # the calendar keeps its brackets


def test_dark_and_light_by_the_system(site: Site) -> None:
    site.build(date(2026, 12, 1), 2)
    page = site.open(color_scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate("document.querySelector('.lead img').currentSrc").endswith("/puzzle-dark.png")
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="light")
    assert page.evaluate(ground) != dark
    wait_until(page, "document.querySelector('.lead img').currentSrc.endsWith('/puzzle.png')")


def test_keys_go_through_the_puzzles_in_order_and_see_where_they_are(site: Site) -> None:
    site.build(date(2026, 12, 1), 3)
    page = site.open()
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement === document.body ? null : [document.activeElement.getAttribute('href'),"
            " parseFloat(getComputedStyle(document.activeElement).outlineWidth)]"
        )
        if focused is None:
            break
        assert focused[1] >= 3
        seen.append(focused[0])
    newest = ["2026-12-03/index.html", "2026-12-03/puzzle.pdf"]
    assert seen[:4] == [*newest, "archive/2026-12.html#solution-2026-12-02", newest[0]]
    assert seen[4:8] == [None, *newest, "2026-12-02/index.html"]  # a button for results, then the month
    *_, feed, json_feed, subscribed, calendar, colors = seen
    assert [feed, json_feed, calendar, colors] == ["feed.xml", "feed.json", "calendar.ics", None]
    assert re.fullmatch(r"webcal://[^/]+/.*calendar\.ics", subscribed)
    name = page.get_by_role("link", name="Tuesday, December 1, 2026")
    assert name.get_by_role("img").get_attribute("alt") == "Minesweeper No.\u00a01, 9 by 8, easy"
    solution = page.get_by_role("link", name="Solution, No.\u00a01")
    assert solution.get_attribute("href") == "archive/2026-12.html#solution-2026-12-01"


def test_the_readers_results_are_shown_counted_and_saved(site: Site, axe: str) -> None:
    site.build(date(2026, 12, 1), 9)
    page = site.open()
    assert [text for text in page.locator("#results").inner_text().split("\n") if text] == [
        "Your results",
        "No puzzle solved in this browser yet.",
        "Add from a file",
    ]
    result = {"date": "2026-12-0", "difficulty": "easy", "ms": 65_000, "hints": 0}
    results = {n: result | {"date": f"2026-12-0{n}", "ms": 60_000 * n + 5000} for n in (1, 3, 4, 5)}
    results[3] |= {"difficulty": "hard", "hints": 1}
    reload_with(page, json.dumps(results))
    assert page.locator("#results li").all_inner_texts() == [
        "4 puzzles solved",
        "Longest streak: 3",
        "Best time without hints, Easy: 1:05",
    ]
    texts = ["Solved in 5:05.", "Solved in 4:05.", "Solved in 3:05. One hint used.", "Solved in 1:05."]
    assert page.locator(".solved").all_inner_texts() == texts
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as a file").click()
    saved = json.loads(saving.value.path().read_text(encoding="utf-8"))
    assert saved["results"] == {str(n): one for n, one in results.items()}
    with page.expect_download() as saving_table:
        page.get_by_role("link", name="Save as a table").click()
    table = saving_table.value.path().read_text(encoding="utf-8").splitlines()
    assert table[:3] == ["number,date,difficulty,seconds,hints", "1,2026-12-01,easy,65,0", "3,2026-12-03,hard,185,1"]
    page.evaluate(axe)
    assert violations(page) == []
    other = site.open(width=360)  # another browser, in which one of them is solved in another time
    mine = {"3": results[3] | {"ms": 1000}, "2": results[1] | {"date": "2026-12-02", "ms": 2000}}
    reload_with(other, json.dumps(mine))
    add(other, saving.value.path())
    expect(other.locator("#added")).to_have_text("3 results added.")
    assert other.locator("#results li").first.inner_text() == "5 puzzles solved"
    times = [
        "Solved in 5:05.",
        "Solved in 4:05.",
        "Solved in 0:01. One hint used.",
        "Solved in 0:02.",
        "Solved in 1:05.",
    ]
    assert other.locator(".solved").all_inner_texts() == times
    add(other, saving.value.path())
    expect(other.locator("#added")).to_have_text("0 results added.")
    other.reload()
    assert other.locator(".solved").all_inner_texts() == times


@pytest.mark.parametrize(
    ("solved", "lines"),
    [
        ((1, 2, 3), ["3 days in a row"]),
        ((1, 2), ["2 days in a row"]),  # the newest is still open
        ((1, 3), []),
        ((1,), []),  # the second day is missed
    ],
)
def test_a_streak_lasts_until_a_day_is_missed(solved: tuple[int, ...], lines: list[str], site: Site) -> None:
    site.build(date(2026, 12, 1), 3)
    page = site.open()
    reload_with(page, json.dumps({n: {"date": f"2026-12-0{n}", "difficulty": "", "ms": 9} for n in solved}))
    assert page.locator("#results li").all_inner_texts()[1:] == lines


def reload_with(page: Page, kept: str) -> None:
    """Reload the page with these results in its browser, unless it has some; set before its script runs."""
    key, value = json.dumps(f"puzzlegen:results:{SERIES.address}"), json.dumps(kept)
    page.add_init_script(f"if (localStorage.getItem({key}) === null) localStorage.setItem({key}, {value})")
    page.reload()


def add(page: Page, path: Path) -> None:
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Add from a file").press("Enter")
    asked.value.set_files(path)


NO_RESULTS = (
    "nonsense", "[]", "null", '{"series":"results:https://other.example/","results":{"1":{"date":"2026-12-01","ms":1}}}',
    '{"series":"SERIES"}', '{"series":"SERIES","results":[{"date":"2026-12-01","ms":1}]}',
    '{"series":"SERIES","results":{"1":null,"x":{"date":"2026-12-01","ms":1},"2":{"date":"soon","ms":1},'
    '"3":{"date":"2026-12-03"}}}',
)  # fmt: skip


def test_a_file_without_results_gets_one_line_and_changes_nothing(site: Site, tmp_path: Path) -> None:
    site.build(date(2026, 12, 1), 2)
    page = site.open()
    for number, text in enumerate(NO_RESULTS):
        path = tmp_path / f"notes-{number}.json"
        path.write_text(text.replace("SERIES", f"results:{SERIES.address}"), encoding="utf-8")
        add(page, path)
        expect(page.locator("#added")).to_have_text(f"“{path.name}” has no saved results of this series.")
        assert page.evaluate("localStorage.length") == 0, text
        assert page.locator("#none").is_visible(), text


def test_a_browser_that_keeps_nothing_says_so(site: Site, tmp_path: Path) -> None:
    site.build(date(2026, 12, 1), 2)
    page = site.open()
    path = tmp_path / "results.json"
    results = {"1": {"date": "2026-12-01", "difficulty": "easy", "ms": 1, "hints": 0}}
    path.write_text(json.dumps({"series": f"results:{SERIES.address}", "results": results}), encoding="utf-8")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    add(page, path)
    expect(page.locator("#added")).to_have_text("This browser does not allow results to be saved.")


def test_days_without_a_puzzle_do_not_break_a_row(site: Site) -> None:
    days = some_days(date(2026, 12, 1), 9, skip=(5, 6))  # no weekends, which have no numbers
    site.write([day for day in days if day.number != 3])  # withdrawn, and never solved: its number is not used again
    page = site.open()
    solved = {day.number: day.name for day in days if day.number not in (1, 3, 9)}
    results = {n: {"date": name, "difficulty": "easy", "ms": 5000, "hints": 0} for n, name in solved.items()}
    reload_with(page, json.dumps(results))
    assert page.locator("#results li").all_inner_texts()[:2] == ["6 puzzles solved", "6 days in a row"]
    page.goto((site.room / "archive" / "2026-12.html").as_uri())
    assert page.locator("#results li").all_inner_texts() == ["6 puzzles solved", "Best time without hints, Easy: 0:05"]


def test_one_result_is_not_in_a_row(site: Site) -> None:
    site.build(date(2026, 12, 1), 2)
    page = site.open()
    one = {"date": "2026-12-01", "difficulty": "easy", "ms": 65_000, "hints": 1}
    reload_with(page, json.dumps({1: one}))
    assert page.locator("#results li").all_inner_texts() == ["One puzzle solved"]


def test_the_newest_puzzle_is_marked_where_it_is_the_first_of_its_month(site: Site) -> None:
    site.build(date(2026, 11, 30), 2)  # the home page shows the second puzzle large, and the month before
    page = site.open()
    reload_with(page, json.dumps({2: {"date": "2026-12-01", "difficulty": "easy", "ms": 65_000, "hints": 0}}))
    assert page.locator(".lead .solved").all_inner_texts() == ["Solved in 1:05."]
    assert page.locator(".days .solved").count() == 0


def solved_games(days: list[Day]) -> dict[str, str]:
    """Return the saved games of readers who solved these days, by their names in the browser."""
    games = {}
    for day in days:
        board = day.graded.classic_board
        if board is None:
            cells = {"marks": "".join("1" if mine else "2" for mine in day.solution)}
            name = key_of(day.puzzle)
        else:
            cells = {"shown": "".join("2" if mine else "1" for mine in board.mines)}
            name = key_of_board(board)
        games[f"puzzlegen:{name}"] = json.dumps({"v": 1, "ms": 7000 * day.number, **cells})
    return games


def test_a_replaced_puzzle_is_solved_only_if_the_reader_solved_the_new_one(site: Site) -> None:
    days = some_days(date(2026, 12, 1), 4)
    again = {2: WEEK[6], 3: classic_record(), 4: WEEK[5]}  # other puzzles in place of the first ones
    days = [days[0], *(
        Day.issue(day.date, day.number, replace(again[day.number], stream=f"daily/{day.name}/again after 1"), SERIES)
        for day in days[1:]
    )]  # fmt: skip
    site.write(days)
    page = site.open()
    results = {day.number: {"date": day.name, "difficulty": "easy", "ms": 65_000, "hints": 0} for day in days}
    reload_with(page, json.dumps(results))
    assert page.locator(".solved").all_inner_texts() == ["Solved in 1:05."]  # the first, which was not replaced
    assert page.locator("#results li").first.inner_text() == "4 puzzles solved"
    games = solved_games(days[1:])
    begun = {
        name: text.replace("21", "20") if name.endswith(key_of(days[3].puzzle)) else text
        for name, text in games.items()
    }
    page.evaluate("(games) => Object.entries(games).forEach(([name, game]) => localStorage.setItem(name, game))", begun)
    page.reload()
    assert page.locator(".solved").all_inner_texts() == ["Solved in 0:21.", "Solved in 0:14.", "Solved in 1:05."]


def test_best_times_of_several_kinds_are_kept_apart(site: Site) -> None:
    days = some_days(date(2026, 12, 1), 4)
    days[1] = Day.issue(days[1].date, 2, classic_record(), SERIES)
    days[2] = Day.issue(days[2].date, 3, WEEK[2], SERIES, picture=PictureTexts("A Cat", ""))
    site.write(days)
    page = site.open()
    results = {
        day.number: {"date": day.name, "difficulty": "easy", "ms": 9000 - 1000 * day.number, "hints": 0} for day in days
    }
    reload_with(page, json.dumps(results))
    assert page.locator("#results li").all_inner_texts()[2:] == [
        "Best time without hints, Easy, Minesweeper: 0:05",
        "Best time without hints, Easy, Classic Minesweeper: 0:07",
        "Best time without hints, Easy, Picture: 0:06",
    ]
    page.goto((site.room / "archive" / "2026-12.html").as_uri())  # which does not know the kind of each day
    assert page.locator("#results li").all_inner_texts() == ["4 puzzles solved"]


def test_results_may_be_anything(site: Site) -> None:
    site.build(date(2026, 12, 1), 2)
    page, key = site.open(), f"puzzlegen:results:{SERIES.address}"
    for kept in ("nonsense", "null", "[]", '{"1":null,"x":{"date":"y","ms":1}}'):
        page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
        page.reload()
        assert page.evaluate("key => localStorage.getItem(key)", key) == kept
        assert page.locator("#none").is_visible(), kept
        assert page.locator("#kept").is_hidden(), kept
