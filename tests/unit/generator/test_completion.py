"""Completed drafts have what was wanted, are unique, and need no more than allowed; others say why there is none."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from puzzlegen.board.draft import Draft, draft_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, GradedPuzzle, Puzzle, from_mines
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.config.generation import read_spec
from puzzlegen.errors import NoCompletionError
from puzzlegen.formats import draft as draft_format
from puzzlegen.formats import line
from puzzlegen.generator import completion
from puzzlegen.solver import exact
from puzzlegen.solver.half_made import examine as half_made_states

HEART = read_spec({"shape": "heart"}, [Grid(9, 8)]).board_of(Grid(9, 8))


def completed(draft: Draft, name: str = "completed", **properties: Any) -> GradedPuzzle:
    spec = PuzzleSpec(kind=draft.grid.variant.name, **properties)
    return completion.complete(completion.completion_request(spec, draft, name)).graded


def assert_as_wanted(draft: Draft, made: GradedPuzzle, tier: int) -> None:
    puzzle, solution = made.puzzle, made.solution
    assert puzzle.grid == draft.grid and puzzle.total == draft.total
    assert exact.solutions(puzzle).solutions == (solution,)
    assert made.grade.tier <= tier
    for cell, value in draft.clues.items():
        assert puzzle.cells[cell] == value if value is not None else puzzle.cells[cell] >= 0
    assert all(puzzle.cells[cell] == BLANK for cell in draft.blank)
    assert [cell for cell, value in enumerate(puzzle.cells) if value == EMPTY] == sorted(draft.plain)
    assert [cell for cell, value in enumerate(puzzle.cells) if value == VOID] == sorted(draft.grid.voids)
    assert all(solution[cell] for cell in draft.mines) and not any(solution[cell] for cell in draft.safe)
    assert draft.total in (None, sum(solution))


def half_made(source: random.Random, board: Grid, clues: int) -> Draft:
    """Some clues, mines, blanks and safe cells of a board that exists, so that there is such a puzzle."""
    mines = [source.random() < board.variant.usual_density and bool(there) for there in board.present]
    full = from_mines(board, mines)
    cells = source.sample([cell for cell, value in enumerate(full.cells) if value >= 0], clues + 3)
    others = source.sample(sorted(set(np.flatnonzero(board.present).tolist()) - set(cells)), 8)
    values = {cell: source.choice([full.cells[cell], full.cells[cell], None]) for cell in cells[:clues]}
    return Draft(
        Grid(board.width, board.height, board.variant, board.voids),
        values,
        blank=others[4:],
        mines=[cell for cell in others if mines[cell]],
        safe=[cell for cell in cells[clues:] if not mines[cell]],
        total=source.choice([None, None, sum(mines)]),
    )


@pytest.mark.parametrize("tier", [1, 2, 3])
@pytest.mark.parametrize("kind", VARIANTS.values(), ids=str)
def test_completions_have_what_was_wanted(kind: Variant, tier: int) -> None:
    source = random.Random(f"{kind}/{tier}")
    for clues in (3, 8, 15):
        draft = half_made(source, Grid(9, 8, kind), clues)
        assert_as_wanted(draft, completed(draft, f"{clues}", max_tier=tier), tier)


@pytest.mark.parametrize("difficulty", ["easy", "medium", "hard", "expert"])
def test_completions_have_the_difficulty(difficulty: str) -> None:
    draft = half_made(random.Random(difficulty), Grid(10, 9), 6)
    made = completed(draft, difficulty=difficulty)
    assert_as_wanted(draft, made, 3)
    assert made.grade.difficulty == difficulty


@pytest.mark.parametrize("kind", [MINESWEEPER, MOSAIC], ids=str)
def test_shapes_and_cells_without_a_number(kind: Variant) -> None:
    board = replace(HEART, variant=kind)
    source = random.Random(3)
    draft = half_made(source, board, 6)
    taken = {*draft.clues, *draft.blank, *draft.mines, *draft.safe}
    plain = source.sample([cell for cell in np.flatnonzero(board.present).tolist() if cell not in taken], 4)
    draft = replace(draft, plain=plain, total=None)
    assert_as_wanted(draft, completed(draft), 3)


def test_clues_may_be_limited_to_a_few_places() -> None:
    """Where no clue is left to choose, mines are changed until the clues prove them."""
    rows = """
        ? _ _ ? _ _ ? _
        _ ? _ _ _ ? _ _
        _ _ ? _ ? _ _ ?
        ? _ _ _ _ _ ? _
        _ ? _ ? _ ? _ _
        _ _ _ _ _ _ _ ?
        ? _ ? _ ? _ ? _
    """
    draft = draft_format.parse("\n".join(row.strip() for row in rows.strip().split("\n")))
    made = completed(draft, max_tier=1)
    assert_as_wanted(draft, made, 1)
    assert made.puzzle.clues == len(draft.clues)


def test_values_that_the_search_does_not_find_are_found_exactly() -> None:
    """All clues of a hard puzzle at once: mines that fit come from the exact solver in the end."""
    puzzle = line.parse("10x10:k8b0b77n6a3e8f8o2a6d8f2e0b2a3a5h")
    made = completed(draft_of(puzzle), max_tier=3)
    assert made.puzzle == puzzle


def test_the_result_depends_on_the_request_only() -> None:
    draft = half_made(random.Random(1), Grid(8, 7), 5)
    once, again, other = (completed(draft, name, difficulty="medium") for name in ("a", "a", "b"))
    assert once == again
    assert once.puzzle != other.puzzle
    assert once.stream is not None and once.stream.startswith("a/")


def test_the_number_of_mines_may_be_given_without_being_printed() -> None:
    draft = half_made(random.Random(5), Grid(8, 7), 5)
    draft = replace(draft, total=None, mines=[])
    made = completed(draft, mines=14)
    assert sum(made.solution) == 14 and made.puzzle.total is None
    made = completed(draft, density=0.25, spread=0.02)
    assert 13 <= sum(made.solution) <= 15


def test_a_finished_puzzle_stays_as_it_is() -> None:
    puzzle = line.parse("4x4:a13f3a2a2a0")
    whole = replace(draft_of(puzzle), blank=[cell for cell, value in enumerate(puzzle.cells) if value == BLANK])
    assert completed(whole).puzzle == puzzle


@pytest.mark.parametrize(
    ("text", "error", "cells"),
    [
        ("...\n.8.", "the 8 in R2C2 cannot hold; change it or leave it out", [4]),
        (
            "0 * .\n. . .",
            "the 0 in R1C1 and the mine in R1C2 cannot both hold; change one of them or leave it out",
            [0, 1],
        ),
        ("mines 0\n. * .\n. . .", "the mine in R1C2 and the total cannot both hold; change one of them", [1, None]),
        (
            "_ _ _ ?\n_ _ * .\n? . . .",
            "no clue can stand beside R1C1 (nor beside 1 other cell), so nothing could prove it; allow a clue there",
            [0, 1, 4, 5],
        ),
    ],
)
def test_what_cannot_be_is_named(text: str, error: str, cells: list[int | None]) -> None:
    with pytest.raises(NoCompletionError) as caught:
        completed(draft_format.parse(text))
    assert str(caught.value).startswith(error)
    assert [cell for cell, _ in caught.value.clash] == cells


def test_the_end_of_the_attempts_is_said() -> None:
    draft = Draft(Grid(6, 5), blank=range(12, 18))
    with pytest.raises(
        NoCompletionError, match=r"no expert 6x5 puzzle with what is given in \d+ attempts \("
    ) as caught:
        completed(draft, difficulty="expert", attempts=20)
    assert caught.value.clash == ()
    two = Puzzle(Grid(5, 1), (BLANK, 1, BLANK, BLANK, BLANK))
    ambiguous = replace(draft_of(two), blank=[0, 2, 3, 4], total=1)
    with pytest.raises(NoCompletionError, match="the clues that are allowed do not prove the mines"):
        completed(ambiguous, attempts=10)


def test_random_drafts_are_completed_or_refused_with_a_reason() -> None:
    """Nothing of these drafts need be possible; boards may be narrow, and cells without any neighbor."""
    source, ends = random.Random(11), set()
    for number in range(150):
        kind = source.choice(list(VARIANTS.values()))
        width, height = (source.randint(kind.least_side, kind.least_side + 4) for _ in range(2))
        cells = source.sample(range(width * height), width * height)
        voids = sorted(cells.pop() for _ in range(0 if kind.wraps else min(3, len(cells) - 1)))
        board = Grid(width, height, kind, tuple(voids))
        some = [[cells.pop() for _ in range(min(len(cells), source.randint(0, most)))] for most in (5, 9, 3, 2)]
        clues = {cell: source.choice([None, None, 0, 1, 2]) for cell in some[0]}
        total = source.choice([None, None, source.randint(0, board.area)])
        draft = Draft(board, clues, some[1], some[2], some[3], total=total)
        try:
            made = completed(draft, f"{number}", attempts=20)
        except NoCompletionError as error:
            ends.add(bool(error.clash))
            assert bool(half_made_states(draft).clash) <= bool(error.clash)
        else:
            ends.add(None)
            assert_as_wanted(draft, made, 3)
            states = half_made_states(draft).cells
            assert all(
                letter in "?-" or (letter == "y") == mine for letter, mine in zip(states, made.solution, strict=True)
            )
    assert ends == {True, False, None}
