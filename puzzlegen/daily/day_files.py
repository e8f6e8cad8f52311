"""Draws the folder of one day with all its files and its manifest in a worker process, and puts it in its place.

The same day gives the same bytes.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.puzzle import Puzzle, from_mines
from puzzlegen.config import day_files as names
from puzzlegen.daily import mails
from puzzlegen.daily.day_content import DayPresentation, logo_of, set_words
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.manifest import DAY, Manifest, inputs_of_day, manifest_text, read_manifest
from puzzlegen.drawing.color import hex_of
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif_writer import write_gif
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.drawing.svg_writer import write_svg
from puzzlegen.errors import DayError, OutputError, PuzzlegenError
from puzzlegen.files.build_folder import MANIFEST, digest, facts_of, flush_to_disk, move_files
from puzzlegen.files.writing import atomic_file
from puzzlegen.language.alt_text import title
from puzzlegen.language.locale_formatting import tag_of
from puzzlegen.language.messages import Paper
from puzzlegen.layout import link_previews
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.daily_page import DailyWords, PreviousPuzzle, lay_out_daily_page
from puzzlegen.layout.link_previews import link_card, thumbnail
from puzzlegen.layout.puzzle_picture import (
    FRAMES,
    animation_states,
    frame_durations,
    game_pictures,
    puzzle_picture,
    step_pictures,
)
from puzzlegen.layout.puzzle_picture_parts import DARK, LIGHT, PictureOptions, PictureTheme, PictureWords
from puzzlegen.ledger.days import Day
from puzzlegen.single.classic_page import ClassicPageOptions, classic_page
from puzzlegen.single.play_page import PlayOptions, day_data, page_of_solved
from puzzlegen.solver.classic_game import Game, shown_at
from puzzlegen.web import feeds, templates

WIDTH = 1200  # pixels: displayed 600 wide in a mail, sharp on high-resolution screens
# CSS pixels of a frame with the board alone: its width, that of both margins, the largest cell, and the height of all
# but the board: 341 to 400 with a long title in seven languages, but 335 to 480 where texts wrap at a narrow board
# (2026-11-28). Sites that read the messages of the page give the frame the right height.
_FRAME_WIDTH, _FRAME_MARGINS, _FRAME_CELL, _FRAME_REST = 600, 36, 52, 400
_NARROW, _NARROW_REST = 500, 480
GIF_WIDTH = 800  # pixels: with 1200 the file exceeds 200 kB, more than mail services recommend


def animation(shown: DayPresentation) -> list[Page]:
    """Lay out the solution one step at a time."""
    label, metrics = _label(shown, solved=True), FontMetrics()
    options = replace(picture_options(shown, LIGHT, solved=True), width=GIF_WIDTH, head=None, caption=label)
    if shown.game is None:
        pages = step_pictures(shown.pictured, metrics, animation_states(shown.solved.steps), options)
    else:
        pages = game_pictures(positions_of(shown.game), metrics, options)
    return [*pages, solution_picture(shown.day, options)]


def puzzle_page(shown: DayPresentation, theme: PictureTheme = LIGHT) -> Page:
    """Lay out the large picture of the puzzle."""
    return puzzle_picture(shown.pictured, FontMetrics(), None, picture_options(shown, theme))


def dark_puzzle_page(shown: DayPresentation) -> Page:
    """Lay out the large picture of the puzzle for dark pages."""
    return puzzle_page(shown, DARK)


def solution_page(shown: DayPresentation, theme: PictureTheme = LIGHT) -> Page:
    """Lay out the large picture of the solution."""
    return solution_picture(shown.day, picture_options(shown, theme, solved=True))


def dark_solution_page(shown: DayPresentation) -> Page:
    """Lay out the large picture of the solution for dark pages."""
    return solution_page(shown, DARK)


def board_page(shown: DayPresentation) -> Page:
    """Lay out the puzzle as the newsletter snippet shows it."""
    width, covered = mails.EMAIL_PUZZLE_WIDTH * mails.PIXEL_RATIO, shown.game is not None
    return puzzle_picture(shown.pictured, FontMetrics(), None, PictureOptions(width, border=False, covered=covered))


def solved_board_page(shown: DayPresentation) -> Page:
    """Lay out the solution as the newsletter snippet of the next day shows it."""
    return _email_solution_page(shown.day)


def thumbnail_page(shown: DayPresentation) -> Page:
    """Lay out the small picture of the puzzle."""
    return thumbnail(shown.pictured, FontMetrics(), covered=shown.game is not None)


def _email_solution_page(day: Day) -> Page:
    solid, covered = day.graded.answer_is_picture, day.graded.classic_start is not None
    width = mails.EMAIL_SOLUTION_WIDTH * mails.PIXEL_RATIO
    return solution_picture(day, PictureOptions(width, border=False, solid=solid, covered=covered))


def solution_picture(day: Day, options: PictureOptions) -> Page:
    """Lay out the solution of a day: of a classic board, all its numbers and mines."""
    puzzle = day.puzzle
    if day.graded.classic_start is not None:
        puzzle = from_mines(puzzle.grid, day.solution)
    return puzzle_picture(puzzle, FontMetrics(), day.solution, options)


def positions_of(game: Game) -> list[Puzzle]:
    """Return the positions of a game from its start to its end, at most as many as an animation has states."""
    rounds = int(game.tier.size)
    count = min(rounds + 1, FRAMES)
    moments = [round(i * rounds / max(1, count - 1)) for i in range(count)]
    return [shown_at(game, moment + 1) for moment in moments]


def picture_options(shown: DayPresentation, theme: PictureTheme, solved: bool = False) -> PictureOptions:
    """Return how a large picture is drawn; its head names the puzzle, or with ``solved`` the solution."""
    solid = solved and shown.day.graded.answer_is_picture
    words = _words(shown, shown.solution if solved else shown.number)
    covered = shown.game is not None
    return PictureOptions(WIDTH, number=shown.day.number, theme=theme, solid=solid, covered=covered, head=words)


def _label(shown: DayPresentation, solved: bool = False) -> str:
    """Return series and number on one line, with the kind of a puzzle, or with ``solved`` those of the solution."""
    labels = [shown.solution] if solved else [shown.number, *filter(None, [shown.kind])]
    return " · ".join((shown.series, *labels))


def page_size(page: Page) -> mails.Size:
    """Return width and height of a picture in pixels."""
    return round(page.width), round(page.height)


def link_card_page(shown: DayPresentation) -> Page:
    """Lay out the link card. Raises LayoutError for words that do not fit, ConfigError for an unknown palette."""
    palette, found = templates.palette_named(shown.day.series.palette), logo_of(shown.day.series)
    words, covered = _words(shown, shown.number), shown.game is not None
    logo = found.on_label(palette.ink) if found else None
    return link_card(shown.pictured, words, FontMetrics(), palette, covered=covered, logo=logo)


def _words(shown: DayPresentation, number: str) -> PictureWords:
    stars = DIFFICULTIES[shown.day.graded.grade.difficulty].stars
    level = "  ·  ".join(filter(None, (shown.difficulty, shown.kind)))
    home = set_words(shown.day.series.home_name, shown.day.series)
    over = shown.over.title if shown.over and shown.day.has_title_in_pictures else ""
    return PictureWords(shown.series, number, shown.date, level, stars, home, over)


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
    sizes: dict[str, mails.Size] = {}
    left_out = shown.day.leave_out
    for name in names.files_of_day(left_out):
        if drawer := names.DAY_FILE[name].drawer:
            content = globals()[drawer](shown)  # a config must not load what draws, so its table has names
            _write_content(content, folder / name, shown)
            if names.DAY_FILE[name].shows:
                sizes[name] = page_size(content[0] if isinstance(content, list) else content)
            yield name
    alts = mails.alt_texts(shown)
    files = {
        name: mails.DayFileFacts(
            names.DAY_FILE[name].media_type, (folder / name).stat().st_size, sizes.get(name), alts.get(name, "")
        )
        for name in names.files_of_day(left_out, hold_answer=shown.holds_solution)
        if name != names.DATA
    }
    _write(folder / names.DATA, mails.puzzle_json(shown, files))
    yield names.DATA


def _write_content(content: Page | list[Page] | str, path: Path, shown: DayPresentation) -> None:
    match content:
        case str():
            _write(path, content)
        case list():
            write_gif(content, frame_durations(len(content) - 1), path)
        case Page() if path.name == names.PRINT:
            author = set_words(shown.day.series.author, shown.day.series)
            style = PdfStyle(title=shown.heading, author=author, language=tag_of(shown.messages.code))
            write_pdf([content], path, style=style)
        case Page() if path.name == names.VECTOR:
            write_svg(content, path, _label(shown))
        case Page():
            write_png(content, path)


def snippet(shown: DayPresentation) -> str:
    """Return the mail to paste into a newsletter. Raises ConfigError for a template of the user's."""
    previous = page_size(_email_solution_page(shown.before)) if shown.before else (0, 0)
    return mails.newsletter_snippet(shown, page_size(board_page(shown)), previous)


