"""The state of one config in the editor: its text, the values of its form, and its problems beside their fields.

A change of one field changes the text, and a stored picture is written into the field that takes it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import yaml

from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.errors import ConfigError, Loc, OutputError, Place, Problem, PuzzlegenError
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.daily_fields import parse_day
from puzzlegen.schema.edit import as_group, set_value
from puzzlegen.schema.yaml_nodes import Mapping, Node, Scalar, Sequence, plain_values
from puzzlegen.studio.form_fields import FormField, form_fields, labels
from puzzlegen.studio.projects import ProjectKind

_LOADERS = {"book": loads_book, "daily": loads_daily}
_PLACE_IN_LIST = re.compile("[0-9]{1,6}")
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
        listed = [
            problem for problem in error.problems if problem.place.line or not problem.place.file
        ]  # not how many more there are
        same = {
            (problem.loc[:1], problem.place.line, problem.text): problem for problem in reversed(listed)
        }  # the first of each
        return tuple(_shown(kind, text, list(reversed(same.values()))))
    return ()


def _shown(kind: ProjectKind, text: str, problems: list[Problem]) -> Iterator[ShownProblem]:
    """Yield problems with their words: beside a field, they do not quote its value."""
    has_form = any(problem.allowed for problem in problems)  # of values, so the text is YAML
    fields = {value.loc for value in leaves(form_of(kind, text))} if has_form else set()
    for problem in problems:  # an entry of a list has no field, so the message has to quote it
        is_field = path_of(problem.loc) in fields
        yield ShownProblem(path_of(problem.loc), problem.place.line, problem.beside_value if is_field else problem.text)


def problems_of_layout(kind: ProjectKind, problems: Iterable[Problem], text: str = "") -> tuple[ShownProblem, ...]:
    """Return the problems of the layout that are about a key, such as ``cover.artwork.file``, or a section.

    ``text`` is the config, which has the sections.
    """
    return tuple(shown for problem in problems if (shown := _layout_problem(kind, problem, text)) is not None)


def refusal(kind: ProjectKind, error: PuzzlegenError, text: str) -> str:
    """Return why work was refused, with the labels of fields in place of keys and lines of the config ``text``.

    A problem of a whole file keeps the name of the file.
    """
    shown = ((_layout_problem(kind, problem, text), problem) for problem in error.problems)
    unlined = ((field, about._replace(place=Place("")) if about.place.line else about) for field, about in shown)
    return "\n".join(field.text if field else str(problem) for field, problem in unlined)


def _layout_problem(kind: ProjectKind, problem: Problem, text: str) -> ShownProblem | None:
    loc, names = problem.loc, section_names(text)
    if not loc or loc[0] not in {field.key for field in form_fields(kind)}:
        return None
    if loc[:1] == ("sections",) and loc[1] in names:
        loc = ("sections", names.index(str(loc[1])), *loc[2:])
    if problem.change:
        label = labels()[path_of(problem.change)]
        return ShownProblem(path_of(problem.change), 0, f"{problem.text} “{label}”")
    return ShownProblem(path_of(loc), 0, problem.text)


def section_names(text: str) -> tuple[str, ...]:
    """Return the names of the sections of a config, empty where one is missing; none if the text is not YAML."""
    try:
        sections = yaml_nodes.parse(text, "config").root.values.get("sections")
    except ConfigError:
        return ()
    names = (
        section.values.get("name") if isinstance(section, Mapping) else None
        for section in (sections.items if isinstance(sections, Sequence) else [])
    )
    return tuple(name.text.strip() if isinstance(name, Scalar) else "" for name in names)


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
        shown_entries = (_values(field.fields, _named(field, entry), (*loc, i)) for i, entry in enumerate(entries))
        return replace(shown, entries=tuple(shown_entries))
    if isinstance(node, Scalar):
        text = node.text.rstrip("\n")
        return replace(shown, text=text, field=_field_for(field, text))
    if field.kind in BETWEEN and isinstance(node, Sequence) and (text := _entries(field.kind, node.items)):
        return replace(shown, text=text)
    if node is None:
        return shown
    one_line = yaml.safe_dump(plain_values(node), default_flow_style=True, width=10_000, allow_unicode=True)
    return replace(shown, text=one_line.strip())


def _field_for(field: FormField, text: str) -> FormField:
    """Return the field for a text: an input for dates would show nothing of one that is no date."""
    if field.kind == "date":
        try:
            parse_day(text)
        except ValueError:
            return replace(field, kind="line")
    return field


def _entries(kind: str, nodes: list[Node]) -> str:
    """Return the entries of a list as its field shows them; empty for entries that the field would read differently."""
    entries = [node.text.strip() for node in nodes if isinstance(node, Scalar)]
    text = BETWEEN[kind].join(entries)
    wanted = entries[0] if kind == "words" and len(entries) == 1 else entries
    is_same = len(entries) == len(nodes) and value_of(kind, text) == wanted
    return text if is_same and not (kind == "words" and len(entries) == 1) else ""


def with_text(kind: ProjectKind, text: str, loc: Loc, written: str) -> str:
    """Return the text of a config with what was typed into the field at ``loc`` of the form; empty removes the key.

    Names of files in place of groups on the way become groups. Raises OutputError for a place that is no field, and
    ConfigError as ``set_value`` and ``value_of`` do.
    """
    fields, field = form_fields(kind), None
    for depth, step in enumerate(loc, start=1):
        if isinstance(step, int):
            continue
        field = next((candidate for candidate in fields if candidate.key == step), None)
        if field is None:
            raise OutputError(f"{step}: there is no such field: load the page again")
        group = loc[:depth] if field.kind == "group" else loc[: depth + 1]
        if field.name_key and len(group) < len(loc):
            text = as_group(text, group, field.name_key)
        fields = field.fields
    if field is None:
        return set_value(text, loc, value_of("line", written))
    if field.kind == "group" and not written:  # a group that was replaced by a word
        return set_value(text, loc, {inner.key: inner.default for inner in field.fields if inner.required} or None)
    return set_value(text, loc, value_of(field.kind, written))


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
            raise ConfigError("this cannot be read; “?” beside the field has examples") from None
        return _numbers(plain_values(root.values["value"]))
    if field_kind in BETWEEN:
        lines = (re.sub(r"^- ", "", entry.strip()) for entry in _SEPARATORS[field_kind].split(text))
        entries = [entry for entry in lines if entry]
        return entries[0] if field_kind == "words" and len(entries) == 1 else entries or None
    return text.strip() if "\n" not in text.strip() else text


def _number(text: str) -> Any:
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _numbers(value: Any) -> Any:
    """Return the value with texts that are numbers as numbers, which need no quotes."""
    if isinstance(value, list):
        return [_numbers(element) for element in value]
    if isinstance(value, dict):
        return {key: _numbers(element) for key, element in value.items()}
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
    return {value.loc for value in leaves(fields) if _takes_picture(kind, value.loc)}


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


def leaves(fields: Iterable[FormValue]) -> Iterator[FormValue]:
    """Yield the fields of a form with those of their groups and entries."""
    for value in fields:
        yield value
        yield from leaves(value.fields)
        for entry in value.entries:
            yield from leaves(entry)


def changed_field(kind: ProjectKind, before: str, after: str) -> str:
    """Return the place of the only field whose value differs in two texts of a config; empty for none or several.

    Where they are the same text, it is that of the chosen puzzles, which are in a file.
    """
    try:
        old, new = ({value.loc: value.text for value in leaves(form_of(kind, text))} for text in (before, after))
    except ConfigError:
        return ""
    changed = [loc for loc in new if old.get(loc) != new[loc]] if old.keys() == new.keys() else []
    return "choices" if before == after else changed[0] if len(changed) == 1 else ""


def entries_of(kind: ProjectKind, text: str) -> str:
    """Return a digest of the lists of groups in a form: of their lengths and the first words of their entries.

    While it is the same, each place of a list has the same entry. Empty for a text that is not YAML.
    """
    try:
        lists = [listed for listed in leaves(form_of(kind, text)) if listed.entries]
    except ConfigError:
        return ""
    words = [(listed.loc, [[field.text for field in entry[:1]] for entry in listed.entries]) for listed in lists]
    return hashlib.sha256(repr(words).encode("utf-8", "surrogatepass")).hexdigest()[:32]
