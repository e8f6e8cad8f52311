"""The mails of a day: the newsletter snippet ``email.html``, the same as a whole mail, and the mail as plain text."""

from __future__ import annotations

from html import escape

from puzzlegen.config.day_files import BOARD, BOARD_SOLVED, MAIL, MAIL_TEXT, PLAY, PRINT
from puzzlegen.daily.day_content import DayPresentation, PreviousSolution
from puzzlegen.daily.mail_parts import BETWEEN_FACTS, mail_look
from puzzlegen.drawing.html_pages import PREVIOUS_ID, TEXT_ID

EMAIL_PUZZLE_WIDTH, EMAIL_SOLUTION_WIDTH = 552, 300  # CSS pixels, at most, in the newsletter snippet
PIXEL_RATIO = 2  # pixels of a picture for each of these
Size = tuple[int, int]  # width and height in pixels


def newsletter_snippet(shown: DayPresentation, puzzle: Size, solution: Size) -> str:
    """Fill templates/mail; ``puzzle`` and ``solution`` are the pixels of the two pictures.

    Raises ConfigError for a template of the user that cannot be filled.
    """
    day, messages, previous = shown.day, shown.messages, shown.previous
    look = mail_look(day.series)
    has_picture = previous is not None and BOARD_SOLVED not in previous.day.leave_out
    links = [look.button(day.address, messages.daily.play), look.links([(day.address + PRINT, shown.print_label)])]
    rows = shown.words_in(MAIL)
    if not rows and shown.words_in(PLAY):
        links.append(look.links([(f"{day.address}#{TEXT_ID}", shown.text_heading)]))
    return look.fill(
        "email.html",
        {
            "language": messages.code,
            "title": shown.title,
            "date": shown.date,
            "address": day.address,
            "picture": day.address + BOARD,
            **_display_size(puzzle),
            "alt": shown.alt,
            "rules": shown.rules,
            "print": day.address + PRINT,
            "words.play": messages.daily.play,
            "words.print": shown.print_label,
            "words.next": messages.daily.next,
        },
        {
            "facts": look.facts((shown.difficulty, shown.size, *shown.facts)),
            "text": _puzzle_in_words(shown, rows) if rows else "",
            "links": "\n".join(links),
            "home": look.home_link(),
            "logo": look.logo_row(),
            "solution": _previous_in_snippet(shown, previous, solution) if previous and has_picture else "",
        },
    )


def mail_page(shown: DayPresentation, snippet: str) -> str:
    """Return the snippet as a whole mail, with title, preview text and dark colors.

    Raises ConfigError as ``newsletter_snippet`` does.
    """
    facts = BETWEEN_FACTS.join((shown.date, shown.difficulty, shown.size, *shown.facts))
    return mail_look(shown.day.series).whole_mail(snippet, shown.messages.code, shown.title, facts)


def mail_text(shown: DayPresentation) -> str:
    """Return the mail as plain text: links, and the puzzle and the previous solution in words or a link to them."""
    day, previous, messages = shown.day, shown.previous, shown.messages
    words: list[str] = []
    if rows := shown.words_in(MAIL_TEXT):
        words = [shown.text_heading, *filter(None, [shown.text_rules]), *rows]
    elif shown.words_in(PLAY):
        words = [shown.text_heading, f"{day.address}#{TEXT_ID}"]
    parts = [
        [shown.title, shown.date, BETWEEN_FACTS.join((shown.difficulty, shown.size, *shown.facts))],
        [shown.rules],
        [f"{messages.daily.play}: {day.address}", f"{shown.print_label}: {day.address}{PRINT}"],
        words,
        [messages.daily.next],
    ]
    if previous:
        parts.append([previous.label, *(shown.previous_words_in(MAIL_TEXT) or [f"{day.address}#{PREVIOUS_ID}"])])
    return mail_look(day.series).plain_text([part for part in parts if part])


def _puzzle_in_words(shown: DayPresentation, rows: tuple[str, ...]) -> str:
    look = mail_look(shown.day.series)
    rules = look.fill("text-rules.html", {"rules": shown.text_rules}) if shown.text_rules else ""
    markup = {"text_rules": rules, "rows": "<br>\n".join(map(escape, rows))}
    return "\n" + look.fill("text.html", {"words.text_heading": shown.text_heading}, markup).rstrip("\n")


def _previous_in_snippet(shown: DayPresentation, previous: PreviousSolution, size: Size) -> str:
    """Return the previous solution as a picture, with a link to its text, which would double the length of the mail."""
    return (
        mail_look(shown.day.series)
        .fill(
            "solution.html",
            {
                "label": previous.label,
                "date": previous.date,
                "address": previous.day.address,
                "picture": previous.day.address + BOARD_SOLVED,
                **_display_size(size),
                "alt": previous.alt,
                "text": f"{shown.day.address}#{PREVIOUS_ID}",
                "words.text": previous.text_label,
            },
        )
        .rstrip("\n")
    )


def _display_size(pixels: Size) -> dict[str, str]:
    return {"picture_width": str(pixels[0] // PIXEL_RATIO), "picture_height": str(pixels[1] // PIXEL_RATIO)}
