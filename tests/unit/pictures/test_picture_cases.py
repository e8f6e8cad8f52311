"""Pictures as cases: vector drawings and drawings in text that are refused, and what is shown of cells."""

from collections.abc import Callable
from pathlib import Path

from cases import Case, cases, replay

from puzzlegen.board.drawn_layouts import cells_of, rows_of
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.pictures.choices import in_language
from puzzlegen.pictures.drawings import (
    outlined,
    parse_drawing,
    preview,
    read_drawing_file,
    text_shades,
    why_unrecognizable,
    write_drawing,
)
from puzzlegen.pictures.gray_images import read_gray


def svg(text: str) -> tuple[int, ...]:
    """Return the size of a vector drawing in the current folder."""
    Path("a.svg").write_text(text, encoding="utf-8")
    return read_gray(Path("a.svg")).shades.shape


def drawing(text: str) -> list[object]:
    """Return the rows of a drawing, and its title and hint in English and German."""
    found = parse_drawing(text)
    words = [in_language(texts, code) for texts in (found.titles, found.hints) for code in ("en", "de")]
    return [rows_of(found.cells), *words]


FUNCTIONS: dict[str, Callable[..., object]] = {
    "image": lambda name: read_gray(Path(name)),
    "svg": svg,
    "drawing": drawing,
    "drawing in a file": lambda name: read_drawing_file(Path(name)),
    "drawing written again": lambda text: write_drawing(parse_drawing(text)),
    "text": lambda text: text_shades(text, default_fonts().bold),
    "outline": lambda rows: rows_of(outlined(cells_of(rows.split()))),
    "preview": lambda rows: preview(cells_of(rows.split())),
    "unrecognizable": lambda rows: why_unrecognizable(cells_of(rows.split())),
}


@cases(__file__, "pictures")
def test_pictures(case: Case) -> None:
    replay(case, FUNCTIONS[case["does"]])
