"""Nodes to a model, or to the full list of what is wrong, each problem with its place and in the user's words."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from puzzlegen.config.cross_field_rules import Problem
from puzzlegen.config.reading.error_messages import did_you_mean, found, safe
from puzzlegen.config.reading.field_types import PROBLEM, TOGETHER
from puzzlegen.config.reading.yaml_nodes import Loc, Mark, Node, Source, key_mark_at, node_at, plain
from puzzlegen.errors import ConfigError

MAX_LINES = 50  # problems listed; the rest is counted

Model = TypeVar("Model", bound=BaseModel)
Checks = Callable[[dict[str, Any]], list[Problem]]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A problem with its place. ``text`` is called only for those listed: a search for the nearest word is slow."""

    mark: Mark
    loc: Loc
    text: Callable[[], str]


def validate(source: Source, model: type[Model], checks: Checks = lambda _: []) -> Model:
    """The model a source describes.

    ``checks`` gets the values as read (texts, lists, dicts) and returns problems the fields alone do not show.
    Raises ConfigError with one line a problem, sorted by place.
    """
    data = plain(source.root)
    assert isinstance(data, dict)
    problems = list(_repeats(source))
    result = None
    try:
        result = model.model_validate(data)
    except ValidationError as error:
        problems += _field_problems(error, source.root, model)
    for loc, text in checks(data):
        problems.append(_Placed(node_at(source.root, loc).mark, loc, partial(str, text)))
    if problems or result is None:
        raise ConfigError("\n".join(_lines(source.name, problems)))
    return result


def readable(model: type[BaseModel], data: object) -> dict[str, Any]:
    """The fields of a group that can be read, defaults included: what is left for the rules between fields."""
    values = data if isinstance(data, dict) else {}
    good = {}
    for name, info in model.model_fields.items():
        if name not in values:
            if not info.is_required():
                good[name] = info.get_default(call_default_factory=True, validated_data={})
            continue
        try:
            good[name] = _adapter(model, name).validate_python(values[name])
        except ValidationError:
            continue  # reported with the field itself
    return good


_ADAPTERS: dict[tuple[type[BaseModel], str], TypeAdapter[Any]] = {}


def _adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """The reader of one field alone; making one takes longer than loading a config, so they are kept."""
    if (model, name) not in _ADAPTERS:
        info = model.model_fields[name]
        # built at run time from the field's own parts, so no checker can follow it
        kind: Any = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
        _ADAPTERS[model, name] = TypeAdapter(kind)
    return _ADAPTERS[model, name]


def _lines(name: str, problems: list[_Placed]) -> Iterator[str]:
    ordered = sorted(problems, key=lambda one: one.mark)  # at one place, in the order of the schema
    for one in ordered[:MAX_LINES]:
        where = f"{name}:{one.mark.line}:{one.mark.col}"
        yield ": ".join(part for part in (where, show(one.loc), one.text()) if part)
    if len(ordered) > MAX_LINES:
        yield f"{name}: and {len(ordered) - MAX_LINES} more problems"


def show(loc: Loc) -> str:
    """The keys that lead to a value; list entries are counted from 0.

    >>> show(("sections", 2, "size"))
    'sections[2].size'
    """
    words = ""
    for step in loc:
        if isinstance(step, int):
            words += f"[{step}]"
        else:
            words += f".{safe(step, 40)}" if re.fullmatch(r"[\w.-]+", step) else f'."{safe(step, 40)}"'
    return words.removeprefix(".")


def _repeats(source: Source) -> Iterator[_Placed]:
    for repeat in source.repeats:
        line, first = repeat.mark.line, repeat.first.line
        words = f"found again on line {line}, first given on line {first}; keep one of them"
        yield _Placed(repeat.mark, repeat.loc, partial(str, words))


def _field_problems(error: ValidationError, root: Node, model: type[BaseModel]) -> Iterator[_Placed]:
    # inputs are left out: a list of 50,000 would be copied into each of its errors
    for detail in error.errors(include_url=False, include_input=False):
        kind, loc = detail["type"], detail["loc"]
        if kind == TOGETHER:
            continue
        mark = key_mark_at(root, loc) if kind == "extra_forbidden" else node_at(root, loc).mark
        yield _Placed(mark, loc, partial(_word, detail, root, model))


def _word(detail: ErrorDetails, root: Node, model: type[BaseModel]) -> str:
    """One of pydantic's errors in the words of this project."""
    kind, loc, context = detail["type"], detail["loc"], detail.get("ctx", {})
    if kind == PROBLEM:
        return str(context["text"])
    if kind == "missing":
        group = _model_at(model, loc[:-1])
        info = group.model_fields.get(str(loc[-1])) if group else None
        return f"missing, required: {_meaning(info)}" if info else "missing, required"
    if kind == "extra_forbidden":
        group = _model_at(model, loc[:-1])
        names = list(group.model_fields) if group else []
        return f"unknown key, allowed {', '.join(names)}{did_you_mean(loc[-1], names)}"
    value = found(plain(node_at(root, loc)))
    if kind in {"too_short", "too_long"}:
        low, high = context.get("min_length"), context.get("max_length")
        bound = f"{low} or more" if high is None else f"up to {high}"
        return f"found {context.get('actual_length') or 'no'} entries, allowed {bound}"
    if kind in {"list_type", "tuple_type"}:
        return f'found {value}, allowed a list, each entry on a line that begins with "- "'
    if kind in {"model_type", "dict_type"}:
        group = _model_at(model, loc)
        return f"found {value}, allowed a group of keys" + (f": {', '.join(group.model_fields)}" if group else "")
    return f"found {value}, which is not allowed here"


def _meaning(info: FieldInfo) -> str:
    """What a field is for, as a clause of a message."""
    words = (info.description or "").rstrip(".")
    return words[:1].lower() + words[1:]


def _model_at(model: type[BaseModel], loc: Loc) -> type[BaseModel] | None:
    """The group of keys that the schema has at ``loc``."""
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
