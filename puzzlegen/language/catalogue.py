"""Loads the messages of a language from its folder in templates: the user's own folder first, then the shipped one.

The shipped English file alone says which entries a language has and which placeholders each of them holds. A file of
any language is compared with it, and is complete or refused.
"""

from __future__ import annotations

import string
import typing
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.errors import ConfigError, Loc, Problem
from puzzlegen.files import templates
from puzzlegen.language.locale_formatting import PluralCategories, date_in_words, plural_categories
from puzzlegen.language.messages import CLASSIC, Cells, Message, Messages, Paper, Spine
from puzzlegen.language.typography import Typography
from puzzlegen.schema import validation, yaml_nodes
from puzzlegen.schema.fields import not_allowed, one_of, text
from puzzlegen.schema.yaml_nodes import CutValue, Mapping, Node, SourcePosition, YamlFile
from puzzlegen.wording import describe, did_you_mean, unset_letter, unset_letter_text

MAX_LENGTH = 400  # characters of an entry
# The entries that every variant but classic boards must replace, because the usual ones state other rules
VARIANT_RULES = ("puzzle.rules", "picture.game", "legend.clue", "play.rules")
_ENGLISH_FORMS = {"one", "other"}  # the keys of a plural in English

_Text = Annotated[str, *text(MAX_LENGTH)]
_TEXT_READER = TypeAdapter(_Text)


