"""The names in words of printers, languages and files, which lists of the studio offer."""

from __future__ import annotations

import re
from functools import cache

from puzzlegen.config.printers_file import load_printers
from puzzlegen.config.template_lookup import WORDS, languages, template
from puzzlegen.errors import PuzzlegenError

PUZZLE_FILES = {
    "play.html": "Page to play",
    "puzzle.pdf": "PDF",
    "answer.pdf": "Answer as PDF",
    "puzzle.png": "PNG",
    "answer.png": "Answer as PNG",
    "puzzle.svg": "SVG",
    "solution.gif": "Animated solution",
}
"""The files that can be made of a puzzle, with their labels."""

PICTURE_FILES = {
    "play.html": "Page to play",
    "puzzle.pdf": "PDF with the answer",
    "puzzle.png": "PNG",
    "answer.png": "Answer as PNG",
    "puzzle.svg": "SVG",
    "drawing.txt": "Drawing",
    "puzzle.json": "JSON",
}
"""The files that can be made of a picture, with their labels."""


def printer_names() -> dict[str, str]:
    """Return the titles of the printers, by the names that configs have."""
    return {name: f"{printer.title} ({name})" for name, printer in load_printers().items()}


def language_names() -> dict[str, str]:
    """Return the names of the languages in their own words, by their codes."""
    return {code: _language_name(code) for code in languages()}


@cache  # the form is made anew after each change of its parts
def _language_name(code: str) -> str:
    """Return the name of a language with its code; the code alone if its words cannot be read.

    The catalogues as a whole would take 20 MB (2026-11-23).
    """
    try:
        words = template(f"{code}/{WORDS}").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, PuzzlegenError):
        return code
    found = re.search(r"^language: *([^#\n]+)", words, re.MULTILINE)
    return f"{found[1].strip()} ({code})" if found else code
