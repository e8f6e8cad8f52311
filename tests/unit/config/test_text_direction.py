"""Text from right to left, and letters with combining marks, are refused wherever they come from."""

from pathlib import Path

import pytest

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import shipped_folder
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown import blocks

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


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("word", "mark"),
    [
        ("G\u0303", "U+0303 (Combining Tilde)"),  # Guarani
        ("o\u0323\u0300", "U+0300 (Combining Grave Accent)"),  # Yoruba: Unicode has the letter with the dot alone
        ("\u0430\u0301", "U+0301 (Combining Acute Accent)"),  # the stress of a Russian word
        ("1\u20e3", "U+20E3 (Combining Enclosing Keycap)"),
    ],
)
def test_combining_marks_are_refused_in_every_key_that_is_printed(key: str, word: str, mark: str) -> None:
    plain = dict.fromkeys(KEYS, "Plain")
    with pytest.raises(ConfigError) as caught:
        loads_book(BOOK.format(**{**plain, key: word}))
    assert str(caught.value).endswith(
        f"found the combining mark {mark}, which cannot be printed yet; write a letter that Unicode has with this "
        "mark, or leave the mark out"
    )


def test_letters_that_unicode_has_with_their_marks_are_composed() -> None:
    book = loads_book(BOOK.format(**dict.fromkeys(KEYS, "Cafe\u0301 Vie\u0323\u0302t")))
    assert (book.title, book.sections[0].intro) == ("Caf\u00e9 Vi\u1ec7t", "Caf\u00e9 Vi\u1ec7t")
    (paragraph,) = blocks("Cafe\u0301\n", {}, "own.md", load("en"))
    assert "Caf\u00e9" in repr(paragraph)
    with pytest.raises(ConfigError, match=r"own\.md:2: found the combining mark U\+0303"):
        blocks("First.\nG\u0303\n", {}, "own.md", load("en"))


def test_right_to_left_messages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "templates" / "en"
    folder.mkdir(parents=True)
    words = (shipped_folder("templates") / "en" / "words.yaml").read_text(encoding="utf-8")
    (folder / "words.yaml").write_text(words.replace("heading: Answers", "heading: תשובות"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"key\.heading: .*right-to-left letter"):
        load("en")
