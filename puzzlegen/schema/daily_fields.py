"""Field types of daily configs: dates, skipped days, time zones, web addresses, board sizes."""

from __future__ import annotations

import difflib
import os
import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote, urlsplit
from zoneinfo import ZoneInfo, available_timezones

from pydantic import BeforeValidator, PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from puzzlegen.board.grid import Grid
from puzzlegen.errors import Problem
from puzzlegen.files.reading import json_value, open_file
from puzzlegen.schema.fields import SIZE_SCHEMA, field_error, not_allowed, read_size
from puzzlegen.wording import LONGEST_QUOTE, as_typed, describe

FIRST_YEAR, LAST_YEAR = 2000, 2999
MAX_DAYS = 1100  # of a run: three years
MAX_DAILY_SIDE = 18  # cells: 33 pixels each in a mail; with 20, the French play page exceeded its limit of 60 KB
MAX_PICTURE_SIDE = 30  # cells of the picture of a day: 18 pixels each in a mail
MIN_DAILY_WIDTH = 4  # cells that the picture for link previews shows

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_YEARLY = re.compile(r"([0-9]{2})-([0-9]{2})")
_RANGE = re.compile(r"(\S+) +to +(\S+)")
_A_DAY = "a day such as 2026-12-01"
_SKIPS = "a day such as 2026-12-25, one of every year such as 12-25, or a range such as 2026-12-24 to 2027-01-01"


def parse_day(text: str) -> date:
    """Parse a date written as ``2026-12-01``. Raises ValueError with a message for the user."""
    match = _DAY.fullmatch(as_typed(text))
    if match is None:
        raise not_allowed(describe(text), _A_DAY, _usual_form_hint(text))
    year, month, day = map(int, match.groups())
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise not_allowed(describe(text), f"the years {FIRST_YEAR} to {LAST_YEAR}")
    if not 1 <= month <= 12:
        raise field_error(f"found {describe(text)}, but there is no month {month}, allowed {_A_DAY}")
    last = monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise field_error(f"found {describe(text)}, but that month has days 1 to {last}")
    return date(year, month, day)


def _usual_form_hint(text: str) -> str:
    """A hint for a date in another form that has only one meaning."""
    loose = re.fullmatch(r"([0-9]{4})[-/. ]?([0-9]{1,2})[-/. ]([0-9]{1,2})|([0-9]{4})([0-9]{2})([0-9]{2})", text)
    if loose is None:
        return ""
    year, month, day = (int(part) for part in loose.groups() if part)
    return f'; did you mean "{year:04}-{month:02}-{day:02}"?' if 1 <= month <= 12 and 1 <= day <= 31 else ""


def _read_day(value: Any) -> date:
    if type(value) is date:
        return value
    if not isinstance(value, str):
        raise not_allowed(describe(value), _A_DAY)
    return parse_day(value)


DAY_PATTERN = f"^{_DAY.pattern}$"  # of JSON Schema
DateField = Annotated[
    date,
    PlainValidator(_read_day),
    PlainSerializer(date.isoformat),
    WithJsonSchema({"type": "string", "pattern": DAY_PATTERN, "examples": ["2026-12-01"]}),
]
"""A date of the calendar, written 2026-12-01."""


@dataclass(frozen=True, slots=True)
class SkippedDays:
    """Days without a puzzle: from ``first`` to ``last``, or if ``yearly`` the day ``first`` of every year."""

    first: date
    last: date
    yearly: bool = False

    def covers(self, day: date) -> bool:
        """Return whether ``day`` is one of them."""
        if self.yearly:
            return (day.month, day.day) == (self.first.month, self.first.day)
        return self.first <= day <= self.last

    def __str__(self) -> str:
        if self.yearly:
            return f"{self.first:%m-%d}"
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


_LEAP = 2000  # a leap year


