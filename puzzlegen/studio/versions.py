"""Keeps earlier states of a project in its folder: each change as a step to undo, and versions to go back to.

A state is the text of the config, with the files of chosen puzzles beside it. The steps are one list for all windows,
in the order of the changes. A version is kept before builds and removals, and for each hour of changes.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Literal

from puzzlegen.errors import FormatError, OutputError
from puzzlegen.files.reading import MAX_RECORDS, read_json, read_limited, record_of
from puzzlegen.files.writing import atomic_file, is_plain_name
from puzzlegen.studio.projects import ConfigText, Project, path_inside

Reason = Literal["build", "hour", "remove", "back"]
WORDS: dict[str, str] = {
    "build": "before a build",
    "hour": "before changes",
    "remove": "before a removal",
    "back": "before going back",
}
FOLDER = ".studio/versions"
STEPS = ".studio/steps"
UNDO, REDO = "undo", "redo"  # the list up to the present state, and those after it
_STEP = "{:010}-{}.json"
_CONFIG = "config"
MAX_STATE = 2 * MAX_RECORDS  # bytes of a version
MOST = 60  # versions of a project; the oldest are removed
MOST_STEPS = 200
HOUR = 3600.0  # seconds
_NAME = re.compile(rf"([0-9]{{10}})-({'|'.join(WORDS)})\.json")


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
    """Keep the present state: before a build or a removal, or before a change, where the last version is an hour old.

    The same state is kept once, and is a step to undo. Where it cannot be written, nothing is kept.
    """
    note_step(project)
    known = versions(project)
    if reason == "hour" and known and abs(time.time() - known[0].seconds) < HOUR:
        return
    with suppress(OSError, OutputError):
        _keep(project, reason, known)


def _keep(project: Project, reason: Reason, known: list[Version]) -> None:
    """Keep the present state as the newest of the ``known`` versions. Raises OSError or OutputError."""
    state = _state(project)
    if known and _is_state(path_inside(project.folder, f"{FOLDER}/{known[0].name}"), state):
        return
    after = known[0].seconds + 1 if known else 0  # its name stands behind theirs
    path = path_inside(project.folder, f"{FOLDER}/{max(int(time.time()), after)}-{reason}.json")
    _write(path, state)
    for old in known[MOST - 1 :]:
        path.with_name(old.name).unlink(missing_ok=True)


def go_back(project: Project, name: str, base: str) -> ConfigText:
    """Make an earlier version the present one, if the config still has the version ``base``. The present one is kept.

    Raises OutputError for a version that is not there, and where the present one cannot be kept, and ChangedElsewhere
    as ``Project.save``.
    """
    known = versions(project)
    if name not in [one.name for one in known]:
        raise OutputError("this version is not there any more: load the page again")
    state = _read(path_inside(project.folder, f"{FOLDER}/{name}"))
    note_step(project)
    try:
        _keep(project, "back", known)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OutputError(f"{project.folder}: the present version cannot be kept: {reason}: make room") from None
    return _restored(project, state, base)


def steps(project: Project) -> dict[str, bool]:
    """Return whether there is a change to undo and one to redo. The present state is noted first."""
    note_step(project)
    return {UNDO: len(_steps(project, UNDO)) > 1, REDO: bool(_steps(project, REDO))}


def note_step(project: Project) -> None:
    """Add the present state to the list of steps, unless it is the last one; steps that were undone then go.

    Where it cannot be written, nothing is kept.
    """
    with suppress(OSError, OutputError):
        state, known = _state(project), _steps(project, UNDO)
        if known and _is_state(known[-1], state):
            return
        number = int(known[-1].name.partition("-")[0]) + 1 if known else 1
        for old in (*known[: 1 - MOST_STEPS], *_steps(project, REDO)):
            old.unlink(missing_ok=True)
        _write(path_inside(project.folder, f"{STEPS}/{_STEP.format(number, UNDO)}"), state)


def take_step(project: Project, way: str) -> ConfigText:
    """Undo the last change, or redo the last one that was undone; without one nothing changes. Raises OutputError."""
    note_step(project)
    done, undone = _steps(project, UNDO), _steps(project, REDO)
    to, step, other = (done[-2:-1], done[-1:], REDO) if way == UNDO else (undone[:1], undone[:1], UNDO)
    saved = project.read()
    for path in to:
        saved = _restored(project, _read(path), saved.version)
        step[0].rename(step[0].with_name(_STEP.format(int(step[0].name.partition("-")[0]), other)))
    return saved


def _steps(project: Project, way: str) -> list[Path]:
    """Return the files of the steps up to the present one, or of those that were undone, in their order."""
    return sorted(path_inside(project.folder, STEPS).glob(f"*-{way}.json"))


def _restored(project: Project, state: dict[str, str], base: str) -> ConfigText:
    """Make a state the present one, if the config still has the version ``base``. Raises as ``Project.save``."""
    saved = project.save(state[_CONFIG], base)
    for file, text in state.items():
        path = path_inside(project.folder, file)
        if file != _CONFIG and _text_of(path) != text:
            with atomic_file(path) as temporary:
                temporary.write_text(text, encoding="utf-8", newline="\n")
    return saved


def _state(project: Project) -> dict[str, str]:
    """Return the config and all files of chosen puzzles beside it: a broken config does not tell which are its own."""
    files = sorted(
        path for path in project.folder.glob("*.jsonl") if is_plain_name(path.name) and not path.is_symlink()
    )
    found = {path.name: _text_of(path) for path in files}
    return {_CONFIG: project.read().text} | {name: text for name, text in found.items() if text is not None}


def _text_of(path: Path) -> str | None:
    """Return the text of a file; None for one that is missing or no text."""
    with suppress(OSError, FormatError, UnicodeDecodeError):
        return read_limited(path, MAX_RECORDS).decode("utf-8")
    return None


def _write(path: Path, state: dict[str, str]) -> None:
    """Keep a state in a file. Raises OutputError and OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path) as temporary:
        temporary.write_text(json.dumps(state, ensure_ascii=False), encoding="utf-8", newline="\n")


def _is_state(path: Path, state: dict[str, str]) -> bool:
    """Return whether a file has this state, apart from files that came later; a damaged one has none."""
    with suppress(OutputError):
        return _read(path).items() <= state.items()  # going back leaves a file where there was none
    return False


def _read(path: Path) -> dict[str, str]:
    """Return a kept state. Raises OutputError for a file that cannot be read."""
    try:
        found = record_of(dict[str, str], read_json(path, MAX_STATE))
        names = [one for one in found if is_plain_name(one) and one.endswith(".jsonl")]
        return {one: found[one] for one in (_CONFIG, *names)}
    except (OSError, ValueError, LookupError) as error:
        raise OutputError(f"{path}: cannot be read: {error}: choose another version") from None
