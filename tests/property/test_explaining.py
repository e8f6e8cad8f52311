"""Each deduction of a trace is true, follows from exactly its witnesses at its tier, and can spare none of them."""

from itertools import combinations

import numpy as np
import slow_solver as slow
from hypothesis import given, settings
from hypothesis import strategies as st
from replay import board_of, replay, values, with_pairs
from solved import explain
from test_solving import EITHER, LYING

from puzzlegen.board.puzzle import Deduction, Puzzle
from puzzlegen.board.symmetry import cell_order, image
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import all_steps, step_after
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run, solution_path, solve

RULES = {1: [slow.single, slow.by_total], 3: [slow.disjoint]}
PLAY = {3: [slow.single, slow.by_total], 4: [slow.single, slow.by_total, slow.tier_2]}


def follows(puzzle: Puzzle, before: dict[int, int], step: Deduction, clues: set[int], total: bool) -> bool:
    """Whether the slow solver proves the step's cells from these clues alone: at tiers 3 and 4 by each supposition."""
    board = board_of(puzzle, before)
    board.clues = {clue: puzzle.cells[clue] for clue in clues}
    board.total = puzzle.total if total else None
    if step.branches:
        rules = PLAY[4 if with_pairs(step) else 3]
        return not any(slow.plays_on(board.supposing(supposed), rules) for supposed in wrong_suppositions(step))
    if step.tier == 2:
        return values(step).items() <= together(board).items()
    facts = {}
    for rule in RULES[step.tier]:
        for _, more in rule(board):
            facts |= more
    return values(step).items() <= facts.items()


def together(board: slow.Board) -> dict[int, int]:
    """What all ways to satisfy the clues of a board agree on."""
    ways: list[dict[int, int]] = [{}]
    for clue in board.clues:
        ways = [way | placed for way in ways for placed in board.supposing(board.known | way).placements(clue)]
    return dict(set.intersection(*(set(way.items()) for way in ways))) if ways else {}


def wrong_suppositions(step: Deduction) -> list[dict[int, int]]:
    """What must all lead to a contradiction: one wrong cell, or the placements of a clue with one wrong cell."""
    if step.method == "suppose":
        return [{x: value} for x, value in values(step.branches[0]).items()]
    wrong = [{x: slow.MINE + slow.SAFE - value} for x, value in values(step).items()]
    if step.method == "agree":
        return [values(branch) | one for branch in step.branches for one in wrong if fits(values(branch), one)]
    return [values(branch) for branch in step.branches]


def fits(one: dict[int, int], other: dict[int, int]) -> bool:
    return all(one.get(x, value) == value for x, value in other.items())


