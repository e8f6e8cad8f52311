"""A small book in every language, from its config to the finished folder, read back in that language."""

import json
from pathlib import Path

import pikepdf
import pytest
from commands import puzzlegen

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.load import load_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages, shipped_folder
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.language.catalogue import load

SAMPLE = "b1c211a1a2a1c31a3b1"
BOOK = """
title: "Vraiment ? „Größe“ ¿ñ?"
series: small
language: {language}
page: {{profile: kdp, trim: 6x9}}
sections:
  - {{name: "A : b !", count: 2, size: 6x5, difficulty: easy, per_page: 4}}
  - {{name: B, count: 1, size: 7x7, difficulty: hard, per_page: 2}}
front_matter: {{copyright: "© 2026", contents: yes}}
back_matter: {{score_card: yes, notes_pages: 12}}
output: {{preview: no}}
"""


@pytest.mark.parametrize("language", languages())
def test_a_book_in_every_language_proves_right(language: str, tmp_path: Path) -> None:
    path, out = tmp_path / "book.yaml", tmp_path / "out"
    path.write_text(BOOK.format(language=language), encoding="utf-8")
    report = build_book(BookRequest(load_book(path), out, str(path)), Silent(), lambda _: None)
    assert not report.failed, report.findings
    assert report.findings == ()
    messages = load(language)
    lines = {" ".join(row.split()) for page in read_pages(out / "interior.pdf") for row in page.lines}
    for heading in (messages.text("key.heading"), messages.text("contents.heading"), messages.text("score.heading")):
        assert heading in lines
    headings = [
        " ".join(grid.heading)
        for page in read_pages(out / "interior.pdf")
        for grid in page.grids
        if grid.number and not any(grid.mines)
    ]
    easy, hard = messages.text("difficulty.easy"), messages.text("difficulty.hard")
    assert [easy in text or hard in text for text in headings] == [True] * 3, headings
    answer = " ".join(messages.text("puzzle.answer", page=0).split()).removesuffix("0")
    assert all(answer in text for text in headings)
    with pikepdf.open(out / "interior.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0


def test_a_book_is_read_back_in_its_own_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words come from the language the manifest names: with others for the same labels the book is wrong."""
    path, out = tmp_path / "book.yaml", tmp_path / "out"
    path.write_text(BOOK.format(language="de"), encoding="utf-8")
    build_book(BookRequest(load_book(path), out, str(path)), Silent(), lambda _: None)
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["config"]["language"] == "de"
    assert "de/words.yaml" in manifest["templates"]
    monkeypatch.chdir(tmp_path)
    own = Path("templates/de/words.yaml")
    own.parent.mkdir(parents=True)
    german = (shipped_folder("templates") / "de" / "words.yaml").read_text(encoding="utf-8")
    own.write_text(german.replace("easy: Leicht", "easy: Einfach").replace("hard: Schwer", "hard: Leicht"), "utf-8")
    assert [finding.code for finding in verify_book(out, Silent()).findings] == ["F116", "P205", "P205"]
    manifest["config"]["language"] = "xx"
    (out / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(ConfigError, match='language: found "xx", allowed'):
        verify_book(out, Silent())


def test_steps_are_explained_in_a_language() -> None:
    done = puzzlegen("solve", "--explain", "--language", "de", SAMPLE)
    assert done.stdout.startswith("1. Die 1 auf Z5S5 braucht alle Felder, die noch offen sind: Z5S4 ist eine Mine.\n")
    done = puzzlegen("solve", "--explain", "--language", "es", "--cells", "a1", SAMPLE)
    assert done.stdout.startswith("1. El 1 de E5 necesita todas las casillas que le quedan: D5 es una mina.\n")
    done = puzzlegen("solve", "--explain", "--language", "dee", SAMPLE)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'language: found "dee", allowed de, en, es, fr, it, nl, pt; did you mean "de"?' in done.stderr
