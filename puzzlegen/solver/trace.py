"""Holds what the engine records of a solve: which cell was proved in which round, and from which clue."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.deduction import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The rounds of one solve, as arrays (see engine.solving.rounds).

    ``known`` int8, ``moment`` and ``by`` int32: one entry a cell. ``moment`` is the round in which a cell was proved,
    0 for a cell known from the start and -1 for one never proved; ``by`` is the clue that proved it.
    ``tier`` and ``available`` int32: one entry a round, its tier and how many clues could prove something in it.
    """

    status: Status
    known: NDArray[np.int8]
    moment: NDArray[np.int32]
    by: NDArray[np.int32]
    tier: NDArray[np.int32]
    available: NDArray[np.int32]

    @property
    def hardest(self) -> int:
        """Highest tier used; 0 if nothing had to be deduced."""
        return int(self.tier.max(initial=0))