def check_witnesses(puzzle: Puzzle) -> None:
    known = {x: slow.SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
    for step in solve(puzzle, 4).deductions:
        clues = set(step.witnesses)
        assert follows(puzzle, known, step, clues, step.total), step
        longest = max((len(branch.consequences) for branch in step.branches), default=0)
        if step.tier <= 2 or (step.method in ("suppose", "list") and longest <= 5 and not with_pairs(step)):
            for spare in step.witnesses:
                if not step.branches or spare != step.witnesses[0]:
                    assert not follows(puzzle, known, step, clues - {spare}, step.total), (step, spare)
            if step.total:
                assert not follows(puzzle, known, step, clues, False), step
        known |= values(step)


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
    known = {x: slow.SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
    for step in solve(puzzle, 4).deductions:
        check_cases(puzzle, known, step)
        known |= values(step)


def check_cases(puzzle: Puzzle, before: dict[int, int], step: Deduction) -> None:
    """The branches of a proof are all the cases there are."""
    if step.tier < 3 or step.technique in ("disjoint", "disjoint-safe"):
        assert (step.method, step.branches) == ("", ())
        return
    if step.method == "suppose":
        (branch,) = step.branches
        assert values(branch) == {x: slow.MINE + slow.SAFE - value for x, value in values(step).items()}
        return
    placements = list(board_of(puzzle, before).placements(step.witnesses[0]))
    if step.method != "agree":
        placements = [placement for placement in placements if not values(step).items() <= placement.items()]
    if step.method != "list":
        assert 2 <= len(placements) <= 3
    listed = [values(branch) for branch in step.branches]
    assert len(listed) == len(placements)
    assert all(placement in listed for placement in placements)


@settings(max_examples=150)
@given(EITHER)
def test_what_a_sentence_says_of_its_clues_is_so(puzzle: Puzzle) -> None:
    known = {x: slow.SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
    for step in solve(puzzle, 4).deductions:
        if step.technique == "1-2-1":
            check_both_sides(puzzle, known, step)
        if step.branches:
            assert replay(board_of(puzzle, known), step) >= len(step.branches)
        known |= values(step)


def check_both_sides(puzzle: Puzzle, before: dict[int, int], step: Deduction) -> None:
    """Neither of the others can have both mines of the first clue, so that each has one."""
    board = board_of(puzzle, before)
    clue, *others = step.witnesses
    assert (board.missing(clue), *map(board.missing, others)) == (2, 1, 1)
    zones = [set(board.unknown_around(other)) for other in others]
    for x, y in combinations(board.unknown_around(clue), 2):
        assert any({x, y} <= zone for zone in zones) or all(len({x, y} & zone) == 1 for zone in zones)


@settings(max_examples=100)
@given(LYING)
def test_clues_that_lie_are_explained_as_far_as_they_go(puzzle: Puzzle) -> None:
    messages = load("en")
    steps = all_steps(run(puzzle, 4), messages)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert [step_after(run(puzzle, 4), messages, i) for i in range(len(steps) + 1)] == [*steps, None]
    assert all(step.as_dict()["words"] == step.sentence for step in steps)


@settings(max_examples=150)
@given(EITHER)
def test_each_step_of_a_path_tells_all_that_its_clues_prove_by_then(puzzle: Puzzle) -> None:
    rounds = run(puzzle, 4)
    known = {x: slow.SAFE for x, hidden in enumerate(puzzle.hidden) if not hidden}
    moment = 0
    for step in solution_path(rounds):
        marks = np.array([known.get(x, UNKNOWN) for x in range(puzzle.grid.size)], np.int8)
        assert step.moment in (moment, moment + 1)
        moment = step.moment
        assert step.tier <= 2 or step.tier == run(puzzle, 4, marks).tier[0], "supposed where clues prove something"
        assert not known.keys() & {*step.mines, *step.safe}
        assert follows(puzzle, known, step, set(step.witnesses), step.total)
        board = board_of(puzzle, known)
        assert step.needs == tuple(map(board.missing, step.witnesses))
        if step.tier > 1:  # what one clue proves by now is not told by several
            assert not any(follows(puzzle, known, step, {clue}, False) for clue in step.witnesses)
        if step.tier <= 2 and not step.total:
            proved = all_proved(puzzle, board, step)
            assert values(step) == {x: value for x, value in proved.items() if rounds.known[x] != UNKNOWN}
        if step.tier == 2:
            assert all(0 < board.missing(clue) < len(board.unknown_around(clue)) for clue in step.witnesses)
            for spare in step.witnesses:
                assert not follows(puzzle, known, step, {*step.witnesses} - {spare}, False)
        known |= values(step)
    assert [known.get(x, UNKNOWN) for x in range(puzzle.grid.size)] == rounds.known.tolist()


def all_proved(puzzle: Puzzle, board: slow.Board, step: Deduction) -> dict[int, int]:
    """What the clues of a step prove together."""
    board.clues = {clue: puzzle.cells[clue] for clue in step.witnesses}
    return together(board)


@settings(max_examples=100)
@given(EITHER, st.data())
def test_from_any_true_position_the_steps_are_true(puzzle: Puzzle, data: st.DataObject) -> None:
    solution = solutions(puzzle).solutions[0]
    marks = [(MINE if mine else SAFE) if data.draw(st.booleans()) else UNKNOWN for mine in solution]
    rounds = run(puzzle, 4, np.array(marks, np.int8))
    given_or_proved = {x for x, mark in enumerate(marks) if mark != UNKNOWN} | {
        x for x, hidden in enumerate(puzzle.hidden) if not hidden
    }
    for step in solution_path(rounds):
        assert not given_or_proved & {*step.mines, *step.safe}, "a step that proves what is known"
        given_or_proved |= {*step.mines, *step.safe}
    for found in solutions(puzzle).solutions:
        if all(mark in (UNKNOWN, MINE if mine else SAFE) for mark, mine in zip(marks, found, strict=True)):
            assert all(v in (UNKNOWN, MINE if mine else SAFE) for v, mine in zip(rounds.known, found, strict=True))


def by_cell(puzzle: Puzzle) -> dict[int, tuple[int, str]]:
    return {x: (step.moment, step.technique) for step in explain(run(puzzle, 4)) for x in step.mines + step.safe}


@settings(max_examples=60)
@given(EITHER, st.data())
def test_images_are_explained_by_the_same_techniques(puzzle: Puzzle, data: st.DataObject) -> None:
    first = by_cell(puzzle)
    transform = data.draw(st.integers(0, len(puzzle.grid.variant.lattice.transforms) - 1))
    order = cell_order(puzzle.grid, transform)
    assert {int(order[x]): found for x, found in by_cell(image(puzzle, transform)).items()} == first
