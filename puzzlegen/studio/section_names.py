"""Renames the section of chosen puzzles when the name of a section is changed in the config."""

from __future__ import annotations

import json

from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.yaml_nodes import Mapping, Scalar, Sequence
from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.studio.book_editor import section_names
from puzzlegen.studio.choices_file import KEY, read_choices
from puzzlegen.studio.config_edit import set_value
from puzzlegen.studio.projects import ConfigText, Project

Names = tuple[str, ...]


class SectionNames:
    """The names of the sections of each book, as they last were complete.

    While a name is typed it may be empty or that of another section. Puzzles are renamed once all names differ again.
    """

    def __init__(self) -> None:
        self._complete: dict[str, Names] = {}

    def save(self, project: Project, text: str, base: str) -> ConfigText:
        """Save a config as ``Project.save`` does, and rename the section of chosen puzzles with exactly one section."""
        names = complete_names(text)
        before = self._complete.get(project.name) or complete_names(project.read().text)
        renamed = _renamed(before, names)
        if renamed is not None:
            text = _with_renamed_entries(text, *renamed)
        saved = project.save(text, base)
        if renamed is not None:
            _rename_in_file(project, *renamed)
        self._complete[project.name] = names or before
        return saved

    def forget(self, project: Project) -> None:
        """Forget the names of a book, because another one may get the name of its folder."""
        self._complete.pop(project.name, None)


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


def _rename_in_file(project: Project, old: str, new: str) -> None:
    """Write the new name of a section into the file of choices; a file that cannot be read is left to the check."""
    try:
        state = read_choices(project)
    except (ConfigError, OutputError):
        return
    rows = [_renamed_row(row, old, new) for row in state.content.splitlines()]
    content = "".join(f"{row}\n" for row in rows)
    if state.file is not None and content != state.content:
        with atomic_file(state.file) as temporary:
            temporary.write_text(content, encoding="utf-8", newline="\n")


def _renamed_row(row: str, old: str, new: str) -> str:
    try:
        found = json.loads(row)
    except (ValueError, RecursionError):
        return row
    if not isinstance(found, dict) or found.get("section") != old:
        return row
    return json.dumps(found | {"section": new}, ensure_ascii=False)
