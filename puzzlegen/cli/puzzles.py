"""The commands that read puzzles, whoever made them: ``solve``, ``grade``, ``convert`` and ``render``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.board.grade import MAX_TIER
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.cli.console import Talk, put
from puzzlegen.cli.daily import CORES
from puzzlegen.cli.options import KIND_VALUES, path, variant
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # these take a third of a second to import
    from puzzlegen.board.graded_puzzle import GradedPuzzle
    from puzzlegen.board.puzzle import Puzzle
    from puzzlegen.formats.detect import ParsedEntry
    from puzzlegen.language.messages import Messages
    from puzzlegen.single.solve_puzzles import Answer
    from puzzlegen.solver.tiers import PuzzleTrace

    Work = Callable[[list[ParsedEntry], list[Puzzle]], "list[Result]"]


class PuzzleFormat(StrEnum):
    """Ways to write a puzzle."""

    LINE = "line"
    SITE = "site"
    PUZZLINK = "puzzlink"
    PZPRV3 = "pzprv3"
    JANKO = "janko"
    GMPUZZLES = "gmpuzzles"
    TEXT = "text"
    TATHAM = "tatham"
    ANSWER = "answer"
    JSON = "json"


class AnswerFormat(StrEnum):
    """Ways to write an answer."""

    ANSWER = "answer"
    TEXT = "text"
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
    Variant,
    typer.Option(
        "--kind",
        parser=variant,
        metavar=KIND_VALUES,
        help="What they are where they do not say so: minesweeper or mosaic.",
    ),
]
MaxTier = Annotated[int, typer.Option(min=1, max=MAX_TIER, help="Highest tier the solver may use.")]


Jobs = Annotated[int, typer.Option(min=1, max=256, help="Batches of puzzles worked on at once.")]


@dataclass(frozen=True, slots=True)
class Result:
    """What a command has to say of one puzzle: data for stdout, lines for stderr, and its exit code."""

    data: str | None = None
    words: tuple[str, ...] = ()
    code: int = 0


def in_bulk(reads: Iterable[ParsedEntry], work: Work, jobs: int, talk: Talk, stage: str) -> int:
    """Have puzzles worked on in batches; say the results in order as they come; the highest of the exit codes.

    ``work`` gets some of what was read, and the puzzles of it. What cannot be read is said in its place, and counts
    as 2.
    """
    from puzzlegen.jobs import ordered_work
    from puzzlegen.single import inputs

    def batch(reads: list[ParsedEntry]) -> list[Result]:
        good = [(read, read.found) for read in reads if not isinstance(read.found, FormatError)]
        done = iter(work([read for read, _ in good], [puzzle for _, puzzle in good]) if good else [])
        return [
            Result(words=(str(read.found),), code=2) if isinstance(read.found, FormatError) else next(done)
            for read in reads
        ]

    code = 0
    talk.start(stage, None)
    with ordered_work.ArrivingBatches(reads, inputs.cell_count) as arriving:
        for said in ordered_work.run_batches(batch, arriving, jobs):
            data = [one.data for one in said if one.data is not None]
            if data:
                put("\n".join(data))
            for one in said:
                for words in one.words:
                    (talk.warn if one.code == 2 else talk.say)(words)
            code = max(code, *(one.code for one in said))
            talk.advance(len(said))
    return code


def named(puzzles: list[str] | None, kind: Variant) -> Iterator[ParsedEntry]:
    """What the words of a command name, as it is read; without any, what is on stdin."""
    from puzzlegen.single import inputs

    return inputs.read_puzzles(puzzles or ["-"], kind)


def only_puzzles(puzzles: list[str] | None, kind: Variant) -> list[Puzzle]:
    """The puzzles, for a command that takes few. Raises FormatError for the first that cannot be read."""
    found = []
    for read in named(puzzles, kind):
        if isinstance(read.found, FormatError):
            raise read.found
        found.append(read.found)
    return found


def _each(reads: Iterable[ParsedEntry], work: Work, jobs: int, talk: Talk, stage: str, *, solving: bool = True) -> None:
    """All of a command that works on each of its puzzles; ``solving``: with the solver, whatever they are."""
    with talk:
        if solving:
            talk.warm()
        code = in_bulk(reads, work, jobs, talk, stage)
    if code:
        raise typer.Exit(code)


def written(record: GradedPuzzle, form: PuzzleFormat) -> str:
    """A record in one of the formats. Raises FormatError where the format has no place for some of it."""
    from puzzlegen.formats import registry

    several = registry.format_for(form, record.puzzle.grid.variant).several_lines
    return registry.write_solved(record, form) + ("\n" if several else "")


def unsolved(puzzle: Puzzle, form: PuzzleFormat) -> str:
    """A puzzle in one of the formats that need no answer; where it takes several lines, an empty one comes after it.

    Raises FormatError where the format has no place for some of it.
    """
    from puzzlegen.formats import registry

    several = registry.format_for(form, puzzle.grid.variant).several_lines
    return registry.write(puzzle, form) + ("\n" if several else "")


def needs_answer(puzzle: Puzzle, form: PuzzleFormat) -> bool:
    """Whether a format holds what only the answer tells: ids of games of Mines have the mines, of Mosaic the clues."""
    from puzzlegen.formats import registry

    try:
        return registry.format_for(form, puzzle.grid.variant).needs_solution
    except FormatError:  # raised again when it is written
        return False


@dataclass(frozen=True, slots=True)
class _Steps:
    """What ``solve`` is to say of the steps. ``words`` are a catalogue's; ``known`` is empty for the start.

    ``alone``: it is asked about one puzzle, which a hint then need not name.
    """

    words: Messages
    explain: bool
    hint: bool
    after: int
    known: str
    max_tier: int
    alone: bool

    def rounds(self, answer: Answer) -> PuzzleTrace:
        """The solve they are taken from."""
        from puzzlegen.single.player_marks import solve_from_marks

        return solve_from_marks(answer, self.known, self.max_tier) if self.known else answer.rounds


def _check_steps(explain: bool, hint: bool, after: int, known: str, worded: bool) -> None:
    if worded and not (explain or hint):
        raise FormatError("--language and --cells are for the words of steps: give --hint or --explain too")
    if explain and hint:
        raise FormatError("--explain and --hint: give one or the other")
    if after and not hint:
        raise FormatError("--after counts the steps before a hint: give --hint too")
    if known and not (explain or hint):
        raise FormatError("--known is where steps go on from: give --hint or --explain too")


def _answered(name: str, answer: Answer, steps: _Steps, form: AnswerFormat) -> Result:
    """The answer of ``solve``, after the steps where they are asked for."""
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.language.explanations import all_steps
    from puzzlegen.single import answer_text

    found = all_steps(steps.rounds(answer), steps.words) if steps.explain else ()
    if form is AnswerFormat.JSON:
        data = dumps(answer.as_dict() | ({"steps": [step.as_dict() for step in found]} if steps.explain else {}))
    else:
        data = "\n".join(
            [*map(str, found), answer_text.boards_as_text(answer) if form is AnswerFormat.TEXT else answer.line]
        )
    if answer.solved:
        return Result(data)
    why = [answer.advice] if form is AnswerFormat.TEXT else answer_text.unsolved_lines(answer)
    return Result(data, (f"{name}: {why[0]}", *why[1:]), 1)


def _hinted(name: str, answer: Answer, steps: _Steps, form: AnswerFormat) -> Result:
    """The next step alone. Where there is none: that all is found, or why nobody can go on.

    Clues that cannot all hold prove nothing, however far they lead.
    """
    from puzzlegen.board.deduction import Status
    from puzzlegen.formats import line
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.language.explanations import step_after

    rounds = steps.rounds(answer)
    broken = answer.status is Status.CONTRADICTION
    step = None if broken else step_after(rounds, steps.words, steps.after)
    done = rounds.status is Status.SOLVED and not broken  # from marks it may be, where the puzzle itself is not
    code = 0 if step or done else 1
    why = "no step is left: every cell is known" if done else f"no step goes on from here: it {answer.advice}"
    words = () if step else (f"{name}: {answer.advice if broken else why}",)
    if form is AnswerFormat.JSON:
        head = {"puzzle": line.write(rounds.puzzle), "status": str(answer.status)}
        return Result(dumps(head | {"steps": [step.as_dict()] if step else []}), words, code)
    told = str(step) if steps.alone else f"{name}: {step}"
    return Result(told if step else None, words, code)


def solve(
    puzzles: Puzzles = None,
    kind: KindRead = MINESWEEPER,
    max_tier: MaxTier = 4,
    explain: Annotated[bool, typer.Option("--explain", help="Every step in words.")] = False,
    hint: Annotated[bool, typer.Option("--hint", help="Only the next step, and no answer.")] = False,
    after: Annotated[int, typer.Option(min=0, metavar="N", help="--hint: the step after the first N.")] = 0,
    known: Annotated[
        str, typer.Option(metavar="MARKS", help="Go on from here: y, n or ? for each cell, as answers have it.")
    ] = "",
    language: Annotated[
        str | None, typer.Option(help="Language of the steps: en, de, es, fr, it, nl, pt [en].")
    ] = None,
    cells: Annotated[
        CellNames | None,
        typer.Option(help="Cells of the steps: rc by row and column, a1 by column letter and row [rc]."),
    ] = None,
    form: Annotated[
        AnswerFormat, typer.Option("--format", help="answer, text for boards to look at, or json with the status.")
    ] = AnswerFormat.ANSWER,
    jobs: Jobs = CORES,
    quiet: Quiet = False,
) -> None:
    """Solve puzzles: one answer a line, y for a mine, n for none, ? where it is not proved.

    Exits with 1 if any puzzle is not solved, with 2 if any cannot be read; the others are solved all the same.
    Example: puzzlegen solve 4x4:a13f3a2a2a0 --explain, or with --hint in its place
    """
    from puzzlegen.language.catalogue import load
    from puzzlegen.single import inputs, solve_puzzles

    _check_steps(explain, hint, after, known, worded=language is not None or cells is not None)
    if hint and form is AnswerFormat.TEXT:
        raise FormatError("--hint shows a step and no board: leave out --format text, or give --explain in its place")
    words = load(language or "en", (cells or CellNames.RC).value)
    alone = puzzles is not None and len(puzzles) == 1 and not inputs.may_hold_several(puzzles[0])
    steps = _Steps(words, explain, hint, after, known, max_tier, alone)

    def said(one: ParsedEntry, answer: Answer) -> Result:
        try:
            return _hinted(one.name, answer, steps, form) if hint else _answered(one.name, answer, steps, form)
        except FormatError as fault:  # of the marks
            return Result(words=(f"{one.name}: {fault}",), code=2)

    def work(reads: list[ParsedEntry], found: list[Puzzle]) -> list[Result]:
        return list(map(said, reads, solve_puzzles.solve_puzzles(found, max_tier)))

    _each(named(puzzles, kind), work, jobs, Talk(quiet, data=True), "solve")


def grade(
    puzzles: Puzzles = None,
    kind: KindRead = MINESWEEPER,
    form: Annotated[GradeFormat, typer.Option("--format", help="text or json.")] = GradeFormat.TEXT,
    jobs: Jobs = CORES,
    quiet: Quiet = False,
) -> None:
    """Grade puzzles: difficulty, tier, score and bottlenecks, one line each.

    Exits with 1 if any puzzle is not solved, with 2 if any cannot be read; the others are graded all the same.
    Example: puzzlegen generate -n 3 | puzzlegen grade
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.single import solve_puzzles

    def work(_reads: list[ParsedEntry], found: list[Puzzle]) -> list[Result]:
        graded = map(solve_puzzles.grade_as_dict, solve_puzzles.solve_puzzles(found, MAX_TIER))
        show = dumps if form is GradeFormat.JSON else solve_puzzles.grade_as_text
        return [Result(show(data), code=int(not data["solved"])) for data in graded]

    _each(named(puzzles, kind), work, jobs, Talk(quiet, data=True), "grade")