def _read_skip(value: Any) -> SkippedDays:
    if isinstance(value, SkippedDays):
        return value
    if not isinstance(value, str):
        raise not_allowed(describe(value), _SKIPS)
    if yearly := _YEARLY.fullmatch(as_typed(value)):
        month, day = map(int, yearly.groups())
        if not 1 <= month <= 12 or not 1 <= day <= monthrange(_LEAP, month)[1]:
            raise field_error(f"found {describe(value)}, but no year has that day; the month comes first: 12-25")
        return SkippedDays(date(_LEAP, month, day), date(_LEAP, month, day), yearly=True)
    if between := _RANGE.fullmatch(as_typed(value)):
        first, last = map(parse_day, between.groups())
        if last < first:
            raise field_error(
                f'found {describe(value)}, but the range runs backward; did you mean "{last} to {first}"?'
            )
        return SkippedDays(first, last)
    if not _DAY.fullmatch(as_typed(value)):
        raise not_allowed(describe(value), _SKIPS, _usual_form_hint(value))
    return SkippedDays(parse_day(value), parse_day(value))


_SKIP_SHAPE = f"^({_DAY.pattern}( +to +{_DAY.pattern})?|{_YEARLY.pattern})$"
SkippedDaysField = Annotated[
    SkippedDays,
    PlainValidator(_read_skip),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": _SKIP_SHAPE, "examples": ["2026-12-25", "12-25"]}),
]
"""A skipped day, one of every year, or a range of days."""


TIME_ZONE_NAMES = Path(__file__).with_name("time_zone_names.json")  # written by tools/locale_tables.py
_LOCALTIME = "/etc/localtime"
_UNKNOWN_TIME = "-00"  # the abbreviation of the IANA database where the local time is unknown, as in the zone Factory
_LEAST_CITY = 5  # letters that are compared with names of cities: shorter words are abbreviations


def _have_same_clock(one: tzinfo, other: tzinfo) -> bool:
    """Return whether two time zones have had the same time with the same abbreviation since 1970.

    Days are compared at midnight in Greenwich, where the clocks of Berlin and Vienna differed in 1980 alone.
    """
    days = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(67 * 365))  # files end with 2037
    return all(f"{day.astimezone(one):%z %Z}" == f"{day.astimezone(other):%z %Z}" for day in days)


def _is_time_zone(name: str) -> bool:
    """Tell whether a name is that of a time zone of the IANA database that this computer has.

    Systems add files to it, such as ``localtime``; only names of the database begin with a capital letter. Reading one
    file takes less than a millisecond, the list of all zones 49 (2026-11-26). ``EST`` and ``MST`` of the database have
    no summer time, so they are not the zones that they usually stand for.
    """
    if not re.fullmatch(r"[A-Z][A-Za-z0-9_+/-]{1,60}", name) or ("/" not in name and name.lower() in _usual_names()):
        return False
    try:
        return ZoneInfo(name).tzname(datetime.now()) != _UNKNOWN_TIME
    except (KeyError, ValueError, OSError):  # no such zone; OSError: the name of a folder, such as Europe
        return False


@cache
def _usual_names() -> dict[str, str]:
    """Return time zones by names in small letters, of Windows and CLDR, that are no names of the IANA database."""
    return dict(json_value(TIME_ZONE_NAMES.read_bytes())["zones"])


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of the time zones of the IANA database that this computer has, sorted."""
    return tuple(sorted(filter(_is_time_zone, available_timezones())))


@cache
def _principal_zones() -> tuple[str, ...]:
    """Return UTC and one name of each time zone whose clock differed from all others since 1970."""
    table = files("tzdata").joinpath("zoneinfo", "zone1970.tab").read_text(encoding="utf-8")
    return "UTC", *(line.split("\t")[2] for line in table.splitlines() if not line.startswith("#"))


def time_zone() -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is a time zone by its IANA name, such as ``Europe/Berlin``."""

    def read(value: Any) -> str:
        if isinstance(value, str) and _is_time_zone(value):
            return value
        raise not_allowed(describe(value), "the name of a time zone such as Europe/Berlin or UTC", _zone_hint(value))

    return BeforeValidator(read), WithJsonSchema({"type": "string", "examples": ["UTC", "Europe/Berlin"]})


