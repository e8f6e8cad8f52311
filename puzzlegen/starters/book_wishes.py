"""What a user wants of a first book."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.difficulty import DIFFICULTIES

RISING = "rising"  # from easy to hard
LEVELS = (RISING, *DIFFICULTIES)


@dataclass(frozen=True, slots=True)
class BookWishes:
    """What a user wants of a first book. ``trim`` None is the printer's usual one; ``cover`` None makes one if it can.

    ``level`` is one of LEVELS. ``puzzles`` None are 60, or fewer where the printer binds fewer pages. With ``pictures``
    the puzzles are the ready pictures that fit the pages and those of ``picture_files``, and ``puzzles`` does not
    matter. ``hints`` None prints them where a page takes those of any puzzle. With ``symmetric`` the clues of all
    puzzles are laid out symmetrically.
    """

    title: str
    author: str | None
    series: str
    language: str = "en"
    printer: str = "kdp"
    trim: str | None = None
    theme: str = "classic"
    level: str = RISING
    puzzles: int | None = None
    cover: bool | None = None
    hints: bool | None = None
    symmetric: bool = False
    pictures: bool = False
    picture_files: tuple[str, ...] = ()
