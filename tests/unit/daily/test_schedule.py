"""Which days have a puzzle, with which number, and what each shows."""

from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegen.config.daily import WeekConfig
from puzzlegen.config.load import loads_daily
from puzzlegen.daily.schedule import a_year_before, consecutive_days, due_days, number_of
from puzzlegen.errors import LedgerError
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import request_for

START = date(2026, 12, 1)  # a Tuesday
HEAD = "title: A\nseries: s\naddress: https://example.com/\nstart: 2026-12-01\n"
DAILY = loads_daily(HEAD + "first_number: 100\nskip: [12-25, 2026-12-08 to 2026-12-09]\nweek: {sunday: none}\n")


def december(day: int) -> date:
    return date(2026, 12, day)


def test_days_that_bring_a_puzzle() -> None:
    none = [day for day in range(1, 32) if DAILY.puzzle_kind(december(day)) is None]
    assert none == [6, 8, 9, 13, 20, 25, 27]
    assert DAILY.puzzle_kind(START - timedelta(1)) is None
    friday = DAILY.puzzle_kind(december(4))
    assert friday is not None and (str(friday.size), friday.difficulty) == ("12x12", "hard")


def test_the_title_of_a_weekday_stands_over_its_puzzles_but_not_over_chosen_ones() -> None:
    week = "week: {sunday: {kind: classic, size: 9x9, difficulty: easy, title: Puzzle of the Week}, monday: none}\n"
    days = "{date: 2026-12-13, puzzle: '4x4:a13f3a2a2a0'}, {date: 2026-12-20, title: Snow}"
    daily = loads_daily(f"{HEAD}{week}choices: [{days}]\n")
    titles = {day: daily.title_on(december(day)) for day in (5, 6, 7, 13, 20, 27)}
    assert titles == {5: "", 6: "Puzzle of the Week", 7: "", 13: "", 20: "Snow", 27: "Puzzle of the Week"}


def test_difficulty_rises_from_monday_to_saturday() -> None:
    order = ("easy", "medium", "hard", "expert")
    week = [DAILY.puzzle_kind(december(14) + timedelta(i)) for i in range(6)]
    ranks = [(order.index(day.difficulty), day.size.size) for day in week if day]
    assert len(ranks) == 6 and ranks == sorted(ranks)


def test_the_default_week_rises_by_measured_effort() -> None:
    week = WeekConfig().days[:6]
    made = [
        [generate_puzzle(request_for(day.spec, day.size, f"week/{i}")).graded for i in range(30)] for day in week if day
    ]
    medians = [median(one.grade.score * one.puzzle.unproved / 10 for one in puzzles) for puzzles in made]
    assert len(medians) == 6 and medians == sorted(medians), medians


def test_numbers_count_puzzles() -> None:
    assert [number_of(DAILY, december(day), []) for day in (1, 2, 5, 7, 10)] == [100, 101, 104, 105, 106]
    assert number_of(DAILY, december(7), [(december(2), 500)]) == 504
    assert number_of(DAILY, december(7), [(december(2), 500), (december(10), 505)]) == 504


def test_a_day_left_out_gets_its_number_later() -> None:
    issued = [(december(day), number_of(DAILY, december(day), [])) for day in (1, 2, 4, 5)]
    assert number_of(DAILY, december(3), issued) == 102


def test_no_number_left() -> None:
    issued = [(december(1), 100), (december(7), 101)]
    with pytest.raises(LedgerError, match=r"^2026-12-03: no number is left for it: it would be No. 102, and"):
        number_of(DAILY, december(3), issued)


@given(st.sets(st.integers(0, 120)), st.integers(0, 120))
def test_numbers_do_not_depend_on_what_is_issued_as_long_as_the_config_stays(days: set[int], day: int) -> None:
    due = START + timedelta(day)
    issued = sorted(
        (one, number_of(DAILY, one, []))
        for one in (START + timedelta(i) for i in days - {day})
        if DAILY.puzzle_kind(one)
    )
    if DAILY.puzzle_kind(due):
        assert number_of(DAILY, due, issued) == number_of(DAILY, due, [])


def test_calendar() -> None:
    assert a_year_before(date(2028, 2, 29)) == date(2027, 2, 28)
    assert a_year_before(date(2026, 3, 31)) == date(2025, 3, 31)
    assert consecutive_days(date(2026, 12, 31), 2) == [date(2026, 12, 31), date(2027, 1, 1)]


@dataclass(frozen=True)
class Dated:
    date: date
    holds_solution: bool = True


def opened(days: str, as_of: int, *, all_hold: bool = False) -> str:
    """What days of December show on a day: ``1*`` its answer, ``2`` not; ``5o`` holds no answer back. In any order."""
    made = [Dated(december(int(word.rstrip("o"))), not word.endswith("o")) for word in days.split()]
    due = due_days(made, december(as_of), all_hold=all_hold)
    assert [one.before for one in due] == [None, *(one.day for one in due)][:-1]
    return " ".join(f"{one.day.date.day}{'*' * one.is_open}" for one in due)


@pytest.mark.parametrize(
    ("days", "as_of", "shown"),
    [
        ("", 1, ""),
        ("1", 31, "1"),  # no next day is out
        ("1 2 3", 2, "1* 2 3"),
        ("1 2 3", 1, "1 2 3"),
        ("3 1 2", 3, "1* 2* 3"),
        ("1 5", 4, "1 5"),  # its date alone is not enough
        ("1 5", 5, "1* 5"),
        ("1o 2 3o", 1, "1* 2 3*"),
    ],
)
def test_a_day_shows_its_answer_when_the_next_is_out_unless_it_holds_none_back(
    days: str, as_of: int, shown: str
) -> None:
    assert opened(days, as_of) == shown
    assert opened(days, as_of, all_hold=True) == opened(days.replace("o", ""), as_of)
