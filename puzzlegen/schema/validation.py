"""Turns YAML nodes into a model or into a list of all problems with their places; has the base class of all groups.

A key in the wrong place is explained by the group of the schema that it belongs in.
"""

from __future__ import annotations

import hashlib
import json
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails

from puzzlegen.errors import ConfigError, Loc, Place, Problem
from puzzlegen.files.reading import first_problem
from puzzlegen.schema.fields import CROSS_FIELD_ERROR, FIELD_ERROR, cross_field_error
from puzzlegen.schema.yaml_nodes import (
    CutValue,
    Mapping,
    Node,
    Scalar,
    SourcePosition,
    YamlFile,
    in_quotes,
    key_position_at,
    node_at,
    plain_values,
)
from puzzlegen.wording import describe, did_you_mean


class ConfigGroup(BaseModel):
    """Base of every group of keys: unknown keys are refused, and values are frozen.

    pydantic makes the reader of a config when the first one is read, and none for each group in it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, defer_build=True)


def raise_first_problem(problems: list[Problem]) -> None:
    """Raise the first problem of a model made in code. For files, the loader reports all problems itself."""
    if problems:
        raise cross_field_error(problems[0].text)


def fields_by_key(group: type[BaseModel]) -> dict[str, FieldInfo]:
    """Return the fields of a group by their keys in files: the alias of a field, where it has one, or else its name."""
    return {info.alias or name: info for name, info in group.model_fields.items()}


class AllowName:
    """Let the JSON Schema accept a name in place of the group."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core_schema)]}


def config_hash(config: ConfigGroup) -> str:
    """Return the SHA-256 of the values of a config. Comments, the order of keys and written defaults do not change it.

    Ledgers identify books by it, so a key of a later version must not change it while it has its default value, and
    neither must the path of the ledger.
    """
    values = config.model_dump(mode="json", exclude_defaults=True, exclude={"ledger"})
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


_MANY = 3  # groups with the same key, of which the parent is named instead


def place_of_key(model: type[BaseModel], loc: Loc) -> str:
    """Return where the key at the end of ``loc`` belongs, such as "isbn belongs in cover".

    Empty for a key that no other group has, and for one that is only written otherwise: letter case and hyphens do not
    matter. Of several groups those with the fewest keys above them are named.
    """
    names, group = _keys(model).get(_folded(str(loc[-1])), {}), group_at(model, loc[:-1])
    if not names or (group is not None and _folded(str(loc[-1])) in map(_folded, fields_by_key(group))):
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
        for name in fields_by_key(group):
            found.setdefault(_folded(name), {})[path] = name
    return found


def _groups(group: type[BaseModel], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], type[BaseModel]]]:
    """Yield a group and those within it, each with the keys that lead there."""
    yield path, group
    for name in fields_by_key(group):
        inner = group_at(group, (name,)) or group_at(group, (name, 0))
        if inner is not None:
            yield from _groups(inner, (*path, name))


def group_at(model: type[BaseModel], loc: Loc) -> type[BaseModel] | None:
    """Return the group of keys at ``loc`` of the schema; None if there is none."""
    at: Any = model
    for step in loc:
        if isinstance(at, type) and issubclass(at, BaseModel):
            info = fields_by_key(at).get(str(step))
            at = info.annotation if info else None
        else:
            at = (typing.get_args(at) or (None,))[-1]  # list[X] and dict[str, X]
        at = next((part for part in typing.get_args(at) if part is not type(None)), at) if _optional(at) else at
        at = typing.get_args(at)[0] if typing.get_origin(at) is Annotated else at
    return at if isinstance(at, type) and issubclass(at, BaseModel) else None


def _optional(kind: Any) -> bool:
    return type(None) in typing.get_args(kind)


# Keys of earlier versions, and the key that took their place
REPLACED_KEYS = {"candidates": "effort", "colours": "colors", "deal": "size_order"}
MAX_LINES = 50  # problems to list; the rest is counted

Model = TypeVar("Model", bound=BaseModel)
CrossFieldChecks = Callable[[dict[str, Any]], list[Problem]]


@dataclass(frozen=True, slots=True)
class _LocatedProblem:
    """A problem with its place. ``text`` is called only for listed problems, as finding the nearest word is slow."""

    mark: SourcePosition
    loc: Loc
    text: Callable[[], str]
    allowed: str = ""


