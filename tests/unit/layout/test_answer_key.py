from dataclasses import replace

import pytest
from layout_boards import EN, LETTER, TRAVEL, section, sections

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError
from puzzlegen.grading.order import LEAST_APART, spread_apart
from puzzlegen.layout.book.book_content import AnswerKeyPlan, BookContent
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.core.document import Text
from puzzlegen.layout.core.theme import DEFAULT
from puzzlegen.units import mm

METRICS = FontMetrics()
NUMBERS = tuple(entry.number for part in sections() for entry in part.entries)


def with_key(plan: AnswerKeyPlan, parts=None, page=LETTER):
    bare = BookContent("T", title_page=False, key=plan)
    return list(lay_out_book(bare, parts or sections(), page, METRICS, EN))


def answers(pages):
    return [grid for page in pages for grid in page.grids if grid.role == "answer"]


@pytest.mark.parametrize("page", [LETTER, TRAVEL], ids=["letter", "travel"])
@pytest.mark.parametrize("density", ["compact", "normal", "large"])
@pytest.mark.parametrize("place", ["back", "section"])
def test_every_answer_once_in_cells_of_one_size_a_section_that_can_be_read(page, density, place):
    pages = with_key(AnswerKeyPlan(density=density, place=place), page=page)
    grids = answers(pages)
    assert [grid.number for grid in grids] == list(NUMBERS)
    for part in sections():
        (cell,) = {grid.cell for grid in grids if grid.number in {entry.number for entry in part.entries}}
        assert cell >= mm(3.3)
    for one in pages:
        if one.kind == "answers":
            assert all(mark.size >= 7 for mark in one.marks if isinstance(mark, Text))
            for grid in one.grids:
                assert one.block.left <= grid.x and grid.x + grid.width * grid.cell <= one.block.right
                assert one.block.top <= grid.y and grid.y + grid.height * grid.cell <= one.block.bottom


@pytest.mark.parametrize("count", [7, 16, 22, 31, None])
def test_density_says_how_large_the_cells_are(count):
    parts = count and (section("One", 1, [(10, 10)] * count, 1),)
    cells = {}
    for density in ("compact", "normal", "large"):
        pages = with_key(AnswerKeyPlan(density=density), parts)
        cells[density] = (answers(pages)[0].cell, sum(page.kind == "answers" for page in pages))
    assert mm(3.3) <= cells["compact"][0] <= cells["normal"][0] < cells["large"][0]
    assert cells["compact"][1] <= cells["normal"][1] <= cells["large"][1]


def test_a_board_too_wide_for_its_density_gets_the_largest_cells_that_fit():
    wide = (section("Wide", 1, [(34, 10)] * 2, 1),)
    (cell,) = {grid.cell for grid in answers(with_key(AnswerKeyPlan(density="large"), wide, LETTER))}
    assert mm(3.3) < cell == pytest.approx((LETTER.block(1).width - 2) / 34, abs=0.05)
    with pytest.raises(
        LayoutError, match=r"answer key: a board of 40x10 cells does not fit the page at 3\.3 mm a cell"
    ):
        tiny = replace(DEFAULT, cells=DEFAULT.cells.model_copy(update={"least": mm(2)}))
        lay_out_book(BookContent("T"), (section("Wide", 1, [(10, 10), (40, 10)], 1),), TRAVEL, METRICS, EN, theme=tiny)


@pytest.mark.parametrize("place", ["back", "section"])
@pytest.mark.parametrize("counts", [(1,), (2, 3), (4, 1, 2), (5, 6), (12, 1)])
def test_no_answer_can_be_seen_from_its_puzzle(place, counts):
    parts, first = [], 1
    for i, count in enumerate(counts):
        parts.append(section(f"S{i}", first, [(5, 5)] * count, 1))
        first += count
    pages = with_key(AnswerKeyPlan(place=place), tuple(parts))
    puzzles = {grid.number: page.number for page in pages for grid in page.grids if grid.role == "puzzle"}
    for page in pages:
        for grid in page.grids:
            if grid.role == "answer":
                assert page.number // 2 != puzzles[grid.number] // 2
    kinds = [page.kind for page in pages]
    assert all(kinds[i : i + 2] != ["blank", "blank"] for i in range(len(kinds)))


def test_the_order_is_kept_in_sections_and_in_one_run():
    order = tuple(spread_apart(NUMBERS, "any"))
    run = with_key(AnswerKeyPlan(order, by_section=False))
    assert [grid.number for grid in answers(run)] == list(order)
    grouped = [grid.number for grid in answers(with_key(AnswerKeyPlan(order)))]
    wanted = [n for part in sections() for n in order if n in {entry.number for entry in part.entries}]
    assert grouped == wanted
    labels = [mark.string for page in run for mark in page.marks if isinstance(mark, Text) and page.kind == "answers"]
    assert not {part.name for part in sections()} & set(labels)


def test_boards_of_several_sizes_stand_in_columns():
    parts = (section("Turns", 1, [(6, 6), (8, 10), (7, 7)] * 6, 4),)
    grids = answers(with_key(AnswerKeyPlan(), parts))
    lefts = {round(grid.x - LETTER.block(grid.page).left, 3) for grid in grids}
    assert len(lefts) <= 5
    assert len({grid.y for grid in grids if grid.page == grids[0].page}) * len(lefts) >= sum(
        grid.page == grids[0].page for grid in grids
    )


