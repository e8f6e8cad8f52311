"""Plural rules, lists, numbers and dates of a language, by the Unicode locale data (CLDR)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Literal

from puzzlegen.errors import ConfigError
from puzzlegen.language.locale_data import LocaleData, join, shipped_locales

_WHOLE_NUMBERS = range(1000)  # every plural rule of CLDR that looks at whole numbers shows all its categories here
_GROUPED_FROM = 10_000  # four digits are not grouped: "1600", as books in most of the languages have it

_SUBTAG = re.compile(r"[a-z]{2}|\d{3}|dsrt|shaw")  # of a region; and of the two other scripts that CLDR has English in
_FIRST_OF_MONTH = {"fr": "1er", "it": "1º", "pt": "1º"}  # the first of a month, where it is an ordinal in print


def _is_tabled(language: str) -> bool:
    """Whether the data of a language is part of puzzlegen: one of the shipped ones without a region."""
    code, *parts = re.split("[-_]", language.lower())
    return code in shipped_locales() and not any(map(_SUBTAG.fullmatch, parts))


@lru_cache(maxsize=32)
def locale_of(language: str) -> LocaleData:
    """Return the data of a language's folder: ``de``, ``en-GB``, or ``de-simple``, which is German.

    Raises ConfigError for a folder that is not named after a language, and for one whose data only Babel has, if that
    is not installed.
    """
    tag = language.replace("-", "_")
    code = tag.partition("_")[0]
    if _is_tabled(language):
        return shipped_locales()[code.lower()]
    try:
        from puzzlegen.language.babel_locales import read_locale  # noqa: PLC0415  # needs an extra
    except ModuleNotFoundError:
        raise ConfigError(
            f"found {language!r}, whose dates and plural rules are not among those of {', '.join(shipped_locales())}: "
            "install the package puzzlegen[languages]",
            at=("language",),
        ) from None
    locale = read_locale(tag) or read_locale(code)
    if locale is None:
        raise ConfigError(
            f"found {language!r}, which names no language; name the folder in templates after one, "
            "such as de or de-simple",
            at=("language",),
        )
    return locale


def libraries_of(language: str) -> tuple[str, ...]:
    """Return the library that has the data of a language, if it is not part of puzzlegen.

    Raises ConfigError as ``locale_of`` does.
    """
    locale_of(language)
    return () if _is_tabled(language) else ("babel",)


def tag_of(language: str) -> str:
    """Return the language tag that browsers know, such as ``en-GB``."""
    return locale_of(language).tag


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
    locale = locale_of(language)
    tags = {"other", *(name for name, _ in locale.plurals)}
    names = [name for name in ("zero", "one", "two", "few", "many", "other") if name in tags]
    numbers: dict[str, list[int]] = {name: [] for name in names}
    for number in _WHOLE_NUMBERS:
        numbers[locale.plural_category(number)].append(number)
    return PluralCategories(
        tuple((name, tuple(numbers[name][:4])) for name in names if numbers[name]),
        tuple(names),
        tuple(name for name in names if numbers[name] and sum(number > 0 for number in numbers[name]) <= 1),
    )


def plural_category(language: str, number: int) -> str:
    """Return the plural category of a whole number: ``one``, ``few`` and so on."""
    return locale_of(language).plural_category(number)


def joined(items: Iterable[str], language: str, style: Literal["standard", "or"] = "standard") -> str:
    """Return a list in words: ``a, b and c``, or with ``or``.

    >>> joined("abc", "de"), joined("abc", "de", "or")
    ('a, b und c', 'a, b oder c')
    """
    locale = locale_of(language)
    return join(list(items), locale.and_list if style == "standard" else locale.or_list)


def capitalized(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def number_text(value: float, language: str, places: int = 0) -> str:
    """Return a number with so many decimals; thousands are separated from five digits on.

    >>> number_text(1600, "de"), number_text(16000.5, "de", 1)
    ('1600', '16.000,5')
    """
    return locale_of(language).number(value, places, grouped=abs(value) >= _GROUPED_FROM)


def decimal_mark(language: str) -> str:
    """Return the mark before decimals: a point or a comma."""
    return locale_of(language).decimal


def date_in_words(day: date, language: str) -> str:
    """Return the day of the week and the date. Raises ConfigError as ``locale_of`` does.

    >>> date_in_words(date(2026, 12, 1), "en"), date_in_words(date(2026, 12, 1), "fr")
    ('Tuesday, December 1, 2026', 'mardi 1er décembre 2026')
    """
    locale = locale_of(language)
    return _with_ordinal(locale.fill(locale.full_date, day), day, locale)


def day_in_words(day: date, language: str) -> str:
    """Return the day of the week, the day and the month. Raises ConfigError as ``locale_of`` does.

    >>> day_in_words(date(2026, 12, 1), "en"), day_in_words(date(2026, 12, 1), "fr")
    ('Tuesday, December 1', 'mardi 1er décembre')
    """
    locale = locale_of(language)
    return _with_ordinal(locale.fill(locale.day_and_month, day), day, locale)


def _with_ordinal(text: str, day: date, locale: LocaleData) -> str:
    first = _FIRST_OF_MONTH.get(locale.tag.partition("-")[0])
    return re.sub(r"\b1\b", first, text, count=1) if first and day.day == 1 else text


def month_and_year(day: date, language: str) -> str:
    """Return the month and the year, such as ``December 2026``. Raises ConfigError as ``locale_of`` does."""
    locale = locale_of(language)
    return locale.fill(locale.month_and_year, day)


def month_name(day: date, language: str) -> str:
    """Return the month alone, for a list that names the year. Raises ConfigError as ``locale_of`` does."""
    return locale_of(language).months_alone[day.month - 1]


def weekday_name(day: date, language: str) -> str:
    """Return the day of the week alone, for the head of a column. Raises ConfigError as ``locale_of`` does."""
    return locale_of(language).weekdays_alone[day.weekday()]