def convert(
    puzzles: Puzzles = None,
    kind: KindRead = MINESWEEPER,
    to: Annotated[
        PuzzleFormat,
        typer.Option(
            "--to",
            help="line, site, puzzlink, pzprv3, janko, gmpuzzles, text, tatham, answer or json: docs/formats.md.",
        ),
    ] = PuzzleFormat.LINE,
    jobs: Jobs = CORES,
    quiet: Quiet = False,
) -> None:
    """Write puzzles in another format, one a line, or with an empty line after each where they take several.

    What cannot be read, or not be written so, is named and left out; then it exits with 2. answer, json and tatham are
    of solved puzzles; if any is not, it exits with 1. Example: puzzlegen convert a13f3a2a2a0 --to line
    """
    from puzzlegen.single import solve_puzzles

    def said(one: ParsedEntry, puzzle: Puzzle, answer: Answer | None) -> Result:
        if answer is not None and not answer.solved:
            return Result(words=(f"{one.name}: {answer.advice}, so it has no answer to write",), code=1)
        try:
            return Result(written(solve_puzzles.graded_puzzle(answer), to) if answer else unsolved(puzzle, to))
        except FormatError as fault:
            return Result(words=(f"{one.name}: {fault}",), code=2)

    def work(reads: list[ParsedEntry], found: list[Puzzle]) -> list[Result]:
        asked = [puzzle for puzzle in found if needs_answer(puzzle, to)]
        answers = iter(solve_puzzles.solve_puzzles(asked, MAX_TIER) if asked else [])
        return [
            said(one, puzzle, next(answers) if needs_answer(puzzle, to) else None)
            for one, puzzle in zip(reads, found, strict=True)
        ]

    _each(named(puzzles, kind), work, jobs, Talk(quiet, data=True), "convert", solving=False)


