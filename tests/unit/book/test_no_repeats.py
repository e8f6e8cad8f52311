"""No two pages of a ready book say the same."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from small_book import pages_of

from puzzlegen.config.load import load_book
from puzzlegen.layout.core.document import Page, Text

CONFIGS = Path(__file__).parents[3] / "configs"
BOOKS = [path for path in sorted(CONFIGS.glob("*.yaml")) if "sections:" in path.read_text(encoding="utf-8")]
PARAGRAPH = 45  # letters: shorter lines are captions and labels, which may occur again


@cache
def laid_out(path: Path) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """The pages of a book, and what its sections add to those on which they begin."""
    book = pages_of(load_book(path))[0]
    sections = [part for part in book.parts if part.key.startswith("section")]
    return tuple(book), tuple(next(iter(one.draw(book.plan.starts[one.key], book.plan))) for one in sections)


def paragraphs(page: Page) -> list[str]:
    return [mark.string for mark in page.marks if isinstance(mark, Text) and len(mark.string) >= PARAGRAPH]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_openers_do_not_repeat_each_other(path: Path) -> None:
    pages, openers = laid_out(path)
    alone = [page for page in pages if page.kind == "puzzles" and page.number not in {one.number for one in openers}]
    on_top = {line for page in alone for line in paragraphs(page)}  # rules at the head of pages
    lines = Counter(line for page in openers for line in {*paragraphs(page)} - on_top if "– –" not in line)
    assert [line for line, times in lines.items() if times > 1] == []
    heads = Counter(mark.string for page in openers for mark in page.marks if isinstance(mark, Text))
    assert heads["New here"] <= 1


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_figures_of_rules_lessons_and_openers_differ(path: Path) -> None:
    """No example is shown in two parts of a book; the clues of a figure are its digits from the first to the last."""
    kinds: dict[tuple[str, ...], set[str]] = {}
    for page in laid_out(path)[0]:
        for grid in (one for one in page.grids if one.role == "figure"):
            area = grid.area
            inside = [
                (round(mark.y - grid.y), round(mark.x - grid.x), mark.string)
                for mark in page.marks
                if isinstance(mark, Text) and mark.font == "digits"
                and area.left < mark.x < area.right and area.top < mark.y < area.bottom
            ]  # fmt: skip
            clues = (f"{grid.width}x{grid.height}", *(f"{y} {x} {digit}" for y, x, digit in sorted(inside)))
            kinds.setdefault(clues, set()).add(
                f"{page.kind} {page.number if page.kind in ('section', 'puzzles') else ''}"
            )
    assert [places for clues, places in kinds.items() if len(places) > 1 and len(clues) > 1] == []
