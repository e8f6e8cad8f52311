"""The page of the studio that composes puzzles, as tests use it."""

from playwright.sync_api import Locator, Page, expect
from studio_pages import Visits


def answered(page: Page) -> None:
    """Wait until the page shows what follows from the position."""
    expect(page.locator("#board")).to_have_attribute("aria-busy", "false")


def open_desk(visit: Visits, path: str = "/compose") -> Page:
    page = visit(path)
    answered(page)
    return page


def cell(page: Page, row: int, column: int) -> Locator:
    return page.locator("#board .row").nth(row - 1).locator(".cell").nth(column - 1)


def set_size(page: Page, columns: int, rows: int) -> None:
    for name, value in (("Columns", columns), ("Rows", rows)):
        page.get_by_label(name).fill(str(value))
        page.get_by_label(name).press("Tab")
    answered(page)


def take_text(page: Page, text: str) -> None:
    page.get_by_label("The position as text").fill(text)
    page.get_by_role("button", name="Take this text").click()
    expect(page.locator("#beginning")).to_be_empty()  # "searching …" from the press to the change of the position
    answered(page)


def signs(page: Page) -> list[str]:
    return [one.get_attribute("data-sign") or "" for one in page.locator("#board .row .cell").all()]


def marks(page: Page) -> str:
    return "".join(one.get_attribute("data-mark") or "" for one in page.locator("#board .row .cell").all())
