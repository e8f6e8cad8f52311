"""The ``solve`` command: answers of puzzles, all steps in words, or the next step as a hint."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.lattices import MINESWEEPER
from puzzlegen.cli import options
from puzzlegen.cli.console import Console
from puzzlegen.cli.run_on_puzzles import PuzzleResult, entries_named, run_on_each
from puzzlegen.errors import FormatError

if TYPE_CHECKING:  # these take a third of a second to import
    from puzzlegen.board.puzzle import Puzzle
    from puzzlegen.formats.detect import ParsedEntry
    from puzzlegen.language.explanations import Step
    from puzzlegen.language.messages import Messages
    from puzzlegen.single.solve_puzzles import Answer
    from puzzlegen.solver.tiers import PuzzleTrace


class AnswerFormat(StrEnum):
    """Ways to write an answer."""

    ANSWER = "answer"
    TEXT = "text"
    JSON = "json"


class CellNames(StrEnum):
    """Ways to name a cell."""

    RC = "rc"
    A1 = "a1"


class Level(StrEnum):
    """How much a hint reveals."""

    WHERE = "where"
    WHY = "why"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class _StepOptions:
    """Which steps to print. ``known`` are marks to continue from, empty for the start; ``level`` is that of hints.

    ``single``: the command was given one puzzle, so hints need not name it.
    """

    messages: Messages | None  # None where no steps are wanted
    explain: bool
    hint: bool
    level: Level
    after: int
    known: str
    max_tier: int
    single: bool

    def trace(self, answer: Answer) -> PuzzleTrace:
        """Return the deductions that the steps are made of. Raises FormatError for wrong marks."""
        from puzzlegen.single.puzzle_inputs import solve_from_marks

        return solve_from_marks(answer, self.known, self.max_tier) if self.known else answer.rounds


def solve(
    puzzles: options.Puzzles = None,
    kind: options.KindOfPuzzles = MINESWEEPER,
    read_as: options.FormatToRead = None,
    total: options.TotalOfMines = None,
    max_tier: options.MaxTier = MAX_TIER,
    explain: Annotated[bool, typer.Option("--explain", help="Print every step in words.")] = False,
    hint: Annotated[bool, typer.Option("--hint", help="Print only the next step, and no answer.")] = False,
    level: Annotated[
        Level | None,
        typer.Option(help="With --hint: where to look, why (the technique and what it needs), or the step [step]."),
    ] = None,
    after: Annotated[
        int, typer.Option(min=0, max=options.MAX_NUMBER, metavar="N", help="With --hint: skip the first N steps.")
    ] = 0,
    known: Annotated[
        str,
        typer.Option(
            metavar="MARKS",
            help="Cells known so far: y, n or ? for each cell, row by row; ? alone for none. Steps continue from "
            "them. Without --explain and --hint, prints for each cell whether it is forced.",
        ),
    ] = "",
    language: Annotated[
        str | None, typer.Option(help="Language of the steps: en, de, es, fr, it, nl, pt [en].")
    ] = None,
    cells: Annotated[
        CellNames | None,
        typer.Option(help="Names of cells in the steps: rc for R1C2 (row, column), a1 for B1 (column, row) [rc]."),
    ] = None,
    form: Annotated[
        AnswerFormat, typer.Option("--format", help="answer, text (boards for people), or json with the status.")
    ] = AnswerFormat.ANSWER,
    jobs: options.Jobs = options.CPUS,
    quiet: options.Quiet = False,
) -> None:
    """Solve puzzles and print one answer a line.

    An answer has y for a mine and n for no mine, row by row. Where the tiers end, an exact search finds the answer, and
    stderr says so. If there is not exactly one, or 10 seconds are not enough, ? is a cell that the tiers do not prove.

    With --known alone the puzzle may be half-made: y is a mine in all solutions, n is safe in all, ? is either and has
    a clue beside it, - is either and has none. Marks and clues that clash are named.

    Exits with 1 if a puzzle has no answer, and with 2 if one cannot be read. The other puzzles are still solved.

    Example: puzzlegen solve 4x4:a13f3a2a2a0 --explain
    """
    from puzzlegen.single import puzzle_inputs

    _check_options(explain, hint, after, worded=language is not None or cells is not None)
    if level and not hint:
        raise FormatError("--level is how much a hint reveals: give --hint too")
    if level and form is AnswerFormat.JSON:
        raise FormatError("--level applies to hints as text: the JSON has all levels, so leave one of the two out")
    if hint and form is AnswerFormat.TEXT:
        raise FormatError("--hint prints a step and no board: leave out --format text, or use --explain")
    single = puzzles is not None and len(puzzles) == 1 and not puzzle_inputs.may_hold_several(puzzles[0])
    read = entries_named(puzzles, kind, read_as, total)
    from puzzlegen.single import solve_puzzles  # imports the engine

    messages = _messages(language, cells) if explain or hint else None
    steps = _StepOptions(messages, explain, hint, level or Level.STEP, after, known, max_tier, single)

    def result(entry: ParsedEntry, answer: Answer) -> PuzzleResult:
        try:
            if known and not (explain or hint):
                data, said = puzzle_inputs.states_from_marks(answer.puzzle, known, form.value)
                words = [said, answer.outcome.note]
                return PuzzleResult(data, tuple(f"{entry.name}: {text}" for text in words if text), int(bool(said)))
            return (_hint_result if hint else _answer_result)(entry.name, answer, steps, form)
        except FormatError as error:  # of the marks
            return PuzzleResult(messages=(f"{entry.name}: {error}",), code=2)

    def work(entries: list[ParsedEntry], found: list[Puzzle]) -> list[PuzzleResult]:
        return list(map(result, entries, solve_puzzles.solve_puzzles(found, max_tier)))

    run_on_each(read, work, jobs, Console(quiet, data=True), "solve")


def _messages(language: str | None, cells: CellNames | None) -> Messages:
    """Load the messages for steps. Only steps need them, and loading takes longer than solving a puzzle."""
    from puzzlegen.language.catalogue import load

    return load(language or "en", (cells or CellNames.RC).value)


def _check_options(explain: bool, hint: bool, after: int, worded: bool) -> None:
    """Raise FormatError for options that do not go together."""
    if worded and not (explain or hint):
        raise FormatError("--language and --cells apply to steps: give --hint or --explain too")
    if explain and hint:
        raise FormatError("--explain and --hint: give one or the other")
    if after and not hint:
        raise FormatError("--after counts steps before a hint: give --hint too")


def _answer_result(name: str, answer: Answer, steps: _StepOptions, form: AnswerFormat) -> PuzzleResult:
    """The answer, after the steps if ``steps.explain``; also why the tiers did not find it, or why there is none."""
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.single import solve_puzzles

    all_of_them: tuple[Step, ...] = ()
    if steps.messages is not None:
        from puzzlegen.language.explanations import all_steps

        all_of_them = all_steps(steps.trace(answer), steps.messages)
    if form is AnswerFormat.JSON:
        data = dumps(answer.as_dict() | ({"steps": [step.as_dict() for step in all_of_them]} if steps.explain else {}))
    else:
        text = solve_puzzles.boards_as_text(answer) if form is AnswerFormat.TEXT else answer.line
        data = "\n".join([*map(str, all_of_them), text])
    if answer.solved and not answer.outcome.note:
        return PuzzleResult(data)
    reason = [answer.advice] if form is AnswerFormat.TEXT else solve_puzzles.unsolved_lines(answer)
    return PuzzleResult(data, (f"{name}: {reason[0]}", *reason[1:]), int(answer.solution is None))


def _hint_result(name: str, answer: Answer, steps: _StepOptions, form: AnswerFormat) -> PuzzleResult:
    """The next step alone; without one, a message that the puzzle is finished, or the reason.

    Clues that contradict each other prove nothing, so such a puzzle has no next step.
    """
    from puzzlegen.board.puzzle import Status
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.language.explanations import step_after

    trace = steps.trace(answer)
    broken = answer.status is Status.CONTRADICTION
    assert steps.messages is not None  # given with --hint
    step = None if broken else step_after(trace, steps.messages, steps.after)
    done = trace.status is Status.SOLVED and not broken  # from marks it may be, where the puzzle itself is not
    code = 0 if step or done else 1
    reason = "no step is left: every cell is known" if done else f"no further step can be proved: it {answer.advice}"
    words = answer.outcome.note if step else answer.advice if broken else reason
    messages = (f"{name}: {words}",) * bool(words)
    if form is AnswerFormat.JSON:
        whole = answer.as_dict()
        head = {"puzzle": whole["puzzle"], "status": whole["status"]}
        return PuzzleResult(dumps(head | {"steps": [step.as_dict()] if step else []}), messages, code)
    text = step.hint(steps.level.value) if step else None
    return PuzzleResult(text if steps.single or text is None else f"{name}: {text}", messages, code)
