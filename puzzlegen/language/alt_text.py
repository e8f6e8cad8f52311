"""Text alternatives of pictures: a short text for the picture, and the whole board row by row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle
from puzzlegen.language.messages import Messages

MAX_LENGTH = 125  # characters; some screen readers split longer texts
_NAMES = {BLANK: "blank", EMPTY: "safe", VOID: "outside"}  # of cells without a number


@dataclass(frozen=True, slots=True)
class Subject:
    """What a picture shows. ``difficulty`` is a code such as ``easy``; empty fields and None are left out.

    ``classic``: the puzzle is shown as a board of the classic game.
    """

    puzzle: Puzzle
    series: str = ""
    number: int | None = None
    difficulty: str = ""
    classic: bool = False


def puzzle_alt(subject: Subject, messages: Messages) -> str:
    """Return the short text of a puzzle, at most 125 characters. A series with a long name is left out.

    The text version below a classic board is a puzzle on paper with its mines, not what the picture shows.
    """
    if subject.classic:
        return _short(str, subject, messages)
    return _short(lambda puzzle: messages.text("picture.puzzle", puzzle=puzzle), subject, messages)


def solution_alt(subject: Subject, messages: Messages) -> str:
    """Return the short text of a solution."""
    return _short(lambda puzzle: messages.text("picture.solution", puzzle=puzzle), subject, messages)


def animation_alt(subject: Subject, steps: int, messages: Messages) -> str:
    """Return the short text of the animated solution. It says that the picture moves, as some readers need to know."""

    def animated(puzzle: str) -> str:
        return messages.text(
            "picture.classic_animation" if subject.classic else "picture.animation", puzzle=puzzle, steps=steps
        )

    return _short(animated, subject, messages)


def title(subject: Subject, messages: Messages) -> str:
    """Return name, number, kind if it is not minesweeper, size and difficulty."""
    variant = subject.puzzle.grid.variant
    name = subject.series or messages.for_variant(variant).text("picture.game")
    if subject.number is not None:
        name += f" {messages.text('picture.number', number=subject.number)}"
    grid = subject.puzzle.grid
    kind = (messages.text("daily.classic") if subject.classic else messages.kind(variant)) if subject.series else ""
    size = messages.text("picture.size", width=grid.width, height=grid.height)
    parts = [name, *filter(None, [kind]), size]
    if subject.difficulty:
        parts.append(messages.text(f"difficulty_in_text.{subject.difficulty}"))
    return messages.commas(parts)


def text_grid(
    puzzle: Puzzle, messages: Messages, solution: Sequence[bool | None] | None = None, circled: Collection[int] = ()
) -> list[str]:
    """Return one line for each row, such as ``Row 1: blank, 2, mine``. A solution adds its mines and safe cells.

    It may be that of some cells, with None for the others. The numbers of ``circled`` cells are named so. If the total
    of mines is printed, it is the last line.
    """
    messages = messages.for_variant(puzzle.grid.variant)
    grid = puzzle.grid
    names = {value: messages.pattern(f"picture.{name}") for value, name in _NAMES.items()}

    def cell(i: int) -> str:
        value = puzzle.cells[i]
        printed = names.get(value, str(value))
        if i in circled:
            printed = messages.text("picture.circled", number=printed)
        mine = solution[i] if solution is not None and puzzle.hidden[i] else None
        if mine is None:
            return printed
        mark = messages.text("picture.mine" if mine else "picture.safe")
        return mark if value == BLANK else f"{printed} {mark}"

    lines = []
    for row in range(grid.height):
        cells = [cell(grid.cell(row, col)) for col in range(grid.width)]
        lines.append(messages.text("picture.row", row=row + 1, cells=", ".join(cells)))
    if puzzle.total is not None:
        lines.append(messages.plural("puzzle.mines", puzzle.total))
    return lines


def _short(words: Callable[[str], str], subject: Subject, messages: Messages) -> str:
    """Return ``words`` about the title of a subject, without the series where that is too long."""
    text = words(title(subject, messages))
    if len(text) > MAX_LENGTH and subject.series:
        return _short(words, replace(subject, series=""), messages)
    return text
