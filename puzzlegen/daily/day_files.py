"""All files of one day, drawn into its folder. The same day gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from puzzlegen.book.cover import rgb
from puzzlegen.config.palettes import COVERS, load_palettes
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.daily.day import (
    ALT,
    BOARD,
    BOARD_SOLVED,
    CARD,
    DATA,
    FEED,
    MAIL,
    PLAY,
    PRINT,
    PUZZLE,
    PUZZLE_DARK,
    RSS,
    SOLUTION,
    SOLUTION_DARK,
    STEPS,
    THUMB,
    VECTOR,
    Day,
)
from puzzlegen.daily.day_data import Made, data
from puzzlegen.daily.newsletter_snippet import SHARP, SMALL, mail
from puzzlegen.daily.newsletter_snippet import WIDTH as MAIL_WIDTH
from puzzlegen.daily.presentation import Told
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif import write_gif
from puzzlegen.drawing.html import Published, html
from puzzlegen.drawing.pdf import write_pdf
from puzzlegen.drawing.png import write_png
from puzzlegen.drawing.svg import write_svg
from puzzlegen.errors import ConfigError
from puzzlegen.grading.grade import DIFFICULTIES
from puzzlegen.language.alt_text import moving_alt, solution_alt, text_grid, title
from puzzlegen.language.messages import Paper
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.theme import Palette
from puzzlegen.layout.daily_page import DailyWords, PreviousPuzzle, lay_out_daily_page
from puzzlegen.layout.picture import link_previews as cards
from puzzlegen.layout.picture.link_previews import thumbnail
from puzzlegen.layout.picture.picture_themes import DARK, LIGHT, PictureTheme
from puzzlegen.layout.picture.puzzle_picture import PictureOptions, puzzle_picture, step_pictures
from puzzlegen.layout.picture.solution_frames import animation_states, frame_durations
from puzzlegen.output.atomic_files import whole_file
from puzzlegen.single.play_page import PlayOptions, page_of

WIDTH = 1200  # pixels: shown at 600 in a mail, sharp on fine screens
MOVING = 800  # pixels of the moving picture: over 200 kB, which 1200 come to, mail services advise against
ARCHIVE = "../index.html"
ANSWERS = (SOLUTION, SOLUTION_DARK, BOARD_SOLVED, STEPS)  # files that show the day's answer, whatever the series says
Sides = tuple[int, int]


def write_day(room: Path, day: Day, before: Day | None = None, open_: bool = False) -> None:
    """Write every file of the day into the folder ``room``. ``before`` is the day whose solution is shown with it; one
    that is ``open_`` shows its own, though its series holds solutions back.

    Raises OutputError when a file cannot be written, LayoutError for words or a board that do not fit their place,
    ConfigError for a palette or a language there is none of, SolverError for a puzzle without one solution.
    """
    for _ in written(room, day, before, open_):
        pass


def written(room: Path, day: Day, before: Day | None = None, open_: bool = False) -> Iterator[str]:
    """The same, giving the name of each file once it is there."""
    told = Told(day, before, open_)
    sizes: dict[str, Sides] = {}
    for name, size in _pictures(room, told):
        sizes[name] = size
        yield name
    write_pdf([printed(told)], room / PRINT)
    yield PRINT
    _write(room / PLAY, html(page_of(told.known, told.words, _play(told))))
    yield PLAY
    _write(room / MAIL, mail(told, sizes[BOARD], _size(_small(before)) if before else (0, 0)))
    yield MAIL
    _write(room / ALT, _alt(told))
    yield ALT
    alts = _alts(told)
    files = {
        name: Made(media, (room / name).stat().st_size, sizes.get(name), alts.get(name, ""))
        for name, media in _MEDIA.items()
        if not (told.held and name in ANSWERS)
    }
    _write(room / DATA, data(told, files))
    yield DATA


def _write(path: Path, text: str) -> None:
    with whole_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


# --- pictures


def _pictures(room: Path, told: Told) -> Iterator[tuple[str, Sides]]:
    """Draws them; the name of each and its pixels."""
    puzzle, solution, metrics = told.day.record.puzzle, told.day.record.solution, FontMetrics()
    light, dark = options(told, LIGHT), options(told, DARK)
    solved, solved_dark = options(told, LIGHT, solved=True), options(told, DARK, solved=True)

    def png(name: str, page: Page) -> tuple[str, Sides]:
        write_png(page, room / name)
        return name, _size(page)

    yield png(CARD, card_of(told))
    yield png(THUMB, thumbnail(puzzle, metrics))
    yield png(PUZZLE, plain := puzzle_picture(puzzle, metrics, None, light))
    yield png(SOLUTION, puzzle_picture(puzzle, metrics, solution, solved))
    yield png(PUZZLE_DARK, puzzle_picture(puzzle, metrics, None, dark))
    yield png(SOLUTION_DARK, puzzle_picture(puzzle, metrics, solution, solved_dark))
    yield png(BOARD, puzzle_picture(puzzle, metrics, None, PictureOptions(MAIL_WIDTH * SHARP, border=False)))
    yield png(BOARD_SOLVED, _small(told.day))
    write_svg(plain, room / VECTOR, light.caption)
    yield VECTOR, _size(plain)
    small = replace(solved, width=MOVING)
    moving = step_pictures(puzzle, metrics, animation_states(told.known.steps), small)
    moving.append(puzzle_picture(puzzle, metrics, solution, small))
    write_gif(moving, frame_durations(len(moving) - 1), room / STEPS)
    yield STEPS, _size(moving[0])


def _small(day: Day) -> Page:
    """A day's solution as the next mail shows it."""
    return puzzle_picture(
        day.record.puzzle, FontMetrics(), day.record.solution, PictureOptions(SMALL * SHARP, border=False)
    )


