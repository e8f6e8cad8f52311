"""Mistakes of quoting get one line with the place and the text as it must be written."""

import pytest

from puzzlegen.config.load import load_book, load_daily, loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.schema.yaml_nodes import quoting_problem

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
        (
            "title: T\ncover: {category: Games #1, make: no}\n",
            '2:25: found #1 without quotes, where # begins a comment; write "Games #1"',
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


def doubts_of(config: str) -> list[str]:
    found: list[str] = []
    loads_book(config, "c.yaml", found.append)
    return found


@pytest.mark.parametrize(
    ("line", "text", "written"),
    [
        ("title: Puzzle #1", "Puzzle", '"Puzzle #1"'),
        ("title: Puzzle   #first", "Puzzle", '"Puzzle   #first"'),
        ("title: The best  #12 & more  ", "The best", '"The best  #12 & more"'),
        ("title: Daily #1   # shown on the card", "Daily", '"Daily #1"'),
        ("title: Daily #1\t# shown", "Daily", '"Daily #1"'),
        ("title: Days #1 to #9 # the first", "Days", '"Days #1 to #9"'),
        ('title: A "b" c #1', 'A "b" c', "'A \"b\" c #1'"),
        ("title: One\n  two #3", "One two", '"One two #3"'),
    ],
)
def test_a_text_that_a_comment_cuts_is_named_with_its_remedy(line: str, text: str, written: str) -> None:
    config = f"# mine\n{line}\n{REST}"
    assert loads_book(config).title == text
    (found,) = doubts_of(config)
    assert found.startswith('c.yaml:2:8: title: "#') and "is read as a comment, so the text is" in found
    assert found.endswith(f": write title: {written}, or put a space after # in a comment") and "\n" not in found


def test_every_text_of_a_config_is_looked_at() -> None:
    found = doubts_of(
        "title: T\nsubtitle: #2\nseries: quiet vol #1\nauthor: A #3\nfillers: [quotation]\nquotations:\n"
        "  - Be quick #4\n  - Be # slow\nfront_matter:\n  copyright: Ada #5\n"
        "cover: {make: yes,\n  category: Games #6\n  }\n"
        "sections:\n  - name: One #7\n    count: 6\n    size: 8x8\n    difficulty: easy\n    intro: Vol #8\n"
    )
    keys = [line.split(": ", 1)[1].partition(': "#')[0] for line in found]
    assert keys == [
        "subtitle", "series", "author", "quotations[1]", "front_matter.copyright", "cover.category",
        'sections[1] "One": name', 'sections[1] "One": intro',
    ]  # fmt: skip
    assert found[0].endswith('so the text is nothing: write subtitle: "#2", or put a space after # in a comment')
    assert '"#4" is read as a comment, so the text is "Be quick": write - "Be quick #4", or' in found[3]


@pytest.mark.parametrize(
    "config",
    [
        'title: "Puzzle #1"\n',
        "title: Puzzle # 1 of many\n",
        "title: Puzzle ## first\n",
        "title: Puzzle #---- first\n",
        "title: Puzzle#1\n",
        'title: "Puzzle" #1\n',
        "title: >-\n  Puzzle #1\n",
        "title: Puzzle\nlanguage: en # German follows\n",
        "title: Puzzle\npage: {profile: kdp} #ingram\n",
        "title: Puzzle\nprofiles: [kdp] #ingram\n",
        "title: Puzzle\ncells: a1 #rc\n",
        "title: Puzzle\npage:\n  max_pages: 120 #90\n",
    ],
)
def test_comments_that_cut_no_text_are_not_reported(config: str) -> None:
    assert doubts_of(config + REST) == []


def test_a_text_that_is_nothing_but_a_comment_is_explained() -> None:
    with pytest.raises(ConfigError, match=r'title: found nothing, .*; "#1 of 9" is read as a comment: write title: '):
        loads_book(f"title: #1 of 9\n{REST}")


def test_shipped_configs_cut_no_text() -> None:
    for file in sorted(shipped_folder("configs").glob("*.yaml")):
        found: list[str] = []
        (load_daily if "daily" in file.stem else load_book)(file, found.append)
        assert found == []
