"""Finds languages and letters that are written from right to left, which no page can be set in yet.

Setting Arabic or Hebrew needs shaping and reordering of letters, and pages that are mirrored. Until layout does both,
such text is refused where it is read, because printing its letters in the order of the file would be wrong.
"""

from __future__ import annotations

import unicodedata

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})  # bidirectional classes of Unicode Annex 9
# From CLDR; a test compares them with Babel. Asking Babel took 0.15 s in every command (2026-11-22).
_LANGUAGES = frozenset({  # usually written from right to left
    "apc", "ar", "bal", "bgn", "ckb", "dv", "fa", "he", "ks", "lrc", "mzn", "nqo", "ps", "rhg", "sd", "sdh", "skr",
    "syr", "trw", "ug", "ur", "yi",
})  # fmt: skip
_SCRIPTS = frozenset({"Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"})


def is_right_to_left(language: str) -> bool:
    """Tell whether a language such as ``ar`` or ``az-Arab`` is written from right to left.

    Return False for a code that is no language.
    """
    code, *subtags = language.replace("_", "-").split("-")
    script = next((subtag for subtag in subtags if len(subtag) == 4 and subtag.isalpha()), None)
    return code in _LANGUAGES if script is None else script in _SCRIPTS


def right_to_left_letter(text: str) -> str | None:
    """Return the first letter that is written from right to left."""
    return next((letter for letter in text if unicodedata.bidirectional(letter) in RIGHT_TO_LEFT), None)


def right_to_left_language(language: str, known: list[str]) -> str:
    """Return the message for such a language: what was found, and the languages that can be used."""
    usable = ", ".join(code for code in known if not is_right_to_left(code))
    return (
        f'found "{language}", a language written from right to left, which cannot be printed yet; '
        f"choose one of {usable}"
    )


def right_to_left_text(letter: str) -> str:
    """Return the message for such text: the letter found, and the remedy."""
    name = unicodedata.name(letter, "a character without a name").title()
    return (
        f"found the right-to-left letter U+{ord(letter):04X} ({name}), which cannot be printed yet; "
        "write the text in a script that runs from left to right"
    )
