"""What is printed is compared with what was written, without the code that sets words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.checking.expected import WrittenText, check_written, markdown_pieces
from puzzlegen.errors import ConfigError
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown import blocks, image_names
from puzzlegen.language.markdown_blocks import Heading, ListItem, Paragraph

INTRO = 'Rows (a), (b) and (c). See 5*5*5, "it\'s" -- and 3.. or a--b@my--site.example'
PRINTED = "Rows (a), (b) and (c). See 5*5*5, “it’s” – and 3.. or a--b@my--site.example"


def found(text: str, *pages: str, required: bool = False) -> list[str]:
    pieces = markdown_pieces(text)
    return [str(one.page) for one in check_written(pages, [WrittenText("intro", pieces, required)])]


def test_quotes_and_dashes_are_no_difference() -> None:
    assert found(INTRO, "other", f"Head {PRINTED} 12") == []


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("(c)", "©"),
        ("5*5*5", "555"),
        ("..", "…"),
        ("a--b@", "a–b@"),
        ("my--site", "my–site"),
        ("Rows", "Row"),
        ("or", "and"),
    ],
)
def test_other_words_are_found_with_their_page(written: str, printed: str) -> None:
    assert found(INTRO, "other", f"Head {PRINTED.replace(written, printed)} 12") == ["2"]


def test_the_page_that_has_most_of_a_text_is_named() -> None:
    assert found("(c) 2026 Conan", "Conan", "(c) 2062 Conan", required=True) == ["2"]


def test_a_text_that_is_not_printed_is_only_missed_if_it_must_be() -> None:
    assert found(INTRO, "Rows of other words") == []
    assert found("Own words", "other", required=True) == ["1"]


def test_a_text_may_go_on_from_page_to_page() -> None:
    words = " ".join(f"word{number}" for number in range(400))
    parts = [words[:1500], words[1500:2600], words[2600:]]
    pages = [f"{part} {number}" for number, part in enumerate(parts, start=7)]
    assert found(words, "first", *pages, required=True) == []
    assert found(words, "first", *[page.replace("word150 ", "") for page in pages], required=True) == ["2"]
    assert found(words, "first", pages[0], "between", *pages[1:], required=True) != []


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("# Title\n\nText **bold** and *em*.", ["Title", "Text ", "bold", " and ", "em", "."]),
        ("- one\n- two\n  1984. three", ["one", "two", "three"]),
        ("One\ntwo  \nthree", ["One\ntwo  \nthree"]),
        ("-> Ada ->", ["Ada"]),
        ("![](a.png)\n\n---\n\n{{ title }}, so", [", so"]),
        ("See [us](https://a.example) or <b@c.example>", ["See ", "us", " or ", "b@c.example"]),
        ("a\\*b &copy; c", ["a", "b ", " c"]),
        ("**Mine**sweeper 2*3*4", ["Mine", "sweeper 2*3*4"]),
        ("[a][1]\n\n[1]: https://b.example", ["a"]),
    ],
)
def test_signs_that_may_be_markup_end_a_piece(text: str, pieces: list[str]) -> None:
    assert [piece.strip() for piece in markdown_pieces(text)] == [piece.strip() for piece in pieces]


MARKUP = [
    *"ab5*_ '\"&|~é[]()=\n\\", "**", "__", "\n\n", "- ", "1. ", "10) ", "# ", "> ", "(c)", "--", "---", "\n---\n",
    "[x](https://a.b)", "<https://a.b/c--d>", "https://x--y.z", "\\*", "&copy;", "...", "+-", "???", "-> ", " <-",
    " ->", "![](a b.png)", "{{ title }}", "  \n", "$5", "2*3", "*x*", "**y**", "1984. ", "word ", "The ",
]  # fmt: skip


@given(st.lists(st.sampled_from(MARKUP), max_size=25), st.sampled_from(["en", "de", "fr"]))
def test_a_text_is_refused_or_printed_as_written(pieces: list[str], language: str) -> None:
    """Two readers of Markdown that share no code agree on every text that is not refused."""
    text = "".join(pieces)
    try:
        found = blocks(text, {"title": "T"}, "own.md", load(language), own_page=True)
    except ConfigError as error:
        assert str(error).startswith("own.md:") and "\n" not in str(error)
        return
    image_names(text)
    words = [block.runs for block in found if isinstance(block, Heading | Paragraph | ListItem)]
    page = "\n".join("".join(run.text for run in runs) for runs in words)
    assert check_written([page], [WrittenText("text", markdown_pieces(text), required=True)]) == []
