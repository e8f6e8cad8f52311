"""The commands ``generate``, ``complete`` (a half-made puzzle) and ``picture`` (its solution is a picture)."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlegen.board.difficulty import EFFORTS
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.spec import COMPLETION_PROPERTIES, PICTURE_ATTEMPTS, PROPERTIES, PROPERTY_DEFAULTS
from puzzlegen.cli.console import Console, print_data
from puzzlegen.cli.options import (
    CPUS,
    FORMAT_VALUES,
    KIND_VALUES,
    MAX_NUMBER,
    Executor,
    Jobs,
    KindOfPuzzles,
    KindToMake,
    Number,
    Quiet,
    Seed,
    Size,
    parse_format,
    parse_path,
    parse_variant,
)
from puzzlegen.cli.run_on_puzzles import solved_text
from puzzlegen.errors import FormatError, GenerationError, Interrupted, NoCompletionError
from puzzlegen.pictures import choices

if TYPE_CHECKING:
    from puzzlegen.board.puzzle import AnsweredPuzzle
    from puzzlegen.pictures.drawings import NamedPicture


DRAFT = "draft"  # a format that is not guessed (see formats.draft)


def option_name(name: str) -> str:
    """Return the option of a parameter."""
    return f"--{name.replace('_', '-')}"


def _property_option(name: str, default: object) -> Any:
    """Return the type of the option for a property of puzzles, with its words and limits."""
    meant = PROPERTIES[name]
    words = f"{meant.meaning}." + (f" [{meant.usual}]" if meant.usual else "")
    if isinstance(default, bool):
        flag = option_name(name) + f"/--no-{name.replace('_', '-')}" * default
        return Annotated[bool, typer.Option(flag, help=words)]
    if not meant.high:
        return Annotated[str | None, typer.Option(option_name(name), metavar=name.upper(), help=words)]
    kind: Any = float if meant.unit else int
    limited = typer.Option(option_name(name), min=kind(meant.low), max=kind(meant.high), help=words)
    return Annotated[kind | None, limited]


def takes_properties(*names: str, **usual: object) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that replaces the parameter ``properties`` of a command by an option for each property.

    ``usual`` are more properties, with what the command takes for them by default. The command gets the values by
    name, None for those that are not given and have no default.
    """
    defaults = {name: PROPERTY_DEFAULTS[name] for name in names} | usual
    options = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=_property_option(name, default))
        for name, default in defaults.items()
    ]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            command(properties={name: given.pop(name, default) for name, default in defaults.items()}, **given)

        parameters: list[Parameter] = []
        for parameter in signature(command, eval_str=True).parameters.values():
            parameters += options if parameter.name == "properties" else [parameter]
        run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # typer reads it
        run.__annotations__ = {option.name: option.annotation for option in parameters}
        return run

    return decorate


@contextmanager
def about_options() -> Iterator[None]:
    """Let errors about properties name the options that give them."""
    try:
        yield
    except GenerationError as error:
        named = [
            problem._replace(loc=(option_name(str(problem.loc[0])),)) if problem.loc else problem
            for problem in error.problems
        ]
        raise error.having(*named) from None


