"""Positions of a puzzle that is composed are examined, begun and completed; the finished puzzle goes into a book."""

import json
import re
from datetime import date, timedelta

import pytest
from small_book import SMALL

from puzzlegen.api import complete, examine, grade, parse, write
from puzzlegen.board.grid import Grid
from puzzlegen.board.ideas import nearest_board
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.spec import FILLED_MARK
from puzzlegen.board.symmetry import canonical_form
from puzzlegen.config.generation import parse_shape
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, FormatError, GenerationError
from puzzlegen.formats import draft as draft_format
from puzzlegen.formats.registry import FORMAT_NAMES
from puzzlegen.language.catalogue import load
from puzzlegen.pictures.choices import text_rows
from puzzlegen.schema.edit import set_value
from puzzlegen.studio import bench, compose_tools
from puzzlegen.studio.compose_views import BIRTHDAY
from puzzlegen.studio.form_fields import BEGINNING, MAX_COMPOSED
from puzzlegen.studio.solve_tools import puzzle_text

OPEN = "puzzle minesweeper\nsize 4x4\n. 1 . .\n? 3 _ .\n. . * .\n2 . . -"
CLASH = "puzzle minesweeper\nsize 5x2\n. . . . .\n. 1 3 1 ."
SMALL_LINE = "4x4:a13f3a2a2a0"
SECTIONS = [("One", 5), ("Two", 2), ("Three", 1)]


def begun(*form: object) -> dict[str, str]:
    """Call with kind, size, idea, digits and number; perhaps difficulty and guide."""
    kind, size, idea, digits, number, *wishes = form
    given = [kind, size, idea, digits, *wishes, "", ""][: len(BEGINNING)]
    return compose_tools.begun([*map(str, given)], int(str(number)))


def text_of(puzzle_line: str) -> str:
    return compose_tools.position_of(puzzle_line)


@pytest.mark.parametrize("text", [OPEN, CLASH, "puzzle mosaic\nsize 3x3\nmines 2\n. . 1\n. ? .\n# . ."])
def test_states_are_those_of_the_api(text: str) -> None:
    found = compose_tools.states_of(text, "")
    known = examine(text)
    assert {key: found[key] for key in known} == known
    assert found["line"] == "" and found["state"] in ("open", "clash")


def test_a_position_is_described_in_words() -> None:
    empty = "size 3x3\n. . .\n. . .\n. . ."
    assert compose_tools.states_of(empty, "")["verdict"] == "9 cells have no clue beside them"
    one = "size 3x1\n1 . ."
    assert compose_tools.states_of(one, "")["verdict"] == "1 cell has no clue beside it"
    two = "size 4x1\n. 1 . ."
    assert compose_tools.states_of(two, "")["verdict"] == "2 cells are undecided, 1 more has no clue beside it"
    clash = compose_tools.states_of(CLASH, "")
    assert clash["verdict"] == "The 1 in R2C2, the 3 in R2C3 and the 1 in R2C4 cannot all hold"
    assert clash["state"] == "clash"


def test_a_position_with_one_solution_is_a_puzzle_with_its_grade() -> None:
    found = compose_tools.states_of(text_of(SMALL_LINE), "")
    assert found["verdict"] == f"One solution, easy, {round(grade(SMALL_LINE).score)} point"  # the score is 1.2
    assert (found["line"], found["state"], found["difficulty"]) == (SMALL_LINE, "unique", "easy")


def test_clues_of_any_value_get_the_value_that_the_marked_mines_give_them() -> None:
    found = compose_tools.states_of("size 3x2\n* ? *\n? ? ?", "")
    assert found["line"] == "3x2:a2a121" and found["state"] == "unique"


def test_marks_that_the_clues_do_not_prove_make_no_puzzle() -> None:
    found = compose_tools.states_of("size 3x1\n* 1 -", "")
    assert found["state"] == "open" and found["line"] == ""
    assert found["verdict"] == "Decided only by the mines and safe cells you marked: the clues leave 2 cells open"


def test_the_guide_names_cells_without_a_partner() -> None:
    text = "size 3x2\n1 . .\n. . ?"
    assert compose_tools.states_of(text, "left-right")["partners"] == [2, 3]
    assert compose_tools.states_of(text, "half-turn")["partners"] == []
    found = compose_tools.states_of(text, "quarter-turn")  # which this board cannot have
    assert found["partners"] == [] and "quarter-turn" not in found["guides"] and "half-turn" in found["guides"]


