"""The ``picture`` command: makes a puzzle whose solution is an image, a drawing or a text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.variants import MOSAIC, Variant
from puzzlegen.cli.console import Console, print_data
from puzzlegen.cli.options import KIND_VALUES, LISTED_DIFFICULTIES, Quiet, parse_path, parse_variant
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # numpy takes a tenth of a second to import
    from puzzlegen.board.graded_puzzle import GradedPuzzle
    from puzzlegen.pictures.picture_files import NamedPicture
    from puzzlegen.pictures.reduction import ReductionOptions

AUTO = "auto"
TEXT = "text:"  # in front of an image's name: the rest is a text to draw
DATA_ENDINGS = (".json", ".txt")
MIN_WIDTH, MAX_WIDTH = 5, 60  # those of pictures.reduction, whose import --help does not need


def parse_threshold(value: str) -> int | None:
    """Parse ``--threshold``: auto is None. Raises ValueError for anything but auto and 0 to 255."""
    if str(value) == AUTO:
        return None
    if not (str(value).isdecimal() and int(value) <= 255):
        raise ValueError(f"found {str(value)!r}, allowed {AUTO} or 0 to 255")
    return int(value)


def picture(
    image: Annotated[
        str,
        typer.Argument(
            metavar="IMAGE",
            help=f"A PNG, JPEG, GIF, WebP, BMP or SVG image, a drawing of # and . (.txt), or {TEXT}LETTERS.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            parser=parse_path,
            metavar="FILE",
            help="FILE.png, .svg, .pdf (puzzle and answer), .html (page to play), .json or .txt [a line on stdout].",
        ),
    ] = None,
    answer: Annotated[
        Path | None,
        typer.Option(
            "--answer", parser=parse_path, metavar="FILE", help="Draw the answer too: FILE.png, .svg or .pdf."
        ),
    ] = None,
    width: Annotated[
        int, typer.Option(min=MIN_WIDTH, max=MAX_WIDTH, help="Cells in a row. The rows follow from the image.")
    ] = 30,
    threshold: Annotated[
        str,
        typer.Option(
            metavar="auto|0-255",
            help="Shade below which a part of the image is filled; auto fills what differs from an even ground.",
        ),
    ] = AUTO,
    invert: Annotated[bool, typer.Option("--invert", help="Fill the other parts of the image.")] = False,
    preview: Annotated[bool, typer.Option("--preview", help="Only show the picture, as text on stdout.")] = False,
    kind: Annotated[
        Variant,
        typer.Option(
            parser=parse_variant,
            metavar=KIND_VALUES,
            help="mosaic shows the picture as filled cells, the other kinds its outline as mines.",
        ),
    ] = MOSAIC,
    difficulty: Annotated[str | None, typer.Option(help=f"{LISTED_DIFFICULTIES} [any up to tier 3].")] = None,
    title: Annotated[str, typer.Option(help="Title, which only the answer shows [the file's name].")] = "",
    hint: Annotated[str, typer.Option(help='A line below the puzzle, such as "A pet".')] = "",
    seed: Annotated[str, typer.Option(help="Any text; another text removes other clues.")] = "picture",
    language: Annotated[
        str, typer.Option(help="Language of an .html page, and of the title and hint of a drawing.")
    ] = "en",
    hold_solution: Annotated[
        bool, typer.Option("--hold-solution", help="Leave the answer and hints out of an .html page.")
    ] = False,
    attempts: Annotated[int, typer.Option(min=1, help="Orders of removal to try before giving up.")] = 300,
    quiet: Quiet = False,
) -> None:
    """Make a puzzle whose solution is a picture.

    The image is cropped and reduced to cells: look at it with --preview first. Where no puzzle could be unique, as few
    cells as possible are changed, and their number is printed. A picture that nobody would recognize is refused.

    Example: puzzlegen picture cat.png -o cat.pdf --width 25 --hint "A pet"
    """
    from puzzlegen.generator.batch import generate_puzzle
    from puzzlegen.generator.requests import PictureOptions
    from puzzlegen.pictures.cell_pictures import outlined
    from puzzlegen.pictures.cell_pictures import preview as shown
    from puzzlegen.pictures.picture_files import check_recognizable
    from puzzlegen.pictures.reduction import ReductionOptions

    try:
        shade = parse_threshold(threshold)
    except ValueError as error:
        raise FormatError(f"--threshold: {error}") from None
    _check_options(output, answer, difficulty, seed)
    if hold_solution and (output is None or output.suffix.lower() != ".html"):
        raise FormatError("--hold-solution: it is for a page to play: -o FILE.html")
    found = _read(image, ReductionOptions(width, None, shade, invert))
    cells = found.cells if kind.clue_on_mine else outlined(found.cells)
    with Console(quiet, data=output is None) as console:
        for note in found.notes:
            console.info(f"{image}: {note}")
        if preview:
            print_data(shown(cells))
        check_recognizable(cells, image)
        if preview:
            return
        console.announce_compilation(making=True)
        request, changed = PictureOptions(kind, difficulty, seed, attempts).request(found.name, found.cells)
        graded = generate_puzzle(request).graded
        if changed:
            console.info(f"{image}: changed {changed} cell{'s' * (changed != 1)} so that clues can prove every cell")
        grade = graded.grade
        console.info(f"{image}: {graded.puzzle.grid} {kind}, {grade.difficulty}, {graded.puzzle.clues} clues")
        words = _Words(title or found.title_in(language), hint or found.hint_in(language), language)
        _write(graded, output, words, hold_solution=hold_solution)
        if answer is not None:
            _write_answer(graded, answer, words)


def _check_options(output: Path | None, answer: Path | None, difficulty: str | None, seed: str) -> None:
    """Refuse what cannot work before the image is read."""
    from puzzlegen.single.render_puzzle import RenderRequest, check_request

    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise FormatError(f"--difficulty: found {difficulty!r}, allowed {', '.join(DIFFICULTIES)}")
    if not seed.isprintable():
        raise FormatError(f"--seed: found {seed!r}, expected printable text")
    if answer is not None:
        check_request(RenderRequest(answer, solution=True))
    if output is not None and output.suffix.lower() == ".gif":
        raise FormatError(f"{output}: puzzlegen render makes animations; choose .png, .svg, .pdf, .html, .json or .txt")
    if output is not None and output.suffix.lower() not in DATA_ENDINGS:
        check_request(RenderRequest(output))


def _read(image: str, options: ReductionOptions) -> NamedPicture:
    """Read the argument: a file, or a text to draw."""
    from puzzlegen.pictures.picture_files import NamedPicture, read_picture

    if not image.startswith(TEXT):
        return read_picture(Path(image), options)
    from puzzlegen.drawing.fonts import default_fonts
    from puzzlegen.pictures.lettering import text_shades
    from puzzlegen.pictures.reduction import reduce_image

    text = image.removeprefix(TEXT).replace("\\n", "\n")
    try:
        return NamedPicture(text, reduce_image(text_shades(text, default_fonts().bold), options))
    except FormatError as error:
        raise FormatError(f"{image}: {error}") from None


class _Words(NamedTuple):
    """The words beside a picture, and the language of pages."""

    title: str
    hint: str
    language: str


def _write(graded: GradedPuzzle, output: Path | None, words: _Words, *, hold_solution: bool) -> None:
    """Write the puzzle to a file, or its line to stdout."""
    from puzzlegen.formats import json_record, line, text
    from puzzlegen.language.catalogue_loader import load
    from puzzlegen.output.atomic_files import atomic_file
    from puzzlegen.single.play_page import PlayOptions, write_play_page
    from puzzlegen.single.render_puzzle import RenderRequest, render, render_with_answer

    if output is None:
        print_data(line.write(graded.puzzle))
    elif output.suffix.lower() in DATA_ENDINGS:
        is_json = output.suffix.lower() == ".json"
        content = json_record.dumps(json_record.as_dict(graded)) if is_json else text.write(graded.puzzle)
        with atomic_file(output) as beside:
            beside.write_text(content + "\n", encoding="utf-8")
    elif output.suffix.lower() == ".html":
        options = PlayOptions(words.hint, picture=words.title, hold_solution=hold_solution)
        write_play_page(graded.puzzle, output, words.language, options)
    else:
        kind = load(words.language).kind(graded.puzzle.grid.variant)
        caption = " \u00b7 ".join(filter(None, (kind, words.hint)))
        if output.suffix.lower() == ".pdf":
            render_with_answer(graded, output, (caption, words.title))
        else:
            render(graded.puzzle, RenderRequest(output, caption=caption, language=words.language))


def _write_answer(graded: GradedPuzzle, path: Path, words: _Words) -> None:
    """Draw the answer below its title."""
    from puzzlegen.single.render_puzzle import RenderRequest, render

    solid = graded.answer_is_picture
    render(graded.puzzle, RenderRequest(path, solution=not solid, picture=solid, caption=words.title))
