"""Labels of tables: where they are removed they could not have been clues."""

import pytest

from puzzlegen import api
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import BLANK, Puzzle, Status
from puzzlegen.formats import line
from puzzlegen.solver.bounded_solve import outcome


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("height", [2, 3, 6])
@pytest.mark.parametrize("width", [2, 3, 7])
@pytest.mark.parametrize("kind", ["minesweeper", "mosaic"])
def test_labels_read_as_clues_contradict_each_other(kind: str, width: int, height: int, first: int) -> None:
    head, index = list(range(first, width + first)), list(range(first, height + first))
    cells = [BLANK, *head]
    for label in index:
        cells += [label, *[BLANK] * width]
    labeled = Puzzle(Grid(width + 1, height + 1, VARIANTS[kind]), tuple(cells))
    assert outcome(labeled).status is Status.CONTRADICTION
    table = "\n".join([f",{','.join(map(str, head))}", *(f"{label}," + ",".join("." * width) for label in index)])
    assert api.parse(table).grid == Grid(width, height)


def test_many_columns_are_named_as_in_a_spreadsheet() -> None:
    names = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB"]
    rows = [f"{at}," + ",".join("1" if col == at else "" for col in range(28)) for at in (1, 2)]
    assert line.write(api.parse("\n".join([f",{','.join(names)}", *rows]))) == "28x2:a1zb1y"
