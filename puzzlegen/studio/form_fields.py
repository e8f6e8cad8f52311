"""Describes the fields of a config's form, made from its JSON Schema, so that form and validator cannot differ."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from puzzlegen.config.load import schema_json

Kind = Literal["switch", "choice", "number", "color", "line", "lines", "yaml", "group", "groups"]

LONG_TEXT = 200  # characters: a field that may hold more is edited in several lines


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: its key, its kind of input, and what the schema says about it.

    ``yaml`` is a field for values that have no input of their kind, such as lists of names. ``group`` has fields below
    it, and ``groups`` is a list of entries with these fields. ``word`` may stand in place of a number, such as auto.
    """

    key: str
    kind: Kind
    label: str
    help: str
    required: bool = False
    default: str = ""
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    whole: bool = False
    word: str = ""
    longest: int | None = None
    fields: tuple[FormField, ...] = ()


@cache
def form_fields(config: str) -> tuple[FormField, ...]:
    """Return the fields of a config, ``book`` or ``daily``, in the order of the schema."""
    schema = json.loads(schema_json(config))
    return _fields(schema, schema["$defs"])


def _fields(group: Mapping[str, Any], groups: Mapping[str, Any]) -> tuple[FormField, ...]:
    required = group.get("required", ())
    return tuple(_field(key, part, groups, key in required) for key, part in group["properties"].items())


def _field(key: str, schema: Mapping[str, Any], groups: Mapping[str, Any], required: bool) -> FormField:
    given = {
        "key": key,
        "label": key.replace("_", " ").capitalize(),
        "help": schema.get("description", ""),
        "required": required,
        "default": _written(schema.get("default")),
    }
    shapes = [shape for shape in _shapes(schema) if shape.get("type") != "null"]
    names = [shape["$ref"].rpartition("/")[2] for shape in shapes if "$ref" in shape]
    if len(shapes) == 1 and names:
        return FormField(**given, kind="group", fields=_fields(groups[names[0]], groups))
    if len(shapes) == 1 and shapes[0].get("type") == "array" and "$ref" in shapes[0].get("items", {}):
        below = groups[shapes[0]["items"]["$ref"].rpartition("/")[2]]
        return FormField(**given, kind="groups", fields=_fields(below, groups))
    if names or any(shape.get("type") in ("array", "object") for shape in shapes):
        return FormField(**given, kind="yaml")
    return FormField(**given, **_input(shapes))


def _shapes(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the alternatives of a schema, also those of alternatives."""
    inner = schema.get("anyOf")
    return [found for shape in inner for found in _shapes(shape)] if inner else [schema]


def _input(shapes: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the kind of input for a single value, with its limits."""
    for shape in shapes:
        if True in shape.get("enum", ()):
            return {"kind": "switch"}
        if "enum" in shape:
            return {"kind": "choice", "choices": tuple(map(str, shape["enum"]))}
    for shape in shapes:
        if shape.get("type") in ("integer", "number"):
            word = next((str(other["const"]) for other in shapes if "const" in other), "")
            limits = {"low": shape.get("minimum"), "high": shape.get("maximum"), "whole": shape["type"] == "integer"}
            return {"kind": "number", "word": word, **limits}
    longest = next((shape["maxLength"] for shape in shapes if "maxLength" in shape), None)
    if any(re.match(r"\^?#", shape.get("pattern", "")) for shape in shapes):
        return {"kind": "color"}
    several = longest is not None and longest > LONG_TEXT
    return {"kind": "lines" if several else "line", "longest": longest}


def _written(value: Any) -> str:
    """Return a default as it would be written in a config; nothing for groups and for no value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    return ""
