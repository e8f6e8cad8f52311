"""Dates in words, as each language writes them: from Babel, which knows them by the Unicode project's data (CLDR)."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton

from puzzlegen.errors import ConfigError

_OURS = {"en": "en_GB"}  # the day before the month, as most readers of English have it; en-us is the other way
_FIRST = {"fr": "1er", "it": "1º", "pt": "1º"}  # the first of a month, where it is an ordinal in print


def in_words(day: date, language: str) -> str:
    """The day of the week and the date.

    The language is the name of its folder; one of a user's own is known by what stands before its first hyphen. Raises
    ConfigError where that is no language.

    >>> in_words(date(2026, 12, 1), "en"), in_words(date(2026, 12, 1), "fr")
    ('Tuesday, 1 December 2026', 'mardi 1er décembre 2026')
    """
    locale = _locale(language)
    text = str(format_date(day, "full", locale))
    first = _FIRST.get(locale.language)
    return re.sub(r"\b1\b", first, text, count=1) if first and day.day == 1 else text


def month_in_words(day: date, language: str) -> str:
    """The month and the year, such as ``December 2026``. Raises ConfigError as ``in_words`` does."""
    return str(format_skeleton("yMMMM", day, locale=_locale(language)))


def month_alone(day: date, language: str) -> str:
    """The month without its year, for a list that has the year. Raises ConfigError as ``in_words`` does."""
    return str(format_date(day, "LLLL", _locale(language)))


def weekday_alone(day: date, language: str) -> str:
    """The day of the week alone, for the head of a column. Raises ConfigError as ``in_words`` does."""
    return str(format_date(day, "cccc", _locale(language)))


@lru_cache(maxsize=32)
def _locale(language: str) -> Locale:
    tag = language.replace("-", "_")
    for name in (_OURS.get(tag, tag), tag.partition("_")[0]):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    raise ConfigError(
        f"language: no dates are known in {language!r}; name its folder in templates after a language, "
        "such as de or de-simple"
    )
