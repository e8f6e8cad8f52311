"""Configs with comments: every text is read back as it was, and comments are the descriptions of the schema."""

import pytest
import yaml

from puzzlegen.config.book import BookConfig
from puzzlegen.config.daily import DailyConfig
from puzzlegen.schema import yaml_nodes
from puzzlegen.starters.configs import Example, commented_yaml

TEXTS = [
    "My Book", "A: B", 'The "best" book', "It's", "null", "~", "yes", "1984", "# 1", "- a", "[x]", "{x}", "a #b", "x,y",
    "Ça & là", "trailing:", "@home", "%", "tab\\t", "é\u2009è", "!x", "*x", "|", "'",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_is_read_back(text: str) -> None:
    values = {"title": text, "sections": [{"name": text, "pictures": [text, "b"]}], "page": {"paper": text}}
    found = yaml_nodes.plain_values(yaml_nodes.parse(commented_yaml(BookConfig, values), "x").root)
    assert found == values


def test_a_text_of_several_lines_is_a_block_also_as_an_example() -> None:
    text = commented_yaml(BookConfig, {"front_matter": {"copyright": "One\nTwo"}, "author": Example("A\nB")})
    assert yaml.safe_load(text) == {"front_matter": {"copyright": "One\nTwo\n"}}
    assert "# author: |\n#   A\n#   B\n" in text
    shown = "\n".join(line.replace("# ", "", 1) for line in text.splitlines() if line.startswith(("# author", "#   ")))
    assert yaml.safe_load(shown) == {"author": "A\nB"}


def test_comments_are_the_descriptions_once_in_a_list() -> None:
    sections = [{"name": "One", "count": 2}, {"name": "Two", "count": 3}]
    text = commented_yaml(BookConfig, {"title": "T", "sections": sections})
    assert f"# {BookConfig.model_fields['title'].description}\ntitle: T\n" in text
    assert text.count("Number of puzzles in the section.") == 1
    assert yaml.safe_load(text)["sections"] == sections


def test_groups_within_groups_stand_on_one_line() -> None:
    text = commented_yaml(DailyConfig, {"week": {"monday": {"size": "9x9", "difficulty": "easy"}}})
    assert "  monday: {size: 9x9, difficulty: easy}\n" in text
