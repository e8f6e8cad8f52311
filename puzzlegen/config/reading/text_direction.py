"""Finds letters that are written from right to left, which no page can be set in yet.

Setting Arabic or Hebrew needs shaping and reordering of letters, and pages that are mirrored. Until layout does both,
such text is refused where it is read, because printing its letters in the order of the file would be wrong. The letters
decide, not the name of a language: each release of CLDR has new languages, and many languages have two scripts.
"""

from __future__ import annotations

import unicodedata

from puzzlegen.characters import unicode_name

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})  # bidirectional classes of Unicode Annex 9


def right_to_left_letter(text: str) -> str | None:
    """Return the first letter that is written from right to left."""
    return next((letter for letter in text if unicodedata.bidirectional(letter) in RIGHT_TO_LEFT), None)


def right_to_left_text(letter: str, remedy: str = "write the text in a script that runs from left to right") -> str:
    """Return the message for such text: the letter found, and the remedy."""
    return f"found the right-to-left letter {unicode_name(letter)}, which cannot be printed yet; {remedy}"