@takes_properties(*(name for name in PROPERTIES if name != "kind"))
def generate(
    *,
    kind: KindToMake = MINESWEEPER,
    size: Size = "10x10",
    number: Number = 1,
    properties: dict[str, Any],
    fill: Annotated[
        bool | None,
        typer.Option(
            "--fill/--no-fill",
            help="Add the fewest clues where no clue of a drawn layout would reach a cell [--fill for text:LETTERS].",
        ),
    ] = None,
    hardest: Annotated[
        bool, typer.Option("--hardest", help="Search the hardest puzzle that can be found, up to tier 4.")
    ] = False,
    fewest: Annotated[
        bool,
        typer.Option(
            "--fewest", help="Search a puzzle with as few clues as possible, of any difficulty or the one given."
        ),
    ] = False,
    clues: Annotated[
        int | None,
        typer.Option(
            min=1, max=MAX_NUMBER, metavar="N", help="With --fewest: end with the first puzzle of at most N clues."
        ),
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(metavar="MINUTES", help="How long to search with --hardest or --fewest [1].")
    ] = None,
    seed: Seed = None,
    form: Annotated[
        str, typer.Option("--format", parser=parse_format, metavar=FORMAT_VALUES, help="Format to write.")
    ] = "line",
    jobs: Jobs = CPUS,
    executor: Executor = None,
    quiet: Quiet = False,
) -> None:
    """Make puzzles and print them, one a line.

    Example: puzzlegen generate --size 12x9 -n 5 --difficulty hard --seed monday
    """
    from puzzlegen.config.generation import read_spec
    from puzzlegen.formats.cells import parse_size
    from puzzlegen.generator import batch
    from puzzlegen.generator.requests import requests_for
    from puzzlegen.jobs.dask_cluster import open_generators
    from puzzlegen.jobs.pools import open_local_pool

    if hardest or fewest or minutes is not None or clues is not None:
        from puzzlegen.cli.best_puzzles import BestSearch

        given = properties | {"fill": fill, "number": None if number == 1 else number}
        search = BestSearch(hardest, fewest, minutes, clues, _seed_or_random(seed), form)
        search.check(given)
        with (
            Console(quiet, data=True) as console,
            open_generators(executor, open_local_pool(jobs)) as pool,
            about_options(),
        ):
            search.run(read_spec(properties | {"kind": kind.name}, [parse_size(size)]), parse_size(size), pool, console)
        return
    board = parse_size(size)
    with about_options():
        spec = read_spec({**properties, "kind": kind.name}, [board], fill=fill)
    seed = _seed_or_random(seed)
    effort = EFFORTS[spec.resolved_effort]
    requests = requests_for(spec, spec.board_of(board), seed, number)
    with (
        Console(quiet, data=True) as console,
        _printing(number, seed, form) as show,
        open_generators(executor, open_local_pool(jobs)) as pool,
    ):
        console.start("generate", number * effort.candidates)
        made = batch.generate_improved if effort.moves else batch.generate_puzzles
        for generated in made(requests, pool, console):
            show(generated.graded)


@contextmanager
def _printing(number: int, seed: str, form: str) -> Iterator[Callable[[AnsweredPuzzle], None]]:
    """Yield a function that prints a puzzle; an interruption says how many of ``number`` were printed."""
    written = 0

    def show(graded: AnsweredPuzzle) -> None:
        nonlocal written
        print_data(solved_text(graded, form))
        written += 1

    try:
        yield show
    except KeyboardInterrupt:
        remedy = f"--seed {shlex.quote(seed)} makes the same puzzles again"
        raise Interrupted(f"{written} of {number} puzzles are written: {remedy}") from None


def _seed_or_random(seed: str | None) -> str:
    """Return the seed, or a random one. Raises GenerationError for one that cannot be printed."""
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    return secrets.token_hex(8) if seed is None else seed


def parse_source(name: str) -> str:
    """Parse the name of a format of drafts or puzzles. Raises ValueError for an unknown one."""
    return DRAFT if str(name) == DRAFT else parse_format(name)


