"""Pictures in words, in every language."""

from dataclasses import replace

import pytest
from layout_boards import board

from puzzlegen.files.templates import languages
from puzzlegen.language.alt_text import MAX_LENGTH, Subject, animation_alt, puzzle_alt, solution_alt, text_grid, title
from puzzlegen.language.catalogue import load

EN = load("en")
NB = "\u00a0"


@pytest.mark.parametrize("language", languages())
def test_short_texts_are_short_in_every_language(language):
    words = load(language)
    puzzle = board(30, 16, 1)[0]
    for difficulty in words.difficulties():
        for series in ("", "A Series With Quite a Long Name", "S" * 200):
            subject = Subject(puzzle, series, 99_999, difficulty)
            classic = replace(subject, classic=True)
            named = replace(classic, series="" if len(series) == 200 else series)
            assert puzzle_alt(classic, words) == title(named, words)
            assert words.pattern("picture.puzzle").partition("}")[2] not in animation_alt(classic, 999, words)
            assert len(animation_alt(classic, 999, words)) <= MAX_LENGTH
            for text in (puzzle_alt(subject, words), solution_alt(subject, words), animation_alt(subject, 999, words)):
                assert len(text) <= MAX_LENGTH and "99999" in text and "30" in text and "16" in text
                assert ("S" * 200) not in text and "{" not in text
    assert puzzle_alt(Subject(puzzle, "Quiet Fields", 7), words).startswith("Quiet Fields ")


@pytest.mark.parametrize("language", languages())
def test_every_cell_is_in_the_text_version(language):
    words, (puzzle, mines) = load(language), board(9, 7, 3)
    names = [
        words.text("picture.blank"),
        words.text("picture.mine"),
        words.text("picture.safe"),
        words.text("picture.outside"),
    ]
    assert len(set(names)) == 4
    for solution in (None, mines):
        rows = text_grid(puzzle, words, solution)
        assert len(rows) == 7
        for row, line in enumerate(rows):
            cells = line.split(": " if ": " in line else f"{NB}: ", 1)[1].split(", ")
            for col, cell in enumerate(cells):
                i = puzzle.grid.cell(row, col)
                if puzzle.cells[i] >= 0:
                    assert cell == str(puzzle.cells[i])
                elif solution is None:
                    assert cell == words.text("picture.blank")
                else:
                    assert cell == (words.text("picture.mine") if mines[i] else words.text("picture.safe"))
            assert len(cells) == 9
