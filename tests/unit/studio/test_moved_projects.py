"""Projects are renamed and removed inside the folder of the studio, and not while a run is writing there."""

from pathlib import Path

import pytest

from puzzlegen.errors import ConfigError, OutputError
from puzzlegen.files.build_folder import open_build_folder
from puzzlegen.studio.moved_projects import REMOVED, remove_project, removed_project, rename_project
from puzzlegen.studio.projects import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    for name, file in (("one", "book.yaml"), ("two", "daily.yaml")):
        (tmp_path / name / "output").mkdir(parents=True)
        (tmp_path / name / file).write_text(f"title: {name}  # mine\n")
        (tmp_path / name / "output" / "kept.txt").write_text("x")
    return Workspace(tmp_path)


def test_a_renamed_project_has_the_title_and_a_folder_named_after_it(workspace: Workspace) -> None:
    renamed = rename_project(workspace, workspace.project("one"), "Größe: 60 Fields")
    assert (renamed.name, renamed.title()) == ("grosse-60-fields", "Größe: 60 Fields")
    assert renamed.read().text == "title: 'Größe: 60 Fields' # mine\n"
    assert (renamed.output / "kept.txt").is_file() and not (workspace.folder / "one").exists()


@pytest.mark.parametrize("title", ["../../etc", "/tmp/x", "..", "con", "two", "removed_projects", "Removed Projects"])
def test_a_title_leads_to_no_other_folder(workspace: Workspace, title: str) -> None:
    before = set(workspace.folder.iterdir())
    renamed = rename_project(workspace, workspace.project("one"), title)
    assert renamed.folder.parent == workspace.folder and renamed.folder not in before
    assert renamed.name != REMOVED and workspace.project("two").title() == "two"


@pytest.mark.parametrize("title", ["One", "ONE!"])
def test_a_folder_that_is_named_after_the_title_stays(workspace: Workspace, title: str) -> None:
    assert rename_project(workspace, workspace.project("one"), title).name == "one"
    (workspace.folder / "one").rename(workspace.folder / "one-3")
    assert rename_project(workspace, workspace.project("one-3"), title).name == "one-3"


def test_a_project_whose_config_cannot_be_read_keeps_its_name(workspace: Workspace) -> None:
    (workspace.folder / "one" / "book.yaml").write_text("title: [broken\n")
    with pytest.raises(ConfigError):
        rename_project(workspace, workspace.project("one"), "New")
    assert workspace.project("one").read().text == "title: [broken\n"


@pytest.mark.parametrize("name", ["one", "two"])
def test_a_removed_project_lies_in_a_folder_of_its_own(workspace: Workspace, name: str) -> None:
    for number, expected in enumerate((name, f"{name}-2", f"{name}-3")):
        project = workspace.project(name)
        assert remove_project(workspace, project) == expected
        found = removed_project(workspace, expected)
        assert found.folder == workspace.folder / REMOVED / expected and found.title() == name
        assert (found.output / "kept.txt").is_file() is (number == 0)
        assert name not in [one.name for one in workspace.projects()]
        project.folder.mkdir()
        project.config.write_text(f"title: {name}\n")


@pytest.mark.parametrize(("name", "folder"), [("one", "output"), ("two", "output/daily")])
def test_what_another_run_writes_is_neither_renamed_nor_removed(workspace: Workspace, name: str, folder: str) -> None:
    project = workspace.project(name)
    before = project.read()
    with open_build_folder(project.folder / folder):
        for act in (lambda: rename_project(workspace, project, "New"), lambda: remove_project(workspace, project)):
            with pytest.raises(OutputError, match=f"^{name}/{folder}: another run is writing there: wait") as refused:
                act()
            assert "\n" not in str(refused.value)
    assert project.read() == before and not (workspace.folder / REMOVED).exists()
    (project.folder / folder).mkdir(exist_ok=True)
    (project.folder / folder / ".building.lock").touch()  # of a killed run
    assert remove_project(workspace, project) == name


def test_removed_projects_stay_inside_the_folder(
    workspace: Workspace, tmp_path_factory: pytest.TempPathFactory
) -> None:
    above = workspace.folder / REMOVED
    above.symlink_to(tmp_path_factory.mktemp("outside"))
    with pytest.raises(OutputError, match="leads out of the folder"):
        remove_project(workspace, workspace.project("one"))
    above.unlink()
    above.write_text("a file")
    with pytest.raises(OutputError, match="cannot be made: File exists: move what has this name"):
        remove_project(workspace, workspace.project("one"))
    assert workspace.project("one")


def test_a_folder_that_cannot_be_moved_is_named_in_one_line(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OutputError, match="one: cannot be moved: Permission denied: close the programs that use"):
        remove_project(workspace, workspace.project("one"))


@pytest.mark.parametrize("name", ["..", "../one", "/etc", "", "none", "con"])
def test_other_names_are_no_removed_projects(workspace: Workspace, name: str) -> None:
    remove_project(workspace, workspace.project("two"))
    with pytest.raises(OutputError, match="there is no such book or daily"):
        removed_project(workspace, name)
