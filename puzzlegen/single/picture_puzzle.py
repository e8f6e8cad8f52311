"""Makes a puzzle whose solution is a picture, and writes it and its answer as files; their endings set the format."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.formats import json_record, text
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import PicturePuzzleOptions, mines_of
from puzzlegen.language.catalogue_loader import load
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.pictures.components import Cells
from puzzlegen.pictures.drawings import Drawing, write_drawing
from puzzlegen.pictures.picture_files import NamedPicture
from puzzlegen.single.picture_titles import PictureTexts
from puzzlegen.single.play_page import PlayOptions, write_play_page
from puzzlegen.single.render_puzzle import RenderRequest, render, render_with_answer

DATA_ENDINGS = (".json", ".txt")


@dataclass(frozen=True, slots=True)
class PicturePuzzle:
    """The puzzle of a picture, and the ``changed`` cells, in which its solution differs from the picture."""

    graded: GradedPuzzle
    changed: tuple[int, ...]


def make_picture_puzzle(picture: NamedPicture, options: PicturePuzzleOptions) -> PicturePuzzle:
    """Make the puzzle of a picture. If none would be unique, as few cells as possible are changed.

    Raises GenerationError for a picture that cannot be repaired, or that no puzzle of the difficulty can show.
    """
    request, _ = options.request(picture.name, picture.cells)
    graded = generate_puzzle(request).graded
    changed = np.flatnonzero(np.array(graded.solution) != mines_of(picture.cells, options.kind).ravel())
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
    texts = ({"": one} if one else {} for one in (words.title, words.hint))
    return write_drawing(Drawing(cells, *texts))


def write_drawing_file(cells: Cells, path: Path, words: PictureTexts) -> None:
    """Write the ``drawing_text`` of a picture.

    Raises FormatError for words of several lines, and OutputError when the file cannot be written.
    """
    _write_text(path, drawing_text(cells, words))


def _write_text(path: Path, content: str) -> None:
    with atomic_file(path) as beside:
        beside.write_text(content, encoding="utf-8", newline="\n")
