"""The state of a config in the editor.

The state of one config in the editor: its text, the values of its form, and its problems beside their fields.

Finds the fields of the form that take an uploaded picture, and writes the name of a stored picture there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import yaml

from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.edit import as_group, set_value
from puzzlegen.schema.yaml_nodes import Loc, Mapping, Node, Scalar, Sequence, plain_values
from puzzlegen.studio.form_fields import FormField, form_fields, labels
from puzzlegen.studio.projects import ProjectKind
from puzzlegen.wording import describe

_LOADERS = {"book": loads_book, "daily": loads_daily}
_PLACE = re.compile(r"config:([0-9]+)(?::[0-9]+)?: ")
_KEY_PATH = re.compile(r"([a-z_]+(?:\.[a-z_]+|\[[0-9]+\])*): ")
_PLACE_IN_LIST = re.compile("[0-9]{1,6}")
NOTES_PAGES = "back_matter/notes_pages"
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,14}")
_DECIMAL = re.compile(r"-?[0-9]{1,9}\.[0-9]{1,6}")


BETWEEN = {"words": ", ", "names": "\n", "list": "\n", "texts": "\n---\n"}  # the entries of a list in its field
_SEPARATORS = {
    "words": re.compile(r"[,\n]"),
    "names": re.compile(r"[,\n]"),
    "list": re.compile(r"\n"),
    "texts": re.compile(r"^---[ \t]*$", re.MULTILINE),
}


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
        same = {(one.loc[:1], one.line, one.text): one for one in reversed(error.problems)}  # the first of each
        return tuple(ShownProblem(path_of(one.loc), one.line, one.text) for one in reversed(same.values()))
    return ()


def problems_of_layout(kind: ProjectKind, message: str, text: str = "") -> tuple[ShownProblem, ...]:
    """Return the lines of a message about the layout that name a key, such as ``cover.artwork.file: ``, or a section.

    ``text`` is the config, which has the sections.
    """
    return tuple(found for line in message.splitlines() if (found := _layout_problem(kind, line, text)) is not None)


def _layout_problem(kind: ProjectKind, line: str, text: str) -> ShownProblem | None:
    for index, name in enumerate(section_names(text)):
        if line.startswith(f"section {name!r}: "):
            key = "per_page" if " a page" in line else "name"
            return ShownProblem(f"sections/{index}/{key}", 0, line.partition(f"{name!r}: ")[2])
    match = _KEY_PATH.match(line)
    if not match or re.split(r"[.[]", match[1])[0] not in {field.key for field in form_fields(kind)}:
        return None
    words, label = line[match.end() :], labels()[NOTES_PAGES]
    shown = re.sub(r"add ([0-9]+) to back_matter\.notes_pages", rf"add \1 to “{label}”", words)
    return ShownProblem("/".join(_steps(match[1])) if shown == words else NOTES_PAGES, 0, shown)


def section_names(text: str) -> tuple[str, ...]:
    """Return the names of the sections of a config, empty where one is missing; none if the text is not YAML."""
    try:
        sections = yaml_nodes.parse(text, "config").root.values.get("sections")
    except ConfigError:
        return ()
    found = (
        one.values.get("name") if isinstance(one, Mapping) else None
        for one in (sections.items if isinstance(sections, Sequence) else [])
    )
    return tuple(one.text.strip() if isinstance(one, Scalar) else "" for one in found)


def _steps(keys: str) -> Iterator[str]:
    """Yield the steps of a path in a message, whose list entries are counted from 1."""
    for step in re.findall(r"[a-z_]+|\[[0-9]+", keys):
        yield str(int(step[1:]) - 1) if step.startswith("[") else step


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
    return tuple(int(step) if _PLACE_IN_LIST.fullmatch(step) else step for step in path.split("/") if step)


def form_of(kind: ProjectKind, text: str) -> tuple[FormValue, ...]:
    """Return the fields of the form with the values of a config. Raises ConfigError for a text that is not YAML."""
    return _values(form_fields(kind), yaml_nodes.parse(text, "config").root, ())


def _values(fields: tuple[FormField, ...], group: Node | None, loc: Loc) -> tuple[FormValue, ...]:
    given = group.values if isinstance(group, Mapping) else {}
    return tuple(_value(field, given.get(field.key), (*loc, field.key)) for field in fields)


def _named(field: FormField, group: Node | None) -> Node | None:
    """Return the group that a plain value in its place stands for."""
    if field.name_key and isinstance(group, Scalar) and not yaml_nodes.is_null(group):
        return Mapping(group.mark, {field.name_key: group})
    return group


def _value(field: FormField, node: Node | None, loc: Loc) -> FormValue:
    shown = FormValue(field, path_of(loc), "", node is not None)
    if field.kind == "group":
        text = node.text if isinstance(node, Scalar) else ""
        return replace(shown, text=text, fields=_values(field.fields, _named(field, node), loc))
    if field.kind == "groups":
        entries = node.items if isinstance(node, Sequence) else []
        shown_entries = (_values(field.fields, _named(field, one), (*loc, i)) for i, one in enumerate(entries))
        return replace(shown, entries=tuple(shown_entries))
    if isinstance(node, Scalar):
        return replace(shown, text=node.text.rstrip("\n"))
    if field.kind in BETWEEN and isinstance(node, Sequence) and (text := _entries(field.kind, node.items)):
        return replace(shown, text=text)
    return replace(shown, text=_one_line(node)) if node is not None else shown


def _entries(kind: str, nodes: list[Node]) -> str:
    """Return the entries of a list as its field shows them; empty for entries that the field would read differently."""
    entries = [node.text.strip() for node in nodes if isinstance(node, Scalar)]
    text = BETWEEN[kind].join(entries)
    wanted = entries[0] if kind == "words" and len(entries) == 1 else entries
    is_same = len(entries) == len(nodes) and value_of(kind, text) == wanted
    return text if is_same and not (kind == "words" and len(entries) == 1) else ""


def _one_line(node: Node) -> str:
    """Return a list or group as YAML in one line."""
    return yaml.safe_dump(plain_values(node), default_flow_style=True, width=10_000, allow_unicode=True).strip()


def with_text(kind: ProjectKind, text: str, loc: Loc, written: str) -> str:
    """Return the text of a config with what was typed into the field at ``loc`` of the form; empty removes the key.

    Names of files in place of groups on the way become groups. Raises OutputError for a place that is no field, and
    ConfigError as ``set_value`` and ``value_of`` do.
    """
    fields, found = form_fields(kind), None
    for depth, step in enumerate(loc, start=1):
        if isinstance(step, int):
            continue
        found = next((one for one in fields if one.key == step), None)
        if found is None:
            raise OutputError(f"{step}: there is no such field: load the page again")
        group = loc[:depth] if found.kind == "group" else loc[: depth + 1]
        if found.name_key and len(group) < len(loc):
            text = as_group(text, group, found.name_key)
        fields = found.fields
    if found is None:
        return set_value(text, loc, value_of("line", written))
    if found.kind == "group" and not written:  # a group that was replaced by a word
        return set_value(text, loc, {one.key: one.default for one in found.fields if one.required} or None)
    return set_value(text, loc, value_of(found.kind, written))


def value_of(field_kind: str, text: str) -> Any:
    """Return the value that a form's text stands for; None for an empty one, which removes the key.

    Lists may also be YAML in one line. Raises ConfigError for YAML that cannot be read.
    """
    text = text.replace("\r\n", "\n")
    if not text.strip():
        return None
    if field_kind == "number":
        return _number(text.strip())
    if field_kind == "yaml" or (field_kind in BETWEEN and text.strip()[0] in "[{"):
        try:
            root = yaml_nodes.parse(f"value: {text.strip()}", "value").root
        except ConfigError:
            raise ConfigError(
                f"found {describe(text.strip())}, which cannot be read; “?” beside the field has examples"
            ) from None
        return _numbers(plain_values(root.values["value"]))
    if field_kind in BETWEEN:
        lines = (re.sub(r"^- ", "", one.strip()) for one in _SEPARATORS[field_kind].split(text))
        entries = [one for one in lines if one]
        return entries[0] if field_kind == "words" and len(entries) == 1 else entries or None
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


MAX_UPLOAD = 30_000_000  # bytes: a page of the largest trim at 600 dpi is smaller as a JPEG of high quality
ARTWORK = "cover/artwork/file"
_NAMES: dict[ProjectKind, tuple[str, ...]] = {  # fields with the name of a picture
    "book": (ARTWORK, "logo/file"),
    "daily": ("logo",),
}
_TEXTS = re.compile(r"(front|back)_matter/pages/[0-9]+/text")  # fields of a book with a text


def uploads_in(kind: ProjectKind, fields: Iterable[FormValue]) -> set[str]:
    """Return the places of the form that take a picture."""
    return {value.loc for value in _leaves(fields) if _takes_picture(kind, value.loc)}


def _takes_picture(kind: ProjectKind, place: str) -> bool:
    """Return whether a place of the form takes a picture."""
    return place in _NAMES[kind] or (kind == "book" and _TEXTS.fullmatch(place) is not None)


def with_picture(kind: ProjectKind, text: str, place: str, file: str) -> str:
    """Return the text of a config with a picture in a field: as its value, or added to the end of a text.

    Artwork of a cover sets ``cover.make``. Raises OutputError for a place without pictures, ConfigError for no YAML.
    """
    if not _takes_picture(kind, place):
        raise OutputError(f"{place}: this field takes no picture: load the page again")
    if place in _NAMES[kind]:
        text = with_text(kind, text, loc_of(place), file)
        return set_value(text, ("cover", "make"), True) if place == ARTWORK else text
    loc = loc_of(place)
    entry = yaml_nodes.node_at(yaml_nodes.parse(text, "config").root, loc[:-1])
    words = entry.values.get(str(loc[-1])) if isinstance(entry, Mapping) else None
    before = f"{words.text.rstrip()}\n\n" if isinstance(words, Scalar) else ""
    return with_text(kind, text, loc, f"{before}![]({file})\n")


def _leaves(fields: Iterable[FormValue]) -> Iterator[FormValue]:
    for value in fields:
        yield value
        yield from _leaves(value.fields)
        for entry in value.entries:
            yield from _leaves(entry)
