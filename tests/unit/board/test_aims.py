"""Wishes: which techniques solutions of each variant can need, which scores boards have, and what is refused."""

from itertools import combinations, product

import pytest

from puzzlegen.board.lattices import VARIANTS, Offset, Variant

Cells = set[Offset]


def cells_in_line(variant: Variant, side: Offset, count: int) -> tuple[list[Cells], Cells]:
    """The unknown cells that clues in a line may count, and those that are clues, which may be mines in a mosaic."""
    line = [(side[0] * k, side[1] * k) for k in range(count)]
    counted = [{(row + down, col + right) for down, right in variant.neighbors} for row, col in line]
    known = set() if variant.clue_on_mine else set(line)
    return [cells - known for cells in counted], known


def can_share(variant: Variant, side: Offset) -> bool:
    (one, two), _ = cells_in_line(variant, side, 2)
    return bool(one & two)


def can_be_one_two(variant: Variant, side: Offset) -> bool:
    """The 2 has a cell that the 1 does not count. With one shared cell it would need all its cells, without the 1."""
    (one, two), _ = cells_in_line(variant, side, 2)
    return len(one & two) >= 2 and bool(two - one)


def can_be_one_two_one(variant: Variant, side: Offset) -> bool:
    """Try all sets of unknown cells of the 2, and whether each 1 counts more that the 2 does not."""
    (first, middle, last), _ = cells_in_line(variant, side, 3)

    def fits(mines: Cells, cells: Cells, more: bool) -> bool:
        return len(mines & cells) == 1 or (more and not mines & cells)

    def forced(placements: list[Cells], unknown: Cells) -> Cells:
        return {x for x in unknown if len({x in mines for mines in placements}) == 1}

    for size in range(3, len(middle) + 1):
        for unknown in map(set, combinations(sorted(middle), size)):
            pairs = [set(pair) for pair in combinations(unknown, 2)]
            for more_first, more_last in product((False, True), repeat=2):
                if min(len(first & unknown) + more_first, len(last & unknown) + more_last) < 2:
                    continue  # a 1 with one unknown cell needs no other clue
                by_first = [mines for mines in pairs if fits(mines, first & unknown, more_first)]
                by_last = [mines for mines in pairs if fits(mines, last & unknown, more_last)]
                by_both = [mines for mines in by_first if mines in by_last]
                if by_both and forced(by_both, unknown) - forced(by_first, unknown) - forced(by_last, unknown):
                    return True
    return False


def can_be_one_two_two_one(variant: Variant, side: Offset) -> bool:
    """Two 1-2s whose 2s have their mines in cells that the other 2 counts too."""
    (one, two, far, end), _ = cells_in_line(variant, side, 4)
    between = two & far
    return min(len(one & two), len(far & end)) >= 2 and bool(between - one) and bool(between - end)


POSSIBLE = {
    "1-1": can_share,
    "1-2": can_be_one_two,
    "1-2-1": can_be_one_two_one,
    "1-2-2-1": can_be_one_two_two_one,
}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_techniques_of_clues_side_by_side_are_absent_where_cells_lie_otherwise(variant: Variant) -> None:
    sides = [offset for offset in variant.lattice.touching if variant.lattice.side_by_side(offset)]
    possible = [name for name, can in POSSIBLE.items() if any(can(variant, side) for side in sides)]
    assert [name for name in POSSIBLE if name not in possible] == list(variant.absent)