def _zone_hint(value: object) -> str:
    """Return a hint with the time zone that a value stands for; no guesses at offsets, regions and short names."""
    zones = [zone for zone in (*reversed(time_zones()), *_principal_zones()) if "/" in zone.removeprefix("Etc/")]
    cities = {zone.rpartition("/")[2].lower(): zone for zone in zones}
    known = cities | _usual_names() | {zone.lower(): zone for zone in time_zones()}
    name = " ".join(str(value).split()).lower()
    meant = known.get(name) or known.get(name.replace(" ", "_"))
    city = name.replace(" ", "_").rpartition("/")[2]
    if not meant and _LEAST_CITY <= len(city) <= LONGEST_QUOTE:
        meant = next((cities[near] for near in difflib.get_close_matches(city, cities, 1, 0.8)), "")
    return f'; did you mean "{meant}"?' if meant else ""


def system_time_zone() -> str | None:
    """Return the IANA name of this computer's time zone; None where it is unknown.

    Where ``TZ`` names none, it is that of the clock in the system's file; of names for the same clock, the configured.
    """
    named = os.environ.get("TZ", "").removeprefix(":")
    usual = {zone.lower(): zone for zone in time_zones()}.get(named.lower(), "") if named else _configured_zone()
    path = Path(named or _LOCALTIME)
    if (clock := _clock_in(path)) is None:
        return usual or None
    names = (os.path.realpath(path).rpartition("zoneinfo/")[2], usual, *_principal_zones())
    return next((name for name in filter(_is_time_zone, names) if _have_same_clock(ZoneInfo(name), clock)), None)


def _clock_in(path: Path) -> ZoneInfo | None:
    """Return the time zone in a file of a system; None for no file and for one with something else."""
    try:
        with open_file(path) as file:
            return ZoneInfo.from_file(file)
    except (OSError, ValueError):
        return None


def _configured_zone() -> str:
    """Return the time zone that Windows or a file of the system names; an empty text for none."""
    import logging  # noqa: PLC0415  # only new dailies need them

    import tzlocal  # noqa: PLC0415  # as above

    logging.getLogger("tzlocal").setLevel(logging.ERROR)  # it warns of files that contradict each other
    try:
        name = tzlocal.get_localzone_name() or ""
    except (LookupError, OSError, ValueError):
        return ""
    return name if _is_time_zone(name) else ""


def today_in(zone: str) -> date:
    """Return today's date in a time zone."""
    return datetime.now(ZoneInfo(zone)).date()


_PATH_MARKS = "._~!$&'()*+,;=:@%-"
_FILE_NAME = re.compile(r".+\.[A-Za-z][A-Za-z0-9]*")
_WEB_FILE = re.compile(r".+\.(html?|xml|json|ics)", re.IGNORECASE)  # no folder, even with a slash behind it


def web_address(what: str, example: str, *, folder: bool = False) -> tuple[BeforeValidator, WithJsonSchema]:
    """Return the parts of a field that is an https address; ``what`` it is and an ``example`` are for messages.

    A slash is added at its end, unless it is the address of a file, which is refused for a ``folder``.
    """
    form = re.compile(rf"https://[A-Za-z0-9.-]+(:[0-9]{{1,5}})?(/[A-Za-z0-9{_PATH_MARKS}]+)*/?")
    allowed = f"{what} that begins with https://, such as {example}"

    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value) > 200:
            raise not_allowed(describe(value), allowed)
        if not form.fullmatch(value) or not _has_host(value):
            raise not_allowed(describe(value), allowed, _why_not(value))
        bare = value.rstrip("/")
        if not (file := _file_of(value)):
            return f"{bare}/"
        if folder:
            more = f', or "{bare}/" if {file} is a folder' if value == bare and not _WEB_FILE.fullmatch(file) else ""
            hint = f'; {file} is a file; did you mean "{bare.removesuffix(file)}"{more}?'
            raise not_allowed(describe(value), allowed, hint)
        return bare

    return BeforeValidator(read), WithJsonSchema({"type": "string", "pattern": "^https://"})


