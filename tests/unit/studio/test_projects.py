"""Configs are saved completely or not at all, and never over the change of another."""

from pathlib import Path

import pytest

from puzzlegen.errors import OutputError
from puzzlegen.studio.projects import ChangedElsewhere, ConfigText, Project, Workspace, distinct_titles


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    for name, file in (("one", "book.yaml"), ("two", "daily.yaml"), ("empty", "notes.txt")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text("title: x\n")
    (tmp_path / "loose.yaml").write_text("title: y\n")
    return Workspace(tmp_path)


def test_folders_with_a_config_are_projects(workspace: Workspace) -> None:
    assert sorted((one.name, one.kind) for one in workspace.projects()) == [("one", "book"), ("two", "daily")]


def test_projects_of_the_same_title_have_the_names_of_their_folders(workspace: Workspace) -> None:
    for name in ("three", "four"):
        (workspace.folder / name).mkdir()
        (workspace.folder / name / "book.yaml").write_text(f"title: {'x' if name == 'three' else 'y'}\n")
    shown = {one.name: title for one, title in distinct_titles(workspace.projects())}
    assert shown == {"one": "x (one)", "two": "x", "three": "x (three)", "four": "y"}


@pytest.mark.parametrize("name", ["..", ".", "", "empty", "nothing", "one/..", "/etc", "..\\one", "con"])
def test_other_names_are_no_projects(workspace: Workspace, name: str) -> None:
    with pytest.raises(OutputError, match="there is no such book"):
        workspace.project(name)


def test_a_link_out_of_the_folder_is_no_project(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "book.yaml").write_text("title: z\n")
    (workspace.folder / "link").symlink_to(outside)
    assert "link" not in [one.name for one in workspace.projects()]
    with pytest.raises(OutputError):
        workspace.project("link")


def test_a_text_is_saved_over_the_version_it_was_made_from(workspace: Workspace) -> None:
    project = workspace.project("one")
    first = project.read()
    saved = project.save("title: new\n", first.version)
    assert project.read() == saved and saved.text == "title: new\n"
    assert [path.name for path in project.folder.iterdir()] == ["book.yaml"]


def test_a_second_window_does_not_overwrite_the_first(workspace: Workspace) -> None:
    project = workspace.project("one")
    base = project.read().version
    project.save("title: first\n", base)
    with pytest.raises(ChangedElsewhere, match="another window or program changed it"):
        project.save("title: second\n", base)
    assert project.read().text == "title: first\n"


def test_names_of_new_projects_are_free_and_plain(workspace: Workspace) -> None:
    assert workspace.free_name("One") == "one-2"
    assert workspace.free_name("Sixty Quiet Minefields!") == "sixty-quiet-minefields"
    assert workspace.free_name("Größe & Co") == "grosse-co"
    assert workspace.free_name("../..") == "book" and workspace.free_name("con") == "book-con"


@pytest.mark.parametrize(
    "titles", [("Why?", "why!", "Why"), ("???", "!!!", "☢"), ("x" * 70, "x" * 80), ("Größe", "Grosse")]
)
def test_two_titles_never_share_a_folder(workspace: Workspace, titles: tuple[str, ...]) -> None:
    made = []
    for title in titles:
        made.append(workspace.free_name(title))
        (workspace.folder / made[-1]).mkdir()
    assert made == [made[0], *(f"{made[0]}-{number}" for number in range(2, len(titles) + 1))]


def test_finished_files_are_listed_with_those_to_print_first(workspace: Workspace) -> None:
    project = workspace.project("one")
    assert project.finished_files() == []
    names = ["interior.pdf", "cover.pdf", "puzzles.jsonl", "a5/interior.pdf", "a5/preview.png"]
    for name in (*names, "notes.txt", "listing/notes.txt", ".new/interior.pdf"):
        (project.output / name).parent.mkdir(parents=True, exist_ok=True)
        (project.output / name).write_text("x")
    assert project.finished_files() == names


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("title: Sixty Fields\n", "Sixty Fields"),
        ("title: ' '\n", "one"),
        ("title: [a, list]\n", "one"),
        ("series: x\n", "one"),
        ("- a list\n", "one"),
        ("title: [broken\n", "one"),
    ],
)
def test_the_title_of_a_project_is_that_of_its_config(workspace: Workspace, text: str, title: str) -> None:
    project = workspace.project("one")
    project.save(text, project.read().version)
    assert project.title() == title


def test_the_title_of_a_config_that_is_no_text_is_its_folder(workspace: Workspace) -> None:
    project = workspace.project("one")
    project.config.write_bytes(b"\xff\xfe title")
    assert project.title() == "one"


@pytest.mark.parametrize(
    ("text", "problem"),
    [("#" * 400_001, "400,001 bytes, at most 400,000"), ("title: \ud800", "a character that cannot be saved")],
)
def test_a_text_that_could_not_be_read_again_is_not_saved(workspace: Workspace, text: str, problem: str) -> None:
    project = workspace.project("one")
    before = project.read()
    with pytest.raises(OutputError, match=problem):
        project.save(text, before.version)
    assert project.read() == before


def test_a_config_that_is_a_link_out_of_the_folder_is_no_project(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path.parent / "elsewhere.yaml").write_text("title: z\n")
    (workspace.folder / "empty" / "book.yaml").symlink_to(tmp_path.parent / "elsewhere.yaml")
    assert "empty" not in [one.name for one in workspace.projects()]


def test_drafts_are_kept_unless_they_cannot_be(workspace: Workspace, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert workspace.drafts().text == ""
    kept = ConfigText("[1]")
    workspace.keep_drafts(kept.text, workspace.drafts().version)
    assert workspace.drafts() == kept
    with pytest.raises(ChangedElsewhere, match="another window has changed the drafts"):
        workspace.keep_drafts("[2]", ConfigText("").version)
    with pytest.raises(OutputError, match="bytes, at most 400,000 are allowed"):
        workspace.keep_drafts("1" * 400_001, kept.version)
    assert workspace.drafts() == kept
    outside = tmp_path_factory.mktemp("outside") / "drafts.json"
    outside.write_text("mine")
    (workspace.folder / ".studio" / "drafts.json").unlink()
    (workspace.folder / ".studio" / "drafts.json").symlink_to(outside)
    for act in (workspace.drafts, lambda: workspace.keep_drafts("[]", ConfigText("mine").version)):
        with pytest.raises(OutputError, match="leads out of the folder"):
            act()
    assert outside.read_text() == "mine"


def test_a_daily_shows_the_board_of_its_last_made_day(workspace: Workspace) -> None:
    daily = Project("daily", workspace.folder / "daily", "daily")
    assert daily.newest_board() == ""
    for name in ("2026-01-31/thumb.png", "2026-02-01/thumb.png", "2026-02-02/puzzle.png", "feed/thumb.png"):
        path = daily.output / "daily" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    assert daily.newest_board() == "2026-02-01/thumb.png"
