"""Finds the groups of keys of a config's schema, and the group that a key belongs in."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel

from puzzlegen.config.reading.yaml_nodes import Loc

_MANY = 3  # groups with the same key, of which the parent is named instead


def place_of_key(model: type[BaseModel], loc: Loc) -> str:
    """Return where the key at the end of ``loc`` belongs, such as "isbn belongs in cover".

    Empty for a key that no other group has, and for one that is only written otherwise: letter case and hyphens do not
    matter. Of several groups those with the fewest keys above them are named.
    """
    names, group = _keys(model).get(_folded(str(loc[-1])), {}), group_at(model, loc[:-1])
    if not names or (group is not None and _folded(str(loc[-1])) in map(_folded, group.model_fields)):
        return ""
    least = min(map(len, names))
    paths = [path for path in names if len(path) == least]
    places = [".".join(path) for path in paths]
    if len(places) > _MANY:
        places = [f"each group of {parent}" for parent in dict.fromkeys(path[0] for path in paths)]
    return f"{names[paths[0]]} belongs " + (f"in {' or '.join(places)}" if least else "at the top level")


def _folded(key: str) -> str:
    return key.casefold().replace("-", "_")


@cache
def _keys(model: type[BaseModel]) -> dict[str, dict[tuple[str, ...], str]]:
    """Return all keys of a schema, folded, each with the groups that have it and its name there."""
    found: dict[str, dict[tuple[str, ...], str]] = {}
    for path, group in _groups(model, ()):
        for name in group.model_fields:
            found.setdefault(_folded(name), {})[path] = name
    return found


def _groups(group: type[BaseModel], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type[BaseModel]]]:
    """Yield a group and those within it, each with the keys that lead there."""
    yield path, group
    for name in group.model_fields:
        inner = group_at(group, (name,)) or group_at(group, (name, 0))
        if inner is not None:
            yield from _groups(inner, (*path, name))


def group_at(model: type[BaseModel], loc: Loc) -> type[BaseModel] | None:
    """Return the group of keys at ``loc`` of the schema; None if there is none."""
    at: Any = model
    for step in loc:
        if isinstance(at, type) and issubclass(at, BaseModel):
            info = at.model_fields.get(str(step))
            at = info.annotation if info else None
        else:
            at = (typing.get_args(at) or (None,))[-1]  # list[X] and dict[str, X]
        at = next((part for part in typing.get_args(at) if part is not type(None)), at) if _optional(at) else at
        at = typing.get_args(at)[0] if typing.get_origin(at) is Annotated else at
    return at if isinstance(at, type) and issubclass(at, BaseModel) else None


def _optional(kind: Any) -> bool:
    return type(None) in typing.get_args(kind)
