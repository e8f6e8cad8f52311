"""Pages to play on stay small: the largest boards of a daily of each kind, in each language, after the longest text."""

import gzip
import random
import re
from base64 import b64encode
from dataclasses import replace
from datetime import date
from functools import cache

import pytest
from made_days import classic_record

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.daily.day_content import MAX_BYTES as MAX_BYTES_OF_LOGO
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import day_page
from puzzlegen.files.templates import languages
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.ledger.days import Day, PictureTexts, Series
from puzzlegen.schema.daily_fields import MAX_DAILY_SIDE, MAX_PICTURE_SIDE
from puzzlegen.single.solve_puzzles import SolvedPuzzle, solve_unique

MAX_BYTES, MAX_COMPRESSED = 60_000, 20_000
# A logo is a data URI, which hardly compresses. Pictures have up to 30x30 cells, in the texts of two days.
LOGO_BYTES, LOGO_COMPRESSED = 8_500, 7_200
PICTURE_BYTES, PICTURE_COMPRESSED = 7_500, 1_700  # with steps of tier 2; those of tier 4 would take 3,000 more
SERIES = Series(
    "The Quiet Fields Daily", "Ada Example", "en", "rc", "https://puzzles.example.org/daily/", "UTC", "a4", "slate",
    hold_solution=True, par=True, home="https://www.example.org/", home_name="The Example Newspaper",
)  # fmt: skip


@cache
def largest(variant: Variant, side: int = MAX_DAILY_SIDE, cap: int = 4) -> GradedPuzzle:
    """Return a puzzle of the largest size, a hard one if ``cap`` lets it be."""
    return generate_puzzle(PuzzleRequest(Grid(side, side, variant), "largest", cap=cap)).graded


@cache
def solved(puzzle: Puzzle) -> SolvedPuzzle:
    return solve_unique(puzzle, "")


def sizes(
    record: GradedPuzzle, before: GradedPuzzle, series: Series = SERIES, **options: object
) -> dict[str, list[int]]:
    """Return the bytes of the page of a record in each language, and the same compressed: held, and open."""
    words = PictureTexts("A Cat on a Roof", "An animal") if options.get("picture") else None
    found: dict[str, list[int]] = {}
    for language in languages():
        own = replace(series, language=language)
        previous = Day.issue(date(2026, 12, 1), 214, before, own, picture=words)
        day = Day.issue(date(2026, 12, 2), 215, record, own, picture=words)
        for is_open in (False, True):
            shown = DayPresentation(day, previous, is_open)
            if record.classic_board is None:
                vars(shown)["solved"] = solved(record.puzzle)  # once for all languages
            text = day_page(shown)
            assert f'<html lang="{language}">' in text and "{{ " not in text
            assert re.search('<noscript>.*<img src="puzzle.png" alt="[^"]+"></noscript>', text)
            found[f"{language} {is_open}"] = [len(text.encode("utf-8")), len(gzip.compress(text.encode("utf-8")))]
    return found


def assert_small(found: dict[str, list[int]], more: int = 0, more_compressed: int = 0) -> None:
    assert max(size for size, _ in found.values()) <= MAX_BYTES + more, found
    assert max(size for _, size in found.values()) <= MAX_COMPRESSED + more_compressed, found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_the_largest_page_of_each_kind_is_small(variant: Variant) -> None:
    assert_small(sizes(largest(variant), largest(MOSAIC)))  # whose text is the longest


def test_the_largest_page_of_a_classic_board_is_small() -> None:
    board = classic_record(f"{MAX_PICTURE_SIDE}x{MAX_PICTURE_SIDE}", 185, "hard")
    assert_small(sizes(board, largest(MOSAIC)))


def test_a_logo_adds_its_own_bytes() -> None:
    png = random.Random(1).randbytes(MAX_BYTES_OF_LOGO - 24)
    head = b"\x89PNG\r\n\x1a\n" + bytes(8) + (400).to_bytes(4) + (96).to_bytes(4)
    series = replace(SERIES, logo=b64encode(head + png).decode("ascii"))
    assert_small(sizes(largest(MOSAIC), largest(MOSAIC), series), LOGO_BYTES, LOGO_COMPRESSED)


def test_the_largest_picture_adds_the_texts_of_its_cells() -> None:
    picture = largest(MOSAIC, MAX_PICTURE_SIDE, cap=2)  # of tier 4, its steps alone took 13 seconds on 2026-11-27
    assert_small(sizes(picture, picture, picture=True), PICTURE_BYTES, PICTURE_COMPRESSED)
