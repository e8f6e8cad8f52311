"""How full pages are, in books of several printers, themes and trims."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from page_fill import PageFill, fills_of, page_fill, short_pages
from small_book import pages_of, puzzles_of

from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.layout.book.pagination import BookPages

BOOK = """
title: T
series: page fill
theme: {theme}
page: {{profile: {profile}, trim: {trim}}}
sections:
  - {{name: One, count: {count}, size: 9x9, difficulty: easy, per_page: {per_page}}}
  - {{name: Two, count: 4, size: {size}, difficulty: hard, per_page: 1}}
aids: {{hints: back}}
front_matter: {{contents: yes, techniques: all}}
back_matter: {{score_card: yes, notes_pages: 20}}
"""
# theme, printer, trim, puzzles a page, size of larger boards
KINDS = [
    ("classic", "kdp", "8.5x11", 4, "14x14"),
    ("classic", "screen", "a5", 1, "12x12"),
    ("travel", "kdp", "6x9", 2, "12x14"),
    ("travel", "lulu", "6x9", 2, "11x11"),
    ("children", "home-a4", "a4", 1, "10x10"),
    ("large-print", "kdp", "8.5x11", 1, "12x12"),
    ("large-print", "ingram", "8x10", 1, "10x10"),
]
COUNTS = (5, 11, 18, 26, 40)
LISTS = {"contents", "hints", "answers", "score-card", "techniques"}
OTHER_LISTS = {"hint-answers", "walkthroughs", "gallery"}  # which not all books have
APART = ("{hints: back}", "{hints: back, hint_answers: apart}")
WALKED = ("notes_pages: 20", "notes_pages: 20, walkthroughs: all, answer_key: {place: PLACE}")
TABLETS = [
    ("remarkable-2", "10.3-inch"),
    ("supernote", "nomad"),
    ("kindle-scribe", "10.2-inch"),
    ("ipad", "13-inch"),
    ("boox", "10.3-inch"),
]
GALLERY = """
title: T
series: page fill
page: {PAGE}
sections:
  - {name: One, kind: mosaic, difficulty: easy, pictures: [PICTURES]}