def _file_of(address: str) -> str:
    """Return the name of the file at the end of an address; empty for a folder."""
    path = urlsplit(address).path
    name = path.rstrip("/").rpartition("/")[2]
    return name if (_WEB_FILE if path.endswith("/") else _FILE_NAME).fullmatch(name) else ""


def _has_host(address: str) -> bool:
    host, _, port = urlsplit(address).netloc.partition(":")
    return all(part and not part.startswith("-") for part in host.split(".")) and int(port or 0) < 2**16


def _why_not(address: str) -> str:
    if re.match(r"http://(localhost|127\.0\.0\.1|\[::1\])(?![\w.])", address):
        return "; to try a series on this computer, leave the example address: its pages work at any address"
    if re.search(r"\s", address):
        return "; write each space as %20, or use an address without spaces"
    if re.search("[?#]", address):
        return "; remove ? or # and all that follows"
    match = _LOOSE_ADDRESS.fullmatch(address)
    return _corrected(address, *(part or "" for part in match.groups())) if match else ""


def _corrected(address: str, scheme: str, user: str, host: str, rest: str) -> str:
    """Return what is wrong with an address of these parts, and the right one, whose host has its form for links."""
    import idna  # noqa: PLC0415  # few addresses need it

    reasons = {
        "mail programs and feeds need https": scheme.lower().startswith("http:"),
        "names and passwords would be published": user,
        "the letters of addresses in links are a to z": not address.isascii(),
    }
    reason = "".join(f"; {reason}" for reason, holds in reasons.items() if holds)
    try:
        suggested = f"https://{idna.encode(host, uts46=True).decode()}{quote(rest, safe=f'/{_PATH_MARKS}')}"
    except ValueError:
        return f"{reason}; {describe(host)} is not the name of a host"
    if suggested == address:
        return "; a port is a number up to 65535"
    return f'{reason}; did you mean "{suggested}"?' if scheme or "." in host else reason


# What is understood as an address: a scheme with a name and a password, a host, and a port with a path
_LOOSE_ADDRESS = re.compile(r"(?i)(?:(https?(?::/{0,2}|/{1,2})|//)([^/@]*@)?)?([^/?#@:\s]+)((?::[0-9]+)?(?:/\S*)?)")


def _read_daily_size(value: Any) -> Grid:
    try:
        size = read_size(value, MAX_PICTURE_SIDE)
    except PydanticCustomError:
        allowed = _allowed_size(value)  # the limit of most puzzles belongs into the message
        if re.fullmatch("[0-9]+x[0-9]+", str(value)):
            allowed += f"; classic boards and pictures have sides of up to {MAX_PICTURE_SIDE}"
        raise not_allowed(describe(value), allowed) from None
    if size.width < MIN_DAILY_WIDTH:
        raise not_allowed(describe(value), f"a width of {MIN_DAILY_WIDTH} cells or more, which card.png shows")
    return size


def daily_size_problem(size: Grid) -> Problem | None:
    """Return what is wrong with the size of a puzzle without a picture, at no key; None if nothing is."""
    allowed = _allowed_size(size)
    return Problem.not_allowed((), describe(str(size)), allowed) if allowed else None


def _allowed_size(value: object) -> str:
    """Return what the size of a puzzle without a picture may be, if a value is none."""
    try:
        read_size(value, MAX_DAILY_SIDE)
    except PydanticCustomError as error:
        return str((error.context or {})["allowed"])
    return ""


DailySizeField = Annotated[
    Grid,
    PlainValidator(_read_daily_size),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(SIZE_SCHEMA),
]
"""Width x height of a board in cells, small enough for mails and phones, large enough for link previews."""
