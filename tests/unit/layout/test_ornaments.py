"""Ornaments on paper: within their boxes, in lines that printers hold, beside words and boards, on the same pages."""

from dataclasses import replace
from math import hypot
from pathlib import Path as File

import pytest
from golden_pictures import compare, pdf_page
from layout_boards import EN, LARGE, LETTER, TRAVEL, example, section, text

from puzzlegen.config.ornaments import CORNER, DIVIDER, PICTURE, load_ornaments, ornament_names
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.language.markdown_blocks import Figure, Heading, Paragraph, Run
from puzzlegen.layout.book.book_content import BookContent, BookSection
from puzzlegen.layout.book.own_pages import OwnPages, own_part
from puzzlegen.layout.book.page_plan import PagePlan
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.core.document import Box, Gray, Mark, Page, Path, Rect, Text
from puzzlegen.layout.core.ornaments import Place, border, drawing, line_weight
from puzzlegen.layout.core.page_builder import LayoutContext, PageGeometry
from puzzlegen.layout.core.theme import DEFAULT, Theme
from puzzlegen.printers.requirements import load_printers
from puzzlegen.units import inches

METRICS = FontMetrics()
BOXES = {"picture": PICTURE, "divider": DIVIDER, "corner": CORNER}
SMALL = PageGeometry(*(inches(x) for x in (4, 6, 0.45, 0.5, 0.6, 0.7)))
A4 = PageGeometry(*(inches(x) for x in (8.27, 11.69, 0.625, 0.7, 0.75, 0.9)))
PAGES = {"4x6": SMALL, "6x9": TRAVEL, "8.5x11": LETTER, "a4": A4}


def themed(name: str, theme: Theme = DEFAULT, **more: object) -> Theme:
    return replace(theme, ornaments=load_ornaments(name), **({"second_ink": Gray(0.8)} | more))


def drawn(name: str, what: str, scale: float, **more: object) -> list[Mark]:
    theme = themed(name, **more)
    return list(drawing(getattr(theme.ornaments, what), Place(0.0, 0.0, scale), theme))


def thickness(outline: Path) -> float:
    """The least distance of the two sides of a line, whose points follow each other and return."""
    points = outline.points
    half = (len(points) - 22) // 2  # besides those of both ends
    there, back = points[:half], points[half + 11 : 2 * half + 11][::-1]
    return min(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(there, back, strict=True))


@pytest.mark.parametrize("what", BOXES)
@pytest.mark.parametrize("name", ornament_names())
@pytest.mark.parametrize("scale", [0.6, 1.0, 2.0])
def test_drawings_stay_in_their_boxes_in_lines_that_printers_hold(name: str, what: str, scale: float) -> None:
    theme = themed(name)
    width, height = (side * scale for side in BOXES[what])
    slack = line_weight(theme, scale) / 2 + 1e-6  # the line is centered on its path
    marks = drawn(name, what, scale)
    assert all(-slack <= x <= width + slack and -slack <= y <= height + slack for mark in marks for x, y in mark.points)
    least = max(printer.minima.line for printer in load_printers().values())
    lines = [shape for shape in getattr(theme.ornaments, what) if shape.paint == "line"]
    outlines = list(drawing(lines, Place(0.0, 0.0, scale), theme))
    assert len(outlines) == sum(len(path) for shape in lines for path in shape.paths) > 0
    assert line_weight(theme, scale) >= least
    assert min(map(thickness, outlines)) == pytest.approx(line_weight(theme, scale))


@pytest.mark.parametrize("name", ornament_names())
def test_without_a_second_ink_drawings_are_black_and_white(name: str) -> None:
    inks = {what: {mark.fill for mark in drawn(name, what, 1.0, second_ink=None)} for what in BOXES}
    assert all(found <= {Gray(0.0), Gray(1.0)} for found in inks.values())
    assert Gray(0.8) in {mark.fill for what in BOXES for mark in drawn(name, what, 1.0)}


@pytest.mark.parametrize("name", ornament_names())
def test_lines_of_the_border_begin_where_the_corner_ends(name: str) -> None:
    ends = [point for mark in drawn(name, "corner", 1.0, second_ink=None) for point in mark.points]
    for x, y in ((20.0, 10.0), (10.0, 20.0)):
        assert min(hypot(x - a, y - b) for a, b in ends) < 1.2, name


def sections() -> tuple[BookSection, ...]:
    """Openers on a separate page, at the top of a page with puzzles, and below the puzzles of another section."""
    made = (
        section("First Steps", 1, [(7, 6)] * 5, 2),
        section("Longer", 6, [(9, 8)] * 3, 1),
        section("Last", 9, [(6, 6)], 1),
    )
    words = Paragraph((Run("What is new here is a second clue. " * 4),))
    intros = ((words, Figure("example")), (words,), ())
    return tuple(
        replace(one, intro=intro, example=example() if intro[1:] else None)
        for one, intro in zip(made, intros, strict=True)
    )


