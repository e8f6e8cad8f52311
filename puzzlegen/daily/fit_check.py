"""Checks before days are issued that words and boards fit every file: an issued day must not change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import NamedTuple

import numpy as np

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, blank_cells
from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily import day_files
from puzzlegen.daily.chosen_days import chosen_day
from puzzlegen.daily.day_content import DayPresentation, series_from_config
from puzzlegen.daily.manifest import read_manifest
from puzzlegen.daily.plan import AS_CONFIGURED, Plan, Request, Task, Work
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.errors import LayoutError, LedgerError
from puzzlegen.language.locale_formatting import date_in_words
from puzzlegen.layout.daily_page import check_address
from puzzlegen.layout.link_previews import thumbnail
from puzzlegen.layout.puzzle_picture import puzzle_picture
from puzzlegen.layout.puzzle_picture_parts import LIGHT
from puzzlegen.ledger.days import Day, Series


class Board(NamedTuple):
    """A board: its size, the code of its difficulty, whether it is of the classic game, and the words over it."""

    grid: Grid
    difficulty: str
    is_classic: bool = False
    title: str = ""


def check_fit(series: Series, boards: Iterable[Board], days: Iterable[tuple[date, int]]) -> None:
    """Lay out every file that shows words of the series, with the longest date and number.

    ``boards`` are those that the days may have, ``days`` dates with their numbers. Raises LayoutError or ConfigError,
    as drawing those days would.
    """
    known = list(days)
    if not known:
        return
    metrics = FontMetrics()
    longest = max(
        (when for when, _ in known), key=lambda day: metrics.width(date_in_words(day, series.language), "regular")
    )
    number = max(number for _, number in known)
    for grid, difficulty, is_classic, title in dict.fromkeys(boards):
        cells = blank_cells(grid)
        cells[np.argmax(grid.present)] = 0
        puzzle = Puzzle(grid, tuple(cells.tolist()))  # the clues do not matter for the words
        grade, start = Grade(1, difficulty, 0.0, 0, (240, 300)), 0 if is_classic else None
        graded = GradedPuzzle(puzzle, (False,) * grid.size, grade, classic_start=start)
        shown = DayPresentation(Day.issue(longest, number, graded, series).titled(title), None)
        # For any width of the column, which a solution below decides
        check_address(day_files.printed_address(shown), metrics)
        day_files.link_card_page(shown)
        puzzle_picture(puzzle, metrics, None, day_files.picture_options(shown, LIGHT))
        puzzle_picture(puzzle, metrics, None, day_files.picture_options(shown, LIGHT, solved=True))
        thumbnail(puzzle, metrics)
        day_files.print_page(shown)


def check_plan(request: Request, plan: Plan) -> None:
    """Raise LayoutError or ConfigError if days would be issued, or redrawn, with words that do not fit.

    Raises GenerationError for a chosen puzzle that is damaged, too large or has no proof.
    """
    tasks = [task for task in plan.tasks if task.work in AS_CONFIGURED]
    new = [task.date for task in tasks if task.work is not Work.REDRAW]
    boards = [board for at in new for board in boards_on(request.config, at)]
    redrawn = [task.known for task in tasks if task.work is Work.REDRAW and task.known]
    boards += [_board_of(day) for day in redrawn]
    check_fit(series_from_config(request.config), boards, [(task.date, task.number) for task in tasks])


def boards_on(config: DailyConfig, at: date) -> list[Board]:
    """Return the boards that the puzzle of a date may have. Raises GenerationError as ``chosen_day``."""
    if chosen := chosen_day(config, at):
        return [Board(chosen.puzzle.grid, chosen.grade.difficulty, title=config.title_on(at))]
    kind, title = config.puzzle_kind(at), config.title_on(at)
    return [Board(board, str(kind.difficulty), kind.is_classic, title) for board in kind.boards] if kind else []


def _board_of(day: Day) -> Board:
    return Board(day.puzzle.grid, day.graded.grade.difficulty, day.graded.classic_start is not None, day.title)


def replace_undrawable(request: Request, plan: Plan) -> Plan:
    """Return the plan with a new puzzle for each unpublished day whose board no file can show, such as 3x20 cells."""
    series = series_from_config(request.config)

    def is_drawable(task: Task) -> bool:
        if task.known is None or task.work in AS_CONFIGURED or not is_unpublished(request, task.known):
            return True
        try:
            check_fit(series, [_board_of(task.known)], [(task.date, task.number)])
        except LedgerError:  # reported when the day is drawn
            return True
        except LayoutError:
            return False
        return True

    tasks = tuple(task if is_drawable(task) else replace(task, work=Work.ISSUE) for task in plan.tasks)
    return replace(plan, tasks=tasks)


def is_unpublished(request: Request, day: Day) -> bool:
    """Tell whether a day is only reserved and was never in its folder, so that no reader can have its puzzle."""
    return not day.placed and not day.manifest_sha256 and read_manifest(request.folder_of(day)) is None
