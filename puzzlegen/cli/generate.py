"""The ``generate`` command: makes puzzles and writes them to stdout."""

from __future__ import annotations

import secrets
import shlex
from dataclasses import replace
from typing import Annotated

import typer

from puzzlegen.board.aims import EFFORTS, LOW, NORMAL, REGIONS, TECHNIQUE_TIERS
from puzzlegen.board.clue_layout import BLANK_MARK, CLUE_MARK, RULES, USUAL_DENSITIES
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.ready_shapes import SHAPES
from puzzlegen.board.variants import MAX_DENSITY, MIN_DENSITY, MINESWEEPER, Variant
from puzzlegen.cli.console import Console, print_data
from puzzlegen.cli.options import (
    CPUS,
    FORMAT_VALUES,
    LISTED_DIFFICULTIES,
    USUAL_LAYOUT,
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
        typer.Option(min=MIN_DENSITY, max=MAX_DENSITY, help=f"Share of the cells that are mines; {USUAL_DENSITIES}."),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            metavar="LAYOUT",
            help=f"Where the clues stand: {', '.join(RULES)}; or text:LETTERS, clues:SHARE, or file:PATH for a drawing "
            f"of {CLUE_MARK} and {BLANK_MARK} (.txt) or an image [{USUAL_LAYOUT}].",
        ),
    ] = None,
    fill: Annotated[
        bool | None,
        typer.Option(
            "--fill/--no-fill",
            help="Add the fewest clues where no clue of a drawn layout would reach a cell [--fill for text:LETTERS].",
        ),
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(
            metavar="SHAPE",
            help=f"Cells of the board, fitted to the size: {', '.join(SHAPES)}; or text:LETTERS, or file:PATH for a "
            f"drawing of {CLUE_MARK} and {BLANK_MARK} (.txt) or an image.",
        ),
    ] = None,
    effort: Annotated[
        str | None,
        typer.Option(
            metavar="EFFORT",
            help="Work for the quality of each puzzle: "
            + "; ".join(f"{name} takes {one.meaning}" for name, one in EFFORTS.items())
            + f" [{NORMAL} with --technique, --score or --start, else {LOW}].",
        ),
    ] = None,
    technique: Annotated[
        str | None,
        typer.Option(
            metavar="TECHNIQUE",
            help=f"A technique that the solution must need: {', '.join(TECHNIQUE_TIERS)}.",
        ),
    ] = None,
    score: Annotated[
        str | None,
        typer.Option(metavar="SCORE", help="Score of the puzzles, such as 40, or 20-60 for scores that rise evenly."),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(metavar="REGION", help=f"Part of the board where the solve begins: {', '.join(REGIONS)}."),
    ] = None,
    hardest: Annotated[
        bool, typer.Option("--hardest", help="Search the hardest puzzle that can be found, up to tier 4.")
    ] = False,
    minutes: Annotated[
        float | None, typer.Option(metavar="MINUTES", help="How long to search with --hardest [1].")
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
    from puzzlegen.generator.requests import GenerateOptions, read_aim, read_scores
    from puzzlegen.jobs.worker_pools import open_pool

    if hardest:
        given = {
            "--difficulty": difficulty, "--max-tier": max_tier, "--mines": mines, "--density": density,
            "--effort": effort, "--technique": technique, "--score": score, "--start": start,
            "--total": total or None, "--shape": shape, "--layout": layout, "--fill": fill,
            "--number": None if number == 1 else number,
        }  # fmt: skip
        if named := [name for name, value in given.items() if value is not None]:
            raise GenerationError(f"--hardest: leave out {', '.join(named)}")
        _search_hardest(kind, size, seed, 1.0 if minutes is None else minutes, form, jobs, executor, quiet=quiet)
        return
    if minutes is not None:
        raise GenerationError("--minutes: only together with --hardest")
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
        resolved = parse_layout(layout, fill=fill).for_board(grid)
    except FormatError as error:
        raise GenerationError(f"--layout: {error}") from None
    aim = read_aim(effort, technique, score, start)
    options = GenerateOptions(
        grid, number, difficulty, max_tier, mines, density, total, attempts, resolved, aim, read_scores(score)
    )
    seed = _seed_or_random(seed)
    requests = options.requests(seed)
    written = 0
    with Console(quiet, data=True) as console:
        try:
            with open_pool(jobs, executor) as pool:
                console.start("generate", number * aim.candidates)
                made = batch.generate_improved if aim.moves else batch.generate_puzzles
                for generated in made(requests, pool, console):
                    print_data(solved_text(generated.graded, form))
                    written += 1
        except KeyboardInterrupt:
            remedy = f"--seed {shlex.quote(seed)} makes the same puzzles again"
            raise Interrupted(f"{written} of {number} puzzles are written: {remedy}") from None


def _search_hardest(
    kind: Variant,
    size: str,
    seed: str | None,
    minutes: float,
    form: str,
    jobs: int,
    executor: str | None,
    *,
    quiet: bool,
) -> None:
    """Search the hardest puzzle for some minutes, report each that is harder than before, and print the last."""
    from puzzlegen.formats.common import parse_size
    from puzzlegen.generator.hardest import Found, hardest_puzzles
    from puzzlegen.jobs.worker_pools import open_pool

    grid = replace(parse_size(size), variant=kind)
    seed = _seed_or_random(seed)
    best: Found | None = None
    with Console(quiet, data=True) as console:
        try:
            with open_pool(jobs, executor) as pool:
                console.start("climb", None)
                for found in hardest_puzzles(grid, seed, minutes, pool, console):
                    best = found
                    grade = found.graded.grade
                    console.info(f"climb {found.climbs}: score {grade.score:g}, tier {grade.tier}")
        except KeyboardInterrupt:
            there = "no puzzle was found yet" if best is None else "the hardest puzzle so far is printed"
            raise Interrupted(f"{there}: --seed {shlex.quote(seed)} makes the same climbs again") from None
        finally:
            if best is not None:
                print_data(solved_text(best.graded, form))


def _seed_or_random(seed: str | None) -> str:
    """Return the seed, or a random one. Raises GenerationError for one that cannot be printed."""
    if seed is not None and not seed.isprintable():
        raise GenerationError(f"--seed: found {seed!r}, expected printable text")
    return secrets.token_hex(8) if seed is None else seed
