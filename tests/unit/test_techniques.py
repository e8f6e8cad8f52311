"""The one-line cases of techniques.txt, and that every technique has some, also some where it must not fire."""

from pathlib import Path

import pytest

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.symmetry import TRANSFORMS, image, image_cells
from puzzlegen.formats import line
from puzzlegen.solve.exact import solutions
from puzzlegen.solve.explain import TECHNIQUES, in_words
from puzzlegen.solve.logic import MAX_TIER, solve

CASES = [
    tuple(row.split())
    for row in (Path(__file__).parent / "techniques.txt").read_text(encoding="utf-8").splitlines()
    if row.strip() and not row.startswith("#")
]


def state_after(puzzle: Puzzle, technique: str) -> str:
    """What is known once the moment of the first such deduction has passed; - if there is none."""
    trace = solve(puzzle, MAX_TIER)
    first = next((step.moment for step in trace.deductions if step.technique == technique), None)
    if first is None:
        return "-"
    known = ["n" if value != -1 else "?" for value in puzzle.cells]
    for step in trace.deductions:
        if step.moment <= first:
            for cells, mark in ((step.mines, "y"), (step.safe, "n")):
                for x in cells:
                    known[x] = mark
    return "".join(known)


@pytest.mark.parametrize(("technique", "text", "state"), CASES, ids=lambda part: part)
def test_case_in_all_orientations(technique: str, text: str, state: str) -> None:
    puzzle = line.parse(text)
    for transform in TRANSFORMS:
        expected = state if state == "-" else "".join(image_cells(puzzle.grid, state, transform))
        assert state_after(image(puzzle, transform), technique) == expected, transform


@pytest.mark.parametrize(("text", "state"), [(text, state) for _, text, state in CASES if state != "-"])
def test_what_a_case_proves_is_true(text: str, state: str) -> None:
    puzzle = line.parse(text)
    found = solutions(puzzle).solutions
    assert found, "a case without a solution proves anything"
    for solution in found:
        assert all(mark in ("?", "y" if mine else "n") for mark, mine in zip(state, solution, strict=True))


@pytest.mark.parametrize("code", TECHNIQUES)
def test_every_technique_fires_and_does_not(code: str) -> None:
    states = [state for technique, _, state in CASES if technique == code]
    assert "-" in states
    assert any(state != "-" for state in states)


def test_explanations_name_the_cells() -> None:
    puzzle = line.parse("4x2:d11..")
    (step, *_) = solve(puzzle).deductions
    assert in_words(puzzle, step) == "All ways to complete R2C1 beside R2C2 agree: R1C3 is safe." or step.witnesses == (
        5,
        4,
    )


def test_witnesses_suffice() -> None:
    """A combination needs every witness it names: without one it proves less."""
    puzzle = line.parse("6x2:f.1221.")
    for step in solve(puzzle).deductions:
        if step.technique != "combination" or step.moment > 1:
            continue
        for spare in step.witnesses[1:]:
            cells = tuple(-2 if i == spare else value for i, value in enumerate(puzzle.cells))
            weaker = solve(Puzzle(puzzle.grid, cells), 2)
            proved = {
                x
                for s in weaker.deductions
                for x in s.mines + s.safe
                if s.moment == 1 and s.witnesses[0] == step.witnesses[0]
            }
            assert not set(step.mines + step.safe) <= proved
