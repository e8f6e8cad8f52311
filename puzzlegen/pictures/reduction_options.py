"""How images are reduced to pictures. It imports nothing, for help texts and configs."""

from __future__ import annotations

from dataclasses import dataclass

MIN_SIDE, MAX_SIDE = 5, 60  # cells a side of a picture; the most that a page can hold
SPECKS, MAX_SPECKS = 35, 400  # percent of a cell: smaller parts of the picture are dirt; and the most


@dataclass(frozen=True, slots=True)
class ReductionOptions:
    """How to reduce an image.

    The picture gets ``width`` cells a row. With ``height`` it is fitted into that many rows too, and may be narrower.
    ``threshold`` is the shade, 0 to 255, below which a pixel is dark; None chooses it by Otsu's method. ``invert``
    fills the light parts instead of the dark ones. Parts smaller than ``specks``, in percent of a cell, are removed.
    """

    width: int
    height: int | None = None
    threshold: int | None = None
    invert: bool = False
    specks: int = SPECKS