@pytest.mark.parametrize("page", [LETTER, TRAVEL], ids=["letter", "travel"])
@pytest.mark.parametrize("density", ["compact", "normal", "large"])
@pytest.mark.parametrize("size", [(6, 6), (9, 9), (10, 12), (15, 15), (20, 14)])
def test_columns_reach_both_sides_and_no_answer_is_alone_on_its_page(size, density, page):
    pages = with_key(AnswerKeyPlan(density=density), (section("Many", 1, [size] * 24, 1),), page)
    key = [one for one in pages if one.kind == "answers"]
    assert key[0].number % 2 == 0  # the first page of answers, with the heading, cannot be seen from the last puzzle
    for one in key:
        sides = {(round(grid.x, 2), round(grid.box.right, 2)) for grid in one.grids}
        assert len(one.grids) > 1 or one in (key[0], key[-1])
        if len(one.grids) >= 4 and len(sides) > 1:
            assert min(left for left, _ in sides) == pytest.approx(one.block.left, abs=1.5)
            assert max(right for _, right in sides) == pytest.approx(one.block.right, abs=1.5)
    if len(key) > 3:  # the page before the last may leave it some
        full = [len(one.grids) for one in key[1:-2]]
        assert max(full) == min(full) >= len(key[-2].grids) >= len(key[-1].grids)


def test_no_answer_is_alone_in_a_row_where_a_column_less_needs_no_more_rows():
    grids = answers(with_key(AnswerKeyPlan(), (section("Sixteen", 1, [(8, 8)] * 16, 4),)))
    rows = [sum(grid.y == y for grid in grids) for y in sorted({grid.y for grid in grids})]
    assert rows == [4, 4, 4, 4]


def test_two_pages_are_filled_alike():
    pages = with_key(AnswerKeyPlan(density="large"), (section("Ten", 1, [(10, 10)] * 16, 4),))
    shares = [len(page.grids) for page in pages if page.kind == "answers"]
    assert len(shares) == 2 and abs(shares[0] - shares[1]) <= 3


def test_a_separate_key_names_the_pages_of_the_book():
    plan = AnswerKeyPlan(place="separate")
    whole = BookContent("T", title_page=False, key=plan)
    interior = lay_out_book(whole, sections(), LETTER, METRICS, EN)
    assert not answers(interior) and not interior.plan.answers
    key = list(interior.separate_answers)
    assert [grid.number for grid in answers(key)] == list(NUMBERS)
    named = [mark.string for page in key for mark in page.marks if isinstance(mark, Text)]
    for number in NUMBERS:
        assert EN.text("key.page", page=interior.plan.puzzles[number]) in named
    assert {page.block.left for page in key} == {(LETTER.inside + LETTER.outside) / 2}


@pytest.mark.parametrize(("page", "several"), [(LETTER, False), (TRAVEL, True)])
def test_a_book_names_the_sheets_of_its_separate_key_if_there_are_several(page, several):
    plan = AnswerKeyPlan(place="separate")
    many = (section("Ten", 1, [(10, 10)] * 12, 4),)
    whole = BookContent("T", title_page=False, key=plan)
    interior = lay_out_book(whole, many, page, METRICS, EN)
    key = interior.separate_answers
    assert (len(key) > 1) is several
    due = {grid.number: grid.page for grid in answers(list(key))} if several else {}
    assert interior.plan.separate_answers == due
    named = {mark.string for sheet in interior for mark in sheet.marks if isinstance(mark, Text)}
    assert {EN.text("puzzle.answer_sheet", page=number) for number in due.values()} <= named
    assert any("sheet" in words for words in named) is several


@pytest.mark.parametrize("count", [*range(30), 34, 35, 36, 77, 400])
def test_numbers_that_follow_each_other_are_kept_apart(count):
    for name in ("a", "b", "c"):
        numbers = range(10, 10 + count)
        order = spread_apart(numbers, name)
        assert sorted(order) == list(numbers)
        place = {number: i for i, number in enumerate(order)}
        gaps = [abs(place[n] - place[n + 1]) for n in numbers[:-1]]
        if count < LEAST_APART:
            assert order == list(numbers)
        else:
            assert min(gaps) >= max(2, 2 * count // 5 - 2)
    if count > 20:
        assert spread_apart(numbers, "a") == spread_apart(numbers, "a")
        assert len({tuple(spread_apart(numbers, str(i))) for i in range(40)}) == (10 if count < 35 else 14)


@pytest.mark.parametrize(("folio", "due"), [("outer", True), (False, False)])
@pytest.mark.parametrize("dateline", ["", "Issue 12 · May 2027 · Page 34"])
def test_answers_of_a_magazine_name_its_issue_and_no_page_of_the_file(folio, due, dateline):
    parts = tuple(replace(part, dateline=dateline) for part in sections())
    bare = BookContent("T", title_page=False, key=AnswerKeyPlan())
    pages = lay_out_book(bare, parts, LETTER, METRICS, EN, replace(DEFAULT, folio=folio))
    texts = [mark.string for page in pages if page.kind == "answers" for mark in page.marks if isinstance(mark, Text)]
    assert any(text.startswith("p.\u00a0") for text in texts) == due
    assert any("page of its puzzle" in text for text in texts) == due
    assert (f"{parts[0].name} · {dateline}" if dateline else parts[0].name) in texts