def render(
    puzzles: Puzzles = None,
    kind: KindRead = MINESWEEPER,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", parser=path, help="FILE.png, .svg, .pdf, .gif: it being solved, .html: to play on."
        ),
    ] = Path("puzzle.png"),
    solution: Annotated[bool, typer.Option("--solution", help="Draw the solution.")] = False,
    steps: Annotated[
        str, typer.Option(metavar="N|M-N|all", help="Draw it after N steps; .gif and .pdf: after each of several.")
    ] = "",
    theme: Annotated[str, typer.Option(help="light, dark or contrast.")] = "light",
    caption: Annotated[str, typer.Option(help="A line of words below the board.")] = "",
    width: Annotated[int | None, typer.Option(min=40, max=10000, help="Width of the picture in pixels [1200].")] = None,
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
    from puzzlegen.single import render_puzzle

    found = only_puzzles(puzzles, kind)
    if len(found) != 1:
        raise FormatError(f"render draws one puzzle a file, found {len(found)}")
    request = render_puzzle.RenderRequest(
        output, width, scale, theme, solution, steps, caption, language, title, hold_solution
    )
    render_puzzle.check_request(request)
    with Talk(quiet) as talk:
        if request.needs_solving:
            talk.warm()
        render_puzzle.render(found[0], request)
