"""The config of chosen puzzles: which puzzle stands at which place of a section, read from a file or the config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import PydanticCustomError

from puzzlegen.config.cross_field_rules import MAX_PUZZLES
from puzzlegen.config.groups import ConfigGroup
from puzzlegen.config.reading.field_types import field_error, file_path, text, whole_number
from puzzlegen.config.reading.message_parts import describe
from puzzlegen.input_files import MAX_RECORDS, read_limited, unreadable

MAX_LINE = 20_000  # characters of a puzzle; one of 60x60 cells has fewer than 8,000
_READ_PATH, _ = file_path(200)


class ChoiceConfig(ConfigGroup):
    """One chosen puzzle and its place."""

    section: Annotated[str, *text(60)] = Field(description="Name of the section.")
    place: Annotated[int, *whole_number(1, 2000)] = Field(
        description="Place in the section, in printing order, from 1."
    )
    puzzle: Annotated[str, *text(MAX_LINE)] = Field(
        description="The puzzle as one line in the format line, such as 4x4:a13f3a2a2a0."
    )


def choices_from_file(value: object) -> object:
    """Read the name of a file as the list of its lines, one JSON object each. So a finished book has all choices.

    Raises a field error for a file that is missing, too large or damaged, with the line.
    """
    if not isinstance(value, str):
        return value
    path = Path(_READ_PATH.func(value))  # type: ignore[call-arg]  # a function of one argument
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise field_error(f"{path}: not a file: name a file of chosen puzzles")
        rows = read_limited(path, MAX_RECORDS).decode("utf-8-sig").splitlines()
    except OSError as error:
        raise field_error(unreadable(path, error)) from None
    except UnicodeDecodeError:
        raise field_error(f"{path}: not a text: save it as UTF-8") from None
    if len(rows) > MAX_PUZZLES:
        raise field_error(f"{path}: has {len(rows)} lines, allowed {MAX_PUZZLES}")
    return [_choice(row, f"{path}, line {number}") for number, row in enumerate(rows, start=1)]


def _choice(row: str, place: str) -> ChoiceConfig:
    """Read one line of a file."""
    try:
        found: Any = json.loads(row)
    except (ValueError, RecursionError):
        found = None
    keys = list(ChoiceConfig.model_fields)
    if not isinstance(found, dict) or sorted(found) != sorted(keys):
        raise field_error(f"{place}: found {describe(row)}, expected one JSON object with {', '.join(keys)}")
    values = {}
    for key, info in ChoiceConfig.model_fields.items():
        try:
            values[key] = info.metadata[0].func(found[key])
        except PydanticCustomError as error:
            raise field_error(f"{place}: {key}: {error.message()}") from None
    return ChoiceConfig.model_construct(**values)
