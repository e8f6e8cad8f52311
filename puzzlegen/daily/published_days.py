"""Tells what the files of a series show of each published day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from puzzlegen.daily.schedule import may_show_answer
from puzzlegen.ledger.issued_day import Day, Series


def with_neighbors(days: Sequence[Day]) -> list[tuple[Day | None, Day, Day | None]]:
    """Return each day between the day before it and the day after it."""
    return list(zip([None, *days], days, [*days[1:], None], strict=False))


def shows_answer(day: Day, after: Day | None, series: Series) -> bool:
    """Tell whether the solution may be shown; ``after`` is the next published day."""
    held = series.hold_solution or day.series.hold_solution
    return may_show_answer(held, after.date if after else None, date.max)
