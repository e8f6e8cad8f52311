"""The tables of the shipped languages, and what is read from Babel for others, compared with Babel's own texts."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import product

import pytest
from babel import Locale
from babel.dates import format_date, match_skeleton
from babel.lists import format_list
from babel.localedata import locale_identifiers
from babel.numbers import format_decimal

from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages
from puzzlegen.language.babel_locales import read_locale
from puzzlegen.language.locale_data import join, shipped_locales
from puzzlegen.language.locale_formatting import libraries_of, locale_of, number_text

TABLES = shipped_locales()
REGIONS = {"en_GB", "en_001", "fr_CA", "pt_PT", "zh_Hant"}
OTHERS = sorted({name.partition("_")[0] for name in locale_identifiers()} | REGIONS)
EVERY_DAY = [date(2027, 12, 25) + timedelta(days=days) for days in range(400)]  # of a leap year and around it
SOME_DAYS = [date(2026, month, month) for month in range(1, 13)] + [date(1, 1, 1), date(987, 6, 30)]
NUMBERS = (*range(220), 999, 1000, 1001, 1100, 10**6, 10**6 + 1, 3 * 10**6)
VALUES = (0, 1, -1, 0.5, 1.5, 2.5, -0.04, -2.675, 0.1 + 0.2, 1234.5, 9999.99, 10_000, 99_999.95, -12345.678, 123456)


@pytest.fixture
def no_babel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "babel", None)
    monkeypatch.delitem(sys.modules, "puzzlegen.language.babel_locales", raising=False)
    locale_of.cache_clear()
    yield
    locale_of.cache_clear()


def in_full(pattern: str) -> str:
    return re.sub("E+|c{3,}|M{3,}|L{3,}", lambda name: name[0][0] * 4, pattern)


def texts_of_babel(name: str, day: date) -> list[str]:
    locale = Locale.parse(name)
    known = locale.datetime_skeletons
    patterns = [str(locale.date_formats["full"])]
    for wanted, other in (("MMMMEEEEd", "MMMEd"), ("yMMMM", "yMMMM")):
        patterns.append(str(known[wanted if wanted in known else match_skeleton(wanted, known) or other]))
    return [str(format_date(day, in_full(pattern), locale)) for pattern in (*patterns, "LLLL", "cccc")]


def our_texts(name: str, day: date) -> list[str]:
    data = locale_of(name)
    patterns = (data.full_date, data.day_and_month, data.month_and_year)
    alone = data.months_alone[day.month - 1], data.weekdays_alone[day.weekday()]
    return [*(data.fill(pattern, day) for pattern in patterns), *alone]


def test_the_tables_are_those_of_babel() -> None:
    """A new release of CLDR may change them: `make locales`, and look at what changed."""
    assert sorted(TABLES) == languages()
    assert {name: read_locale(name) for name in TABLES} == TABLES


@pytest.mark.parametrize("name", sorted(TABLES))
def test_every_date_is_that_of_babel(name: str) -> None:
    for day in EVERY_DAY:
        assert our_texts(name, day) == texts_of_babel(name, day)


@pytest.mark.parametrize("first", sorted({name[0] for name in OTHERS}))
def test_dates_of_every_language_are_those_of_babel(first: str) -> None:
    for name, day in product((name for name in OTHERS if name[0] == first), SOME_DAYS):
        assert our_texts(name, day) == texts_of_babel(name, day), name


def test_lists_numbers_and_plural_rules_of_every_language_are_those_of_babel() -> None:
    for name in OTHERS:
        locale, data = Locale.parse(name), locale_of(name)
        for count in range(6):
            items = list("abcdef"[:count])
            assert join(items, data.and_list) == format_list(items, "standard", locale), name
            assert join(items, data.or_list) == format_list(items, "or", locale), name
        assert [data.plural_category(one) for one in NUMBERS] == [locale.plural_form(one) for one in NUMBERS], name
        for value, places in product(VALUES, (0, 1, 2)):
            pattern = "#,##0" + ("." + places * "0" if places else "")
            due = format_decimal(value, pattern, locale, group_separator=abs(value) >= 10_000)
            assert number_text(value, name, places) == due, name


def test_a_table_is_used_only_where_babel_has_the_same() -> None:
    parts = ("simple", "kids", "GB", "us", "UK", "Latn", "Shaw", "419", "POSIX", "1996", "klassisch", "")
    names = [*locale_identifiers(), *TABLES, "DE", "En"]
    names += [f"{name}{mark}{part}" for name, mark, part in product((*TABLES, "EN"), "-_", parts)]
    names += [f"{name}-{one}_{two}" for name, one, two in product(TABLES, parts, parts)]
    tabled = [name for name in names if name.lower()[:2] in TABLES and not libraries_of(name)]
    assert len(tabled) > 200 and {"de-simple", "en-kids", "fr_klassisch"} <= set(tabled)
    for name in tabled:
        tag = name.replace("-", "_")
        assert locale_of(name) == (read_locale(tag) or read_locale(tag.partition("_")[0])), name


@pytest.mark.usefixtures("no_babel")
@pytest.mark.parametrize("name", [*sorted(TABLES), "de-simple", "en-kids", "pt_our_house"])
def test_shipped_languages_need_no_babel(name: str) -> None:
    assert locale_of(name).tag == name[:2]
    assert libraries_of(name) == ()


@pytest.mark.usefixtures("no_babel")
@pytest.mark.parametrize("name", ["pl", "en-GB", "en_001", "pt-BR", "de-simple-AT", "house", ""])
def test_without_babel_one_line_names_the_extra(name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        locale_of(name)
    assert str(caught.value) == (
        f"language: found {name!r}, whose dates and plural rules are not among those of de, en, es, fr, it, nl, pt: "
        "install the package puzzlegen[languages]"
    )


def test_a_plural_rule_of_another_form_is_an_error() -> None:
    data = replace(TABLES["de"], plurals=(("one", "n within 0..1"),))
    with pytest.raises(ValueError, match=r"unknown plural rule 'n within 0\.\.1'"):
        data.plural_category(1)