def whole_mail(shown: DayPresentation) -> str:
    """Return the mail as a page. Raises ConfigError for a template of the user's."""
    return mails.mail_page(shown, snippet(shown))


plain_mail, alternative_texts = mails.mail_text, mails.alt_text_file


def _write(path: Path, text: str) -> None:
    with atomic_file(path) as beside:
        beside.write_text(text, encoding="utf-8", newline="\n")


def print_page(shown: DayPresentation) -> Page:
    """Lay out the page to print. Raises LayoutError for a board or a URL that does not fit."""
    day, previous = shown.day, shown.previous
    before = PreviousPuzzle(previous.day.number, previous.day.graded) if previous else None
    return lay_out_daily_page(day.number, day.puzzle, before, print_words(shown), paper_of(day), FontMetrics())


def paper_of(day: Day) -> Paper:
    """Return the paper of the page to print."""
    return "letter" if day.series.paper == "letter" else "a4"


def print_words(shown: DayPresentation) -> DailyWords:
    """Return the words of the page to print."""
    day, previous = shown.day, shown.previous
    apart = [shown.kind] if shown.game is not None else [shown.hint] if shown.over is not None else []
    words = DailyWords(
        shown.series,
        shown.number,
        shown.date,
        shown.difficulty,
        DIFFICULTIES[day.graded.grade.difficulty].stars,
        tuple(fact for fact in shown.facts if fact not in apart),
        shown.puzzle_messages.text("puzzle.rules"),
        printed_address(shown),
        puzzle_text="\n".join(shown.rows_in_words),
        over=shown.over,
    )
    if previous:
        rows = "\n".join(previous.rows_in_words)
        words = replace(words, solution=previous.label, solution_date=previous.date, solution_text=rows)
    return words


