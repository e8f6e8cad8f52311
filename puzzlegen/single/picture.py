"""One puzzle as a picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.gif import write_gif
from puzzlegen.drawing.pdf import PdfStyle, write_pdf
from puzzlegen.drawing.png import write_png
from puzzlegen.drawing.svg import write_svg
from puzzlegen.errors import OutputError, SolverError
from puzzlegen.language.alt_text import Subject, title
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.picture.picture_themes import THEMES
from puzzlegen.layout.picture.puzzle_picture import (
    PictureOptions,
    options_for_paper,
    puzzle_picture,
    step_pictures,
)
from puzzlegen.layout.picture.solution_frames import animation_states, frame_durations, states_after_steps
from puzzlegen.single.answers import Answer, solved
from puzzlegen.solver.tiers import MAX_TIER, walk

KINDS = (".png", ".svg", ".pdf", ".gif")
WIDTH = 1200  # pixels: shown at 600 in a mail, sharp on fine screens
MOST_PIXELS = 10_000  # a side


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is asked for. ``width`` in pixels and ``scale``, file pixels to one of these, are None where not given.

    ``steps`` is ``N``, ``M-N`` or ``all``, empty for none: positions after so many steps, counted as ``solve
    --explain`` counts them, 0 being the puzzle. The ``language`` is that of the printed number of mines,
    which stands behind the caption, and of the title inside an SVG without a caption.
    """

    path: Path
    width: int | None = None
    scale: int | None = None
    theme: str = "light"
    solution: bool = False
    steps: str = ""
    caption: str = ""
    language: str = "en"

    @property
    def kind(self) -> str:
        """The ending that says which kind of file it is."""
        return self.path.suffix.lower()

    def options(self, puzzle: Puzzle) -> PictureOptions:
        """What layout takes, for that puzzle."""
        options = PictureOptions(self.width or WIDTH, self._below(puzzle), theme=THEMES[self.theme])
        return options_for_paper(options, puzzle.grid) if self.kind == ".pdf" else options

    def _below(self, puzzle: Puzzle) -> str:
        """The caption, and the printed number of mines: without it such a puzzle cannot be solved."""
        if puzzle.total is None:
            return self.caption
        said = load(self.language).of(puzzle.grid.variant).puzzle.mines.of(puzzle.total)
        return f"{self.caption} \u00b7 {said}" if self.caption else said


def draw(puzzle: Puzzle, drawing: Drawing) -> None:
    """Draw the puzzle, its solution, or steps of it.

    Raises OutputError for an unknown kind of file and for wishes that do not go together, SolverError when the solution
    or a step is wanted and there is none, LayoutError when the board or the caption does not fit.
    """
    check(drawing)
    if drawing.kind == ".gif":
        _moving(puzzle, drawing)
    elif drawing.steps:
        _still(puzzle, _step_pages(puzzle, drawing), drawing)
    else:
        mines = solution_of(puzzle) if drawing.solution else None
        _still(puzzle, [puzzle_picture(puzzle, FontMetrics(), mines, drawing.options(puzzle))], drawing)


def check(drawing: Drawing) -> None:
    """Raises OutputError for what makes no sense, before anything is solved or drawn."""
    kind = drawing.kind
    if kind not in KINDS:
        wanted = ", ".join((*KINDS, ".html"))
        raise OutputError(f"{drawing.path}: found {kind or 'no ending'!r}, expected a name that ends in {wanted}")
    if drawing.theme not in THEMES:
        nearest = did_you_mean(drawing.theme, THEMES)
        raise OutputError(f"theme: found {found(drawing.theme)}, allowed {', '.join(THEMES)}{nearest}")
    if not drawing.caption.isprintable():
        raise OutputError(f"caption: found {drawing.caption!r}, expected one line of printable text")
    if drawing.scale is not None and kind in (".svg", ".pdf"):
        raise OutputError(f"scale: {drawing.path} has no pixels to be made finer; leave scale out")
    if drawing.width is not None and kind == ".pdf":
        raise OutputError("width: it is in pixels, and a PDF is six inches wide; leave width out")
    if (wide := (drawing.width or WIDTH) * (drawing.scale or 1)) > MOST_PIXELS:
        raise OutputError(f"width and scale: found {wide} pixels together, allowed {MOST_PIXELS} or fewer")
    if drawing.solution and drawing.steps:
        raise OutputError("solution and steps: give one or the other")
    if drawing.solution and kind == ".gif":
        raise OutputError("solution: a GIF shows the solution coming about and ends with it; leave it out")
    if drawing.steps:
        _asked(drawing)


