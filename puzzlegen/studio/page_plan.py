"""The pages of a book as the editor lists them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page of the plan: its number from 1, and its part of the book."""

    number: int
    part: str


@dataclass(frozen=True, slots=True)
class PagePlan:
    """The pages of one edition. ``key`` identifies them for pictures, and changes with everything that moves ink.

    ``size`` is that of the trimmed page in points, ``cover`` that of the cover sheet if the book has one. ``stand_in``:
    the puzzles are not made yet, and their boards are empty.
    """

    key: str
    editions: tuple[str, ...]
    size: tuple[float, float]
    pages: tuple[ShownPage, ...]
    cover: tuple[float, float] | None
    stand_in: bool
    bound: bool
