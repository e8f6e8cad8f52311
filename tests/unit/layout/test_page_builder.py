"""Single pages: folio, running head and marks of drafts in the margins, and what moves with a part of a page."""

from dataclasses import fields, replace

import pytest
from layout_boards import EN, TRAVEL, PlainMetrics

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, WRAP_AROUND, Variant
from puzzlegen.layout.core.columns import ColumnItem
from puzzlegen.layout.core.document import (
    BLACK,
    RGB,
    Disc,
    Frame,
    Gray,
    Line,
    Link,
    Page,
    Path,
    Picture,
    Place,
    Rect,
    Ring,
    Stroke,
    Target,
    Text,
    board_size,
    cells_within,
    moved,
    place_board,
)
from puzzlegen.layout.core.page_builder import (
    DESCENT,
    LayoutContext,
    PageBuilder,
    cover_marked_as_draft,
    marked_as_draft,
)
from puzzlegen.layout.core.text import text_run, wrap_text
from puzzlegen.layout.core.theme import CLASSIC, DEFAULT, Palette, contrast, luminance, theme_of

METRICS = PlainMetrics()
SAFE = 24.0
FIT = 76  # capitals of a running head of 7.5 points with their spacing, in the text block


def page(number: int, head: str = "", **furniture: object) -> Page:
    theme = replace(DEFAULT, furniture=DEFAULT.furniture.model_copy(update=furniture))
    context = LayoutContext(replace(TRAVEL, clear_top=SAFE, clear_bottom=SAFE), METRICS, EN, theme, "Quiet Fields")
    return PageBuilder(number, "puzzles", context, head=head).build()


@pytest.mark.parametrize("number", [1, 2, 230])
@pytest.mark.parametrize("place", ["center", "outer"])
def test_a_folio_leads_to_the_contents_from_an_area_around_it(number: int, place: str) -> None:
    made = page(number, folio=place, running_head="none")
    (folio,), (link,), block = made.marks, made.links, made.block
    assert isinstance(folio, Text) and folio.string == str(number)
    assert folio.y + DESCENT * folio.size <= made.height - SAFE and folio.y - folio.size > block.bottom
    assert block.left <= link.x <= folio.x <= link.x + link.width <= block.right and link.width == 44
    assert block.bottom <= link.y <= folio.y - folio.size and link.y + link.height == made.height
    assert (folio.x == (block.left + block.right) / 2) == (place == "center")


def test_the_area_of_a_folio_ends_at_the_text_above_it() -> None:
    geometry = replace(TRAVEL, bottom=30.0)
    made = PageBuilder(1, "own", LayoutContext(geometry, METRICS, EN, DEFAULT)).build()
    assert made.links[0].y == made.block.bottom


@pytest.mark.parametrize(
    ("head", "kind", "words"),
    [
        ("Pairs", "section", "PAIRS"), ("Pairs", "title", "QUIET FIELDS"), ("Pairs", "none", None), ("", "title", None),
        ("x" * FIT, "section", "X" * FIT), ("x" * (FIT + 1), "section", "x" * (FIT + 1)),
    ],
)  # fmt: skip
def test_a_running_head_stands_in_the_margin_in_capitals_if_they_fit(head: str, kind: str, words: str | None) -> None:
    made = page(1, head, running_head=kind, capitals=True)
    heads = [mark for mark in made.marks if isinstance(mark, Text) and mark.string != "1"]
    assert [mark.string for mark in heads] == ([] if words is None else [words])
    for mark in heads:
        assert mark.size == (7.5 if mark.string.isupper() else 8.5)
        assert mark.y - 7.5 >= SAFE and mark.y < made.block.top


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("margin", [30.0, 60.0])
def test_a_draft_is_marked_in_the_middle_of_the_outer_margin(number: int, margin: float) -> None:
    context = LayoutContext(replace(TRAVEL, outside=margin), METRICS, EN, DEFAULT)
    made = PageBuilder(number, "blank", context, folio=False).build()
    (word,) = marked_as_draft(made, METRICS).marks
    assert isinstance(word, Text) and (word.string, word.y, word.turn) == ("DRAFT", made.height / 2, 90)
    middle = made.width - margin / 2 if number == 1 else margin / 2
    assert word.x + word.size * METRICS.cap_height("bold") / 2 == pytest.approx(middle)
    assert word.size == min(20, margin / 2)