def printed_address(shown: DayPresentation) -> str:
    """Return the URL of the day as it is printed."""
    return shown.day.address.removeprefix("https://")


def day_page(shown: DayPresentation) -> str:
    """Return the page to play on. That of a classic board has its mines, whatever the series holds back.

    Raises ConfigError for a template of the user's that cannot be filled.
    """
    return templates.html_page(_play_page(shown))


def embedded_page(shown: DayPresentation) -> str:
    """Return the page with the board alone, for frames of other pages."""
    return templates.html_page(_embedded(_play_page(shown), shown))


def oembed_data(shown: DayPresentation) -> str:
    """Return the data with which other sites show the page with the board alone."""
    day, series, grid = shown.day, shown.day.series, shown.day.puzzle.grid
    cell = min((_FRAME_WIDTH - _FRAME_MARGINS) / grid.width, _FRAME_CELL)
    page = feeds.EmbeddedPage(
        address=day.address + names.EMBED_PAGE,
        whole=day.address,
        title=shown.heading,
        width=_FRAME_WIDTH,
        height=(_NARROW_REST if cell * grid.width < _NARROW else _FRAME_REST) + round(cell * grid.height),
        picture=day.address + names.THUMB,
        side=link_previews.THUMBNAIL_SIDE,
    )
    return feeds.oembed(page, shown.series, set_words(series.author, series), series.address)


def _embedded(page: templates.PlayPage, shown: DayPresentation) -> templates.PlayPage:
    """Return a page to play on for a frame of another page: the board alone, with a link to the whole page."""
    assert page.published is not None
    foot = {**page.published.foot, "page": names.PLAY, "title": shown.title}
    head = {"address": shown.day.address}
    return replace(
        page,
        rows=(),
        words={**page.words, "no_script": shown.messages.text("classic.no_script")},
        data={**page.data, "palettes": templates.page_palettes()},
        parts=(*page.parts, "page/embed.css", "page/themes.js", "page/theme.js", "page/embed.js"),
        published=replace(page.published, head=head, foot=foot, previous=None, is_embedded=True),
    )


def _play_page(shown: DayPresentation) -> templates.PlayPage:
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


def _published_parts(shown: DayPresentation) -> templates.PublishedParts:
    day, brand = shown.day, templates.brand_named(shown.day.series.palette)
    found = logo_of(day.series)
    logo = found.on_page(found.uri) if found else None
    card, (width, height) = names.CARD, (link_previews.WIDTH, link_previews.HEIGHT)
    if card in day.leave_out:
        card, (width, height) = names.PUZZLE, page_size(puzzle_page(shown))
    head = {
        "title": shown.with_title(shown.title),
        "series": shown.series,
        "about": shown.about,
        "address": day.address,
        "oembed": day.address + names.OEMBED,
        "rss": day.series.address + names.RSS,
        "card": day.address + card,
        "card_width": str(width),
        "card_height": str(height),
        "card_alt": title(shown.subject, shown.messages),
        "color": hex_of(brand.light),
    }
    foot = {
        "print": names.PRINT,
        "archive": ARCHIVE,
        # The page is not drawn again when the next day is published, so the archive's script finds it
        "next": f"{ARCHIVE}#next={day.name}",
        "latest": f"{ARCHIVE}#latest",
        "words.print": shown.print_label,
        "words.all": shown.messages.text("daily.all"),
        "words.next": shown.messages.text("daily.next_puzzle"),
        "words.latest": shown.messages.text("archive.latest"),
    }
    return templates.PublishedParts(
        head,
        foot,
        day.series.address,
        hex_of(brand.light),
        (names.PUZZLE, head["card_alt"]),
        *_previous_on_play_page(shown),
        home=shown.home,
        style=templates.brand_style(brand, "page/brand.css") + (logo.style if logo else ""),
        logo=logo.markup if logo else "",
        linked_data=templates.linked_data("Game", head["title"], day.address, datePublished=day.name),
    )


