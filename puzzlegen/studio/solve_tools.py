"""Reads puzzles in any format, solves, grades and draws one for the studio, and puts its steps into words.

The functions run in the process for tools, or in that of a project.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.ideas import ideas_shown
from puzzlegen.board.lattices import variant_named
from puzzlegen.board.puzzle import AnsweredPuzzle, Deduction, GradedPuzzle, Puzzle, Status
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.svg_writer import svg
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.files.reading import MAX_RECORDS, read_limited
from puzzlegen.formats import detect, line, registry
from puzzlegen.grading.grade import grade
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import step_reason, step_sentence, where_to_look
from puzzlegen.layout.puzzle_picture import puzzle_picture, states_after_steps, step_pictures
from puzzlegen.layout.puzzle_picture_parts import PictureOptions
from puzzlegen.schema.fields import MAX_PUZZLE_LINE
from puzzlegen.single.render_puzzle import RenderRequest, render
from puzzlegen.single.solve_puzzles import Answer, solve_puzzle, with_stated_total
from puzzlegen.solver.tiers import solution_path
from puzzlegen.studio.form_fields import PUZZLE_FILES

WIDTH = 1200  # pixels of a picture, and more for a board that needs it
CELL = 20  # pixels that are enough for a cell


@lru_cache(maxsize=8)
def answer_of(puzzle_line: str) -> Answer:
    """Return the answer of a puzzle in the format ``line``. Raises FormatError for another text."""
    if len(puzzle_line) > MAX_PUZZLE_LINE:
        raise FormatError(f"puzzle: found {len(puzzle_line)} characters, allowed {MAX_PUZZLE_LINE}")
    return solve_puzzle(line.parse(puzzle_line), MAX_TIER)


@lru_cache(maxsize=4)  # finding the steps of a large board takes seconds
def _path(puzzle_line: str) -> tuple[Deduction, ...]:
    return tuple(solution_path(answer_of(puzzle_line).rounds))


def step_picture(puzzle_line: str, step: int | None = None) -> str:
    """Return an SVG of a puzzle, or of the puzzle after a number of steps of its solution.

    The latter has the names of rows and columns, of which the words of the steps speak. Raises FormatError or
    LayoutError.
    """
    answer = answer_of(puzzle_line)
    steps = _path(puzzle_line)[:step] if step else ()
    state, options = states_after_steps(steps)[-1], _options(answer.puzzle)
    if step is not None:
        options = replace(options, messages=load("en"))  # they are numbers in all languages
    return svg(step_pictures(answer.puzzle, FontMetrics(), [state], options)[0])


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
    solutions = (answer.solution,) if answer.solution is not None else answer.solutions
    if not 0 <= number < len(solutions):
        raise FormatError(f"solution {number + 1}: the puzzle has {len(solutions)} known")
    return svg(puzzle_picture(answer.puzzle, FontMetrics(), solutions[number], _options(answer.puzzle, solid=solid)))


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


MAX_SIDE = (
    60  # cells, the limit of pages to play too; the steps of 100x100 take half a minute of processor time (2026-11-23)
)
MAX_LISTED = 200  # puzzles and errors of a text
_PASTED = "pasted"  # stands for the source in the places of errors


def read_puzzles(text: str, kind: str, form: str | None) -> list[dict[str, Any]]:
    """Return the puzzles of a text and the errors in their places, as ``puzzlegen solve`` reads a file.

    ``kind`` is the kind of puzzles whose format does not name it. ``form`` is the only format to read, None for all.
    Raises FormatError for an unknown kind.
    """
    rows: list[dict[str, Any]] = []
    for entry in detect.read_lines(detect.split(text), _PASTED, variant_named(kind), form):
        if len(rows) == MAX_LISTED:
            break
        if isinstance(entry.found, FormatError):
            (problem,) = entry.found.problems
            rows.append(_problem(problem.text, problem.place.line, problem.place.column))
            continue
        grid = entry.found.grid
        if max(grid.width, grid.height) > MAX_SIDE:
            words = f"the puzzle has {grid} cells; this page takes up to {MAX_SIDE} a side; choose a smaller one"
            rows.append(_problem(words, entry.line))
        else:
            puzzle = entry.found
            if puzzle.stated:
                puzzle = with_stated_total(solve_puzzle(puzzle, MAX_TIER))
            rows.append({"line": line.write(puzzle), "size": str(grid), "kind": str(grid.variant), "row": entry.line})
    return rows or [_problem(f"there is no puzzle here; type one such as {line.EXAMPLE}", 1)]


def _problem(message: str, row: int, column: int = 0) -> dict[str, Any]:
    """Return an error with its place: ``row`` counts lines from 1, ``column`` characters, 0 if unknown."""
    return {"error": message, "row": row, "column": column}


def describe(puzzle_line: str) -> dict[str, Any]:
    """Return the facts about a puzzle: its solutions, the technique that it needs, its difficulty.

    Raises FormatError for a text that is no puzzle.
    """
    answer = answer_of(puzzle_line)
    puzzle = answer.puzzle
    known: dict[str, Any] = {
        "size": str(puzzle.grid),
        "kind": str(puzzle.grid.variant),
        "mines": puzzle.total,
        "status": str(answer.status),
        "verdict": _verdict(answer.status, answer.advice),
        "solutions": 1 if answer.solution is not None else len(answer.solutions),
        "differ": [puzzle.grid.name(cell) for cell in answer.differ],
        "playable": answer.solution is not None,
    }
    if answer.solved:
        grading = grade(answer.rounds)
        known |= {
            "tier": grading.tier,
            "difficulty": grading.difficulty,
            "score": round(grading.score, 1),
            "bottlenecks": grading.bottlenecks,
            "par": list(grading.par),
        }
    return known


def _verdict(status: Status, advice: str) -> str:
    if status is Status.SOLVED:
        return "The puzzle has exactly one solution, and logic finds it."
    return f"The puzzle {advice}."


def puzzle_text(puzzle_line: str, form: str) -> str:
    """Return a puzzle in a format of ``docs/formats.md``. Raises FormatError where it cannot be written in it."""
    answer = answer_of(puzzle_line)
    if answer.solution is None:
        return registry.write(answer.puzzle, form)
    if answer.solved:
        return registry.write_solved(GradedPuzzle(answer.puzzle, answer.solution, grade(answer.rounds)), form)
    return registry.write_solved(AnsweredPuzzle(answer.puzzle, answer.solution), form)


def sentences(puzzle_line: str, language: str) -> dict[str, str]:
    """Return the ideas that a puzzle shows, each with the sentence about it that is printed over the puzzle."""
    messages = load(language)
    return {idea: words.sentence for idea in _shown_ideas(puzzle_line) if (words := messages.idea(idea))}


@lru_cache(maxsize=8)  # those of a board of 20x20 cells take 0.45 s (2026-11-28)
def _shown_ideas(puzzle_line: str) -> list[str]:
    answer = answer_of(puzzle_line)
    return ideas_shown(answer.puzzle.grid, answer.puzzle.cells, answer.rounds.moment.tolist())


def puzzle_file(puzzle_line: str, name: str, language: str) -> bytes:
    """Return a file of PUZZLE_FILES, as ``puzzlegen render`` writes it.

    Raises OutputError for another name, and what ``render`` raises.
    """
    if name not in PUZZLE_FILES:
        raise OutputError(f"{name}: there is no such file")
    answer = answer_of(puzzle_line)
    with TemporaryDirectory(prefix="puzzlegen-") as folder:
        path = Path(folder) / name
        render(answer.puzzle, RenderRequest(path, solution=name.startswith("answer."), language=language))
        return read_limited(path, MAX_RECORDS)
