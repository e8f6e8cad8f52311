"""The ``classic`` command: boards of the clickable game that need no guessing."""

from __future__ import annotations

import secrets
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.cli_puzzles import Jobs, Quiet
from puzzlegen.errors import GenerationError
from puzzlegen.talk import Talk, put


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
    max_tier: Annotated[int, typer.Option(min=1, max=4, help="Highest tier a player may need.")] = 3,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="How many boards.")] = 1,
    seed: Annotated[str | None, typer.Option(help="Any text: the same text gives the same boards.")] = None,
    attempts: Annotated[int, typer.Option(min=1, help="Boards drawn for one before giving up.")] = 10_000,
    jobs: Jobs = 1,
    form: Annotated[BoardFormat, typer.Option("--format", help="How to write them.")] = BoardFormat.TATHAM,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="After each board, round by round, why no guess is needed.")
    ] = False,
    language: Annotated[str, typer.Option(help="Language of an .html page.")] = "en",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write there [stdout]; html needs it.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Make boards of the clickable game that need no guessing, each proved from its start.

    Example: puzzlegen classic --preset expert -n 5 --seed monday
    """
    from puzzlegen.formats.size import parse_size
    from puzzlegen.pipeline import folder
    from puzzlegen.pipeline.classic import boards

    if form is BoardFormat.HTML and (output is None or certificate):
        raise GenerationError("--format html: name a FILE with -o, and leave out --certificate")
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    grid = None if size is None else parse_size(size)
    wish = boards.wished(boards.Asked(preset, grid, mines, start, around, strategy.value, max_tier, attempts))
    with Talk(quiet, data=output is None) as talk:
        talk.warm(classic=True)
        talk.start("boards", number)
        lines = []
        made = []
        for board in boards.boards(wish, number, secrets.token_hex(8) if seed is None else seed, jobs):
            if form is BoardFormat.HTML:
                made.append(board)
            elif output is None:
                put(boards.written(board, form.value, certificate))
            else:
                lines.append(boards.written(board, form.value, certificate))
            talk.advance()
        if output is not None and form is BoardFormat.HTML:
            boards.write_pages(made, output, language)
        elif output is not None:
            folder.write(output, "\n".join([*lines, ""]))
