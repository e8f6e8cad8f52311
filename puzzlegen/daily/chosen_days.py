"""The puzzles that the config of a series chooses for days, in place of those of their weekdays."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.symmetry import keys_of
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.errors import FormatError, GenerationError, NoLedger
from puzzlegen.formats import line
from puzzlegen.generator.chosen_puzzles import proved, shown_idea
from puzzlegen.grading.grade import grade
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.schema.daily_fields import daily_size_problem


def chosen_day(config: DailyConfig, at: date) -> GradedPuzzle | None:
    """Return the puzzle that a config chooses for a date, solved and graded; None if it chooses none.

    Raises GenerationError, which names the entry, for a puzzle that is damaged, too large or has no proof.
    """
    for entry, choice in enumerate(config.choices):
        if choice.date == at and choice.puzzle:
            with errors_about("choices", entry, "puzzle"):
                return _read(choice.puzzle, choice.idea)
    return None


@cache
def _read(text: str, idea: str | None) -> GradedPuzzle:
    try:
        puzzle = line.parse(text)
    except FormatError as error:
        raise GenerationError(str(error)) from None
    if problem := daily_size_problem(puzzle.grid):
        raise GenerationError(problem.text)
    trace = proved(puzzle)
    return GradedPuzzle(puzzle, trace.solution, grade(trace), idea=shown_idea(trace, idea))


def check_unused(config: DailyConfig, dates: Iterable[date], ledger: DailyLedger) -> None:
    """Raise GenerationError, which names the entry, for a chosen puzzle that a day or a book has already.

    ``dates`` are those for which the chosen puzzles are needed now.
    """
    taken: dict[bytes, date] = {}
    wanted = set(dates)
    for entry, choice in enumerate(config.choices):
        chosen = chosen_day(config, choice.date) if choice.date in wanted else None
        if chosen is None:
            continue
        keys = keys_of(chosen.puzzle, chosen.solution)
        held = ledger.holder(keys, None) is not None or ledger.has_shown(config.series, keys.mines)
        where = ledger.picture_holder(keys.mines, None) if held else taken.get(keys.mines)
        if where is not None:
            words = f"the puzzle, perhaps turned, or one with the same mines is used already: {where}"
            remedy = "choose another, or remove the entry; the title of a made day changes with --redraw"
            with errors_about("choices", entry, "puzzle"):
                raise GenerationError(f"{words}; {remedy}")
        taken[keys.mines] = choice.date


def check_unused_in(path: Path, config: DailyConfig, dates: Iterable[date]) -> None:
    """Do as ``check_unused``, with a ledger that need not exist yet. Raises LedgerError for one that cannot be read."""
    if not config.choices:
        return
    with suppress(NoLedger), DailyLedger(path, write=False, verify=False) as ledger:
        check_unused(config, dates, ledger)
