"""Reads the data of a language from Babel, which comes with the extra ``languages``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_era_names, get_month_names, match_skeleton
from babel.numbers import get_decimal_symbol, get_group_symbol

from puzzlegen.language.locale_data import LocaleData

_SHORT_NAME = re.compile("E+|ccc+|MMM+|LLL+")  # of a weekday or a month in a pattern of CLDR
_PART = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^'A-Za-z]+")  # of a pattern: quoted, a field, or plain
_FIELDS = {
    "d": "{day}", "dd": "{day:02}", "M": "{month_number}", "MM": "{month_number:02}", "MMMM": "{month}",
    "LLLL": "{month_alone}", "y": "{year}", "EEEE": "{weekday}", "cccc": "{weekday_alone}",
}  # fmt: skip


def read_locale(tag: str) -> LocaleData | None:
    """Return the data of a language or region, such as ``de`` or ``en_GB``; None for a name that is neither."""
    try:
        locale = Locale.parse(tag)
    except (UnknownLocaleError, ValueError):
        return None
    skeletons = locale.datetime_skeletons
    day_and_month = match_skeleton("MMMMEEEEd", skeletons) or "MMMEd"
    month_and_year = "yMMMM" if "yMMMM" in skeletons else match_skeleton("yMMMM", skeletons)
    return LocaleData(
        tag=str(locale).replace("_", "-"),
        full_date=_pattern(str(locale.date_formats["full"]), locale),
        day_and_month=_pattern(str(skeletons[day_and_month]), locale),
        month_and_year=_pattern(str(skeletons[month_and_year]), locale),
        months=_names(get_month_names("wide", "format", locale)),
        months_alone=_names(get_month_names("wide", "stand-alone", locale)),
        weekdays=_names(get_day_names("wide", "format", locale)),
        weekdays_alone=_names(get_day_names("wide", "stand-alone", locale)),
        and_list=_list_patterns(locale, "standard"),
        or_list=_list_patterns(locale, "or"),
        decimal=get_decimal_symbol(locale),
        group=get_group_symbol(locale),
        plurals=tuple(locale.plural_form.rules.items()),
    )


def _pattern(pattern: str, locale: Locale) -> str:
    """Return a pattern of CLDR with the placeholders of ``LocaleData.fill``. All names are written in full."""
    in_full = _SHORT_NAME.sub(lambda name: name[0][0] * 4, pattern)  # some languages have only a pattern of short names
    return "".join(_placeholder(part, locale) for part in _PART.finditer(in_full))


def _placeholder(part: re.Match[str], locale: Locale) -> str:
    quoted, field = part.groups()
    if field == "G":
        quoted = get_era_names("abbreviated", locale)[1]
    elif field:
        return _FIELDS[part[0]]
    text = part[0] if quoted is None else quoted.replace("''", "'") or "'"
    return text.replace("{", "{{").replace("}", "}}")


def _names(names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(names[number] for number in sorted(names))


def _list_patterns(locale: Locale, style: str) -> tuple[str, str, str, str]:
    patterns = locale.list_patterns[style]
    return patterns.get("2", patterns["end"]), patterns["start"], patterns["middle"], patterns["end"]
