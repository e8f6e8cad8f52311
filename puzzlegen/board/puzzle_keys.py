"""Defines the keys by which repeats of a puzzle are found. Making them is in ``symmetry``, which imports numpy."""

from __future__ import annotations

from typing import NamedTuple


class PuzzleKeys(NamedTuple):
    """The keys by which repeats are found: digests of clues and of mines, 16 bytes each, the same for all images.

    Two different boards share a 128-bit key once in 10**19 ledgers of a million puzzles each.
    """

    clues: bytes
    mines: bytes
