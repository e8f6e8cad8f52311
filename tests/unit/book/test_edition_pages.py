"""What is refused or advised before puzzles are made."""

from itertools import accumulate
from typing import Any

import pytest
from small_book import SMALL, pages_of

from puzzlegen.book.build import prepare
from puzzlegen.book.design import editions_of, load_design
from puzzlegen.book.edition_pages import LayoutCheck, check_layout_with_placeholders, paginate
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.load import load_book, loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.layout.book import pagination
from puzzlegen.layout.book.page_plan import BookPart
from puzzlegen.layout.book.parts_in_order import parts_in_order
from puzzlegen.units import mm


def checked(text: str) -> LayoutCheck:
    config = loads_book(text)
    return check_layout_with_placeholders(editions_of(config, "letter"), load_design(config.theme, "en"))


def advice(text: str) -> list[str]:
    return checked(text).warnings


def choices(text: str) -> list[str]:
    return checked(text).choices


def test_fewer_pages_than_the_printer_binds_are_refused_by_the_key_that_asks_for_them() -> None:
    text = SMALL.replace("{trim: 6x9}", "{trim: 6x9, profile: lulu, max_pages: 30}")
    with pytest.raises(ConfigError, match=r"^page\.max_pages: found 30, but lulu binds .*; allow at least 32"):
        advice(text)


MANY = """
title: T
series: s
page: {trim: 6x9}
front_matter: {title_page: no, how_to_play: no}
back_matter: {answer_key: no, notes_pages: 10}
sections:
"""


def sections(settings: str = "") -> str:
    return MANY + "".join(
        f"  - {{name: S{i}, count: 4, size: 6x5, difficulty: easy, per_page: 2{settings}}}\n" for i in range(8)
    )


def blank_lines(text: str) -> list[str]:
    return [line for line in advice(text) if "pages are blank" in line]


def test_blank_pages_are_reported_with_keys_that_remove_them() -> None:
    (line,) = blank_lines(sections(", begin: right") + "fillers: none\n")
    assert line.startswith("9 of 44 pages are blank, and up to 10% is usual: ")
    assert "; or fillers: ornament" in line
    assert "begin: next page in section 'S0', 'S1'" in line
    assert blank_lines(sections(", begin: next page") + "fillers: none\n") == []
    assert blank_lines(sections(", begin: right")) == []
    assert "pages that would be blank have an ornament" in choices(sections(", begin: right"))[-1]


def test_sections_left_to_the_layout_leave_no_page_blank() -> None:
    for settings in ("", ", opener: no", ", begin: next page"):
        pages = pages_of(loads_book(sections(settings)))[0]
        assert set(pages.blanks) <= {len(pages)}


AUTO = """
title: T
series: s
page: {trim: 6x9}
front_matter: {title_page: no, how_to_play: no}
back_matter: {answer_key: no}
sections:
  - {name: Short, count: 42, size: 6x5, difficulty: easy}
  - {name: Long, count: 6, size: 9x9, difficulty: easy, per_page: 1}
"""


def test_what_the_layout_chose_is_reported_with_its_reason() -> None:
    assert choices(AUTO)[:2] == [
        "Short: 2 puzzles a page, cells of 15.0 mm, for the 24 pages that kdp binds",
        "Long: 1 puzzle a page, cells of 13.8 mm",
    ]
    assert choices(AUTO.replace("6x9", "6x9, max_pages: 16, profile: screen"))[0].endswith(
        "the largest within page.max_pages: 16"
    )
    small = AUTO.replace("count: 42, size: 6x5", "count: 1, size: 20x20").replace("6x9", "6x9, profile: screen")
    assert choices(small)[0] == (
        "Short: 1 puzzle a page, cells of 6.2 mm, the largest that fit; readers like 7.5 mm and more: smaller boards "
        "or a larger trim"
    )
    large = AUTO.replace("page: {trim: 6x9}", "theme: large-print")
    assert choices(large.replace("size: 6x5", "size: 9x9"))[0].endswith(" mm, the most in the theme large-print")


