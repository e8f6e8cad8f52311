"""Texts that people paste, one case each in ``texts.txt``: read right, or refused with place and remedy."""

import re
from pathlib import Path

import pytest
from commands import puzzlegen

from puzzlegen import api
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import detect, line

TABLE = Path(__file__).with_name("texts.txt").read_text(encoding="utf-8")
KINDS = ", ".join(VARIANTS)
_ESCAPE = re.compile(r"\\(?:t|r|u([0-9a-f]{4}))")


def unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else {"\\t": "\t", "\\r": "\r"}[match[0]]

    return _ESCAPE.sub(character, text)


def cases() -> dict[str, tuple[str, list[str]]]:
    """Each text by its name, with what is read of it; {kinds} stands for the names of all kinds."""
    found: dict[str, tuple[str, list[str]]] = {}
    for paragraph in TABLE.split("\n\n"):
        name, *lines = paragraph.split("\n")
        if name.startswith("#"):
            continue
        assert name not in found, f"two cases are named {name!r}"
        text = "\n".join(unescaped(one[4:]) for one in lines if one.startswith("  |"))
        found[name] = text, [row.replace("{kinds}", KINDS)[4:] for row in lines if row.startswith("  = ")]
    return found


CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_a_text_is_read_right_or_refused(name: str) -> None:
    text, expected = CASES[name]
    found = list(api.parse_many(text, source="f"))
    assert list(map(read, found)) == expected


def read(found: Puzzle | FormatError) -> str:
    """An entry of the table: an error, or a puzzle with the mines that its source states."""
    if isinstance(found, FormatError):
        return str(found)
    return line.write(found) + (f" states {found.stated_text}" if found.stated else "")


def test_a_text_with_one_puzzle_is_the_same_for_parse() -> None:
    for name, (text, expected) in CASES.items():
        if len(expected) == 1 and not expected[0].startswith("f:"):
            assert line.write(api.parse(text)) == expected[0].partition(" states ")[0], name
        elif any(one.startswith("f:") for one in expected):
            with pytest.raises(FormatError):
                api.parse(text)


def test_a_file_of_a_table_is_read_by_the_commands(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text("1;;1\n;;\n1;;1\n", encoding="utf-8-sig")
    bad.write_text("1\t\t2\n\t\t\n2\t\t1\n", encoding="utf-8")
    read = puzzlegen("convert", "-q", str(good), str(bad))
    assert (read.returncode, read.stdout) == (2, "3x3:1a1c1a1\n")
    assert f"{bad}:2: found only tabs; write 'size WxH'" in read.stderr


def test_a_row_of_tabs_only_is_a_row_of_blanks_below_a_size() -> None:
    assert line.write(api.parse("size 2x2\n\t\n\t0")) == "2x2:c0"
    assert line.write(api.parse("size 3x2\n\t\t\n1\t\t2")) == "3x2:c1a2"


def test_the_format_can_be_named_where_a_line_has_two_meanings() -> None:
    text = "5x5:m000000f"
    with pytest.raises(FormatError, match="can be read as a line, or as a game id of Mines; choose the format line"):
        detect.parse(text)
    as_line, as_id = api.parse(text, form="line"), api.parse(text, form="tatham")
    assert line.write(as_line) == text
    assert as_id.total == sum(cell < 0 for cell in as_id.cells)
    for form, puzzle in (("line", as_line), ("tatham", as_id)):
        read = puzzlegen("convert", "-q", text, "--from", form)
        assert (read.returncode, read.stdout) == (0, line.write(puzzle) + "\n")
    assert line.write(api.parse("1111", form="site")) == "2x2:1111"
    assert line.write(api.parse("size 2x1\n. 1", form="text")) == "2x1:a1"
    with pytest.raises(FormatError, match="expected a puzzle in the format tatham"):
        api.parse("2x2:1c", form="tatham")
    with pytest.raises(FormatError, match="form: found 'lines', allowed line, site"):
        api.parse(text, form="lines")
