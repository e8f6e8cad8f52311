"""Plural rules, lists and numbers come from CLDR, so that a new language is a folder of templates without code."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import plural_categories
from puzzlegen.language.markdown import section_intro

CONFIG = "title: {}\nseries: s\nlanguage: {}\nsections:\n  - {{name: {}, count: 1, size: 5x4, difficulty: easy}}\n"


def with_forms(value: Any, forms: tuple[str, ...]) -> Any:
    """The messages with each plural given these forms, all with the number and the form's name."""
    if not isinstance(value, dict):
        return [with_forms(one, forms) for one in value] if isinstance(value, list) else value
    if set(value) == {"one", "other"}:
        return {form: f"{value['other']} ({form})" for form in forms}
    return {key: with_forms(one, forms) for key, one in value.items()}


@pytest.fixture
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a folder of templates for a language, with these plural forms, in English otherwise."""

    def make(language: str, *forms: str) -> None:
        folder = tmp_path / "templates" / language
        shutil.copytree(shipped_folder("templates") / "en", folder)
        english = yaml.safe_load((folder / "words.yaml").read_text(encoding="utf-8"))
        text = json.dumps(with_forms(english, forms), ensure_ascii=False, indent=1)
        (folder / "words.yaml").write_text(text, encoding="utf-8")

    monkeypatch.chdir(tmp_path)
    return make


@pytest.mark.parametrize(
    ("language", "forms", "expected"),
    [
        ("pl", "one few many other", "one few many few"),
        ("pl", "one few many", "one few many few"),
        ("sl", "one two few other", "one two other other"),
    ],
)
def test_a_language_with_more_plural_forms_needs_a_folder_and_no_code(
    made_up: Any, language: str, forms: str, expected: str
) -> None:
    made_up(language, *forms.split())
    messages = load(language)
    printed = []
    for count in (1, 2, 5, 22):
        puzzle = Puzzle(Grid(6, 5), (BLANK,) * 30, total=count)
        printed.append(text_grid(puzzle, messages)[-1])
    assert printed == [
        f"{count}\u00a0mines ({form})" for count, form in zip((1, 2, 5, 22), expected.split(), strict=True)
    ]
    assert section_intro("easy", {}, messages)
    assert loads_book(CONFIG.format("A", language, "n"), "x.yaml").language == language


def test_a_missing_form_is_refused_with_its_place_and_the_numbers_it_is_for(made_up: Any) -> None:
    made_up("sl", "one", "few", "other")
    with pytest.raises(ConfigError) as caught:
        load("sl")
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("templates/sl/words.yaml:")
    assert any(
        'puzzle.mines.two: missing, required: in English "{count}\\xa0mines"; '
        "the plural form two, for 2, 102, 202, 302 and so on" in line
        for line in lines
    )


def test_a_missing_plural_is_refused_with_the_forms_of_the_language(made_up: Any) -> None:
    made_up("sl", "one", "two", "few", "other")
    path = Path("templates/sl/words.yaml")
    words = json.loads(path.read_text(encoding="utf-8"))
    del words["puzzle"]["mines"]
    path.write_text(json.dumps(words, ensure_ascii=False, indent=1), encoding="utf-8")
    with pytest.raises(
        ConfigError, match=r"puzzle\.mines: missing.* in English .*; the plural forms one, two, few, other"
    ):
        load("sl")


def test_a_form_that_the_language_does_not_have_is_refused(made_up: Any) -> None:
    made_up("sv", "one", "few", "other")
    with pytest.raises(ConfigError, match=r"puzzle\.mines\.few: unknown key, allowed one, other"):
        load("sv")


def test_only_the_form_of_one_number_may_spell_it_out(made_up: Any) -> None:
    made_up("pl", "one", "few", "many")
    path = Path("templates/pl/words.yaml")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{count}\u00a0mines (one)", "a single mine"), encoding="utf-8")
    assert load("pl").plural("puzzle.mines", 1) == "a single mine"
    path.write_text(text.replace("{count}\u00a0mines (few)", "a few mines"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"puzzle\.mines\.few: lacks the placeholder \{count\}"):
        load("pl")


@pytest.mark.parametrize("language", ["ar", "he", "fa", "ur", "pa-Arab", "ar-simple"])
def test_a_language_whose_dates_have_right_to_left_letters_is_refused(language: str, made_up: Any) -> None:
    made_up(language, *[name for name, _ in plural_categories(language).required])
    with pytest.raises(ConfigError, match=f'^language: dates in "{language}": found the right-to-left letter'):
        load(language)


@pytest.mark.parametrize("language", ["pa", "ku", "ff-Latn"])
def test_a_language_with_a_second_script_is_taken_in_that_from_left_to_right(language: str, made_up: Any) -> None:
    made_up(language, *[name for name, _ in plural_categories(language).required])
    assert load(language).code == language
