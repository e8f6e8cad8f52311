"""Text that is written from right to left is refused wherever it comes from."""

from pathlib import Path

import pytest

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.language.catalogue import load

BOOK = """
title: {title}
subtitle: {subtitle}
author: {author}
series: {series}
sections:
  - {{name: {name}, count: 4, size: 6x5, difficulty: easy, intro: {intro}}}
  - {{name: Pictures, kind: mosaic, difficulty: easy, pictures: [{{file: cat, title: {picture}, hint: {hint}}}]}}
front_matter: {{copyright: {copyright}}}
cover: {{make: yes, back: {back}}}
"""
KEYS = ("title", "subtitle", "author", "series", "name", "intro", "picture", "hint", "copyright", "back")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("word", ["שלום", "مرحبا"], ids=["Hebrew", "Arabic"])
def test_right_to_left_text_is_refused_in_every_key_that_is_printed(key: str, word: str) -> None:
    plain = dict.fromkeys(KEYS, "Plain")
    loads_book(BOOK.format(**plain))
    with pytest.raises(ConfigError, match="right-to-left letter"):
        loads_book(BOOK.format(**{**plain, key: word}))


def test_right_to_left_messages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "templates" / "en"
    folder.mkdir(parents=True)
    words = (shipped_folder("templates") / "en" / "words.yaml").read_text(encoding="utf-8")
    (folder / "words.yaml").write_text(words.replace("heading: Answers", "heading: תשובות"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"key\.heading: .*right-to-left letter"):
        load("en")
