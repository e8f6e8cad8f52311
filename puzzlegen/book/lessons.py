"""The pages of techniques: the lessons of a template, each with a step of our own solver on the puzzle it names."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK
from puzzlegen.book.worked_example import caption
from puzzlegen.config.reading.error_messages import did_you_mean
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import detect
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure, Heading
from puzzlegen.layout.book.book_content import FigureStep, Lesson
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import solve

TAUGHT = "technique "


def lessons_of(
    text: Sequence[Block], wanted: Collection[str] | None, source: str, messages: Messages
) -> tuple[tuple[Block, ...], tuple[Lesson, ...]]:
    """What a template says before its first second-level heading, and a lesson for each such heading.

    Only the ``wanted`` techniques are taught, all of them if that is None. Raises ConfigError naming ``source`` for a
    lesson without a figure, an unknown technique, or a puzzle in whose solution the technique does not come up.
    """
    parts: list[list[Block]] = [[]]
    for block in text:
        if isinstance(block, Heading) and block.level == 2:
            parts.append([])
        parts[-1].append(block)
    lessons = []
    for part in parts[1:]:
        figures = [block for block in part if isinstance(block, Figure) and block.name.startswith(TAUGHT)]
        if len(figures) != 1:
            title = "".join(run.text for run in part[0].runs) if isinstance(part[0], Heading) else ""
            raise ConfigError(f"{source}: {title!r} needs one figure, as figure: technique 1-2 4x2:d.12.")
        technique = figures[0].name.removeprefix(TAUGHT)
        if technique not in TECHNIQUES:
            hint = did_you_mean(technique, TECHNIQUES)
            raise ConfigError(f"{source}: unknown technique {technique!r}; there are {', '.join(TECHNIQUES)}{hint}")
        if wanted is None or technique in wanted:
            lessons.append(_lesson(tuple(part), technique, figures[0].puzzle, source, messages))
    return tuple(parts[0]), tuple(lessons)


def _lesson(text: tuple[Block, ...], technique: str, named: str, source: str, messages: Messages) -> Lesson:
    try:
        puzzle = detect.parse(named)
    except FormatError as fault:
        raise ConfigError(f"{source}: figure: technique {technique}: {fault}") from None
    trace = solve(puzzle, MAX_TIER)
    step = next((step for step in trace.deductions if step.technique == technique), None)
    if step is None or trace.status is Status.CONTRADICTION:
        raise ConfigError(f"{source}: the technique {technique} does not come up in {named}")
    before = [earlier for earlier in trace.deductions if earlier.moment < step.moment]
    return Lesson(
        text,
        puzzle,
        tuple(cell for earlier in before for cell in earlier.mines),
        tuple(cell for earlier in before for cell in earlier.safe if puzzle.cells[cell] == BLANK),
        FigureStep(caption(puzzle, step, messages), step.witnesses, step.mines, step.safe),
        messages.example.so_far,
        messages.example.proved,
    )
