"""The snippet for a newsletter: templates/mail filled for one day."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from puzzlegen.filling import filled
from puzzlegen.pipeline.daily.records import PRINT, PUZZLE
from puzzlegen.pipeline.daily.told import Told, Yesterday
from puzzlegen.render.html import escaped

WIDTH, SMALL = 600, 300  # CSS pixels at which the puzzle and yesterday's solution are shown
SIDES = tuple[int, int]


def mail(told: Told, puzzle: SIDES, solution: SIDES) -> str:
    """The snippet; ``puzzle`` and ``solution`` are width and height of both pictures in their own pixels.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    day, said, before = told.day, told.words, told.yesterday
    values = escaped(
        {
            "language": said.code,
            "title": told.title,
            "date": told.date,
            "facts": " · ".join((told.difficulty, told.size, *told.facts)),
            "address": day.address,
            "picture": day.address + PUZZLE,
            "picture_height": _height(puzzle, WIDTH),
            "alt": told.alt,
            "rules": said.puzzle.rules,
            "print": day.address + PRINT,
            "words.play": said.daily.play,
            "words.print": said.daily.print,
            "words.next": said.daily.next,
            "words.text_heading": said.play.text_heading,
        }
    )
    values["rows"] = _lines(told.rows)
    values["solution"], values["solution_text"] = _solution(before, solution) if before else ("", "")
    return filled("mail/email.html", values)


def _solution(before: Yesterday, sides: SIDES) -> tuple[str, str]:
    """Yesterday's picture, and its text for the end of the mail."""
    values = escaped(
        {
            "label": before.label,
            "date": before.date,
            "address": before.day.address,
            "picture": before.picture,
            "picture_height": _height(sides, SMALL),
            "alt": before.alt,
        }
    )
    text = {"label": values["label"], "rows": _lines(before.rows)}
    return filled("mail/solution.html", values).rstrip("\n"), filled("mail/solution-text.html", text).rstrip("\n")


def _lines(rows: Iterable[str]) -> str:
    return "<br>\n".join(escape(row) for row in rows)


def _height(sides: SIDES, width: int) -> str:
    return str(round(sides[1] * width / sides[0]))
