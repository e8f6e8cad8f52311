"""Dates in words, as each language writes them: from Babel, which knows them by the Unicode project's data (CLDR)."""

from __future__ import annotations

import re
from datetime import date

from babel.dates import format_date, format_skeleton

from puzzlegen.language.locales import locale_of

_FIRST = {"fr": "1er", "it": "1º", "pt": "1º"}  # the first of a month, where it is an ordinal in print


def in_words(day: date, language: str) -> str:
    """The day of the week and the date.

    The language is the name of its folder; one of a user's own is known by what stands before its first hyphen. Raises
    ConfigError where that is no language.

    >>> in_words(date(2026, 12, 1), "en"), in_words(date(2026, 12, 1), "fr")
    ('Tuesday, December 1, 2026', 'mardi 1er décembre 2026')
    """
    locale = locale_of(language)
    text = str(format_date(day, "full", locale))
    first = _FIRST.get(locale.language)
    return re.sub(r"\b1\b", first, text, count=1) if first and day.day == 1 else text


def month_in_words(day: date, language: str) -> str:
    """The month and the year, such as ``December 2026``. Raises ConfigError as ``in_words`` does."""
    return str(format_skeleton("yMMMM", day, locale=locale_of(language)))


def month_alone(day: date, language: str) -> str:
    """The month without its year, for a list that has the year. Raises ConfigError as ``in_words`` does."""
    return str(format_date(day, "LLLL", locale_of(language)))


def weekday_alone(day: date, language: str) -> str:
    """The day of the week alone, for the head of a column. Raises ConfigError as ``in_words`` does."""
    return str(format_date(day, "cccc", locale_of(language)))
