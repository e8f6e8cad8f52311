"""All pages and mails are valid by the recommended rules of html-validate, as written and after scripts have run."""

import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from browser_helpers import needed
from classic_pages import FOUR, SEVEN
from dailies import SERIES, some_days, write_pictures
from made_days import NINE, classic_day, day, made
from PIL import Image
from play_pages import GOLDEN, TWELVE, Opens
from playwright.sync_api import Browser
from test_play import HEART
from test_play_variants import HEXAGON, HEXAGONS, JOINED, MOSAIC_PUZZLE, MOVES

from puzzlegen.config.day_files import DIGEST, EMBED, MAIL, MAIL_PAGE, PLAY, PUZZLE, PUZZLE_DARK, THUMB, WORKER
from puzzlegen.daily.day_content import load_logo
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.single.classic_page import ClassicPageOptions, write_classic_page
from puzzlegen.single.play_page import PlayOptions, write_play_page

HTML_VALIDATE = Path(__file__).parents[2] / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
RECOMMENDED: dict[str, str] = {}  # no rule is switched off for pages
MAIL_RULES = {
    "no-conditional-comment": "off",  # only Outlook reads them: it needs a table of a fixed width
    "no-deprecated-attr": "off",  # Outlook ignores max-width, margins and backgrounds, and takes width, align, bgcolor
    "no-inline-style": "off",  # Gmail and others remove style sheets from mails that are pasted or forwarded
    "prefer-tbody": "off",  # each parser adds it; pasted rows have none either
}
SCRIPT_RULES = {
    "no-inline-style": "off",  # scripts set sizes and places of cells that depend on the board
    "attribute-boolean-style": "off",  # the browser writes disabled=""
}
SNIPPET_RULES = {"no-inline-style": "off"}  # the snippet is pasted into a page whose style sheet is not ours
PUZZLES = {
    "plain": GOLDEN, "large": TWELVE, "shaped": HEART, "hexagonal": HEXAGONS, "shaped hexagons": HEXAGON,
    "wrap-around": JOINED, "knight": MOVES, "mosaic": MOSAIC_PUZZLE,
}  # fmt: skip
Validate = Callable[..., list[str]]


@pytest.fixture
def validated(tmp_path: Path) -> Validate:
    """Returns the messages of html-validate about files: place, rule and text."""
    needed(HTML_VALIDATE.is_file(), "no html-validate here")

    def validate(*groups: tuple[list[Path], dict[str, str]]) -> list[str]:
        """Validate groups of files, each by its own rules, in one process."""
        top, report = tmp_path / "validated", tmp_path / "report.json"
        for number, (files, rules) in enumerate(groups):
            config = {"root": True, "extends": ["html-validate:recommended"], "rules": rules}
            for path in files:
                folder = top / str(number) / path.parent.name
                folder.mkdir(parents=True, exist_ok=True)
                (folder / path.name).write_bytes(path.read_bytes())
            (top / str(number) / ".htmlvalidate.json").write_text(json.dumps(config))
        copies = sorted(top.rglob("*.html"))
        assert len(copies) == sum(len(files) for files, _ in groups)
        words = ["node", str(HTML_VALIDATE), "--formatter", "json", *map(str, copies)]
        with report.open("w") as out:  # a pipe would be cut off: html-validate exits before it is read
            done = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode in {0, 1} and not done.stderr, done.stderr
        return [
            f"{Path(file['filePath']).name}:{one['line']}:{one['column']} {one['ruleId']}: {one['message']}"
            for file in json.loads(report.read_text(encoding="utf-8") or "[]")
            for one in file["messages"]
        ]

    return validate


def test_html_validate_finds_faults(validated: Validate, tmp_path: Path) -> None:
    (tmp_path / "wrong.html").write_text('<!DOCTYPE html>\n<html lang="en"><title>x</title><p><img src="x">\n')
    (tmp_path / "styled.html").write_text('<!DOCTYPE html>\n<html lang="en"><title>x</title><p style="top: 0">x</p>\n')
    wrong, styled = tmp_path / "wrong.html", tmp_path / "styled.html"
    found = validated(([wrong, styled], RECOMMENDED), ([styled], MAIL_RULES))
    assert any("wcag/h37" in one for one in found) and any("close" in one for one in found)
    assert sum("no-inline-style" in one for one in found) == 1, found  # by the rules of pages, not by those of mails


