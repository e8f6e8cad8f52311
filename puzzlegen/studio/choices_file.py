"""Saves the chosen puzzles of a book in a file beside its config, completely or not at all."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.yaml_nodes import Scalar
from puzzlegen.config.safe_paths import is_plain_path, part_leading_out
from puzzlegen.errors import OutputError
from puzzlegen.input_files import MAX_RECORDS, read_limited
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.studio.config_edit import set_value
from puzzlegen.studio.projects import ChangedElsewhere, Project

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
    name = node.text.strip()
    if not is_plain_path(name) or part_leading_out(project.folder, name) is not None:
        raise OutputError(f"{KEY}: {name!r} is outside the folder of the book; name a file beside the config")
    path = project.folder / name
    try:
        content = read_limited(path, MAX_RECORDS).decode("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise OutputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return ChoicesState(text, path, content)


def save_choices(project: Project, content: str, base: str) -> None:
    """Replace the choices, if config and choices still have the version ``base``. A config without a file gets one.

    Raises ChangedElsewhere if they have not, and OutputError if a file cannot be written.
    """
    state = read_choices(project)
    if state.version != base:
        raise ChangedElsewhere(
            f"{project.folder}: another window or program changed the book: load the page again, then change the puzzle"
        )
    path = state.file or _free_file(project)
    with atomic_file(path) as temporary:
        temporary.write_text(content, encoding="utf-8", newline="\n")
    if state.file is None:  # after the file, so that a config never names one that is missing
        project.save(set_value(state.config, (KEY,), path.name), project.read().version)


def _free_file(project: Project) -> Path:
    """Return a file for choices that does not exist yet."""
    path, number = project.folder / NAME, 1
    while path.exists() or path.is_symlink():
        number += 1
        path = project.folder / f"choices-{number}.jsonl"
    return path
