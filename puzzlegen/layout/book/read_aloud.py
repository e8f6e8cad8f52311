"""Returns what screen readers read in place of boards; nothing for a document without a structure for them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.language import alt_text
from puzzlegen.layout.book.book_content import PuzzleEntry
from puzzlegen.layout.core.page_builder import LayoutContext


def puzzle_words(entry: PuzzleEntry, context: LayoutContext, part: Puzzle | None = None) -> str:
    """Return kind, number, size and difficulty of a puzzle, and its rows; with ``part`` the rows of that part of it."""
    if not context.tagged:
        return ""
    rows = alt_text.text_grid(entry.puzzle if part is None else part, context.messages)
    return "\n".join([_title(entry, context), *rows])


def answer_words(entry: PuzzleEntry, context: LayoutContext) -> str:
    """Return which answer it is, and the rows of the solved puzzle."""
    if not context.tagged:
        return ""
    solved: Solution = entry.solution
    rows = alt_text.text_grid(entry.puzzle, context.messages, solved)
    return "\n".join([context.messages.text("picture.solution", puzzle=_title(entry, context)), *rows])


def figure_words(
    puzzle: Puzzle, known: tuple[Sequence[int], Sequence[int]], circled: Collection[int], context: LayoutContext
) -> str:
    """Return the rows of a board with the mines and the safe cells that are ``known``, and its circled clues."""
    if not context.tagged:
        return ""
    mines, safe = known
    found = {**dict.fromkeys(safe, False), **dict.fromkeys(mines, True)}
    cells = [found.get(i) for i in range(puzzle.grid.size)]
    return "\n".join(alt_text.text_grid(puzzle, context.messages, cells, circled))


def _title(entry: PuzzleEntry, context: LayoutContext) -> str:
    subject = alt_text.Subject(entry.puzzle, number=entry.number, difficulty=entry.graded.grade.difficulty)
    return alt_text.title(subject, context.messages)
