"""The schema of a catalogue file, made from the records of ``words`` and the technique table."""

from __future__ import annotations

import string
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, create_model

from puzzlegen.config.book import Part
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.config.reading.field_types import problem, text, word
from puzzlegen.language.locales import PluralCategories
from puzzlegen.language.message_types import Plural, Said, TechniqueWords
from puzzlegen.language.messages import Typography, Words
from puzzlegen.solver.techniques import TECHNIQUES

LONGEST = 400  # characters of an entry
SET_BY_LOADER = ("code", "cells")  # fields of Words that no file holds

_Text = Annotated[str, *text(LONGEST)]


def _kept(longest: int, what: str) -> BeforeValidator:
    """A few characters, white space and all: ``text`` would strip a no-break space."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= longest or any(map(_steers, value)):
            raise problem(f"found {found(value)}, allowed {what}")
        return value

    return BeforeValidator(read)


def _steers(character: str) -> bool:
    return (not character.isprintable() and not character.isspace()) or character in "\t\n\r"


_Mark = Annotated[str, _kept(2, "a mark of one or two characters, in quotes")]
_Spaces = dict[_Mark, _Mark]

_PLAIN: dict[tuple[type, str], Any] = {
    (Words, "paper"): Annotated[str, *word("letter", "a4")],
    (Words, "numbers"): Annotated[list[_Text], Field(min_length=8, max_length=20)],
    (Typography, "quotes"): tuple[_Mark, _Mark, _Mark, _Mark],
    (Typography, "no_break_before"): _Spaces,
    (Typography, "no_break_after"): _Spaces,
}


def key(name: str) -> str:
    """An entry's key in the file: the field's name without the mark that keeps it from being a word of Python."""
    return name.removesuffix("_")


def holding(holds: tuple[str, ...], may: tuple[str, ...] = ()) -> BeforeValidator:
    """Refuses words with other {placeholders} than these; all of ``holds`` must be there."""

    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value  # refused as a text
        try:
            parts = list(string.Formatter().parse(value))
        except ValueError:
            raise problem(f"found {found(value)}, where a {{ or }} is alone; write {{{{ or }}}} to print one") from None
        names = [name if not spec and not how else f"{name}..." for _, name, spec, how in parts if name is not None]
        allowed = (*holds, *may)
        listed = ", ".join(f"{{{name}}}" for name in allowed) or "none"
        for name in names:
            if name not in allowed:
                raise problem(f"found the placeholder {{{name}}}, allowed {listed}{did_you_mean(name, allowed)}")
        if missing := [f"{{{name}}}" for name in holds if name not in names]:
            raise problem(f"lacks the placeholder {', '.join(missing)}, needed for what is filled in there")
        return value

    return BeforeValidator(read)


def _words(holds: tuple[str, ...], may: tuple[str, ...] = ()) -> Any:
    return Annotated[str, *text(LONGEST), holding(holds, may)]  # validators run from the last to the first


def _plural(said: Said, categories: PluralCategories) -> type[Part]:
    """One form for each plural category; a form for one number alone may leave {count} out: "one blank is left"."""
    numbers = dict(categories.required)
    fields_of: dict[str, Any] = {}
    for name in categories.allowed:
        spelled = name in categories.single
        holds = tuple(hole for hole in said.holds if hole != "count" or not spelled)
        form = _words(holds, ("count", *said.may))
        if name in numbers:
            counts = ", ".join(map(str, numbers[name]))
            meaning = f"{said.meaning}; the plural form {name}, for {counts}"
            fields_of[name] = (form, Field(description=f"{meaning} and so on" if len(numbers[name]) > 3 else meaning))
        else:
            fields_of[name] = (form | None, Field(default=None, description=f"{said.meaning}; for other numbers"))
    return create_model("Plural", __base__=Part, **fields_of)


def _per_technique(kind: Any, said: Said, categories: PluralCategories) -> type[Part]:
    """One entry a technique, keyed by its code."""
    entries: dict[str, Any] = {}
    for code, technique in TECHNIQUES.items():
        if said.tier in (0, technique.tier):
            inner = (
                _model(TechniqueWords, categories, {"sentence": technique.fields}) if kind is TechniqueWords else None
            )
            shape = inner or _words(said.holds, said.may)
            entries[code] = (shape, Field(description=f"the technique {code}"))
    return create_model("Techniques", __base__=Part, **entries)


def _shape(
    record: type, name: str, hint: Any, categories: PluralCategories, holds: Mapping[str, tuple[str, ...]]
) -> tuple[Any, Said]:
    kind, *notes = typing.get_args(hint)
    said = next(note for note in notes if isinstance(note, Said))
    if (record, name) in _PLAIN:
        return _PLAIN[record, name], said
    if said.tier is not None:
        return _per_technique(typing.get_args(kind)[1], said, categories), said
    if kind is Plural:
        return _plural(said, categories), said
    if is_dataclass(kind):
        return _model(typing.cast(type, kind), categories), said
    return _words(holds.get(name, said.holds), said.may), said


def _model(record: type, categories: PluralCategories, holds: Mapping[str, tuple[str, ...]] = {}) -> type[Part]:
    """The group of keys that fills a record; ``holds`` gives the placeholders the record itself does not know."""
    hints = typing.get_type_hints(record, include_extras=True)
    entries: dict[str, Any] = {}
    for field in fields(record):
        if record is Words and field.name in SET_BY_LOADER:
            continue
        shape, said = _shape(record, field.name, hints[field.name], categories, holds)
        entries[key(field.name)] = (shape, Field(description=said.meaning))
    return create_model(record.__name__, __base__=Part, **entries)


@lru_cache(maxsize=16)
def catalogue_file(categories: PluralCategories) -> type[Part]:
    """The schema of ``words.yaml`` for languages with these plural categories."""
    return _model(Words, categories)


def filled(record: type, values: Mapping[str, Any], language: str, put: Callable[[str], str]) -> Any:
    """The record of a checked file's values; ``put`` is done to every text."""
    return record(**arguments(record, values, language, put))


def arguments(record: type, values: Mapping[str, Any], language: str, put: Callable[[str], str]) -> dict[str, Any]:
    """What the record is made of, but for the fields no file holds."""
    hints = typing.get_type_hints(record)
    return {
        field.name: _value(hints[field.name], values[key(field.name)], language, put)
        for field in fields(record)
        if not (record is Words and field.name in SET_BY_LOADER)
    }


def _value(kind: Any, value: Any, language: str, put: Callable[[str], str]) -> Any:
    if kind is Plural:
        return Plural({name: put(form) for name, form in value.items() if form is not None}, language)
    if is_dataclass(kind):
        return filled(typing.cast(type, kind), value, language, put)
    if isinstance(value, dict):
        inner = typing.get_args(kind)[1]
        return {code: _value(inner, entry, language, put) for code, entry in value.items()}
    if isinstance(value, list | tuple):
        return tuple(value)
    return put(value)