def _asked(drawing: Drawing) -> tuple[int, int] | None:
    """First and last position asked for, None for all. Raises OutputError for what cannot be read."""
    text = drawing.steps
    pages = drawing.kind in (".gif", ".pdf")
    if text == "all" and pages:
        return None
    if not re.fullmatch(r"\d{1,6}(-\d{1,6})?", text, re.ASCII):
        allowed = 'a number such as 7, 3-9, or "all"' if pages else "a number such as 7"
        raise OutputError(f"steps: found {found(text)}, allowed {allowed}")
    first, _, last = text.partition("-")
    if last and not pages:
        raise OutputError(f"steps: {drawing.kind[1:]} holds one position: give one number, or a .gif or .pdf")
    if drawing.kind == ".gif" and not last:
        raise OutputError(f"steps: a GIF shows several positions: give a range such as 0-{text}, or leave it out")
    if last and int(last) <= int(first):
        raise OutputError(f"steps: found {found(text)}, expected the smaller number first")
    return int(first), int(last or first)


def solution_of(puzzle: Puzzle) -> Solution:
    """The one solution. Raises SolverError when there is not one."""
    told = solved(puzzle, MAX_TIER)
    if not told.solved and len(told.solutions) != 1:
        raise SolverError(f"the puzzle {told.advice}, so there is no solution to draw")
    return told.rounds.solution if told.solved else told.solutions[0]


def _range(drawing: Drawing, count: int, told: Answer) -> tuple[int, int]:
    asked = _asked(drawing) if drawing.steps else None
    first, last = asked or (0, count)
    if last > count:
        short = "" if told.solved else f"; the puzzle {told.advice}"
        raise SolverError(f"steps: found {last}, this puzzle has {count} steps{short}")
    return first, last


def _step_pages(puzzle: Puzzle, drawing: Drawing) -> list[Page]:
    told = solved(puzzle, MAX_TIER)
    shown = states_after_steps(tuple(walk(told.rounds)))
    first, last = _range(drawing, len(shown) - 1, told)
    return step_pictures(puzzle, FontMetrics(), shown[first : last + 1], drawing.options(puzzle))


def _still(puzzle: Puzzle, pages: list[Page], drawing: Drawing) -> None:
    if drawing.kind == ".png":
        write_png(pages[0], drawing.path, drawing.scale or 1)
    elif drawing.kind == ".svg":
        write_svg(pages[0], drawing.path, drawing.caption or title(Subject(puzzle), load(drawing.language)))
    else:
        write_pdf(pages, drawing.path, style=PdfStyle(space="rgb"))


def _moving(puzzle: Puzzle, drawing: Drawing) -> None:
    """All steps and then the solution; or a part of them, with no more than that."""
    told = solved(puzzle, MAX_TIER)
    if not told.solved:
        raise SolverError(f"the puzzle {told.advice}, so there are no steps that lead to its solution")
    steps = tuple(walk(told.rounds))
    first, last = _range(drawing, len(steps), told)
    whole = (first, last) == (0, len(steps))
    shown = animation_states(steps) if whole else states_after_steps(steps)[first : last + 1]
    metrics, options = FontMetrics(), drawing.options(puzzle)
    pages = step_pictures(puzzle, metrics, shown, options)
    lengths = frame_durations(len(pages))
    if whole:
        pages.append(puzzle_picture(puzzle, metrics, told.rounds.solution, options))
    else:
        lengths = [*lengths[: len(pages) - 1], lengths[-1]]
    write_gif(pages, lengths, drawing.path, drawing.scale or 1)
