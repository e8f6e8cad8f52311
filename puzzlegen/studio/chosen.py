"""Saves the chosen puzzles of a book in a file beside its config, completely or not at all.

When a section is renamed in the config, its chosen puzzles follow. When it is removed they are left out until it is
back.
"""

from __future__ import annotations

import hashlib
import json
import operator
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.files.reading import MAX_RECORDS, json_object, read_limited
from puzzlegen.files.writing import atomic_file, part_leading_out, plain_path
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.edit import set_value
from puzzlegen.schema.yaml_nodes import Mapping, Scalar, Sequence
from puzzlegen.studio.config_editor import section_names
from puzzlegen.studio.projects import ChangedElsewhere, ConfigText, Project, numbered

KEY = "choices"
NAME = "choices.jsonl"


@dataclass(frozen=True, slots=True)
class ChoicesState:
    """What a change of the choices starts from: the text of the config, the file that it names, and its content.

    ``file`` is None for a config without choices, or with a list of them.
    """

    config: str
    file: Path | None
    content: str

    @property
    def version(self) -> str:
        """The SHA-256 of the config and the choices."""
        return hashlib.sha256(f"{self.config}\0{self.content}".encode("utf-8", "surrogatepass")).hexdigest()


def read_choices(project: Project) -> ChoicesState:
    """Return the state of the choices on disk. Raises ConfigError, or OutputError for a file outside the project."""
    text = project.read().text
    node = yaml_nodes.parse(text, "config").root.values.get(KEY)
    if not isinstance(node, Scalar) or not node.text.strip():
        return ChoicesState(text, None, "")
    name = plain_path(node.text.strip())
    if not name or part_leading_out(project.folder, name) is not None:
        raise OutputError(f"{KEY}: {node.text!r} is outside the folder of the book; name a file beside the config")
    path = project.folder / name
    try:
        content = read_limited(path, MAX_RECORDS).decode("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return ChoicesState(text, path, content)


def check_choices(project: Project, base: str) -> None:
    """Raise ChangedElsewhere if config and choices have not the version ``base`` anymore."""
    with suppress(ConfigError):  # of another program: no window shows the choices of such a text
        if read_choices(project).version == base:
            return
    raise ChangedElsewhere(
        f"{project.folder}: another window or program changed the book: load the page again, then change the puzzle"
    )


def save_choices(project: Project, content: str, base: str) -> None:
    """Replace the choices, if config and choices still have the version ``base``. A config without a file gets one.

    Raises ChangedElsewhere if they have not, and OutputError if a file cannot be written.
    """
    check_choices(project, base)
    state = read_choices(project)
    path = state.file or _free_file(project)
    with atomic_file(path) as temporary:
        temporary.write_text(content, encoding="utf-8", newline="\n")
    if state.file is None:  # after the file, so that a config never names one that is missing
        project.save(set_value(state.config, (KEY,), path.name), project.read().version)


def _free_file(project: Project) -> Path:
    """Return a file for choices that does not exist yet."""
    usual = project.folder / NAME
    return usual.with_stem(numbered(usual.stem, lambda name: os.path.lexists(usual.with_stem(name))))


Names = tuple[str, ...]


class SectionNames:
    """The names of the sections of each book, as they last were complete.

    While a name is typed it may be empty or that of another section. Puzzles are renamed once all names differ again.
    The puzzles of a removed section are kept in memory, because the text of the config may bring it back.
    """

    def __init__(self) -> None:
        self._complete: dict[str, Names] = {}
        self._removed: dict[str, dict[Names, list[str]]] = {}  # by book and sections before, the lines left out

    def save(self, project: Project, text: str, base: str, *, is_new: bool = True) -> ConfigText:
        """Save a config as ``Project.save`` does, and let chosen puzzles follow their sections.

        They are renamed with exactly one section, and left out with removed ones. Where the text may be an earlier one,
        because it is not ``is_new``, they are put back with these.
        """
        names = complete_names(text)
        before = self._complete.get(project.name) or complete_names(project.read().text)
        renamed = _renamed(before, names)
        if renamed is not None:
            text = _with_renamed_entries(text, *renamed)
        saved = project.save(text, base)
        if renamed is not None:
            _change_file(project, lambda rows: [_renamed_row(row, *renamed) for row in rows])
        if names:
            self._follow(project, before, names, is_new=is_new)
        self._complete[project.name] = names or before
        return saved

    def _follow(self, project: Project, before: Names, names: Names, *, is_new: bool) -> None:
        """Leave out the puzzles of sections that were removed, or put them back."""
        removed = self._removed.setdefault(project.name, {})
        if set(names) < set(before):
            removed[before] = [row for name in before if name not in names for row in _without_section(project, name)]
        elif is_new and set(names) > set(before):
            removed.clear()  # a new section may have the name of one that was removed
        elif names in removed:
            _change_file(project, partial(operator.add, removed.pop(names)))

    def forget(self, project: Project) -> None:
        """Forget the sections of a book, because another one may get the name of its folder."""
        self._complete.pop(project.name, None)
        self._removed.pop(project.name, None)


def complete_names(text: str) -> Names:
    """Return the names of the sections in a config; none if one is missing or there twice, or it is not YAML."""
    names = section_names(text)
    return names if all(names) and len(set(names)) == len(names) else ()


def _renamed(before: Names, names: Names) -> tuple[str, str] | None:
    """Return the old and the new name if exactly one name changed, at its place."""
    changed = [pair for pair in zip(before, names, strict=False) if pair[0] != pair[1]]
    if len(before) != len(names) or len(changed) != 1 or changed[0][1] in before:
        return None
    return changed[0]


def _with_renamed_entries(text: str, old: str, new: str) -> str:
    """Return a config whose own list of choices has the new name of a section."""
    choices = yaml_nodes.parse(text, "config").root.values.get(KEY)
    for index, one in enumerate(choices.items if isinstance(choices, Sequence) else []):
        section = one.values.get("section") if isinstance(one, Mapping) else None
        if isinstance(section, Scalar) and section.text.strip() == old:
            text = set_value(text, (KEY, index, "section"), new)
    return text


def _change_file(project: Project, change: Callable[[list[str]], list[str]]) -> None:
    """Change the lines of the file of choices; a file that cannot be read is left to the check."""
    try:
        state = read_choices(project)
    except (ConfigError, OutputError):
        return
    content = "".join(f"{row}\n" for row in change(state.content.splitlines()))
    if state.file is not None and content != state.content:
        with atomic_file(state.file) as temporary:
            temporary.write_text(content, encoding="utf-8", newline="\n")


def _without_section(project: Project, name: str) -> list[str]:
    """Leave the puzzles of a section out of the file of choices, and return their lines."""
    gone: list[str] = []

    def change(rows: list[str]) -> list[str]:
        gone.extend(row for row in rows if _row_of(row, name) is not None)
        return [row for row in rows if _row_of(row, name) is None]

    _change_file(project, change)
    return gone


def _row_of(row: str, section: str) -> dict[str, Any] | None:
    """Return a line of the file of choices; None if it is of another section, or cannot be read."""
    try:
        found = json_object(row)
    except ValueError:
        return None
    return found if found.get("section") == section else None


def _renamed_row(row: str, old: str, new: str) -> str:
    found = _row_of(row, old)
    return row if found is None else json.dumps(found | {"section": new}, ensure_ascii=False)
