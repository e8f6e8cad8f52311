"""Loads the messages of a language from its folder in templates: the user's own folder first, then the shipped one."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.message_parts import describe
from puzzlegen.config.reading.text_direction import right_to_left_letter, right_to_left_text
from puzzlegen.config.reading.validation import validate
from puzzlegen.config.template_lookup import WORDS, language_problem, template
from puzzlegen.errors import ConfigError
from puzzlegen.language.catalogue_schema import catalogue_schema, key
from puzzlegen.language.locale_formatting import date_in_words, plural_categories
from puzzlegen.language.message_types import Plural
from puzzlegen.language.messages import Cells, Messages, OwnMessages
from puzzlegen.language.typography import Typography


def load(language: str, cells: Cells = "rc") -> Messages:
    """Return the messages of a language, given the name of its folder in ``templates``.

    A catalogue is complete or refused: no entry is taken from another language.

    Raises ConfigError: for an unknown language, with the known ones; for one whose dates have right-to-left letters;
    for a file with errors, one line for each, ``file:line:column: key: ...``.
    """
    if problem := language_problem(language):
        raise ConfigError(f"language: {problem}")
    path = template(f"{language}/{WORDS}")
    state = path.stat()
    return _load(path, language, cells, (Path.cwd(), state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=32)
def _load(path: Path, language: str, cells: Cells, _state: object) -> Messages:
    """Read and check a file. ``_state`` has the folder, time and size, so that an edited file is read again."""
    schema = catalogue_schema(plural_categories(language))
    if letter := right_to_left_letter(date_in_words(date.min, language)):  # from CLDR; those of the file are read below
        problem = right_to_left_text(letter, "choose a language that is written from left to right")
        raise ConfigError(f"language: dates in {describe(language)}: {problem}")
    values = validate(yaml_nodes.read(path), schema).model_dump(exclude_unset=True)
    typography: Typography = Typography(**_field_values(Typography, values["typography"], language, str))
    return Messages(code=language, cells=cells, **_field_values(Messages, values, language, typography.spaced))


def _field_values(
    record: type, values: Mapping[str, Any], language: str, spaced: Callable[[str], str], *, own: bool = False
) -> dict[str, Any]:
    """Return the fields of a record that have values; ``spaced`` sets the no-break spaces of a text.

    The values are checked. With ``own``, they are those of a variant, and records in it are dicts.
    """
    hints = typing.get_type_hints(record)
    return {
        field.name: _value(hints[field.name], values[key(field.name)], language, spaced, own=own)
        for field in fields(record)
        if key(field.name) in values
    }


def _value(kind: Any, value: Any, language: str, spaced: Callable[[str], str], *, own: bool = False) -> Any:
    if kind is Plural:
        return Plural({name: spaced(form) for name, form in value.items()}, language)
    if kind == OwnMessages:
        return _field_values(Messages, value, language, spaced, own=True)
    if is_dataclass(kind):
        record = typing.cast(type, kind)
        found = _field_values(record, value, language, spaced, own=own)
        return found if own else record(**found)
    if isinstance(value, dict):
        inner = typing.get_args(kind)[1]
        return {code: _value(inner, entry, language, spaced, own=own) for code, entry in value.items()}
    return tuple(value) if isinstance(value, list | tuple) else spaced(value)
