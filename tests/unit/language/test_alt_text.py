"""Pictures in words, in every language."""

from dataclasses import replace

import pytest
from layout_boards import board

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import KNIGHT
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.files.templates import languages
from puzzlegen.language.alt_text import MAX_LENGTH, Subject, animation_alt, puzzle_alt, solution_alt, text_grid, title
from puzzlegen.language.catalogue import load

EN = load("en")
NB = "\u00a0"


def test_the_short_text_names_number_size_and_difficulty():
    subject = Subject(board(8, 8, 1)[0], number=214, difficulty="medium")
    assert puzzle_alt(subject, EN) == f"Minesweeper No.{NB}214, 8 by 8, medium; text version below"
    assert solution_alt(subject, EN) == f"Solution: Minesweeper No.{NB}214, 8 by 8, medium"
    moving = animation_alt(subject, 31, EN)
    assert moving.startswith("Looping animation: Minesweeper") and "solved in 31 steps" in moving
    assert title(Subject(subject.puzzle, "Quiet Fields"), EN) == "Quiet Fields, 8 by 8"
    knight = Puzzle(Grid(8, 7, KNIGHT), (BLANK,) * 56)
    assert title(Subject(knight), EN) == "Knight Minesweeper, 8 by 7"
    assert title(Subject(knight, "Quiet Fields", 3), EN) == f"Quiet Fields No.{NB}3, Knight Minesweeper, 8 by 7"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", f"Lösung: Das tägliche Rätsel Nr.{NB}1, 8 mal 8, Stufe Experte"),
        ("fr", f"Solution{NB}: Das tägliche Rätsel N°{NB}1, 8 sur 8, niveau expert"),
        ("es", f"Solución: Das tägliche Rätsel N.º{NB}1, 8 por 8, nivel experto"),
        ("it", f"Soluzione: Das tägliche Rätsel N.{NB}1, 8 per 8, livello esperto"),
    ],
)
def test_a_title_and_a_difficulty_stand_in_a_sentence_of_any_language(language, text):
    subject = Subject(board(8, 8, 1)[0], "Das tägliche Rätsel", 1, "expert")
    assert solution_alt(subject, load(language)) == text


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


def test_rows_of_cells_that_are_no_blanks():
    puzzle = Puzzle(Grid(4, 1), (BLANK, 2, EMPTY, VOID), total=1)
    assert text_grid(puzzle, EN) == ["Row 1: blank, 2, safe, no cell", f"1{NB}mine"]
    assert text_grid(puzzle, EN, (True, False, False, False)) == ["Row 1: mine, 2, safe, no cell", f"1{NB}mine"]
