"""The ``json`` format: one object a puzzle, one a line; keys are only ever added.

Only ``puzzle`` is needed to read one. ``solution`` is an ``answer`` string, ``par`` a band of minutes, ``seed`` names a
random stream.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from puzzlegen.board.puzzle import Puzzle, Solution
from puzzlegen.errors import FormatError
from puzzlegen.formats import answer, line


@dataclass(frozen=True, slots=True)
class Record:
    """One issued puzzle, as it travels between commands. ``number`` and ``section`` are its place in a book, from 1."""

    puzzle: Puzzle
    solution: Solution
    tier: int
    difficulty: str
    score: float
    bottlenecks: int
    par: tuple[int, int]
    seed: str
    attempts: int = 1
    number: int | None = None
    section: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """The JSON object."""
        place = {"number": self.number, "section": self.section} if self.number is not None else {}
        return {
            **place,
            "puzzle": line.write(self.puzzle),
            "width": self.puzzle.grid.width,
            "height": self.puzzle.grid.height,
            "clues": self.puzzle.clues,
            "mines": sum(self.solution),
            "total": self.puzzle.total,
            "solution": answer.write(self.solution),
            "tier": self.tier,
            "difficulty": self.difficulty,
            "score": self.score,
            "bottlenecks": self.bottlenecks,
            "par": list(self.par),
            "seed": self.seed,
            "attempts": self.attempts,
        }


def dumps(data: dict[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(data, ensure_ascii=False)


def loads(text: str) -> dict[str, Any]:
    """One JSON object. Raises FormatError when it is not one."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as fault:
        raise FormatError(f"not JSON: {fault}") from None
    if not isinstance(data, dict):
        raise FormatError('expected one JSON object a line, such as {"puzzle": "4x4:a13f3a2a2a0"}')
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def parse(text: str) -> Puzzle:
    """The puzzle of a JSON object. Raises FormatError when its ``puzzle`` is missing or wrong."""
    found = loads(text).get("puzzle")
    if not isinstance(found, str):
        raise FormatError('the JSON object has no text under "puzzle"')
    return line.parse(found)


def parse_record(text: str) -> Record:
    """A whole record. Raises FormatError naming the first key that is missing, wrong or at odds with another."""
    data = loads(text)
    puzzle = parse(text)

    def value(key: str, kind: type | tuple[type, ...]) -> Any:
        found = data.get(key)
        if not isinstance(found, kind) or isinstance(found, bool):
            raise FormatError(f"{key}: found {found!r}, expected {'text' if kind is str else 'a number'}")
        return found

    solution = answer.parse(value("solution", str))
    if len(solution) != puzzle.grid.size:
        raise FormatError(f"solution: found {len(solution)} cells, the board has {puzzle.grid.size}")
    return Record(
        puzzle,
        solution,
        value("tier", int),
        value("difficulty", str),
        _score(value("score", (int, float))),
        value("bottlenecks", int),
        _par(data.get("par")),
        value("seed", str),
        value("attempts", int),
        value("number", int) if "number" in data else None,
        value("section", int) if "section" in data else None,
    )


def _par(found: object) -> tuple[int, int]:
    if isinstance(found, list) and len(found) == 2 and all(type(minutes) is int for minutes in found):
        return found[0], found[1]
    raise FormatError(f"par: found {found!r}, expected two numbers of minutes")


def _score(found: float) -> float:
    try:
        if math.isfinite(float(found)):
            return float(found)
    except OverflowError:
        pass
    raise FormatError("score: found a number without end, expected one like 41.5")
