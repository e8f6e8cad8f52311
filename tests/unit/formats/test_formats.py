import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import answer, detect, json_record, line
from puzzlegen.formats.cells import parse_size

SAMPLE = "5x5:b1c211a1a2a1c31a3b1"


def test_site_and_line() -> None:
    puzzle = line.parse("b1c211a1a2a1c31a3b1")
    assert line.write(puzzle) == SAMPLE
    assert line.write_body(puzzle) == "b1c211a1a2a1c31a3b1"


def test_a_run_over_26_is_split() -> None:
    puzzle = line.parse("10x3:zd")
    assert puzzle.cells == (-1,) * 30
    assert line.write(puzzle) == "10x3:zd"
    assert line.write(line.parse("13x4:zz")) == "13x4:zz"
    assert line.write(line.parse("9x3:za")) == "9x3:za"


def test_total_and_marks() -> None:
    puzzle = line.parse("3x2:a.#2b,m2")
    assert puzzle.cells == (-1, -2, -3, 2, -1, -1)
    assert puzzle.total == 2
    assert line.write(puzzle) == "3x2:a.#2b,m2"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "found an empty text"),
        ("5x5:b1", "needs 25 cells, found 3"),
        ("2x2:a9b", "column 6: found '9'.* in '2x2:a9b'"),
        ("abc", "not a square"),
        ("2x2:aaaaa", "more than the 4 cells"),
        ("2x2:d,m5", "5 mines cannot fit in 4 blank cells"),
        ("0x3:", "each side must be 1 to 1000"),
        ("{}", 'no text under "puzzle"'),
        ("[]", "expected an array of rows"),
        ("[3]", "expected an array of rows"),
        ('{"puzzle": 3}', 'no text under "puzzle"'),
        ("{", "not JSON"),
        ("z" * 50000, "more than the 1000000 cells"),
    ],
)
def test_bad_puzzles_say_what_and_where(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        detect.parse(text)


def test_lines_name_file_and_line() -> None:
    rows = ["// two puzzles", SAMPLE, "", "5x5:?"]
    with pytest.raises(FormatError, match=r"f\.txt:4:5: found '\?', expected 0-8"):
        raise next(one.found for one in detect.read_lines(rows, "f.txt") if isinstance(one.found, FormatError))


def test_reading_goes_on_after_a_fault() -> None:
    read = list(detect.read_lines(["5x5:?", "", SAMPLE], "f.txt"))
    assert [one.place for one in read] == ["f.txt:1", "f.txt:3"]
    assert str(read[0].found).startswith("f.txt:1:5: found '?'")
    assert read[1].found == line.parse(SAMPLE)


def test_lines_are_read_as_they_come() -> None:
    def coming() -> Iterator[str]:
        yield SAMPLE
        raise AssertionError("asked for more than the first line")

    assert next(detect.read_lines(coming(), "f.txt")).line == 1


def test_answer() -> None:
    assert answer.parse("yn") == (True, False)
    assert answer.write((True, False)) == "yn"
    with pytest.raises(FormatError, match=r"^column 2: found '\?', expected y or n") as fault:
        answer.parse("y?")
    assert fault.value.column == 2


def test_record_round_trip() -> None:
    solution = answer.parse("yynnnnnnnynnnnnnyynnnnyyn")
    made = GradedPuzzle(
        line.parse(SAMPLE), solution, Grade(1, "easy", 25.0, 9, (1, 2)), "s/1/0", 3, number=4, section=2
    )
    text = json_record.dumps(json_record.as_dict(made))
    assert json_record.parse_record(text) == made
    assert detect.parse(text) == made.puzzle
    assert json.loads(text)["clues"] == 11
    classic = replace(made, classic_start=7)
    assert json_record.as_dict(classic)["classic_start"] == [2, 3]
    assert json_record.parse_record(json_record.dumps(json_record.as_dict(classic))) == classic


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tier", "1"),
        ("solution", "yn"),
        ("seed", 5),
        ("score", True),
        ("par", [1]),
        ("classic_start", [1, 1]),
        ("classic_start", [1]),
        ("classic_start", [0, 3]),
        ("classic_start", [1, 6]),
        ("classic_start", [1, 3.0]),
        ("classic_start", None),
    ],
)
def test_record_names_the_bad_key(key: str, value: object) -> None:
    solution = answer.parse("yynnnnnnnynnnnnnyynnnnyyn")
    data = json_record.as_dict(GradedPuzzle(line.parse(SAMPLE), solution, Grade(1, "easy", 25.0, 9, (1, 2)), "s")) | {
        key: value
    }
    with pytest.raises(FormatError, match=key):
        json_record.parse_record(json.dumps(data))


def test_sizes() -> None:
    assert str(parse_size("12x9")) == "12x9"
    for text in ("12", "x", "axb", "-1x4", "1000000000x2", "0x0"):
        with pytest.raises(FormatError):
            parse_size(text)
