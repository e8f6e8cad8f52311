"""Makes puzzles whose solution is a given picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puzzlegen.engine.thinning.thin_naive import single_removals
from puzzlegen.generator.requests import PuzzleRequest
from puzzlegen.generator.thinning import ThinnedPuzzle, thin
from puzzlegen.pictures.cell_pictures import cells_of
from puzzlegen.random_streams import Stream


def picture_mines(request: PuzzleRequest) -> NDArray[np.int8]:
    """Return the mines of the request's picture, int8 of shape ``(size,)``, 1 = mine."""
    assert request.picture is not None
    return cells_of(request.picture.splitlines()).ravel().astype(np.int8)


def thin_picture(request: PuzzleRequest, random: Stream) -> ThinnedPuzzle:
    """Make the puzzle with the picture of the request as its mines. Only the order of removals is random.

    Raises GenerationError for a picture that even all clues do not prove at the cap.
    """
    order = single_removals(random.permutation(request.grid.size))
    return thin(request.grid, picture_mines(request), request.cap, order, total=request.total)
