"""Plural rules, lists, numbers and dates of a language, from Babel's copy of the Unicode locale data (CLDR)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, match_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, get_decimal_symbol

from puzzlegen.errors import ConfigError

_WHOLE_NUMBERS = range(1000)  # every plural rule of CLDR that looks at whole numbers shows all its categories here
_GROUPED_FROM = 10_000  # four digits are not grouped: "1600", as books in most of the languages have it

_SHORT_NAME = re.compile("E+|ccc+|MMM+|LLL+")  # of a weekday or a month in a pattern of CLDR
_FIRST_OF_MONTH = {"fr": "1er", "it": "1º", "pt": "1º"}  # the first of a month, where it is an ordinal in print


@lru_cache(maxsize=32)
def locale_of(language: str) -> Locale:
    """Return the locale of a language's folder: ``de``, ``en-GB``, or ``de-simple``, which is German.

    Raises ConfigError for a folder that is not named after a language.
    """
    tag = language.replace("-", "_")
    for name in (tag, tag.partition("_")[0]):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    raise ConfigError(
        f"language: found {language!r}, which names no language; name the folder in templates after one, "
        "such as de or de-simple"
    )


def tag_of(language: str) -> str:
    """Return the language tag that browsers know, such as ``en-GB``."""
    return str(locale_of(language)).replace("_", "-")


@dataclass(frozen=True, slots=True)
class PluralCategories:
    """The plural categories of a language, such as ``one`` and ``other``.

    ``required`` are those that whole numbers take, each with its first numbers. ``allowed`` adds those that only
    fractions and millions take. ``single`` are those of one number alone, where a form may spell the number out.
    """

    required: tuple[tuple[str, tuple[int, ...]], ...]
    allowed: tuple[str, ...]
    single: tuple[str, ...]


@lru_cache(maxsize=32)
def plural_categories(language: str) -> PluralCategories:
    """Return the categories of a language, in the order of CLDR. Raises ConfigError as ``locale_of`` does."""
    rule = locale_of(language).plural_form
    names = [name for name in ("zero", "one", "two", "few", "many", "other") if name in {*rule.tags, "other"}]
    numbers: dict[str, list[int]] = {name: [] for name in names}
    for number in _WHOLE_NUMBERS:
        numbers[rule(number)].append(number)
    return PluralCategories(
        tuple((name, tuple(numbers[name][:4])) for name in names if numbers[name]),
        tuple(names),
        tuple(name for name in names if numbers[name] and sum(number > 0 for number in numbers[name]) <= 1),
    )


def plural_category(language: str, number: int) -> str:
    """Return the plural category of a whole number: ``one``, ``few`` and so on."""
    return str(locale_of(language).plural_form(number))


def joined(items: Iterable[str], language: str, style: Literal["standard", "or"] = "standard") -> str:
    """Return a list in words: ``a, b and c``, or with ``or``.

    >>> joined("abc", "de"), joined("abc", "de", "or")
    ('a, b und c', 'a, b oder c')
    """
    return format_list(list(items), style, locale_of(language))


def capitalized(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def number_text(value: float, language: str, places: int = 0) -> str:
    """Return a number with so many decimals; thousands are separated from five digits on.

    >>> number_text(1600, "de"), number_text(16000.5, "de", 1)
    ('1600', '16.000,5')
    """
    pattern = "#,##0" + (f".{'0' * places}" if places else "")
    return format_decimal(value, pattern, locale_of(language), group_separator=abs(value) >= _GROUPED_FROM)


def decimal_mark(language: str) -> str:
    """Return the mark before decimals: a point or a comma."""
    return get_decimal_symbol(locale_of(language))


def date_in_words(day: date, language: str) -> str:
    """Return the day of the week and the date. Raises ConfigError as ``locale_of`` does.

    >>> date_in_words(date(2026, 12, 1), "en"), date_in_words(date(2026, 12, 1), "fr")
    ('Tuesday, December 1, 2026', 'mardi 1er décembre 2026')
    """
    return _with_ordinal(str(format_date(day, "full", locale_of(language))), day, language)


def day_in_words(day: date, language: str) -> str:
    """Return the day of the week, the day and the month. Raises ConfigError as ``locale_of`` does.

    >>> day_in_words(date(2026, 12, 1), "en"), day_in_words(date(2026, 12, 1), "fr")
    ('Tuesday, December 1', 'mardi 1er décembre')
    """
    locale = locale_of(language)
    patterns = locale.datetime_skeletons
    pattern = str(patterns[match_skeleton("MMMMEEEEd", patterns) or "MMMEd"])
    full = _SHORT_NAME.sub(lambda name: name[0][0] * 4, pattern)  # some locales have only the pattern of short names
    return _with_ordinal(str(format_date(day, full, locale)), day, language)


def _with_ordinal(text: str, day: date, language: str) -> str:
    first = _FIRST_OF_MONTH.get(locale_of(language).language)
    return re.sub(r"\b1\b", first, text, count=1) if first and day.day == 1 else text


def month_and_year(day: date, language: str) -> str:
    """Return the month and the year, such as ``December 2026``. Raises ConfigError as ``locale_of`` does."""
    return str(format_skeleton("yMMMM", day, locale=locale_of(language)))


def month_name(day: date, language: str) -> str:
    """Return the month alone, for a list that names the year. Raises ConfigError as ``locale_of`` does."""
    return str(format_date(day, "LLLL", locale_of(language)))


def weekday_name(day: date, language: str) -> str:
    """Return the day of the week alone, for the head of a column. Raises ConfigError as ``locale_of`` does."""
    return str(format_date(day, "cccc", locale_of(language)))
