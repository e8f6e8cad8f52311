"""Renders one puzzle into the file that its name asks for: a PNG, SVG, PDF, GIF, or an HTML page to play.

A puzzle made from a picture is written with its answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.ideas import idea_shown
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif_writer import write_gif
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.drawing.pixel_files import write_png
from puzzlegen.drawing.svg_writer import write_svg
from puzzlegen.errors import FormatError, OutputError, SolverError
from puzzlegen.files.writing import atomic_file
from puzzlegen.formats import json_record, text
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import mines_of, picture_request
from puzzlegen.language.alt_text import Subject, title
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.puzzle_picture import (
    animation_states,
    frame_durations,
    options_for_paper,
    puzzle_picture,
    states_after_steps,
    step_pictures,
)
from puzzlegen.layout.puzzle_picture_parts import THEMES, PictureOptions
from puzzlegen.pictures.choices import PictureTexts
from puzzlegen.pictures.drawings import Drawing, NamedPicture, write_drawing
from puzzlegen.pictures.reduction import Cells
from puzzlegen.single.play_page import PlayOptions, write_play_page
from puzzlegen.single.solve_puzzles import Answer, solve_puzzle, solve_unique
from puzzlegen.solver.tiers import run, solution_path
from puzzlegen.wording import describe, did_you_mean

PICTURES = (".png", ".svg", ".pdf", ".gif")
PAGE = ".html"
WIDTH = 1200  # pixels: displayed 600 wide in a mail, sharp on high-resolution screens
MAX_PIXELS = 10_000  # a side


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """What to render, and into which file.

    ``width`` is in pixels, ``scale`` the pixels of the file for each of these; None for the usual ones. ``steps``
    is ``N``, ``M-N`` or ``all``, empty for none: the positions after so many steps, counted as ``solve --explain``
    counts them; 0 is the puzzle itself. ``language`` is that of a page, of the kind and the number of mines below a
    picture, and of the title inside an SVG without a caption. ``page_title`` and ``hold_solution`` are for pages.
    ``picture`` draws the solution as a picture: solid cells without clues.
    """

    path: Path
    width: int | None = None
    scale: int | None = None
    theme: str = "light"
    solution: bool = False
    steps: str = ""
    caption: str = ""
    language: str = "en"
    page_title: str = ""
    hold_solution: bool = False
    picture: bool = False

    @property
    def ending(self) -> str:
        """The ending of the file name, which decides the format."""
        return self.path.suffix.lower()

    def picture_options(self, puzzle: Puzzle) -> PictureOptions:
        """Return the options of the layout for a puzzle."""
        caption = self._caption_for(puzzle)
        options = PictureOptions(self.width or WIDTH, caption, theme=THEMES[self.theme], solid=self.picture)
        return options_for_paper(options, puzzle.grid) if self.ending == ".pdf" else options

    def _caption_for(self, puzzle: Puzzle) -> str:
        """Return the caption with the number of mines, if that is a clue. Without a caption it is the idea or kind."""
        variant, total = puzzle.grid.variant, puzzle.total
        if total is None and (self.caption or not (variant.words or puzzle.idea)):
            return self.caption  # without loading messages
        messages = load(self.language)
        caption = self.caption or messages.idea_line(puzzle.idea) or messages.kind(variant)
        mines = "" if total is None else messages.for_variant(variant).plural("puzzle.mines", total)
        return " \u00b7 ".join(filter(None, (caption, mines)))


def render(puzzle: Puzzle, request: RenderRequest) -> None:
    """Render the puzzle, its solution, or steps of it.

    Raises OutputError and FormatError as ``check_request`` does, OutputError when the file cannot be written,
    SolverError when the solution or a step is requested and there is none, LayoutError when the board or the caption
    does not fit, ConfigError for an unknown language.
    """
    check_request(request)
    _check_idea(puzzle)
    if request.ending == PAGE:
        options = PlayOptions(request.page_title, hold_solution=request.hold_solution)
        write_play_page(puzzle, request.path, request.language, options)
    elif request.ending == ".gif":
        _write_animation(puzzle, request)
    elif request.steps:
        _write_pictures(puzzle, _step_pages(puzzle, request), request)
    else:
        if request.picture and not puzzle.grid.variant.clue_on_mine:
            raise FormatError(f"picture: it is for mosaics, found {puzzle.grid.variant}; use solution")
        answered = request.solution or request.picture
        mines = solve_unique(puzzle, "so there is no solution to draw").solution if answered else None
        page = puzzle_picture(puzzle, FontMetrics(), mines, request.picture_options(puzzle))
        _write_pictures(puzzle, [page], request)


def _check_idea(puzzle: Puzzle) -> None:
    """Raise FormatError for an idea that the source names and the clues do not show."""
    if puzzle.idea is None:
        return
    trace = run(puzzle, MAX_TIER)
    if idea_shown(puzzle.idea, puzzle.grid, puzzle.cells, trace.moment.tolist()) is None:
        raise FormatError(f"idea: the clues do not show {puzzle.idea}; correct them, or leave the key idea out")


def render_with_answer(solved: GradedPuzzle, path: Path, captions: tuple[str, str]) -> None:
    """Write a PDF with the puzzle on the first page and its answer on the second; each has a caption or none.

    The answer of a picture is drawn as one. Raises OutputError and LayoutError as ``render`` does.
    """
    pages = []
    for caption, solution in zip(captions, (None, solved.solution), strict=True):
        request = RenderRequest(path, caption=caption, picture=solution is not None and solved.answer_is_picture)
        check_request(request)
        pages.append(puzzle_picture(solved.puzzle, FontMetrics(), solution, request.picture_options(solved.puzzle)))
    write_pdf(pages, path, style=PdfStyle(space="rgb"))


# --- Checks -----------------------------------------------------------------------------------------------------------


def check_request(request: RenderRequest) -> None:
    """Raise FormatError or OutputError for options that do not go together, before anything is solved or drawn."""
    path = request.path
    if request.ending != PAGE:
        if request.page_title or request.hold_solution:
            raise FormatError(f"{path}: a title, and holding the solution back, are for .html pages")
        _check_picture(request)
    else:
        page = RenderRequest(
            path, language=request.language, page_title=request.page_title, hold_solution=request.hold_solution
        )
        if request != page:
            raise FormatError(f"{path}: solution, picture, steps, theme, caption, width and scale are for pictures")


def _check_picture(request: RenderRequest) -> None:
    ending = request.ending
    if ending not in PICTURES:
        allowed = ", ".join((*PICTURES, PAGE))
        raise OutputError(f"{request.path}: found {ending or 'no ending'!r}, expected a name that ends in {allowed}")
    if request.theme not in THEMES:
        nearest = did_you_mean(request.theme, THEMES)
        raise OutputError(f"theme: found {describe(request.theme)}, allowed {', '.join(THEMES)}{nearest}")
    if not request.caption.isprintable():
        raise OutputError(f"caption: found {request.caption!r}, expected one line of printable text")
    if request.scale is not None and ending in (".svg", ".pdf"):
        raise OutputError(f"scale: {request.path} has no pixels to be made finer; leave scale out")
    if request.width is not None and ending == ".pdf":
        raise OutputError("width: it is in pixels, and a PDF is six inches wide; leave width out")
    if (pixels := (request.width or WIDTH) * (request.scale or 1)) > MAX_PIXELS:
        raise OutputError(f"width and scale: found {pixels} pixels together, allowed {MAX_PIXELS} or fewer")
    if sum(map(bool, (request.solution, request.picture, request.steps))) > 1:
        raise OutputError("solution, picture and steps: give one of them")
    if (request.solution or request.picture) and ending == ".gif":
        raise OutputError("solution, picture: a GIF shows the solution coming about and ends with it; leave it out")
    if request.steps:
        _parse_steps(request)


def _parse_steps(request: RenderRequest) -> tuple[int, int] | None:
    """Return the first and last requested position, None for all. Raises OutputError for a text of another form."""
    text = request.steps
    several = request.ending in (".gif", ".pdf")
    if text == "all" and several:
        return None
    if not re.fullmatch(r"\d{1,6}(-\d{1,6})?", text, re.ASCII):
        allowed = 'a number such as 7, 3-9, or "all"' if several else "a number such as 7"
        raise OutputError(f"steps: found {describe(text)}, allowed {allowed}")
    first, _, last = text.partition("-")
    if last and not several:
        raise OutputError(f"steps: {request.ending[1:]} holds one position: give one number, or a .gif or .pdf")
    if request.ending == ".gif" and not last:
        raise OutputError(f"steps: a GIF shows several positions: give a range such as 0-{text}, or leave it out")
    if last and int(last) <= int(first):
        raise OutputError(f"steps: found {describe(text)}, expected the smaller number first")
    return int(first), int(last or first)


# --- Pictures ---------------------------------------------------------------------------------------------------------


def _step_range(request: RenderRequest, count: int, answer: Answer) -> tuple[int, int]:
    """Return the first and last position to draw, of ``count`` steps. Raises SolverError for more steps than these."""
    requested = _parse_steps(request) if request.steps else None
    first, last = requested or (0, count)
    if last > count:
        reason = "" if answer.solved else f"; the puzzle {answer.advice}"
        raise SolverError(f"steps: found {last}, this puzzle has {count} steps{reason}")
    return first, last


def _step_pages(puzzle: Puzzle, request: RenderRequest) -> list[Page]:
    answer = solve_puzzle(puzzle, MAX_TIER)
    states = states_after_steps(tuple(solution_path(answer.rounds)))
    first, last = _step_range(request, len(states) - 1, answer)
    return step_pictures(puzzle, FontMetrics(), states[first : last + 1], request.picture_options(puzzle))


def _write_pictures(puzzle: Puzzle, pages: list[Page], request: RenderRequest) -> None:
    if request.ending == ".png":
        write_png(pages[0], request.path, request.scale or 1)
    elif request.ending == ".svg":
        write_svg(pages[0], request.path, request.caption or title(Subject(puzzle), load(request.language)))
    else:
        write_pdf(pages, request.path, style=PdfStyle(space="rgb"))


def _write_animation(puzzle: Puzzle, request: RenderRequest) -> None:
    """Write all steps followed by the solution, or only the requested steps."""
    answer = solve_puzzle(puzzle, MAX_TIER)
    if not answer.solved:
        raise SolverError(f"the puzzle {answer.advice}, so there are no steps that lead to its solution")
    steps = tuple(solution_path(answer.rounds))
    first, last = _step_range(request, len(steps), answer)
    is_whole = (first, last) == (0, len(steps))
    states = animation_states(steps) if is_whole else states_after_steps(steps)[first : last + 1]
    metrics, options = FontMetrics(), request.picture_options(puzzle)
    pages = step_pictures(puzzle, metrics, states, options)
    durations = frame_durations(len(pages))
    if is_whole:
        pages.append(puzzle_picture(puzzle, metrics, answer.rounds.solution, options))
    else:
        durations = [*durations[: len(pages) - 1], durations[-1]]
    write_gif(pages, durations, request.path, request.scale or 1)


DATA_ENDINGS = (".json", ".txt")


@dataclass(frozen=True, slots=True)
class PicturePuzzle:
    """The puzzle of a picture, and the ``changed`` cells, in which its solution differs from the picture."""

    graded: GradedPuzzle
    changed: tuple[int, ...]


def make_picture_puzzle(picture: NamedPicture, spec: PuzzleSpec, seed: str) -> PicturePuzzle:
    """Make the puzzle of a picture. If none would be unique, as few cells as possible are changed.

    Raises GenerationError for a picture that cannot be repaired, or that no puzzle of the difficulty can show.
    """
    request = picture_request(spec, picture.name, picture.cells, seed)
    graded = generate_puzzle(request).graded
    changed = np.flatnonzero(np.array(graded.solution) != mines_of(picture.cells, spec.variant).ravel())
    return PicturePuzzle(graded, tuple(map(int, changed)))


def write_puzzle(graded: GradedPuzzle, path: Path, words: PictureTexts, *, hold_solution: bool = False) -> None:
    """Write the puzzle of a picture: a drawing of it, a page to play, or its data.

    Raises OutputError when the file cannot be written, and what drawing and pages raise.
    """
    ending = path.suffix.lower()
    if ending in DATA_ENDINGS:
        content = json_record.dumps(json_record.as_dict(graded)) if ending == ".json" else text.write(graded.puzzle)
        _write_text(path, content + "\n")
    elif ending == ".html":
        options = PlayOptions(words.hint, picture=words.title, hold_solution=hold_solution)
        write_play_page(graded.puzzle, path, words.language, options)
    else:
        kind = load(words.language).kind(graded.puzzle.grid.variant)
        caption = " \u00b7 ".join(filter(None, (kind, words.hint)))
        if ending == ".pdf":
            render_with_answer(graded, path, (caption, words.title))
        else:
            render(graded.puzzle, RenderRequest(path, caption=caption, language=words.language))


def write_answer(graded: GradedPuzzle, path: Path, words: PictureTexts) -> None:
    """Draw the answer below its title. Raises OutputError and LayoutError."""
    solid = graded.answer_is_picture
    render(graded.puzzle, RenderRequest(path, solution=not solid, picture=solid, caption=words.title))


def drawing_text(cells: Cells, words: PictureTexts) -> str:
    """Return a picture as a drawing of # and . with its title and hint, which may be empty.

    Raises FormatError for words of several lines.
    """
    texts = ({"": text} if text else {} for text in (words.title, words.hint))
    return write_drawing(Drawing(cells, *texts))


def write_drawing_file(cells: Cells, path: Path, words: PictureTexts) -> None:
    """Write the ``drawing_text`` of a picture.

    Raises FormatError for words of several lines, and OutputError when the file cannot be written.
    """
    _write_text(path, drawing_text(cells, words))


def _write_text(path: Path, content: str) -> None:
    with atomic_file(path) as beside:
        beside.write_text(content, encoding="utf-8", newline="\n")
