"""Write puzzlegen/language/locales.json, the data of the shipped languages, from Babel: `make locales`.

Also puzzlegen/schema/time_zone_names.json, the zones that abbreviations and names of Windows and CLDR stand for.

python tools/locale_tables.py
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

import babel
from babel import Locale
from babel.core import get_cldr_version, get_global
from babel.localedata import locale_identifiers

from puzzlegen.files.templates import WORDS, shipped_folder
from puzzlegen.language.babel_locales import read_locale
from puzzlegen.language.locale_data import TABLES
from puzzlegen.schema.daily_fields import TIME_ZONE_NAMES

_JOINED = re.compile(r"\[\n[^][]*\]")  # lists of texts, which stand on a line
SOURCE = (
    f"Written by `make locales` from the Unicode locale data (CLDR) {get_cldr_version()} in Babel {babel.__version__}. "
    "CLDR: Copyright 1991-present Unicode, Inc., Unicode License V3, https://www.unicode.org/license.txt."
)


def shipped_languages() -> list[str]:
    """Return the names of the shipped folders of templates that are languages."""
    return sorted(path.parent.name for path in shipped_folder("templates").glob(f"*/{WORDS}"))


_NO_NAME = "\u2205\u2205\u2205"  # CLDR's mark of an abbreviation that a language does not use
_DAYS = [datetime(2026, month, 15, tzinfo=UTC) for month in (1, 7)]  # in winter and in summer


def _zones_of_metazones() -> dict[str, str]:
    """Return the zone that each metazone of CLDR stands for: the first principal one with its summer time."""
    zones = defaultdict(list)
    for zone, metazone in get_global("meta_zones").items():
        zones[metazone].append(zone)
    order = [
        line.split("\t")[2]
        for table in ("zonenow.tab", "zone1970.tab")
        for line in files("tzdata").joinpath("zoneinfo", table).read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    found = {}
    for metazone, names in zones.items():
        principal = [zone for zone in order if zone in names] or names
        principal = [zone for zone in principal if ZoneInfo(zone).tzname(_DAYS[0]).isalpha()] or principal
        with_summer = [zone for zone in principal if len({day.astimezone(ZoneInfo(zone)).dst() for day in _DAYS}) > 1]
        found[metazone] = (with_summer or principal)[0]
    return found


def _named_zones() -> Iterator[tuple[str, str]]:
    """Yield names of time zones with the zones: of Windows, and of English and the shipped languages in CLDR."""
    yield from get_global("windows_zone_mapping").items()
    zones = _zones_of_metazones()
    for tag in locale_identifiers():
        language = tag.partition("_")[0]
        if language not in {*shipped_languages(), "ja"} or "Shaw" in tag:  # English has no abbreviation for Japan
            continue
        for metazone, names in Locale.parse(tag).meta_zones.items():
            kept = [*names.get("short", {}).values(), *(names.get("long", {}).values() if tag == "en" else ())]
            yield from ((name, zones[metazone]) for name in kept if metazone in zones)


def _have_same_clock(zones: set[str]) -> bool:
    days = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day) for day in range(365)]
    return len({tuple(f"{day.astimezone(ZoneInfo(zone)):%z %Z}" for day in days) for zone in zones}) == 1


def time_zone_names() -> dict[str, str]:
    """Return the zones by names in small letters.

    Names that stand for different clocks are left out, and those that the IANA database has for the same clock.
    """
    zones: dict[str, list[str]] = defaultdict(list)
    for name, zone in _named_zones():
        zones[name.lower()].append(zone)
    zones.pop(_NO_NAME)
    names = {name: meant[0] for name, meant in sorted(zones.items()) if _have_same_clock(set(meant))}
    of_iana = {name.lower(): name for name in available_timezones()}
    return {
        name: zone for name, zone in names.items() if name not in of_iana or not _have_same_clock({zone, of_iana[name]})
    }


def _write(file: Path, text: str) -> None:
    file.write_text(text + "\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Write the files: an object for each language, below its name, with a field on a line; a name on a line."""
    names = {"source": SOURCE, "zones": time_zone_names()}
    _write(TIME_ZONE_NAMES, json.dumps(names, ensure_ascii=False, indent=1))
    tables = {"source": SOURCE} | {name: asdict(read_locale(name)) for name in shipped_languages()}
    text = _JOINED.sub(lambda lines: " ".join(lines[0].split()), json.dumps(tables, ensure_ascii=False, indent=1))
    _write(TABLES, text)


if __name__ == "__main__":
    main()
