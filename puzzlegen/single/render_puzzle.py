"""One puzzle into a file, picture or page by the ending of its name."""

from __future__ import annotations

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.single import picture, play_page
from puzzlegen.single.picture import Drawing

PAGE = ".html"


def check(drawing: Drawing, title: str, hold_solution: bool = False) -> None:
    """Raises FormatError or OutputError for wishes that do not go together, before anything is solved or drawn."""
    if drawing.kind != PAGE:
        if title or hold_solution:
            raise FormatError(f"{drawing.path}: a title, and holding the solution back, are for .html pages")
        picture.check(drawing)
    elif drawing != Drawing(drawing.path, language=drawing.language):
        raise FormatError(f"{drawing.path}: solution, steps, theme, caption, width and scale are for pictures")


def takes_solving(drawing: Drawing) -> bool:
    """Whether the puzzle has to be solved for it."""
    return drawing.solution or bool(drawing.steps) or drawing.kind in (PAGE, ".gif")


def render(puzzle: Puzzle, drawing: Drawing, title: str = "", hold_solution: bool = False) -> None:
    """Draw it, or make the page; raises as single.picture and single.play_page do."""
    if drawing.kind == PAGE:
        options = play_page.PlayOptions(title, hold_solution=hold_solution)
        play_page.write_play_page(puzzle, drawing.path, drawing.language, options)
    else:
        picture.draw(puzzle, drawing)