def test_positions_too_large_for_the_page_are_refused() -> None:
    with pytest.raises(FormatError, match="the puzzle has 31x1 cells; the desk takes up to 30 a side"):
        compose_tools.states_of(" ".join("." * 31), "")
    with pytest.raises(FormatError, match="takes up to 30 a side"):
        compose_tools.shaped("minesweeper", "31x30", "")


def test_a_pasted_puzzle_of_any_format_is_a_position() -> None:
    read = set()
    for form in FORMAT_NAMES:
        try:
            text = puzzle_text(SMALL_LINE, form)
        except FormatError:
            continue  # it holds other kinds
        assert text_of(text) == text_of(write(parse(text), "line")), form
        read.add(form)
    assert {"line", "text", "json", "gmpuzzles", "janko", "puzzlink"} <= read
    assert text_of("1 . 2\n. ? .\n* - .").endswith("\n1 . 2\n. ? .\n* - .")  # not as the format text reads it


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "found an empty text, expected a puzzle such as"),
        (
            "hello there",
            "column 1: found 'hello there', expected a puzzle such as 4x4:a13f3a2a2a0; write // in front of words",
        ),
        ("1 * 2\n. x .", "line 2, column 3: found 'x', expected 0-8, "),
        ("4x4:a13", "column 8: 4x4 needs 16 cells, found 3"),
        (f"{SMALL_LINE}\n{SMALL_LINE}", "found 2 puzzles, expected one"),
        ('{"size": 3', "column 11: not JSON: "),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(FormatError) as refused:
        text_of(text)
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)


def test_boards_are_cut_into_shapes() -> None:
    heart = draft_format.read(compose_tools.shaped("minesweeper", "9x9", "heart"))
    assert heart.grid.voids and not heart.clues
    assert not draft_format.read(compose_tools.shaped("knight", "9x9", "")).grid.voids
    with pytest.raises(FormatError, match="allowed bell, circle"):
        compose_tools.shaped("minesweeper", "9x9", "spiral")
    with pytest.raises(FormatError, match="full rectangles"):
        compose_tools.shaped("wrap-around", "9x9", "heart")


def test_a_beginning_shows_the_idea() -> None:
    made = draft_format.read(begun("minesweeper", "10x10", "digits", "2026", 1)["text"])
    values = list(made.clues.values())
    assert any(values[at : at + 4] == [2, 0, 2, 6] for at in range(len(values)))
    assert begun("knight", "8x8", "", "", 1) != begun("knight", "8x8", "", "", 2)
    with pytest.raises(FormatError, match="allowed 2 to 10 digits"):
        begun("minesweeper", "10x10", "digits", "1999", 1)


def test_the_days_of_a_year_can_be_shown_as_six_digits_where_they_have_no_9() -> None:
    days = (date(2012, 1, 1) + timedelta(day) for day in range(366))
    shown = [digits for day in days if "9" not in (digits := f"{day:%d%m%y}")]
    assert len(shown) == 303
    for digits in (*shown, "80", "0808", "8080808080"):
        board = nearest_board(f"digits:{digits}", Grid(10, 10))
        assert max(board.width, board.height) <= MAX_COMPOSED, digits
    for digits in ("210512", "080812", "18181818"):
        board = nearest_board(f"digits:{digits}", Grid(10, 10))
        made = draft_format.read(begun("minesweeper", str(board), "digits", digits, 1)["text"])
        rows = [range(first, first + board.width) for first in range(0, board.size, board.width)]
        assert digits in ["".join(str(made.clues[cell]) for cell in row if cell in made.clues) for row in rows]


@pytest.mark.parametrize(
    ("size", "idea", "digits", "difficulty", "guide"),
    [
        ("13x12", "digits", "210512", "medium", "half-turn"),
        ("12x12", "digits", "2026", "easy", "quarter-turn"),
        ("9x9", "rings", "", "easy", "left-right"),
        ("10x9", "", "", "hard", "half-turn"),
        ("10x9", "only-2s", "", "hard", ""),
    ],
)
def test_a_beginning_has_the_difficulty_and_the_symmetry_of_the_form(
    size: str, idea: str, digits: str, difficulty: str, guide: str
) -> None:
    text = begun("minesweeper", size, idea, digits, 1, difficulty, guide)["text"]
    found = compose_tools.states_of(text, guide)
    assert (found["difficulty"], found["partners"]) == (difficulty, [])


