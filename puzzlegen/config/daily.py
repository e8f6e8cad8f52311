"""What an editor may choose for a puzzle a day, with its meaning, limits and default beside each field."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

from puzzlegen.board.grid import Grid
from puzzlegen.config import cross_field_rules
from puzzlegen.config.book import KindConfig, Part, raise_first
from puzzlegen.config.palettes import palette_problems
from puzzlegen.config.reading.date_fields import DailySize, DayOfCalendar, Skip, SkipDays, base_address, zone
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.config.reading.field_types import Group, Switch, file_name, problem, text, together, whole_number, word

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NONE = "none"
MAX_SKIPS = 400


class WeekdayConfig(KindConfig):
    """The puzzle of a weekday."""

    size: DailySize = Field(description="Width x height of the board in cells, 4x3 to 18x18, such as 10x10.")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        raise_first(weekday_problems({name: getattr(self, name) for name in WeekdayConfig.model_fields}))
        return self


def weekday_problems(weekday: Mapping[str, Any]) -> list[cross_field_rules.Problem]:
    """What does not fit together in a weekday; ``weekday`` holds the fields that could be read."""
    sizes = {"size": (weekday["size"],)} if "size" in weekday else {}
    return cross_field_rules.section_problems({**weekday, **sizes})


def _read_weekday(value: Any) -> Any:
    if value == NONE:
        return None
    if not isinstance(value, dict | WeekdayConfig):
        keys = ", ".join(WeekdayConfig.model_fields)
        raise problem(f"found {found(value)}, allowed none or a group of keys: {keys}{did_you_mean(value, [NONE])}")
    return value


def _or_none(schema: dict[str, Any]) -> None:
    """Lets the JSON Schema of a weekday take ``none`` where pydantic has null."""
    schema["anyOf"] = [{"const": NONE} if one == {"type": "null"} else one for one in schema["anyOf"]]


_Weekday = Annotated[
    WeekdayConfig | None,
    BeforeValidator(_read_weekday),
    PlainSerializer(lambda value: NONE if value is None else value.model_dump(mode="json")),
]


def _weekday(name: str, size: Grid, difficulty: str) -> Any:
    return Field(
        WeekdayConfig(size=size, difficulty=difficulty),
        description=f"The puzzle of a {name}, or none for no puzzle that day.",
        json_schema_extra=_or_none,
    )


class WeekConfig(Part):
    """What each weekday brings.

    The scores of the puzzles rise from Monday to Saturday; medians of 100: 20, 29, 37, 51, 61, 88, and Sunday's larger
    board 61 with the techniques of Wednesday (2026-11-21).
    """

    monday: _Weekday = _weekday("Monday", Grid(9, 9), "easy")
    tuesday: _Weekday = _weekday("Tuesday", Grid(8, 8), "medium")
    wednesday: _Weekday = _weekday("Wednesday", Grid(10, 10), "medium")
    thursday: _Weekday = _weekday("Thursday", Grid(10, 10), "hard")
    friday: _Weekday = _weekday("Friday", Grid(12, 12), "hard")
    saturday: _Weekday = _weekday("Saturday", Grid(12, 12), "expert")
    sunday: _Weekday = _weekday("Sunday", Grid(15, 15), "medium")

    @property
    def days(self) -> tuple[WeekdayConfig | None, ...]:
        """Monday's to Sunday's; None for no puzzle."""
        return tuple(getattr(self, name) for name in WEEKDAYS)

    @model_validator(mode="after")
    def _some_day(self) -> Self:
        if not any(self.days):
            raise together(NO_DAY)
        return self


NO_DAY = "found none for every weekday, allowed that for six of them"


class DailyConfig(Part):
    """A puzzle a day: what each weekday brings, where it is published, in which words."""

    model_config = ConfigDict(title="puzzlegen daily")

    title: Annotated[str, *text(80)] = Field(description="Name of the daily, one line.")
    author: Annotated[str, *text(120)] | None = Field(None, description="Who publishes it.")
    series: Annotated[str, *text(80)] = Field(
        description="The seed, any words: each day's puzzle comes from them and the date. The ledger knows the daily "
        "by them, so they stay as they are once a puzzle is issued."
    )
    language: Annotated[str, *text(20)] = Field(
        "en",
        description="Language of every word: the name of a folder in templates/ that holds words.yaml; en, de, es, fr, "
        "it, nl and pt come with the program.",
    )
    cells: Annotated[Literal["rc", "a1"], *word("rc", "a1")] = Field(
        "rc",
        description="How words name a cell: rc by row and column as the language does, a1 by column letter and row.",
    )
    address: Annotated[str, *base_address()] = Field(
        description="The address of the folder where the daily is published, beginning with https://; mails and feeds "
        "point there."
    )
    timezone: Annotated[str, *zone()] = Field(
        "UTC", description="The time zone whose calendar says what day it is, such as Europe/Berlin."
    )
    start: DayOfCalendar = Field(description="The day of the first puzzle, such as 2026-12-01.")
    first_number: Annotated[int, *whole_number(1, 1_000_000)] = Field(1, description="Number of the first puzzle.")
    skip: list[SkipDays] = Field(
        [],
        max_length=MAX_SKIPS,
        description="Days without a puzzle, which take no number either: 2026-12-25, or 12-25 for every year, or a "
        "range such as 2026-12-24 to 2027-01-01.",
    )
    week: Annotated[WeekConfig, Group] = Field(WeekConfig(), description="What each weekday brings.")
    hold_solution: Switch = Field(
        True,
        description="Keep the answer out of every file shown on a puzzle's own day; the next one shows it.",
    )
    par: Switch = Field(
        False,
        description="Show on page, mail and print the minutes a steady solver needs; docs/grading.md says how they are "
        "worked out.",
    )
    paper: Annotated[Literal["auto", "a4", "letter"], *word("auto", "a4", "letter")] = Field(
        "auto",
        description="Paper of the page to print; auto is the one that goes with the language, for English with the "
        "zone too: letter in America, a4 elsewhere.",
    )
    palette: Annotated[str, *text(40)] = Field(
        "brick", description="Colours of the picture for link previews, by their name in templates/covers.yaml."
    )
    ledger: Annotated[str, *file_name(200)] | None = Field(
        None,
        description="The file that records every puzzle issued, so that no daily or book repeats another's: a path "
        "from the folder where puzzlegen runs. Left out, ledger.sqlite beside the daily's folder.",
    )

    @property
    def skips(self) -> tuple[Skip, ...]:
        """Days without a puzzle."""
        return tuple(self.skip)

    def weekday(self, day: date) -> WeekdayConfig | None:
        """What the weekday of ``day`` brings; None for no puzzle."""
        return self.week.days[day.weekday()]


def daily_problems(daily: Mapping[str, Any], week: Mapping[str, Any]) -> list[cross_field_rules.Problem]:
    """What does not fit together; ``daily`` and ``week`` hold the fields that could be read.

    A weekday in ``week`` is None for none, or holds the fields that could be read.
    """
    problems = [
        cross_field_rules.Problem(("week", name, *loc), words)
        for name, weekday in week.items()
        if weekday is not None
        for loc, words in weekday_problems(weekday)
    ]
    if len(week) == len(WEEKDAYS) and not any(week.values()):
        problems.append(cross_field_rules.Problem(("week",), NO_DAY))
    return problems + palette_problems(daily.get("palette"))
