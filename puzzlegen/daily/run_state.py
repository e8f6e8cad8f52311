"""The days of a series during a run: chooses pictures and puzzles, and reserves, draws and records each day."""

from __future__ import annotations

import platform
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import hand_of_week
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import mines_key
from puzzlegen.config.daily import WEEKDAYS, DailyConfig, WeekdayConfig
from puzzlegen.config.pictures import PictureConfig
from puzzlegen.daily.chosen_days import check_unused, chosen_day
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.day_files import DrawingJob, place_folder, remove_folder
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.fit_check import is_unpublished
from puzzlegen.daily.folders import day_folders, remedy_of_lost_days
from puzzlegen.daily.manifest import Manifest, copied_days, digest_of_tools, drawings_of, series_fingerprint
from puzzlegen.daily.plan import NEW_PUZZLE, Plan, Request, SeriesRecord, Task, Work
from puzzlegen.daily.schedule import ONE_DAY, DueDay, due_days, title_of
from puzzlegen.errors import DayError, GenerationError, LedgerError, NoLedger
from puzzlegen.formats.json_record import dumps
from puzzlegen.generator import requests
from puzzlegen.generator.attempts import picture_mines
from puzzlegen.ledger.days import DailyLedger, Day, PictureTexts, entry_of_day
from puzzlegen.ledger.ledger import DAILY, Printing, relative_name
from puzzlegen.pictures.reduction import Cells
from puzzlegen.schema.validation import config_hash
from puzzlegen.version import __version__

FEW_LEFT = 5  # pictures: a run that leaves fewer warns
Chosen = tuple[PictureConfig, Cells]  # a picture, and its cells after the repair


def is_used(ledger: DailyLedger, series: str, mines: bytes) -> bool:
    """Tell whether a day of the series shows a picture, or another book or daily one that is no ready picture."""
    return ledger.has_shown(series, mines) or ledger.holder(PuzzleKeys(mines, mines), None) is not None


class PictureChoice:
    """Chooses pictures for the days of a run; ``is_used`` tells whether the mines with a key must not be shown."""

    def __init__(self, config: DailyConfig, is_used: Callable[[bytes], bool]) -> None:
        self._config = config
        self._is_used = is_used
        self._taken: set[bytes] = set()
        self._pictures: dict[int, list[tuple[Chosen, bytes]]] = {}  # of weekdays, with the keys of their mines
        self._without: dict[int, date] = {}  # the first day of each weekday for which this run had no picture

    def take(self, at: date, *, is_first: bool = True) -> Chosen | None:
        """Return the next picture of a date's weekday, which is used from now on; None if there is none.

        ``is_first``: the date had no puzzle before. Raises GenerationError, which names the picture, for one that no
        puzzle of the difficulty can have.
        """
        chosen, key = next(self._free(at.weekday()), (None, b""))
        self._taken.add(key)
        if chosen is None and is_first:
            self._without.setdefault(at.weekday(), at)
        return chosen

    def left(self, weekday: int) -> int:
        """Return how many pictures of a weekday, from 0 for Monday, no puzzle shows yet."""
        return len(list(self._free(weekday)))

    def warnings(self, after: date, weekdays: Collection[int]) -> Iterator[str]:
        """Yield a warning for each of these weekdays, from 0 for Monday, whose pictures will soon be used up.

        ``after`` is the newest day with a puzzle.
        """
        left = {weekday: self.left(weekday) for weekday in weekdays}
        few = [weekday for weekday in sorted(left) if left[weekday] < FEW_LEFT]
        ends = self._first_without_picture(after, few) | self._without
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
            is_chosen = any(choice.date == at and choice.puzzle for choice in self._config.choices)
            if not is_chosen and self._config.puzzle_kind(at) and rest.take(at) is None and at.weekday() in weekdays:
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


@contextmanager
def open_choice(request: Request) -> Iterator[PictureChoice]:
    """Yield what chooses the pictures that the ledger leaves. Raises LedgerError."""
    config = request.config
    try:
        opened = DailyLedger(request.ledger, write=False, verify=False)
    except NoLedger:
        yield PictureChoice(config, lambda _: False)
        return
    with opened as ledger:
        yield PictureChoice(config, partial(is_used, ledger, config.series))


