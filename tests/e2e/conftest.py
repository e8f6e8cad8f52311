"""Fixtures: a real browser, started once for each worker, with a new profile for each page; and quickly drawn days."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from browser_helpers import PATIENCE, needed, running_browser
from classic_pages import SEVEN, Plays
from daily_runs import drawn_or_copied, standin
from play_pages import GOLDEN, Opens
from playwright.sync_api import Browser, Error, Page
from studio_pages import Studio, Visits, running_studio, visiting

from puzzlegen.board.puzzle import ClassicBoard, Puzzle
from puzzlegen.daily import day_files, day_verification
from puzzlegen.single.classic_page import ClassicPageOptions, write_classic_page
from puzzlegen.single.play_page import PlayOptions, write_play_page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Add what the open pages say to the report of a failed test: a wait that ends tells nothing of the reason."""
    report: Any = yield
    if report.failed and (browser := getattr(item, "funcargs", {}).get("browser")):
        for page in [page for context in browser.contexts for page in context.pages]:
            with suppress(Error):  # a page that does not answer
                report.sections.append((page.url, page.locator("body").inner_text(timeout=5000)))
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running_browser() as found:
        yield found


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which looks a page over for what keeps people out."""
    needed(AXE.is_file(), "no axe-core here")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def browsed(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a file; any error or any message of the browser fails the test, as does asking for another file."""
    contexts, console, asked = [], [], []

    def opens(path: Path, context: Any = None) -> Page:
        contexts.append(browser.new_context(**({"viewport": {"width": 900, "height": 900}} | (context or {}))))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: console.append(str(error)))
        page.on("console", lambda message: console.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        return page

    yield opens
    for one in contexts:
        one.close()
    assert console == []
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}  # nothing is asked of the network


@pytest.fixture
def opened(browsed: Callable[..., Page], tmp_path: Path) -> Opens:
    """Opens the page of a puzzle from its file."""

    def opens(puzzle: Puzzle = GOLDEN, language: str = "en", *, context: Any = None, **options: Any) -> Page:
        path = tmp_path / "puzzle.html"
        options.setdefault("title", "Minesweeper No. 214")
        write_play_page(puzzle, path, language, PlayOptions(**options))
        return browsed(path, context)

    return opens


@pytest.fixture
def classic(browsed: Callable[..., Page], tmp_path: Path) -> Plays:
    """Opens the page of a classic board from its file."""

    def opens(
        board: ClassicBoard = SEVEN,
        language: str = "en",
        *,
        more: tuple[ClassicBoard, ...] = (),
        context: Any = None,
        **options: Any,
    ) -> Page:
        path = tmp_path / "board.html"
        write_classic_page([board, *more], path, language, ClassicPageOptions(**options))
        return browsed(path, context)

    return opens


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand-ins in place of the pictures of days."""
    monkeypatch.setattr(day_files, "write_day", standin)


@pytest.fixture
def unmade(monkeypatch: pytest.MonkeyPatch) -> None:
    """No puzzle of a book can be made: what is refused, is refused before."""
    monkeypatch.setattr("puzzlegen.book.build.make_puzzles", None)


@pytest.fixture(scope="module")
def copied_days() -> Iterator[None]:
    """Days that were drawn in this process before are copied, for tests of runs and not of what is drawn."""
    with (
        patch.object(day_files, "write_day", drawn_or_copied),
        patch.object(day_verification, "write_day", drawn_or_copied),
    ):
        yield


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A running studio, which all tests share; each uses projects with names that no other test uses."""
    with running_studio(tmp_path_factory.mktemp("books")) as found:
        yield found


@pytest.fixture
def no_position_kept(studio: Studio) -> None:
    """The shared studio begins without drafts of the desk."""
    (studio.folder / ".studio" / "drafts.json").unlink(missing_ok=True)


@pytest.fixture
def visit(browser: Browser, studio: Studio) -> Iterator[Visits]:
    """Opens pages of the studio; errors of scripts, missing files and breaches of the content policy fail the test."""
    with visiting(browser, studio) as opens:
        yield opens