@takes_properties(*COMPLETION_PROPERTIES)
def complete(
    *,
    draft: Annotated[
        str, typer.Argument(metavar="DRAFT", help="A file with a draft, - for stdin, or a draft or puzzle itself.")
    ] = "-",
    kind: KindOfPuzzles = MINESWEEPER,
    read_as: Annotated[
        str,
        typer.Option(
            "--from",
            parser=parse_source,
            metavar=f"[{DRAFT}|{FORMAT_VALUES[1:]}",
            help="Format of the draft. A puzzle of another format is a draft with its clues and its total.",
        ),
    ] = DRAFT,
    total: Annotated[
        int | None,
        typer.Option("--total", min=0, max=MAX_NUMBER, metavar="N", help="Number of mines, to be printed as a clue."),
    ] = None,
    number: Number = 1,
    properties: dict[str, Any],
    seed: Seed = None,
    form: Annotated[
        str, typer.Option("--format", parser=parse_format, metavar=FORMAT_VALUES, help="Format to write.")
    ] = "line",
    quiet: Quiet = False,
) -> None:
    """Complete a half-made puzzle, and print it.

    A draft is a grid with a row a line: digits are clues, ? is a clue of any value, _ a cell that must stay blank, * a
    mine, - a safe cell, and . a cell that is left open; # is no cell. The rest is found so that the puzzle has one
    solution and the wanted difficulty.

    Exits with 1 if there is no such puzzle, and names what clashes in the draft, or if none was found in the attempts.

    Example: puzzlegen complete draft.txt --difficulty medium -n 3
    """
    from puzzlegen.config.generation import read_spec
    from puzzlegen.formats.draft import read
    from puzzlegen.generator import completion
    from puzzlegen.single.puzzle_inputs import text_of

    text, source = text_of(draft)
    try:
        wanted = read(text, kind, read_as)
    except FormatError as error:
        raise (error.at(source, 1) if source else error) from None
    if total is not None and wanted.total not in (None, total):
        raise FormatError(f"--total is {total}, but the draft states {wanted.total}; leave it out")
    wanted = replace(wanted, total=wanted.total if total is None else total)
    with about_options():
        spec = read_spec({**properties, "kind": wanted.grid.variant.name}, [wanted.grid])
        seed = _seed_or_random(seed)
        requests = [completion.completion_request(spec, wanted, f"{seed}/{place + 1}") for place in range(number)]
    with Console(quiet, data=True) as console, _printing(number, seed, form) as show:
        console.start("complete", number)
        for request in requests:
            try:
                made = completion.complete(request)
            except NoCompletionError as error:
                console.warn(f"{source or DRAFT}: {_with_attempts(error)}")
                raise typer.Exit(1) from None
            show(made.graded)
            console.advance()


def _with_attempts(error: NoCompletionError) -> str:
    """Return why a draft was not completed; where no wishes clash, more attempts are one more remedy."""
    return f"{error}{'' if error.clash else ', or raise --attempts'}"


AUTO = "auto"
TEXT = "text:"  # in front of an image's name: the rest is a text to draw


def parse_threshold(value: str) -> int | None:
    """Parse ``--threshold``: auto is None. Raises ValueError for anything but auto and 0 to 255."""
    if str(value) == AUTO:
        return None
    if not (str(value).isdecimal() and int(value) <= 255):
        raise ValueError(f"found {str(value)!r}, allowed {AUTO} or 0 to 255")
    return int(value)


