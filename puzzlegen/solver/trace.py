"""Defines the trace of a solve: the round in which each cell was proved, and the clue that proved it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The rounds of one solve, as arrays (see engine.solving.rounds).

    ``known`` (int8), ``moment`` and ``by`` (int32) have one entry a cell. ``moment`` is the round that proved the
    cell: 0 for a cell known from the start, -1 for one never proved. ``by`` is the clue that proved it.
    ``tier`` and ``available`` (int32) have one entry a round: its tier, and the number of clues with a deduction.
    """

    status: Status
    known: NDArray[np.int8]
    moment: NDArray[np.int32]
    by: NDArray[np.int32]
    tier: NDArray[np.int32]
    available: NDArray[np.int32]

    @property
    def hardest(self) -> int:
        """The highest tier used; 0 if no cell had to be proved."""
        return int(self.tier.max(initial=0))
