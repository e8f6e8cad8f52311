"""Reduces uploaded images to pictures and makes their puzzles, and stores uploads for a project.

Uploads are decoded and encoded again, so that nothing else of the file is kept. The functions run in the process for
tools, or in that of a project, in its folder.
"""

from __future__ import annotations

import hashlib
import io
import json
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import Variant
from puzzlegen.board.puzzle import BLANK, Puzzle
from puzzlegen.board.spec import PICTURE_ATTEMPTS, PuzzleSpec
from puzzlegen.config.generation import read_spec
from puzzlegen.daily.day_content import MAX_HEIGHT, MAX_WIDTH, load_logo
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.svg_writer import svg
from puzzlegen.errors import FormatError, GenerationError, OutputError
from puzzlegen.files.build_folder import fact_of, is_recorded
from puzzlegen.files.derived import Derived
from puzzlegen.files.reading import MAX_RECORDS, read_limited
from puzzlegen.files.templates import language_problem
from puzzlegen.files.writing import atomic_file, portable_name
from puzzlegen.formats import line
from puzzlegen.generator.requests import mines_of
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.puzzle_picture import SolvingState, position_picture
from puzzlegen.layout.puzzle_picture_parts import PictureOptions
from puzzlegen.pictures.choices import PictureTexts, ReductionOptions
from puzzlegen.pictures.drawings import (
    NamedPicture,
    check_recognizable,
    parse_drawing,
    read_picture,
    why_unrecognizable,
    write_drawing,
)
from puzzlegen.pictures.gray_images import as_png
from puzzlegen.pictures.image_reader import PRINT_FORMATS, read_image, read_image_file
from puzzlegen.schema import yaml_nodes
from puzzlegen.single import render_puzzle
from puzzlegen.single.render_puzzle import PicturePuzzle
from puzzlegen.studio.form_fields import PICTURE_FILES
from puzzlegen.studio.picture_book import Upload, UploadOptions, facts_file, upload_of
from puzzlegen.studio.projects import path_inside
from puzzlegen.studio.solve_tools import WIDTH
from puzzlegen.wording import printable

KEPT_UPLOADS = 12
MAX_NAME = 60  # characters of the name of an upload
SHOWN = 800  # pixels of an upload as it is shown

# --- Uploads ----------------------------------------------------------------------------------------------------------


def keep(workspace: Path, name: str, data: bytes) -> str:
    """Keep an image or a drawing and return its key. The oldest uploads are removed if there are too many.

    Raises FormatError for content that is neither, and OutputError when it cannot be written.
    """
    stem = Path(name.replace("\\", "/")).stem
    plain = " ".join("".join(one if one.isprintable() else " " for one in stem).split())[:MAX_NAME] or "picture"
    notes: tuple[str, ...] = ()
    try:
        if name.lower().endswith(".txt"):
            kept, is_drawing = write_drawing(parse_drawing(_text(data))).encode(), True
        else:
            (kept, notes), is_drawing = as_png(data), False
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None
    upload = Upload(hashlib.sha256(plain.encode() + b"\n" + kept).hexdigest()[:24], plain, notes, is_drawing)
    path = upload.path(workspace)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path.parent}: cannot be made: {error.strerror or error}") from None
    for file, content in ((path, kept), (facts_file(workspace, upload.key), json.dumps(asdict(upload)).encode())):
        with atomic_file(file) as temporary:
            temporary.write_bytes(content)
    kept_files = sorted(path.parent.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True)
    for old in kept_files[KEPT_UPLOADS:]:
        for file in path.parent.glob(f"{old.stem}.*"):
            file.unlink(missing_ok=True)
    return upload.key


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("not a text; save the drawing as UTF-8") from None


def shown_upload(workspace: Path, key: str) -> bytes:
    """Return a PNG of an upload, small enough for a page. Raises OutputError if there is none."""
    upload = upload_of(workspace, key)
    out = io.BytesIO()
    if upload.is_drawing:
        cells = read_picture(upload.path(workspace), ReductionOptions(30)).cells
        image = Image.fromarray(~cells).convert("L")
        image = image.resize((image.width * 12, image.height * 12), Image.Resampling.NEAREST)
        image.save(out, "PNG")
        return out.getvalue()
    try:
        image = read_image_file(upload.path(workspace), PRINT_FORMATS).picture
    except FormatError:
        raise OutputError("this picture was changed: choose its file again") from None
    image.thumbnail((SHOWN, SHOWN))
    image.save(out, "PNG")
    return out.getvalue()


