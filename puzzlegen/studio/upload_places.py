"""Finds the fields of the form that take an uploaded picture, and writes the name of a stored picture there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.yaml_nodes import Mapping, Scalar
from puzzlegen.errors import OutputError
from puzzlegen.studio.book_editor import FormValue, loc_of, with_text
from puzzlegen.studio.config_edit import set_value
from puzzlegen.studio.projects import ProjectKind

MAX_UPLOAD = 30_000_000  # bytes: a page of the largest trim at 600 dpi is smaller as a JPEG of high quality
ARTWORK = "cover/artwork/file"
_NAMES: dict[ProjectKind, tuple[str, ...]] = {  # fields with the name of a picture
    "book": (ARTWORK, "logo/file"),
    "daily": ("logo",),
}
_TEXTS = re.compile(r"(front|back)_matter/pages/[0-9]+/text")  # fields of a book with a text


def uploads_in(kind: ProjectKind, fields: Iterable[FormValue]) -> set[str]:
    """Return the places of the form that take a picture."""
    return {value.loc for value in _leaves(fields) if _takes_picture(kind, value.loc)}


def _takes_picture(kind: ProjectKind, place: str) -> bool:
    """Return whether a place of the form takes a picture."""
    return place in _NAMES[kind] or (kind == "book" and _TEXTS.fullmatch(place) is not None)


def with_picture(kind: ProjectKind, text: str, place: str, file: str) -> str:
    """Return the text of a config with a picture in a field: as its value, or added to the end of a text.

    Artwork of a cover sets ``cover.make``. Raises OutputError for a place without pictures, ConfigError for no YAML.
    """
    if not _takes_picture(kind, place):
        raise OutputError(f"{place}: this field takes no picture: load the page again")
    if place in _NAMES[kind]:
        text = with_text(kind, text, loc_of(place), file)
        return set_value(text, ("cover", "make"), True) if place == ARTWORK else text
    loc = loc_of(place)
    entry = yaml_nodes.node_at(yaml_nodes.parse(text, "config").root, loc[:-1])
    words = entry.values.get(str(loc[-1])) if isinstance(entry, Mapping) else None
    before = f"{words.text.rstrip()}\n\n" if isinstance(words, Scalar) else ""
    return with_text(kind, text, loc, f"{before}![]({file})\n")


def _leaves(fields: Iterable[FormValue]) -> Iterator[FormValue]:
    for value in fields:
        yield value
        yield from _leaves(value.fields)
        for entry in value.entries:
            yield from _leaves(entry)
