"""Makes docs/classic.png, a picture of pages of classic boards, half played, in Chromium: `make docs-play`."""

import io
import shutil
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from puzzlegen.board.puzzle import ClassicBoard
from puzzlegen.formats import tatham_mines
from puzzlegen.single.classic_page import ClassicPageOptions, write_classic_page

DOCS = Path(__file__).parent
HEIGHT = 820  # pixels
# Made by `puzzlegen classic --preset intermediate --seed docs`, and the same for a beginner's board
INTERMEDIATE = "16x16:2,12,u0108061002805014416000002000114112080119002004080041054050801008"
BEGINNER = "9x9:7,6,u004104000011004140c00"


def opened(browser: Browser, text: str, width: int, **options: Any) -> tuple[Page, ClassicBoard]:
    """Open the page of a board, given as a game id, in a window of this width."""
    board = tatham_mines.parse(text)
    page = browser.new_context(viewport={"width": width, "height": HEIGHT}, **options).new_page()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.html"
        write_classic_page([board], path, "en", ClassicPageOptions(tier=2))
        page.goto(path.as_uri())
    return page, board


def play(page: Page, board: ClassicBoard, steps: int) -> None:
    """Open the start, and follow this many hints."""
    cells = page.get_by_role("gridcell")
    cells.nth(board.start or 0).click()
    for _ in range(steps):
        show_hint(page)
        proved = "all => all.flatMap((one, i) => (one.matches('.proved') ? [i] : []))"
        for i in cells.evaluate_all(proved):
            if "covered" in (cells.nth(i).get_attribute("class") or ""):
                cells.nth(i).press("f" if board.mines[i] else " ")


def show_hint(page: Page) -> None:
    """Show the next step with its result."""
    for _ in range(3):
        page.locator("#hint").click()


def try_marks(page: Page, cells: dict[int, str]) -> None:
    """Begin a trial, and press a key in each cell."""
    page.locator("#what-if").click()
    for i, key in cells.items():
        page.get_by_role("gridcell").nth(i).press(key)


def main() -> None:
    """Write the picture."""
    with sync_playwright() as play_in:
        browser = play_in.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        left, board = opened(browser, INTERMEDIATE, 720)
        play(left, board, 24)
        rows = range(0, board.grid.size)
        covered = [i for i in rows if left.get_by_role("gridcell").nth(i).get_attribute("class") == "covered"]
        try_marks(left, dict(zip(covered[:4], ("f", " ", " ", "f"), strict=True)))
        right, other = opened(browser, BEGINNER, 390, color_scheme="dark")
        play(right, other, 8)
        show_hint(right)
        for page in (left, right):
            page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        shots = [Image.open(io.BytesIO(page.screenshot())).convert("RGB") for page in (left, right)]
        browser.close()
    whole = Image.new("RGB", (sum(one.width for one in shots), HEIGHT))
    for at, one in zip((0, shots[0].width), shots, strict=True):
        whole.paste(one, (at, 0))
    whole.quantize(256).save(DOCS / "classic.png", optimize=True)


if __name__ == "__main__":
    main()
