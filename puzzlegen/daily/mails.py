"""Writes the mails of a day (snippet, whole mail, plain text), the weekly mail, and puzzle.json and alt.txt.

The last day of a weekly mail is a weekday that the config names, and the mail shows the answers that were allowed on
that day. So a run on any later day of the week writes the same bytes, unless a day was withdrawn or made later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from html import escape
from math import ceil
from typing import Any

from puzzlegen.config import day_files as names
from puzzlegen.config.daily import WEEKDAYS
from puzzlegen.daily.day_content import DayPresentation, Logo, home_of, logo_of
from puzzlegen.daily.day_content import title_of as series_title
from puzzlegen.daily.schedule import due_days
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.formats import answer
from puzzlegen.formats.json_record import as_dict
from puzzlegen.language.alt_text import animation_alt, solution_alt, title
from puzzlegen.language.catalogue import load
from puzzlegen.language.locale_formatting import capitalized, day_in_words
from puzzlegen.language.messages import Messages
from puzzlegen.ledger.days import Day, Series
from puzzlegen.web.archive import solution_page
from puzzlegen.web.templates import PREVIOUS_ID, TEXT_ID, Markup, PageBrand, brand_named, nested_colors, render

BETWEEN_FACTS = "\u00a0· "  # no line begins with the dot
Lines = Iterable[str]  # of a paragraph in plain text
_RANGE = re.compile(r"\d+–\d+")  # of numbers, such as a par time of 1–3 minutes
_BUTTON_TYPE, _BUTTON_PADDING = 16, 40  # CSS pixels, as in templates/mail/parts.html; the padding of both sides
_WIDER = 1.2  # how much wider the fonts of Outlook are than ours: Segoe UI by a tenth


@dataclass(frozen=True)
class MailLook:
    """The look of the mails of a series: its colors, and the URL of the publisher's own site with the text of its link.

    ``home`` is None for no link. ``address`` is the URL of the series; its ``logo`` is there. The methods raise
    ConfigError for a template of the user that cannot be filled.
    """

    brand: PageBrand
    home: tuple[str, str] | None
    address: str = ""
    logo: Logo | None = None

    def fill(self, name: str, values: Mapping[str, object]) -> str:
        """Fill a template of ``templates/mail``, which has the look in addition to the values."""
        common = {
            "color": nested_colors(self.brand),
            "home": self.home,
            "logo": self.logo,
            "series_address": self.address,
            "facts": self.facts,
            "button_width": self.button_width,
            "files": names,
        }
        return render(f"mail/{name}", {**common, **values})

    def button_width(self, text: str) -> int:
        """Return the width of a button in Outlook for Windows, which does not pad links, in CSS pixels."""
        return ceil(FontMetrics().width(text, "bold") * _BUTTON_TYPE * _WIDER) + _BUTTON_PADDING

    def whole_mail(self, snippet: str, language: str, title: str, preheader: str) -> str:
        """Fill templates/mail/page.html: a snippet as a whole mail, with title, preview text and dark colors."""
        content = Markup(snippet.rstrip("\n"))
        return self.fill(
            "page.html", {"language": language, "title": title, "preheader": preheader, "snippet": content}
        )

    def facts(self, facts: Iterable[str]) -> str:
        """Return facts in a row as markup. No line breaks after the dash of a range of numbers.

        Commas are between them, because a line that is wrapped looks cut off after a dot.
        Word, which draws mails in Outlook, shows a box for the word joiner that pages to play on have there.
        """
        text = escape(", ".join(facts))
        return Markup(_RANGE.sub(lambda numbers: f'<span style="white-space:nowrap;">{numbers[0]}</span>', text))

    def plain_text(self, paragraphs: Iterable[Lines], messages: Messages) -> str:
        """Return a mail as plain text, with the link to the publisher's own site at the end."""
        last = [[messages.labeled(self.home[1], self.home[0])]] if self.home else []
        return "\n\n".join("\n".join(lines) for lines in (*paragraphs, *last)) + "\n"