@pytest.mark.parametrize(("covered", "left"), [((0.0, 0.0), True), ((40.0, 0.0), False), ((0.0, 40.0), True)])
def test_the_mark_of_a_draft_stands_clear_of_the_bars_of_a_tablet(covered: tuple[float, float], left: bool) -> None:
    context = LayoutContext(replace(TRAVEL, outside=60.0, inside=60.0), METRICS, EN, DEFAULT)
    made = PageBuilder(2, "blank", context, folio=False).build()
    (word,) = marked_as_draft(made, METRICS, covered).marks
    assert isinstance(word, Text) and (word.x < made.block.left) == left
    assert covered[0] < word.x - word.size < word.x < made.width - covered[1]


def test_the_word_on_the_cover_of_a_draft_lies_on_its_ground() -> None:
    made = PageBuilder(1, "cover", LayoutContext(TRAVEL, METRICS, EN, DEFAULT), folio=False).build()
    ground, word = cover_marked_as_draft(made, METRICS).marks
    assert isinstance(ground, Rect) and isinstance(word, Text) and (ground.x, ground.y) == (0, 0)
    assert word.x == ground.width / 2 and word.size <= ground.width - METRICS.width("DRAFT", "bold") * word.size
    above, below = word.y - METRICS.cap_height("bold") * word.size, ground.height - word.y
    assert 0 < below < above < word.size / 2


def test_links_and_targets_move_with_their_column() -> None:
    builder = PageBuilder(3, "own", LayoutContext(TRAVEL, METRICS, EN, DEFAULT))
    links = (Link(1, 2, 3, 4, Place("hint", 5)), Target(6, 7, Place("answer", 5)))
    builder.add_column([(10.0, ColumnItem(5, (Disc(0, 0, 1),), links=links))], 100, 200)
    assert builder.marks == [Disc(100, 210, 1)]
    assert builder.links == [Link(101, 212, 3, 4, Place("hint", 5))]
    assert builder.targets == [Target(106, 217, Place("answer", 5))]


CORNERS = ((1.0, 2.0), (4.0, 2.0), (4.0, 8.0))
MARKS = (
    Rect(1, 2, 3, 4, BLACK), Frame(1, 2, 3, 4, 0.5, BLACK), Line(1, 2, 3, 4, 0.5, BLACK), Disc(1, 2, 3), Path(CORNERS),
    Text(1, 2, "a", 9, "bold", "end", BLACK, 0.5, 90), Ring(1, 2, 3, 0.5), Stroke((CORNERS, CORNERS[:2]), 1),
    Picture(1, 2, 3, 4, 1, 1, b"a"),
)  # fmt: skip


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: type(mark).__name__)
@pytest.mark.parametrize(("dx", "dy"), [(3.0, 5.0), (3.0, 0.0), (0.0, 5.0), (0.0, 0.0)])
def test_all_points_of_a_mark_move_and_nothing_else_changes(mark: object, dx: float, dy: float) -> None:
    def expected(name: str, value: object) -> object:
        if name == "lines":
            return tuple(expected("points", line) for line in value)
        if name == "points":
            return tuple((x + dx, y + dy) for x, y in value)
        return value + {"x": dx, "y": dy}[name[0]] if name in ("x", "y", "x1", "y1", "x2", "y2") else value

    (after,) = moved([mark], dx, dy)
    assert {one.name: getattr(after, one.name) for one in fields(mark)} == {
        one.name: expected(one.name, getattr(mark, one.name)) for one in fields(mark)
    }


