"""Writes all files of one day into its folder. The same day gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.classic.game_page import ClassicPageOptions, classic_page
from puzzlegen.config.day_files import (
    ALT,
    BOARD,
    CARD,
    DATA,
    DAY_FILE,
    MAIL,
    MAIL_PAGE,
    MAIL_TEXT,
    PLAY,
    PRINT,
    PUZZLE,
    SOLUTION,
    files_of_day,
)
from puzzlegen.daily import file_names as names
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_mails import Size, mail_page, mail_text, newsletter_snippet
from puzzlegen.daily.day_pictures import email_solution_page, page_size, puzzle_page, write_pictures
from puzzlegen.daily.day_text_files import DayFileFacts, alt_text_file, alt_texts, puzzle_json
from puzzlegen.daily.series_logo import logo_of
from puzzlegen.daily.series_words import set_words
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.html_pages import PlayPage, PublishedParts, html_page
from puzzlegen.drawing.indexed_color import hex_of
from puzzlegen.drawing.page_brand import brand_named, brand_style
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.language.alt_text import title
from puzzlegen.language.locale_formatting import tag_of
from puzzlegen.language.messages import Paper
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.daily_page import DailyWords, PreviousPuzzle, lay_out_daily_page
from puzzlegen.layout.picture import link_previews
from puzzlegen.ledger.issued_day import Day
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.single.play_page import PlayOptions, day_data, page_of_solved

ARCHIVE = f"../{names.HOME}"


def write_day(folder: Path, day: Day, before: Day | None = None, is_open: bool = False) -> None:
    """Write every file of a day into an existing folder, but those that its series leaves out.

    ``before`` is the previous day, whose solution the files show. ``is_open``: show the day's own solution though its
    series holds solutions back.

    Raises OutputError when a file cannot be written, LayoutError for words or a board that do not fit, ConfigError for
    an unknown palette or language, SolverError for a puzzle that does not have exactly one solution, LedgerError for a
    day that cannot be parsed.
    """
    for _ in write_day_files(folder, DayPresentation(day, before, is_open)):
        pass


def write_day_files(folder: Path, shown: DayPresentation) -> Iterator[str]:
    """Write the files as ``write_day`` does; yields the name of each once it is written."""
    sizes: dict[str, Size] = {}
    for name, size in write_pictures(folder, shown):
        sizes[name] = size
        yield name
    title = f"{shown.title}, {shown.date}"
    style = PdfStyle(
        title=title, author=set_words(shown.day.series.author, shown.day.series), language=tag_of(shown.messages.code)
    )
    write_pdf([print_page(shown)], folder / PRINT, style=style)
    yield PRINT
    _write(folder / PLAY, day_page(shown))
    yield PLAY
    for name, text in _texts(shown, sizes):
        _write(folder / name, text)
        yield name
    alts = alt_texts(shown)
    files = {
        name: DayFileFacts(
            DAY_FILE[name].media_type, (folder / name).stat().st_size, sizes.get(name), alts.get(name, "")
        )
        for name in files_of_day(shown.day.leave_out, hold_answer=shown.holds_solution)
        if name != DATA
    }
    _write(folder / DATA, puzzle_json(shown, files))
    yield DATA


def _texts(shown: DayPresentation, sizes: Mapping[str, Size]) -> Iterator[tuple[str, str]]:
    """Yield name and content of mails and alternative texts that are not left out."""
    left_out = shown.day.leave_out
    if not {MAIL, MAIL_PAGE} <= set(left_out):
        previous = page_size(email_solution_page(shown.before)) if shown.before else (0, 0)
        snippet = newsletter_snippet(shown, sizes[BOARD], previous)
        if MAIL not in left_out:
            yield MAIL, snippet
        if MAIL_PAGE not in left_out:
            yield MAIL_PAGE, mail_page(shown, snippet)
    if MAIL_TEXT not in left_out:
        yield MAIL_TEXT, mail_text(shown)
    if ALT not in left_out:
        yield ALT, alt_text_file(shown)


def _write(path: Path, text: str) -> None:
    with atomic_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def print_page(shown: DayPresentation) -> Page:
    """Lay out the page to print. Raises LayoutError for a board or a URL that does not fit."""
    day, previous = shown.day, shown.previous
    words = DailyWords(
        shown.series,
        shown.number,
        shown.date,
        shown.difficulty,
        DIFFICULTIES[day.graded.grade.difficulty].stars,
        tuple(fact for fact in shown.facts if shown.game is None or fact != shown.kind),
        shown.puzzle_messages.puzzle.rules,
        printed_address(shown),
        puzzle_text="\n".join(shown.rows),
    )
    before = None
    if previous:
        rows = "\n".join(previous.rows)
        words = replace(words, solution=previous.label, solution_date=previous.date, solution_text=rows)
        before = PreviousPuzzle(previous.day.number, previous.day.graded)
    paper: Paper = "letter" if day.series.paper == "letter" else "a4"
    return lay_out_daily_page(day.number, day.puzzle, before, words, paper, FontMetrics())


def printed_address(shown: DayPresentation) -> str:
    """Return the URL of the day as it is printed."""
    return shown.day.address.removeprefix("https://")


def day_page(shown: DayPresentation) -> str:
    """Return the page to play on. That of a classic board has its mines, whatever the series holds back.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    return html_page(_play_page(shown))