@takes_properties("difficulty", attempts=PICTURE_ATTEMPTS)
def picture(
    *,
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
        int,
        typer.Option(
            min=choices.MIN_SIDE, max=choices.MAX_SIDE, help="Cells in a row. The rows follow from the image."
        ),
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
            min=0, max=choices.MAX_SPECKS, help="Size in percent of a cell below which parts of an image are removed."
        ),
    ] = choices.SPECKS,
    preview: Annotated[bool, typer.Option("--preview", help="Only show the picture, as text on stdout.")] = False,
    kind: Annotated[
        Variant,
        typer.Option(
            parser=parse_variant,
            metavar=KIND_VALUES,
            help="mosaic shows the picture as filled cells, the other kinds its outline as mines.",
        ),
    ] = MOSAIC,
    properties: dict[str, Any],
    title: Annotated[str, typer.Option(help="Title, which only the answer shows [the file's name].")] = "",
    hint: Annotated[str, typer.Option(help='A line below the puzzle, such as "A pet".')] = "",
    seed: Annotated[str, typer.Option(help="Any text; another text removes other clues.")] = "picture",
    language: Annotated[
        str, typer.Option(help="Language of an .html page, and of the title and hint of a drawing.")
    ] = "en",
    hold_solution: Annotated[
        bool, typer.Option("--hold-solution", help="Leave the answer out of an .html page.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Make a puzzle whose solution is a picture.

    The image is cropped and reduced to cells: look at it with --preview first. Where no puzzle could be unique, as few
    cells as possible are changed, and their number is printed. A picture that cannot be recognized is refused.

    Example: puzzlegen picture cat.png -o cat.pdf --width 25 --hint "A pet"
    """
    from puzzlegen.config.generation import read_spec
    from puzzlegen.formats import line
    from puzzlegen.generator.requests import mines_of
    from puzzlegen.pictures.drawings import check_recognizable
    from puzzlegen.pictures.drawings import preview as shown
    from puzzlegen.single import render_puzzle

    try:
        shade = parse_threshold(threshold)
    except ValueError as error:
        raise FormatError(f"--threshold: {error}") from None
    _check_options(output, answer, seed)
    with about_options():
        spec = read_spec({**properties, "kind": kind.name}, ())
    if drawing is not None and drawing.suffix.lower() != ".txt":
        raise FormatError(f"--drawing: found {drawing}, expected a name that ends in .txt")
    if hold_solution and (output is None or output.suffix.lower() != ".html"):
        raise FormatError("--hold-solution: it is for a page to play: -o FILE.html")
    reduced = _read(image, choices.ReductionOptions(width, None, shade, invert, specks))
    cells = mines_of(reduced.cells, kind)
    words = choices.PictureTexts(title or reduced.title_in(language), hint or reduced.hint_in(language), language)
    with Console(quiet, data=output is None) as console:
        for note in reduced.notes:
            console.info(f"{image}: {note}")
        if preview:
            print_data(shown(cells))
        if drawing is not None:
            render_puzzle.write_drawing_file(reduced.cells, drawing, words)
        check_recognizable(cells, image)
        if preview:
            return
        made = render_puzzle.make_picture_puzzle(reduced, spec, seed)
        if changed := len(made.changed):
            console.info(f"{image}: changed {changed} cell{'s' * (changed != 1)} so that clues can prove every cell")
        graded = made.graded
        grade = graded.grade
        console.info(f"{image}: {graded.puzzle.grid} {kind}, {grade.difficulty}, {graded.puzzle.clues} clues")
        if output is None:
            print_data(line.write(graded.puzzle))
        else:
            render_puzzle.write_puzzle(graded, output, words, hold_solution=hold_solution)
        if answer is not None:
            render_puzzle.write_answer(graded, answer, words)


def _check_options(output: Path | None, answer: Path | None, seed: str) -> None:
    """Refuse what cannot work before the image is read."""
    from puzzlegen.single.render_puzzle import DATA_ENDINGS, RenderRequest, check_request

    if not seed.isprintable():
        raise FormatError(f"--seed: found {seed!r}, expected printable text")
    if answer is not None:
        check_request(RenderRequest(answer, solution=True))
    if output is not None and output.suffix.lower() == ".gif":
        raise FormatError(f"{output}: puzzlegen render makes animations; choose .png, .svg, .pdf, .html, .json or .txt")
    if output is not None and output.suffix.lower() not in DATA_ENDINGS:
        check_request(RenderRequest(output))


def _read(image: str, options: choices.ReductionOptions) -> NamedPicture:
    """Read the argument: a file, or a text to draw."""
    from puzzlegen.pictures.drawings import NamedPicture, read_picture

    if not image.startswith(TEXT):
        return read_picture(Path(image), options)
    from puzzlegen.drawing.fonts import default_fonts
    from puzzlegen.pictures.drawings import text_shades
    from puzzlegen.pictures.reduction import reduce_image

    text = image.removeprefix(TEXT).replace("\\n", "\n")
    try:
        return NamedPicture(text, reduce_image(text_shades(text, default_fonts().bold), options))
    except FormatError as error:
        raise FormatError(f"{image}: {error}") from None
