"""The text files of a day besides its mails: puzzle.json, and alt.txt with the alternative texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puzzlegen.config.day_files import (
    ALT,
    BOARD,
    BOARD_SOLVED,
    CARD,
    DATA,
    PUZZLE,
    PUZZLE_DARK,
    SOLUTION,
    SOLUTION_DARK,
    STEPS,
    THUMB,
    VECTOR,
)
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_mails import Size
from puzzlegen.formats import answer
from puzzlegen.formats.json_record import as_dict
from puzzlegen.language.alt_text import animation_alt, solution_alt, title


@dataclass(frozen=True, slots=True)
class DayFileFacts:
    """A file of the day: its media type and size in bytes; for a picture its pixels and alternative text."""

    media_type: str
    size: int
    pixels: Size | None = None
    alt: str = ""


# --- puzzle.json: keys are only ever added, because scripts of publishers read it


def puzzle_json(shown: DayPresentation, files: Mapping[str, DayFileFacts]) -> str:
    """Return the day as a JSON object, one key a line.

    A day that holds its solution back has null for the solution, its text and the number of mines. The seed is left
    out: it contains the seed text of the series, from which the coming puzzles could be generated.
    """
    day, series = shown.day, shown.day.series
    record = as_dict(day.graded) | {"number": day.number}
    for name in ("section", "seed"):
        record.pop(name, None)
    solution: dict[str, Any] = {"mines": record["mines"], "solution": answer.write(day.solution)}
    solution["solution_text"] = shown.solution_words_in(DATA)
    if day.picture is not None:
        solution |= {"picture": record.pop("picture"), "picture_title": day.picture.title}
    if shown.holds_solution:
        solution = dict.fromkeys(solution)
    if day.picture is not None:
        solution["picture_hint"] = day.picture.hint
    data = {
        "series": series.title,
        "author": series.author,
        "language": series.language,
        "number": day.number,
        "date": day.name,
        "title": shown.title,
        "date_text": shown.date,
        "difficulty_text": shown.difficulty,
        "address": day.address,
        **record,
        "text": shown.words_in(DATA),
        **solution,
        "before": _previous_as_dict(shown),
        "files": {name: _file_as_dict(day.address + name, facts) for name, facts in files.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _previous_as_dict(shown: DayPresentation) -> dict[str, Any] | None:
    previous = shown.previous
    if previous is None:
        return None
    day = previous.day
    return {
        "number": day.number,
        "date": day.name,
        "address": day.address,
        "solution_picture": previous.picture,
        "solution_alt": previous.alt,
        "solution_text": shown.previous_words_in(DATA),
    }


def _file_as_dict(address: str, facts: DayFileFacts) -> dict[str, Any]:
    found: dict[str, Any] = {"address": address, "type": facts.media_type, "bytes": facts.size}
    if facts.pixels:
        found |= {"width": facts.pixels[0], "height": facts.pixels[1], "alt": facts.alt}
    return found


# --- alt.txt


def alt_text_file(shown: DayPresentation) -> str:
    """Return a text to copy from: each picture with its alternative text, then the puzzle in words.

    The solutions in words follow, as far as they may be shown.
    """
    day, previous = shown.day, shown.previous
    parts = [[shown.title, shown.date, day.address], *([name, text] for name, text in alt_texts(shown).items())]
    if previous:
        parts.append([f"../{previous.day.name}/{SOLUTION}", previous.alt])
    heading = title(shown.subject, shown.messages) if shown.game is None else shown.text_heading
    parts.append([heading, *shown.words_in(ALT)])
    if rows := shown.solution_words_in(ALT):
        parts.append([solution_alt(shown.subject, shown.messages), *rows])
    if previous:
        parts.append([previous.label, *shown.previous_words_in(ALT)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def alt_texts(shown: DayPresentation) -> Mapping[str, str]:
    """Return the alternative text of every picture that is not left out, by file name."""
    puzzle, solution = shown.alt, solution_alt(shown.subject, shown.messages)
    texts = {
        PUZZLE: puzzle,
        PUZZLE_DARK: puzzle,
        VECTOR: puzzle,
        BOARD: puzzle,
        THUMB: puzzle,
        CARD: title(shown.subject, shown.messages),
        SOLUTION: solution,
        SOLUTION_DARK: solution,
        BOARD_SOLVED: solution,
        STEPS: animation_alt(shown.subject, shown.steps, shown.messages),
    }
    return {name: text for name, text in texts.items() if name not in shown.day.leave_out}