def _play_page(shown: DayPresentation) -> PlayPage:
    day, published = shown.day, _published_parts(shown)
    kept = day_data(day.series.address, day.number, day.name, day.graded.grade.difficulty)
    if shown.game is not None:
        facts = (shown.date, f"{shown.kind} · {shown.difficulty}")
        options = ClassicPageOptions(shown.title, day.address, shown.game.hardest, facts, published, kept)
        return classic_page([shown.game.board], shown.messages, options)
    play_options = PlayOptions(
        title=shown.title,
        link=day.address,
        hold_solution=shown.holds_solution,
        date=shown.date,
        difficulty=day.graded.grade.difficulty,
        par=shown.par,
        hint=shown.hint,
        picture=set_words(day.picture.title, day.series) if day.picture else "",
        day=kept,
        published=published,
    )
    return page_of_solved(shown.solved, shown.messages, play_options)


def _published_parts(shown: DayPresentation) -> PublishedParts:
    day, messages, brand = shown.day, shown.messages.daily, brand_named(shown.day.series.palette)
    found = logo_of(day.series)
    logo = found.on_page(found.uri) if found else None
    card, (width, height) = CARD, (link_previews.WIDTH, link_previews.HEIGHT)
    if card in day.leave_out:
        card, (width, height) = PUZZLE, page_size(puzzle_page(shown))
    head = {
        "title": shown.title,
        "series": shown.series,
        "about": shown.about,
        "address": day.address,
        "feed": day.series.address + names.FEED,
        "rss": day.series.address + names.RSS,
        "card": day.address + card,
        "card_width": str(width),
        "card_height": str(height),
        "card_alt": title(shown.subject, shown.messages),
    }
    foot = {
        "print": PRINT,
        "archive": ARCHIVE,
        # The page is not drawn again when the next day is published, so the archive's script finds it
        "next": f"{ARCHIVE}#next={day.name}",
        "latest": f"{ARCHIVE}#latest",
        "words.print": shown.print_label,
        "words.all": messages.all,
        "words.next": messages.next_puzzle,
        "words.latest": shown.messages.archive.latest,
    }
    return PublishedParts(
        head,
        foot,
        day.series.address,
        hex_of(brand.light),
        (PUZZLE, head["card_alt"]),
        *_previous_on_play_page(shown),
        home=shown.home,
        style=brand_style(brand, "page/brand.css") + (logo.style if logo else ""),
        logo=logo.markup if logo else "",
    )


def _previous_on_play_page(shown: DayPresentation) -> tuple[Mapping[str, str] | None, tuple[str, ...]]:
    """Return links to the previous puzzle and the rows of its solution. Links are relative: the page works offline."""
    previous = shown.previous
    if previous is None:
        return None, ()
    links = {
        "page": f"../{previous.day.name}/{PLAY}",
        "solution": f"../{previous.day.name}/{SOLUTION}",
        "number": previous.number,
        "words.solution": previous.label,
        "words.solution_text": previous.text_label,
    }
    return links, shown.previous_words_in(PLAY)