def _unstripped(longest: int, allowed: str) -> BeforeValidator:
    """Accept a few characters with their white space: ``text`` would strip a no-break space."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= longest or any(map(_is_control, value)):
            raise not_allowed(describe(value), allowed)
        return value

    return BeforeValidator(read)


def _is_control(character: str) -> bool:
    return (not character.isprintable() and not character.isspace()) or character in "\t\n\r"


_Mark = Annotated[str, _unstripped(2, "a mark of one or two characters, in quotes")]
_Elided = Annotated[str, _unstripped(12, "a word of up to 12 characters, in quotes")]


class _TypographyKeys(validation.ConfigGroup):
    quotes: tuple[_Mark, _Mark, _Mark, _Mark] = Field(description="outer and inner marks: open, close, open, close")
    elisions: tuple[_Elided, ...] = Field(description="words with an apostrophe at an end, written as a straight one")
    no_break_before: dict[_Mark, _Mark] = Field(description="marks behind a space, and the no-break space it becomes")
    no_break_after: dict[_Mark, _Mark] = Field(description="marks before a space, and the no-break space it becomes")


class _Settings(validation.ConfigGroup, extra="ignore"):
    """The keys of a file that are no messages."""

    language: _Text = Field(description="the language's own name")
    paper: Annotated[Paper, *one_of("letter", "a4")] = Field(description="the paper of printers at home")
    spine: Annotated[Spine, *one_of("down", "up")] = Field(description="how words run on the spine: down, or up")
    typography: _TypographyKeys = Field(description="how type is set")
    numbers: tuple[_Text, ...] = Field(min_length=8, max_length=20, description="the numbers 1 to 8 in words")


# The entries of the English file: texts, plurals with their forms, and groups. None is a key of _Settings.
Entries = dict[str, "str | Entries | None"]


def _is_plural(entry: Entries) -> bool:
    return entry.keys() == _ENGLISH_FORMS


def _part(entries: Entries, key: str) -> Entries:
    group = entries.get(key, {})
    assert isinstance(group, dict), key
    return group


def _united(groups: list[Entries]) -> Entries:
    """Return the entries of groups, those of the groups in them too."""
    united: Entries = {}
    for group in groups:
        for name, entry in group.items():
            united[name] = _united([_part(united, name), entry]) if isinstance(entry, dict) else entry
    return united


_read_english = templates.cached_by_file(yaml_nodes.read)


def english_path() -> Path:
    """Return the path of the shipped English file."""
    return templates.shipped_folder("templates") / "en" / templates.WORDS


def english_entries() -> Entries:
    """Return the entries of the shipped English file, with None for each key that is no message."""
    entries = typing.cast(Entries, yaml_nodes.plain_values(_read_english(english_path()).root))
    return entries | dict.fromkeys(_Settings.model_fields)


def _of_all_languages() -> tuple[Entries, Entries]:
    """Return the entries that a language may have, and those that it must have.

    A variant may replace what a variant replaces in English, because nothing else is looked up for a variant.
    """
    usual = english_entries()
    variants = _part(usual, "variants")
    replaced = _united([_part(variants, name) for name in variants])
    rules = _united(
        [{group: {name: _part(usual, group)[name]}} for group, name in (key.split(".") for key in VARIANT_RULES)]
    )
    names = [*sorted({variant.words for variant in VARIANTS.values() if variant.words}), CLASSIC]
    allowed: Entries = dict.fromkeys(names, replaced)
    required: Entries = {name: {} if name == CLASSIC else rules for name in names}
    return usual | {"variants": allowed}, usual | {"variants": required}


def placeholders(message: str) -> list[str]:
    """Return the placeholders of a message; one with a format, such as {page:>9}, ends in dots.

    Raises ValueError for a brace that stands alone.
    """
    parts = string.Formatter().parse(message)
    return [name if not spec and not how else f"{name}..." for _, name, spec, how in parts if name is not None]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Compares the file of a language with these plural categories with the entries that it may have."""

    allowed: Entries
    categories: PluralCategories
    source: YamlFile
    cuts: typing.Mapping[Loc, CutValue]
    problems: list[Problem] = field(default_factory=list)

    def report(self, mark: SourcePosition, loc: Loc, words: str) -> None:
        self.problems.append(validation.located_problem(self.source, mark, loc, words))

    def group(self, own: Node, allowed: Entries, required: Entries, loc: Loc = ()) -> dict[str, Message]:
        """Return the messages of a group by their keys in it, in the order of English."""
        if not isinstance(own, Mapping):
            value = describe(yaml_nodes.plain_values(own))
            self.report(own.mark, loc, f"found {value}, allowed a group of keys: {', '.join(allowed)}")
            return {}
        messages: dict[str, Message] = {}
        for name, english in allowed.items():
            place = (*loc, name)
            if english is None:
                continue
            if name not in own.values:
                if name in required:
                    words = f"missing, required: {_english_words(required[name] or english)}"
                    if isinstance(english, dict) and _is_plural(english):
                        words += f"; the plural forms {', '.join(dict(self.categories.required))}"
                    self.report(own.mark, place, words)
            elif isinstance(english, str):
                messages[name] = self.text(own.values[name], place, placeholders(english))
            elif _is_plural(english):
                messages[name] = self.plural(own.values[name], place, str(english["other"]))
            else:
                inner = self.group(own.values[name], english, _part(required, name), place)
                messages |= {f"{name}.{key}": message for key, message in inner.items()}
        self.refuse_unknown(own, list(allowed), loc)
        return messages

    def refuse_unknown(self, own: Mapping, allowed: list[str], loc: Loc) -> None:
        for name in own.values:
            if name not in allowed:
                words = f"unknown key, allowed {', '.join(allowed)}{did_you_mean(name, allowed)}"
                if groups := self.groups_with(name):
                    place = f"in {' or '.join(groups)}" if all(groups) else "at the top level"
                    words = f"unknown key here, {name} belongs {place}"
                self.report(own.keys[name], (*loc, name), words)

    def groups_with(self, name: str) -> list[str]:
        """Return the names of the groups, up to three, that have a key."""
        paths = [path for path, group in _groups(self.allowed, ()) if name in group]
        nearest = [".".join(path) for path in paths if len(path) == min(map(len, paths))]
        return nearest if len(nearest) <= 3 else []

    def text(self, own: Node, loc: Loc, holds: list[str], may: tuple[str, ...] = ()) -> str:
        """Return one message, which must have the placeholders ``holds``, and may have those in ``may``."""
        value = yaml_nodes.plain_values(own)
        problem = _placeholder_problem(value, holds, may) if isinstance(value, str) else ""
        if not problem:
            try:
                return _TEXT_READER.validate_python(value)
            except ValidationError as error:
                problem = error.errors(include_url=False, include_input=False)[0]["msg"]
        self.report(own.mark, loc, problem + validation.cut_hint(self.cuts.get(loc)))
        return ""

    def plural(self, own: Node, loc: Loc, english: str) -> dict[str, str]:
        """Return the forms of a plural.

        The form of a category that holds a single number may spell it out and leave {count} away: "one blank is left".
        """
        names, required = self.categories.allowed, dict(self.categories.required)
        if not isinstance(own, Mapping):
            value = describe(yaml_nodes.plain_values(own))
            self.report(own.mark, loc, f"found {value}, allowed a group of keys: {', '.join(names)}")
            return {}
        forms = {}
        for name in names:
            if name in own.values:
                spelled = name in self.categories.single
                holds = [hole for hole in placeholders(english) if hole != "count" or not spelled]
                forms[name] = self.text(own.values[name], (*loc, name), holds, ("count",))
            elif name in required:
                counts = ", ".join(map(str, required[name])) + (" and so on" if len(required[name]) > 3 else "")
                words = f"missing, required: {_english_words(english)}; the plural form {name}, for {counts}"
                self.report(own.mark, (*loc, name), words)
        self.refuse_unknown(own, list(names), loc)
        return forms


