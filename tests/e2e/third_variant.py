"""A program that adds a third row to the table of variants, before anything else is imported, and runs a command.

The current folder must have templates/en with the messages of the new row.

``python third_variant.py COMMAND ...`` is the command line of puzzlegen with that row. Without a command it tries the
functions of the API.
"""

import sys
from dataclasses import replace
from itertools import pairwise

from puzzlegen.board.lattices import SQUARES, VARIANTS, Variant

BESIDE = Variant(
    name="beside",
    neighbors=((-1, 0), (0, -1), (0, 1), (1, 0)),
    clue_on_mine=False,
    usual_density=0.25,
    words="beside",
    tag="beside",
)
WITHOUT_MESSAGES = replace(BESIDE, name="plus", words="", tag="plus")
VARIANTS.update({variant.name: variant for variant in (BESIDE, WITHOUT_MESSAGES)})


def try_the_api() -> None:
    """Generate, write, read, solve, explain and grade puzzles of the new variant on boards that are not square."""
    import puzzlegen  # noqa: PLC0415  # the row comes first; so below
    from puzzlegen.board.symmetry import canonical_form, image  # noqa: PLC0415  # as above
    from puzzlegen.solver import exact  # noqa: PLC0415  # as above

    for difficulty in ("easy", "medium"):
        graded = puzzlegen.generate("7x5", kind="beside", difficulty=difficulty, seed="third")
        puzzle = graded.puzzle
        assert max(puzzle.cells) <= 4 and graded.grade.difficulty == difficulty
        text = puzzlegen.write(puzzle)
        assert text.startswith("beside:7x5:") and puzzlegen.parse(text) == puzzle
        assert puzzlegen.parse(text.removeprefix("beside:"), kind="beside") == puzzle
        assert puzzlegen.parse(puzzlegen.write(puzzle, "text")) == puzzle
        assert puzzlegen.solve(puzzle).solution == graded.solution
        assert exact.solutions(puzzle).solutions == (graded.solution,)
        assert puzzlegen.grade(puzzle) == graded.grade
        steps = puzzlegen.explain(puzzle)
        proved = [cell for step in steps for cell in (*step.deduction.mines, *step.deduction.safe)]
        assert sorted(proved) == [cell for cell, hidden in enumerate(puzzle.hidden) if hidden]
        forms = [
            canonical_form(one.grid, one.cells) for one in (image(puzzle, t) for t in range(len(SQUARES.transforms)))
        ]
        assert all(one == other for one, other in pairwise(forms)) and forms[0].endswith(b"beside")
    for form in ("puzzlink", "janko", "pzprv3", "gmpuzzles", "tatham"):
        try:
            puzzlegen.write(graded, form)
        except puzzlegen.PuzzlegenError:
            continue
        raise AssertionError(f"{form} holds minesweeper or mosaics only")


if __name__ == "__main__":
    if sys.argv[1:]:
        from puzzlegen.cli.app import main  # the row comes first

        main()
    else:
        try_the_api()
