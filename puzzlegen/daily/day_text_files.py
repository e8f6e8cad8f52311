"""The text files of a day: puzzle.json, the newsletter snippet email.html, and alt.txt with the alternative texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from puzzlegen.daily.day_content import DayPresentation, PreviousSolution
from puzzlegen.daily.file_names import (
    BOARD,
    BOARD_SOLVED,
    CARD,
    PRINT,
    PUZZLE,
    PUZZLE_DARK,
    SOLUTION,
    SOLUTION_DARK,
    STEPS,
    THUMB,
    VECTOR,
)
from puzzlegen.drawing.html_pages import PREVIOUS_ID, escape_values, fill_template
from puzzlegen.formats import answer
from puzzlegen.formats.json_record import as_dict
from puzzlegen.language.alt_text import animation_alt, solution_alt, text_grid, title

EMAIL_PUZZLE_WIDTH, EMAIL_SOLUTION_WIDTH = 552, 300  # CSS pixels, at most, in the newsletter snippet
PIXEL_RATIO = 2  # pixels of a picture for each of these
Size = tuple[int, int]  # width and height in pixels


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
    solution["solution_text"] = text_grid(day.puzzle, shown.messages, day.solution)
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
        "text": list(shown.rows),
        **solution,
        "before": _previous_as_dict(shown.previous),
        "files": {name: _file_as_dict(day.address + name, facts) for name, facts in files.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _previous_as_dict(previous: PreviousSolution | None) -> dict[str, Any] | None:
    if previous is None:
        return None
    day = previous.day
    return {
        "number": day.number,
        "date": day.name,
        "address": day.address,
        "solution_picture": previous.picture,
        "solution_alt": previous.alt,
        "solution_text": list(previous.rows),
    }


def _file_as_dict(address: str, facts: DayFileFacts) -> dict[str, Any]:
    found: dict[str, Any] = {"address": address, "type": facts.media_type, "bytes": facts.size}
    if facts.pixels:
        found |= {"width": facts.pixels[0], "height": facts.pixels[1], "alt": facts.alt}
    return found


# --- email.html


def newsletter_snippet(shown: DayPresentation, puzzle: Size, solution: Size) -> str:
    """Fill templates/mail; ``puzzle`` and ``solution`` are the pixels of the two pictures.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    day, messages, previous = shown.day, shown.messages, shown.previous
    values = escape_values(
        {
            "language": messages.code,
            "title": shown.title,
            "date": shown.date,
            "facts": " · ".join((shown.difficulty, shown.size, *shown.facts)),
            "address": day.address,
            "picture": day.address + BOARD,
            **_display_size(puzzle),
            "alt": shown.alt,
            "rules": shown.puzzle_messages.puzzle.rules,
            "print": day.address + PRINT,
            "words.play": messages.daily.play,
            "words.print": messages.daily.print,
            "words.next": messages.daily.next,
            "words.text_heading": messages.play.text_heading,
        }
    )
    values["rows"] = _lines(shown.rows)
    values["home"] = _home_in_snippet(*shown.home) if shown.home else ""
    has_picture = previous is not None and BOARD_SOLVED not in previous.day.leave_out
    values["solution"] = _previous_in_snippet(shown, previous, solution) if previous and has_picture else ""
    return fill_template("mail/email.html", values)


def _home_in_snippet(address: str, text: str) -> str:
    values = escape_values({"home": address, "words.home": text})
    return "\n" + fill_template("mail/home.html", values).strip()


def mail_page(shown: DayPresentation, snippet: str) -> str:
    """Fill templates/mail/page.html: the snippet as a whole mail, with title, preview text and dark colors.

    Raises ConfigError as ``newsletter_snippet`` does.
    """
    facts = " · ".join((shown.date, shown.difficulty, shown.size, *shown.facts))
    values = escape_values({"language": shown.messages.code, "title": shown.title, "preheader": facts})
    return fill_template("mail/page.html", values | {"snippet": snippet.rstrip("\n")})


def mail_text(shown: DayPresentation) -> str:
    """Return the mail as plain text: links, the puzzle in words, and the previous solution in words."""
    day, previous, messages = shown.day, shown.previous, shown.messages
    parts = [
        [shown.title, shown.date, " · ".join((shown.difficulty, shown.size, *shown.facts))],
        [shown.puzzle_messages.puzzle.rules],
        [f"{messages.daily.play}: {day.address}", f"{messages.daily.print}: {day.address}{PRINT}"],
        [messages.play.text_heading, *shown.rows],
        [messages.daily.next],
    ]
    if previous:
        parts.append([previous.label, *previous.rows])
    if shown.home:
        address, text = shown.home
        parts.append([f"{text}: {address}"])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _previous_in_snippet(shown: DayPresentation, previous: PreviousSolution, size: Size) -> str:
    """Return the previous solution as a picture, with a link to its text: the text would be half of the mail."""
    values = escape_values(
        {
            "label": previous.label,
            "date": previous.date,
            "address": previous.day.address,
            "picture": previous.day.address + BOARD_SOLVED,
            **_display_size(size),
            "alt": previous.alt,
            "text": f"{shown.day.address}#{PREVIOUS_ID}",
            "words.text": previous.text_label,
        }
    )
    return fill_template("mail/solution.html", values).rstrip("\n")


def _lines(rows: Iterable[str]) -> str:
    return "<br>\n".join(escape(row) for row in rows)


def _display_size(pixels: Size) -> dict[str, str]:
    return {"picture_width": str(pixels[0] // PIXEL_RATIO), "picture_height": str(pixels[1] // PIXEL_RATIO)}


# --- alt.txt


def alt_text_file(shown: DayPresentation) -> str:
    """Return a text to copy from: each picture with its alternative text, then the puzzle in words.

    The solutions in words follow, as far as they may be shown.
    """
    day, previous = shown.day, shown.previous
    parts = [[shown.title, shown.date, day.address], *([name, text] for name, text in alt_texts(shown).items())]
    if previous:
        parts.append([f"../{previous.day.name}/{SOLUTION}", previous.alt])
    parts.append([title(shown.subject, shown.messages), *shown.rows])
    if not shown.holds_solution:
        rows = text_grid(day.puzzle, shown.messages, day.solution)
        parts.append([solution_alt(shown.subject, shown.messages), *rows])
    if previous:
        parts.append([previous.label, *previous.rows])
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
        STEPS: animation_alt(shown.subject, len(shown.solved.steps), shown.messages),
    }
    return {name: text for name, text in texts.items() if name not in shown.day.leave_out}
