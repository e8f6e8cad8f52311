"""The format of drafts: what is read, what is refused and where, and that nothing guesses it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.board.draft import Draft
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MOSAIC, VARIANTS
from puzzlegen.board.puzzle import BLANK
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, draft, registry


def test_each_mark() -> None:
    read = draft.parse("// a comment\nmines 4\n\n. 3 ? _\n* - + #\n")
    board = Grid(4, 2, voids=(7,))
    assert read == Draft(board, clues={1: 3, 2: None}, blank=[3], mines=[4], safe=[5], plain=[6], total=4)
    assert draft.write(read) == "size 4x2\nmines 4\n. 3 ? _\n* - + #"


@pytest.mark.parametrize("text", ["1?\n_*", "1 ?\n_ *", "size 2x2\n1?\n_*", "rows 2\n 1 ? \n\n_*\n"])
def test_marks_stand_close_or_apart(text: str) -> None:
    assert draft.parse(text) == Draft(Grid(2, 2), clues={0: 1, 1: None}, blank=[2], mines=[3])


def test_the_kind_is_named_or_given() -> None:
    assert draft.parse("puzzle mosaic\n9.\n..").grid == draft.parse("9.\n..", MOSAIC).grid == Grid(2, 2, MOSAIC)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "found an empty text, expected a draft such as ..?_ / 1*-. with a line for each row"),
        ("// nothing\nsize 3x3", "found no rows, expected a draft such as ..?_ / 1*-. with a line for each row"),
        ("1.\n.x", "line 2, column 2: found 'x', expected 0-8, '.', '?', '_', '*', '-', '+', '#'"),
        ("1.\n.9", "line 2, column 2: found '9', expected 0-8, '.', '?', '_', '*', '-', '+', '#'"),
        ("1.\n...", "line 2: found 3 cells, expected 2 as in the rows before"),
        ("size 2x3\n1.\n..", "line 3: found 2 rows, expected 3"),
        ("puzzle wrap-around\nsize 3x3\n..#\n...\n...", "found void cells, but wrap-around boards are full rectangles"),
        ("1.\nmines 9", "line 2, column 1: found 'mines', expected 0-8, '.', '?', '_', '*', '-', '+', '#'"),
        ("size 2x2\nmines 5\n..\n..", "line 2: found 5 mines, expected 0 to 4"),
    ],
)
def test_errors_name_the_place(text: str, error: str) -> None:
    with pytest.raises(FormatError) as caught:
        draft.parse(text)
    assert str(caught.value).startswith(error)


def test_a_puzzle_of_another_format_is_a_draft_with_its_clues() -> None:
    due = Draft(Grid(3, 1), clues={1: 2})
    assert (
        draft.read("3x1:a2a") == draft.read("3x1:a2a", form="line") == draft.read("size 3x1\n.2.", form="text") == due
    )
    assert draft.read("hexagonal:3x1:a2a").grid.variant is HEXAGONAL


def test_no_program_guesses_it() -> None:
    """As text, its marks are blanks: so a draft must be asked for."""
    assert draft.NAME not in registry.FORMAT_NAMES
    assert detect.parse("size 3x1\n??1").cells == (BLANK, BLANK, 1)
    assert draft.read("size 3x1\n??1") == Draft(Grid(3, 1), clues={0: None, 1: None, 2: 1})


@st.composite
def drafts(data: st.DrawFn) -> Draft:
    kind = data(st.sampled_from(list(VARIANTS.values())))
    width, height = (data(st.integers(kind.least_side, 12)) for _ in range(2))
    marks = data(st.lists(st.sampled_from("..?_*-+" + "#" * (not kind.wraps) + "0123"), min_size=1, max_size=30))
    marks = (marks * (width * height))[: width * height]
    places = {mark: [cell for cell, found in enumerate(marks) if found == mark] for mark in "?_*-+#"}
    clues = {cell: int(mark) for cell, mark in enumerate(marks) if mark.isdigit()} | dict.fromkeys(places["?"])
    board = Grid(width, height, kind, tuple(places["#"]))
    total = data(st.none() | st.integers(0, board.area))
    return Draft(board, clues, places["_"], places["*"], places["-"], places["+"], total)


@given(drafts())
def test_what_is_written_is_read_back(given_draft: Draft) -> None:
    assert draft.parse(draft.write(given_draft)) == given_draft


def test_a_mark_says_one_thing_only() -> None:
    with pytest.raises(FormatError, match=r"found '9' and '\*' wanted of R1C1, allowed one"):
        draft.write(Draft(Grid(2, 2, MOSAIC), clues={0: 9}, mines=[0]))
