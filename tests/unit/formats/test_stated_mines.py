"""Words in comments and heads: which state the number of mines of a puzzle, and which are about something else."""

import pytest

from puzzlegen.formats.source_text import in_words

TOTALS = """\
// 10 mines
# 10 mines.
# Mines: 10
# mines=10
# Mine count: 10
## Grid 3 of 10: 10 mines
Puzzle 1 (10 mines)
# 3x3, 10 mine, start R1C1, tier 2, seed monday
# width: 9, height: 9, mines: 10
# Beginner (9x9, 10 mines)
# 9x9 - 10 mines
# Big Heart: 10 mines
# Heart - 10 mines - easy
// 10 mines in all
// Anzahl Minen: 10
// 10 Minen insgesamt
// 10 mines au total
// Número de minas: 10
// 10 mijnen
// Totale mine: 10
// 3 mines in the corner, 10 mines in all
// total mines: 10
// number of mines is 10
// 10 bombs
// [mines 10]
// mines 10; id 4
// ---- 10 mines ----
"""
OTHERS = """\
# needs 5 mines to unlock
# unlocks after 5 mines
# level 3 needs 5 mines
# 5 mines left
# 5 mines to go
# 5 mines found
# 5 mines flagged so far
# mines found: 5
# mines: 5 left
# remaining mines: 5
# max mines: 5
# max. mines: 5
# 1 to 8 mines
# 3-5 mines
# 3 - 5 mines
# 3..5 mines
# mines: 3-5
# mines: 3 - 5
# mines: 3 to 5
# mines: 3..5
# mines: 3/10
# mines 3 or 4
# at least 5 mines
# at most 5 mines
# fewer than 5 mines
# 5 mines around the 3
# 5 mines per row
# 5 mines each
# 3 mines in the corner
# row 2 has 3 mines
# the first 5 mines are easy
# after mines 5 and 6 the row is done
# mines 5 and 6
# I hit 5 mines yesterday
# 2.5 mines
# about 5 mines
# ca. 5 mines
# not 5 mines
# 5 mines or more
# 5 minesweepers
# 5 mines short
# mines R1C1 R2C2, 3 cells
# worth 5 mines
# column with 3 mines
# 5 mine cards
# clear mines 3 times
Puzzle 7 with 10 mines
// Easy 5x5 with 10 mines
# 9x9 board with 10 mines
# 9x9 board containing 10 mines
# width=9 height=9 mines=10 solved=false
# width = 9 height = 9 mines = 10
// There are 10 mines in total
// 10 mines to find
// 10 mines are hidden
// Find 10 mines!
// Find the 10 mines on this board
// 8x8 mit 10 Minen
// Es gibt 10 Minen
// Il y a 10 mines
// Hay 10 minas
// rows 3 cols 4 mines 10
// 10 mines with 3 hints
// 10 mines by Anna
// 10 mines 9x9
// Expert 30x16 10 mines
"""


@pytest.mark.parametrize("words", TOTALS.splitlines())
def test_words_that_describe_a_board_state_its_total(words: str) -> None:
    assert in_words(words) == (10,)


@pytest.mark.parametrize("words", OTHERS.splitlines())
def test_other_words_about_mines_state_none(words: str) -> None:
    assert in_words(words) == ()


def test_each_number_is_stated_once() -> None:
    assert in_words("// 9x9, 10 mines; beginner: 8 mines, 10 bombs") == (10, 8)
