"""The snippet for a newsletter: templates/mail filled for one day."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from puzzlegen.daily.day import BOARD, BOARD_SOLVED, PRINT
from puzzlegen.daily.presentation import Told, Yesterday
from puzzlegen.drawing.html import BEFORE, escaped
from puzzlegen.drawing.html_templates import filled

WIDTH, SMALL = 552, 300  # CSS pixels at which the puzzle and yesterday's solution are shown, at most
SHARP = 2  # pixels of a picture for each of these
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
            "picture": day.address + BOARD,
            **_shown(puzzle),
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
    values["solution"] = _solution(told, before, solution) if before else ""
    return filled("mail/email.html", values)


def _solution(told: Told, before: Yesterday, sides: SIDES) -> str:
    """Yesterday's picture, and a link to where the page has it in words: here they would be half of the mail."""
    values = escaped(
        {
            "label": before.label,
            "date": before.date,
            "address": before.day.address,
            "picture": before.day.address + BOARD_SOLVED,
            **_shown(sides),
            "alt": before.alt,
            "text": f"{told.day.address}#{BEFORE}",
            "words.text": before.text_label,
        }
    )
    return filled("mail/solution.html", values).rstrip("\n")


def _lines(rows: Iterable[str]) -> str:
    return "<br>\n".join(escape(row) for row in rows)


def _shown(sides: SIDES) -> dict[str, str]:
    return {"picture_width": str(sides[0] // SHARP), "picture_height": str(sides[1] // SHARP)}
