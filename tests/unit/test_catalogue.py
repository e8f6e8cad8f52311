"""The catalogue of words: every language is whole, and a file that is wrong is refused with the place."""

from pathlib import Path

import pytest

from puzzlegen.catalogue.load import load
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.resources import languages, shipped
from puzzlegen.words import Plural

LANGUAGES = languages()
TEMPLATES = shipped("templates")
ENGLISH = (TEMPLATES / "en" / "words.yaml").read_text(encoding="utf-8")


def refused(monkeypatch: pytest.MonkeyPatch, folder: Path, old: str, new: str) -> list[str]:
    """What is said of the English words with one part replaced."""
    assert ENGLISH.count(old) == 1, old
    monkeypatch.chdir(folder)
    own = Path("templates/en/words.yaml")
    own.parent.mkdir(parents=True)
    own.write_text(ENGLISH.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load("en")
    lines = str(caught.value).split("\n")
    assert all(line.startswith("templates/en/words.yaml:") for line in lines)
    return [line.removeprefix("templates/en/words.yaml:") for line in lines]


WRONG = [
    ("  heading: Answers\n", "", ":3: key.heading: missing, required: its heading"),
    ("  heading: Answers", "  headin: Answers\n  heading: Answers", ":3: key.headin: unknown key, allowed heading, "),
    ("heading: Answers", "heading: [Answers]", ":12: key.heading: found a list, allowed one line of text, 1 to 400"),
    ("Answer: p.\\_{page}", "Answer: p. {seite}", ":11: puzzle.answer: found the placeholder {seite}, allowed {page}"),
    ("Answer: p.\\_{page}", "Answer: p. {pag}", 'allowed {page}; did you mean "page"?'),
    ("Answer: p.\\_{page}", "Answer overleaf", ":11: puzzle.answer: lacks the placeholder {page}"),
    ("Answer: p.\\_{page}", "Answer: p. {page:>9}", "found the placeholder {page...}, allowed {page}"),
    ("Answer: p.\\_{page}", "Answer: p. {page", "where a { or } is alone"),
    ("after: Solved.", "after: Solved {number}.", "example.after: found the placeholder {number}, allowed none"),
    ("paper: letter ", "paper: foolscap ", 'paper: found "foolscap", allowed letter, a4'),
    ("singular: [1] ", "singular: [few] ", 'typography.singular[0]: found "few", allowed a whole number from 0 to 1'),
    ('"‘", "’"]', '"‘"]', "typography.quotes"),
    ("    other: \"The {number} has", "    others: \"The {number} has", "example.satisfied.other: missing, required"),
    ("  deep:\n", "  deeper:\n", "techniques.deep: missing, required: the technique deep"),
    ("name: subset", "name: ''", 'techniques.subset.name: found "", allowed one line of text, 1 to 400 characters'),
    ("[one, two, three, four, five, six, seven, eight]", "[one]", "numbers: found 1 entries, allowed 8 or more"),
]


@pytest.mark.parametrize(("old", "new", "says"), WRONG, ids=[new[:40].strip() for _, new, _ in WRONG])
def test_a_wrong_catalogue_is_refused_with_the_place(
    old: str, new: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = refused(monkeypatch, tmp_path, old, new)
    assert any(says in line for line in lines), lines
    near = ENGLISH[: ENGLISH.index(old)].count("\n") + 1  # a missing entry is told where its group begins
    assert all(near - 40 <= int(line.split(":")[0]) <= near + 2 for line in lines), lines


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = ENGLISH[ENGLISH.index("key:  ") : ENGLISH.index("contents:\n")]
    assert len(refused(monkeypatch, tmp_path, old, "key: {heading: '{a}', page: P}\n")) == 3


def test_an_unknown_language_has_no_words_and_no_book() -> None:
    with pytest.raises(ConfigError, match=r'language: found "enn", allowed .*en.*; did you mean "en"'):
        load("enn")
    with pytest.raises(ConfigError, match=r"language: found \"\.\./en\""):
        load("../en")
    config = "title: A\nseries: s\nlanguage: En\nsections:\n  - {name: n, count: 1, size: 5x4, difficulty: easy}\n"
    with pytest.raises(ConfigError, match=r'x\.yaml:3:11: language: found "En", allowed .*; did you mean "en"\?'):
        loads_book(config, "x.yaml")


def test_words_of_ones_own_go_before_the_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = Path("templates/sv/words.yaml")
    own.parent.mkdir(parents=True)
    own.write_text(ENGLISH.replace("heading: Answers", "heading: Svar"), encoding="utf-8")
    assert load("sv").key.heading == "Svar"
    assert load("en").key.heading == "Answers"
    own.write_text(ENGLISH.replace("heading: Answers", "heading: Facit"), encoding="utf-8")
    assert load("sv").key.heading == "Facit"


def test_plurals_follow_the_language() -> None:
    assert [Plural("one", "{count}").of(n) for n in (0, 1, 2)] == ["0", "one", "2"]
    assert [Plural("{count} mine", "{count} mines", (0, 1)).of(n) for n in (0, 1, 2)] == ["0 mine", "1 mine", "2 mines"]


def test_lists_and_names_of_cells() -> None:
    english = load("en")
    assert [english.listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert english.either("abc") == "a or b or c"
    assert english.cell(2, 27) == "R3C28"
    assert load("en", "a1").cell(2, 27) == "AB3"
    assert english.spelled(3) == "three"
    assert english.spelled(9) == "9"


def test_numbers_are_written_as_the_language_has_them() -> None:
    assert [load("en").typography.number(*n) for n in ((1600,), (16000,), (12.7, 1))] == ["1600", "16,000", "12.7"]
