"""Mistakes of quoting get one line with the place and the text as it must be written."""

from pathlib import Path

import pytest

from puzzlegen.config.load import loads_book
from puzzlegen.config.reading.quoting import numbers_in_comments, quoting_problem
from puzzlegen.errors import ConfigError

REST = "series: s\nsections:\n  - {name: n, count: 1, size: 5x5, difficulty: easy}\n"


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ('title: "The "best" book"\n', """1:14: found text behind the closing quote; write title: 'The "best" book'"""),
        ("title: 'It's mine'\n", """1:12: found text behind the closing quote; write title: "It's mine\""""),
        ('title: T\nauthor: "A" & B\n', """2:12: found text behind the closing quote; write author: '"A" & B'"""),
        ('title: "The book\n', '1:8: found a quote that is not closed on its line; end the text with "'),
        ('title: "T\nsubtitle: "x"\n', '1:8: found a quote that is not closed on its line; end the text with "'),
        ("title: 'T\nsubtitle: it's\n", "1:8: found a quote that is not closed on its line; end the text with '"),
        ("title: Mines: a book\n", '1:13: found ": " in a text without quotes; write title: "Mines: a book"'),
        ('title: "a\n  b"\nauthor: x: y\n', '3:10: found ": " in a text without quotes; write author: "x: y"'),
        ("title:\tT\n", "1:7: found a tab, allowed spaces; indent with spaces"),
        ("title: [T\n", "2:7: found brackets that are not closed, or entries without a comma between them"),
        (
            "title: T\ncover: {colors: {ground: #fff, ink: navy, accent: red}}\n",
            '2:26: found #fff without quotes, where # begins a comment; write "#fff"',
        ),
    ],
)
def test_a_mistake_of_quoting_is_named_with_its_remedy(start: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_book(start + REST, "x")
    assert str(caught.value).startswith(f"x:{message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "title", ['The "best" book', '"The best"', "'It''s'", '"a \\" b"', "a:b", '"a: b" # c', "x #1"]
)
def test_right_quotes_are_read(title: str) -> None:
    loads_book(f"title: {title}\n{REST}")
    assert quoting_problem(f"title: {title.split(' #', maxsplit=1)[0]}", 0) is None


def test_the_line_as_it_must_be_written_is_read() -> None:
    for title in ('"The "best" book"', "'It's mine'", "Mines: a book", '"It\'s" "x"'):
        found = quoting_problem(f"title: {title}\n", 0)
        assert found is not None
        loads_book(f"{found.words.partition('; write ')[2]}\n{REST}")


@pytest.mark.parametrize(
    ("line", "text", "written"),
    [
        ("title: Puzzle #1", "Puzzle", '"Puzzle #1"'),
        ("title: The best  #12 & more  ", "The best", '"The best  #12 & more"'),
        ("title: Daily #1   # shown on the card", "Daily", '"Daily #1"'),
        ("title: Daily #1\t#shown", "Daily", '"Daily #1"'),
        ("title: Days #1 to #9 # the first", "Days", '"Days #1 to #9"'),
        ('title: A "b" c #1', 'A "b" c', "'A \"b\" c #1'"),
    ],
)
def test_a_number_that_a_comment_takes_is_named_with_its_remedy(
    tmp_path: Path, line: str, text: str, written: str
) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(f"# mine\n{line}\n{REST}", encoding="utf-8")
    assert loads_book(file.read_text(encoding="utf-8")).title == text
    (found,) = numbers_in_comments(file, {"author": None, "title": text})
    assert found.startswith(f'{file}:2: title: "#1') and "is read as a comment, so the text is" in found
    assert found.endswith(f": write title: {written}, or put a space after # in a comment") and "\n" not in found


@pytest.mark.parametrize(
    ("config", "title"),
    [
        ('title: "Puzzle #1"\n', "Puzzle #1"),
        ("title: Puzzle # 1 of many\n", "Puzzle"),
        ("title: Puzzle   #first\n", "Puzzle"),
        ("title: Puzzle#1\n", "Puzzle#1"),
        ("title: Puzzle\nnote: |\n  title: Puzzle #1\n", "Puzzle"),
    ],
)
def test_other_comments_are_not_reported(tmp_path: Path, config: str, title: str) -> None:
    file = tmp_path / "c.yaml"
    file.write_text(config, encoding="utf-8")
    assert list(numbers_in_comments(file, {"title": title})) == []
    assert list(numbers_in_comments(tmp_path / "none.yaml", {"title": title})) == []
