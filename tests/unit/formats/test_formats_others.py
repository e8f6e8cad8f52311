"""What other people's programs write, by example; tests/property/test_every_format.py has the rest."""

import pytest
from commands import puzzlegen

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.formats import detect, gmpuzzles, janko, line, pzprv3, text

SMALL = line.parse("3x2:a1.c")
JANKO = "begin\npuzzle minesweeper\nauthor A B\nsize 3\nmines 2\nproblem\n- 1 x\n- - -\n1 1 1\n"
JANKO += "solution\nx . .\n. x .\n. . .\nend"


def lines(given: str) -> list[str]:
    """What is read, as lines; faults as their messages."""
    read = detect.read_lines(given.split("\n"), "f")
    return [line.write(one.found) if isinstance(one.found, Puzzle) else str(one.found) for one in read]


@pytest.mark.parametrize("after", ["yny", "yyynnnyyy", "Genre: Minesweeper\nVariation: Standard\n3 1\n. . ."])
def test_a_grid_ends_where_another_puzzle_begins(after: str) -> None:
    for head in ("", "size 3x2\n"):
        assert lines(f"{head}...\n1..\n{after}")[0] == "3x2:c1b"


def test_a_line_that_is_no_row_refuses_its_grid() -> None:
    for grid in ("...\n1..", ". . .\n1 . .", "size 3x2\n...\n1.."):
        for prose in ("some words by the author", "abc", "It is 5 o'clock, 2 hours later"):
            found = lines(f"{grid}\n{prose}\n...\n\n2x2:d")
            assert (found[-1], len(found)) == ("2x2:d", 2), prose
            assert found[0].startswith(f"f:{grid.count(chr(10)) + 2}:"), found


@pytest.mark.parametrize("written", [pzprv3.write(SMALL), "Genre: ms\nVariation: Standard\n3 2\n. 1 .\n. . ."])
def test_comments_inside_a_puzzle_are_left_out(written: str) -> None:
    plain = lines(written)
    assert len(plain) == 1
    for at in range(1, written.count("\n") + 1):
        rows = written.split("\n")
        commented = "\n".join([*rows[:at], "// a comment", "# another", *rows[at:]])
        assert lines(f"{commented}\n2x2:d") == [*plain, "2x2:d"]
    faulty = written.replace("1", "// a comment\n9", 1) if written.startswith("Genre") else None
    assert faulty is None or lines(faulty)[0].startswith("f:")


def test_faults_after_a_comment_keep_their_line() -> None:
    assert lines("pzprv3\nmines\n// a comment\n2\n2\n. 9 \n. . ")[0].startswith("f:6:3: found '9'")
    assert lines("Genre: ms\nVariation: Standard\n2 2\n# a comment\n. 9\n. .")[0].startswith("f:5:3: found '9'")


def test_json_and_pages_however_their_lines_are_cut() -> None:
    assert lines('{"puzzle":\n"2x2:d"}\n2x2:d') == ["2x2:d", "2x2:d"]
    page = "<html>task='b1c'; puzzleWidth: 3, puzzleHeight: 2</html>" + " " * 3000
    assert lines(f"{page}\n2x2:d") == ["3x2:b1c", "2x2:d"]


def test_a_size_after_a_tab_or_a_gap() -> None:
    for head in ("size\t3x2", "size 3  x  2", "size 3 \t 2", "rows\t2\ncols\t3"):
        assert lines(f"{head}\n.1.\n...") == ["3x2:a1d"]


@pytest.mark.parametrize("given", ["8x2:p", "2x8:p", "mosaic:4x4:p", "5x5:0x", "2x2:1111", "2x2:a1a1", "10x10:zzzv"])
def test_the_task_of_a_site_is_never_another_puzzle(given: str) -> None:
    done = puzzlegen("convert", "-q", given, "--to", "site")
    assert (done.returncode, done.stdout) == (2, "")
    assert "use line" in done.stderr


def test_a_line_that_would_be_refused_is_not_written() -> None:
    done = puzzlegen("convert", "-q", "--to", "line", stdin="size 2x1\n1 +\n\nsize 3x1\n1 + .\n")
    assert (done.returncode, done.stdout) == (2, "3x1:1.a\n")
    assert "stdin:1: left out: '2x1:1.': '.' is a safe cell in a line, and none is blank" in done.stderr


def test_janko() -> None:
    puzzle = janko.parse_lines(JANKO.split("\n"))
    assert line.write(puzzle) == "3x3:a1#c111,m2"
    assert detect.parse(JANKO) == detect.parse(janko.write(puzzle)) == puzzle


def test_pzprv3_byte_for_byte() -> None:
    assert pzprv3.write(SMALL) == "pzprv3\nmines\n2\n3\n. 1 - \n. . . \n. . . \n. . . "
    played = "pzprv3/mines/2/3/. 1 - /. . . /# + . /. . . /"
    assert pzprv3.parse(played) == SMALL, "the marks of a player are not taken"
    assert lines(f"{played}\n{pzprv3.write(SMALL)}\n{played}") == ["3x2:a1.c"] * 3


def test_gmpuzzles_with_other_fields() -> None:
    given = "Author: A: B\nGenre: ms\nVariation: Standard\nTheme:\n\n3 2\n. 1 .\n. . .\n3x2:f"
    assert lines(given) == ["3x2:a1d", "3x2:f"]
    assert gmpuzzles.write(line.parse("3x2:a1d")) == "Genre: Minesweeper\nVariation: Standard\n3 2\n. 1 .\n. . ."


def test_text_has_a_size_where_rows_could_be_taken_for_something_else() -> None:
    assert text.write(line.parse("4x2:a1.#12b,m2")) == "mines 2\n. 1 + #\n1 2 . ."
    assert text.write(line.parse("1x2:21")) == "size 1x2\n2\n1"


def test_convert_says_what_a_format_cannot_carry() -> None:
    for form in ("line", "janko", "text"):
        done = puzzlegen("convert", "-q", "2x2:c1,m1", "--to", form)
        assert done.returncode == 0
        assert puzzlegen("convert", "-q", stdin=done.stdout).stdout == "2x2:c1,m1\n"
    for form in ("site", "puzzlink", "pzprv3", "gmpuzzles"):
        done = puzzlegen("convert", "-q", "2x2:c1,m1", "4x4:a13f3a2a2a0", "--to", form)
        assert done.returncode == 2
        assert "printed number of mines" in done.stderr
        assert done.stdout, "the other puzzle is written"


def test_convert_to_the_id_of_a_game() -> None:
    assert puzzlegen("convert", "-q", "5x5:b1c211a1a2a1c31a3b1", "--to", "tatham").stdout == "5x5:uc040c30\n"
    ambiguous = puzzlegen("convert", "-q", "3x3:i", "--to", "tatham")
    assert (ambiguous.returncode, ambiguous.stdout) == (1, "")
