"""Whether the words of a series fit its files: asked before a day is issued, for what is issued stays."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.daily.day import Day, Series
from puzzlegen.daily.day_files import address_of, card_of, options, printed
from puzzlegen.daily.presentation import Told
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.language.dates import in_words
from puzzlegen.layout.daily_page import check_address
from puzzlegen.layout.picture.link_previews import thumbnail
from puzzlegen.layout.picture.picture_themes import LIGHT
from puzzlegen.layout.picture.puzzle_picture import puzzle_picture


def check_words(series: Series, boards: Iterable[tuple[Grid, str]], days: Iterable[tuple[date, int]]) -> None:
    """Lay out every file that has words of the series, for the longest date and number.

    ``boards`` are sizes with the code of a difficulty, ``days`` dates with their numbers. Raises LayoutError or
    ConfigError, as drawing those days would.
    """
    known = list(days)
    if not known:
        return
    metrics = FontMetrics()
    longest = max((when for when, _ in known), key=lambda day: metrics.width(in_words(day, series.language), "regular"))
    number = max(number for _, number in known)
    for grid, difficulty in dict.fromkeys(boards):
        puzzle = Puzzle(grid, (0, *[BLANK] * (grid.size - 1)))  # what stands on the board is no matter of words
        record = GradedPuzzle(puzzle, (False,) * grid.size, 1, difficulty, 0.0, 0, (240, 300), "")
        told = Told(Day(longest, number, record, series), None)
        check_address(address_of(told), metrics)  # whatever solution, and so whatever column, stands below
        card_of(told)
        puzzle_picture(puzzle, metrics, None, options(told, LIGHT))
        puzzle_picture(puzzle, metrics, None, options(told, LIGHT, solved=True))
        thumbnail(puzzle, metrics)
        printed(told)
