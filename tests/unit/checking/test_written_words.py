"""What is printed is compared with what was written, without the code that sets words."""

import pytest

from puzzlegen.checking.written_words import WrittenText, check_written, markdown_pieces

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
