"""Describes the fields of a config's form, made from its JSON Schema, so that form and validator cannot differ.

Lists offer printers, languages and files by their names in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

import yaml

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.ideas import DIGITS, DIGITS_PATTERN, DIGITS_RULE, IDEAS, parse_idea
from puzzlegen.config.load import schema_json
from puzzlegen.files.reading import json_object, text_of
from puzzlegen.files.templates import languages, own_name, shipped_folder
from puzzlegen.printers.requirements import load_printers
from puzzlegen.schema.daily_fields import DAY_PATTERN

Kind = Literal[
    "switch", "choice", "number", "color", "date", "line", "lines", "words", "names", "list", "texts", "yaml", "group",
    "groups",
]  # fmt: skip

_DAY = re.compile(r"^week/[a-z]+/")  # the keys of a weekday are those of a section
LONG_TEXT = 200  # characters: a field that may hold more is edited in several lines
# Groups in whose place a config may have the name of a file: the key that has it.
NAMED_BY = {"ArtworkConfig": "file", "OwnColors": "ground", "FrontPageConfig": "file", "BackPageConfig": "file"}


@dataclass(frozen=True, slots=True)
class FormField:
    """One field: its path, which is its key and those above it, its kind of input, and what the schema says about it.

    Lists of plain entries are ``words`` (one, or several between commas), ``names`` (on lines or between commas),
    ``list`` (on lines: entries may contain commas) and ``texts`` (with lines of ``---`` between them). ``yaml`` is
    a field for values that have no input of their kind. ``group`` has fields below it, and ``groups`` is a list of
    entries with these fields. ``word`` may stand in place of a number, such as auto, or of a group, such as none.
    ``name_key`` is the field of a group that a plain value in place of the group stands for, empty for none.
    """

    path: str
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
    name_key: str = ""
    fields: tuple[FormField, ...] = ()

    @property
    def key(self) -> str:
        """The key in its group."""
        return self.path.rpartition("/")[2]


_RUN_FOLDER = "the folder where puzzlegen runs"  # in descriptions of the schema; the studio runs it in the project


@cache
def form_fields(config: str) -> tuple[FormField, ...]:
    """Return the fields of a config, ``book`` or ``daily``, in the order of the schema."""
    schema = json_object(schema_json(config))
    return _fields(schema, schema["$defs"], "")


def _fields(group: Mapping[str, Any], groups: Mapping[str, Any], above: str) -> tuple[FormField, ...]:
    required = group.get("required", ())
    return tuple(_field(above + key, part, groups, key in required) for key, part in group["properties"].items())


def _field(path: str, schema: Mapping[str, Any], groups: Mapping[str, Any], required: bool) -> FormField:
    given = {
        "path": path,
        "label": _label(path),
        "help": schema.get("description", "").replace(_RUN_FOLDER, "the folder of the project"),
        "required": required,
        "default": _written(schema.get("default")),
    }
    shapes = [shape for shape in _shapes(schema) if shape.get("type") != "null"]
    names = [shape["$ref"].rpartition("/")[2] for shape in shapes if "$ref" in shape]
    words = [str(shape["const"]) for shape in shapes if "const" in shape]
    if len(words) <= 1 and (group := _group(shapes, words)) is not None:
        usual = schema.get("default") or {}
        fields = tuple(
            replace(one, default=_written(usual.get(one.key)) or one.default)
            for one in _fields(groups[group], groups, f"{path}/")
        )
        name_key = NAMED_BY.get(group, "")
        return FormField(**given, kind="group", fields=fields, word="".join(words), name_key=name_key)
    if len(shapes) == 1 and shapes[0].get("type") == "array" and (group := _group(_shapes(shapes[0].get("items", {})))):
        fields = _fields(groups[group], groups, f"{path}/")
        return FormField(**given, kind="groups", name_key=NAMED_BY.get(group, ""), fields=fields)
    if (kind := _list_kind(shapes)) is not None:
        return FormField(**given, kind=kind)
    if names or any(shape.get("type") in ("array", "object") for shape in shapes):
        return FormField(**given, kind="yaml")
    return FormField(**given, **_input(shapes))


def _list_kind(shapes: list[Mapping[str, Any]]) -> Kind | None:
    """Return the kind of a field that is a list whose entries may be plain; None for other values."""
    lists = [shape for shape in shapes if shape.get("type") == "array"]
    if len(lists) != 1 or any("$ref" in shape for shape in shapes):
        return None
    plain = [shape for shape in _shapes(lists[0].get("items", {})) if "string" in shape.get("type", "")]
    if not plain:
        return None
    if len(shapes) > 1:
        return "words"
    longest = plain[0].get("maxLength")
    return "names" if longest is None else "texts" if longest > LONG_TEXT else "list"


def _label(path: str) -> str:
    """Return the label of a field: that of ``templates/studio/labels.yaml``, else its key with its unit."""
    words, unit, _ = path.rpartition("/")[2].partition("_mm")
    usual = words.replace("_", " ").capitalize() + (" (mm)" if unit else "")
    return labels().get(_DAY.sub("sections/", path), usual)


@cache
def labels() -> Mapping[str, str]:
    """Return the labels of fields that say more than their keys."""
    text = text_of(shipped_folder("templates") / "studio" / "labels.yaml")
    found: Mapping[str, str] = yaml.safe_load(text)
    return found


def _group(shapes: list[Mapping[str, Any]], words: Sequence[str] = ()) -> str | None:
    """Return the group that a value must be, or that one of the words or a name may replace; None for other values."""
    names = [shape["$ref"].rpartition("/")[2] for shape in shapes if "$ref" in shape]
    others = len(shapes) - 1 - len(words)
    if len(names) == 1 and (others == 0 or (others == 1 and names[0] in NAMED_BY)):
        return str(names[0])
    return None


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
    if kind := next(filter(None, map(_kind_by_pattern, shapes)), None):
        return {"kind": kind}
    several = longest is not None and longest > LONG_TEXT
    return {"kind": "lines" if several else "line", "longest": longest}


def _kind_by_pattern(shape: Mapping[str, Any]) -> Kind | None:
    pattern = shape.get("pattern", "")
    return "color" if re.match(r"\^?#", pattern) else "date" if pattern == DAY_PATTERN else None


def _written(value: Any) -> str:
    """Return a default as it would be written in a config; nothing for groups and for no value."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    return ""


IDEA_FIELDS = {
    "difficulties": list(DIFFICULTIES),
    "ideas": {name: idea.meaning for name, idea in IDEAS.items()},
    "digits": {"idea": DIGITS, "usual": parse_idea(DIGITS), "pattern": DIGITS_PATTERN, "rule": DIGITS_RULE},
}
"""What the fields for a difficulty, an idea, and for the digits of one, need to know."""

BEGINNING = ("kind", "size", "idea", "digits", "difficulty", "guide")
"""The fields of the page for composing that say with which puzzle to begin."""

LETTERS = {"layout": "clues in the form of letters", "shape": "a board in the shape of letters"}
"""What a puzzle can begin with beside ideas, by the properties of puzzles, with their labels."""

MAX_COMPOSED = 30  # cells a side of a board that is composed

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
    """Return the name of a language with its code; the code alone if its words cannot be read."""
    name = own_name(code)
    return f"{name} ({code})" if name else code
