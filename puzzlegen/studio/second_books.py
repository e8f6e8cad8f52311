"""Writes the config of a second book from that of a project; runs in the process of the project, in its folder."""

from __future__ import annotations

from pathlib import Path

from puzzlegen.files.build_folder import PUZZLES
from puzzlegen.starters.configs import new_seed
from puzzlegen.starters.second_books import EditionWishes, edition_of, first_book, volume_of


def edition_text(theme: str | None, printer: str | None, trim: str | None) -> str:
    """Return the config of an edition, whose folder has the puzzles of the book. Raises like ``edition_of``."""
    return edition_of(first_book(Path()), EditionWishes(theme, printer, trim), PUZZLES).text


def volume_text(title: str) -> str:
    """Return the config of the next volume. Raises like ``volume_of``."""
    return volume_of(first_book(Path()), title, new_seed(title)).text