# --- Pictures and puzzles ---------------------------------------------------------------------------------------------


def _picture(workspace: Path, upload: Upload, options: UploadOptions) -> NamedPicture:
    """Return the reduced picture of an upload. Raises FormatError."""
    path = upload.path(workspace)
    try:
        found = read_picture(
            path, ReductionOptions(options.width, None, options.threshold, options.invert, options.specks)
        )
    except FormatError as error:
        raise error.in_file(upload.name) from None
    cells = found.cells.copy()
    if options.touched:
        page = _cells_page(cells.shape, _spec(options).variant, SolvingState())
        centers = np.array([page.grids[0].center(cell) for cell in range(cells.size)])
        for point in options.touched:
            apart = centers - np.array(point) * (page.width, page.height)
            cells.flat[np.square(apart).sum(axis=1).argmin()] ^= True
    return replace(found, name=upload.name, notes=(*upload.notes, *found.notes), cells=cells)


def _spec(options: UploadOptions) -> PuzzleSpec:
    """Return what the puzzle should be. Raises GenerationError for an unknown kind or difficulty."""
    given = {"kind": options.kind, "difficulty": options.difficulty or None, "attempts": PICTURE_ATTEMPTS}
    return read_spec(given, ())


@lru_cache(maxsize=32)
def _puzzle(workspace: Path, upload: Upload, options: UploadOptions) -> PicturePuzzle:
    picture, spec = _picture(workspace, upload, options), _spec(options)
    check_recognizable(mines_of(picture.cells, spec.variant), picture.name)
    return render_puzzle.make_picture_puzzle(picture, spec, options.seed)


def made_puzzle(workspace: Path, key: str, options: UploadOptions) -> dict[str, Any]:
    """Return the facts that the page shows about the puzzle of an upload; ``problem`` is the reason if there is none.

    Raises FormatError for an image that cannot be reduced with these options.
    """
    upload = upload_of(workspace, key)
    picture, kind = _picture(workspace, upload, options), _spec(options).variant
    rows, columns = picture.cells.shape
    found: dict[str, Any] = {"size": f"{columns}x{rows}", "notes": picture.notes, "problem": "", "line": ""}
    found["problem"] = why_unrecognizable(mines_of(picture.cells, kind))
    if found["problem"]:
        return found
    try:
        made = _puzzle(workspace, upload, options)
    except GenerationError as error:
        return {**found, "problem": str(error)}
    graded = made.graded
    return {
        **found,
        "line": line.write(graded.puzzle),
        "difficulty": graded.grade.difficulty,
        "score": round(graded.grade.score, 1),
        "clues": graded.puzzle.clues,
        "par": list(graded.grade.par),
        "changed": [graded.puzzle.grid.name(cell) for cell in made.changed],
    }


def cells_picture(workspace: Path, key: str, options: UploadOptions, changes: bool) -> str:
    """Return an SVG of the reduced picture; with ``changes`` after its repair, with rings around the changed cells."""
    upload = upload_of(workspace, key)
    kind = _spec(options).variant
    mines = mines_of(_picture(workspace, upload, options).cells, kind)
    filled: list[bool] = mines.ravel().tolist()
    changed: tuple[int, ...] = ()
    if changes:
        made = _puzzle(workspace, upload, options)
        filled, changed = list(made.graded.solution), made.changed
    state = SolvingState(tuple(i for i, one in enumerate(filled) if one), (), changed, changed)
    return svg(_cells_page(mines.shape, kind, state))


def _cells_page(shape: tuple[int, ...], kind: Variant, state: SolvingState) -> Page:
    """Return a picture of ``shape`` rows and columns, in which the mines of a state are filled."""
    grid = Grid(shape[1], shape[0], kind)
    blank, options = Puzzle(grid, (BLANK,) * grid.size), PictureOptions(WIDTH, border=False, solid=True)
    return position_picture(blank, FontMetrics(), state, options)


# --- Files ------------------------------------------------------------------------------------------------------------


def drawing(workspace: Path, key: str, options: UploadOptions, words: PictureTexts) -> str:
    """Return the reduced picture as the text of a drawing. Raises FormatError for an unrecognizable picture."""
    picture = _picture(workspace, upload_of(workspace, key), options)
    check_recognizable(mines_of(picture.cells, _spec(options).variant), picture.name)
    return render_puzzle.drawing_text(picture.cells, _words(picture, words))


