"""Recognizes the pictures that ship with puzzlegen in puzzles, by their mines."""

from __future__ import annotations

from functools import cache

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.grid import Grid
from puzzlegen.board.symmetry import mines_key
from puzzlegen.board.variants import VARIANTS
from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import GenerationError
from puzzlegen.generator.picture_repair import repair
from puzzlegen.generator.requests import mines_of
from puzzlegen.pictures.drawings import ENDING, read_drawing_file


def is_ready_picture(mines: bytes) -> bool:
    """Tell whether the mines with this key (see ``symmetry.mines_key``) show a picture that ships with puzzlegen.

    Everyone has these pictures, so books and dailies of one ledger may share them, with different clues. A copy of
    their file counts as well; a drawing with other cells does not.
    """
    return mines in _ready_mines()


@cache
def _ready_mines() -> frozenset[bytes]:
    """Return the keys of the mines of the ready pictures, in each variant and as repaired for each difficulty.

    It takes 0.6 s (2026-11-26), so it is made when a picture repeats, not before.
    """
    caps = sorted({difficulty.cap for difficulty in DIFFICULTIES.values()})
    found = set()
    for path in (shipped_folder("templates") / "pictures").rglob(f"*{ENDING}"):  # with the sample for users' own
        cells = read_drawing_file(path).cells
        for variant in VARIANTS.values():
            mines = mines_of(cells, variant)
            grid = Grid(mines.shape[1], mines.shape[0], variant)
            for cap in caps:
                try:
                    repaired = repair(grid, mines, cap).cells
                except GenerationError:  # no puzzle can show it
                    continue
                found.add(mines_key(grid, repaired.ravel().tolist()))
    return frozenset(found)
