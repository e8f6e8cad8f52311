"""The engine does the same without its compiler: used for debugging and for coverage."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from small_climbs import climbed_and_rated

from puzzlegen.board.grid import Grid
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.formats import line
from puzzlegen.generator.batch import generate_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.solver.tiers import run

CASES = Path(__file__).with_name("interpreted_cases.py")


def test_the_engine_runs_interpreted():
    tests = Path(__file__).parents[2]
    paths = [tests.parent, tests, tests / "unit" / "engine", tests / "property"]
    environment = {**os.environ, "PUZZLEGEN_KERNELS": "interpreted", "PYTHONPATH": os.pathsep.join(map(str, paths))}
    command = [sys.executable, "-W", "error::RuntimeWarning", CASES]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [*climbed_and_rated(), "alike"], done.stderr


SOLVE = """
import sys
from puzzlegen.formats import line
from puzzlegen.solver.tiers import run
for text in sys.stdin:
    trace = run(line.parse(text.strip()), 4)
    print(trace.status, trace.known.tolist(), trace.moment.tolist(), trace.by.tolist(), trace.available.tolist())
"""


def test_puzzles_are_solved_alike_without_a_library():
    options = (("easy", 6), ("medium", 6), ("hard", 6), ("expert", 3))
    requests = [
        r for name, n in options for r in requests_for(PuzzleSpec(difficulty=name), Grid(9, 8), f"small/{name}", n)
    ]
    puzzles = [generate_puzzle(request).graded.puzzle for request in requests]
    stuck = [replace(p, cells=tuple(-1 if i < 20 else v for i, v in enumerate(p.cells))) for p in puzzles[-8:]]
    traces = [run(puzzle, 4) for puzzle in puzzles + stuck]
    expected = [
        f"{t.status} {t.known.tolist()} {t.moment.tolist()} {t.by.tolist()} {t.available.tolist()}" for t in traces
    ]
    text = "\n".join(line.write(puzzle) for puzzle in puzzles + stuck)
    command = [sys.executable, "-W", "error", "-c", SOLVE]
    environment = {**os.environ, "PUZZLEGEN_KERNELS": "interpreted"}
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == expected, done.stderr
