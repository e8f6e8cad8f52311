"""Refutations of placements, and the clues that they need."""

from positions import position_of

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Branch, Clash, Consequence
from puzzlegen.engine.clue_rules import MINE, SAFE
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.formats import line
from puzzlegen.solver.refutation_reasons import clues_used, propagate, reduced_refutations, refutations
from puzzlegen.solver.tiers import run


def test_a_placement_that_breaks_no_clue_has_no_contradiction() -> None:
    assert propagate(position_of("3x1:a1a"), {0: MINE, 2: SAFE}, deep=False) is None


def test_a_chain_lists_the_clues_in_order_up_to_the_broken_one() -> None:
    position = position_of("5x1:a1a1a,m1")
    found = propagate(position, {0: MINE, 2: SAFE}, deep=False)
    assert found is not None
    assert found.branch == Branch((0,), (2,), (Consequence((3,), (4,), ()),), Clash((), too_many=True))
    assert found.used == {3, TOTAL}
    assert position.known[0] != MINE  # the position itself is not changed


def test_without_the_total_the_same_placement_holds() -> None:
    assert propagate(position_of("5x1:a1a1a"), {0: MINE, 2: SAFE}, deep=False) is None


def test_only_deep_propagation_reads_clues_together() -> None:
    text = "mosaic:9x7:a23e0a4a3b2b24b33a3b4a3a46d4b4b4c755a4a233c2b"  # needs tier 4
    position = position_of(text, "".join("?ny"[value] for value in run(line.parse(text), 3).known))
    assert refutations(position, 54, {45: MINE}, deep=False) == []
    found = refutations(position, 54, {45: MINE}, deep=True)
    assert [placement[45] for placement, _ in found] == [SAFE] * 3


def test_a_proof_needs_every_other_placement_refuted() -> None:
    position = position_of("5x1:a1a1a,m1")
    ((placement, broken),) = refutations(position, 1, {0: SAFE, 2: MINE}, deep=False)
    assert placement == {0: MINE, 2: SAFE}
    assert broken.branch.clash == Clash((), too_many=True)
    assert refutations(position_of("5x1:a1a1a"), 1, {0: SAFE}, deep=False) == []


def test_clues_that_are_not_needed_are_dropped() -> None:
    position, proved = position_of("7x1:a1a1a1a,m1"), {0: SAFE, 2: MINE}
    assert clues_used(refutations(position, 1, proved, deep=False)) == {3, 5, TOTAL}
    reduced = reduced_refutations(position, Grid(7, 1), 1, proved, deep=False)
    assert clues_used(reduced) == {3, TOTAL}
