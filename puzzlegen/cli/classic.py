"""The ``classic`` command: boards of the clickable game that never need a guess."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.cli import options
from puzzlegen.cli.console import Console, print_data
from puzzlegen.errors import GenerationError

if TYPE_CHECKING:  # it takes a third of a second to import
    from puzzlegen.generator.classic_boards import BoardRequest


class BoardFormat(StrEnum):
    """Ways to write a classic board."""

    TATHAM = "tatham"
    MASKED = "masked"
    JSON = "json"
    HTML = "html"
    PUZZLE = "puzzle"
    TEXT = "text"


class Strategy(StrEnum):
    """Ways to find a board."""

    AUTO = "auto"
    REDRAW = "redraw"
    PERTURB = "perturb"
    FILL = "fill"


def classic(
    context: typer.Context,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="beginner, intermediate or expert; with dense- in front, more mines [beginner]."
        ),
    ] = None,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Width and height in cells.")] = None,
    mines: Annotated[int | None, typer.Option(min=1, max=options.MAX_NUMBER, help="How many mines.")] = None,
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COL", help="Cell to open first, counted from 1 [random for each board].")
    ] = None,
    around: Annotated[
        bool,
        typer.Option("--open-around/--no-open-around", help="Keep mines away from the neighbors of the start too."),
    ] = True,
    strategy: Annotated[
        Strategy, typer.Option(help="redraw, perturb or fill; auto takes the fastest for this density.")
    ] = Strategy.AUTO,
    max_tier: options.MaxTier = 3,
    number: options.Number = 1,
    seed: options.Seed = None,
    attempts: Annotated[
        int, typer.Option(min=1, max=options.MAX_NUMBER, help="Boards to try for one before giving up.")
    ] = 10_000,
    jobs: options.Jobs = options.CPUS,
    form: Annotated[BoardFormat, typer.Option("--format", help="Format to write.")] = BoardFormat.TATHAM,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="Print after each board, round by round, why no guess is needed.")
    ] = False,
    check: Annotated[
        list[str] | None,
        typer.Option(
            "--check",
            metavar="ID",
            help="Make no board, but say whether this one needs a guess, and where: a game id of Tatham's Mines, "
            "a saved game, or a file of ids.",
        ),
    ] = None,
    language: Annotated[str | None, typer.Option(help="Language of an .html page [en].")] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", parser=options.parse_path, metavar="FILE", help="File to write [stdout]; html needs one."
        ),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Make boards of the clickable game that never need a guess.

    With --check, exits with 1 if a board needs a guess.

    Example: puzzlegen classic --preset expert -n 5 --seed monday
    """
    if check:
        _check_boards(check, start, _check_options(context, form), Console(quiet, data=True))
        return
    from puzzlegen.formats.cells import parse_size
    from puzzlegen.generator.classic_boards import check_request
    from puzzlegen.jobs.pools import open_local_pool
    from puzzlegen.single import classic_boards, classic_page

    if form is BoardFormat.HTML and (output is None or certificate):
        raise GenerationError("--format html: name a FILE with -o, and leave out --certificate")
    if language is not None and form is not BoardFormat.HTML:
        raise GenerationError("--language applies to pages: give --format html too")
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    grid = None if size is None else parse_size(size)
    request = classic_boards.ClassicRequest(preset, grid, mines, start, around, strategy.value, max_tier, attempts)
    board_request = classic_boards.resolve_request(request)
    with _with_remedies(board_request), Console(quiet, data=output is None) as console:
        check_request(board_request)
        console.start("classic", number)
        with open_local_pool(jobs) as pool, _text_output(output, form) as write:
            made = classic_boards.generate_boards(
                board_request, number, secrets.token_hex(8) if seed is None else seed, pool
            )
            boards = []
            for board in made:
                if form is BoardFormat.HTML:
                    boards.append(board)
                else:
                    write(classic_boards.write_board(board, form.value, certificate))
                console.advance()
            if output is not None and boards:
                classic_page.write_generated_boards(boards, output, language or "en")


def _check_options(context: typer.Context, form: BoardFormat) -> bool:
    """Return whether --check writes JSON. Raise GenerationError for an option that has no effect on it."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    given = {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}
    useless = sorted(given - {"check", "start", "form", "quiet"})
    if useless:
        raise GenerationError(f"--check: leave out --{useless[0].replace('_', '-')}, which is for making boards")
    if "form" in given and form not in {BoardFormat.JSON, BoardFormat.TEXT}:
        raise GenerationError(f"--check: found --format {form}, allowed text or json")
    return form is BoardFormat.JSON


def _check_boards(texts: list[str], start: str | None, as_json: bool, console: Console) -> None:
    """Print for each board whether it needs a guess; exit with 1 if one does."""
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.single import classic_boards
    from puzzlegen.solver.classic_game import check_game

    guesses = False
    with console:
        games = list(classic_boards.games_named(texts, start))
        console.start("classic", len(games))
        for name, board in games:
            checked = check_game(board)
            guesses = guesses or checked.needs_guess
            if as_json:
                print_data(dumps(classic_boards.checked_as_dict(name, checked)))
            else:
                print_data(classic_boards.checked_as_text(name, checked))
            console.advance()
    if guesses:
        raise typer.Exit(1)


@contextmanager
def _text_output(output: Path | None, form: BoardFormat) -> Iterator[Callable[[str], None]]:
    """Yield the function that writes a board as text. An output file appears once it is complete."""
    if output is None or form is BoardFormat.HTML:
        yield print_data
        return
    from puzzlegen.files.writing import atomic_file

    with atomic_file(output) as beside, beside.open("w", encoding="utf-8", newline="\n") as file:
        yield lambda text: print(text, file=file)


@contextmanager
def _with_remedies(request: BoardRequest) -> Iterator[None]:
    """Add the options that help to the errors of making boards."""
    from puzzlegen.generator.classic_boards import LARGEST_FILLED, AttemptsExhausted, BoardTooLarge, TooManyMines

    try:
        yield
    except BoardTooLarge as error:
        raise GenerationError(f"{error}: use --strategy perturb") from None
    except TooManyMines as error:
        remedies = ["fewer mines", "a larger board", *["--no-open-around"] * request.around]
        raise GenerationError(f"{error}: {_either(remedies)}") from None
    except AttemptsExhausted as error:
        remedies = ["fewer mines", "more --attempts", *["a higher --max-tier"] * (request.cap < MAX_TIER)]
        if request.strategy != "perturb":
            remedies.append("--strategy perturb")
        elif request.grid.size <= LARGEST_FILLED:
            remedies.append("--strategy fill")
        raise GenerationError(f"{error}: {_either(remedies)}") from None


def _either(options: list[str]) -> str:
    return f"{', '.join(options[:-1])} or {options[-1]}"
