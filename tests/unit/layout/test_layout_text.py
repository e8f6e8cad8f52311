from functools import partial

import pytest
from layout_boards import PlainMetrics

from puzzlegen.language.markdown_blocks import Figure, Heading, ListItem, Paragraph, Rule, Run
from puzzlegen.layout.core.columns import (
    Column,
    ColumnItem,
    column_height,
    excess_lines,
    fill_columns,
    list_pages,
    text_columns,
    well_filled,
)
from puzzlegen.layout.core.document import BLACK, Box
from puzzlegen.layout.core.text import TextStyle, centered_block, text_items, text_run, wrap_text
from puzzlegen.layout.core.theme import TypeSizes

METRICS = PlainMetrics()
STYLE = TextStyle(TypeSizes(), METRICS, BLACK)


def test_pieces_of_two_weights_do_not_overlap():
    (line,) = wrap_text((Run("plain "), Run("bold", True), Run(", plain")), 400, 10, METRICS)
    assert [piece.text for piece in line] == ["plain", "bold", ", plain"]
    assert [piece.font for piece in line] == ["regular", "bold", "regular"]
    ends = [piece.x + METRICS.width(piece.text, piece.font) * 10 for piece in line]
    assert line[1].x == ends[0] + 5 and line[2].x == ends[1]


def test_headings_and_paragraph_ends_stay_together():
    paragraph = Paragraph(text_run("word " * 100))
    flow = text_items([paragraph, Heading(2, text_run("A heading")), paragraph], 345, STYLE)
    for height in range(60, 400, 7):
        for column in fill_columns(flow, [height])[:-1]:
            assert not column[-1][1].keep


def test_columns_start_flush_and_stay_within_their_height():
    flow = [ColumnItem(10, (), before=5)] * 20
    found = fill_columns(flow, [30, 55])
    assert [len(column) for column in found] == [2, 4, 4, 4, 4, 2]
    assert all(column[0][0] == 0 for column in found)


def test_list_items_hang_from_their_marker():
    (first, *others) = text_items([ListItem(text_run("word " * 30), "1.")], 345, STYLE)
    assert [mark.x for mark in first.marks] == [0.0, 1.5 * STYLE.sizes.body]
    (wide,) = text_items([ListItem(text_run("In May"), "1984.", widest="1984.")], 345, STYLE)
    assert wide.marks[1].x == pytest.approx((5 / 2 + 0.4) * STYLE.sizes.body)
    assert others and all([mark.x for mark in line.marks] == [1.5 * STYLE.sizes.body] for line in others)


def test_a_short_list_is_not_broken_and_a_long_one_is():
    def columns(items: int, *after: Paragraph) -> list[int]:
        blocks = [Paragraph((Run("Words."),))] * 3 + [ListItem((Run(f"Item {n}"),), f"{n}.") for n in range(items)]
        flow = text_items([*blocks, *after], 300, STYLE)
        return [len(column) for column in fill_columns(flow, [6 * 14.5 + 20, 50 * 14.5])]

    after = Paragraph((Run("After."),))
    assert columns(6, after) == [3, 7] and columns(6) == [3, 6]
    first, second = columns(30, after)
    assert 3 < first < 12
    assert first + second == 34


def test_a_rule_is_left_out_at_the_head_of_a_column_and_is_never_at_its_foot():
    blocks = [Paragraph((Run("One."),)), Rule(), Paragraph((Run("Two."),))]
    flow = text_items(blocks, 300, STYLE)
    (column,) = fill_columns(flow, [100])
    assert len(column) == 3
    one, two = fill_columns(flow, [40, 100])
    assert (len(one), len(two)) == (1, 1)
    assert two[0][0] == 0.0


@pytest.mark.parametrize(("align", "share"), [("start", 0.0), ("center", 0.5), ("end", 1.0)])
def test_a_line_takes_its_place_in_the_measure(align, share):
    (mark,) = text_items([Paragraph(text_run("four"), align)], 100, STYLE)[0].marks
    assert mark.x == share * (100 - 4 * STYLE.sizes.body / 2)


@pytest.mark.parametrize("count", range(1, 9))
def test_rows_of_a_figure_stay_together_and_of_many_the_last_is_not_alone(count):
    rows = [ColumnItem(10, ())] * count
    flow = text_items([Paragraph(text_run("See:")), Figure("f")], 300, STYLE, {"f": rows})
    kept = [item.keep for item in flow]
    assert kept[0] and not kept[-1]
    breaks = [row for row in range(1, count) if not kept[row]]  # rows before a break that is allowed
    assert breaks == ([] if count <= 3 else list(range(1, count - 1)))


def test_quotations_are_indented_on_both_sides_and_lists_are_closer_than_paragraphs():
    sizes, words = STYLE.sizes, text_run("word " * 60)
    quoted = text_items([Paragraph(words, quoted=True)], 345, STYLE)
    widths = [STYLE.metrics.width(mark.string, "regular") * mark.size for item in quoted for mark in item.marks]
    assert {mark.x for item in quoted for mark in item.marks} == {2.5 * sizes.body}
    assert 345 - 7 * sizes.body < max(widths) <= 345 - 5 * sizes.body
    one = text_run("One line.")
    flow = text_items([Heading(1, one), Paragraph(one), Paragraph(one), ListItem(one), ListItem(one)], 345, STYLE)
    assert [item.before / sizes.leading for item in flow] == [0, 0, 0.5, 0.5, 0.25]
    assert [item.height / sizes.leading for item in flow] == [2.5, 1, 1, 1, 1]
    flow = text_items([Paragraph(one), Heading(2, one)], 345, STYLE)
    assert (flow[1].before, flow[1].height) == (sizes.leading, sizes.leading)


