"""Keeps earlier versions of a project, in its folder: one before each build, and one for each hour of changes.

A version is the text of the config, and for a book its chosen puzzles.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from puzzlegen.errors import ConfigError, FormatError, OutputError
from puzzlegen.files.reading import MAX_RECORDS, read_limited
from puzzlegen.files.writing import atomic_file
from puzzlegen.schema.yaml_nodes import MAX_BYTES
from puzzlegen.studio.chosen import read_choices, save_choices
from puzzlegen.studio.projects import ConfigText, Project, path_inside

Reason = Literal["build", "hour"]
WORDS: dict[str, str] = {"build": "before a build", "hour": "before changes"}
FOLDER = ".studio/versions"
MOST = 60  # versions of a project; the oldest are removed
HOUR = 3600.0  # seconds
_NAME = re.compile(r"([0-9]{10})-(build|hour)\.json")


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier version: the name of its file, its time in seconds since 1970, and why it was kept."""

    name: str
    time: str
    reason: str

    @property
    def seconds(self) -> int:
        """The time as a number."""
        return int(self.time)


def versions(project: Project) -> list[Version]:
    """Return the versions of a project, the newest first."""
    with suppress(OSError, OutputError):
        names = (path.name for path in path_inside(project.folder, FOLDER).iterdir())
        found = [Version(*match.group(0, 1, 2)) for name in names if (match := _NAME.fullmatch(name))]
        return sorted(found, key=attrgetter("name"), reverse=True)
    return []


def keep_version(project: Project, reason: Reason) -> None:
    """Keep the present state: before a build, or before a change, where the last version is an hour old.

    The same state is kept once. Where it cannot be written, nothing is kept.
    """
    known, now = versions(project), int(time.time())
    if reason == "hour" and known and now - known[0].seconds < HOUR:
        return
    with suppress(OSError, OutputError):
        state = _state(project)
        if known and _is_state(project, known[0].name, state):
            return
        path = path_inside(project.folder, f"{FOLDER}/{max(now, known[0].seconds + 1 if known else 0)}-{reason}.json")
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as temporary:
            temporary.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8", newline="\n")
        for old in known[MOST - 1 :]:
            path.with_name(old.name).unlink(missing_ok=True)


def go_back(project: Project, name: str, base: str) -> ConfigText:
    """Make an earlier version the present one, if the config still has the version ``base``. The present one is kept.

    Raises OutputError for a version that is not there, and ChangedElsewhere as ``Project.save``.
    """
    if name not in [one.name for one in versions(project)]:
        raise OutputError("this version is not there any more: load the page again")
    state = _read(project, name)
    keep_version(project, "build")
    saved = project.save(state["config"], base)
    if _choices(project) != state["choices"]:
        save_choices(project, state["choices"], read_choices(project).version)
    return saved


def _state(project: Project) -> dict[str, str]:
    return {"config": project.read().text, "choices": _choices(project)}


def _choices(project: Project) -> str:
    """Return the chosen puzzles of a book; empty for a daily, and for a config that cannot be read."""
    with suppress(ConfigError):
        return read_choices(project).content if project.kind == "book" else ""
    return ""


def _is_state(project: Project, name: str, state: dict[str, str]) -> bool:
    """Return whether a version has this state; a damaged one has none."""
    with suppress(OutputError):
        return _read(project, name) == state
    return False


def _read(project: Project, name: str) -> dict[str, str]:
    """Return a kept state. Raises OutputError for a file that cannot be read."""
    path = path_inside(project.folder, f"{FOLDER}/{name}")
    try:
        found = json.loads(read_limited(path, MAX_BYTES + MAX_RECORDS))
        return {key: str(found[key]) for key in ("config", "choices")}
    except (OSError, FormatError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise OutputError(f"{path}: cannot be read: {error}: choose another version") from None