back_matter: {gallery: yes, notes_pages: 20}
"""
PICTURES = (
    "cat, heart, house, fish, bird, key, umbrella, teapot, guitar, bicycle, candle, mushroom, castle, balloon, bell"
)
CONFIGS = Path(__file__).parents[3] / "configs"
MOST_SHORT = 5  # pages of a ready book
LEAST = 1 / 3  # of a page, where rows as high as half a page allow no more


def config_of(kind: tuple[str, str, str, int, str], count: int) -> str:
    theme, profile, trim, per_page, size = kind
    return BOOK.format(theme=theme, profile=profile, trim=trim, per_page=per_page, size=size, count=count)


def with_other_lists(text: str, place: str) -> BookConfig:
    """The same book with answers to hints and step-by-step solutions on separate pages, and answers elsewhere."""
    for old, new in APART, WALKED:
        assert old in text
        text = text.replace(old, new.replace("PLACE", place))
    return loads_book(text)


def parts_of(pages: BookPages) -> Iterator[tuple[str, list[PageFill]]]:
    """Yield each part with how full its pages are, also those of separate answers."""
    for part in pages.parts:
        start = pages.plan.starts[part.key]
        yield part.key, [page_fill(page, pages.context.metrics) for page in part.draw(start, pages.plan)]
    if pages.separate_answers is not None:
        yield from parts_of(pages.separate_answers)


def check_lists(config: BookConfig, lists: set[str]) -> None:
    """Fail if a list is not there, or if the last page of one is less than a third full."""
    found = dict(parts_of(pages_of(config)[0]))
    fills_of_lists = {key: fills for key, fills in found.items() if key.split()[0] in LISTS | OTHER_LISTS}
    assert {key.split()[0] for key in fills_of_lists} >= lists
    for key, fills in fills_of_lists.items():
        assert len(fills) == 1 or fills[-1].depth >= LEAST, (key, fills)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", KINDS, ids=["-".join(kind[:3]) for kind in KINDS])
def test_the_last_page_of_a_part_is_a_third_full(kind: tuple[str, str, str, int, str], count: int) -> None:
    check_lists(loads_book(config_of(kind, count)), LISTS)


@pytest.mark.parametrize(("count", "place"), [(11, "separate"), (40, "section")])
@pytest.mark.parametrize("kind", KINDS, ids=["-".join(kind[:3]) for kind in KINDS])
def test_so_is_that_of_answers_to_hints_and_of_step_by_step_solutions(
    kind: tuple[str, str, str, int, str], count: int, place: str
) -> None:
    config = with_other_lists(config_of(kind, count), place)
    check_lists(config, LISTS | {"hint-answers", "walkthroughs"})


@pytest.mark.parametrize(("profile", "trim"), TABLETS, ids=[profile for profile, _ in TABLETS])
def test_so_is_that_of_every_list_on_a_tablet(profile: str, trim: str) -> None:
    for count in (11, 18):
        config = with_other_lists(config_of(("classic", profile, trim, 1, "11x12"), count), "back")
        check_lists(config, LISTS | {"hint-answers", "walkthroughs"})


@pytest.mark.parametrize("page", ["profile: kdp, trim: 8.5x11", "profile: kdp, trim: 6x9", "profile: remarkable-2"])
def test_so_is_that_of_a_gallery(page: str) -> None:
    for count in (9, 15):
        pictures = ", ".join(PICTURES.split(", ")[:count])
        check_lists(loads_book(GALLERY.replace("PAGE", page).replace("PICTURES", pictures)), {"answers", "gallery"})


@pytest.mark.parametrize("name", ["sampler", "tablet", "variety"])
def test_so_is_that_of_every_list_of_a_ready_book(name: str) -> None:
    check_lists(load_book(CONFIGS / f"{name}.yaml"), {"answers", "hints"})


def test_hints_of_real_puzzles_fill_their_pages() -> None:
    for kind in KINDS[0], KINDS[5]:
        config = loads_book(config_of(kind, 26))
        hints = dict(parts_of(pages_of(config, puzzles_of(config))[0]))["hints"]
        assert len(hints) > 1
        assert all(fill.depth >= 0.6 and fill.width >= 0.9 for fill in hints), hints


def test_answers_in_large_print_reach_all_sides_of_their_pages() -> None:
    for kind in KINDS[5:]:
        answers = dict(parts_of(pages_of(loads_book(config_of(kind, 26)))[0]))["answers"]
        assert len(answers) > 3
        assert all(fill.width >= 0.98 and fill.depth >= 0.85 for fill in answers[1:-2]), answers


def test_a_score_card_in_large_print_has_as_many_rows_as_fit() -> None:
    card = dict(parts_of(pages_of(loads_book(config_of(KINDS[5], 40)))[0]))["score-card"]
    assert len(card) == 2
    assert card[0].depth >= 0.9


@pytest.mark.parametrize(("difficulty", "most"), [("medium", 1), ("hard", 2)])
def test_an_opener_takes_one_page_if_smaller_figures_make_it_fit(difficulty: str, most: int) -> None:
    """The figures of a supposition, six and more, need a second page in large print."""
    config = loads_book(config_of(KINDS[5], 5).replace("hard", difficulty))
    found = dict(parts_of(pages_of(config, puzzles_of(config))[0]))
    openers = [
        [fill.kind for fill in fills].count("section") for key, fills in found.items() if key.startswith("section")
    ]
    assert openers[0] == 1
    assert openers[1] <= most


@pytest.mark.parametrize("name", ["pictures", "ideas"])
def test_few_pages_of_a_ready_book_are_short(name: str) -> None:
    """Those of all others are measured by ``make books``."""
    config = load_book(CONFIGS / f"{name}.yaml")
    short = short_pages(fills_of(pages_of(config, puzzles_of(config))[0]))
    assert len(short) <= MOST_SHORT, short