def test_automatic_sections_are_spread_until_the_printer_binds_the_book() -> None:
    """Also where cells cannot grow any more, because they are as large as the theme allows."""
    text = AUTO.replace("count: 6, size: 9x9, difficulty: easy, per_page: 1", "count: 12, size: 3x3, difficulty: easy")
    assert len(pages_of(loads_book(text))[0]) >= 24
    with pytest.raises(ConfigError, match="add puzzles or put fewer on a page"):
        advice(text.replace("count: 12", "count: 2").replace("count: 42", "count: 3"))


def test_a_page_limit_beyond_a_wider_gutter_falls_back_to_a_thinner_book() -> None:
    """A book of 152 pages needs a gutter with which its cells would be too small; one of 150 pages does not."""
    config = loads_book(
        "{title: T, series: s, page: {trim: 5x8, max_pages: 160}, front_matter: {title_page: no, how_to_play: no}, "
        "back_matter: {answer_key: no}, sections: [{name: A, count: 150, size: 19x5, difficulty: easy, opener: no}]}"
    )
    pages, limits = pages_of(config)
    assert len(pages) <= 160
    assert limits.gutter == resolve_page(config.page).profile.gutter(len(pages))


def test_sections_of_the_hundred_end_with_a_full_page() -> None:
    config = load_book(shipped_folder("configs") / "hundred.yaml")
    (edition,) = editions_of(config, "letter")
    design = load_design(config.theme, "en")
    pages = paginate(config, placeholder_puzzles(config), edition.setup, design)[0]
    on_page = [[grid.number for grid in page.grids if grid.role == "puzzle"] for page in pages]
    lasts = list(accumulate(section.count for section in config.sections))
    ends = [numbers for last in lasts for numbers in on_page if last in numbers]
    assert [len(numbers) for numbers in ends] == [section.per_page for section in config.sections]


@pytest.mark.parametrize("name", sorted(path.stem for path in shipped_folder("configs").glob("*.yaml")))
def test_nothing_is_to_warn_about_in_a_ready_book(name: str) -> None:
    if name != "daily":
        assert advice((shipped_folder("configs") / f"{name}.yaml").read_text(encoding="utf-8")) == []


def test_a_book_with_few_blank_pages_is_not_advised() -> None:
    assert blank_lines(SMALL.replace("front_matter:", "back_matter: {notes_pages: 60}\nfront_matter:")) == []


def test_the_large_print_book_has_four_answers_a_page_in_large_digits() -> None:
    config = loads_book((shipped_folder("configs") / "large-print.yaml").read_text(encoding="utf-8"))
    answers = [page for page in pages_of(config)[0] if page.kind == "answers"]
    assert {len(page.grids) for page in answers[1:-1]} == {4}
    assert min(grid.cell for page in answers for grid in page.grids) >= mm(8)


THICK = (
    MANY.replace("trim: 6x9", "trim: 6x9, profile: kdp")
    + "  - {name: A, count: COUNT, size: 6x5, difficulty: easyPER}\n"
)


@pytest.mark.parametrize(("count", "per_page"), [(140, ", per_page: 1"), (310, ", per_page: 1"), (900, "")])
def test_a_book_whose_pages_are_expected_is_laid_out_once(
    count: int, per_page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gutters of KDP are wider from 151 and from 301 pages on, and a section without ``per_page`` chooses it."""
    config = loads_book(THICK.replace("COUNT", str(count)).replace("PER", per_page))
    (edition,) = editions_of(config, "letter")
    puzzles, design = placeholder_puzzles(config), load_design(config.theme, "en")
    laid_out: list[object] = []

    def counted(*these: Any) -> list[BookPart]:
        laid_out.append(these)
        return parts_in_order(*these)

    monkeypatch.setattr(pagination, "parts_in_order", counted)

    def planned(expected: int) -> tuple[int, float, int]:
        laid_out.clear()
        pages, _ = paginate(config, puzzles, edition.setup, design, expected)
        return len(pages), pages.context.geometry.inside, len(laid_out)

    length, inside, _ = planned(1)
    assert planned(length) == (length, inside, 1)
    assert planned(700)[:2] == (length, inside)  # fewer pages than expected
    assert planned(length // 2)[:2] == (length, inside)


def test_the_pages_of_the_placeholders_are_expected_of_the_book() -> None:
    """So a build lays out each edition once more."""
    config = loads_book(sections())
    design, (edition,), _ = prepare(config)
    assert edition.expected == len(paginate(config, placeholder_puzzles(config), edition.setup, design)[0]) > 1
