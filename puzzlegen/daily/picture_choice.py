"""Chooses the picture of a day: the next of its weekday's list that the day may show (see ``PictureChoice``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import date

from puzzlegen.board.grid import Grid
from puzzlegen.board.symmetry import mines_key
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekdayConfig
from puzzlegen.config.pictures import PictureConfig
from puzzlegen.daily.schedule import ONE_DAY, puzzle_kind
from puzzlegen.generator.requests import repaired
from puzzlegen.ledger.issued_day import PictureTexts
from puzzlegen.pictures.components import Cells

FEW_LEFT = 5  # pictures: a run that leaves fewer warns
Chosen = tuple[PictureConfig, Cells]  # a picture, and its cells after the repair


class PictureChoice:
    """Chooses pictures for the days of a run; ``is_used`` tells whether the mines with a key must not be shown."""

    def __init__(self, config: DailyConfig, is_used: Callable[[bytes], bool]) -> None:
        self._config = config
        self._is_used = is_used
        self._taken: set[bytes] = set()
        self._pictures: dict[int, list[tuple[Chosen, bytes]]] = {}  # of weekdays, with the keys of their mines

    def take(self, at: date) -> Chosen | None:
        """Return the next picture of a date's weekday, which is used from now on; None if there is none.

        Raises GenerationError, which names the picture, for one that no puzzle of the difficulty can have.
        """
        chosen, key = next(self._free(at.weekday()), (None, b""))
        self._taken.add(key)
        return chosen

    def warnings(self, after: date, weekdays: Collection[int]) -> Iterator[str]:
        """Yield a warning for each of these weekdays, from 0 for Monday, whose pictures will soon be used up.

        ``after`` is the newest day with a puzzle.
        """
        left = {weekday: len(list(self._free(weekday))) for weekday in weekdays}
        few = [weekday for weekday in sorted(left) if left[weekday] < FEW_LEFT]
        ends = self._first_without_picture(after, few)
        for weekday in few:
            count = f"{left[weekday]} picture{'s' * (left[weekday] != 1)} left"
            place = f"week.{WEEKDAYS[weekday]}.pictures"
            yield f"warning: {place}: {count}: add more, or the puzzles from {ends[weekday]} on show no picture"

    def _first_without_picture(self, after: date, weekdays: Collection[int]) -> dict[int, date]:
        """Return the first date of each weekday for which no picture is left."""
        rest = PictureChoice(self._config, self._is_used)
        rest._taken, rest._pictures = set(self._taken), self._pictures
        found: dict[int, date] = {}
        at = after
        while len(found) < len(weekdays):
            at += ONE_DAY
            if puzzle_kind(self._config, at) and rest.take(at) is None and at.weekday() in weekdays:
                found.setdefault(at.weekday(), at)
        return found

    def _free(self, weekday: int) -> Iterator[tuple[Chosen, bytes]]:
        """Yield the pictures of a weekday that no puzzle shows yet, with the keys of their mines."""
        kind = self._config.week.days[weekday]
        if kind and weekday not in self._pictures:
            self._pictures[weekday] = [(one, _key(kind, one[1])) for one in repaired_pictures(kind)]
        for chosen, key in self._pictures.get(weekday, ()):
            if key not in self._taken and not self._is_used(key):
                yield chosen, key


def repaired_pictures(kind: WeekdayConfig) -> Iterator[Chosen]:
    """Yield the pictures of a weekday as puzzles show them. Raises GenerationError, which names the picture."""
    for picture in kind.pictures or ():
        yield picture, repaired(kind, picture).cells


def _key(kind: WeekdayConfig, cells: Cells) -> bytes:
    return mines_key(Grid(cells.shape[1], cells.shape[0], kind.variant), cells.ravel().tolist())


def words_of(picture: PictureConfig, language: str) -> PictureTexts:
    """Return the title and the hint of a picture in a language."""
    return PictureTexts(picture.title_in(language), picture.hint_in(language))
