"""The ``picture`` command: makes a puzzle whose solution is an image, a drawing or a text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.variants import MOSAIC, Variant
from puzzlegen.cli.console import Console, print_data
from puzzlegen.cli.options import KIND_VALUES, LISTED_DIFFICULTIES, Quiet, parse_path, parse_variant
from puzzlegen.errors import FormatError
from puzzlegen.pictures.reduction_options import MAX_SIDE, MAX_SPECKS, MIN_SIDE, SPECKS, ReductionOptions
from puzzlegen.single.picture_titles import PictureTexts

if TYPE_CHECKING:  # numpy takes a tenth of a second to import
    from puzzlegen.pictures.picture_files import NamedPicture

AUTO = "auto"
TEXT = "text:"  # in front of an image's name: the rest is a text to draw


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
    drawing: Annotated[
        Path | None,
        typer.Option(
            "--drawing",
            parser=parse_path,
            metavar="FILE",
            help="Write the picture as a drawing of # and . with its title and hint: FILE.txt, for a book.",
        ),
    ] = None,
    width: Annotated[
        int, typer.Option(min=MIN_SIDE, max=MAX_SIDE, help="Cells in a row. The rows follow from the image.")
    ] = 30,
    threshold: Annotated[
        str,
        typer.Option(
            metavar="auto|0-255",
            help="Shade below which a part of the image is filled; auto fills what differs from an even ground.",
        ),
    ] = AUTO,
    invert: Annotated[bool, typer.Option("--invert", help="Fill the other parts of the image.")] = False,
    specks: Annotated[
        int,
        typer.Option(
            min=0, max=MAX_SPECKS, help="Size in percent of a cell below which parts of an image are removed."
        ),
    ] = SPECKS,
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
    cells as possible are changed, and their number is printed. A picture that cannot be recognized is refused.

    Example: puzzlegen picture cat.png -o cat.pdf --width 25 --hint "A pet"
    """
    from puzzlegen.formats import line
    from puzzlegen.generator.requests import PicturePuzzleOptions, mines_of
    from puzzlegen.pictures.cell_pictures import preview as shown
    from puzzlegen.pictures.picture_files import check_recognizable
    from puzzlegen.single import picture_puzzle

    try:
        shade = parse_threshold(threshold)
    except ValueError as error:
        raise FormatError(f"--threshold: {error}") from None
    _check_options(output, answer, difficulty, seed)
    if drawing is not None and drawing.suffix.lower() != ".txt":
        raise FormatError(f"--drawing: found {drawing}, expected a name that ends in .txt")
    if hold_solution and (output is None or output.suffix.lower() != ".html"):
        raise FormatError("--hold-solution: it is for a page to play: -o FILE.html")
    found = _read(image, ReductionOptions(width, None, shade, invert, specks))
    cells = mines_of(found.cells, kind)
    words = PictureTexts(title or found.title_in(language), hint or found.hint_in(language), language)
    with Console(quiet, data=output is None) as console:
        for note in found.notes:
            console.info(f"{image}: {note}")
        if preview:
            print_data(shown(cells))
        if drawing is not None:
            picture_puzzle.write_drawing_file(found.cells, drawing, words)
        check_recognizable(cells, image)
        if preview:
            return
        made = picture_puzzle.make_picture_puzzle(found, PicturePuzzleOptions(kind, difficulty, seed, attempts))
        if changed := len(made.changed):
            console.info(f"{image}: changed {changed} cell{'s' * (changed != 1)} so that clues can prove every cell")
        graded = made.graded
        grade = graded.grade
        console.info(f"{image}: {graded.puzzle.grid} {kind}, {grade.difficulty}, {graded.puzzle.clues} clues")
        if output is None:
            print_data(line.write(graded.puzzle))
        else:
            picture_puzzle.write_puzzle(graded, output, words, hold_solution=hold_solution)
        if answer is not None:
            picture_puzzle.write_answer(graded, answer, words)


def _check_options(output: Path | None, answer: Path | None, difficulty: str | None, seed: str) -> None:
    """Refuse what cannot work before the image is read."""
    from puzzlegen.single.picture_puzzle import DATA_ENDINGS
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
