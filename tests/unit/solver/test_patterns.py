"""The smallest explanation of what tier 2 proves."""

from positions import position_of

from puzzlegen.board.lattices import SQUARES
from puzzlegen.board.symmetry import image
from puzzlegen.engine.clue_rules import MINE, SAFE
from puzzlegen.formats import line
from puzzlegen.solver.explanation import Pattern, patterns_of, proves


def patterns(text: str, proved: dict[int, int]) -> list[tuple[str, set[int], dict[int, int]]]:
    found = patterns_of(position_of(text), line.parse(text).grid, proved)
    return [(pattern.technique, {pattern.clue, *pattern.others}, cells) for pattern, cells in found]


def test_1_2_1_proves_all_three_cells_as_one_pattern() -> None:
    cells = {0: MINE, 1: SAFE, 2: MINE}
    assert patterns("3x2:c121", cells) == [("1-2-1", {3, 4, 5}, {0: MINE, 2: MINE, 1: SAFE})]


def test_1_2_2_1_joins_two_patterns_back_to_back() -> None:
    cells = {5: MINE, 6: MINE}
    assert patterns("4x2:1221d", cells) == [("1-2-2-1", {0, 1, 2, 3}, cells)]


def test_nothing_proved_needs_no_pattern() -> None:
    assert patterns("3x2:c121", {}) == []


def test_each_cell_is_proved_by_exactly_one_pattern() -> None:
    cells = {0: MINE, 1: SAFE, 2: MINE}
    for transform in range(len(SQUARES.transforms)):
        puzzle = image(line.parse("3x2:c121"), transform)
        blanks = [cell for cell, value in enumerate(puzzle.cells) if value < 0]
        proved = dict(zip(blanks, cells.values(), strict=True))
        found = patterns(line.write(puzzle), proved)
        assert [cell for _, _, part in found for cell in part] == sorted(proved, key=lambda x: (proved[x] != MINE, x))
        assert {technique for technique, _, _ in found} == {"1-2-1"}


def test_one_round_with_the_named_clues_proves_the_cells_or_does_not() -> None:
    position = position_of("3x2:c121")
    assert proves(position, {3, 4, 5}, {0: MINE, 1: SAFE, 2: MINE})
    assert proves(position, {3, 4}, {2: MINE})
    assert not proves(position, {3, 4}, {0: MINE})
    assert proves(position, set(), {})


def test_patterns_with_the_same_clues_in_another_order_are_the_same() -> None:
    assert Pattern("1-2-1", 4, (3, 5)).key == Pattern("1-2-1", 3, (4, 5)).key
