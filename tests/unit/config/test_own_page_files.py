"""Own pages and titles in a config: files are read at once and kept, titles have the numbers of the book."""

from pathlib import Path

import pytest

from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.load import loads_book
from puzzlegen.config.own_pages import MAX_LETTERS, own_titles
from puzzlegen.errors import ConfigError
from puzzlegen.schema.validation import config_hash

FRONT = """
title: A
series: s
sections: [{name: n, count: 1, size: 5x4, difficulty: easy}]
front_matter:
  pages:
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_is_named_alone_or_with_keys_or_its_text_stands_in_the_config() -> None:
    Path("a.md").write_text("\ufeffFor Ada.\n", encoding="utf-8")
    config = loads_book(FRONT + "    - a.md\n    - {file: a.md, after: contents, begin: right}\n    - text: Hello\n")
    one, two, three = config.front_matter.pages
    assert [one.markdown, two.markdown, three.markdown] == ["For Ada.", "For Ada.", "Hello"]
    assert (one.after, one.begin, one.align, two.after, two.begin) == (
        "copyright", "next page", "top", "contents", "right",
    )  # fmt: skip


def test_empty_lines_before_a_text_count_in_messages() -> None:
    Path("a.md").write_text("\n \n\nFor Ada.\n\n", encoding="utf-8")
    config = loads_book(FRONT + "    - a.md\n")
    assert config.front_matter.pages[0].markdown == "\n\n\nFor Ada."
    assert BookConfig.model_validate(config_values(config)) == config


def test_a_config_keeps_the_text_when_the_file_changes_or_goes() -> None:
    Path("a.md").write_text("For Ada.", encoding="utf-8")
    config = loads_book(FRONT + "    - a.md\n")
    Path("a.md").unlink()
    again = BookConfig.model_validate(config_values(config))
    assert again == config
    assert config_hash(again) == config_hash(config)
    Path("a.md").write_text("For Eve.", encoding="utf-8")
    assert config_hash(loads_book(FRONT + "    - a.md\n")) != config_hash(config)


def test_a_page_that_is_too_long_is_refused() -> None:
    Path("long.md").write_text("a" * (MAX_LETTERS + 1), encoding="utf-8")
    with pytest.raises(ConfigError, match=rf"has {MAX_LETTERS + 1} characters, allowed {MAX_LETTERS}; divide it into"):
        loads_book(FRONT + "    - long.md\n")


TITLED = """
title: Titles
series: titles
sections:
  - {name: One, count: 3, size: 6x6, difficulty: easy}
  - {name: Two, count: 4, size: 6x6, difficulty: easy, titles: TITLES}
choices:
  - {section: One, place: 2, puzzle: "6x6:a13f3a2a2a0", title: Chosen}
  - {section: Two, place: 3, puzzle: "6x6:a13f3a2a2a0", title: Hidden}
"""


def test_titles_have_the_numbers_of_the_book() -> None:
    config = loads_book(TITLED.replace("TITLES", "{1: 100 candles, 3: Good Night}"))
    assert own_titles(config) == {2: "Chosen", 4: "100 candles", 6: "Good Night"}
    assert own_titles(BookConfig.model_validate(config_values(config))) == own_titles(config)
    assert own_titles(loads_book(TITLED.replace("TITLES", ""))) == {2: "Chosen", 6: "Hidden"}
