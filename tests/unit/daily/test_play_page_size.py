"""Pages to play on stay small: the largest puzzles of a daily, of each variant, in each language."""

import gzip
from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.variants import VARIANTS, Variant
from puzzlegen.config.reading.date_fields import MAX_DAILY_SIDE
from puzzlegen.config.template_lookup import languages
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.ledger.issued_day import Day, Series
from puzzlegen.single.solve_puzzles import SolvedPuzzle, solve_unique

MAX_BYTES, MAX_COMPRESSED = 60_000, 20_000
SERIES = Series(
    "The Quiet Fields Daily", "Ada Example", "en", "rc", "https://puzzles.example.org/daily/", "UTC", "a4", "slate",
    hold_solution=True, par=True, home="https://www.example.org/", home_name="The Example Newspaper",
)  # fmt: skip


@cache
def largest(variant: Variant) -> GradedPuzzle:
    """Return a hard puzzle of the largest size."""
    return generate_puzzle(PuzzleRequest(Grid(MAX_DAILY_SIDE, MAX_DAILY_SIDE, variant), "largest", cap=4)).graded


@cache
def solved(variant: Variant) -> SolvedPuzzle:
    return solve_unique(largest(variant).puzzle, "")


@pytest.mark.parametrize("is_open", [False, True], ids=["held", "open"])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_largest_page_of_each_kind_is_small(variant: Variant, is_open: bool) -> None:
    record, sizes = largest(variant), {}
    for language in languages():
        series = replace(SERIES, language=language)
        before, day = (Day.issue(date(2026, 12, n), 213 + n, record, series) for n in (1, 2))
        shown = DayPresentation(day, before, is_open)
        vars(shown)["solved"] = solved(variant)  # once for all languages
        text = day_page(shown)
        assert f'<html lang="{language}">' in text and "{{ " not in text
        sizes[language] = (len(text.encode("utf-8")), len(gzip.compress(text.encode("utf-8"))))
    assert max(size for size, _ in sizes.values()) <= MAX_BYTES, sizes
    assert max(size for _, size in sizes.values()) <= MAX_COMPRESSED, sizes
