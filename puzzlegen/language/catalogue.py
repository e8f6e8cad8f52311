"""Loads a catalogue and compares it with the English one.

Loads the messages of a language from its folder in templates: the user's own folder first, then the shipped one.

The schema of a catalogue file, derived from the message records, the techniques and the variants.
"""

from __future__ import annotations

import string
import typing
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, create_model

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import WORDS, language_problem, template
from puzzlegen.language.locale_formatting import PluralCategories, date_in_words, plural_categories
from puzzlegen.language.message_groups import CLASSIC, VARIANT_ENTRIES, VARIANT_RULES, TechniqueMessages
from puzzlegen.language.message_types import EntrySpec, Plural
from puzzlegen.language.messages import Cells, Messages, OwnMessages
from puzzlegen.language.typography import Typography
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import field_error, one_of, text
from puzzlegen.schema.validation import ConfigGroup, validate
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.wording import describe, did_you_mean, right_to_left_letter, right_to_left_text

MAX_LENGTH = 400  # characters of an entry
SET_BY_LOADER = ("code", "cells")  # fields of Messages that are not in the file

_Text = Annotated[str, *text(MAX_LENGTH)]


def _unstripped(longest: int, allowed: str) -> BeforeValidator:
    """Accept a few characters with their white space: ``text`` would strip a no-break space."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= longest or any(map(_is_control, value)):
            raise field_error(f"found {describe(value)}, allowed {allowed}")
        return value

    return BeforeValidator(read)


def _is_control(character: str) -> bool:
    return (not character.isprintable() and not character.isspace()) or character in "\t\n\r"


_Mark = Annotated[str, _unstripped(2, "a mark of one or two characters, in quotes")]
_Spaces = dict[_Mark, _Mark]
_Elided = Annotated[str, _unstripped(12, "a word of up to 12 characters, in quotes")]

_SPECIAL: dict[tuple[type, str], Any] = {
    (Messages, "paper"): Annotated[str, *one_of("letter", "a4")],
    (Messages, "spine"): Annotated[str, *one_of("down", "up")],
    (Messages, "numbers"): Annotated[list[_Text], Field(min_length=8, max_length=20)],
    (Typography, "quotes"): tuple[_Mark, _Mark, _Mark, _Mark],
    (Typography, "elisions"): list[_Elided],
    (Typography, "no_break_before"): _Spaces,
    (Typography, "no_break_after"): _Spaces,
}


def key(name: str) -> str:
    """Return an entry's key in the file: the field's name without the underscore after a Python keyword."""
    return name.removesuffix("_")


def placeholders(holds: tuple[str, ...], may: tuple[str, ...] = ()) -> BeforeValidator:
    """Refuse a message without one of the placeholders ``holds``, or with one that is neither there nor in ``may``."""

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value  # refused later, as no text
        try:
            parts = list(string.Formatter().parse(value))
        except ValueError:
            raise field_error(
                f"found {describe(value)}, where a {{ or }} is alone; write {{{{ or }}}} to print one"
            ) from None
        names = [name if not spec and not how else f"{name}..." for _, name, spec, how in parts if name is not None]
        allowed = (*holds, *may)
        listed = ", ".join(f"{{{name}}}" for name in allowed) or "none"
        for name in names:
            if name not in allowed:
                raise field_error(f"found the placeholder {{{name}}}, allowed {listed}{did_you_mean(name, allowed)}")
        if missing := [f"{{{name}}}" for name in holds if name not in names]:
            raise field_error(f"lacks the placeholder {', '.join(missing)}, needed for what is filled in there")
        return value

    return BeforeValidator(read)


def _message(holds: tuple[str, ...], may: tuple[str, ...] = ()) -> Any:
    return Annotated[str, *text(MAX_LENGTH), placeholders(holds, may)]  # validators run from the last to the first


class PluralForms(ConfigGroup):
    """Base of the groups of one form for each plural category."""


class _SchemaBuilder:
    """Builds the schema for a language with these plural categories."""

    def __init__(self, categories: PluralCategories) -> None:
        self.categories = categories
        self._shapes: dict[tuple[Any, EntrySpec], Any] = {}  # variants have some of the groups of the catalogue again

    def group(self, record: type, known: Mapping[str, tuple[str, ...]] = {}) -> type[ConfigGroup]:
        """Return the group of keys that fills a record.

        ``known`` has the placeholders of fields whose own annotation does not name them.
        """
        entries: dict[str, Any] = {}
        for name, kind, spec in _annotated_fields(record):
            filled = replace(spec, holds=known[name]) if name in known else spec
            shape = _SPECIAL.get((record, name)) or self.shape(kind, filled)
            entries[key(name)] = (shape, Field(description=spec.meaning))
        return create_model(record.__name__, __base__=ConfigGroup, **entries)

    def shape(self, kind: Any, spec: EntrySpec) -> Any:
        """Return what a field of this type accepts."""
        if (kind, spec) not in self._shapes:
            self._shapes[kind, spec] = self._new_shape(kind, spec)
        return self._shapes[kind, spec]

    def _new_shape(self, kind: Any, spec: EntrySpec) -> Any:
        if spec.tier is not None:
            return self.techniques(typing.get_args(kind)[1], spec)
        if kind is Plural:
            return self.plural(spec)
        if is_dataclass(kind):
            return self.group(typing.cast(type, kind))
        if typing.get_origin(kind) is not None:
            return self.variants()
        return _message(spec.holds, spec.may)

    def plural(self, spec: EntrySpec) -> type[ConfigGroup]:
        """Return a group of one form for each plural category.

        The form of a category that holds a single number may spell it out and leave {count} away: "one blank is left".
        """
        numbers = dict(self.categories.required)
        forms: dict[str, Any] = {}
        for name in self.categories.allowed:
            spelled = name in self.categories.single
            form = _message(tuple(hole for hole in spec.holds if hole != "count" or not spelled), ("count", *spec.may))
            if name in numbers:
                counts = ", ".join(map(str, numbers[name])) + (" and so on" if len(numbers[name]) > 3 else "")
                forms[name] = (form, Field(description=f"{spec.meaning}; the plural form {name}, for {counts}"))
            else:
                forms[name] = (form | None, Field(default=None, description=f"{spec.meaning}; for other numbers"))
        return create_model("Plural", __base__=PluralForms, **forms)

    def techniques(self, kind: Any, spec: EntrySpec) -> type[ConfigGroup]:
        """Return a group of one entry for each technique of the tier of ``spec``, keyed by its code."""
        entries: dict[str, Any] = {}
        for code, technique in TECHNIQUES.items():
            if spec.tier in (0, technique.tier):
                holds = {"reason": technique.fields}
                shape = self.group(kind, holds) if kind is TechniqueMessages else _message(spec.holds, spec.may)
                entries[code] = (shape, Field(description=f"the technique {code}"))
        return create_model("Techniques", __base__=ConfigGroup, **entries)

    def variants(self) -> type[ConfigGroup]:
        """Return a group of one entry for each variant that has its own messages, and one for classic boards."""
        names = sorted({variant.words for variant in VARIANTS.values() if variant.words})
        own = self.own_messages(VARIANT_RULES)
        entries: dict[str, Any] = {
            name: (own, Field(description=f"the messages of the variant {name}")) for name in names
        }
        entries[CLASSIC] = (self.own_messages(()), Field(description="the messages of hints of classic boards"))
        return create_model("Variants", __base__=ConfigGroup, **entries)

    def own_messages(self, rules: Iterable[tuple[str, str]]) -> type[ConfigGroup]:
        """Return a group of the entries that a variant may replace; it must replace those of ``rules``."""
        groups: dict[str, Any] = {}
        for name, kind, spec in _annotated_fields(Messages):
            if name in VARIANT_ENTRIES:
                required = {entry for group, entry in rules if group == name}
                shape = _partial(self.shape(kind, spec), VARIANT_ENTRIES[name], required)
                groups[name] = (shape, Field(description=spec.meaning) if required else Field(default=None))
        return create_model("OwnMessages", __base__=ConfigGroup, **groups)


def _annotated_fields(record: type) -> Iterator[tuple[str, Any, EntrySpec]]:
    """Yield name, type and description of the fields that a file fills."""
    hints = typing.get_type_hints(record, include_extras=True)
    for field in fields(record):
        if record is not Messages or field.name not in SET_BY_LOADER:
            kind, *notes = typing.get_args(hints[field.name])
            yield field.name, kind, next(note for note in notes if isinstance(note, EntrySpec))


def _partial(group: type[ConfigGroup], names: Iterable[str], required: Container[str] = ()) -> type[ConfigGroup]:
    """Return a group with only the entries of these names, none of which must be given unless it is ``required``.

    The same is true of groups in it, but a plural has all forms.
    """
    entries: dict[str, Any] = {}
    for name in map(key, names):
        info = group.model_fields[name]
        shape = info.annotation
        if isinstance(shape, type) and issubclass(shape, ConfigGroup) and not issubclass(shape, PluralForms):
            shape = _partial(shape, shape.model_fields)
        # built at run time from the parts of the field, which no type checker can follow
        kind: Any = Annotated[(shape, *info.metadata)] if info.metadata else shape
        default = ... if name in required else None
        entries[name] = (kind, Field(default, description=info.description))
    return create_model(group.__name__, __base__=ConfigGroup, **entries)


@lru_cache(maxsize=16)
def catalogue_schema(categories: PluralCategories) -> type[ConfigGroup]:
    """Return the schema of ``words.yaml`` for languages with these plural categories."""
    return _SchemaBuilder(categories).group(Messages)


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