@pytest.mark.parametrize(
    ("kind", "size", "letters", "wish", "guide"),
    [
        ("minesweeper", "19x9", "ann", "", ""),
        ("mosaic", "12x8", "25", "easy", ""),
        ("hexagonal", "8x7", "A", "", "half-turn"),
    ],
)
def test_a_beginning_forms_letters(kind: str, size: str, letters: str, wish: str, guide: str) -> None:
    """The clues form the letters, or the board does, as with the options of the command line."""
    layout, shape = (begun(kind, size, name, letters, 1, wish, guide)["text"] for name in ("layout", "shape"))
    draft = draft_format.read(layout)
    drawn = {cell for cell, mark in enumerate("".join(text_rows(letters, draft.grid))) if mark == FILLED_MARK}
    assert len(drawn & set(draft.clues)) > len(set(draft.clues) - drawn)
    assert draft_format.read(shape).grid == parse_shape(f"text:{letters}").on(draft.grid)


@pytest.mark.parametrize(
    ("letters", "words"), [("ANN AND BEN", "fewer letters"), ("", "an empty text"), ("a/b", "'/' in")]
)
def test_letters_that_do_not_fit_are_refused(letters: str, words: str) -> None:
    for name in ("layout", "shape"):
        with pytest.raises((FormatError, GenerationError), match=words):
            begun("minesweeper", "15x9", name, letters, 1)


def test_a_beginning_says_which_wishes_do_not_go_together() -> None:
    found = begun("minesweeper", "10x10", "loners", "", 1, "hard")
    assert found == {"problem": "Such puzzles are easy, medium: set Difficulty to one of these, or to any"}
    found = begun("minesweeper", "10x10", "only-2s", "", 1, "", "half-turn")
    assert found == {"problem": "No such puzzle was found with the symmetry half-turn: set Symmetry guide to none"}


def test_the_birthday_of_the_help_can_be_shown() -> None:
    assert "text" in begun("minesweeper", "10x10", "digits", BIRTHDAY, 1)


@pytest.mark.parametrize(
    ("kind", "size", "idea", "digits", "words"),
    [
        ("minesweeper", "10x9", "digits", "24122024", "24122024: set Columns to 15, or type other digits"),
        ("minesweeper", "5x4", "digits", "24122024", "24122024: set Columns to 15, Rows to 8"),
        ("knight", "10x9", "digits", "2026", "2026: set Kind to minesweeper"),
        ("minesweeper", "10x9", "digits", "210512", "210512: set Columns to 12, or type other digits"),
        ("knight", "12x8", "rings", "", "the clues of this puzzle: set Kind to minesweeper, Rows to 9"),
    ],
)  # fmt: skip
def test_a_board_that_cannot_show_an_idea_is_refused_with_the_nearest_that_can(
    kind: str, size: str, idea: str, digits: str, words: str
) -> None:
    assert begun(kind, size, idea, digits, 1) == {"problem": f"This board cannot show {words}"}
    changes = dict(re.findall("(Kind|Columns|Rows) to ([a-z0-9]+)", words))
    columns, rows = size.split("x")
    nearest = f"{changes.get('Columns', columns)}x{changes.get('Rows', rows)}"
    assert "text" in begun(changes.get("Kind", kind), nearest, idea, digits, 1)


def test_a_proposal_keeps_what_is_given() -> None:
    first, second = (compose_tools.completed(OPEN, "", number) for number in (1, 2))
    assert first["line"] != second["line"]
    puzzle = parse(first["line"])
    assert (puzzle.cells[1], puzzle.cells[5], puzzle.cells[6], puzzle.cells[10], puzzle.cells[12]) == (1, 3, -1, -1, 2)
    assert puzzle.cells[4] >= 0 and first["words"].endswith(f", {puzzle.clues} clues")
    assert draft_format.read(first["text"]).printed == puzzle
    assert first["line"] == write(complete(OPEN, seed="compose").puzzle)
    assert compose_tools.completed(text_of("6x6:zj"), "hard", 1)["words"].startswith("hard, ")