def _previous_on_play_page(shown: DayPresentation) -> tuple[Mapping[str, str] | None, tuple[str, ...]]:
    """Return links to the previous puzzle and the rows of its solution. Links are relative: the page works offline."""
    previous = shown.previous
    if previous is None:
        return None, ()
    links = {
        "page": f"../{previous.day.name}/{names.PLAY}",
        "solution": f"../{previous.day.name}/{names.SOLUTION}",
        "number": previous.number,
        "words.solution": previous.label,
        "words.solution_text": previous.text_label,
    }
    return links, shown.previous_words_in(names.PLAY)


@dataclass(frozen=True, slots=True)
class DrawingJob:
    """One day to draw into ``folder``, which does not exist yet.

    ``before`` is the previous day; ``is_open``: the answer is shown. ``series`` is the fingerprint of the series and
    ``ledger`` the path of the ledger relative to the final folder, both for the manifest.
    """

    folder: Path
    day: Day
    before: Day | None
    is_open: bool
    series: str
    ledger: str


def draw_folder(job: DrawingJob) -> str:
    """Draw a day's files and manifest, and wait until they are on the disk; returns the manifest's SHA-256.

    Raises OutputError when they cannot be written, DayError when the day cannot be drawn for another reason.
    """
    day, folder = job.day, job.folder
    try:
        folder.mkdir()
        write_day(folder, day, job.before, job.is_open)
        file_names = sorted(path.name for path in folder.iterdir())
        inputs, files = inputs_of_day(day, job.before, job.is_open), facts_of(folder, file_names)
        tools = drawing_tools(day.series.language)
        manifest = Manifest(DAY, job.series, inputs, files, job.ledger, day.name, day.number, tools)
        (folder / MANIFEST).write_text(manifest_text(manifest), encoding="utf-8", newline="\n")
        for name in (*file_names, MANIFEST):
            flush_to_disk(folder / name)
    except OSError as error:
        raise OutputError(f"{folder.parent.parent}: cannot be written to: {error.strerror or error}") from None
    except OutputError:
        raise
    except PuzzlegenError as error:
        raise DayError(f"{day.name}: {error}") from None
    except Exception as error:  # a defect of ours, but other days can still be drawn
        raise DayError(
            f"{day.name}: cannot be drawn ({type(error).__name__}: {error}): a fault of puzzlegen; please report it"
        ) from error
    return digest(folder / MANIFEST)


def draw_folder_or_error(job: DrawingJob) -> str | DayError:
    """Draw as ``draw_folder`` does, but return a DayError, so that one day does not stop the others."""
    try:
        return draw_folder(job)
    except DayError as error:
        return error


def remove_folder(target: Path) -> None:
    """Remove the files of a day, its manifest last, then the folder if nothing else is in it. Raises OutputError."""
    before = read_manifest(target)
    file_names = [name for name in (before.files if before else ()) if "/" not in name]
    try:
        for name in dict.fromkeys((*names.DAY_FILES, *file_names, MANIFEST)):
            (target / name).unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{target}: cannot be removed: {error.strerror or error}") from None
    with suppress(OSError):  # the editor's own files are in it
        target.rmdir()


def place_folder(drawn: Path, target: Path) -> None:
    """Move a drawn folder to its place: as a whole if there is none yet, else file by file, the manifest last.

    So readers find the files at any time. Raises OutputError.
    """
    if not target.exists():
        try:
            drawn.rename(target)
            with suppress(OSError):  # not every system can open folders
                flush_to_disk(target.parent)
        except OSError as error:
            raise OutputError(f"{target}: cannot be written to: {error.strerror}") from None
        return
    before = read_manifest(target)
    new = [path.name for path in drawn.iterdir() if path.name != MANIFEST]
    gone = [name for name in (before.files if before else names.DAY_FILES) if name not in new]
    move_files(drawn, target, [*sorted(new), *gone, MANIFEST])
    shutil.rmtree(drawn, ignore_errors=True)
