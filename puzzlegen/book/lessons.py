"""Reads the lessons of the technique pages, and adds to each the solver's step on the puzzle it names."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK
from puzzlegen.config.reading.message_parts import did_you_mean
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.formats import detect
from puzzlegen.language.explanations import caption
from puzzlegen.language.messages import Messages
from puzzlegen.language.rich_text import Block, Figure, Heading
from puzzlegen.layout.book.book_content import FigureStep, Lesson
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import solve

FIGURE_PREFIX = "technique "  # of the names of figures that show a technique


def lessons_of(
    text: Sequence[Block], wanted: Collection[str] | None, source: str, messages: Messages
) -> tuple[tuple[Block, ...], tuple[Lesson, ...]]:
    """Return the text before the first second-level heading, and a lesson for each such heading.

    Lessons of techniques that are not ``wanted`` are left out; None stands for all. ``source`` is the name of the
    template. Raises ConfigError for a lesson without a figure, an unknown technique, or a puzzle whose solution does
    not use the technique.
    """
    parts: list[list[Block]] = [[]]
    for block in text:
        if isinstance(block, Heading) and block.level == 2:
            parts.append([])
        parts[-1].append(block)
    lessons = []
    for part in parts[1:]:
        figures = [block for block in part if isinstance(block, Figure) and block.name.startswith(FIGURE_PREFIX)]
        if len(figures) != 1:
            title = "".join(run.text for run in part[0].runs) if isinstance(part[0], Heading) else ""
            raise ConfigError(f"{source}: {title!r} needs one figure, such as figure: technique 1-2 4x2:d.12.")
        technique = figures[0].name.removeprefix(FIGURE_PREFIX)
        if technique not in TECHNIQUES:
            hint = did_you_mean(technique, TECHNIQUES)
            raise ConfigError(f"{source}: found technique {technique!r}, allowed {', '.join(TECHNIQUES)}{hint}")
        if wanted is None or technique in wanted:
            lessons.append(_lesson(tuple(part), technique, figures[0].puzzle, source, messages))
    return tuple(parts[0]), tuple(lessons)


def _lesson(text: tuple[Block, ...], technique: str, puzzle_text: str, source: str, messages: Messages) -> Lesson:
    try:
        puzzle = detect.parse(puzzle_text)
    except FormatError as error:
        raise ConfigError(f"{source}: figure: technique {technique}: {error}") from None
    trace = solve(puzzle, MAX_TIER)
    step = next((step for step in trace.deductions if step.technique == technique), None)
    if step is None or trace.status is Status.CONTRADICTION:
        raise ConfigError(
            f"{source}: the solution of {puzzle_text} does not use the technique {technique}: name another puzzle"
        )
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