def mail_look(series: Series) -> MailLook:
    """Return the look of the mails of a series. Raises ConfigError as ``palette_named`` does."""
    return MailLook(brand_named(series.palette), home_of(series), series.address, logo_of(series))


EMAIL_PUZZLE_WIDTH, EMAIL_SOLUTION_WIDTH = 552, 300  # CSS pixels, at most, in the newsletter snippet
PIXEL_RATIO = 2  # pixels of a picture for each of these
Size = tuple[int, int]  # width and height in pixels


def newsletter_snippet(shown: DayPresentation, puzzle: Size, solution: Size) -> str:
    """Fill templates/mail; ``puzzle`` and ``solution`` are the pixels of the two pictures.

    Raises ConfigError for a template of the user that cannot be filled.
    """
    day, messages, previous = shown.day, shown.messages, shown.previous
    look, rows = mail_look(day.series), shown.words_in(names.MAIL)
    has_picture = previous is not None and names.BOARD_SOLVED not in previous.day.leave_out
    is_text_on_page = not rows and shown.words_in(names.PLAY)
    return look.fill(
        "email.html",
        {
            "language": messages.code,
            "title": shown.title,
            "date": shown.date,
            "facts": look.facts((shown.difficulty, shown.size, *shown.facts)),
            "address": day.address,
            "picture": day.address + names.BOARD,
            "picture_width": puzzle[0] // PIXEL_RATIO,
            "picture_height": puzzle[1] // PIXEL_RATIO,
            "alt": shown.alt,
            "rules": shown.rules,
            "print": day.address + names.PRINT,
            "text_address": f"{day.address}#{TEXT_ID}" if is_text_on_page else "",
            "text_rules": shown.text_rules,
            "rows": rows,
            "previous": previous if has_picture else None,
            "solution_width": solution[0] // PIXEL_RATIO,
            "solution_height": solution[1] // PIXEL_RATIO,
            "solution_text": f"{day.address}#{PREVIOUS_ID}",  # which would double the length of the mail
            "words": {
                "play": messages.text("daily.play"),
                "print": shown.print_label,
                "next": shown.answer_note,
                "text_heading": shown.text_heading,
            },
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
    links = ((messages.text("daily.play"), day.address), (shown.print_label, day.address + names.PRINT))
    words: list[str] = []
    if rows := shown.words_in(names.MAIL_TEXT):
        words = [shown.text_heading, *filter(None, [shown.text_rules]), *rows]
    elif shown.words_in(names.PLAY):
        words = [shown.text_heading, f"{day.address}#{TEXT_ID}"]
    parts = [
        [shown.title, shown.date, BETWEEN_FACTS.join((shown.difficulty, shown.size, *shown.facts))],
        [shown.rules],
        [messages.labeled(*link) for link in links],
        words,
        list(filter(None, [shown.answer_note])),
    ]
    if previous:
        parts.append([previous.label, *(shown.previous_words_in(names.MAIL_TEXT) or [f"{day.address}#{PREVIOUS_ID}"])])
    return mail_look(day.series).plain_text([part for part in parts if part], messages)


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
    solution["solution_text"] = shown.solution_words_in(names.DATA)
    if day.picture is not None:
        solution |= {"picture": record.pop("picture"), "picture_title": day.picture.title}
    if shown.holds_solution:
        solution = dict.fromkeys(solution)
    if day.picture is not None:
        solution["picture_hint"] = day.picture.hint
    if day.title:
        solution["puzzle_title"] = day.title
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
        "text": shown.words_in(names.DATA),
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
        "solution_text": shown.previous_words_in(names.DATA),
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
    parts = [[shown.with_title(shown.title), shown.date, day.address]]
    parts += [[name, text] for name, text in alt_texts(shown).items()]
    if previous:
        parts.append([f"../{previous.day.name}/{names.SOLUTION}", previous.alt])
    heading = title(shown.subject, shown.messages) if shown.game is None else shown.text_heading
    parts.append([heading, *shown.words_in(names.ALT)])
    if rows := shown.solution_words_in(names.ALT):
        parts.append([solution_alt(shown.subject, shown.messages), *rows])
    if previous:
        parts.append([previous.label, *shown.previous_words_in(names.ALT)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def alt_texts(shown: DayPresentation) -> Mapping[str, str]:
    """Return the alternative text of every picture that is not left out, by file name."""
    puzzle, solution = shown.alt, solution_alt(shown.subject, shown.messages)
    texts = {
        names.Shows.PUZZLE: puzzle,
        names.Shows.PUZZLE_BOARD: puzzle,
        names.Shows.TITLE: title(shown.subject, shown.messages),
        names.Shows.SOLUTION: solution,
        names.Shows.SOLUTION_BOARD: solution,
        names.Shows.STEPS: animation_alt(shown.subject, shown.steps, shown.messages),
    }
    pictures = [(names.DAY_FILE[name].shows, name) for name in names.files_of_day(shown.day.leave_out)]
    return {name: text for what, text in texts.items() for shows, name in pictures if shows is what}


DAYS = 7  # of a digest


@dataclass(frozen=True, slots=True)
class _Entry:
    """A puzzle of the digest. ``links`` are texts with URLs, first that to play.

    ``day`` is the weekday and the rest of the date, without its year. ``note`` says when the answer appears, and is
    empty where a link leads to it.
    """

    picture: str
    alt: str
    date: str
    day: tuple[str, str]
    facts: tuple[str, ...]
    note: str
    links: tuple[tuple[str, str], ...]


def digest_files(days: Sequence[Day], series: Series, as_of: date, weekday: str) -> dict[str, str]:
    """Return the digest as a whole mail and as plain text, by file name; nothing for seven days without a puzzle.

    ``days`` are in order of dates, ``weekday`` is such as ``sunday``: the digest ends on the last one up to ``as_of``.
    Raises ConfigError for a template of the user that cannot be filled.
    """
    end = as_of - timedelta(days=(as_of.weekday() - WEEKDAYS.index(weekday)) % DAYS)
    begin = end - timedelta(days=DAYS)
    published = [day for day in days if day.date <= end]
    messages = load(series.language, series.cells)
    entries = [
        _entry(day, is_open, series, messages)
        for day, _, is_open in due_days(published, end, all_hold=series.hold_solution)
        if day.date > begin
    ]
    if not entries:
        return {}
    title = messages.text("daily.digest", title=series_title(series))
    ends = list(dict.fromkeys((entries[0].date, entries[-1].date)))
    dates = " – ".join(ends)
    look = mail_look(series)
    values = {
        "language": messages.code,
        "title": title,
        "archive": series.address,
        "dates": ends,
        "entries": entries,
        "words": {"all": messages.text("daily.all")},
    }
    page = look.whole_mail(look.fill("digest.html", values), messages.code, title, dates)
    days_in_words = [_lines(entry, messages) for entry in entries]
    parts = [[title, dates], *days_in_words, [messages.labeled(messages.text("daily.all"), series.address)]]
    return {names.DIGEST: page, names.DIGEST_TEXT: look.plain_text(parts, messages)}


def _entry(day: Day, is_solved: bool, series: Series, messages: Messages) -> _Entry:
    """Return a day with the present texts of the series."""
    shown = DayPresentation(day.with_series(series, keep_id=True), None)
    address = shown.day.address
    links = [(messages.text("archive.play"), address), (messages.text("archive.print"), address + names.PRINT)]
    if is_solved:
        links.append((messages.text("archive.solution"), series.address + solution_page(day.date)))
    facts = (shown.number, shown.difficulty, shown.size, *shown.facts)
    alt = title(replace(shown.subject, series=""), messages)  # as in the archive
    note = "" if is_solved else messages.text("daily.next")
    weekday, _, rest = capitalized(day_in_words(day.date, series.language)).partition(" ")
    return _Entry(address + names.THUMB, alt, shown.date, (weekday, rest), facts, note, tuple(links))


def _lines(entry: _Entry, messages: Messages) -> list[str]:
    return [
        entry.date,
        BETWEEN_FACTS.join(entry.facts),
        *filter(None, [entry.note]),
        *(messages.labeled(text, address) for text, address in entry.links),
    ]
