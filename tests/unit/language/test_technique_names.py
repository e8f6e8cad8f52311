"""Lessons, steps and pages to play on have one name for each technique, in each language."""

import re
from pathlib import Path

import pytest

from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import capitalized

TEMPLATES = Path(__file__).parents[3] / "templates"
LANGUAGES = sorted(path.parent.name for path in TEMPLATES.glob("*/words.yaml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heading_of_a_lesson_is_the_name_of_its_technique(language: str) -> None:
    text = (TEMPLATES / language / "techniques.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    codes = re.findall(r"figure: technique (\S+)", text)
    messages = load(language)
    names = [capitalized(messages.text(f"techniques.{code}.name")) for code in codes]
    assert len(names) >= 10
    assert [set_spaces(one) for one in headings] == [set_spaces(one) for one in names]


def set_spaces(text: str) -> str:
    """Return a text with plain spaces: catalogues are typeset, templates are not yet."""
    return " ".join(text.split())
