"""What a check can find: a code, where, and what was read against what was expected."""

from __future__ import annotations

from dataclasses import dataclass

# Codes never change meaning: people script them. F files and pages, P puzzles, A answers, R reading aids, D dailies;
# what printers ask has the codes of checking.printer_rules.findings.
CODES = {
    "F101": "a file is missing or cannot be read",
    "F109": "a printed page number is wrong or stands on the wrong side",
    "F112": "cells under 5 mm in a puzzle or under 3.3 mm in the answer key",
    "F113": "a letter too light to read",
    "P201": "a puzzle is missing, printed twice, or not in puzzles.jsonl",
    "P202": "a printed clue differs from puzzles.jsonl, or cannot be read",
    "P203": "a printed puzzle has no solution or more than one",
    "P204": "a printed puzzle needs a higher tier than its record says, or guessing",
    "P205": "the printed difficulty is not what the puzzle grades as",
    "P206": "a puzzle or its mines repeat an earlier one, perhaps turned or mirrored",
    "P207": "a puzzle or its mines repeat one of another book in the ledger, perhaps turned or mirrored",
    "A301": "an answer is missing, printed twice, or answers no puzzle",
    "A302": "a printed answer differs from the puzzle's solution",
    "A303": '"answer on page" names a page where the answer is not',
    "A304": "the answer key names a page where the puzzle is not",
    "A305": "an answer can be seen from its puzzle",
    "A306": "the answers are said to be shuffled, and two neighbours stand side by side",
    "R401": "the contents leave a part out or name a page where it does not begin",
    "R402": "a hint is missing or not what the printed puzzle gives, or the page named for it is wrong",
    "R403": "a code is missing, cannot be read, or does not open the puzzle it stands by",
    "D501": "a day is not the one that the ledger issued",
    "D502": "a file gives away an answer that is held back",
    "D503": "the puzzle in a file of a day is not the day's, or cannot be read",
    "R404": "the par time or the number of mines over a puzzle is not its own",
}


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One fault. ``page`` counts from 1, 0 where it belongs to none; ``number`` is the puzzle's, 0 for none.

    ``edition`` names the book where there are several.
    """

    code: str
    page: int
    number: int
    detail: str
    edition: str = ""

    @property
    def is_error(self) -> bool:
        """It fails the build: a book is right or it is not."""
        return True

    def __str__(self) -> str:
        kind = "error" if self.is_error else "warning"
        page = f" page {self.page}" if self.page else ""
        number = f" puzzle {self.number}" if self.number else ""
        edition = f" {self.edition}" if self.edition else ""
        return f"{kind} {self.code}{edition}{page}{number}: {CODES[self.code]}: {self.detail}"

    def as_dict(self) -> dict[str, object]:
        """For manifest.json."""
        return {
            "code": self.code,
            "page": self.page,
            "number": self.number,
            "error": self.is_error,
            "detail": self.detail,
        }
