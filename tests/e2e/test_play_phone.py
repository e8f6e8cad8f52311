"""The play page on phones, played by touch: its head, the pause, and a whole puzzle with all aids."""

import pytest
from browser_helpers import stop_clock
from classic_pages import Plays
from play_pages import GOLDEN, Opens, blanks, cell, marks, put, solution_of, status
from playwright.sync_api import Page, expect
from test_play_variants import HEXAGON

from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load

PHONES = {"360x740": (360, 740), "320x640": (320, 640)}
ON_PHONES = pytest.mark.parametrize("size", PHONES.values(), ids=PHONES)
DAY = {"title": "The Daily Minesweeper No. 12", "date": "Saturday, November 28, 2026", "par": "Par 6–12 min"}
BOX = "one => { const { left, right, top, bottom } = one.getBoundingClientRect(); return [left, right, top, bottom]; }"


def phone(size: tuple[int, int]) -> dict[str, object]:
    return {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True, "is_mobile": True}


@ON_PHONES
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_facts_have_the_whole_width_and_no_line_begins_with_a_dot(
    opened: Opens, size: tuple[int, int], language: str
) -> None:
    page = opened(HEXAGON, language, context=phone(size), **DAY)
    facts = page.locator(".facts")
    left, right, top, _ = facts.evaluate(BOX)
    assert right - left == size[0] - 32  # padding of the page
    assert top >= max(page.locator(name).evaluate(BOX)[3] for name in ("h1", ".time"))
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    beginnings = facts.evaluate(
        """one => {
          const found = [], range = document.createRange();
          for (const text of [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
            for (let i = 0, last = 0; i < text.length; i++) {
              range.setStart(text, i);
              range.setEnd(text, i + 1);
              const { top, width } = range.getBoundingClientRect();
              if (width && top > last + 4) found.push(text.data[i]);
              if (width) last = top;
            }
          return found;
        }"""
    )
    assert len(beginnings) >= 2 and "·" not in beginnings


@ON_PHONES
def test_a_pause_disables_the_buttons_and_a_tap_on_the_board_ends_it(opened: Opens, size: tuple[int, int]) -> None:
    page = opened(context=phone(size))
    stop_clock(page)
    cell(page, blanks(GOLDEN)[0]).tap()
    page.locator("#pause").tap()
    hint, grid = page.locator("#hint"), page.get_by_role("grid", include_hidden=True)
    expect(grid).to_be_hidden()
    assert float(hint.evaluate("one => getComputedStyle(one).opacity")) < 0.5
    page.keyboard.press("Control+z")  # must neither change the hidden board nor start the clock
    expect(page.locator("#pause")).to_have_text("Resume")
    page.locator("#board").tap()
    expect(grid).to_be_visible()
    expect(page.locator("#pause")).to_have_text("Pause")
    assert marks(page).count("m") == 1  # the tap marks nothing
    assert float(hint.evaluate("one => getComputedStyle(one).opacity")) == 1


@ON_PHONES
def test_a_whole_puzzle_by_touch(opened: Opens, size: tuple[int, int]) -> None:
    page = opened(context=phone(size), link="https://example.com/daily/2026-12-01/")
    stop_clock(page)
    mines = solution_of(GOLDEN)
    free = blanks(GOLDEN)
    wrong = next(i for i in free if not mines[i])
    button = page.get_by_role("button", name="Hint", exact=True)
    for _ in range(3):
        button.tap()
        expect(page.locator("#status")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="What if?").tap()
    cell(page, wrong).tap()
    page.get_by_role("button", name="Check").tap()
    page.get_by_role("button", name="Show where").tap()
    page.get_by_role("button", name="Discard").tap()
    assert set(marks(page)) == {"b", "c"}
    page.get_by_role("button", name="Crosses").tap()
    cell(page, wrong).tap()
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Redo").tap()
    page.get_by_role("button", name="Crosses").tap()
    assert marks(page)[wrong] == "s"
    for i in [i for i in free if mines[i]]:
        cell(page, i).tap()
    assert status(page).startswith("Solved in ")
    expect(page.get_by_role("button", name="Copy the result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


NARROW = [320, 360, 390]
LINES = """all => all.filter((one) => one.offsetParent)
  .map((one) => [one.id, one.getBoundingClientRect().y + one.offsetHeight / 2])"""


def shares_its_line(page: Page, name: str) -> bool:
    """Tell whether another button stands in the line of a button: beside its middle."""
    middles = dict(page.locator(".tools button").evaluate_all(LINES))
    return any(abs(middle - middles[name]) < 8 for other, middle in middles.items() if other != name)


@pytest.mark.parametrize("language", languages())
def test_the_button_that_starts_over_is_never_alone_in_a_line(opened: Opens, classic: Plays, language: str) -> None:
    pages = (
        opened(language=language, context=phone((360, 740))),
        classic(language=language, context=phone((360, 740))),
    )
    for page in pages:
        for width in NARROW:
            page.set_viewport_size({"width": width, "height": 740})
            assert shares_its_line(page, "restart"), width
            assert page.evaluate("document.documentElement.scrollWidth") == width


INPUT = ["mouse", "touch", "key_move"]


@pytest.mark.parametrize(("context", "shown"), [(phone((390, 844)), ["touch"]), ({}, ["mouse", "touch", "key_move"])])
def test_the_rules_are_those_of_the_device(
    opened: Opens, classic: Plays, context: dict[str, object], shown: list[str]
) -> None:
    messages = load("en")
    for page, group in ((opened(context=context), "play"), (classic(context=context), "classic")):
        texts = {name: messages.text(f"{'play' if name == 'key_move' else group}.{name}") for name in INPUT}
        assert [name for name, text in texts.items() if page.get_by_text(text).is_visible()] == shown


@pytest.mark.parametrize("language", languages())
def test_the_first_mark_moves_nothing(opened: Opens, language: str) -> None:
    page = opened(language=language, context=phone((390, 844)))
    assert "•" in status(page)
    top = page.locator("details").first.evaluate(BOX)[2]
    cell(page, 0).tap()
    assert status(page) == ""
    assert page.locator("details").first.evaluate(BOX)[2] == top


def test_copying_is_said_on_the_button_itself(opened: Opens) -> None:
    page = opened(context=phone((390, 844)) | {"permissions": ["clipboard-write"]})
    put(page, {i: True for i, mine in enumerate(solution_of(GOLDEN)) if mine})
    page.get_by_role("button", name="Copy the result").tap()
    expect(page.locator("#copy")).to_have_text("Copied")
    expect(page.locator("#announcement:not(.visible)")).to_have_text("Copied")
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
    page.locator("#copy").tap()
    expect(page.locator("#announcement.visible")).to_have_text("Please select the text and copy it.")