def validate(
    source: YamlFile,
    model: type[Model],
    checks: CrossFieldChecks = lambda _: [],
    warn: Callable[[str], None] = lambda _: None,
) -> Model:
    """Return the model of a YAML file.

    ``checks`` gets the values as read (texts, lists, dicts) and returns problems of rules between fields. ``warn``
    gets a line for each text that seems to go on in a comment, and each note about a value that is as it should be.
    Raises ConfigError with one line a problem, sorted by place.
    """
    data = plain_values(source.root)
    assert isinstance(data, dict)
    problems = list(_repeated_keys(source))
    notes: list[str] = []  # of the fields that read files, such as folders of pictures
    result = None
    rules: list[ErrorDetails] = []
    try:
        result = model.model_validate(data, context=notes)
    except ValidationError as error:
        problems += _field_problems(error, source, model)
        rules = [
            one for one in error.errors(include_url=False, include_input=False) if one["type"] == CROSS_FIELD_ERROR
        ]
    for problem in checks(data):
        problems.append(
            _LocatedProblem(
                node_at(source.root, problem.loc).mark, problem.loc, partial(str, problem.text), problem.allowed
            )
        )
    if result is None and not problems:  # a rule that only the model checks
        problems += [
            _LocatedProblem(node_at(source.root, one["loc"]).mark, one["loc"], partial(str, one["msg"]))
            for one in rules
        ]
    if problems or result is None:
        problems.sort(key=lambda one: one.mark)  # those of one place stay in the order of the schema
        listed = [located_problem(source, one.mark, one.loc, one.text(), one.allowed) for one in problems[:MAX_LINES]]
        raise config_error(source.name, listed, len(problems))
    for one in cut_texts(source, model):
        warn(str(one))
    for note in dict.fromkeys(notes):
        warn(f"{source.name}: {note}")
    return result


def config_error(name: str, listed: list[Problem], count: int) -> ConfigError:
    """Return the error of a file of which these problems, of ``count``, are listed."""
    more = Problem((), f"and {count - len(listed)} more problems", place=Place(name))
    return ConfigError(*listed, *[more] * (count > len(listed)))


def located_problem(source: YamlFile, mark: SourcePosition, loc: Loc, text: str, allowed: str = "") -> Problem:
    """Return a problem of a file with its place, and the name of the section that it is in."""
    section = _section_name(source.root, loc)
    return Problem(loc, text, place=Place(source.name, *mark), section=section, allowed=allowed)