def book(page: PageGeometry, theme: Theme) -> list[Page]:
    content: BookContent = replace(text(), tagged=True)
    return list(lay_out_book(content, sections(), page, METRICS, EN, theme))


def box_of(mark: Mark) -> Box:
    if isinstance(mark, Rect):
        return Box(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
    if isinstance(mark, Text):
        wide = METRICS.width(mark.string, mark.font) * mark.size
        left = mark.x - {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
        return Box(left, mark.y - 0.7 * mark.size, left + wide, mark.y)
    xs, ys = zip(*mark.points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("align", ["left", "center"])
@pytest.mark.parametrize("trim", PAGES)
def test_ornaments_move_nothing_to_another_page_and_cover_nothing(trim: str, align: str, large: bool) -> None:
    if large and trim == "4x6":
        pytest.skip("type of 18 points has no room on 4x6 in")
    plain = replace(LARGE if large else DEFAULT, align=align)
    before, after = book(PAGES[trim], plain), book(PAGES[trim], themed("garden", plain))
    assert len(before) == len(after)
    seen = 0
    bordered = [page.block.width < PAGES[trim].block(1).width for page in after if page.kind == "section"]
    assert all(bordered) or large or trim == "4x6"  # these have no room within one
    for one, page in zip(before, after, strict=True):
        assert [grid.number for grid in one.grids if grid.number] == [grid.number for grid in page.grids if grid.number]
        lines, same = ([mark.string for mark in some.marks if isinstance(mark, Text)] for some in (page, one))
        if page.kind == "section":  # lines are shorter within a border
            lines, same = " ".join(lines).split(), " ".join(same).split()
        assert sorted(lines) == sorted(same) or page.number == 1
        tagged = {i for part in page.parts or () for i in part.marks}
        free = [mark for i, mark in enumerate(page.marks) if i not in tagged and isinstance(mark, Path | Rect)]
        boxes = [box_of(mark) for mark in free if not any(box_of(mark) == grid.area for grid in page.grids)]
        others = [
            *map(box_of, (mark for mark in page.marks if isinstance(mark, Text))),
            *(grid.area for grid in page.grids),
        ]
        assert not [(a, b) for a in boxes for b in others if overlap(a, b)], (trim, page.number)
        assert all(
            box.left > 0 and box.right < page.width and box.top > 0 and box.bottom < page.height for box in boxes
        )
        seen += bool(boxes)
    assert seen >= 2


def test_all_sets_in_two_inks_and_in_one(tmp_path: File) -> None:
    marks: list[Mark] = []
    for row, ink in enumerate((Gray(0.8), None)):
        for column, name in enumerate(ornament_names()):
            theme, x, y = themed(name, second_ink=ink), 10.0 + 130 * column, 10.0 + 150 * row
            places = {
                "picture": Place(x + 5, y, 1.1),
                "divider": Place(x, y + 74, 1.2),
                "corner": Place(x, y + 96, 2.2),
            }
            for what, place in places.items():
                marks += drawing(getattr(theme.ornaments, what), place, theme)
            marks += drawing(theme.ornaments.corner, Place(x + 120, y + 96, 2.2, -1), theme)
    page = Page(1, "picture", 920, 310, Box(0, 0, 920, 310), tuple(marks))
    write_pdf([page], tmp_path / "page.pdf")
    compare(pdf_page(tmp_path / "page.pdf", 1), "ornaments")


@pytest.mark.parametrize(("kind", "align"), [("title", "center"), ("section", "left")])
def test_pages_with_ornaments(kind: str, align: str, tmp_path: File) -> None:
    pages = book(TRAVEL, themed("nautical", replace(DEFAULT, align=align)))
    write_pdf([next(page for page in pages if page.kind == kind)], tmp_path / "page.pdf")
    compare(pdf_page(tmp_path / "page.pdf", 1), f"ornaments-{kind}")


def test_sections_and_pages_of_one_puzzle_take_turns_with_the_pictures_of_a_set() -> None:
    theme = themed("detective", replace(DEFAULT, align="center"))
    pages = [page for page in book(LETTER, theme) if page.kind == "puzzles" and len(page.grids) == 1]
    plain = book(LETTER, themed("garden", replace(DEFAULT, align="center")))
    below = [len(page.marks) - len(plain[page.number - 1].marks) for page in pages]
    assert len({count for count in below if count}) > 1  # not the same picture on each


def test_a_centered_page_with_a_heading_has_the_border_and_the_picture() -> None:
    context = LayoutContext(LETTER, METRICS, EN, themed("detective"))
    plan = PagePlan(0, {})
    for heading, more in ((Heading(1, (Run("Case Closed!"),)), True), (Paragraph((Run("For Ada."),)), False)):
        own = OwnPages("own", "copyright", (heading,), {}, centered=True)
        (page,) = own_part(own, context).draw(1, plan)
        (bare,) = own_part(own, replace(context, theme=DEFAULT)).draw(1, plan)
        marks = len(page.marks) - len(bare.marks)
        drawn_marks = len(drawn("detective", "picture", 1.0)) + len(border(context, 1))
        assert marks == more * drawn_marks
