"""Finds the fields of the form that take an uploaded picture, and writes the name of a stored picture there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.yaml_nodes import Mapping, Scalar
from puzzlegen.errors import OutputError
from puzzlegen.studio.book_editor import FormValue, loc_of, with_text
from puzzlegen.studio.config_edit import set_value

ARTWORK = "cover/artwork/file"
_NAMES = (ARTWORK, "logo/file")  # fields with the name of a picture
_TEXTS = re.compile(r"(front|back)_matter/pages/[0-9]+/text")  # fields with a text that may show pictures


def uploads_in(fields: Iterable[FormValue]) -> set[str]:
    """Return the places of the form that take a picture."""
    return {value.loc for value in _leaves(fields) if takes_picture(value.loc)}


def takes_picture(place: str) -> bool:
    """Return whether a place of the form takes a picture."""
    return place in _NAMES or _TEXTS.fullmatch(place) is not None


def with_picture(text: str, place: str, file: str) -> str:
    """Return the text of a book's config with a picture in a field: as its value, or added to the end of a text.

    Artwork of a cover sets ``cover.make``. Raises OutputError for a place without pictures, ConfigError for no YAML.
    """
    if not takes_picture(place):
        raise OutputError(f"{place}: this field takes no picture: load the page again")
    if place in _NAMES:
        text = with_text("book", text, loc_of(place), file)
        return set_value(text, ("cover", "make"), True) if place == ARTWORK else text
    loc = loc_of(place)
    entry = yaml_nodes.node_at(yaml_nodes.parse(text, "config").root, loc[:-1])
    words = entry.values.get(str(loc[-1])) if isinstance(entry, Mapping) else None
    before = f"{words.text.rstrip()}\n\n" if isinstance(words, Scalar) else ""
    return with_text("book", text, loc, f"{before}![]({file})\n")


def _leaves(fields: Iterable[FormValue]) -> Iterator[FormValue]:
    for value in fields:
        yield value
        yield from _leaves(value.fields)
        for entry in value.entries:
            yield from _leaves(entry)
