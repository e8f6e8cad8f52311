"""Books and days of puzzles with an idea: made, read back, named above each puzzle, and verified; requests refused."""

import json
from pathlib import Path

import pytest
from commands import run

from puzzlegen.board.ideas import IDEAS, idea_named
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.formats.json_record import read_records
from puzzlegen.language.catalogue import load

BOOK = """
title: Ideas
series: ideas
language: {language}
page: {{profile: screen, trim: 8.5x11}}
aids: {{hints: back, par: yes, time: yes}}
sections:
  - {{name: All, count: 18, size: 10x10, difficulty: easy, per_page: 4, idea: mixed}}
  - {{name: Squares, count: 2, size: 9x9, difficulty: medium, per_page: 2, idea: magic-square}}
  - {{name: Narrow, count: 6, size: 8x8, difficulty: easy, per_page: {narrow}, idea: mixed}}
  - {{name: Hard, count: 2, size: [11x9, 8x12], difficulty: hard, idea: "digits:2026"}}
"""
DAILY = """
title: Ideas
series: daily ideas
address: https://puzzles.example.org/d/
start: 2026-12-01
hold_solution: no
week:
  monday: {size: 9x9, difficulty: easy, idea: magic-square}
  tuesday: {size: 8x8, difficulty: easy, idea: mixed}
  wednesday: {size: 9x8, difficulty: hard, idea: odd}
  thursday: none
  friday: none
  saturday: none
  sunday: none
"""


def built(folder: Path, language: str, *words: str) -> Path:
    path, out = folder / "book.yaml", folder / "out"
    narrow = 4 if language == "pt" else 6  # its sentences take more lines over narrow boards
    path.write_text(BOOK.format(language=language, narrow=narrow), encoding="utf-8")
    code, _, errors = run("book", str(path), "-o", str(out), "--no-ledger", "--jobs", "1", *words)
    assert code == 0, errors
    return out


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("ideas"), "en")


@pytest.mark.parametrize("language", ["en", "de", "pt"])
def test_a_book_names_the_idea_over_each_puzzle(language: str, english: Path, tmp_path: Path) -> None:
    out = english if language == "en" else built(tmp_path, language, "--puzzles", str(english / "puzzles.jsonl"))
    code, _, errors = run("verify", str(out))
    assert code == 0, errors
    printed = {
        grid.number: " ".join(grid.below)
        for page in read_pages(out / "interior.pdf")
        for grid in page.grids
        if grid.number and not grid.is_answer
    }
    messages, records = load(language), read_records(out / "puzzles.jsonl")
    assert {str(record.idea) for record in records if record.section == 1} >= {"only-2s", "rivers", "digits:314"}
    assert len({record.idea for record in records if record.section == 1}) == len(IDEAS) - 1  # all but the 9x9 one
    for record in records:
        title, sentence = messages.idea(record.idea) or ("", "")
        words = printed[record.number or 0].replace("\u2009", " ")
        assert "".join(f"{title}{sentence}".split()) in "".join(words.split())
        idea, text = idea_named(str(record.idea))
        assert idea.leads_right or idea.shows(record.puzzle.grid, record.puzzle.cells, text, ())


def test_days_name_the_idea_on_every_page(tmp_path: Path) -> None:
    path, out, ledger = tmp_path / "daily.yaml", tmp_path / "out", tmp_path / "ledger.sqlite"
    path.write_text(DAILY, encoding="utf-8")
    words = ("daily", str(path), "-o", str(out), "--ledger", str(ledger), "--jobs", "1", "--date", "2026-12-01")
    code, _, errors = run(*words, "--days", "14", "--as-of", "2026-12-14")
    assert code == 0, errors
    assert run("verify", str(out), "--ledger", str(ledger))[0] == 0
    ideas = [json.loads((out / day / "puzzle.json").read_text())["idea"] for day in ("2026-12-01", "2026-12-08")]
    assert ideas[0] != ideas[1]  # mixed: another one each week
    for name in ("index.html", "email.html", "mail.txt"):
        shown = (out / "2026-12-02" / name).read_text(encoding="utf-8")
        assert "Odd Numbers: Every number is odd" in shown, name
    page = next(iter(read_pages(out / "2026-12-07" / "puzzle.pdf")))
    assert any(line.startswith("Magic Square. The middles") for line in page.lines)
