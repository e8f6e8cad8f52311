"""A day as data: puzzle.json, for scripts and spreadsheets of the publisher's own. Keys are only ever added."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlegen.daily.presentation import Told, Yesterday
from puzzlegen.formats import answer
from puzzlegen.formats.json_record import as_dict
from puzzlegen.language.alt_text import text_grid


@dataclass(frozen=True, slots=True)
class Made:
    """A file of the day: its media type, size in bytes, and for pictures their pixels and short text."""

    media: str
    size: int
    pixels: tuple[int, int] | None = None
    alt: str = ""


def data(told: Told, files: Mapping[str, Made]) -> str:
    """The JSON object, a key a line. A day that holds its solution has null for it, its text and its number of mines.

    The seed is never told: it holds the words of the series, and with them anybody could make the puzzles to come.
    """
    day, series = told.day, told.day.series
    record = as_dict(day.record) | {"number": day.number}
    for name in ("section", "seed"):
        record.pop(name, None)
    solution: dict[str, Any] = {"mines": record["mines"], "solution": answer.write(day.record.solution)}
    solution["solution_text"] = text_grid(day.record.puzzle, told.words, day.record.solution)
    if told.held:
        solution = dict.fromkeys(solution)
    found = {
        "series": series.title,
        "author": series.author,
        "language": series.language,
        "number": day.number,
        "date": day.date.isoformat(),
        "title": told.title,
        "date_text": told.date,
        "difficulty_text": told.difficulty,
        "address": day.address,
        **record,
        "text": list(told.rows),
        **solution,
        "before": _before(told.yesterday),
        "files": {name: _file(day.address + name, made) for name, made in files.items()},
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _before(before: Yesterday | None) -> dict[str, Any] | None:
    if before is None:
        return None
    day = before.day
    return {
        "number": day.number,
        "date": day.date.isoformat(),
        "address": day.address,
        "solution_picture": before.picture,
        "solution_alt": before.alt,
        "solution_text": list(before.rows),
    }


def _file(address: str, made: Made) -> dict[str, Any]:
    found: dict[str, Any] = {"address": address, "type": made.media, "bytes": made.size}
    if made.pixels:
        found |= {"width": made.pixels[0], "height": made.pixels[1], "alt": made.alt}
    return found