def next_pictures(request: Request, record: SeriesRecord, days: Iterable[date]) -> dict[date, Chosen]:
    """Return the pictures of those ``days`` that are not made, if they are made in this order.

    Raises LedgerError, and GenerationError, which names the picture, for one beyond repair.
    """
    config = request.config
    taken = {known.date for known in (*record.days, *record.withdrawn)}
    taken |= {choice.date for choice in config.choices if choice.puzzle}
    with open_choice(request) as pictured:
        pictures = {day: pictured.take(day) for day in days if day not in taken and config.puzzle_kind(day)}
    return {day: picture for day, picture in pictures.items() if picture}


def repaired_pictures(kind: WeekdayConfig) -> Iterator[Chosen]:
    """Yield the pictures of a weekday as puzzles show them. Raises GenerationError, which names the picture."""
    for picture in kind.pictures or ():
        yield picture, requests.repaired(kind, picture).cells


def _key(kind: WeekdayConfig, cells: Cells) -> bytes:
    return mines_key(Grid(cells.shape[1], cells.shape[0], kind.variant), cells.ravel().tolist())


def words_of(picture: PictureConfig, language: str) -> PictureTexts:
    """Return the title and the hint of a picture in a language."""
    return PictureTexts(picture.title_in(language), picture.hint_in(language))