def cut_texts(source: YamlFile, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield a problem for each text that loses its end as a comment, such as ``series: quiet vol #1``.

    YAML begins a comment at any # behind a space. If a letter or a digit follows the # directly, and the field would
    take the value with these words too, the writer may mean either. A size or a word of a list is never meant so.
    """
    data = plain_values(source.root)
    for cut in source.cuts:
        whole = cut.text + cut.rest if cut.text else cut.rest.strip()
        depth = next(n for n in range(len(cut.loc) - 1, -1, -1) if group_at(model, cut.loc[:n]) is not None)
        group, name = group_at(model, cut.loc[:depth]), str(cut.loc[depth])
        if group is None or name not in fields_by_key(group):
            continue
        if field_problem(group, name, _with_value(_value_at(data, cut.loc[: depth + 1]), cut.loc[depth + 1 :], whole)):
            continue
        found = describe(cut.text) if cut.text else "nothing"
        words = (
            f"{describe(cut.rest.strip())} is read as a comment, so the text is {found}: write {_whole(cut)}, "
            "or put a space after # in a comment"
        )
        yield located_problem(source, cut.mark, cut.loc, words)


def _value_at(data: Any, loc: Loc) -> Any:
    for step in loc:
        data = data[step]
    return data


def _with_value(data: Any, loc: Loc, value: object) -> Any:
    """Return a copy of lists and dicts with another value at ``loc``."""
    if not loc:
        return value
    copied: Any = list(data) if isinstance(data, list) else dict(data)
    copied[loc[0]] = _with_value(data[loc[0]], loc[1:], value)
    return copied


def _whole(cut: CutValue) -> str:
    """Return how a cut value is written in quotes, with its key or the dash of a list."""
    key = "- " if isinstance(cut.loc[-1], int) else f"{cut.loc[-1]}: "
    return key + in_quotes(cut.text + cut.rest if cut.text else cut.rest.strip())


def readable_fields(model: type[BaseModel], data: object) -> dict[str, Any]:
    """Return the fields of a group that can be read, with defaults, for rules between fields."""
    values = data if isinstance(data, dict) else {}
    try:  # all at once: readers of single fields take longer to make than the rest of the config to load
        return dict(model.model_validate(values))
    except ValidationError:
        good = {}
    for name, info in model.model_fields.items():
        key = info.alias or name
        if key not in values:
            if not info.is_required():
                good[name] = info.get_default(call_default_factory=True, validated_data={})
            continue
        try:
            good[name] = _adapter(model, key).validate_python(values[key])
        except ValidationError:
            continue  # reported with the field
    return good


def read_field(model: type[BaseModel], name: str, value: object) -> Any:
    """Return one value as a field reads it, without the rules between fields. Raises ConfigError."""
    try:
        return _adapter(model, name).validate_python(value)
    except ValidationError as error:
        raise ConfigError(first_problem(error)._replace(loc=(name,))) from None


def field_problem(model: type[BaseModel], name: str, value: object) -> Problem | None:
    """Return what is wrong with one value for a field, without the rules between fields; None if nothing is."""
    try:
        read_field(model, name, value)
    except ConfigError as error:
        return error.problems[0]
    return None


_ADAPTERS: dict[tuple[type[BaseModel], str], TypeAdapter[Any]] = {}


def _adapter(model: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """The reader of a single field. It is kept, because making one takes longer than loading a config."""
    if (model, name) not in _ADAPTERS:
        info = fields_by_key(model)[name]
        default = () if info.is_required() else (Field(default=info.default),)
        # built at run time from the parts of the field, which no type checker can follow
        kind: Any = Annotated[(info.annotation, *info.metadata, *default)]
        _ADAPTERS[model, name] = TypeAdapter(kind)
    return _ADAPTERS[model, name]


def _section_name(root: Node, loc: Loc) -> str:
    """Return the name of the section that a place is in; empty if it has none."""
    section = node_at(root, loc[:2]) if loc[:1] == ("sections",) else root
    name = section.values.get("name") if isinstance(section, Mapping) and section is not root else None
    return name.text if isinstance(name, Scalar) else ""


def _repeated_keys(source: YamlFile) -> Iterator[_LocatedProblem]:
    for repeat in source.repeats:
        line, first = repeat.mark.line, repeat.first.line
        words = f"found again on line {line}, first given on line {first}; keep one of them"
        yield _LocatedProblem(repeat.mark, repeat.loc, partial(str, words))


def _field_problems(error: ValidationError, source: YamlFile, model: type[BaseModel]) -> Iterator[_LocatedProblem]:
    root, cuts = source.root, {cut.loc: cut for cut in source.cuts}
    # without inputs, because a list of 50,000 entries would be copied into each of its errors
    for detail in error.errors(include_url=False, include_input=False):
        kind, loc = detail["type"], detail["loc"]
        if kind == CROSS_FIELD_ERROR:
            continue
        mark = key_position_at(root, loc) if kind == "extra_forbidden" else node_at(root, loc).mark
        hint = cut_hint(cuts.get(loc))
        allowed = detail.get("ctx", {}).get("allowed", "")
        yield _LocatedProblem(
            mark,
            _written(root, loc),
            partial(_message, detail, root, model, hint),
            f"{allowed}{hint}" if allowed else "",
        )


def _written(root: Node, loc: Loc) -> Loc:
    """Return the place as far as the file has it: a word in place of a group has no key, unless it is KEY:VALUE."""
    for end, key in enumerate(loc):
        node = node_at(root, loc[:end])
        if isinstance(node, Scalar):
            return loc if node.text.startswith(f"{key}:") else loc[:end]
    return loc


def cut_hint(cut: CutValue | None) -> str:
    """Return the end of a message about a value that a comment may cut; empty for one that none cuts."""
    return "" if cut is None else f"; {describe(cut.rest.strip())} is read as a comment: write {_whole(cut)}"


def _message(detail: ErrorDetails, root: Node, model: type[BaseModel], hint: str = "") -> str:
    """The message for one of pydantic's errors, with a hint at its end."""
    return f"{_problem(detail, root, model)}{hint}"


def _problem(detail: ErrorDetails, root: Node, model: type[BaseModel]) -> str:
    """What one of pydantic's errors says, in the words of the config."""
    kind, loc, context = detail["type"], detail["loc"], detail.get("ctx", {})
    if kind == FIELD_ERROR:
        return str(context["text"])
    if kind == "missing":
        group = group_at(model, loc[:-1])
        info = fields_by_key(group).get(str(loc[-1])) if group else None
        return f"missing, required: {_field_description(info)}" if info else "missing, required"
    if kind == "extra_forbidden":
        group = group_at(model, loc[:-1])
        names = list(fields_by_key(group)) if group else []
        if loc[-1] in REPLACED_KEYS and REPLACED_KEYS[str(loc[-1])] in names:
            return f"no longer a key; use {REPLACED_KEYS[str(loc[-1])]}"
        if place := place_of_key(model, loc):
            return f"unknown key here, {place}"
        return f"unknown key, allowed {', '.join(names)}{did_you_mean(loc[-1], names)}"
    value = describe(plain_values(node_at(root, loc)))
    if kind in {"too_short", "too_long"}:
        low, high = context.get("min_length"), context.get("max_length")
        bound = f"{low} or more" if high is None else f"up to {high}"
        return f"found {context.get('actual_length') or 'no'} entries, allowed {bound}"
    if kind in {"list_type", "tuple_type"}:
        return f'found {value}, allowed a list, each entry on a line that begins with "- "'
    if kind in {"model_type", "dict_type"}:
        group = group_at(model, loc)
        return f"found {value}, allowed a group of keys" + (f": {', '.join(fields_by_key(group))}" if group else "")
    return f"found {value}, which is not allowed here"


def _field_description(info: FieldInfo) -> str:
    """The description of a field, as part of a sentence."""
    words = (info.description or "").rstrip(".")
    return words[:1].lower() + words[1:]
