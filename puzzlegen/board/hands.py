"""Defines the hands of the natural layout: habits of setters, one of which all puzzles of a section share.

The handmade puzzles that were measured are not alike: each setter has habits (docs/quality.md). So puzzles in the
natural layout are made with the habits of one hand, not with the average of all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

TOUCHING, AT_A_SIDE, APART, ANY = "touching", "at a side", "apart", "any"


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The habits of one hand.

    ``mines`` is the usual share of mines, and ``spread`` how far that of one puzzle may be from it.
    ``company``: TOUCHING leaves no clue without a clue in a cell that touches its cell, AT_A_SIDE none without one in a
    cell that shares a side, APART keeps clues that do not touch, and ANY is no habit.
    ``corners``, ``zeros`` and ``ones`` say how long clues in corners, 0s and 1s stay when clues are removed, beside
    others: factors on the random rank, below 1 for clues that are tried earlier and go more often. Other cells at an
    edge have half of the effect of corners. ``zeros`` and ``ones`` are also the factors of their usual shares.
    ``symmetries``: the clues have one of these that the board can have, drawn for each attempt.
    ``signs`` are ranges of shares, in thousandths, which puzzles of the hand should have: of ``lone`` clues, which
    touch no other; of cells at ``edges`` that have a clue; of clues with a clue at one of their ``sides``; of ``zeros``
    and ``ones`` among the clues. ``evenness`` is the variance of the number of clues in nine cells, in thousandths, up
    to which they are even. ``grading.quality`` prefers such puzzles.
    """

    name: str
    meaning: str
    mines: float
    spread: float
    signs: Mapping[str, tuple[int, int]]
    company: str = TOUCHING
    corners: float = 0.6
    zeros: float = 1.0
    ones: float = 1.0
    symmetries: tuple[str, ...] = ()
    evenness: int = 700


HANDS: Mapping[str, Hand] = MappingProxyType(
    {
        hand.name: hand
        for hand in (
            Hand(
                "light", "few mines, and so more 1s", 0.28, 0.06,
                {"lone": (0, 20), "edges": (220, 370), "sides": (580, 780), "ones": (210, 270)}, ones=1.1,
            ),
            Hand(
                "balanced", "half-turn symmetry and few 0s", 0.33, 0.05,
                {"lone": (100, 240), "edges": (230, 400), "sides": (580, 800), "zeros": (0, 10)},
                ANY, zeros=0.1, symmetries=("half-turn", "both-mirrors"),
            ),
            Hand(
                "scattered", "many clues that touch no other", 0.31, 0.06,
                {"lone": (220, 320), "edges": (280, 420), "sides": (450, 650)}, APART,
            ),
            Hand(
                "edges", "many clues at the edges", 0.31, 0.06,
                {"lone": (80, 120), "edges": (430, 520), "sides": (540, 740)}, ANY, corners=5.0,
            ),
            Hand(
                "lines", "clues side by side, in short lines", 0.32, 0.06,
                {"lone": (0, 20), "edges": (280, 420), "sides": (950, 1000)}, AT_A_SIDE,
            ),
        )
    }
)  # fmt: skip


def hand_named(name: str | None) -> Hand | None:
    """Return the hand of a name; None for none."""
    return None if name is None else HANDS[name]


def hand_for(name: str, *others: str | None) -> str:
    """Return the hand that a section, a week or a run of this name has: any but ``others``."""
    ranked = sorted(HANDS, key=lambda hand: hashlib.sha256(f"{name}\x1fhand\x1f{hand}".encode()).digest())
    return next(hand for hand in ranked if hand not in others)


def hand_of_week(series: str, day: int) -> str:
    """Return the hand of the week, from Monday, of a day that is given by its ordinal (``date.toordinal``).

    Weeks that follow each other have different hands.
    """
    week = (day - 1) // 7

    def of_even(number: int) -> str:
        return hand_for(f"{series}/week {number}")

    return of_even(week) if week % 2 == 0 else hand_for(f"{series}/week {week}", of_even(week - 1), of_even(week + 1))
