"""Days of a series for the tests of its files: real puzzles, the easy ones early in the week."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.formats.json_record import parse_record
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions
from puzzlegen.ledger.days import Day, Series

_LINES = (Path(__file__).parent / "dailies.jsonl").read_text(encoding="utf-8").splitlines()
WEEK = [parse_record(line) for line in _LINES]
SERIES = Series(
    title="Daily Minesweeper",
    author="Ada Example",
    language="en",
    cells="rc",
    address="https://puzzles.example.org/daily/",
    timezone="Europe/London",
    paper="a4",
    palette="slate",
    hold_solution=True,
)


_DRAWN: dict[tuple[str, int], bytes] = {}


def some_days(first: date, count: int, series: Series = SERIES, skip: Iterable[int] = ()) -> list[Day]:
    """``count`` days from ``first`` on, numbered from 1, without the weekdays to skip (Monday is 0)."""
    days: list[Day] = []
    day = first
    while len(days) < count:
        if day.weekday() not in skip:
            days.append(Day.issue(day, 1 + len(days), WEEK[day.weekday()], series))
        day += timedelta(days=1)
    return days


def write_pictures(days: Iterable[Day], room: Path, names: dict[str, int]) -> None:
    """Pictures of so many pixels by name, into each day's folder; drawn once a puzzle and run."""
    for day in days:
        (room / day.name).mkdir(parents=True, exist_ok=True)
        for name, width in names.items():
            path, key = room / day.name / name, (day.graded.stream, width)
            if key not in _DRAWN:
                write_png(puzzle_picture(day.puzzle, FontMetrics(), None, PictureOptions(width)), path)
                _DRAWN[key] = path.read_bytes()
            path.write_bytes(_DRAWN[key])


def titled(title: str, **changes: object) -> Series:
    return replace(SERIES, title=title, **changes)
