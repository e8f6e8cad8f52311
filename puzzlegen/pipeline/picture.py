"""One puzzle as a picture."""

from __future__ import annotations

from pathlib import Path

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import OutputError, SolverError
from puzzlegen.layout.picture import PictureOptions, picture
from puzzlegen.pipeline.read import solved
from puzzlegen.render.fonts import FontMetrics
from puzzlegen.render.pdf import PdfStyle, write_pdf
from puzzlegen.render.png import write_png
from puzzlegen.render.svg import write_svg
from puzzlegen.solve.logic import MAX_TIER

KINDS = (".png", ".svg", ".pdf")


def draw(puzzle: Puzzle, path: Path, width: int, *, solution: bool) -> None:
    """Draw the puzzle, or its solution, ``width`` pixels wide.

    Raises OutputError for an unknown kind of file, SolverError when the solution is wanted and there is not one.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise OutputError(f"{path}: found {kind or 'no ending'!r}, expected a name that ends in {', '.join(KINDS)}")
    mines = None
    if solution:
        outcome = solved(puzzle, MAX_TIER)
        if len(outcome.solutions) != 1 and not outcome.solved:
            raise SolverError(f"the puzzle {outcome.advice}, so there is no solution to draw")
        mines = outcome.rounds.solution if outcome.solved else outcome.solutions[0]
    page = picture(puzzle, FontMetrics(), mines, PictureOptions(width))
    if kind == ".png":
        write_png(page, path)
    elif kind == ".svg":
        write_svg(page, path)
    else:
        write_pdf([page], path, style=PdfStyle(space="rgb"))
