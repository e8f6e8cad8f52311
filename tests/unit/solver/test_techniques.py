"""The one-line cases of techniques.txt: each technique has cases where it applies, and cases where it must not."""

from dataclasses import replace
from pathlib import Path

import pytest
import slow_solver as slow
from replay import board_of
from slow_techniques import rounds
from solved import explain

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Branch, Clash, Consequence, Deduction, Puzzle
from puzzlegen.board.symmetry import image, image_cells
from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import is_shortened, step_sentence
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run, solve

CASES = [
    tuple(row.split())
    for row in (Path(__file__).parent / "techniques.txt").read_text(encoding="utf-8").splitlines()
    if row.strip() and not row.startswith("#")
]

PLAIN = sorted({text for _, text, _ in CASES if text.count(":") == 1})  # minesweeper on squares
FEWEST = 9


def state_after(puzzle: Puzzle, technique: str) -> str:
    """Return what is known after the moment of the first such deduction, or - if there is none."""
    deductions = explain(run(puzzle, MAX_TIER))
    first = next((step.moment for step in deductions if step.technique == technique), None)
    if first is None:
        return "-"
    known = ["n" if value != -1 else "?" for value in puzzle.cells]
    for step in deductions:
        if step.moment <= first:
            for cells, mark in ((step.mines, "y"), (step.safe, "n")):
                for x in cells:
                    known[x] = mark
    return "".join(known)


@pytest.mark.parametrize(("technique", "text", "state"), CASES, ids=lambda part: part)
def test_case_in_all_orientations(technique: str, text: str, state: str) -> None:
    puzzle = line.parse(text)
    for transform in range(len(puzzle.grid.variant.lattice.transforms)):
        expected = state if state == "-" else "".join(image_cells(puzzle.grid, state, transform, "n"))
        assert state_after(image(puzzle, transform), technique) == expected, transform


@pytest.mark.parametrize(("text", "state"), [(text, state) for _, text, state in CASES if state != "-"])
def test_the_proved_cells_of_a_case_are_true(text: str, state: str) -> None:
    puzzle = line.parse(text)
    found = solutions(puzzle).solutions
    assert found, "in a case without a solution everything can be proved"
    for solution in found:
        assert all(mark in ("?", "y" if mine else "n") for mark, mine in zip(state, solution, strict=True))


@pytest.mark.parametrize(
    ("text", "states"), [(text, {code: state for code, other, state in CASES if other == text}) for text in PLAIN]
)
def test_the_cases_of_plain_boards_are_those_of_the_definitions(text: str, states: dict[str, str]) -> None:
    puzzle = line.parse(text)
    board = board_of(puzzle, {x: slow.SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden})
    first: dict[str, str] = {}
    for names, known in rounds(board, puzzle.grid.width):
        for name in names:
            first.setdefault(name, "".join("?ny"[known.get(x, slow.UNKNOWN)] for x in range(puzzle.grid.size)))
    assert {code: first.get(code, "-") for code in states} == states


@pytest.mark.parametrize("code", TECHNIQUES)
def test_every_technique_has_many_cases_with_and_without_it(code: str) -> None:
    states = [state for technique, _, state in CASES if technique == code]
    assert min(states.count("-"), len(states) - states.count("-")) >= FEWEST


def test_each_case_is_listed_once() -> None:
    assert len({case[:2] for case in CASES}) == len(CASES) >= 400


SENTENCES = [
    ("3x1:a0a", "The 0 at R1C2 touches no mines: R1C1 and R1C3 are safe."),
    ("3x1:a2a", "The 2 at R1C2 needs every blank it has left: R1C1 and R1C3 are mines."),
    ("5x1:c0a,m0", "The 0 at R1C4 touches no mines: R1C3 and R1C5 are safe."),
    ("2x1:aa,m2", "The printed number of mines decides the other cells: R1C1 and R1C2 are mines."),
    (
        "4x2:d11..",
        "1-1: the 1 at R2C2 also counts the mine of the 1 at R2C1, so the other cells of the first are safe: "
        "R1C3 is safe.",
    ),
    (
        "4x2:d.12.",
        "1-2: the 1 at R2C2 and the 2 at R2C3 can share only one mine, so the cell that only the second counts "
        "is a mine, and all cells only the first counts are safe: R1C4 is a mine; R1C1 is safe.",
    ),
    (
        "3x2:d31",
        "The 3 at R2C2 also touches every unknown cell of the 1 at R2C3, which decides the other cells of the first: "
        "R1C1 and R2C1 are mines.",
    ),
    (
        "2x3:1d2",
        "The 2 at R3C2 needs 1 more than the 1 at R1C1, one for each cell only it counts, so those are mines, and "
        "all cells only the other counts are safe: R3C1 is a mine; R1C2 is safe.",
    ),
    (
        "4x3:1a1f4b",
        "The 4 at R3C2 needs 3 more than the 1 at R1C1, one for each cell only it counts, so those are mines, and "
        "all cells only the other counts are safe: R2C3, R3C1, and R3C3 are mines; R1C2 is safe.",
    ),
    (
        "4x3:a1a..a3d1",
        "All ways to place the mines of the 3 at R2C3 together with those of the 1 at R1C2 and the 1 at R3C4 agree: "
        "R3C2 is a mine; R1C1 is safe.",
    ),
    (
        "3x2:c121",
        "1-2-1: the 1 at R2C1 and the 1 at R2C3 can each touch only one mine of the 2 at R2C2, so there is one "
        "on each side: R1C1 and R1C3 are mines; R1C2 is safe.",
    ),
    (
        "4x2:1221d",
        "1-2-2-1 along the 1 at R1C1, the 2 at R1C2, the 2 at R1C3, and the 1 at R1C4: each 1 can share only one "
        "mine with the 2 beside it, so that 2 has its other mine toward the other 2, and no 1 has a mine "
        "elsewhere: R2C2 and R2C3 are mines; R2C1 and R2C4 are safe.",
    ),
    (
        "4x2:1a2d1",
        "Suppose R2C1 is a mine. The 1 at R1C1 is then complete, so R1C2 and R2C2 are safe. The 2 at R1C3 "
        "then needs R1C4 and R2C3. But the 1 at R2C4 would have too many mines. So R2C1 is safe.",
    ),
    (
        "4x2:a33e,m4",
        "Suppose R2C2 is safe. The 3 at R1C2 then needs R1C1, R2C1, and R2C3. The 3 at R1C3 then needs R1C4 and R2C4. "
        "But the total would be exceeded. So R2C2 is a mine.",
    ),
]


