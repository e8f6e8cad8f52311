"""What the Unicode locale data (CLDR) says about a language, and texts made by it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from puzzlegen.files.reading import json_object, record_of

_RELATION = re.compile(r"(\w)(?: mod (\d+))? (not )?in ([\d.,]+)")  # in a plural rule, such as "i mod 10 not in 2..4,9"
_OF_WHOLE_NUMBERS = "ni"  # the operands that are the number itself; the others count decimals and are 0


@dataclass(frozen=True, slots=True)
class LocaleData:
    """Names, patterns and rules of a language or of one of its regions.

    ``tag`` is its language tag, such as ``en-GB``. ``full_date``, ``day_and_month`` and ``month_and_year`` are patterns
    with the placeholders of ``fill``. Months begin with January and days of the week with Monday; those that stand
    ``alone`` are not part of a date. ``and_list`` and ``or_list`` join two items, the first two of more, those in the
    middle, and the last. ``plurals`` has the rule of each plural category but ``other``.
    """

    tag: str
    full_date: str
    day_and_month: str
    month_and_year: str
    months: tuple[str, ...]
    months_alone: tuple[str, ...]
    weekdays: tuple[str, ...]
    weekdays_alone: tuple[str, ...]
    and_list: tuple[str, str, str, str]
    or_list: tuple[str, str, str, str]
    decimal: str
    group: str
    plurals: tuple[tuple[str, str], ...]

    def fill(self, pattern: str, day: date) -> str:
        """Return a date as a pattern has it."""
        return pattern.format(
            day=day.day,
            year=day.year,
            month_number=day.month,
            month=self.months[day.month - 1],
            month_alone=self.months_alone[day.month - 1],
            weekday=self.weekdays[day.weekday()],
            weekday_alone=self.weekdays_alone[day.weekday()],
        )

    def number(self, value: float, places: int, *, grouped: bool) -> str:
        """Return a number with so many decimals, and with separated thousands if ``grouped``."""
        marks = str.maketrans({",": self.group if grouped else "", ".": self.decimal})
        return f"{Decimal(str(value)):,.{places}f}".translate(marks)

    def plural_category(self, number: int) -> str:
        """Return the plural category of a whole number that is not negative."""
        return next((name for name, rule in self.plurals if _holds(rule, number)), "other")


TABLES = Path(__file__).with_name("locales.json")


@cache
def shipped_locales() -> dict[str, LocaleData]:
    """Return the data of the shipped languages by their names, from the file that tools/locale_tables.py writes."""
    read = json_object(TABLES.read_bytes())
    del read["source"]
    return record_of(dict[str, LocaleData], read)


def join(items: Sequence[str], patterns: tuple[str, str, str, str]) -> str:
    """Return a list in words, by the patterns of a language."""
    if len(items) < 2:
        return "".join(items)
    two, start, middle, end = patterns
    if len(items) == 2:
        return two.format(*items)
    text = start.format(*items[:2])
    for item in items[2:-1]:
        text = middle.format(text, item)
    return end.format(text, items[-1])


def _holds(rule: str, number: int) -> bool:
    """Whether a plural rule of CLDR holds for a whole number."""
    return any(all(_is_in(part, number) for part in each.split(" and ")) for each in rule.split(" or "))


def _is_in(relation: str, number: int) -> bool:
    """Whether a relation of a plural rule holds for a whole number: ``i mod 100 not in 12..14``."""
    match = _RELATION.fullmatch(relation)
    if match is None:
        raise ValueError(f"unknown plural rule {relation!r}")
    operand, divisor, excluded, ranges = match.groups()
    value = number if operand in _OF_WHOLE_NUMBERS else 0
    if divisor:
        value %= int(divisor)
    ends = (numbers.partition("..") for numbers in ranges.split(","))
    return any(int(low) <= value <= int(high or low) for low, _, high in ends) != bool(excluded)
