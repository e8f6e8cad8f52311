"""Each deduction of a trace is true, follows from exactly its witnesses at its tier, and can spare none of them."""

import slow_solver as slow
from hypothesis import given, settings
from hypothesis import strategies as st
from test_solving import EITHER

from puzzlegen.board.deduction import Deduction
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.symmetry import TRANSFORMS, cell_order, image
from puzzlegen.solve.exact import solutions
from puzzlegen.solve.logic import solve
from puzzlegen.solve.techniques import TECHNIQUES

RULES = {1: [slow.single, slow.by_total], 2: [slow.tier_2], 3: [slow.tier_3], 4: [slow.tier_4]}


def follows(puzzle: Puzzle, before: dict[int, int], step: Deduction, clues: set[int], total: bool) -> bool:
    """Whether one look by the slow solver at these clues alone proves the step's cells."""
    around = slow.square_around(puzzle.grid.width, puzzle.grid.height, own=puzzle.grid.counts_own_cell)
    printed = {clue: puzzle.cells[clue] for clue in clues}
    board = slow.Board(around, printed, before, puzzle.total if total else None)
    facts = {}
    for rule in RULES[step.tier]:
        for clue, more in rule(board):
            if step.tier <= 2 or clue == step.witnesses[0]:
                facts |= more
    wanted = dict.fromkeys(step.mines, slow.MINE) | dict.fromkeys(step.safe, slow.SAFE)
    return wanted.items() <= facts.items()


def check_witnesses(puzzle: Puzzle) -> None:
    known = {x: slow.SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
    moment = 0
    pending: dict[int, int] = {}
    for step in solve(puzzle, 4).deductions:
        if step.moment > moment:
            known, pending, moment = known | pending, {}, step.moment
        pending |= dict.fromkeys(step.mines, slow.MINE) | dict.fromkeys(step.safe, slow.SAFE)
        clues = set(step.witnesses)
        assert follows(puzzle, known, step, clues, step.total), step
        for spare in step.witnesses:
            if step.tier <= 2 or spare != step.witnesses[0]:
                assert not follows(puzzle, known, step, clues - {spare}, step.total), (step, spare)
        if step.total:
            assert not follows(puzzle, known, step, clues, False), step


@settings(max_examples=120)
@given(EITHER)
def test_each_deduction_follows_from_its_witnesses_and_needs_them_all(puzzle: Puzzle) -> None:
    check_witnesses(puzzle)


@settings(max_examples=100)
@given(EITHER)
def test_each_deduction_is_true(puzzle: Puzzle) -> None:
    found = solutions(puzzle).solutions
    for step in solve(puzzle, 4).deductions:
        assert step.tier == TECHNIQUES[step.technique].tier
        for solution in found:
            assert all(solution[x] for x in step.mines)
            assert not any(solution[x] for x in step.safe)


@settings(max_examples=100)
@given(EITHER)
def test_every_way_to_be_wrong_is_refuted(puzzle: Puzzle) -> None:
    for step in solve(puzzle, 4).deductions:
        if step.tier < 3:
            assert not step.refuted
            continue
        assert step.refuted
        for refutation in step.refuted:
            assert len(refutation.mines) == step.needs[0]
            mines = set(refutation.mines)
            assert not set(step.mines) <= mines or mines & set(step.safe)
            assert refutation.broken is not None or step.total
            named = {clue for clue in (*refutation.chain, refutation.broken) if clue is not None}
            assert named <= set(step.witnesses)


def by_cell(puzzle: Puzzle) -> dict[int, tuple[int, str]]:
    return {x: (step.moment, step.technique) for step in solve(puzzle, 4).deductions for x in step.mines + step.safe}


@settings(max_examples=60)
@given(EITHER, st.sampled_from(TRANSFORMS))
def test_images_are_explained_by_the_same_techniques(puzzle: Puzzle, transform: int) -> None:
    first = by_cell(puzzle)
    order = cell_order(puzzle.grid, transform)
    assert {int(order[x]): found for x, found in by_cell(image(puzzle, transform)).items()} == first
