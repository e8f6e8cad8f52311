"""One day of a daily series: its date, number, puzzle, settings and state, as the ledger stores it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date as Date  # "date" is a field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from puzzlegen.errors import FormatError, LedgerError
from puzzlegen.ledger.records import LedgerEntry

if TYPE_CHECKING:  # numpy takes most of the time of importing these, and runs with nothing to do read no puzzles
    from puzzlegen.board.graded_puzzle import GradedPuzzle
    from puzzlegen.board.puzzle import Puzzle, Solution

Cells = Literal["rc", "a1"]  # as in language.messages, which takes 0.14 s to import and idle runs do not need
_ID, _PICTURE = "id", "picture"  # keys beside the settings
_LEAVE_OUT = "leave_out"
_OPTIONAL = (
    _LEAVE_OUT,
    "home",
    "home_name",
    "logo",
)  # stored only if set: days stored before they existed have equal settings


@dataclass(frozen=True, slots=True)
class PictureTexts:
    """The title of the picture that a solution shows, and the hint that stands with the puzzle, or an empty text."""

    title: str
    hint: str


@dataclass(frozen=True, slots=True)
class Series:
    """How a series presents its days. Each day keeps the settings with which it was issued.

    ``address`` is the URL of the published folder: https, with a closing slash. ``paper`` is ``a4`` or ``letter``;
    ``palette`` is a name in templates/covers.yaml, for card, pages and mails; ``timezone`` is an IANA name. ``par``
    says whether par times are shown; it is true for days that were stored before the setting existed. ``leave_out`` are
    the names of the files that are not written, sorted. ``home`` is the URL of the publisher's own site, with the text
    ``home_name`` for links; both are empty without one. ``logo`` is a PNG file in Base64, empty for none.
    """

    title: str
    author: str
    language: str
    cells: Cells
    address: str
    timezone: str
    paper: str
    palette: str
    hold_solution: bool
    par: bool = True
    leave_out: tuple[str, ...] = ()
    home: str = ""
    home_name: str = ""
    logo: str = ""

    def __post_init__(self) -> None:
        """Turn the list that JSON has into a tuple."""
        object.__setattr__(self, _LEAVE_OUT, tuple(self.leave_out))


@dataclass(frozen=True)
class Day:
    """One day of a series. Puzzle and settings are kept as stored, and parsed when they are first used.

    So the digest of a day never changes with the version that reads it, and one damaged day does not stop the others.
    ``record_json`` is the puzzle with solution and grade, ``settings_json`` a Series with the id of the day.
    ``placed``: its files are in their folder, and the manifest there has the digest ``manifest_sha256``. Until then the
    ledger only reserves puzzle and number for it.
    """

    date: Date
    number: int
    record_json: str
    settings_json: str
    placed: bool = False
    manifest_sha256: str = ""

    @classmethod
    def issue(
        cls,
        on: Date,
        number: int,
        graded: GradedPuzzle,
        series: Series,
        first_address: str = "",
        picture: PictureTexts | None = None,
    ) -> Day:
        """Create a day that is not placed yet.

        ``first_address`` is the URL under which the date was first issued; leave it empty for the present one.
        ``picture`` has the words of the picture that the solution shows.
        """
        from puzzlegen.formats.json_record import as_dict, dumps  # noqa: PLC0415  # imports numpy

        settings: dict[str, Any] = {**asdict(series), _ID: first_address or _address(series, on)}
        settings = {name: value for name, value in settings.items() if value or name not in _OPTIONAL}
        if picture is not None:
            settings[_PICTURE] = asdict(picture)
        return cls(on, number, dumps(as_dict(graded)), json.dumps(settings, sort_keys=True))

    def with_series(self, series: Series, *, keep_id: bool) -> Day:
        """Return the same puzzle with other settings. Raises LedgerError when the day cannot be parsed."""
        new = Day.issue(self.date, self.number, self.graded, series, self.id if keep_id else "", self.picture)
        return replace(self, settings_json=new.settings_json)

    @property
    def name(self) -> str:
        """The name of its folder, such as ``2026-12-01``."""
        return self.date.isoformat()

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its solution and grade. Raises LedgerError when it cannot be parsed."""
        return self._parsed[0]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle. Raises LedgerError as ``graded`` does."""
        return self.graded.puzzle

    @property
    def solution(self) -> Solution:
        """The solution of the puzzle. Raises LedgerError as ``graded`` does."""
        return self.graded.solution

    @property
    def series(self) -> Series:
        """The settings with which it was issued. Raises LedgerError when they cannot be parsed."""
        return self._parsed[1]

    @property
    def id(self) -> str:
        """The identifier in feeds and calendars: the first URL. A reader would show a changed one as a new item."""
        return self._parsed[2]

    @property
    def picture(self) -> PictureTexts | None:
        """The words of the picture that the solution shows; None if it shows none. Raises LedgerError as ``series``."""
        return self._parsed[3]

    @property
    def address(self) -> str:
        """The URL of its folder, with a closing slash."""
        return _address(self.series, self.date)

    @property
    def settings(self) -> dict[str, Any]:
        """The settings by name; empty where they cannot be parsed, which is reported when the day is drawn."""
        try:
            found = json.loads(self.settings_json)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def holds_solution(self) -> bool:
        """Whether the series holds the answer back until the next day is out."""
        return bool(self.settings.get("hold_solution", True))

    @property
    def leave_out(self) -> tuple[str, ...]:
        """The names of the files that are not written for it."""
        found = self.settings.get(_LEAVE_OUT)
        return tuple(found) if isinstance(found, list) else ()

    @property
    def drawn_from(self) -> list[object]:
        """The plain values that decide what its files contain."""
        return [self.name, self.number, self.record_json, self.settings_json]

    @cached_property
    def _parsed(self) -> tuple[GradedPuzzle, Series, str, PictureTexts | None]:
        from puzzlegen.formats.json_record import parse_record  # noqa: PLC0415  # imports numpy

        try:
            settings = json.loads(self.settings_json)
            first_address = settings.pop(_ID)
            words = settings.pop(_PICTURE, None)
            series = Series(**settings)
            picture = None if words is None else PictureTexts(**words)
            return parse_record(self.record_json), series, first_address or _address(series, self.date), picture
        except (FormatError, ValueError, TypeError, LookupError, AttributeError) as error:
            raise LedgerError(
                f"{self.name}: the ledger entry of this day cannot be read ({error}): use the version of puzzlegen "
                "that issued it, or restore the ledger from a backup"
            ) from None


def _address(series: Series, on: Date) -> str:
    return f"{series.address}{on.isoformat()}/"


def entry_of_day(day: Day) -> LedgerEntry:
    """Return the puzzle of a day as the ledger lists it among those of all books and dailies."""
    from puzzlegen.board.symmetry import keys_of  # noqa: PLC0415  # imports numpy
    from puzzlegen.formats import answer, line  # noqa: PLC0415  # imports numpy

    puzzle, solution = day.puzzle, day.solution
    seed = day.graded.stream or ""  # unknown for a day that was read back from its folder
    return LedgerEntry(
        day.number, day.name, keys_of(puzzle, solution), line.write(puzzle), answer.write(solution), seed
    )
