"""A board in the middle of a solve, in plain Python."""

from positions import position_of

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.engine.round_deductions import TOTAL
from puzzlegen.solver.position import neighbors_of, placements_of, smallest_covers


def test_neighbors_are_listed_for_each_cell_of_any_variant() -> None:
    assert neighbors_of(Grid(2, 2))[0] == (1, 2, 3)
    assert neighbors_of(Grid(2, 1, MOSAIC)) == ((0, 1), (0, 1))


def test_a_clue_needs_the_mines_that_are_not_marked() -> None:
    position = position_of("3x2:c121,m2", "y")
    assert (position.need(3), position.unknown(3)) == (0, [1])
    assert (position.need(4), position.unknown(4)) == (1, [1, 2])
    assert position.placement_count(4) == 2
    assert position.placement_count(TOTAL) == 0
    assert position.remaining() == (1, 2)
    assert position.clues_at(2) == [4, 5]


def test_a_restricted_position_has_only_the_named_clues() -> None:
    position = position_of("3x2:c121,m2")
    alone = position.restricted([4])
    assert (alone.clues, alone.total) == ({4: 2}, None)
    assert position.restricted([4, TOTAL]).total == 2
    alone.known[0] = MINE
    assert position.known[0] == UNKNOWN


def test_placements_that_another_clue_refutes_are_dropped() -> None:
    position = position_of("3x2:c121")
    found = placements_of(position, 4)
    assert [found.values(placed) for placed in found.masks] == [
        {0: MINE, 1: MINE, 2: SAFE},
        {0: MINE, 1: SAFE, 2: MINE},
        {0: SAFE, 1: MINE, 2: MINE},
    ]
    assert found.refuted == {3: 0b001, 5: 0b100}
    assert found.refuted_by([3, 5, 99]) == 0b101
    assert found.with_value(1, SAFE) == 0b010
    assert found.shared_values() == {0: MINE, 1: SAFE, 2: MINE}


def test_a_clue_with_too_many_mines_around_it_has_no_placement() -> None:
    position = position_of("3x1:b1", "?y?")
    assert len(placements_of(position, 2).masks) == 1  # nothing left to place
    broken = position_of("3x1:a0a", "y??")
    assert (broken.need(1), placements_of(broken, 1).all) == (-1, 0)


def test_other_clues_can_be_left_out() -> None:
    assert placements_of(position_of("3x2:c121"), 4, others=False).refuted == {}


def test_all_smallest_covers_of_two_are_found() -> None:
    assert smallest_covers({5: 0b11, 3: 0b01, 7: 0b11}, 0b11) == [(5,), (7,)]
    assert smallest_covers({1: 0b01, 2: 0b10, 3: 0b10}, 0b11) == [(1, 2), (1, 3)]


def test_one_cover_of_three_is_found() -> None:
    assert smallest_covers({1: 0b001, 2: 0b010, 3: 0b100, 4: 0b010}, 0b111) == [(1, 2, 3)]


def test_there_is_no_cover_where_a_placement_is_not_refuted() -> None:
    assert smallest_covers({1: 0b01}, 0b11) == []
