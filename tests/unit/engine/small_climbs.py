"""Climbs and adjustments of few changes on small boards, so that they take seconds without a compiler too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from puzzlegen.board.difficulty import NO_AIM, TECHNIQUE_TIERS, Aim
from puzzlegen.board.spec import Layout
from puzzlegen.engine import adjustment, rating
from puzzlegen.engine import climb as engine
from puzzlegen.formats import line
from puzzlegen.generator import improving
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.grading.quality import parts
from puzzlegen.random_streams import stream
from puzzlegen.solver.tiers import run

HARD, OTHER = "6x6:a3f3b1a2a2b13a2a2a3a2d2b1", "6x6:1b2a12a3e2a5a1a3f2b1d1"
NO_CLUES = "3x3:i,m0"
RATED = (  # for each technique, so that together they reach every line of its count
    HARD,
    OTHER,
    NO_CLUES,
    "6x2:f.1221.",
    "4x2:1221d",
    "3x3:a2b31a1.",
    "5x2:e.121.",
    "3x3:b122b1a",
    "9x7:1f0b2a3a22c33a1h12b52a23f4a4a21c4e0a",
    "8x6:0a1b43b1h2a54a2a3a3b1a3a2h1221a",
    "5x5:a1b12223a1e224f",
    "5x5:0a11e22b2a4b3e1",
    "6x5:b2b1a4432a3e2f1a22a",
    "6x5:a1b3b3d3b2g1121a1a",
    "5x5:a1a1a#####a1a1a#####a1a1a,m3",
    "5x3:a1a1a#####e,m7",
)


@dataclass(frozen=True)
class Climb:
    """A climb: its puzzle, changes to try, by how much the cost may rise in thousandths, and what is asked for."""

    puzzle: str
    changes: int
    heat: int = 6000
    aim: Aim = NO_AIM
    asked: dict[str, Any] = field(default_factory=dict)


CLIMBS = (
    Climb(HARD, 60, aim=Aim(hardest=True)),
    Climb(OTHER, 60, 0, Aim("normal"), {"difficulty": "hard", "lone_cells": False}),
    Climb(OTHER, 60, aim=Aim("normal", score=30.0, start="top"), asked={"density": 0.3}),
    Climb(HARD, 60, aim=Aim("normal"), asked={"difficulty": "expert", "layout": Layout("half-turn")}),
    Climb("mosaic:5x4:2a1b2b1a3a4a3b4b", 20, 0),
    Climb(NO_CLUES, 5),
)


ADJUSTED = (  # puzzle and what it is to become
    (HARD, {"difficulty": "expert"}),
    (OTHER, {"difficulty": "hard", "lone_cells": False}),
    ("9x7:1f0b2a3a22c33a1h12b52a23f4a4a21c4e0a", {"difficulty": "hard", "total": True}),
    ("mosaic:5x4:2a1b2b1a3a4a3b4b", {"difficulty": "hard"}),
    ("5x5:a1a1a#####a1a1a#####a1a1a,m3", {"difficulty": "hard", "total": True}),
)


def climbed_and_rated() -> Iterator[str]:
    """Yield the results of climbs, with cost and numbers of changes, of adjustments, and the parts of each puzzle."""
    for puzzle, asked in ADJUSTED:
        yield _adjusted(puzzle, asked)
    for climb in CLIMBS:
        yield _climbed(climb)
    for puzzle in RATED:
        yield str(parts(run(line.parse(puzzle), 4), 30.0, "medium"))
        for technique in TECHNIQUE_TIERS:
            yield _climbed(Climb(puzzle, 0, aim=Aim("normal", technique=technique)))


def _adjusted(puzzle: str, asked: dict[str, Any]) -> str:
    trace = run(line.parse(puzzle), 4)
    request = PuzzleRequest(trace.puzzle.grid, "", 3, density=0.33, spread=0.1, **asked)
    whole = adjustment.adjust
    ends = []

    def short(*arguments: Any) -> adjustment.Adjusted:
        arguments[7][adjustment.PATIENCE] = 15
        ends.append(whole(*arguments))
        return ends[-1]

    with mock.patch.object(adjustment, "adjust", short):
        found = improving.adjust(request, trace, stream("small adjustment"))
    fits, effort, clue, mines, changes = ends[0]
    return f"{found and line.write(found[0].puzzle)} {fits} {effort} {clue.tolist()} {mines.tolist()} {changes}"


def _climbed(climb: Climb) -> str:
    trace = run(line.parse(climb.puzzle), 4)
    grid, total = trace.puzzle.grid, trace.puzzle.total is not None
    request = PuzzleRequest(grid, "", 4, total=total, aim=climb.aim, **climb.asked)
    whole = engine.climb
    tallies = []

    def short(*arguments: Any) -> engine.Climbed:
        board = arguments[8]
        board[rating.MOVES], board[rating.HEAT] = climb.changes, climb.heat
        found = whole(*arguments)
        tallies.append(found.tally.tolist())
        return found

    with mock.patch.object(engine, "climb", short):
        found = improving.climb(request, trace, stream("small climb"))
    return f"{line.write(found.puzzle)} {tallies}"