@pytest.mark.parametrize(("text", "words"), SENTENCES, ids=lambda part: part.split()[0])
def test_explanations_name_the_cells(text: str, words: str) -> None:
    puzzle = line.parse(text)
    assert step_sentence(puzzle, solve(puzzle, 4).deductions[0], load("en")) == words


def listed(chains: list[tuple[int, ...]]) -> Deduction:
    """A proof by a list of placements of the clue at R1C1 in 9x1:1a1a1a1a1, all refuted at R1C9 by such chains."""
    branches = [
        Branch((1,), (), tuple(Consequence((clue,), (3,), ()) for clue in chain), Clash((8,), True)) for chain in chains
    ]
    return Deduction(1, 3, "contradiction", (0,), (), (1,), "list", tuple(branches), (1,))


def test_a_long_refutation_names_its_first_and_last_clues() -> None:
    puzzle = line.parse("9x1:1a1a1a1a1")
    step = listed([(0, 2, 4, 6, 4, 2)])
    assert is_shortened(step)
    assert "R1C2 (breaks the 1 at R1C9 via R1C1, R1C3, R1C5, …, R1C3)." in step_sentence(puzzle, step, load("en"))
    assert "via R1C1, R1C3, R1C5, R1C7, R1C5, R1C3)" in step_sentence(puzzle, step, load("en"), whole=True)
    assert "via R1C3, R1C5)" in step_sentence(puzzle, listed([(2, 4)]), load("en"))


def test_a_long_list_of_placements_is_counted() -> None:
    puzzle = line.parse("9x1:1a1a1a1a1")
    assert not is_shortened(listed([()] * 4))
    assert is_shortened(listed([()] * 6))
    assert "or in 2 other ways. So R1C2 is safe." in step_sentence(puzzle, listed([()] * 6), load("en"))
    assert step_sentence(puzzle, listed([()] * 6), load("en"), whole=True).count("(breaks the 1 at R1C9)") == 6


def test_a_long_chain_is_shortened_to_its_beginning_and_end() -> None:
    puzzle = line.parse("9x1:1a1a1a1a1")
    step = replace(listed([(0, 2, 4, 6, 4, 2)]), method="suppose")
    assert is_shortened(step)
    words = step_sentence(puzzle, step, load("en"))
    assert words.startswith("Suppose R1C2 is a mine. The 1 at R1C1 then needs R1C4. The 1 at R1C3")
    assert (
        "The 1 at R1C5 then needs R1C4. 2 more steps follow. The 1 at R1C3 then needs R1C4. But the 1 at R1C9 would"
        in words
    )
    assert "2 more steps" not in step_sentence(puzzle, step, load("en"), whole=True)


def test_the_table_is_in_order_of_difficulty() -> None:
    rows = list(TECHNIQUES.values())
    assert [row.tier for row in rows] == sorted(row.tier for row in rows)
    assert [row.complexity for row in rows] == sorted(row.complexity for row in rows)


@pytest.mark.parametrize("code", TECHNIQUES)
def test_all_placeholders_of_sentences_are_filled(code: str) -> None:
    text = next(text for technique, text, state in CASES if technique == code and state != "-")
    puzzle = line.parse(text)
    for step in solve(puzzle, MAX_TIER).deductions:
        words = step_sentence(puzzle, step, load("en"))
        assert words.endswith(".")
        assert "{" not in words
        assert "  " not in words
