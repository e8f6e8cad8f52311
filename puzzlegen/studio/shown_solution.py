"""Draws puzzles, their positions after some steps and their answers, and puts the steps into words."""

from __future__ import annotations

from functools import lru_cache

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.svg_writer import svg
from puzzlegen.errors import FormatError
from puzzlegen.formats import line
from puzzlegen.language.catalogue_loader import load
from puzzlegen.language.explanations import step_reason, step_sentence, where_to_look
from puzzlegen.layout.picture.puzzle_picture import PictureOptions, puzzle_picture, step_pictures
from puzzlegen.layout.picture.solving_states import states_after_steps
from puzzlegen.single.solve_puzzles import Answer, solve_puzzle
from puzzlegen.solver.tiers import solution_path

MAX_LINE = 20_000  # characters of a puzzle in an address
WIDTH = 1200  # pixels of a picture, and more for a board that needs it
CELL = 20  # pixels that are enough for a cell


@lru_cache(maxsize=8)
def answer_of(puzzle_line: str) -> Answer:
    """Return the answer of a puzzle in the format ``line``. Raises FormatError for another text."""
    if len(puzzle_line) > MAX_LINE:
        raise FormatError(f"puzzle: found {len(puzzle_line)} characters, allowed {MAX_LINE}")
    return solve_puzzle(line.parse(puzzle_line), MAX_TIER)


@lru_cache(maxsize=4)  # finding the steps of a large board takes seconds
def _path(puzzle_line: str) -> tuple[Deduction, ...]:
    return tuple(solution_path(answer_of(puzzle_line).rounds))


def step_picture(puzzle_line: str, step: int = 0) -> str:
    """Return an SVG of a puzzle after a number of steps of its solution. Raises FormatError or LayoutError."""
    answer = answer_of(puzzle_line)
    steps = _path(puzzle_line)[:step] if step else ()
    state = states_after_steps(steps)[-1]
    return svg(step_pictures(answer.puzzle, FontMetrics(), [state], _options(answer.puzzle))[0])


def answer_picture(puzzle_line: str, number: int) -> str:
    """Return an SVG of a solution: number 0 is the only one, or the first of two.

    Raises FormatError for a puzzle that has no such solution, and LayoutError.
    """
    return _solution_picture(puzzle_line, number, solid=False)


def solid_picture(puzzle_line: str, number: int) -> str:
    """Return an SVG as ``answer_picture`` does; the answer of a mosaic has solid cells without clues."""
    return _solution_picture(puzzle_line, number, solid=answer_of(puzzle_line).puzzle.grid.variant.clue_on_mine)


def _solution_picture(puzzle_line: str, number: int, *, solid: bool) -> str:
    answer = answer_of(puzzle_line)
    found = (answer.solution,) if answer.solution is not None else answer.solutions
    if not 0 <= number < len(found):
        raise FormatError(f"solution {number + 1}: the puzzle has {len(found)} known")
    return svg(puzzle_picture(answer.puzzle, FontMetrics(), found[number], _options(answer.puzzle, solid=solid)))


def _options(puzzle: Puzzle, *, solid: bool = False) -> PictureOptions:
    """Return options for a picture of the board alone, wide enough for its cells."""
    cells = max(puzzle.grid.width, puzzle.grid.height)
    return PictureOptions(max(WIDTH, CELL * cells), border=False, solid=solid)


@lru_cache(maxsize=16)
def solution_steps(puzzle_line: str, language: str) -> list[dict[str, str]]:
    """Return the words of each step: where to look, why, and the sentence."""
    puzzle, messages = answer_of(puzzle_line).puzzle, load(language)
    return [
        {
            "where": where_to_look(puzzle, step, messages),
            "why": step_reason(puzzle, step, messages),
            "words": step_sentence(puzzle, step, messages),
        }
        for step in _path(puzzle_line)
    ]