@pytest.mark.parametrize(
    ("head", "marks", "guide"),
    [
        ("puzzle minesweeper\nsize 8x6", ".1.........*.._......-.2", "half-turn"),
        ("puzzle minesweeper\nsize 8x8", "...3...........*", "quarter-turn"),
        ("puzzle mosaic\nsize 8x6", ".3.........*.._.", "both-mirrors"),
        ("puzzle hexagonal\nsize 7x7", ".1.....", "top-bottom"),
    ],
)
def test_a_proposal_has_the_symmetry_of_the_guide(head: str, marks: str, guide: str) -> None:
    width, height = map(int, head.rpartition(" ")[2].split("x"))
    cells = marks.ljust(width * height, ".")
    rows = [" ".join(cells[at : at + width]) for at in range(0, len(cells), width)]
    text = "\n".join([head, *rows])
    given, found = draft_format.read(text), [compose_tools.completed(text, "", one, guide) for one in (1, 2)]
    assert found[0]["line"] != found[1]["line"]
    for one in found:
        clues = draft_format.read(one["text"]).clues
        assert given.clues.items() <= clues.items() and not given.blank & clues.keys()
        assert compose_tools.states_of(one["text"], guide)["partners"] == []
    plain = compose_tools.completed(text, "", 1)
    assert plain == compose_tools.completed(text, "", 1, "no such symmetry")
    assert compose_tools.states_of(plain["text"], guide)["partners"]


def test_marks_that_exclude_the_symmetry_are_named() -> None:
    found = compose_tools.completed("size 5x2\n1 . . . _\n. . . . .", "", 1, "left-right")
    words = "the clue in R1C1 needs one in R1C5 for the symmetry, where none may stand"
    assert found["problem"].startswith(words) and found["clash"] == [0, 4]


def test_what_clashes_is_named_where_no_proposal_is_possible() -> None:
    found = compose_tools.completed(CLASH, "", 1)
    assert found["clash"] == [6, 7, 8] and "cannot all hold" in found["problem"]


# --- Books ------------------------------------------------------------------------------------------------------------


def test_a_composed_puzzle_fits_places_of_its_size_and_difficulty() -> None:
    made = compose_tools.completed("size 6x5\n" + "\n".join(["1 . . . . .", *[". . . . . ."] * 4]), "easy", 1)
    known = bench.fitting_places(SMALL, made["line"])
    found, config = known["places"], loads_book(SMALL)
    assert known["wanted"][0] == "6x5 minesweeper, easy"
    places = bench.places(config)
    assert found
    for one in found:
        content = bench.pinned(SMALL, one["number"], made["line"], "For Ann – Ben")
        assert json.loads(content) == {
            "section": one["section"], "place": places[one["number"] - 1][1], "puzzle": made["line"],
            "title": "For Ann – Ben",
        }  # fmt: skip
    others = set(range(1, len(places) + 1)) - {one["number"] for one in found}
    for number in others:
        with pytest.raises((GenerationError, ConfigError)):
            bench.pinned(SMALL, number, made["line"])


@pytest.mark.parametrize(
    ("kind", "size", "shape"),
    [("minesweeper", "9x8", ""), ("hexagonal", "8x8", "heart"), ("mosaic", "6x6", ""), ("minesweeper", "9x9", "heart")],
)
def test_a_new_section_holds_a_composed_puzzle(kind: str, size: str, shape: str) -> None:
    made = compose_tools.completed(compose_tools.shaped(kind, size, shape), "", 1)
    text, _, number = bench.with_place_for(SMALL, made["line"])
    row = json.loads(bench.pinned(text, number, made["line"], "My title"))
    name = f"section_name.{grade(made['line']).difficulty}"
    assert (row["section"], row["place"], row["title"]) == (load("en").text(name), 1, "My title")
    config = loads_book(text)
    assert len(bench.places(config)) == len(bench.places(loads_book(SMALL))) + 1
    found = config.sections[-1].shape
    assert (found.name if found else None) == (shape or None)
    again, *_ = bench.with_place_for(text, made["line"])
    assert loads_book(again).sections[-1].name == f"{row['section']} 2"


def test_a_board_of_any_outline_and_a_printed_total_get_a_section() -> None:
    text = "size 5x4\nmines 5\n# . . . .\n. . . # .\n. . . . .\n. . 2 . ."
    made = compose_tools.completed(text, "", 1)
    config_text, _, number = bench.with_place_for(SMALL, made["line"])
    section = loads_book(config_text).sections[-1]
    assert section.total and section.shape is not None
    assert section.shape.drawing == ".####\n###.#\n#####\n#####"
    assert bench.pinned(config_text, number, made["line"])


