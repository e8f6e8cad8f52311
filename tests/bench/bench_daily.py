"""How long a day of a series takes: generating its puzzle against drawing its files, and the files by kind.

    python tests/bench/bench_daily.py [DAYS]

The week is that of a daily: easy on small boards to expert on large ones. Times are processor time of one thread,
after a first day that loads the engine and reads the fonts; checks for repeats and the ledger are not in it.
Each file also has the ratio of its time to that of a fixed work in the same run: the speed of a shared machine varies.
"""

from __future__ import annotations

import sys
import tempfile
import time
import zlib
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import write_day_files
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.ledger.days import Day, Series

SERIES = Series(
    "Quiet Fields", "Ada Example", "en", "rc", "https://puzzles.example.org/daily/", "UTC", "a4", "harbour", False
)
WEEK = (
    (8, "easy"), (9, "easy"), (10, "medium"), (10, "medium"), (12, "hard"), (12, "expert"), (15, "hard"),
)  # fmt: skip
FIRST = date(2026, 12, 7)  # a Monday


def slot(number: int) -> PuzzleRequest:
    side, difficulty = WEEK[number % 7]
    return PuzzleRequest(Grid(side, side), f"bench/{number}", DIFFICULTIES[difficulty].cap, difficulty=difficulty)


def fixed_work() -> float:
    """Return the seconds of compressing a text of 1 MB with zlib."""
    text = b"".join(b"%d " % (i * i) for i in range(120_000))[:1_000_000]
    start = time.process_time()
    zlib.compress(text, 6)
    return time.process_time() - start


def main() -> None:
    """Make the days and print a table."""
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 56
    kinds: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    sides: dict[str, list[float]] = {}
    generating = unit = 0.0
    before: Day | None = None
    with tempfile.TemporaryDirectory() as folder:
        for number in range(-1, days):  # the first is not counted
            start = time.process_time()
            record = generate_puzzle(slot(number % 7 if number < 0 else number)).graded
            made = time.process_time()
            today = Day.issue(FIRST + timedelta(number), number + 2, record, SERIES)
            place = Path(folder) / today.name
            place.mkdir()
            at = made
            for name in write_day_files(place, DayPresentation(today, before)):
                now = time.process_time()
                if number >= 0:
                    kinds[name] += now - at
                    sizes[name] += (place / name).stat().st_size
                at = now
            before = today
            if number >= 0:
                unit += fixed_work()
                generating += made - start
                side, difficulty = WEEK[number % 7]
                row = sides.setdefault(f"{side}x{side} {difficulty}", [0.0, 0.0, 0.0])
                row[0], row[1], row[2] = row[0] + made - start, row[1] + at - made, row[2] + 1
    drawing = sum(kinds.values())
    print(f"a file: its time a day, its size, its time as a ratio to {unit / days * 1000:.1f} ms of fixed work")
    for name, taken in kinds.most_common():
        print(f"{name:20} {taken / days * 1000:7.1f} ms {sizes[name] / days / 1000:7.1f} kB {taken / unit:6.2f}")
    for name, (make, draw, count) in sides.items():
        print(f"{name:20} {make / count * 1000:7.1f} ms generating {draw / count * 1000:7.1f} ms drawing")
    print(f"{days} days: {generating / days * 1000:.1f} ms generating, {drawing / days * 1000:.1f} ms drawing a day")
    print(f"{days / (generating + drawing):.2f} days a second; drawing takes {drawing / generating:.1f} times as long")


if __name__ == "__main__":
    main()
