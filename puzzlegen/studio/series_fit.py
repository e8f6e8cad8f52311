"""Finds words of a daily that do not fit its files, before a day is made.

Its function runs in the process of a project, in its folder.
"""

from __future__ import annotations

from puzzlegen.config.load import loads_daily
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.fit_check import check_fit
from puzzlegen.daily.plan import today
from puzzlegen.daily.schedule import consecutive_days, number_of, puzzle_kind
from puzzlegen.errors import ConfigError, LayoutError
from puzzlegen.studio.book_editor import ShownProblem, problems_of_layout

AHEAD = 366  # days that are checked: the dates of some months are longer than others


def problems_of_fit(text: str) -> tuple[ShownProblem, ...]:
    """Return what does not fit the files of the coming days, by the check that runs before days are made.

    Raises ConfigError for a config with other problems.
    """
    config = loads_daily(text)
    days = consecutive_days(max(today(config), config.start), AHEAD)
    kinds = {day: kind for day in days if (kind := puzzle_kind(config, day))}
    if not kinds:
        return ()
    number = number_of(config, max(kinds), [])
    boards = [(board, str(kind.difficulty), kind.is_classic) for kind in kinds.values() for board in kind.boards]
    try:
        check_fit(series_from_config(config), boards, [(day, number) for day in kinds])
    except (ConfigError, LayoutError) as error:
        return problems_of_layout("daily", str(error)) or (ShownProblem("", 0, str(error)),)
    return ()