def test_the_lines_too_many_for_a_column_are_counted():
    flow = [ColumnItem(10, (), before=5)] * 5  # 70 high, because the first space is dropped
    assert [excess_lines(flow, height, 10) for height in (70, 61, 60, 59, 20)] == [1, 1, 1, 2, 5]


def test_an_item_that_fits_to_the_last_point_stays_in_its_column():
    assert [len(column) for column in fill_columns([ColumnItem(0.1, ())] * 6, [0.1 + 0.1 + 0.1, 1.0])] == [3, 3]


def test_the_columns_of_a_list_are_full_but_on_the_last_page_where_they_are_even():
    head, flow, block = [ColumnItem(20, ())], [ColumnItem(10, ())] * 40, Box(50, 0, 50 + 330, 100)
    first, last = list_pages(head, [flow], 3, block)
    assert [len(column) for _, _, column in first.columns] == [8, 8, 8]
    assert sorted(len(column) for _, _, column in last.columns) == [4, 6, 6]
    assert [(x, y) for x, y, _ in first.columns] == [(0, 20), (120, 20), (240, 20)]  # 90 wide, 30 apart
    assert {y for _, y, _ in last.columns} == {0} and first.head and not last.head
    first, *_ = list_pages(head, [flow], 3, block, indent=5)
    assert [len(column) for _, _, column in first.columns] == [7, 7, 7]
    (single,) = list_pages(head, [flow[:12]], 3, block, indent=5)
    assert [(y, len(column)) for _, y, column in single.columns] == [(25, 4)] * 3


def lines(count: int, height: float = 10.0) -> list[ColumnItem]:
    return [ColumnItem(height, ())] * count


def heights(columns: list[Column]) -> list[float]:
    return [column_height(column) for column in columns]


def test_a_part_whose_last_page_is_short_is_set_tighter():
    assert heights(text_columns([lines(16), lines(16, 9.0)], 100)) == [100, 60]  # full enough
    assert heights(text_columns([lines(11), lines(11, 9.5), lines(11, 9.0), lines(11, 8.0)], 100)) == [99]
    assert heights(text_columns([lines(8), lines(8, 9.0)], 100)) == [80]  # of one page


def test_pages_leave_some_to_a_short_last_page_where_no_setting_saves_it():
    assert heights(text_columns([lines(12), lines(12, 9.0)], 100)) == [60, 60]
    assert heights(text_columns([lines(43)], 100)) == [90, 90, 90, 90, 70]
    # three rows a page: all pages but the last two stay full
    assert heights(text_columns([lines(31, 33.0)], 100)) == [99] * 9 + [66, 66]
    # two rows a page: leaving one row to the last page would only make another page short
    assert heights(text_columns([lines(5, 45.0)], 100)) == [90, 90, 45]


def with_fewest_pages(flows):
    return well_filled([partial(fill_columns, flow) for flow in flows], 100, column_height, fewest=True)


def test_parts_with_figures_take_the_fewest_pages_if_they_shall():
    flows = [lines(15), lines(15, 6.0), lines(15, 5.0)]
    assert heights(with_fewest_pages(flows)) == [90]
    assert heights(with_fewest_pages([lines(16), lines(16, 9.0)])) == [100, 60]


@pytest.mark.parametrize("words", [20, 40, 100])
def test_no_line_of_a_paragraph_stands_alone_in_its_column(words):
    flow = text_items([Paragraph(text_run("word " * words))], 100, STYLE)
    for lines in range(4, len(flow)):
        columns = [len(column) for column in fill_columns(flow, [lines * STYLE.sizes.leading])]
        assert min(columns) >= 2, lines


def test_a_column_that_is_too_low_stays_empty_where_a_later_one_is_higher():
    assert [len(column) for column in fill_columns([ColumnItem(20, ())], [10, 15, 30])] == [0, 0, 1]
    assert [len(column) for column in fill_columns([ColumnItem(20, ())], [10])] == [1]


def test_a_rule_is_a_quarter_of_the_measure_in_its_middle():
    ((line,),) = [item.marks for item in text_items([Rule()], 300, STYLE)]
    assert (line.x2 - line.x1, line.x1 + line.x2) == (75, 300)


def test_a_line_to_write_on_is_as_wide_as_the_text():
    ((line,),) = [item.marks for item in text_items([Rule(to_write_on=True)], 300, STYLE)]
    assert (line.x1, line.x2) == (0, 300)


def test_a_signature_stays_with_its_text():
    one = text_run("One line.")
    flow = text_items([Paragraph(one), Paragraph(one), Paragraph(one, "end")], 300, STYLE)
    assert [item.keep for item in flow] == [False, True, False]


def test_blocks_without_an_alignment_are_centered():
    words = text_run("Words")
    assert centered_block(Paragraph(words)) == Paragraph(words, "center")
    assert centered_block(Rule()) == Rule(align="center")
    for block in (Paragraph(words, "end"), ListItem(words)):
        assert centered_block(block) == block