def _english_words(entry: str | Entries) -> str:
    """Return what an entry is in English, as the remedy where a language lacks it."""
    if isinstance(entry, dict) and not _is_plural(entry):
        return f"a group of keys: {', '.join(entry)}"
    return f"in English {describe(entry if isinstance(entry, str) else entry['other'])}"


def _groups(entries: Entries, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Entries]]:
    """Yield the groups of entries, each with the keys that lead there."""
    yield path, entries
    for name, entry in entries.items():
        if isinstance(entry, dict) and not _is_plural(entry):
            yield from _groups(entry, (*path, name))


def _placeholder_problem(value: str, holds: list[str], may: tuple[str, ...]) -> str:
    try:
        names = placeholders(value)
    except ValueError:
        return f"found {describe(value)}, where a {{ or }} is alone; write {{{{ or }}}} to print one"
    allowed = list(dict.fromkeys((*holds, *may)))
    listed = ", ".join(f"{{{name}}}" for name in allowed) or "none"
    for name in names:
        if name not in allowed:
            return f"found the placeholder {{{name}}}, allowed {listed}{did_you_mean(name, allowed)}"
    if missing := [f"{{{name}}}" for name in holds if name not in names]:
        return f"lacks the placeholder {', '.join(missing)}, needed for what is filled in there"
    return ""


def load(language: str, cells: Cells = "rc") -> Messages:
    """Return the messages of a language, given the name of its folder in ``templates``.

    A catalogue is complete or refused: no entry is taken from another language.

    Raises ConfigError: for an unknown language, with the known ones; for one whose dates have right-to-left letters;
    for a file with errors, one line for each, ``file:line:column: key: ...``.
    """
    if problem := templates.language_problem(language):
        raise ConfigError(f"{problem}", at=("language",))
    path = templates.template(f"{language}/{templates.WORDS}")
    state = path.stat()
    return _load(path, language, cells, (path.absolute(), state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=32)
def _load(path: Path, language: str, cells: Cells, _state: object) -> Messages:
    """Read and check a file. ``_state`` has the place, time and size, so that an edited file is read again."""
    categories = plural_categories(language)
    if letter := unset_letter(date_in_words(date.min, language)):  # from CLDR; those of the file are read below
        problem = unset_letter_text(letter, "choose another language")
        raise ConfigError(f"dates in {describe(language)}: {problem}", at=("language",))
    source = _read_english(english_path()) if path.samefile(english_path()) else yaml_nodes.read(path)
    allowed, required = _of_all_languages()
    comparison = _Comparison(allowed, categories, source, {cut.loc: cut for cut in source.cuts})
    messages = comparison.group(source.root, allowed, required)
    problems = comparison.problems
    try:
        settings = validation.validate(source, _Settings)
    except ConfigError as error:
        problems += error.problems
    if problems:
        problems.sort(key=lambda problem: problem.place)
        raise validation.config_error(source.name, problems[: validation.MAX_LINES], len(problems))
    typography = Typography(**dict(settings.typography))
    spaced = {key: _spaced(message, typography) for key, message in messages.items()}
    return Messages(
        language,
        cells,
        settings.language,
        settings.paper,
        settings.spine,
        typography,
        tuple(map(typography.spaced, settings.numbers)),
        {key: message for key, message in spaced.items() if not key.startswith("variants.")},
        {name: _below(f"variants.{name}.", spaced) for name in _part(allowed, "variants")},
    )


def _spaced(message: Message, typography: Typography) -> Message:
    if isinstance(message, str):
        return typography.spaced(message)
    return {name: typography.spaced(form) for name, form in message.items()}


def _below(start: str, messages: dict[str, Message]) -> dict[str, Message]:
    return {key.removeprefix(start): message for key, message in messages.items() if key.startswith(start)}
