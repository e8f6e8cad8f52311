from layout_boards import PlainMetrics

from puzzlegen.language.markdown_blocks import Heading, ListItem, Paragraph, Rule, Run
from puzzlegen.layout.core.document import BLACK
from puzzlegen.layout.core.text import ColumnItem, TextStyle, fill_columns, text_items, text_run, wrap_text
from puzzlegen.layout.core.theme import TypeSizes

METRICS = PlainMetrics()
STYLE = TextStyle(TypeSizes(), METRICS, BLACK)


def set_lines(text: str, letters: int) -> list[str]:
    return [" ".join(piece.text for piece in line) for line in wrap_text(text_run(text), letters * 5, 10, METRICS)]


def test_lines_are_filled_and_never_too_long():
    assert set_lines("one two three four five six", 9) == ["one two", "three", "four five", "six"]


def test_a_last_word_is_not_left_alone():
    assert set_lines("aa bb cc dd ee ff gg", 8) == ["aa bb cc", "dd ee", "ff gg"]


def test_no_break_spaces_hold_and_line_ends_break():
    assert set_lines("at 5\u00a0mm each", 6) == ["at", "5\u00a0mm", "each"]
    assert set_lines("one\ntwo three", 20) == ["one", "two three"]


def test_pieces_of_two_weights_do_not_overlap():
    (line,) = wrap_text((Run("plain "), Run("bold", True), Run(", plain")), 400, 10, METRICS)
    assert [piece.text for piece in line] == ["plain", "bold", ", plain"]
    assert [piece.font for piece in line] == ["regular", "bold", "regular"]
    ends = [piece.x + METRICS.width(piece.text, piece.font) * 10 for piece in line]
    assert line[1].x == ends[0] + 5 and line[2].x == ends[1]


def test_empty_text_is_no_lines():
    assert wrap_text((), 100, 10, METRICS) == []
    assert set_lines("", 10) == []


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
    (first, *_) = text_items([ListItem(text_run("word " * 30), "1.")], 345, STYLE)
    assert [mark.x for mark in first.marks] == [0.0, 1.5 * STYLE.sizes.body]


def test_a_short_list_is_not_broken_and_a_long_one_is():
    def columns(items: int) -> list[int]:
        blocks = [Paragraph((Run("Words."),))] * 3 + [ListItem((Run(f"Item {n}"),), f"{n}.") for n in range(items)]
        flow = text_items([*blocks, Paragraph((Run("After."),))], 300, STYLE)
        return [len(column) for column in fill_columns(flow, [6 * 14.5 + 20, 50 * 14.5])]

    assert columns(6) == [3, 7]
    first, second = columns(30)
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
