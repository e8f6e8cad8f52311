"""The words of a series as its files show them: on one line, with the quotes and spaces of its language."""

from __future__ import annotations

from puzzlegen.characters import single_spaced
from puzzlegen.language.catalogue_loader import load
from puzzlegen.ledger.issued_day import Series


def set_words(text: str, series: Series) -> str:
    """Return words of a config, such as a title, as the files of a series show them."""
    return load(series.language, "a1" if series.cells == "a1" else "rc").typography.typeset(single_spaced(text))


def title_of(series: Series) -> str:
    """Return the title of a series."""
    return set_words(series.title, series)


def home_of(series: Series) -> tuple[str, str] | None:
    """Return the URL and the text of the link to the publisher's own site; None for no link."""
    return (series.home, set_words(series.home_name, series)) if series.home else None
