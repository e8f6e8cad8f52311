"""Pictures of cells: connected parts, preview, outline, and what nobody would recognize; drawings in text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.board.drawn_layouts import cells_of, rows_of
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.errors import FormatError
from puzzlegen.pictures.choices import ReductionOptions, in_language
from puzzlegen.pictures.drawings import (
    Drawing,
    outlined,
    parse_drawing,
    preview,
    read_drawing_file,
    text_shades,
    why_unrecognizable,
    write_drawing,
)
from puzzlegen.pictures.reduction import Cells, label_components, reduce_image

pictures = st.integers(1, 9).flatmap(
    lambda width: st.lists(st.text("#.", min_size=width, max_size=width), min_size=1, max_size=9)
)


def flooded(cells: Cells) -> set[frozenset[tuple[int, int]]]:
    """The connected parts by flooding."""
    left = set(map(tuple, np.argwhere(cells).tolist()))
    parts = set()
    while left:
        stack, part = [min(left)], set()
        while stack:
            row, col = stack.pop()
            if (row, col) in left:
                left.remove((row, col))
                part.add((row, col))
                stack += [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        parts.add(frozenset(part))
    return parts


@given(pictures)
def test_components_equal_flooding(rows: list[str]) -> None:
    cells = cells_of(rows)
    labels, found = label_components(cells)
    parts = {frozenset(map(tuple, np.argwhere(labels == one.label).tolist())) for one in found}
    assert parts == flooded(cells)
    for one in found:
        places = np.argwhere(labels == one.label)
        assert one.area == len(places)
        assert (one.top, one.left) == tuple(places.min(axis=0))
        assert (one.bottom, one.right) == tuple(places.max(axis=0) + 1)


@given(pictures)
def test_every_mine_of_an_outline_touches_a_blank(rows: list[str]) -> None:
    cells = cells_of(rows)
    outline = outlined(cells)
    assert not (outline & ~cells).any()
    blanks = np.pad(~outline, 1, constant_values=False)
    height, width = cells.shape
    for row, col in np.argwhere(outline).tolist():
        assert blanks[row : row + 3, col : col + 3].any()
    assert (height, width) == outline.shape


def test_an_outline_is_one_cell_wide() -> None:
    assert rows_of(outlined(cells_of(["......", ".####.", ".####.", ".####.", ".####.", "......"]))) == (
        "......", ".####.", ".#..#.", ".#..#.", ".####.", "......",
    )  # fmt: skip


def test_the_preview_shows_two_rows_a_line() -> None:
    assert preview(cells_of(["#.#.", "##..", "...#"])) == "█▄▀\n   ▀"


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (["." * 20] * 19 + ["####" + "." * 16], "4 of 400 cells are filled, too few to recognize; choose another"),
        (["#" * 10] * 9 + ["." + "#" * 9], "99 of 100 cells are filled, too many to recognize; choose another"),
        (["." * 10] * 4 + [".######..."] * 4 + ["." * 10], "the filled cells make one rectangle, which shows nothing"),
        (["#..#..#..#", ".........."] * 5, "20 of 20 filled cells are specks, so there is no shape; choose another"),
    ],
)  # fmt: skip
def test_what_nobody_would_recognize(rows: list[str], words: str) -> None:
    assert why_unrecognizable(cells_of(rows)).startswith(words)


HEART = ["..##..##..", ".####.###.", "#########.", "#########.", ".########.", "..######..", "....##...."]


def test_a_heart_may_be_recognized() -> None:
    assert why_unrecognizable(cells_of(HEART)) == ""


def test_drawings_have_titles_and_hints_by_language() -> None:
    drawing = parse_drawing("Title: Heart\ntitle de: Herz\nhint: A shape\n\n" + "\n".join(HEART))
    assert rows_of(drawing.cells) == tuple(HEART)
    assert [in_language(drawing.titles, code) for code in ("en", "de")] == ["Heart", "Herz"]
    assert [in_language(drawing.hints, code) for code in ("en", "de")] == ["A shape", "A shape"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found no rows of a drawing, expected rows of # and ."),
        ("title: A\n", "found no rows of a drawing, expected rows of # and ."),
        ("#####\n##x##", "line 2, column 3: found 'x', allowed # and ."),
        ("#####\n####", "line 2: found 4 marks, expected 5 as in the first row"),
        ("###\n...", "found a drawing of 3x2 cells, allowed 5 to 60 a side"),
        ("#" * 61, "found a drawing of 61x1 cells, allowed 5 to 60 a side"),
    ],
)
def test_drawings_that_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        read_drawing_file(path)
    assert str(error.value) == f"{path}: {message}"


def test_files_that_hold_no_drawing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xff\xfe\x00")
    for name, message in (("a.txt", "not a text"), ("", "not a file"), ("b.txt", "cannot be read: No such file")):
        with pytest.raises(FormatError, match=message):
            read_drawing_file(tmp_path / name)


def test_a_text_in_a_font_keeps_its_letters_apart() -> None:
    cells = reduce_image(text_shades("HI", default_fonts().bold), ReductionOptions(20))
    assert len(label_components(cells)[1]) == 2
    with pytest.raises(FormatError, match="found a text of 61 characters, allowed 1 to 60"):
        text_shades("x" * 61, default_fonts().bold)
    with pytest.raises(FormatError, match="cannot be read as a font"):
        text_shades("x", Path(__file__))


def test_a_drawing_is_written_as_it_is_read() -> None:
    text = "title: Heart\ntitle de: Herz\nhint: A shape\n\n" + "\n".join(HEART) + "\n"
    assert write_drawing(parse_drawing(text)) == text
    assert write_drawing(Drawing(cells_of(HEART))) == "\n".join(HEART) + "\n"
    with pytest.raises(FormatError, match="expected one line of text"):
        write_drawing(Drawing(cells_of(HEART), hints={"": "two\nlines"}))
