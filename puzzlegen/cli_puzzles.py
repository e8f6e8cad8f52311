"""The commands that read puzzles, whoever made them: ``solve``, ``grade``, ``convert`` and ``render``."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from puzzlegen.board.kind import Kind
from puzzlegen.errors import FormatError
from puzzlegen.talk import Talk, put


class PuzzleFormat(StrEnum):
    """Ways to write a puzzle."""

    LINE = "line"
    SITE = "site"
    PUZZLINK = "puzzlink"
    TATHAM = "tatham"
    ANSWER = "answer"
    JSON = "json"


class AnswerFormat(StrEnum):
    """Ways to write an answer."""

    ANSWER = "answer"
    JSON = "json"


class CellNames(StrEnum):
    """Ways to name a cell."""

    RC = "rc"
    A1 = "a1"


class GradeFormat(StrEnum):
    """Ways to write a grade."""

    TEXT = "text"
    JSON = "json"


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on stderr but errors.")]
Puzzles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PUZZLE]...", help="Puzzles in any format, files of them, or - (also the default) for stdin."
    ),
]
KindRead = Annotated[
    Kind, typer.Option("--kind", help="What they are where they do not say so: minesweeper or mosaic.")
]
MaxTier = Annotated[int, typer.Option(min=1, max=4, help="Highest tier the solver may use.")]


def read_puzzles(puzzles: list[str] | None, kind: Kind) -> Iterator[tuple[str, Any]]:
    """The puzzles named on the command line, each with the place it came from."""
    from puzzlegen.formats import registry

    for text in puzzles or ["-"]:
        if text == "-":
            stream: Iterable[str] = sys.stdin
            yield from (("stdin", puzzle) for puzzle in registry.parse_lines(stream, "stdin", kind))
        elif _is_file(text):
            try:
                lines = Path(text).read_text(encoding="utf-8").splitlines()
            except (OSError, UnicodeDecodeError) as fault:
                raise FormatError(f"{text}: cannot be read as text: {fault}") from None
            yield from ((text, puzzle) for puzzle in registry.parse_lines(lines, text, kind))
        else:
            yield "argument", registry.parse(text, kind)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or holds a NUL
        return False


def written(record: Any, form: PuzzleFormat) -> str:
    """A record in one of the formats."""
    from puzzlegen.formats import answer, registry
    from puzzlegen.formats.record import dumps

    if form is PuzzleFormat.JSON:
        return dumps(record.as_dict())
    if form is PuzzleFormat.ANSWER:
        return answer.write(record.solution)
    return registry.WRITERS[form](record.puzzle)


def solve(
    puzzles: Puzzles = None,
    kind: KindRead = Kind.MINESWEEPER,
    max_tier: MaxTier = 4,
    explain: Annotated[bool, typer.Option("--explain", help="Every step in words.")] = False,
    language: Annotated[str, typer.Option(help="Language of --explain: en, de, es, fr, it, nl, pt.")] = "en",
    cells: Annotated[
        CellNames, typer.Option(help="Cells of --explain: rc by row and column, a1 by column letter and row.")
    ] = CellNames.RC,
    form: Annotated[
        AnswerFormat, typer.Option("--format", help="answer, or json with the status.")
    ] = AnswerFormat.ANSWER,
    quiet: Quiet = False,
) -> None:
    """Solve puzzles: one answer a line, y for a mine, n for none, ? where it is not proved.

    Exits with 1 if any puzzle is not solved. Example: puzzlegen solve 4x4:a13f3a2a2a0 --explain
    """
    from puzzlegen.catalogue.load import load
    from puzzlegen.formats.record import dumps
    from puzzlegen.pipeline import read

    failed = False
    words = load(language, cells.value)
    with Talk(quiet, data=True) as talk:
        talk.warm()
        for _place, puzzle in read_puzzles(puzzles, kind):
            answer = read.solved(puzzle, max_tier)
            failed = failed or not answer.solved
            steps = read.explained(puzzle, max_tier, words) if explain else []
            if form is AnswerFormat.JSON:
                put(dumps(answer.as_dict() | ({"steps": steps} if explain else {})))
            else:
                put("\n".join([*steps, answer.line]))
            if not answer.solved:
                talk.say(f"{answer.as_dict()['puzzle']}: {answer.advice}")
    if failed:
        raise typer.Exit(1)


def grade(
    puzzles: Puzzles = None,
    kind: KindRead = Kind.MINESWEEPER,
    form: Annotated[GradeFormat, typer.Option("--format", help="text or json.")] = GradeFormat.TEXT,
    quiet: Quiet = False,
) -> None:
    """Grade puzzles: difficulty, tier, score and bottlenecks, one line each.

    Example: puzzlegen generate -n 3 | puzzlegen grade
    """
    from puzzlegen.formats.record import dumps
    from puzzlegen.pipeline import read

    failed = False
    with Talk(quiet, data=True) as talk:
        talk.warm()
        for _place, puzzle in read_puzzles(puzzles, kind):
            graded = read.graded(puzzle)
            failed = failed or not graded["solved"]
            put(dumps(graded) if form is GradeFormat.JSON else read.grade_line(graded))
    if failed:
        raise typer.Exit(1)


def convert(
    puzzles: Puzzles = None,
    kind: KindRead = Kind.MINESWEEPER,
    to: Annotated[
        PuzzleFormat, typer.Option("--to", help="line, site, puzzlink, tatham, answer or json.")
    ] = PuzzleFormat.LINE,
    quiet: Quiet = False,
) -> None:
    """Write puzzles in another format, one a line.

    Example: puzzlegen convert a13f3a2a2a0 --to line
    """
    from puzzlegen.formats import registry
    from puzzlegen.pipeline import read

    with Talk(quiet, data=True):
        for place, puzzle in read_puzzles(puzzles, kind):
            if to in registry.WRITERS:
                put(registry.WRITERS[to](puzzle))
            else:
                put(written(read.solved_record(puzzle, place), to))


def render(
    puzzles: Puzzles = None,
    kind: KindRead = Kind.MINESWEEPER,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="FILE.png, .svg, .pdf, .gif: it being solved, .html: to play on.")
    ] = Path("puzzle.png"),
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution.")] = False,
    steps: Annotated[
        str, typer.Option(metavar="N|M-N|all", help="Draw it after N steps; .gif and .pdf: after each of several.")
    ] = "",
    theme: Annotated[str, typer.Option(help="light, dark or contrast.")] = "light",
    caption: Annotated[str, typer.Option(help="A line of words below the board.")] = "",
    width: Annotated[
        int | None, typer.Option(min=40, max=10000, help="Width of the picture in pixels [1200].")
    ] = None,
    scale: Annotated[
        int | None, typer.Option(min=1, max=8, help="Pixels of a .png or .gif for each of --width [1].")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of an .html page [Minesweeper].")] = "",
    language: Annotated[str, typer.Option(help="Language of an .html page, and of the title inside an .svg.")] = "en",
    hold_solution: Annotated[
        bool, typer.Option("--hold-solution", help="Leave answer and hints out of an .html page.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Draw one puzzle, its solution or its steps, as a picture, a page or a moving picture; or make a page to play on.

    Example: puzzlegen render 4x4:a13f3a2a2a0 -o puzzle.png
    """
    from puzzlegen.pipeline import picture, play

    found = [puzzle for _place, puzzle in read_puzzles(puzzles, kind)]
    if len(found) != 1:
        raise FormatError(f"render draws one puzzle a file, found {len(found)}")
    drawing = picture.Drawing(output, width, scale, theme, solution, steps, caption, language)
    page = drawing.kind == ".html"
    if page and drawing != picture.Drawing(output, language=language):
        raise FormatError(f"{output}: --solution, --steps, --theme, --caption, --width and --scale are for pictures")
    if not page and (title or hold_solution):
        raise FormatError(f"{output}: --title and --hold-solution are for .html pages")
    if not page:
        picture.check(drawing)
    with Talk(quiet) as talk:
        if page:
            talk.warm()
            options = play.PlayOptions(title, hold_solution=hold_solution)
            play.write_play_page(found[0], output, language, options)
            return
        if solution or steps or drawing.kind == ".gif":
            talk.warm()
        picture.draw(found[0], drawing)
