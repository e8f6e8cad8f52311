"""Reads puzzles in any format, and solves and grades one for the studio; runs in the process for tools."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from puzzlegen.board.deduction import Status
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.variants import variant_named
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.formats import detect, line
from puzzlegen.grading.grade import grade
from puzzlegen.single.render_puzzle import RenderRequest, render
from puzzlegen.single.solve_puzzles import solve_puzzle, with_stated_total
from puzzlegen.studio.offered_names import PUZZLE_FILES
from puzzlegen.studio.shown_solution import answer_of

MAX_SIDE = (
    60  # cells, the limit of pages to play too; the steps of 100x100 take half a minute of processor time (2026-11-23)
)
MAX_LISTED = 200  # puzzles and errors of a text
_PASTED = "pasted"  # stands for the source in the places of errors
_PLACE = re.compile(rf"{_PASTED}:([0-9]+)(?::([0-9]+))?: ")


def read_puzzles(text: str, kind: str, form: str | None) -> list[dict[str, Any]]:
    """Return the puzzles of a text and the errors in their places, as ``puzzlegen solve`` reads a file.

    ``kind`` is the kind of puzzles whose format does not name it. ``form`` is the only format to read, None for all.
    Raises FormatError for an unknown kind.
    """
    found: list[dict[str, Any]] = []
    for entry in detect.read_lines(detect.split(text), _PASTED, variant_named(kind), form):
        if len(found) == MAX_LISTED:
            break
        if isinstance(entry.found, FormatError):
            found.append(_problem(str(entry.found), entry.line))
            continue
        grid = entry.found.grid
        if max(grid.width, grid.height) > MAX_SIDE:
            remedy = "use puzzlegen solve for larger boards"
            found.append(_problem(f"found {grid}, allowed {MAX_SIDE} cells a side; {remedy}", entry.line))
        else:
            puzzle = entry.found
            if puzzle.stated:
                puzzle = with_stated_total(solve_puzzle(puzzle, MAX_TIER))
            found.append({"line": line.write(puzzle), "size": str(grid), "kind": str(grid.variant), "row": entry.line})
    return found or [_problem(f"found no puzzle, expected one such as {line.EXAMPLE}", 1)]


def _problem(message: str, row: int) -> dict[str, Any]:
    """Return an error with its place: ``row`` counts lines from 1, ``column`` characters, 0 if unknown."""
    place = _PLACE.match(message)
    if place is None:
        return {"error": message, "row": row, "column": 0}
    return {"error": message[place.end() :], "row": int(place[1]), "column": int(place[2] or 0)}


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
        found = grade(answer.rounds)
        known |= {
            "tier": found.tier,
            "difficulty": found.difficulty,
            "score": round(found.score, 1),
            "bottlenecks": found.bottlenecks,
            "par": list(found.par),
        }
    return known


def _verdict(status: Status, advice: str) -> str:
    if status is Status.SOLVED:
        return "The puzzle has exactly one solution, and logic finds it."
    return f"The puzzle {advice}."


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
        return path.read_bytes()
