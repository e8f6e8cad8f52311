"""The ``generate`` command: makes puzzles and writes them to stdout."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import replace
from typing import Annotated

import typer

from puzzlegen.board.clue_layout import BLANK_MARK, CLUE_MARK, FREE, RULES
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.variants import MAX_DENSITY, MIN_DENSITY, MINESWEEPER
from puzzlegen.cli.console import Console, print_data
from puzzlegen.cli.options import (
    CPUS,
    FORMAT_VALUES,
    LISTED_DIFFICULTIES,
    USUAL_DENSITY,
    Executor,
    Jobs,
    KindToMake,
    Number,
    Quiet,
    Seed,
    Size,
    parse_format,
)
from puzzlegen.cli.run_on_puzzles import solved_text
from puzzlegen.errors import FormatError, GenerationError, Interrupted


def generate(
    kind: KindToMake = MINESWEEPER,
    size: Size = "10x10",
    number: Number = 1,
    difficulty: Annotated[str | None, typer.Option(help=f"{LISTED_DIFFICULTIES}.")] = None,
    max_tier: Annotated[
        int | None, typer.Option(min=1, max=MAX_TIER, help="Highest technique tier a puzzle may need, of any grade.")
    ] = None,
    mines: Annotated[int | None, typer.Option(min=1, help="Exact number of mines.")] = None,
    density: Annotated[
        float | None,
        typer.Option(min=MIN_DENSITY, max=MAX_DENSITY, help=f"Share of the cells that are mines [{USUAL_DENSITY}]."),
    ] = None,
    layout: Annotated[
        str,
        typer.Option(
            metavar="LAYOUT",
            help=f"Where the clues stand: {', '.join(RULES)}; or text:LETTERS, clues:SHARE, or file:PATH for a drawing "
            f"of {CLUE_MARK} and {BLANK_MARK} (.txt) or an image.",
        ),
    ] = FREE,
    shape: Annotated[
        str | None,
        typer.Option(
            metavar="SHAPE",
            help=f"Cells of the board, fitted to the size: {', '.join(SHAPES)}; or text:LETTERS, or file:PATH for a "
            f"drawing of {CLUE_MARK} and {BLANK_MARK} (.txt) or an image.",
        ),
    ] = None,
    seed: Seed = None,
    total: Annotated[
        bool, typer.Option("--total", help="Print the number of mines with the puzzle, as one of its clues.")
    ] = False,
    attempts: Annotated[int, typer.Option(min=1, help="Boards to try for one puzzle before giving up.")] = 2000,
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
    from puzzlegen.config.layouts import parse_layout
    from puzzlegen.config.shapes import parse_shape
    from puzzlegen.formats.common import parse_size
    from puzzlegen.generator import batch
    from puzzlegen.generator.requests import GenerateOptions
    from puzzlegen.jobs.worker_pools import open_pool

    if difficulty is not None and max_tier is not None:
        raise GenerationError("--difficulty and --max-tier: give one or the other")
    grid = replace(parse_size(size), variant=kind)
    if mines is not None and density is not None:
        raise GenerationError("--mines and --density: give one or the other")
    try:
        grid = parse_shape(shape).on(grid) if shape is not None else grid
    except FormatError as error:
        raise GenerationError(f"--shape: {error}") from None
    try:
        resolved = parse_layout(layout).for_board(grid)
    except FormatError as error:
        raise GenerationError(f"--layout: {error}") from None
    options = GenerateOptions(grid, number, difficulty, max_tier, mines, density, total, attempts, resolved)
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    seed = secrets.token_hex(8) if seed is None else seed
    requests = options.requests(seed)
    written = 0
    with Console(quiet, data=True) as console:
        console.announce_compilation(making=True)
        try:
            with open_pool(jobs, executor) as pool:
                console.start("generate", number)
                for generated in batch.generate_puzzles(requests, pool, console):
                    print_data(solved_text(generated.graded, form))
                    written += 1
        except KeyboardInterrupt:
            remedy = f"--seed {shlex.quote(seed)} makes the same puzzles again"
            raise Interrupted(f"{written} of {number} puzzles are written: {remedy}") from None
