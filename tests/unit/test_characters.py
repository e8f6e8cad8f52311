"""Characters of word processors, PDFs and chat programs are read as what they mean, in texts, numbers and YAML."""

import pytest

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.schema.edit import set_value
from puzzlegen.schema.isbn import isbn_digits
from puzzlegen.schema.yaml_nodes import as_yaml
from puzzlegen.wording import INVISIBLE, as_meant, as_typed, character_name, single_spaced

N = "\u00a0"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("e\u2011mail and well\u2010known", "e-mail and well-known"),
        ("10\u2009mm", "10\u202fmm"),
        ("often: of\u00adten", "often: often"),
        ("☎\ufe0f \u2764\ufe0e", "☎ \u2764"),
        ("a\u200bb\u200cc\u200dd\u2060e\ufefff", "abcdef"),
        ("\u202a978 0\u202c \u2068name\u2069\u200e", "978 0 name"),
        (f"10{N}mm \u202f»", f"10{N}mm \u202f»"),
        ("wide\u2003space\u3000here", "wide space here"),
        ("of\ufb01ce \ufb02oor", "office floor"),
        ("one\u2028two\u2029three\vfour", "one\ntwo\n\nthree\nfour"),
        ("– — “quoted” … stays", "– — “quoted” … stays"),
    ],
)
def test_a_text_is_read_as_meant(written: str, meant: str) -> None:
    assert as_meant(written) == meant
    assert as_meant(meant) == meant


def test_what_turns_a_text_around_is_no_invisible_character_to_drop() -> None:
    assert not INVISIBLE.search("\u202e\u202b\u2067")


@pytest.mark.parametrize(
    "isbn",
    [
        "978\u20110\u2011306\u201140615\u20117",
        "978–0–306–40615–7",
        f"978{N}0{N}306{N}40615{N}7",
        "\u202a9780306406157\u202c",
        "978\u22120306406157\u200b",
    ],
)
def test_a_copied_isbn_is_read(isbn: str) -> None:
    assert isbn_digits(isbn) == "9780306406157"
    config = loads_book(MINIMAL + f'cover:\n  isbn: "{isbn}"\n')
    assert config.cover.isbn is not None and config.cover.isbn.isascii()


MINIMAL = "title: T\nseries: s\nsections:\n  - {name: n, count: 1, size: 5x5, difficulty: easy}\n"
COPIED = (
    f"title:{N}My\u200b Book\ufeff\r\nseries: quiet{N}vol{N}#1\r\n{N}\r\nsections:{N}\r\n{N}{N}-{N}name: One\r\n"
    f"{N}{N}{N}{N}count:{N}12{N}# comment\r\n  {N} size: 8{N}×{N}8{N}\r\n    difficulty: easy\u200b\r\n"
    f"    intro: 5{N}mm, a b\r\npage: {{trim: 150{N}x{N}200{N}mm}}\r\n"
)


def test_yaml_with_copied_spaces_is_read_and_keeps_those_of_its_texts() -> None:
    config = loads_book(COPIED)
    assert (config.title, config.series) == ("My Book", f"quiet{N}vol{N}#1")
    (section,) = config.sections
    assert (section.count, section.difficulty, section.intro) == (12, "easy", f"5{N}mm, a b")
    assert str(section.size[0]) == "8x8" and str(config.page.trim) == "150x200 mm"
    assert as_yaml(COPIED).count("\n") == COPIED.count("\n")
    assert loads_book(set_value(COPIED, ("title",), "New")).title == "New"


def test_texts_and_their_copies_with_invisible_characters_give_the_same_book() -> None:
    plain = MINIMAL.replace("series: s", "series: a quiet e-mail")
    assert loads_book(plain.replace("quiet", "qui\u00adet\u200b").replace("e-", "e\u2011")) == loads_book(plain)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("A\u202eB", "the invisible character U+202E (Right-To-Left Override)"),
        ("A\u2067B", "the invisible character U+2067 (Right-To-Left Isolate)"),
        ('"A\\u0007B"', "the control character U+0007"),
        ("A\uf0b7B", "the private character U+F0B7"),
    ],
)
def test_a_message_names_the_character_that_is_not_seen(title: str, name: str) -> None:
    with pytest.raises(ConfigError) as error:
        loads_book(MINIMAL.replace("title: T", f"title: {title}"))
    assert f"title: found {name} in " in str(error.value) and str(error.value).isprintable()


def test_spaces_are_joined_but_no_break_spaces_stay() -> None:
    assert single_spaced(f" a  b\n c{N}{N}d ") == f"a b c{N}{N}d"
    assert (
        as_typed(f"8{N}x\u20098 – 9") == "8 x 8 - 9" and character_name("☎") == "the character U+260E (Black Telephone)"
    )


SECTION = (
    "title: T\nseries: s\nsections:\n  - name: n\n    count: 1\n    size: 5x5\n    difficulty: easy\n    intro: |\n"
)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("one\ntwo\n\nthree\n  four", "one two\n\nthree four"),
        ("- one\n- two\n  more\n1. three", "- one\n- two more\n1. three"),
        ("so\n> quoted\n# Head\n-- Ada\n5 * 3", "so\n> quoted\n# Head\n-- Ada 5 * 3"),
        ("- a\n  - b  b\n    c\n- d", "- a\n  - b b c\n- d"),
        ("| a | b |\n|---|---|", "| a | b |\n|---|---|"),
    ],
)
def test_lines_are_joined_but_for_those_that_begin_a_block_of_markdown(written: str, read: str) -> None:
    block = "".join(f"      {line}\n" for line in written.split("\n"))
    assert loads_book(SECTION + block).sections[0].intro == read