def test_further_composed_puzzles_join_the_section_that_they_fit() -> None:
    first, second, other = (
        compose_tools.completed(compose_tools.shaped("minesweeper", size, ""), difficulty, number)["line"]
        for size, difficulty, number in (("7x7", "easy", 1), ("7x7", "easy", 2), ("7x7", "medium", 3))
    )
    before = loads_book(SMALL)
    found = []
    text = SMALL
    rows: list[dict[str, object]] = []
    for puzzle in (first, second, other):
        text, _, number = bench.with_place_for(text, puzzle)
        section, place = bench.places(loads_book(text))[number - 1]
        found.append((section, place))
        rows.append({"section": section, "place": place, "puzzle": puzzle})
        text = set_value(text, ("choices",), rows)
    assert found == [("First Steps", 1), ("First Steps", 2), ("Two Clues Together", 1)]
    assert loads_book(text).sections[: len(before.sections)] == before.sections


@pytest.mark.parametrize(
    ("before", "names"),
    [
        (1, ["First Steps", "One", "Two", "Three"]),
        (6, ["One", "First Steps", "Two", "Three"]),
        (8, ["One", "Two", "First Steps", "Three"]),
        (None, ["One", "Two", "Three", "First Steps"]),
    ],
)
def test_a_new_place_is_before_each_section(before: int | None, names: list[str]) -> None:
    first, second = (
        compose_tools.completed(compose_tools.shaped("minesweeper", "9x7", ""), "easy", number)["line"]
        for number in (1, 2)
    )
    text, _, number = bench.with_place_for(SMALL, first, before)
    assert [section.name for section in loads_book(text).sections] == names
    assert number == (before or 9)
    row = json.loads(bench.pinned(text, number, first))
    assert (row["section"], row["place"]) == ("First Steps", 1)
    text = set_value(text, ("choices",), [row])
    longer, _, following = bench.with_place_for(text, second, before and before + 1)
    assert (loads_book(longer).sections[names.index("First Steps")].count, following) == (2, number + 1)
    assert json.loads(bench.pinned(longer, following, second).splitlines()[1])["place"] == 2


@pytest.mark.parametrize("number", [-1, 0, 10])
def test_a_new_place_is_in_the_book(number: int) -> None:
    assert bench.with_place_for(SMALL, SMALL_LINE, 9)[2] == 9
    with pytest.raises(ConfigError, match=f"puzzle {number}: the book has 8; load the page again"):
        bench.with_place_for(SMALL, SMALL_LINE, number)


WITHIN = "begin: same page, intro: Hello., per_page: 4"
DIVIDED = [("One", 2), ("First Steps", 1), ("One 2", 3), ("Two", 2), ("Three", 1)]


@pytest.mark.parametrize(
    ("size", "before", "instead", "sections", "place"),
    [
        ("9x7", 3, False, DIVIDED, ("First Steps", 1)),
        (
            "9x7",
            7,
            False,
            [*SECTIONS[:1], ("Two", 1), ("First Steps", 1), ("Two 2", 1), SECTIONS[2]],
            ("First Steps", 1),
        ),
        ("6x5", 3, False, [("One", 6), *SECTIONS[1:]], ("One", 3)),
        ("7x7", 6, True, [SECTIONS[0], ("First Steps", 1), ("Two", 1), SECTIONS[2]], ("First Steps", 1)),
        ("7x7", 7, True, [SECTIONS[0], ("Two", 1), ("First Steps", 1), SECTIONS[2]], ("First Steps", 1)),
        ("8x8", 8, True, SECTIONS, ("Three", 1)),
    ],
)
def test_a_new_place_within_a_section_divides_it(
    size: str, before: int, instead: bool, sections: list[tuple[str, int]], place: tuple[str, int]
) -> None:
    """Chosen puzzles move with their places, and a section that the puzzle fits is not divided."""
    puzzle = compose_tools.completed(compose_tools.shaped("minesweeper", size, ""), "easy", 1)["line"]
    last = compose_tools.completed(compose_tools.shaped("minesweeper", "6x5", ""), "easy", 9)["line"]
    config = SMALL.replace("per_page: 4", WITHIN)
    config += f"choices: [{{section: One, place: 5, puzzle: '{last}', title: Last}}]\n"
    text, rows, number = bench.with_place_for(config, puzzle, before, instead=instead)
    assert number == before
    found = set_value(text, ("choices",), rows)
    assert [(section.name, section.count) for section in loads_book(found).sections] == sections
    written = [json.loads(row) for row in bench.pinned(found, number, puzzle, "Ann").splitlines()]
    assert [(row["section"], row["place"]) for row in written if row["title"] == "Ann"] == [place]
    moved = ("One 2", 3) if size == "9x7" and before == 3 else ("One", 6 if size == "6x5" else 5)
    assert [(row["section"], row["place"]) for row in written if row["title"] == "Last"] == [moved]
    if sections == DIVIDED:
        (one, new, rest, *_), keys = loads_book(found).sections, ("begin", "intro", "opener", "per_page")
        assert [getattr(one, key) for key in keys] == ["same page", "Hello.", True, 4]
        assert [getattr(new, key) for key in keys] == ["same page", None, False, None]
        assert [getattr(rest, key) for key in keys] == ["same page", None, False, 4]


