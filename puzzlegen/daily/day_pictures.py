"""The pictures of a day: puzzle and solution in light and dark, thumbnail, link card, SVG, and the solving as a GIF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.puzzle import Puzzle, from_mines
from puzzlegen.config import day_files as names
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_mails import EMAIL_PUZZLE_WIDTH, EMAIL_SOLUTION_WIDTH, PIXEL_RATIO, Size
from puzzlegen.daily.series_logo import logo_of
from puzzlegen.daily.series_words import set_words
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif_writer import write_gif
from puzzlegen.drawing.page_brand import palette_named
from puzzlegen.drawing.png_writer import write_png
from puzzlegen.drawing.svg_writer import write_svg
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.picture.link_previews import link_card, thumbnail
from puzzlegen.layout.picture.picture_themes import DARK, LIGHT, PictureTheme
from puzzlegen.layout.picture.picture_words import PictureWords
from puzzlegen.layout.picture.puzzle_picture import PictureOptions, game_pictures, puzzle_picture, step_pictures
from puzzlegen.layout.picture.solving_states import FRAMES, animation_states, frame_durations
from puzzlegen.ledger.issued_day import Day
from puzzlegen.solver.classic_game import Game, shown_at

WIDTH = 1200  # pixels: displayed 600 wide in a mail, sharp on high-resolution screens
GIF_WIDTH = 800  # pixels: with 1200 the file exceeds 200 kB, more than mail services recommend


def write_pictures(folder: Path, shown: DayPresentation) -> Iterator[tuple[str, Size]]:
    """Draw the pictures that are not left out into the folder; yields name of each, and width and height in pixels.

    Raises OutputError, LayoutError, ConfigError and SolverError as ``day_files.write_day`` does.
    """
    puzzle, metrics, classic = shown.pictured, FontMetrics(), shown.game is not None
    left_out = shown.day.leave_out
    dark = picture_options(shown, DARK)
    solved, solved_dark = picture_options(shown, LIGHT, solved=True), picture_options(shown, DARK, solved=True)

    def png(name: str, page: Page) -> tuple[str, Size]:
        write_png(page, folder / name)
        return name, page_size(page)

    if names.CARD not in left_out:
        yield png(names.CARD, link_card_page(shown))
    yield png(names.THUMB, thumbnail(puzzle, metrics, covered=classic))
    yield png(names.PUZZLE, plain := puzzle_page(shown))
    yield png(names.SOLUTION, solution_picture(shown.day, solved))
    if names.PUZZLE_DARK not in left_out:
        yield png(names.PUZZLE_DARK, puzzle_picture(puzzle, metrics, None, dark))
    if names.SOLUTION_DARK not in left_out:
        yield png(names.SOLUTION_DARK, solution_picture(shown.day, solved_dark))
    board = PictureOptions(EMAIL_PUZZLE_WIDTH * PIXEL_RATIO, border=False, covered=classic)
    if names.BOARD not in left_out:
        yield png(names.BOARD, puzzle_picture(puzzle, metrics, None, board))
    if names.BOARD_SOLVED not in left_out:
        yield png(names.BOARD_SOLVED, email_solution_page(shown.day))
    if names.VECTOR not in left_out:
        write_svg(plain, folder / names.VECTOR, _label(shown))
        yield names.VECTOR, page_size(plain)
    if names.STEPS in left_out:
        return
    small = replace(solved, width=GIF_WIDTH, head=None, caption=_label(shown, solved=True))
    if shown.game is None:
        pages = step_pictures(puzzle, metrics, animation_states(shown.solved.steps), small)
    else:
        pages = game_pictures(positions_of(shown.game), metrics, small)
    pages.append(solution_picture(shown.day, small))
    write_gif(pages, frame_durations(len(pages) - 1), folder / names.STEPS)
    yield names.STEPS, page_size(pages[0])


def puzzle_page(shown: DayPresentation) -> Page:
    """Lay out the large picture of the puzzle for light pages."""
    return puzzle_picture(shown.pictured, FontMetrics(), None, picture_options(shown, LIGHT))


def email_solution_page(day: Day) -> Page:
    """Lay out a day's solution as the newsletter snippet of the next day shows it."""
    solid, covered = day.graded.answer_is_picture, day.graded.classic_start is not None
    width = EMAIL_SOLUTION_WIDTH * PIXEL_RATIO
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


def page_size(page: Page) -> Size:
    """Return width and height of a picture in pixels."""
    return round(page.width), round(page.height)


def link_card_page(shown: DayPresentation) -> Page:
    """Lay out the link card. Raises LayoutError for words that do not fit, ConfigError for an unknown palette."""
    palette, found = palette_named(shown.day.series.palette), logo_of(shown.day.series)
    words, covered = _words(shown, shown.number), shown.game is not None
    logo = found.on_label(palette.ink) if found else None
    return link_card(shown.pictured, words, FontMetrics(), palette, covered=covered, logo=logo)


def _words(shown: DayPresentation, number: str) -> PictureWords:
    stars = DIFFICULTIES[shown.day.graded.grade.difficulty].stars
    level = "  ·  ".join(filter(None, (shown.difficulty, shown.kind)))
    home = set_words(shown.day.series.home_name, shown.day.series)
    return PictureWords(shown.series, number, shown.date, level, stars, home)
