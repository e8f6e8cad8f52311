"""Checks ISBN-13 numbers of books."""

from __future__ import annotations

import re

from puzzlegen.errors import ConfigError
from puzzlegen.wording import as_typed

PREFIXES = ("978", "979")
EXAMPLE = "978-0-306-40615-7"


def isbn_digits(text: str) -> str:
    """Return the 13 digits of an ISBN-13 that is written with or without hyphens or spaces.

    Raises ConfigError for anything else, with the remedy.

    >>> isbn_digits("978-0-306-40615-7")
    '9780306406157'
    """
    digits = as_typed(text).replace("-", "").replace(" ", "")
    if not (digits[:-1].isdigit() and digits.isascii() and (digits[-1].isdigit() or digits[-1] in "Xx")):
        raise ConfigError(f"allowed the 13 digits of an ISBN-13, such as {EXAMPLE}")
    if len(digits) == 10:
        core = PREFIXES[0] + digits[:9]
        raise ConfigError(
            f"this is an ISBN-10, and barcodes have the ISBN-13: use the one on the papers of your ISBN agency, "
            f"here {core}{_check_digit(core)}"
        )
    if len(digits) != 13 or not digits.isdigit():
        raise ConfigError(f"it has {len(digits)} digits, allowed the 13 digits of an ISBN-13, such as {EXAMPLE}")
    if not digits.startswith(PREFIXES):
        raise ConfigError(f"it begins with {digits[:3]}, allowed {' or '.join(PREFIXES)}, as every ISBN-13 does")
    if digits[-1] != (right := _check_digit(digits[:12])):
        raise ConfigError(
            f"its check digit is {digits[-1]}, and {right} would be right for the other digits: "
            "compare all digits with the papers of your ISBN agency"
        )
    return digits


def isbn_label(isbn: str) -> str:
    """Return an ISBN as it is printed: with its name, as it is written."""
    return f"ISBN {isbn}"


def has_isbn(text: str, isbn: str) -> bool:
    """Tell whether a text has an ISBN, with or without hyphens."""
    return isbn_digits(isbn) in re.sub(r"[\s\u2010-\u2015-]", "", text)


def _check_digit(digits: str) -> str:
    """Return the last digit that belongs to the first twelve."""
    total = sum(int(digit) * (3 if i % 2 else 1) for i, digit in enumerate(digits))
    return str(-total % 10)
