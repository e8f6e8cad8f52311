"""Pictures in words, for those who cannot see them: a short text for the picture, and the whole board row by row."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Solution
from puzzlegen.language.messages import Messages

LONGEST = 125  # characters: what screen readers read in one go


@dataclass(frozen=True, slots=True)
class Subject:
    """What a picture shows. ``difficulty`` is a code such as ``easy``; what is empty or None is not named."""

    puzzle: Puzzle
    series: str = ""
    number: int | None = None
    difficulty: str = ""


def puzzle_alt(subject: Subject, words: Messages) -> str:
    """The short text of a puzzle, 125 characters at most: a series with a long name is not named."""
    return _short(words.picture.puzzle, subject, words)


def solution_alt(subject: Subject, words: Messages) -> str:
    """The same for its solution."""
    return _short(words.picture.solution, subject, words)


def moving_alt(subject: Subject, steps: int, words: Messages) -> str:
    """The same for the moving picture that solves it; it says that it moves, for those whom that disturbs."""
    return _short(words.picture.moving, subject, words, steps)


def title(subject: Subject, words: Messages) -> str:
    """Name, number, size and difficulty."""
    said = words.for_variant(subject.puzzle.grid.variant).picture
    name = subject.series or said.game
    if subject.number is not None:
        name += f" {said.number.format(number=subject.number)}"
    grid = subject.puzzle.grid
    parts = [name, said.size.format(width=grid.width, height=grid.height)]
    if subject.difficulty:
        parts.append(words.difficulty_in_text[subject.difficulty])
    return words.commas(parts)


def text_grid(puzzle: Puzzle, words: Messages, solution: Solution | None = None) -> list[str]:
    """One line a row, such as ``Row 1: blank, 2, mine``; with the solution its mines and safe cells are named.

    A printed total of mines has a line of its own, the last.
    """
    words = words.for_variant(puzzle.grid.variant)
    said, grid = words.picture, puzzle.grid
    names = {BLANK: said.blank, EMPTY: said.safe, VOID: said.outside}

    def cell(i: int) -> str:
        value = puzzle.cells[i]
        printed = names.get(value, str(value))
        if solution is None or not puzzle.hidden[i]:
            return printed
        found = said.mine if solution[i] else said.safe
        return found if value == BLANK else f"{printed} {found}"

    lines = []
    for row in range(grid.height):
        cells = [cell(grid.cell(row, col)) for col in range(grid.width)]
        lines.append(said.row.format(row=row + 1, cells=", ".join(cells)))
    if puzzle.total is not None:
        lines.append(words.puzzle.mines.of(puzzle.total))
    return lines


def _short(template: str, subject: Subject, words: Messages, steps: int = 0) -> str:
    text = template.format(puzzle=title(subject, words), steps=steps)
    if len(text) > LONGEST and subject.series:
        unnamed = Subject(subject.puzzle, "", subject.number, subject.difficulty)
        return _short(template, unnamed, words, steps)
    return text
