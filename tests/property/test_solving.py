"""Properties that hold for every puzzle: soundness, confluence, symmetry, monotonicity, round trips."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, NO_CELL, VARIANTS, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Status, from_mines
from puzzlegen.board.symmetry import cell_order, image
from puzzlegen.formats import line
from puzzlegen.grading.grade import grade
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run, solve


@st.composite
def puzzles(draw: st.DrawFn, honest: bool = True, variant: Variant = MINESWEEPER) -> Puzzle:
    """Some clues of a random board of up to 7x6 cells, perhaps with a total; if not ``honest``, clues may lie."""
    grid = Grid(draw(st.integers(variant.least_side, 7)), draw(st.integers(variant.least_side, 6)), variant)
    percent = draw(st.integers(10, 50 if variant is MINESWEEPER else 90))
    mines = [draw(st.integers(0, 99)) < percent for _ in range(grid.size)]
    full = from_mines(grid, mines)
    cells = []
    for value, mine in zip(full.cells, mines, strict=True):
        fate = draw(st.integers(0, 99))
        cells.append(value if value == BLANK or fate < 60 else EMPTY if fate < 65 and not mine else BLANK)
    if not honest:
        at = draw(st.integers(0, grid.size - 1))
        cells[at] = draw(st.integers(0, grid.variant.highest_clue))
    total = draw(st.sampled_from([None, None, sum(mines)]))
    if not honest and total is not None:
        total = min(total, Puzzle(grid, tuple(cells)).unproved)
    return Puzzle(grid, tuple(cells), total)


EITHER = st.sampled_from(list(VARIANTS.values())).flatmap(lambda variant: puzzles(variant=variant))
LYING = st.sampled_from(list(VARIANTS.values())).flatmap(lambda variant: puzzles(honest=False, variant=variant))


@settings(max_examples=250)
@given(EITHER)
def test_what_the_tiers_prove_is_true(puzzle: Puzzle) -> None:
    found = solutions(puzzle).solutions
    assert found
    known = solve(puzzle, 4).known
    for solution in found:
        assert all(value in (None, mine) for value, mine in zip(known, solution, strict=True))


@settings(max_examples=150)
@given(LYING)
def test_lying_clues_are_never_solved_wrongly(puzzle: Puzzle) -> None:
    found = solutions(puzzle).solutions
    rounds = run(puzzle, 4)
    if rounds.status is Status.SOLVED:
        assert found == (rounds.solution,)
    if rounds.status is Status.CONTRADICTION:
        assert not found


@settings(max_examples=100)
@given(EITHER)
def test_images_are_solved_and_graded_alike(puzzle: Puzzle) -> None:
    """An image visits the clues in another order, so this is confluence as well."""
    first = run(puzzle, 4)
    for transform in range(len(puzzle.grid.variant.lattice.transforms)):
        other = run(image(puzzle, transform), 4)
        assert other.status is first.status
        old = cell_order(puzzle.grid, transform)
        cells = np.flatnonzero(old != NO_CELL)  # without voids around the image
        assert (other.known[cells] == first.known[old[cells]]).all()
        assert (other.moment[cells] == first.moment[old[cells]]).all()
        assert (other.tier.tolist(), other.available.tolist()) == (first.tier.tolist(), first.available.tolist())
        if first.status is Status.SOLVED:
            assert grade(other) == grade(first)


@settings(max_examples=100)
@given(EITHER, st.data())
def test_another_clue_never_proves_less(puzzle: Puzzle, data: st.DataObject) -> None:
    (solution, *_) = solutions(puzzle).solutions
    full = from_mines(puzzle.grid, solution)
    spare = [i for i, value in enumerate(puzzle.cells) if value == BLANK and full.cells[i] >= 0]
    if not spare:
        return
    at = data.draw(st.sampled_from(spare))
    cells = tuple(full.cells[at] if i == at else value for i, value in enumerate(puzzle.cells))
    richer = Puzzle(puzzle.grid, cells, puzzle.total)
    for cap in (1, 2, 3):
        before, after = run(puzzle, cap), run(richer, cap)
        assert all(b in (0, a) for b, a in zip(before.known, after.known, strict=True))
        if before.status is Status.SOLVED:
            assert after.hardest <= before.hardest


@settings(max_examples=80)
@given(EITHER)
def test_a_trace_proves_each_cell_once_and_stands_on_real_clues(puzzle: Puzzle) -> None:
    trace = solve(puzzle, 4)
    proved = [x for step in trace.deductions for x in step.mines + step.safe]
    assert len(proved) == len(set(proved))
    assert set(proved) == {i for i, hidden in enumerate(puzzle.hidden) if hidden and trace.known[i] is not None}
    for step in trace.deductions:
        assert all(puzzle.cells[w] >= 0 for w in step.witnesses)
        named = [one.clues for branch in step.branches for one in branch.consequences]
        named += [branch.clash.clues for branch in step.branches if branch.clash is not None]
        assert {clue for clues in named for clue in clues} <= {*step.witnesses}
        assert step.total == (() in named or step.technique in ("total", "disjoint", "disjoint-safe"))


@given(EITHER, st.data())
def test_line_round_trip(puzzle: Puzzle, data: st.DataObject) -> None:
    void = data.draw(st.integers(0, puzzle.grid.size - 1))
    shaped = not puzzle.grid.variant.wraps
    if shaped and (puzzle.total is None or not puzzle.hidden[void] or puzzle.total < puzzle.unproved):
        cells = tuple(VOID if i == void else value for i, value in enumerate(puzzle.cells))
        puzzle = Puzzle(puzzle.grid, cells, puzzle.total)
    assert line.parse(line.write(puzzle)) == puzzle