def options(told: Told, theme: PictureTheme, solved: bool = False) -> PictureOptions:
    """How its large pictures are drawn; those that are ``solved``, in the end, say so below."""
    what = told.solution if solved else told.number
    return PictureOptions(WIDTH, f"{told.series} · {what}", told.day.number, theme)


def _size(page: Page) -> Sides:
    return round(page.width), round(page.height)


def card_of(told: Told) -> Page:
    """The card. Raises LayoutError for words that do not fit, ConfigError for a palette there is none of."""
    stars = DIFFICULTIES[told.day.record.difficulty].stars
    words = cards.CardWords(told.series, told.number, told.date, told.difficulty, stars)
    return cards.link_card(told.day.record.puzzle, words, FontMetrics(), _palette(told.day.series.palette))


@cache
def _palette(name: str) -> Palette:
    known = load_palettes()
    if name not in known:
        raise ConfigError(f"palette: {COVERS} has no {found(name)}, only {', '.join(known)}{did_you_mean(name, known)}")
    colours = known[name]
    return Palette(rgb(colours.ground), rgb(colours.ink), rgb(colours.accent))


# --- pages and texts


def printed(told: Told) -> Page:
    """The page for the reader's own printer. Raises LayoutError for a board or an address that does not fit."""
    day, last = told.day, told.yesterday
    words = DailyWords(
        told.series,
        told.number,
        told.date,
        told.difficulty,
        DIFFICULTIES[day.record.difficulty].stars,
        tuple(told.facts),
        told.words.puzzle.rules,
        address_of(told),
        *((last.label, last.date) if last else ()),
    )
    before = PreviousPuzzle(last.day.number, last.day.record.puzzle, last.day.record.solution) if last else None
    paper: Paper = "letter" if day.series.paper == "letter" else "a4"
    return lay_out_daily_page(day.number, day.record.puzzle, before, words, paper, FontMetrics())


def address_of(told: Told) -> str:
    """Its address as it is printed."""
    return told.day.address.removeprefix("https://")


def _play(told: Told) -> PlayOptions:
    day, said = told.day, told.words.daily
    head = {
        "title": told.title,
        "series": told.series,
        "about": told.about,
        "address": day.address,
        "feed": day.series.address + FEED,
        "rss": day.series.address + RSS,
        "card": day.address + CARD,
        "card_width": str(cards.WIDTH),
        "card_height": str(cards.HEIGHT),
        "card_alt": title(told.subject, told.words),
    }
    foot = {"print": PRINT, "archive": ARCHIVE, "words.print": said.print, "words.all": said.all}
    return PlayOptions(
        told.title,
        day.address,
        told.held,
        told.date,
        day.record.difficulty,
        told.par,
        Published(head, foot, *_before(told)),
    )


def _before(told: Told) -> tuple[Mapping[str, str] | None, tuple[str, ...]]:
    """What the page shows and links of the puzzle before, by relative addresses: it works from a folder, too."""
    last = told.yesterday
    if last is None:
        return None, ()
    here = {
        "page": f"../{last.day.name}/{PLAY}",
        "solution": f"../{last.day.name}/{SOLUTION}",
        "number": last.number,
        "words.solution": last.label,
        "words.solution_text": last.text_label,
    }
    return here, last.rows


def _alt(told: Told) -> str:
    """For pasting: each picture with its short text; then the puzzle in words, and the solutions that are out."""
    day, last = told.day, told.yesterday
    texts = _alts(told)
    parts = [[told.title, told.date, day.address], *([name, text] for name, text in texts.items())]
    if last:
        parts.append([f"../{last.day.name}/{SOLUTION}", last.alt])
    parts.append([title(told.subject, told.words), *told.rows])
    if not told.held:
        rows = text_grid(day.record.puzzle, told.words, day.record.solution)
        parts.append([solution_alt(told.subject, told.words), *rows])
    if last:
        parts.append([last.label, *last.rows])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _alts(told: Told) -> Mapping[str, str]:
    """The short text of every picture by its name."""
    puzzle, solution = told.alt, solution_alt(told.subject, told.words)
    return {
        PUZZLE: puzzle,
        PUZZLE_DARK: puzzle,
        VECTOR: puzzle,
        BOARD: puzzle,
        THUMB: puzzle,
        CARD: title(told.subject, told.words),
        SOLUTION: solution,
        SOLUTION_DARK: solution,
        BOARD_SOLVED: solution,
        STEPS: moving_alt(told.subject, len(told.known.steps), told.words),
    }


_MEDIA = {
    PUZZLE: "image/png",
    PUZZLE_DARK: "image/png",
    SOLUTION: "image/png",
    SOLUTION_DARK: "image/png",
    BOARD: "image/png",
    BOARD_SOLVED: "image/png",
    THUMB: "image/png",
    CARD: "image/png",
    STEPS: "image/gif",
    VECTOR: "image/svg+xml",
    PRINT: "application/pdf",
    MAIL: "text/html",
    PLAY: "text/html",
    ALT: "text/plain",
}
