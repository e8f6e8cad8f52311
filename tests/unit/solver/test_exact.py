"""The exact solver against trying every set of mines: whole boards, boards in parts, and boards half proved."""

import random
from itertools import product

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, Puzzle, Solution, Status, from_mines
from puzzlegen.solver import exact
from puzzlegen.solver.bounded_solve import outcome

MOST_OPEN = 11  # cells, so that trying all sets takes little time


def every_solution(puzzle: Puzzle) -> set[Solution]:
    """All sets of mines that agree with the clues and the total, one by one."""
    around = puzzle.grid.neighborhood
    neighbors = [around.cells[a:b].tolist() for a, b in zip(around.start, around.start[1:], strict=False)]
    hidden = [cell for cell, flag in enumerate(puzzle.hidden) if flag]
    found = set()
    for choice in product((False, True), repeat=len(hidden)):
        mines = dict(zip(hidden, choice, strict=True))
        if puzzle.total is not None and sum(choice) != puzzle.total:
            continue
        if all(
            value < 0 or sum(mines.get(cell, False) for cell in neighbors[at]) == value
            for at, value in enumerate(puzzle.cells)
        ):
            found.add(tuple(mines.get(cell, False) for cell in range(puzzle.grid.size)))
    return found


def small_boards(number: int) -> list[Puzzle]:
    source = random.Random(number)
    boards: list[Puzzle] = []
    while len(boards) < number:
        variant = source.choice(list(VARIANTS.values()))
        sides = [max(variant.least_side, source.randint(1, 6)) for _ in range(2)]
        grid = Grid(*sides, variant)
        mines = [source.random() < 0.3 for _ in range(grid.size)]
        cells = list(from_mines(grid, mines).cells)
        for cell, mine in enumerate(mines):
            fate = source.random()
            if fate < 0.3:
                cells[cell] = BLANK
            elif fate < 0.5 and not mine:
                cells[cell] = EMPTY
            elif fate < 0.52 and not variant.wraps:
                cells[cell] = VOID
            elif fate < 0.54:
                cells[cell] = source.randint(0, variant.highest_clue)
        puzzle = Puzzle(grid, tuple(cells))
        if sum(puzzle.hidden) <= MOST_OPEN:
            total = source.choice([None, sum(mines), source.randint(0, puzzle.unproved)])
            boards.append(puzzle if total is None or total > puzzle.unproved else Puzzle(grid, tuple(cells), total))
    return boards


@pytest.mark.parametrize("part", [exact.PART, 3, 1])
def test_up_to_two_solutions_are_found(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "PART", part)
    counts = [0, 0, 0]
    for puzzle in small_boards(250):
        due = every_solution(puzzle)
        found = exact.solutions(puzzle).solutions
        assert len(set(found)) == len(found) == min(len(due), 2)
        assert set(found) <= due
        counts[len(found)] += 1
    assert min(counts) > 20


@pytest.mark.parametrize("part", [exact.PART, 1])
def test_proved_cells_need_no_search(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "PART", part)
    source = random.Random(4)
    for puzzle in small_boards(150):
        due = every_solution(puzzle)
        if not due:
            continue
        same = [
            cell for cell in range(puzzle.grid.size) if len({one[cell] for one in due}) == 1 and puzzle.hidden[cell]
        ]
        model = next(iter(due))
        proved = {cell: model[cell] for cell in same if source.random() < 0.7}
        found = exact.solutions(puzzle, proved=proved).solutions
        assert len(set(found)) == len(found) == min(len(due), 2)
        assert set(found) <= due


def solved_but_two_cells(side: int) -> Puzzle:
    """A board with a clue in every safe cell but at its first corner, where one of two cells is a mine."""
    source = random.Random(side)
    grid = Grid(side, side)
    mines = [source.random() < 0.2 for _ in range(grid.size)]
    corner = [row * side + col for row in range(3) for col in range(3)]
    for cell in corner:
        mines[cell] = cell == 0
    cells = list(from_mines(grid, mines).cells)
    for cell in corner:
        cells[cell] = BLANK if cell in (0, 1) else EMPTY
    cells[side] = 1
    return Puzzle(grid, tuple(cells))


def test_a_large_board_is_searched_only_where_it_is_open() -> None:
    puzzle = solved_but_two_cells(180)
    assert puzzle.clues * exact.FACTS * exact.GROUNDING > 6, "grounding all clues would take most of the time"
    found = outcome(puzzle)
    assert (found.status, found.note) == (Status.AMBIGUOUS, "")
    first, second = found.solutions
    assert [cell for cell in range(puzzle.grid.size) if first[cell] != second[cell]] == [0, 1]


def test_regions_share_no_open_cell_and_lose_no_clue() -> None:
    source = random.Random(8)
    grid = Grid(40, 30)
    full = from_mines(grid, [source.random() < 0.2 for _ in range(grid.size)])
    cells = tuple(value if source.random() < 0.15 else EMPTY if value >= 0 else BLANK for value in full.cells)
    clues, _ = exact.clues_and_cells(Puzzle(grid, cells), {})
    regions = list(exact.regions(clues))
    assert sorted(clue.place for region in regions for clue in region) == [clue.place for clue in clues]
    assert len(regions) > 10
    seen: set[int] = set()
    for region in regions:
        open_cells = {cell for clue in region for cell in clue.cells}
        assert not open_cells & seen
        seen |= open_cells


def test_no_time_to_search_is_not_called_a_search() -> None:
    puzzle = solved_but_two_cells(60)
    with pytest.raises(exact.UndecidedError, match=r"0 s were left to search \d+ clues with open cells, which are not"):
        exact.solutions(puzzle, budget=0.0)
