"""The settings that the files of a series are made with; its manifest keeps them, so that they can be made again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from puzzlegen.config.daily import NONE, WEEKDAYS
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.daily.manifest import Manifest
from puzzlegen.daily.plan import Request
from puzzlegen.daily.schedule import coming_numbers
from puzzlegen.ledger.issued_day import Day, Series


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The date of a run and the settings of its series.

    ``coming`` are later dates with their numbers, which the calendar announces by title. ``digest`` is the weekday with
    which the weekly mail ends, or ``none``.
    """

    as_of: date
    series: Series
    coming: tuple[tuple[date, int], ...] = ()
    digest: str = NONE

    @classmethod
    def of_run(cls, request: Request, days: Iterable[Day], withdrawn: Sequence[Day]) -> SiteSettings:
        """Return the settings of a run. ``days`` and ``withdrawn`` are those of the ledger. Raises ConfigError."""
        config = request.config
        issued = sorted({day.date: day.number for day in (*days, *withdrawn)}.items())
        gone = {day.date for day in withdrawn}
        coming = (one for one in coming_numbers(config, issued, request.as_of) if one[0] not in gone)
        return cls(request.as_of, series_from_config(config), tuple(coming), config.digest)

    @classmethod
    def of_manifest(cls, manifest: Manifest | None) -> SiteSettings | None:
        """Return those in the manifest of a series; None for one of an older version, or one that cannot be read."""
        return cls.of_values(manifest.presentation if manifest else {})

    @classmethod
    def of_values(cls, found: Mapping[str, Any]) -> SiteSettings | None:
        """Return those that ``as_dict`` gave; None where they are missing or damaged."""
        values = dict(found)
        try:
            coming = tuple((date.fromisoformat(day), int(number)) for day, number in values.pop("coming", ()))
            as_of, digest = date.fromisoformat(values.pop("as_of")), values.pop("digest", NONE)
            if digest not in (NONE, *WEEKDAYS):
                return None
            return cls(as_of, Series(**values), coming, digest)
        except (LookupError, TypeError, ValueError):
            return None

    def as_dict(self) -> dict[str, Any]:
        """Return the values as ``of_manifest`` reads them."""
        return {
            "as_of": self.as_of.isoformat(),
            "coming": [[day.isoformat(), number] for day, number in self.coming],
            "digest": self.digest,
            **asdict(self.series),
        }
