"""Layouts as cases: layout.yaml has keys of pages and covers that exclude each other, and words that do not fit."""

from collections.abc import Callable

import test_cover
import test_cover_fronts
from cases import Case, cases, replay
from layout_boards import PlainMetrics, board
from small_book import pages_of

from puzzlegen.config.book import PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.config.palettes import load_palettes
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.layout.core.text import text_run, wrap_text
from puzzlegen.layout.cover.front_parts import balanced
from puzzlegen.layout.link_previews import link_card
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions, PictureWords

METRICS = FontMetrics()


def lines(text: str, letters: int) -> list[str]:
    """Return the lines of a text in a font whose letters are all as wide, and so many on a line."""
    found = wrap_text(text_run(text), letters * 5, 10, PlainMetrics())
    return [" ".join(piece.text for piece in line) for line in found]


def page(**keys: object) -> list[object]:
    profile = resolve_page(PageConfig.model_validate(keys)).profile
    return [profile.trim.name, profile.binding, profile.multiple]


FUNCTIONS: dict[str, Callable[..., object]] = {
    "book": lambda text: loads_book(text, "c"),
    "laid-out book": lambda text: pages_of(loads_book(text)),
    "page": page,
    "spine of a cover": lambda keys="", **options: test_cover.made(keys, **options).sheet.spine,
    "badges": test_cover_fronts.badges,
    "lines of a title": lambda title, count: balanced(title.split(), count, METRICS),
    "lines": lines,
    "card": lambda **words: link_card(board(12, 12, 1)[0], PictureWords(**words), METRICS),
    "head": lambda **words: puzzle_picture(
        board(8, 8, 1)[0], METRICS, options=PictureOptions(head=PictureWords(**words))
    ),
    "caption": lambda words: puzzle_picture(board(8, 8, 1)[0], METRICS, options=PictureOptions(600, words)),
}
WORDS = {"palettes": ", ".join(load_palettes())}


@cases(__file__, "layout")
def test_layouts(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]], WORDS)
