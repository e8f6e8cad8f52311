"""Pictures of cells: connected parts, preview, outline, and what nobody would recognize; drawings in text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.board.drawn_layouts import cells_of
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.errors import FormatError
from puzzlegen.pictures.choices import ReductionOptions
from puzzlegen.pictures.drawings import (
    Drawing,
    outlined,
    text_shades,
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


def test_a_text_in_a_font_keeps_its_letters_apart() -> None:
    cells = reduce_image(text_shades("HI", default_fonts().bold), ReductionOptions(20))
    assert len(label_components(cells)[1]) == 2
    with pytest.raises(FormatError, match="cannot be read as a font"):
        text_shades("x", Path(__file__))


def test_a_hint_of_two_lines_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="expected one line of text"):
        write_drawing(Drawing(cells_of(["##"]), hints={"": "two\nlines"}))
