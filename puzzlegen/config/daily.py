"""The config of a daily: each field with its meaning, limits and default, and the rules between fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    model_validator,
)

from puzzlegen.board import lattices
from puzzlegen.board.difficulty import write_scores
from puzzlegen.board.grid import Grid
from puzzlegen.config import rules
from puzzlegen.config.day_files import DAY_FILE, OPTIONAL_FILES, files_of_day
from puzzlegen.config.generation import PUZZLE_IDEA_MEANING, GenerationConfig, PuzzleIdea, copy_file
from puzzlegen.config.palettes import palette_problems
from puzzlegen.config.pictures import PictureConfig, PictureList
from puzzlegen.config.rules import language_problems
from puzzlegen.errors import Problem
from puzzlegen.schema import daily_fields
from puzzlegen.schema.fields import (
    PUZZLE_MEANING,
    OptionalGroup,
    PuzzleLine,
    PuzzleTitle,
    Switch,
    cross_field_error,
    field_error,
    file_path,
    not_allowed,
    one_of,
    text,
    whole_number,
)
from puzzlegen.schema.validation import ConfigGroup, raise_first_problem, readable_fields
from puzzlegen.wording import describe, did_you_mean

USUAL_PICTURE = "24x24"
CLASSIC = "classic"  # the kind of a weekday with a board of the clickable game
_CLASSIC_KEYS = ("kind", "size", "difficulty", "mines", "attempts", "title")
_CLASSIC_SHARE = 40 / 256  # of the cells that are mines by default: that of the 16x16 board of the usual game
_START = 9  # cells without mines: the start and those around it
_CLASSIC_ATTEMPTS = 20_000  # of five expert boards of 8x8 one took 3555, of 5x5 16,241, and 4x3 has none (2026-11-23)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NONE = "none"
FULL, SHORT = "full", "short"  # items of feeds
MAX_SKIPS = 400
MAX_CHOICES = 400


class WeekdayConfig(GenerationConfig):
    """The puzzle of one weekday."""

    kind: Annotated[str, *one_of(*lattices.VARIANTS, CLASSIC)] = Field(
        lattices.MINESWEEPER.name,
        description=f"{lattices.KIND_MEANING}; or {CLASSIC}, a board of the clickable game that needs no guess, with "
        f"the keys {', '.join(_CLASSIC_KEYS[1:])} only.",
    )
    size: daily_fields.DailySizeField = Field(
        description="Width x height of the board in cells, 4x3 to 18x18, such as 10x10; for classic boards to "
        f"{daily_fields.MAX_PICTURE_SIDE}x{daily_fields.MAX_PICTURE_SIDE}."
    )
    mines: Annotated[int, *whole_number(1, daily_fields.MAX_PICTURE_SIDE**2)] | None = Field(
        None,
        description="Number of mines of a classic board; the default is 40 for 16x16, and as dense for other sizes.",
    )
    pictures: PictureList = Field(
        None,
        description="Pictures that the solutions show, one after the other: a folder, or a list of ready pictures, "
        "categories of them, files or groups of keys. Each puzzle takes the next that no puzzle of the ledger shows. "
        "After the last, puzzles without a picture follow; a run that leaves fewer than five warns. size is then the "
        f"size into which images are fitted, up to {daily_fields.MAX_PICTURE_SIDE}x{daily_fields.MAX_PICTURE_SIDE}, by "
        f"default {USUAL_PICTURE}.",
    )

    title: PuzzleTitle | None = Field(
        None, description="Words over each puzzle of the weekday, such as Puzzle of the Week, but not over chosen ones."
    )

    @model_validator(mode="before")
    @classmethod
    def _size_of_pictures(cls, values: Any) -> Any:
        """Fill in the size into which images are fitted, and the attempts of a classic board."""
        if not isinstance(values, dict):
            return values
        usual = {"size": USUAL_PICTURE} if values.get("pictures") is not None else {}
        return {**usual, **({"attempts": _CLASSIC_ATTEMPTS} if values.get("kind") == CLASSIC else {}), **values}

    @property
    def is_classic(self) -> bool:
        """Whether it is a board of the classic game."""
        return self.kind == CLASSIC

    @property
    def variant(self) -> lattices.Variant:
        """The variant of the puzzles on paper."""
        return lattices.MINESWEEPER if self.is_classic else lattices.VARIANTS[self.kind]

    @property
    def classic_mines(self) -> int:
        """The number of mines of a classic board."""
        return usual_classic_mines(self.size) if self.mines is None else self.mines

    @cached_property
    def board(self) -> Grid:
        """The board of a puzzle without a picture, in its shape."""
        if self.is_classic:
            return self.size
        return self.spec.board_of(
            Grid(min(self.size.width, daily_fields.MAX_DAILY_SIDE), min(self.size.height, daily_fields.MAX_DAILY_SIDE))
        )

    @cached_property
    def boards(self) -> tuple[Grid, ...]:
        """That board, and those of the widest and of the highest picture."""
        pictures = [replace(picture.size, variant=self.variant) for picture in self.pictures or ()]
        largest = (max(pictures, key=side, default=self.board) for side in (attrgetter("width"), attrgetter("height")))
        return tuple(dict.fromkeys((self.board, *largest)))

    def picture_named(self, name: str | None) -> PictureConfig | None:
        """Return the picture of a name; None if there is none."""
        return next((picture for picture in self.pictures or () if picture.name == name), None)

    @model_validator(mode="after")
    def _check_cross_field_rules(self) -> Self:
        raise_first_problem(weekday_problems({name: getattr(self, name) for name in WeekdayConfig.model_fields}))
        if not self.pictures and not self.is_classic:
            boards = (self.board,)  # read with the file of the shape
            copy_file(self, "shape", (self.size,))
            copy_file(self, "layout", boards)
        return self


def weekday_problems(weekday: Mapping[str, Any]) -> list[Problem]:
    """Check rules between the fields of a weekday that could be read."""
    if weekday.get("kind") == CLASSIC:
        return list(_classic_problems(weekday))
    sizes = {"size": (weekday["size"],)} if "size" in weekday else {}
    problems = rules.section_problems({**weekday, **sizes})
    if "size" in weekday and "pictures" in weekday and not weekday["pictures"]:  # pictures may have larger boards
        problem = daily_fields.daily_size_problem(weekday["size"])
        problems += [problem.within("size")] if problem else []
    low, high = weekday.get("score") or (0.0, 0.0)
    if low < high:
        words = f"found {write_scores((low, high))}, but a day has one puzzle; allowed one score such as {low:g}"
        problems.append(Problem(("score",), words))
    if weekday.get("mines") is not None and "kind" in weekday:
        words = f"found {weekday['mines']}, allowed only with kind: {CLASSIC}; other puzzles have a density"
        problems.append(Problem(("mines",), words))
    return problems


def _classic_problems(weekday: Mapping[str, Any]) -> Iterator[Problem]:
    """Check that a classic board has no keys of other puzzles, and room for its mines."""
    for name, field in WeekdayConfig.model_fields.items():
        if name not in _CLASSIC_KEYS and weekday.get(name, field.default) != field.default:
            words = f"means nothing for kind: {CLASSIC}, allowed {', '.join(_CLASSIC_KEYS)}; leave it out"
            yield Problem((name,), words)
    if "size" not in weekday or "mines" not in weekday:
        return
    size, mines = weekday["size"], weekday["mines"]
    most = size.size - _START  # 3 on the smallest board of a daily
    if mines is not None and mines > most:
        words = f"found {mines}, but at most {most} fit {size}, as the start and the cells around it stay free"
        yield Problem(("mines",), words)


def usual_classic_mines(size: Grid) -> int:
    """Return the number of mines that classic boards of a size have by default."""
    return round(size.size * _CLASSIC_SHARE)  # 2 of the 12 cells of the smallest board, where 3 fit


def _read_weekday(value: Any) -> Any:
    if value == NONE:
        return None
    if not isinstance(value, dict | WeekdayConfig):
        keys = ", ".join(WeekdayConfig.model_fields)
        raise not_allowed(describe(value), f"none or a group of keys: {keys}", did_you_mean(value, [NONE]))
    return value


def _allow_none(schema: dict[str, Any]) -> None:
    """Let the JSON Schema of a weekday take ``none`` in place of null."""
    schema["anyOf"] = [{"const": NONE} if option == {"type": "null"} else option for option in schema["anyOf"]]


_Weekday = Annotated[
    WeekdayConfig | None,
    BeforeValidator(_read_weekday),
    PlainSerializer(lambda value: NONE if value is None else value.model_dump(mode="json")),
]


def _weekday(size: Grid, difficulty: str) -> Any:
    return Field(
        WeekdayConfig(size=size, difficulty=difficulty),
        description="The puzzle of that weekday, or none for no puzzle.",
        json_schema_extra=_allow_none,
    )


class WeekConfig(ConfigGroup):
    """The puzzle of each weekday.

    The effort of the puzzles rises from Monday to Saturday; medians of 100, in points: 75, 106, 172, 341, 455, 790, and
    Sunday's larger board 465 with the techniques of Wednesday (2026-11-22).
    """

    monday: _Weekday = _weekday(Grid(9, 9), "easy")
    tuesday: _Weekday = _weekday(Grid(8, 8), "medium")
    wednesday: _Weekday = _weekday(Grid(10, 10), "medium")
    thursday: _Weekday = _weekday(Grid(10, 10), "hard")
    friday: _Weekday = _weekday(Grid(12, 12), "hard")
    saturday: _Weekday = _weekday(Grid(12, 12), "expert")
    sunday: _Weekday = _weekday(Grid(15, 15), "medium")

    @property
    def days(self) -> tuple[WeekdayConfig | None, ...]:
        """The weekdays from Monday to Sunday; None for no puzzle."""
        return tuple(getattr(self, name) for name in WEEKDAYS)

    @model_validator(mode="after")
    def _some_day(self) -> Self:
        if not any(self.days):
            raise cross_field_error(NO_DAY)
        return self


def _read_optional_file(value: Any) -> str:
    if not isinstance(value, str) or value not in OPTIONAL_FILES:
        allowed, hint = ", ".join(OPTIONAL_FILES), did_you_mean(value, OPTIONAL_FILES)
        raise not_allowed(describe(value), allowed, f"{hint}; all other files are needed")
    return value


def _check_shown_pictures(names: list[str]) -> list[str]:
    """Return the names once each, sorted. Refuse to leave out a picture that a file shows."""
    for name in OPTIONAL_FILES:
        showing = [file for file in files_of_day(names) if name in names and name in DAY_FILE[file].pictures]
        if showing:
            files = " and ".join(showing)
            raise field_error(f"found {name}, which {files} would show; leave out {files} too")
    return sorted(set(names))


_OptionalFile = Annotated[
    str, BeforeValidator(_read_optional_file), WithJsonSchema({"type": "string", "enum": list(OPTIONAL_FILES)})
]


class DayChoiceConfig(ConfigGroup):
    """The puzzle or the title that is chosen for a day."""

    date: daily_fields.DateField = Field(description="Day of the puzzle, such as 2026-12-24.")
    puzzle: PuzzleLine | None = Field(None, description=f"{PUZZLE_MEANING} Without it, that of the weekday.")
    title: PuzzleTitle | None = Field(
        None, description="Words over the puzzle, such as its title and the name of its setter."
    )
    idea: PuzzleIdea | None = Field(None, description=PUZZLE_IDEA_MEANING)


_PAGE = daily_fields.web_address("the address of a page", "https://example.com/")
NO_DAY = "found none for every weekday, allowed for six of them at most"


class DailyConfig(ConfigGroup):
    """A daily: the puzzle of each weekday, where it is published, and in which language."""

    model_config = ConfigDict(title="puzzlegen daily")

    title: Annotated[str, *text(80)] = Field(
        description="Name of the daily, one line. It must fit on two lines of the picture for link previews, of about "
        "28 characters each."
    )
    author: Annotated[str, *text(120)] | None = Field(None, description="Author or publisher.")
    series: Annotated[str, *text(80)] = Field(
        description="The seed, any text: it and the date determine the puzzle of a day. The ledger identifies the "
        "daily by it, so do not change it once a puzzle is issued."
    )
    language: Annotated[str, *text(20)] = Field(
        "en",
        description="Language of all text: the name of a folder in templates/ with a words.yaml; en, de, es, fr, "
        "it, nl and pt are shipped.",
    )
    cells: Annotated[Literal["rc", "a1"], *one_of("rc", "a1")] = Field(
        "rc",
        description="How text names a cell: rc by row and column (R1C2 in English), a1 by column letter and row (B1).",
    )
    address: Annotated[
        str, *daily_fields.web_address("the address of a folder", "https://example.com/daily/", folder=True)
    ] = Field(
        description="Address of the folder where the daily is published, beginning with https://; mails and feeds "
        "link to it."
    )
    home: Annotated[str, *daily_fields.web_address("the address of your site", "https://example.com/")] | None = Field(
        None, description="Address of the publisher's own site, beginning with https://; pages and mails link to it."
    )
    home_name: Annotated[str, *text(60)] | None = Field(
        None,
        description="Text of that link, which also stands in the picture for link previews if it fits; the default is "
        "the name of the host, such as example.com.",
    )
    logo: Annotated[str, *file_path("logo.png")] | None = Field(
        None,
        description="Logo of the publisher, at the top of pages and mails: a PNG or JPEG file of up to 1 MB, relative "
        "to the folder where puzzlegen runs. Days keep a small copy of it.",
    )
    timezone: Annotated[str, *daily_fields.time_zone()] = Field(
        "UTC", description="Time zone in which a new day begins at midnight, such as Europe/Berlin."
    )
    start: daily_fields.DateField = Field(description="Day of the first puzzle, such as 2026-12-01.")
    first_number: Annotated[int, *whole_number(1, 1_000_000)] = Field(1, description="Number of the first puzzle.")
    skip: list[daily_fields.SkippedDaysField] = Field(
        [],
        max_length=MAX_SKIPS,
        description="Days without a puzzle and without a number: 2026-12-25, or 12-25 for every year, or a "
        "range such as 2026-12-24 to 2027-01-01.",
    )
    week: Annotated[WeekConfig, OptionalGroup] = Field(
        WeekConfig(),
        description="The puzzle of each weekday. Other kinds are such as {kind: mosaic, size: 12x12, "
        "difficulty: easy, pictures: [cat, heart]} or {kind: classic, size: 16x16, difficulty: medium}.",
    )
    choices: list[DayChoiceConfig] = Field(
        [],
        max_length=MAX_CHOICES,
        description="Puzzles that you chose for days, such as those that you composed, in place of those of their "
        "weekdays, or only titles. Kind, size and difficulty are those of the puzzle. Days that are made already keep "
        "their puzzles.",
    )
    calendar_ahead: Annotated[int, *whole_number(0, 366)] = Field(
        0,
        description="Days after today whose puzzles the calendar announces, by title and number only; 0 for none.",
    )
    digest: Annotated[str, *one_of(NONE, *WEEKDAYS)] = Field(
        NONE,
        description="Weekday with which the weekly mail ends, digest.html and digest.txt, which has the puzzles of the "
        "seven days up to it; or none.",
    )
    subscribe: Annotated[str, *_PAGE] | None = Field(
        None,
        description="Address of the page where readers subscribe to your newsletter, beginning with https://; pages to "
        "play link to it when the puzzle is solved.",
    )
    feeds: Annotated[Literal["full", "short"], *one_of(FULL, SHORT)] = Field(
        "full",
        description="What items of the feeds have: full for the picture, all links and the puzzle in words, short for "
        "one line and the link to play. Both have the picture as media:content too.",
    )
    hold_solution: Switch = Field(
        True,
        description="Keep the answer out of all files on the puzzle's day; the run of the next puzzle adds it.",
    )
    par: Switch = Field(
        False,
        description="Show the minutes that a steady solver needs, on page, mail and print. They are estimated from "
        "the steps of the solution.",
    )
    paper: Annotated[Literal["auto", "a4", "letter"], *one_of("auto", "a4", "letter")] = Field(
        "auto",
        description="Paper of the page to print; auto follows the language, and for English the time zone too: letter "
        "in America, a4 elsewhere.",
    )
    palette: Annotated[str, *text(40)] = Field(
        "brick",
        description="Palette of the picture for link previews, and of titles, links, buttons and icons on pages and "
        "mails: brick, harbour, moss, slate, sunflower, tomato, ocean, midnight, mint, blush, sky, forest, or one of "
        "your own templates/covers.yaml. Its colors change as far as needed to read text.",
    )
    leave_out: Annotated[list[_OptionalFile], AfterValidator(_check_shown_pictures)] = Field(
        [],
        max_length=len(OPTIONAL_FILES),
        description=f"Files of a day that are not written, any of {', '.join(OPTIONAL_FILES)}.",
    )
    ledger: Annotated[str, *file_path("output/ledger.sqlite", is_option=True)] | None = Field(
        None,
        description="File that records every puzzle, so that no daily or book repeats one: a path relative to the "
        "folder where puzzlegen runs. Left out, it is ledger.sqlite beside the output folder.",
    )

    @property
    def home_text(self) -> str:
        """The text of the link to the publisher's own site; empty without a link."""
        if self.home is None:
            return ""
        return self.home_name or urlsplit(self.home).netloc

    def settings(self, names: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys as plain values, with an empty text for one that is not given."""
        values = self.model_dump(mode="json", include=set(names)) | {"home_name": self.home_text}
        return {name: "" if values[name] is None else values[name] for name in names}

    def weekday(self, day: date) -> WeekdayConfig | None:
        """Return the puzzle config of a date's weekday; None for no puzzle."""
        return self.week.days[day.weekday()]

    def choice_on(self, day: date) -> DayChoiceConfig | None:
        """Return what is chosen for a date; None for nothing."""
        return next((choice for choice in self.choices if choice.date == day), None)

    def title_on(self, day: date) -> str:
        """Return the words over the puzzle of a date, which may be empty: those chosen, or those of the weekday."""
        choice, weekday = self.choice_on(day), self.weekday(day)
        return (choice.title if choice else weekday and weekday.title) or ""

    def puzzle_kind(self, day: date) -> WeekdayConfig | None:
        """Return the size and difficulty for a date; None for no puzzle: by weekday, by skip, or before the start."""
        return None if _is_left_out(day, self.start, self.skip) else self.weekday(day)


def _is_left_out(day: date, start: date, skip: Iterable[daily_fields.SkippedDays]) -> bool:
    """Return whether a day has no puzzle whatever its weekday."""
    return day < start or any(days.covers(day) for days in skip)


def daily_checks(data: dict[str, Any]) -> list[Problem]:
    """Check rules between fields, for the fields that could be read."""
    given = data.get("week")
    week = readable_fields(WeekConfig, given if isinstance(given, dict) else {})
    for name in WEEKDAYS:
        if isinstance(given, dict) and isinstance(given.get(name), dict):
            week[name] = readable_fields(WeekdayConfig, given[name])
        elif week.get(name) is not None:
            week[name] = dict(week[name])
    daily = readable_fields(DailyConfig, data)
    return _daily_problems(daily, week) + language_problems(daily.get("language"))


def _daily_problems(daily: Mapping[str, Any], week: Mapping[str, Any]) -> list[Problem]:
    """Check rules between fields that could be read.

    A weekday in ``week`` is None for no puzzle, or its fields that could be read.
    """
    problems = [
        problem.within("week", name)
        for name, weekday in week.items()
        if weekday is not None
        for problem in weekday_problems(weekday)
    ]
    if len(week) == len(WEEKDAYS) and not any(week.values()):
        problems.append(Problem(("week",), NO_DAY))
    if daily.get("home_name") and "home" in daily and not daily["home"]:
        words = "found a text without a link, allowed only with home, the address of your site"
        problems.append(Problem(("home_name",), words))
    return problems + palette_problems(daily.get("palette")) + list(_choice_problems(daily, week))


def _choice_problems(daily: Mapping[str, Any], week: Mapping[str, Any]) -> Iterator[Problem]:
    """Check that each entry has a puzzle or a title, and each of its days a puzzle; as ``_daily_problems``."""
    remedy = "choose another day, or remove the entry: days that are made keep their puzzles"
    first: dict[date, int] = {}
    for entry, choice in enumerate(daily.get("choices") or ()):
        day, place = choice.date, ("choices", entry, "date")
        if not choice.puzzle and (choice.idea or not choice.title):
            yield Problem(("choices", entry), "found no puzzle, allowed only with a title and without an idea; add one")
        if first.setdefault(day, entry) != entry:
            yield Problem(place, f"found {day}, as in choices[{first[day] + 1}], but a day has one puzzle; remove one")
        is_none = week.get(WEEKDAYS[day.weekday()], day) is None
        if is_none or ({"start", "skip"} <= daily.keys() and _is_left_out(day, daily["start"], daily["skip"])):
            yield Problem(place, f"found {day}, which has no puzzle (see start, skip and week); {remedy}")