def test_pages_of_all_kinds_of_puzzles(validated: Validate, tmp_path: Path) -> None:
    for name, puzzle in PUZZLES.items():
        for language, held in (("en", False), ("fr", True)):
            options = PlayOptions(title="No. 1 <&>", hold_solution=held)
            write_play_page(puzzle, tmp_path / f"{name}-{language}.html", language, options)
    write_classic_page([SEVEN, FOUR], tmp_path / "classic.html", "en", ClassicPageOptions())
    pages = sorted(tmp_path.glob("*.html"))
    assert len(pages) == 2 * len(PUZZLES) + 1
    assert validated((pages, RECOMMENDED)) == []


def logo(folder: Path) -> str:
    Image.new("RGB", (120, 60), "navy").save(folder / "navy.png")
    return load_logo(str(folder / "navy.png"))


def test_files_of_days(validated: Validate, tmp_path: Path) -> None:
    site = {"home": "https://example.org/", "home_name": "Fields & <b>Mines</b>", "logo": logo(tmp_path)}
    held = replace(day().series, hold_solution=True, **site)
    folders = [
        made(tmp_path / "first", day()),
        made(tmp_path / "held", day(series=held), day(NINE, 11, held)),
        made(tmp_path / "mosaic", day("mosaic:8x6:1a0a4h45a1b12f2244c4a46b4a3c4a"), day(number=11)),
        made(tmp_path / "classic", classic_day(), classic_day(11)),
    ]
    pages = [folder / PLAY for folder in folders]
    mails = [folder / name for folder in folders for name in (MAIL, MAIL_PAGE)]
    assert validated((pages, RECOMMENDED), (mails, MAIL_RULES)) == []


def test_the_archive_and_the_snippet_for_other_pages(validated: Validate, browser: Browser, tmp_path: Path) -> None:
    days = some_days(date(2026, 11, 20), 20)
    series = replace(SERIES, logo=logo(tmp_path))
    for name, content in series_files(days, SiteSettings(days[-1].date, series, digest="sunday"), {}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    write_pictures(days, tmp_path, {THUMB: 240, PUZZLE: 1200, PUZZLE_DARK: 1200})
    pages = [tmp_path / "index.html", *sorted(tmp_path.glob("archive/*.html"))]
    assert len(pages) == 3
    (offline,) = re.findall(r'OFFLINE = (".*"); //', (tmp_path / WORKER).read_text(encoding="utf-8"))
    pages.append(tmp_path / "offline.html")
    pages[-1].write_text(json.loads(offline).replace("%BASE%", SERIES.address), encoding="utf-8")
    page = browser.new_page()
    page.goto(pages[0].as_uri())
    result = {"date": "2026-12-01", "difficulty": "easy", "ms": 65_000, "hints": 0}
    page.evaluate(
        "([key, kept]) => localStorage.setItem(key, kept)",
        [f"puzzlegen:results:{SERIES.address}", json.dumps({"12": result})],
    )
    page.reload()
    assert page.locator("#results").is_visible()
    (tmp_path / "scripted.html").write_text(page.content(), encoding="utf-8")
    page.close()
    (tmp_path / "snippet.html").write_bytes((tmp_path / EMBED).read_bytes())
    groups = (
        (pages, RECOMMENDED),
        ([tmp_path / "scripted.html"], SCRIPT_RULES),
        ([tmp_path / "snippet.html"], SNIPPET_RULES),
        ([tmp_path / DIGEST], MAIL_RULES),
    )
    assert validated(*groups) == []


def test_a_page_in_play(validated: Validate, opened: Opens, tmp_path: Path) -> None:
    pages = []
    for name in ("shaped", "wrap-around", "hexagonal", "mosaic"):
        page = opened(PUZZLES[name])
        page.locator("#hint").click()
        page.locator("#hint").click()
        page.locator("#what-if").click()
        pages.append(tmp_path / f"playing-{name}.html")
        pages[-1].write_text(page.content(), encoding="utf-8")
    assert validated((pages, SCRIPT_RULES)) == []