@pytest.mark.parametrize(
    "keys",
    [
        "count: 5, size: 6x5, titles: {2: Ann}",
        "count: 5, size: [6x5, 5x5]",
        "count: 5, size: 6x5, mix: [knight, mosaic]",
        "pictures: [cat, dog]",
    ],
)
def test_a_section_whose_places_differ_is_not_divided(keys: str) -> None:
    config = SMALL.replace("count: 5, size: 6x5", keys)
    with pytest.raises(GenerationError, match="section 'One': cannot be divided; choose a place before it"):
        bench.with_place_for(config, SMALL_LINE, 2)
    offered = [place["number"] for place in bench.fitting_places(config, SMALL_LINE)["new"]]
    assert 1 in offered and 2 not in offered and len(offered) == 4
    assert [place["number"] for place in bench.fitting_places(SMALL, SMALL_LINE)["new"]] == list(range(1, 9))


def test_only_a_puzzle_that_clues_prove_gets_a_section() -> None:
    with pytest.raises(GenerationError, match="finish the puzzle first"):
        bench.with_place_for(SMALL, "3x1:a1a")


@pytest.mark.parametrize("kind", VARIANTS)
def test_a_turned_position_has_the_same_puzzle_and_turns_back(kind: str) -> None:
    """Each image of the board keeps every mark; both turns, and each mirror twice, lead back."""
    holes = "" if VARIANTS[kind].wraps else "#"
    rows = ["2 . 1 . . 0 .", ". ? _ * - . 3", ". . . . . . .", "1 . . . . 2 ."]
    rows += [f". . {holes or '.'} . . . 1", "3 . . . . . 0"]
    text = compose_tools.position_of(f"puzzle {kind}\nsize 7x6\nmines 9\n" + "\n".join(rows))
    for way, back in (("left", "right"), ("right", "left"), ("left-right", "left-right"), ("top-bottom", "top-bottom")):
        there = compose_tools.turned(text, way)
        before, after = draft_format.read(text), draft_format.read(there)
        assert sorted(map(str, before.clues.values())) == sorted(map(str, after.clues.values()))
        assert (len(after.blank), len(after.mines), len(after.safe), after.total) == (1, 1, 1, 9)
        assert after.grid.area == before.grid.area
        assert canonical_form(before.grid, before.printed.cells) == canonical_form(after.grid, after.printed.cells)
        assert compose_tools.turned(there, back) == text
        assert there != text


def test_turns_go_the_way_that_they_say() -> None:
    text = "size 3x2\n1 . .\n. . 2"
    assert compose_tools.turned(text, "left").endswith(". 2\n. .\n1 .")
    assert compose_tools.turned(text, "right").endswith(". 1\n. .\n2 .")
    assert compose_tools.turned(text, "left-right").endswith(". . 1\n2 . .")
    assert compose_tools.turned(text, "top-bottom").endswith(". . 2\n1 . .")
    with pytest.raises(FormatError, match='way: found "over", allowed left, right, left-right, top-bottom'):
        compose_tools.turned(text, "over")
    with pytest.raises(FormatError, match="the desk takes up to 30 a side"):
        compose_tools.turned(compose_tools.shaped("hexagonal", "28x28", ""), "left")
