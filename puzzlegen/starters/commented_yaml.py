"""Writes a config as YAML, with the description of each key from the schema as a comment above it."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from puzzlegen.config.reading.schema_groups import group_at

WIDTH = 100  # columns of a comment
_PLAIN = re.compile(r"\w([\w .-]*\w)?")  # a text that YAML reads unchanged without quotes
_NULL = {"null", "Null", "NULL"}


@dataclass(frozen=True, slots=True)
class Example:
    """A value that stands in a comment: it shows what the key may hold, and has no effect."""

    value: object


def commented_yaml(model: type[BaseModel], values: Mapping[str, Any]) -> str:
    """Return the text of a config that holds ``values``, a value or an Example by the name of each key.

    A group of keys is a mapping, or a sequence of mappings, and its keys have comments too, in a sequence those of the
    first mapping. Groups within groups are written on one line.
    """
    blocks = ("\n".join(_key_lines(model, key, value)) for key, value in values.items())
    return "\n\n".join(blocks) + "\n"


def _key_lines(model: type[BaseModel], key: str, value: object) -> Iterator[str]:
    """Yield the comment and the lines of a key at the top of the file."""
    yield from _comment(model, key, "")
    if isinstance(value, Example):
        yield from (f"# {line}" for line in _value_lines(key, value.value, ""))
        return
    group = group_at(model, (key,))
    if isinstance(value, Mapping) and group is not None:
        yield f"{key}:"
        yield from _group_lines(group, value, "  ")
        return
    items = group_at(model, (key, 0))
    if isinstance(value, Sequence) and not isinstance(value, str) and items is not None:
        yield f"{key}:"
        for index, item in enumerate(value):
            yield from _item_lines(items, item, commented=index == 0)
        return
    yield from _value_lines(key, value, "")


def _group_lines(group: type[BaseModel], values: Mapping[str, Any], indent: str) -> Iterator[str]:
    before = ""
    for key, value in values.items():
        if (comment := "\n".join(_comment(group, key, indent))) != before:  # weekdays share one
            yield comment
        before = comment
        if isinstance(value, Example):
            yield from (f"{indent}# {line}" for line in _value_lines(key, value.value, ""))
        else:
            yield from _value_lines(key, value, indent)


def _item_lines(group: type[BaseModel], values: Mapping[str, Any], *, commented: bool) -> Iterator[str]:
    """Yield the lines of one group of a list. The comment of its first key stands above the dash."""
    for number, (key, value) in enumerate(values.items()):
        if commented:
            yield from _comment(group, key, "  " if number == 0 else "    ")
        if isinstance(value, Example):
            if commented:
                yield from (f"    # {line}" for line in _value_lines(key, value.value, ""))
            continue
        first, *rest = _value_lines(key, value, "    ")
        yield first.replace("    ", "  - ", 1) if number == 0 else first
        yield from rest


def _comment(group: type[BaseModel], key: str, indent: str) -> list[str]:
    words = group.model_fields[key].description or ""
    return [f"{indent}# {line}" for line in textwrap.wrap(words, WIDTH - len(indent), break_on_hyphens=False)]


def _value_lines(key: str, value: object, indent: str) -> Iterator[str]:
    if isinstance(value, str) and "\n" in value:
        yield f"{indent}{key}: |"
        yield from (f"{indent}  {line}" for line in value.splitlines())
    else:
        yield f"{indent}{key}: {_inline(value)}"


def _inline(value: object) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_inline(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text not in _NULL else json.dumps(text, ensure_ascii=False)
