"""The ``classic`` command: boards of the clickable game that need no guessing."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.board.grade import MAX_TIER
from puzzlegen.cli.console import Talk, put
from puzzlegen.cli.daily import CORES
from puzzlegen.cli.options import path
from puzzlegen.cli.puzzles import Jobs, Quiet
from puzzlegen.errors import GenerationError

if TYPE_CHECKING:  # it takes a third of a second to import
    from puzzlegen.generator.classic_boards import ClassicWish


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
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="beginner, intermediate, expert, or with dense- in front, for more mines [beginner]."
        ),
    ] = None,
    size: Annotated[str | None, typer.Option(metavar="WxH", help="Width and height in cells.")] = None,
    mines: Annotated[int | None, typer.Option(min=1, help="How many mines.")] = None,
    start: Annotated[
        str | None, typer.Option(metavar="ROW,COL", help="Cell opened first, counted from 1 [drawn for each board].")
    ] = None,
    around: Annotated[
        bool, typer.Option("--open-around/--no-open-around", help="No mines around the start either.")
    ] = True,
    strategy: Annotated[
        Strategy, typer.Option(help="redraw, perturb, fill, or auto: what is quickest for so many mines.")
    ] = Strategy.AUTO,
    max_tier: Annotated[int, typer.Option(min=1, max=MAX_TIER, help="Highest tier a player may need.")] = 3,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many boards.")] = 1,
    seed: Annotated[str | None, typer.Option(help="Any text: the same text gives the same boards.")] = None,
    attempts: Annotated[int, typer.Option(min=1, help="Boards drawn for one before giving up.")] = 10_000,
    jobs: Jobs = CORES,
    form: Annotated[BoardFormat, typer.Option("--format", help="How to write them.")] = BoardFormat.TATHAM,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="After each board, round by round, why no guess is needed.")
    ] = False,
    language: Annotated[str | None, typer.Option(help="Language of an .html page [en].")] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", parser=path, metavar="FILE", help="Write there [stdout]; html needs it."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make boards of the clickable game that need no guessing, each proved from its start.

    Example: puzzlegen classic --preset expert -n 5 --seed monday
    """
    from puzzlegen.classic import board_text, boards, game_page
    from puzzlegen.formats.common import parse_size
    from puzzlegen.generator.classic_boards import check
    from puzzlegen.jobs.executors import open_local_pool

    if form is BoardFormat.HTML and (output is None or certificate):
        raise GenerationError("--format html: name a FILE with -o, and leave out --certificate")
    if language is not None and form is not BoardFormat.HTML:
        raise GenerationError("--language is for a page: give --format html too")
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    grid = None if size is None else parse_size(size)
    request = boards.ClassicRequest(preset, grid, mines, start, around, strategy.value, max_tier, attempts)
    wish = boards.resolve_request(request)
    with _advised(wish), Talk(quiet, data=output is None) as talk:
        check(wish)
        talk.warm(classic=True)
        talk.start("classic", number)
        with open_local_pool(jobs) as pool, _text_to(output, form) as say:
            made = boards.generate_boards(wish, number, secrets.token_hex(8) if seed is None else seed, pool)
            for n, board in enumerate(made, start=1):
                if output is not None and form is BoardFormat.HTML:
                    game_page.write_board_page(board, n if number > 1 else None, output, language or "en")
                else:
                    say(board_text.write_board(board, form.value, certificate))
                talk.advance()


@contextmanager
def _text_to(output: Path | None, form: BoardFormat) -> Iterator[Callable[[str], None]]:
    """Where boards in text go, one by one. A file is there once all are in it; pages are files of their own."""
    if output is None or form is BoardFormat.HTML:
        yield put
        return
    from puzzlegen.output.atomic_files import whole_file

    with whole_file(output) as beside, beside.open("w", encoding="utf-8", newline="\n") as file:
        yield lambda text: print(text, file=file)


@contextmanager
def _advised(wish: ClassicWish) -> Iterator[None]:
    """Add to what the makers of boards say the options that would change it."""
    from puzzlegen.generator.classic_boards import LARGEST_FILLED, Spent, TooLarge, TooManyMines

    try:
        yield
    except TooLarge as fault:
        raise GenerationError(f"{fault}: use --strategy perturb") from None
    except TooManyMines as fault:
        change = ["fewer mines", "a larger board", *["--no-open-around"] * wish.around]
        raise GenerationError(f"{fault}: {_either(change)}") from None
    except Spent as fault:
        change = ["fewer mines", "more --attempts", *["a higher --max-tier"] * (wish.cap < MAX_TIER)]
        if wish.strategy != "perturb":
            change.append("--strategy perturb")
        elif wish.grid.size <= LARGEST_FILLED:
            change.append("--strategy fill")
        raise GenerationError(f"{fault}: {_either(change)}") from None


def _either(change: list[str]) -> str:
    return f"{', '.join(change[:-1])} or {change[-1]}"
