"""The commands ``grade``, ``convert`` and ``render``, for puzzles from any source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.lattices import MINESWEEPER
from puzzlegen.cli import options
from puzzlegen.cli.console import Console
from puzzlegen.cli.run_on_puzzles import (
    PuzzleResult,
    entries_named,
    needs_solution,
    run_on_each,
    solved_text,
    unsolved_text,
)
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # these take a third of a second to import
    from puzzlegen.board.puzzle import Puzzle
    from puzzlegen.formats.detect import ParsedEntry
    from puzzlegen.single.solve_puzzles import Answer


def grade(
    puzzles: options.Puzzles = None,
    kind: options.KindOfPuzzles = MINESWEEPER,
    read_as: options.FormatToRead = None,
    total: options.TotalOfMines = None,
    form: options.TextOrJsonFormat = options.TextOrJson.TEXT,
    jobs: options.Jobs = options.CPUS,
    quiet: options.Quiet = False,
) -> None:
    """Grade puzzles: difficulty, tier, score and bottlenecks, one line each.

    Exits with 1 if the tiers do not solve a puzzle, and with 2 if one cannot be read. The others are still graded.

    Example: puzzlegen generate -n 3 | puzzlegen grade
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.single import solve_puzzles

    show = dumps if form is options.TextOrJson.JSON else solve_puzzles.grade_as_text

    def result(entry: ParsedEntry, answer: Answer) -> PuzzleResult:
        data = solve_puzzles.grade_as_dict(answer)
        messages = (f"{entry.name}: {answer.advice}",) if answer.outcome.note else ()
        return PuzzleResult(show(data), messages, int(not data["solved"]))

    def work(entries: list[ParsedEntry], found: list[Puzzle]) -> list[PuzzleResult]:
        return list(map(result, entries, solve_puzzles.solve_puzzles(found, MAX_TIER)))

    run_on_each(entries_named(puzzles, kind, read_as, total), work, jobs, Console(quiet, data=True), "grade")


def convert(
    puzzles: options.Puzzles = None,
    kind: options.KindOfPuzzles = MINESWEEPER,
    read_as: options.FormatToRead = None,
    total: options.TotalOfMines = None,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            parser=options.parse_format,
            metavar=options.FORMAT_VALUES,
            help="Format to write; see docs/formats.md.",
        ),
    ] = "line",
    jobs: options.Jobs = options.CPUS,
    quiet: options.Quiet = False,
) -> None:
    """Write puzzles in another format.

    Each puzzle is one line, or several lines and an empty one.

    A puzzle that cannot be read, or that the format cannot hold, is named and left out, and the exit code is 2. The
    formats answer, json and tatham contain the solution. Where the tiers do not reach it, it is found by search, and
    JSON has null for the grade. A puzzle without exactly one solution is left out, with exit code 1. A number of mines
    that the source of a puzzle states becomes its total where it has several solutions without it.

    Example: puzzlegen convert a13f3a2a2a0 --to line
    """
    from puzzlegen.single import solve_puzzles

    def result(entry: ParsedEntry, puzzle: Puzzle, answer: Answer | None) -> PuzzleResult:
        try:
            if answer is None:
                return PuzzleResult(unsolved_text(puzzle, to))
            said = (f"{entry.name}: {answer.advice}",) if answer.searched or answer.outcome.note else ()
            if not needs_solution(puzzle, to):
                return PuzzleResult(unsolved_text(solve_puzzles.with_stated_total(answer), to), said)
            solved = solve_puzzles.answered_puzzle(answer)
            if solved is None:
                why = f"{entry.name}: left out: it {answer.advice}, so it has no answer to write"
                return PuzzleResult(messages=(why,), code=1)
            return PuzzleResult(solved_text(solved, to), said)
        except FormatError as error:
            return PuzzleResult(messages=(f"{entry.name}: left out: {error}",), code=2)

    def work(entries: list[ParsedEntry], found: list[Puzzle]) -> list[PuzzleResult]:
        solving = [needs_solution(puzzle, to) or bool(puzzle.stated) for puzzle in found]
        to_solve = [puzzle for puzzle, wanted in zip(found, solving, strict=True) if wanted]
        solved = iter(solve_puzzles.solve_puzzles(to_solve, MAX_TIER) if to_solve else [])
        return [
            result(entry, puzzle, next(solved) if wanted else None)
            for entry, puzzle, wanted in zip(entries, found, solving, strict=True)
        ]

    run_on_each(entries_named(puzzles, kind, read_as, total), work, jobs, Console(quiet, data=True), "convert")


def render(
    puzzles: options.Puzzles = None,
    kind: options.KindOfPuzzles = MINESWEEPER,
    read_as: options.FormatToRead = None,
    total: options.TotalOfMines = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            parser=options.parse_path,
            metavar="FILE",
            help="FILE.png, .svg, .pdf, .gif (animated solution) or .html (page to play).",
        ),
    ] = Path("puzzle.png"),
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution.")] = False,
    picture: Annotated[
        bool, typer.Option("--picture", help="Draw the solution of a mosaic as a picture: solid cells, no clues.")
    ] = False,
    steps: Annotated[
        str,
        typer.Option(metavar="N|M-N|all", help="Draw the position after N steps; .gif and .pdf take several steps."),
    ] = "",
    theme: Annotated[str, typer.Option(help="light, dark or contrast.")] = "light",
    caption: Annotated[str, typer.Option(help="A line of text below the board.")] = "",
    width: Annotated[int | None, typer.Option(min=40, max=10000, help="Width of the picture in pixels [1200].")] = None,
    scale: Annotated[
        int | None, typer.Option(min=1, max=8, help="Pixels of a .png or .gif for each pixel of --width [1].")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of an .html page [Minesweeper].")] = "",
    language: Annotated[str, typer.Option(help="Language of an .html page, and of the title inside an .svg.")] = "en",
    hold_solution: Annotated[
        bool, typer.Option("--hold-solution", help="Leave the answer out of an .html page.")
    ] = False,
    quiet: options.Quiet = False,
) -> None:
    """Draw a puzzle, its solution or its steps; or make a page to play.

    Example: puzzlegen render 4x4:a13f3a2a2a0 -o puzzle.png
    """
    from puzzlegen.single import render_puzzle

    read = []
    for entry in entries_named(puzzles, kind, read_as, total):
        if isinstance(entry.found, FormatError):
            raise entry.found
        read.append(entry.found)
    if len(read) != 1:
        raise FormatError(f"render: found {len(read)} puzzles, expected one; run it once for each")
    (puzzle,) = read
    request = render_puzzle.RenderRequest(
        output, width, scale, theme, solution, steps, caption, language, title, hold_solution, picture
    )
    render_puzzle.check_request(request)
    with Console(quiet) as console:
        if puzzle.stated:
            from puzzlegen.single import solve_puzzles

            answer = solve_puzzles.solve_puzzle(puzzle, MAX_TIER)
            puzzle = solve_puzzles.with_stated_total(answer)
            if answer.outcome.note:
                console.info(f"{entry.name}: {answer.advice}")
        render_puzzle.render(puzzle, request)