def request_of_day(
    config: DailyConfig, at: date, earlier: int = 0, pictures: PictureChoice | None = None
) -> requests.PuzzleRequest:
    """Return the request for the puzzle of a date; ``earlier`` counts the puzzles that the date had before.

    ``pictures`` chooses the picture of a weekday that has some. Raises GenerationError for a picture beyond repair.
    """
    kind = config.puzzle_kind(at) or next(day for day in config.week.days if day)  # with no puzzle by now: any weekday
    stream = f"{config.series}/{at}" + (f"{requests.REISSUE}{earlier}" if earlier else "")
    if kind.is_classic:
        return requests.classic_request(kind.size, kind.classic_mines, kind.difficulty, kind.attempts, stream)
    hand = kind.hand or hand_of_week(config.series, at.toordinal())
    request = requests.request_for(replace(kind.spec, hand=hand), kind.board, stream, at.toordinal() // len(WEEKDAYS))
    chosen = pictures.take(at, is_first=not earlier) if pictures else None
    return request if chosen is None else requests.with_picture(request, chosen[0].name, chosen[1])


def _date_in_config(at: date) -> str:
    """Return a date with the key of its weekday, for messages."""
    return f"{at} (week.{WEEKDAYS[at.weekday()]})"


def _is_drawn_from(found: Manifest, due: DueDay[Day], tools: str) -> bool:
    """Return whether a day was published from these records, with versions that have this digest."""
    return found.inputs in drawings_of(due.day, [due.before]) and digest_of_tools(found.tools) == tools


class RunState:
    """The days of a series in an open ledger, as a run reserves, draws and records them.

    ``folder`` is the temporary folder in which days are drawn. ``failed`` has the error message of each day that could
    not be drawn. The methods raise LedgerError and OutputError when ledger or files cannot be written, and
    GenerationError for a puzzle that cannot be generated.
    """

    def __init__(self, request: Request, plan: Plan, ledger: DailyLedger, folder: Path) -> None:
        self.request, self.plan, self.ledger, self.folder = request, plan, ledger, folder
        self.failed: dict[date, str] = {}
        self._days = {day.date: day for day in plan.days}
        self._order = [one.date for one in sorted(plan.expected, key=lambda one: one.date)]
        self._series = series_from_config(request.config)
        self._pictures = PictureChoice(request.config, partial(is_used, ledger, request.config.series))
        self._shared_pictures: list[str] = []  # ready pictures chosen for new days that others have too
        self._drawn_open: dict[date, bool] = {}  # days that were drawn: whether with their answers
        self._not_drawn: set[date] = set()  # after an error: days that this run will not draw any more
        self._replaced = ledger.unfinished_reissues(request.config.series)
        self._unsettled: list[tuple[Day, Printing]] = []
        self._repeated: dict[date, Day] = {}  # new days that were compared with what is published

    @property
    def days(self) -> list[Day]:
        """The days of the ledger by date."""
        return [self._days[at] for at in sorted(self._days)]

    @property
    def withdrawn(self) -> list[Day]:
        """The withdrawn days of the ledger by date."""
        return self.ledger.withdrawn_days(self.request.config.series)

    def puzzle_requests(self) -> list[requests.PuzzleRequest]:
        """Return a request for each puzzle to generate.

        The date names the random stream, so a day that was missed and is issued later gets the same puzzle. Days with a
        chosen puzzle have no request. Raises GenerationError for a chosen puzzle that is used already.
        """
        new = [task for task in self.plan.tasks if task.work in NEW_PUZZLE]
        check_unused(self.request.config, [task.date for task in new], self.ledger)
        return [self._puzzle_request(task) for task in new if chosen_day(self.request.config, task.date) is None]

    def _puzzle_request(self, task: Task) -> requests.PuzzleRequest:
        config = self.request.config
        again = task.work is Work.REISSUE
        earlier = self.ledger.times_issued(config.series, str(task.date)) if again else 0
        try:
            request = request_of_day(config, task.date, earlier, self._pictures)
        except GenerationError as error:
            raise GenerationError(f"{_date_in_config(task.date)}: {error}") from None
        if request.picture is not None:
            mines = mines_key(request.grid, picture_mines(request).tolist())
            if self.ledger.picture_holder(mines, None) is not None:
                self._shared_pictures.append(str(request.picture_name))
        return request

    def picture_warnings(self) -> list[str]:
        """Return warnings for the weekdays of new puzzles whose pictures will soon be used up, and for shared pictures.

        Call it after ``puzzle_requests``, which chooses the pictures.
        """
        shared = []
        if self._shared_pictures:
            from puzzlegen.book.reuse import pictures_warning  # noqa: PLC0415  # loads the layout of books

            shared = [pictures_warning(self._shared_pictures)]
        dates = [task.date for task in self.plan.tasks if task.work in NEW_PUZZLE]
        kinds = {at.weekday(): self.request.config.puzzle_kind(at) for at in dates}
        weekdays = [weekday for weekday, kind in kinds.items() if kind and kind.pictures]
        return shared + (list(self._pictures.warnings(self._order[-1], weekdays)) if weekdays else [])

    def reserve(self, task: Task, puzzles: Iterator[GradedPuzzle]) -> None:
        """Step 1 of a day: the ledger reserves its number and puzzle, which is the next of ``puzzles`` if it is new."""
        entry, day = None, task.known
        if task.work in NEW_PUZZLE:
            day = self._repeated.get(task.date) or self._new_day(task, puzzles)
            entry = entry_of_day(day)
        assert day is not None, task
        if task.work is Work.REDRAW:
            day = day.with_series(self._series, keep_id=True).titled(title_of(self.request.config, day))
        elif task.work not in NEW_PUZZLE and is_unpublished(self.request, day):
            with suppress(LedgerError):  # reported when the day is drawn
                day = day.with_series(self._series, keep_id=False)
        day = replace(day, placed=False)
        if entry is not None or day != task.known:
            self.ledger.reserve_day(self.request.config.series, day, entry, task.known)
        self._days[day.date] = day

    def _new_day(self, task: Task, puzzles: Iterator[GradedPuzzle]) -> Day:
        """Return a day with a new puzzle. Feeds and calendars show one item a date, whichever puzzle it has."""
        first_address = task.known.id if task.known and task.work is Work.REISSUE else ""
        config = self.request.config
        puzzle = chosen_day(config, task.date) or self._next(task, puzzles)
        words = self._picture_words(task.date, puzzle)
        return Day.issue(task.date, task.number, puzzle, self._series, first_address, words).titled(
            config.title_on(task.date)
        )

    def check_repeats(self, puzzles: Iterator[GradedPuzzle]) -> None:
        """Make the new days that are published already, as after the loss of the ledger, before any is reserved.

        Raises DayError where one would not be published again byte for byte.
        """
        target, new = self.request.publish_to, {task.date: task for task in self.plan.tasks if task.work is Work.ISSUE}
        if target is None or not (there := day_folders(target) & set(map(str, new))):
            return
        copies = copied_days(target)
        tools, last = digest_of_tools(drawing_tools(self._series.language)), max(there)
        self._repeated |= {at: self._new_day(new[at], puzzles) for at in self._order if at in new and str(at) <= last}
        for due in due_days((self._days | self._repeated).values(), self.request.as_of):
            found = copies.get(due.day.name)
            if due.day.name in there and not (found and _is_drawn_from(found, due, tools)):
                problem = f"{target}: {due.day.name} is published, and would get another puzzle, look or version"
                raise DayError(f"{problem}: {remedy_of_lost_days(target, self.request.ledger, self.request.source)}")

    @staticmethod
    def _next(task: Task, puzzles: Iterator[GradedPuzzle]) -> GradedPuzzle:
        try:
            return next(puzzles)
        except GenerationError as error:
            raise GenerationError(f"{_date_in_config(task.date)}: {error}") from None

    def _picture_words(self, at: date, graded: GradedPuzzle) -> PictureTexts | None:
        kind = self.request.config.puzzle_kind(at)
        picture = kind.picture_named(graded.picture) if kind else None
        return words_of(picture, self._series.language) if picture else None

    def withdraw(self, day: Day) -> None:
        """Mark a day as withdrawn in the ledger, then remove its files. A second call changes nothing."""
        self.ledger.withdraw_day(self.request.config.series, day)
        remove_folder(self.request.folder_of(day))

    def drawing_job(self, task: Task) -> DrawingJob:
        """Step 2: return what a worker needs to draw the day."""
        day, due = self._days[task.date], self._due_days()[task.date]
        before = self._days[due.before.date] if due.before else None
        self._drawn_open[day.date] = due.is_open
        ledger = relative_name(self.request.folder_of(day), self.ledger.path)
        series = series_fingerprint(self.request.config.series)
        return DrawingJob(self.folder / day.name, day, before, due.is_open, series, ledger)

    def place(self, task: Task, manifest_sha256: str) -> None:
        """Steps 3 and 4: move the drawn folder to its place, then record that in the ledger.

        A day with another puzzle than before is recorded by ``settle_reissues``, when the rest of the run is done.
        """
        day = replace(self._days[task.date], placed=True, manifest_sha256=manifest_sha256)
        place_folder(self.folder / day.name, self.request.folder_of(day))
        self._days[day.date] = day
        config = self.request.config
        versions = dumps({"puzzlegen": __version__, "python": platform.python_version()})
        folder, now = self.ledger.folder_name(self.request.folder), datetime.now(UTC).isoformat(timespec="seconds")
        printing = Printing(DAILY, config.series, config.title, folder, config_hash(config), "", versions, now)
        if task.work is Work.REISSUE or task.date in self._replaced:
            self._unsettled.append((day, printing))
        else:
            self.ledger.settle_day(day, printing)

    def settle_reissues(self) -> None:
        """Record the days whose puzzle was replaced, after all files are written that show it.

        A run that is killed before leaves them reserved. The same command then finishes them; it would replace the
        puzzle of a recorded day once more.
        """
        for day, printing in self._unsettled:
            self.ledger.settle_day(day, printing)

    def tasks_to_open(self) -> list[Task]:
        """Return the days to draw with their answers once all others are drawn or failed.

        Days that were drawn open because the next day was expected, and that day failed, are drawn closed again.
        """
        self._not_drawn = set(self._order) - {day.date for day in self.days if day.placed}
        is_open = {at: due.is_open for at, due in self._due_days().items()}
        wrongly_open = [
            replace(task, work=Work.HOLD, known=self._days[task.date])
            for task in self.plan.tasks
            if self._drawn_open.get(task.date) and is_open.get(task.date) is False
        ]
        return wrongly_open + [task for task in self.plan.tasks if task.work is Work.OPEN and is_open.get(task.date)]

    def _due_days(self) -> dict[date, DueDay[Day | Task]]:
        """Return the days that are there, and those that this run is to draw, as they must be then."""
        lost = self.failed.keys() | self._not_drawn
        expected = {task.date: task for task in self.plan.tasks} | self._days
        due = due_days((one for at, one in expected.items() if at not in lost), self.request.as_of)
        return {one.day.date: one for one in due}
