"""Renames the projects of the studio, and removes them by moving their folders."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import folder_in_use
from puzzlegen.schema.edit import set_value
from puzzlegen.studio.projects import Project, Workspace, is_named_after, path_inside
from puzzlegen.studio.versions import keep_version

# Folder of removed projects, inside that of the studio. No project gets this name from its title.
REMOVED = "removed_projects"


def rename_project(workspace: Workspace, project: Project, title: str) -> Project:
    """Give a project a title, and its folder a free name made from it as for a new one. Return the renamed project.

    Raises ConfigError for a config that is not YAML, and OutputError if another run is writing in the folder, or if it
    cannot be moved.
    """
    text = project.read()
    changed = set_value(text.text, ("title",), title)
    _refuse_if_in_use(project)
    keep_version(project, "hour")
    project.save(changed, text.version)
    if is_named_after(project.name, title):
        return project
    name = workspace.free_name(title)
    _move(project, workspace.folder / name)
    return workspace.project(name)


def remove_project(workspace: Workspace, project: Project) -> str:
    """Move a project into the folder of removed projects, and return the name of its folder there.

    Raises OutputError if another run is writing in the folder, or if it cannot be moved.
    """
    above = path_inside(workspace.folder, REMOVED)
    _refuse_if_in_use(project)
    try:
        above.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{above}: cannot be made: {error.strerror or error}: move what has this name") from None
    names = (f"{project.name}-{number}" if number > 1 else project.name for number in count(1))
    name = next(free_name for free_name in names if not (above / free_name).exists())
    _move(project, above / name)
    return name


def removed_project(workspace: Workspace, name: str) -> Project:
    """Return a removed project. Raises OutputError if there is none."""
    return Workspace(path_inside(workspace.folder, REMOVED)).project(name)


def _refuse_if_in_use(project: Project) -> None:
    used = folder_in_use(project.folder)
    if used is not None:
        where = used.relative_to(project.folder.parent).as_posix()
        raise OutputError(f"{where}: another run is writing there: wait until it ends, then try again")


def _move(project: Project, to: Path) -> None:
    try:
        project.folder.rename(to)  # never copies, so that no half of a folder is left behind
    except OSError as error:
        remedy = "close the programs that use its files, then try again"
        raise OutputError(f"{project.folder}: cannot be moved: {error.strerror or error}: {remedy}") from None
