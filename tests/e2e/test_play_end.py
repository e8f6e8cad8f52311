"""The end of a puzzle on the play page: what is kept for the archive, shared, and celebrated."""

import json

from play_pages import GOLDEN, Opens, put, solution_of
from playwright.sync_api import Page

from puzzlegen.single.play_page import day_data

DAY = day_data("https://example.com/daily/", 12, "2026-12-12", "easy")
MINES = {i: True for i, mine in enumerate(solution_of(GOLDEN)) if mine}


def kept(page: Page) -> object:
    return json.loads(page.evaluate("localStorage.getItem('puzzlegen:results:https://example.com/daily/')") or "null")


def test_the_first_result_of_a_day_is_kept(opened: Opens) -> None:
    page = opened(day=DAY)
    page.locator("#hint").click()
    put(page, MINES)
    first = kept(page)
    assert isinstance(first, dict)
    assert {name: first["12"][name] for name in ("date", "difficulty", "hints")} == {
        "date": "2026-12-12",
        "difficulty": "easy",
        "hints": 1,
    }
    page.get_by_role("button", name="Start over").click()
    put(page, MINES)
    assert kept(page) == first


def test_a_page_of_no_series_keeps_no_result(opened: Opens) -> None:
    page = opened()
    put(page, MINES)
    assert kept(page) is None


def test_the_result_is_shared_without_the_answer(opened: Opens) -> None:
    page = opened(link="https://example.com/12/")
    assert page.locator("#send").is_hidden()  # this browser cannot
    page.add_init_script("navigator.share = what => { window.shared = what; return Promise.resolve(); }")
    page.reload()
    put(page, MINES)
    page.get_by_role("button", name="Share").click()
    shared = page.evaluate("window.shared")
    assert shared == {"text": page.locator("#share").input_value()}
    assert shared["text"].endswith("\nhttps://example.com/12/")


def test_the_result_of_a_day_has_its_difficulty_and_its_par_time(opened: Opens) -> None:
    page = opened(day=DAY, title="Daily No. 12", difficulty="hard", par="Par 3–6 min", link="https://example.com/12/")
    before = {n: {"date": f"2026-12-{n}", "difficulty": "easy", "ms": 1, "hints": 0} for n in (9, 11)}
    shared = page.locator("#share")
    put(page, MINES)
    assert shared.input_value().split("\n")[1:] == ["Hard · Par 3–6 min", "https://example.com/12/"]
    page.evaluate(
        "all => localStorage.setItem('puzzlegen:results:https://example.com/daily/', all)", json.dumps(before)
    )
    for _ in range(2):
        page.get_by_role("button", name="Start over").click()
    put(page, MINES)
    assert kept(page) == {str(n): one for n, one in before.items()} | {"12": kept(page)["12"]}  # type: ignore[index]  # JSON


def test_the_end_is_celebrated_once_and_only_with_motion(opened: Opens) -> None:
    page = opened()
    animation = "getComputedStyle(document.querySelector('.is-mine .mark')).animationName"
    put(page, MINES)
    assert page.evaluate(animation) == "pop"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(animation) == "none"
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    assert page.evaluate(animation) == "none"
