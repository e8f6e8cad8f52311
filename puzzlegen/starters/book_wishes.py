"""What a user wants of a first book."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.board.difficulty import DIFFICULTIES

RISING = "rising"  # from easy to hard
LEVELS = (RISING, *DIFFICULTIES)


@dataclass(frozen=True, slots=True)
class BookWishes:
    """What a user wants of a first book. ``trim`` None is the printer's usual one; ``cover`` None makes one if it can.

    ``level`` is one of LEVELS. With ``pictures`` the puzzles are all ready pictures and those of ``picture_files``,
    and ``puzzles`` does not matter. With ``symmetric`` the clues of all puzzles are laid out symmetrically.
    """

    title: str
    author: str | None
    series: str
    language: str = "en"
    printer: str = "kdp"
    trim: str | None = None
    theme: str = "classic"
    level: str = RISING
    puzzles: int = 60
    cover: bool | None = None
    hints: bool = True
    symmetric: bool = False
    pictures: bool = False
    picture_files: tuple[str, ...] = ()
