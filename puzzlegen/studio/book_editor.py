"""The state of one config in the editor: its text, the values of its form, and its problems beside their fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import yaml

from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.yaml_nodes import Loc, Mapping, Node, Scalar, Sequence, plain_values
from puzzlegen.errors import ConfigError
from puzzlegen.studio.form_fields import FormField, form_fields
from puzzlegen.studio.projects import ProjectKind

_LOADERS = {"book": loads_book, "daily": loads_daily}
_PLACE = re.compile(r"config:([0-9]+)(?::[0-9]+)?: ")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}")
_DECIMAL = re.compile(r"-?[0-9]{1,9}\.[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem of a config: ``loc`` is the nearest field of the form, ``line`` counts from 1, 0 if unknown."""

    loc: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class FormValue:
    """A field of the form with its value as written in the config; ``entries`` are those of a list of groups."""

    field: FormField
    loc: str
    text: str
    given: bool
    fields: tuple[FormValue, ...] = ()
    entries: tuple[tuple[FormValue, ...], ...] = ()


def problems_of(kind: ProjectKind, text: str) -> tuple[ShownProblem, ...]:
    """Return what is wrong with the text of a config, in the order of its lines, by the validator of the build.

    Names of files are looked up from the current folder.
    """
    try:
        _LOADERS[kind](text)
    except ConfigError as error:
        if not error.problems:
            return tuple(_without_place(str(error)))
        return tuple(ShownProblem(path_of(one.loc), one.line, one.text) for one in error.problems)
    return ()


def _without_place(message: str) -> Iterator[ShownProblem]:
    """Yield the problems of a text that is not YAML; their lines are part of the message."""
    for line in message.splitlines():
        match = _PLACE.match(line)
        yield ShownProblem("", int(match[1]) if match else 0, line[match.end() :] if match else line)


def path_of(loc: Loc) -> str:
    """Return the keys that lead to a value as one text, such as ``sections/0/size``; list entries count from 0."""
    return "/".join(map(str, loc))


def loc_of(path: str) -> Loc:
    """Return the keys of a text made by ``path_of``."""
    return tuple(int(step) if step.isdecimal() else step for step in path.split("/") if step)


def form_of(kind: ProjectKind, text: str) -> tuple[FormValue, ...]:
    """Return the fields of the form with the values of a config. Raises ConfigError for a text that is not YAML."""
    return _values(form_fields(kind), yaml_nodes.parse(text, "config").root, ())


def _values(fields: tuple[FormField, ...], group: Node | None, loc: Loc) -> tuple[FormValue, ...]:
    given = group.values if isinstance(group, Mapping) else {}
    return tuple(_value(field, given.get(field.key), (*loc, field.key)) for field in fields)


def _value(field: FormField, node: Node | None, loc: Loc) -> FormValue:
    shown = FormValue(field, path_of(loc), "", node is not None)
    if field.kind == "group":
        return replace(shown, fields=_values(field.fields, node, loc))
    if field.kind == "groups":
        entries = node.items if isinstance(node, Sequence) else []
        return replace(shown, entries=tuple(_values(field.fields, entry, (*loc, i)) for i, entry in enumerate(entries)))
    if isinstance(node, Scalar):
        return replace(shown, text=node.text.rstrip("\n"))
    return replace(shown, text=_one_line(node)) if node is not None else shown


def _one_line(node: Node) -> str:
    """Return a list or group as YAML in one line."""
    return yaml.safe_dump(plain_values(node), default_flow_style=True, width=10_000, allow_unicode=True).strip()


def value_of(field_kind: str, text: str) -> Any:
    """Return the value that a form's text stands for; None for an empty one, which removes the key.

    Raises ConfigError for YAML in one line that cannot be read.
    """
    text = text.replace("\r\n", "\n")
    if not text.strip():
        return None
    if field_kind == "number":
        return _number(text.strip())
    if field_kind == "yaml":
        root = yaml_nodes.parse(f"value: {text.strip()}", "value").root
        return _numbers(plain_values(root.values["value"]))
    return text.strip() if "\n" not in text.strip() else text


def _number(text: str) -> Any:
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _numbers(value: Any) -> Any:
    """Return the value with texts that are numbers as numbers, which need no quotes."""
    if isinstance(value, list):
        return [_numbers(one) for one in value]
    if isinstance(value, dict):
        return {key: _numbers(one) for key, one in value.items()}
    return _number(value) if isinstance(value, str) else value
