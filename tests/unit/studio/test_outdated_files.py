"""Whether the finished files of a book are those of its present config, puzzles, pictures and templates."""

from pathlib import Path

import pytest
from PIL import Image

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.config.load import loads_book
from puzzlegen.files.templates import shipped_folder
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.studio.builds import is_outdated
from puzzlegen.studio.projects import OUTPUT

TEXT = """
title: Tiny
series: tiny
page: {profile: home-letter}
logo: {file: logo.png}
choices: choices.jsonl
sections:
  - {name: One, count: 1, size: 4x4, difficulty: easy}
"""
CHOICE = '{"section": "One", "place": 1, "puzzle": "4x4:a13f3a2a2a0"}\n'


def test_each_change_of_what_a_book_is_made_of_outdates_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Image.new("L", (600, 600), 90).save("logo.png")
    choices = Path("choices.jsonl")
    choices.write_text(CHOICE, encoding="utf-8")
    assert is_outdated(TEXT)  # there are no files
    report = build_book(BookRequest(loads_book(TEXT), Path(OUTPUT), "book.yaml"), Silent(), lambda _: None)
    assert not report.failed
    assert not is_outdated(TEXT)
    assert not is_outdated(f"# a comment\n{TEXT}")
    assert is_outdated(TEXT + "subtitle: A line\n")
    assert is_outdated(TEXT + "subtitle: [\n")

    choices.write_text("", encoding="utf-8")
    assert is_outdated(TEXT)
    choices.write_text(CHOICE, encoding="utf-8")
    assert not is_outdated(TEXT)

    Image.new("L", (600, 600), 10).save("logo.png")
    assert is_outdated(TEXT)
    Image.new("L", (600, 600), 90).save("logo.png")
    assert not is_outdated(TEXT)

    theme = Path("templates/themes/classic.yaml")
    theme.parent.mkdir(parents=True)
    shipped = (shipped_folder("templates") / "themes" / "classic.yaml").read_text(encoding="utf-8")
    theme.write_text(f"{shipped}\n# another\n", encoding="utf-8")
    assert is_outdated(TEXT)
