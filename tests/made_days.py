"""The files of a day for the tests of what they hold: its puzzle, its day, and how they are written and read."""

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.daily.day_files import write_day
from puzzlegen.formats import line
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import classic_request
from puzzlegen.ledger.days import Day, Series
from puzzlegen.single.solve_puzzles import graded_puzzle, solve_puzzle

SERIES = Series(
    "Quiet Fields", "Ada Example", "en", "rc", "https://puzzles.example.org/daily/", "UTC", "a4", "harbour", False
)
TWELVE = "12x12:a5b3d12g4443b4c12d5c31a24f34a4d411g5c10a3b323h3b2a1c3a5a33a1b2i2b2a24b4c32e2b3b1"
NINE = "9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0"
PIXELS = {
    "puzzle.png": (1200, 1200), "puzzle-dark.png": (1200, 1200), "solution.png": (1200, 1200),
    "solution-dark.png": (1200, 1200), "board.png": (1086, 1086),
    "board-solution.png": (582, 582), "thumb.png": (240, 240), "card.png": (1200, 630),
}  # fmt: skip


def day(text: str = TWELVE, number: int = 12, series: Series = SERIES) -> Day:
    return Day.issue(date(2026, 11, 19) + timedelta(number), number, record(text), series)


def record(text: str) -> GradedPuzzle:
    return replace(graded_puzzle(solve_puzzle(line.parse(text), 4)), stream=f"quiet/{text[:5]}", attempts=1)


@cache
def classic_record(size: str = "9x9", mines: int = 13, difficulty: str = "medium") -> GradedPuzzle:
    """A puzzle whose mines are a board of the classic game."""
    width, height = map(int, size.split("x"))
    return make_puzzle(classic_request(Grid(width, height), mines, difficulty, 20_000, f"classic {size}")).graded


def classic_day(number: int = 12, series: Series = SERIES) -> Day:
    return Day.issue(date(2026, 11, 19) + timedelta(number), number, classic_record(), series)


def made(folder: Path, today: Day, before: Day | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    write_day(folder, today, before)
    return folder


def read(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")