def _words(picture: NamedPicture, words: PictureTexts) -> PictureTexts:
    """Return title and hint of a picture: those given, else those of the drawing, else the name as the title."""
    language = words.language
    return PictureTexts(words.title or picture.title_in(language), words.hint or picture.hint_in(language), language)


def picture_file(
    workspace: Path, key: str, options: UploadOptions, words: PictureTexts, name: str, hold_solution: bool
) -> bytes:
    """Return a file of PICTURE_FILES, as ``puzzlegen picture`` writes it. Raises OutputError for another name."""
    if name not in PICTURE_FILES:
        raise OutputError(f"{name}: there is no such file")
    if name == "drawing.txt":
        return drawing(workspace, key, options, words).encode()
    upload = upload_of(workspace, key)
    picture = _picture(workspace, upload, options)
    graded, words = _puzzle(workspace, upload, options).graded, _words(picture, words)
    with TemporaryDirectory(prefix="puzzlegen-") as folder:
        path = Path(folder) / name
        if name.startswith("answer."):
            render_puzzle.write_answer(graded, path, words)
        else:
            render_puzzle.write_puzzle(graded, path, words, hold_solution=hold_solution)
        return read_limited(path, MAX_RECORDS)


def section_name(text: str) -> str:
    """Return the name of a new section of pictures in the language of a config; in English where that is unknown."""
    given = yaml_nodes.parse(text, "config").root.values.get("language")
    language = given.text if isinstance(given, yaml_nodes.Scalar) and not language_problem(given.text) else "en"
    return load(language).text("section_name.pictures")


def usual_words(workspace: Path, key: str, language: str) -> PictureTexts:
    """Return the title and the hint of an upload where none are given."""
    upload = upload_of(workspace, key)
    named = NamedPicture(upload.name, np.zeros((0, 0), np.bool_))
    return _words(
        _picture(workspace, upload, UploadOptions()) if upload.is_drawing else named, PictureTexts("", "", language)
    )


FOLDER = "pictures"  # of the uploaded pictures, in the project
QUALITY = 95  # of JPEG pictures when they are encoded again
LARGEST_LOGO = MAX_WIDTH * 3, MAX_HEIGHT * 3  # pixels of that of a daily, whose pages show a smaller copy
_SHOWN = 60  # characters of a name in a message


def store_daily_logo(data: bytes, name: str) -> str:
    """Write an uploaded logo of a daily into the project, as ``store_picture`` does; a large one is reduced.

    Raises ConfigError for a picture that no page can show as a logo.
    """
    stored = store_picture(data, name, LARGEST_LOGO)
    load_logo(stored)
    return stored


def store_picture(data: bytes, name: str, largest: tuple[int, int] | None = None) -> str:
    """Write an uploaded picture into the project under a safe name made from ``name``, that of the uploaded file.

    Return its path with slashes, relative to the folder of the project. It is reduced to fit ``largest``, a width and
    a height in pixels.

    Raises FormatError for a file that is not a PNG or JPEG picture or has too many pixels, and OutputError if it
    cannot be written.
    """
    shown = printable(PurePath(name.replace("\\", "/")).name)[:_SHOWN] or "the file"
    encoded, ending = _encoded_again(data, shown, largest)
    folder, stem = path_inside(Path(), FOLDER), portable_name(PurePath(name.replace("\\", "/")).stem, "picture")
    folder.mkdir(exist_ok=True)
    path, number = folder / f"{stem}{ending}", 1
    while path.is_symlink() or (path.exists() and not is_recorded(fact_of(path), Derived.of(encoded).fact)):
        number += 1
        path = folder / f"{stem}-{number}{ending}"
    if not path.exists():
        with atomic_file(path) as temporary:
            temporary.write_bytes(encoded)
    return path.as_posix()


def _encoded_again(data: bytes, shown: str, largest: tuple[int, int] | None) -> tuple[bytes, str]:
    """Return the picture in sRGB as a PNG or JPEG file, and its ending. Raises FormatError."""
    try:
        found = read_image(data, PRINT_FORMATS, colors=True)
    except FormatError as error:
        raise FormatError(f"{shown}: {error}") from None
    if largest is not None:
        found.picture.thumbnail(largest)
    out = io.BytesIO()
    if found.format == "JPEG":
        found.picture.save(out, "JPEG", quality=QUALITY, subsampling=0)
        return out.getvalue(), ".jpg"
    found.picture.save(out, "PNG")
    return out.getvalue(), ".png"