@pytest.mark.parametrize("variant", [MINESWEEPER, WRAP_AROUND, HEXAGONAL], ids=str)
@pytest.mark.parametrize("rim", [True, False])
def test_a_placed_board_fills_the_area_of_its_size(variant: Variant, rim: bool) -> None:
    grid = Grid(7, 5, variant)
    area, size = place_board(grid, 1, "puzzle", (10, 20), 4, rim).area, board_size(grid, rim)
    assert (area.left, area.top) == pytest.approx((10, 20))
    assert (area.width, area.height) == pytest.approx((size.width * 4, size.height * 4))


@pytest.mark.parametrize("variant", [MINESWEEPER, WRAP_AROUND, HEXAGONAL], ids=str)
@pytest.mark.parametrize("area", [(6.0, 6.0), (6.4, 6.4), (6.5, 6.5), (6.9, 6.9), (20.0, 3.0), (3.0, 20.0)])
def test_as_many_columns_and_rows_as_fit_an_area(variant: Variant, area: tuple[float, float]) -> None:
    large, (width, height) = Grid(12, 12, variant), area
    columns, rows = cells_within(large, width, height)
    size, wider, taller = (
        board_size(replace(large, width=columns + more, height=max(2, rows + lines)), rim=False)
        for more, lines in ((0, 0), (1, 0), (0, 1))
    )
    assert size.width <= width and (columns == 12 or wider.width > width)
    assert size.height <= height and (rows == 12 or taller.height > height)


def test_a_board_that_just_fits_is_whole() -> None:
    for grid in (Grid(9, 6), Grid(9, 6, HEXAGONAL)):
        assert cells_within(grid, *board_size(grid, rim=False)) == (9, 6)


def test_a_color_is_mixed_with_the_ground_by_its_share() -> None:
    ground, ink = RGB(0.0, 0.5, 1.0), RGB(1.0, 0.5, 0.0)
    palette = Palette(ground, ink, ink)
    assert [palette.blend(ink, share) for share in (0, 0.25, 1)] == [ground, RGB(0.25, 0.5, 0.75), ink]


def test_contrast_and_luminance_are_those_of_wcag() -> None:
    red, green, blue = RGB(1, 0, 0), RGB(0, 1, 0), RGB(0, 0, 1)
    assert [luminance(color) for color in (red, green, blue)] == pytest.approx([0.2126, 0.7152, 0.0722])
    assert contrast(RGB(0, 0, 0), RGB(1, 1, 1)) == pytest.approx(21) and contrast(red, red) == 1
    assert contrast(RGB(1, 1, 1), RGB(0.5, 0.5, 0.5)) == pytest.approx(3.98, abs=0.01)
    assert luminance(RGB(0.03, 0.03, 0.03)) == pytest.approx(0.03 / 12.92)


def test_pages_of_seven_inches_and_more_have_larger_type() -> None:
    assert DEFAULT.type_sizes(7 * 72) == DEFAULT.type.wide != DEFAULT.type_sizes(7 * 72 - 1) == DEFAULT.type.narrow


def test_a_theme_tints_the_cells_with_a_clue_if_it_says_so() -> None:
    grids = CLASSIC.grids
    tinted = CLASSIC.model_copy(
        update={"grids": grids.model_copy(update={"puzzle": grids.puzzle.model_copy(update={"clue_tint": 12.0})})}
    )
    assert (theme_of("a", CLASSIC).puzzle.clue_tint, theme_of("a", tinted).puzzle.clue_tint) == (None, Gray(0.88))


@pytest.mark.parametrize("align", ["start", "center"])
def test_a_line_of_a_title_page_is_aligned_as_the_theme_says(align: str) -> None:
    builder = PageBuilder(2, "title", LayoutContext(TRAVEL, METRICS, EN, replace(DEFAULT, align=align)))
    (line,) = wrap_text(text_run("Quiet Fields"), 500, 20, METRICS)
    builder.add_display_line(line, 100, 20)
    (mark,), block = builder.marks, builder.block
    assert isinstance(mark, Text)
    middle = mark.x + METRICS.width(mark.string, "regular") * 10
    assert mark.x == block.left if align == "start" else middle == pytest.approx((block.left + block.right) / 2)
