"""Choices are saved completely or not at all, inside the project, and never over the change of another."""

from pathlib import Path

import pytest

from puzzlegen.errors import OutputError
from puzzlegen.studio.chosen import read_choices, save_choices
from puzzlegen.studio.projects import ChangedElsewhere, Project

CONFIG = "title: x  # the title\nseries: y\n"


def project_with(folder: Path, text: str = CONFIG) -> Project:
    (folder / "book.yaml").write_text(text)
    return Project("book", folder, "book")


def test_the_first_choice_makes_a_file_and_names_it_in_the_config(tmp_path: Path) -> None:
    project = project_with(tmp_path)
    (tmp_path / "choices.jsonl").write_text("of another book")
    save_choices(project, "one\n", read_choices(project).version)
    assert project.read().text == CONFIG + "choices: choices-2.jsonl\n"
    assert (tmp_path / "choices.jsonl").read_text() == "of another book"
    state = read_choices(project)
    assert (state.file, state.content) == (tmp_path / "choices-2.jsonl", "one\n")
    save_choices(project, "two\n", state.version)
    assert (tmp_path / "choices-2.jsonl").read_text() == "two\n"


def test_a_list_in_the_config_becomes_a_file(tmp_path: Path) -> None:
    project = project_with(tmp_path, CONFIG + "choices:\n  - {section: a, place: 1, puzzle: x}\n")
    save_choices(project, "one\n", read_choices(project).version)
    assert project.read().text == CONFIG + "choices: choices.jsonl\n"


@pytest.mark.parametrize("changed", ["book.yaml", "choices.jsonl"])
def test_a_change_of_another_is_not_overwritten(tmp_path: Path, changed: str) -> None:
    project = project_with(tmp_path, CONFIG + "choices: choices.jsonl\n")
    (tmp_path / "choices.jsonl").write_text("one\n")
    base = read_choices(project).version
    with (tmp_path / changed).open("a") as file:
        file.write("# more\n")
    before = [(tmp_path / name).read_text() for name in ("book.yaml", "choices.jsonl")]
    with pytest.raises(ChangedElsewhere):
        save_choices(project, "two\n", base)
    assert [(tmp_path / name).read_text() for name in ("book.yaml", "choices.jsonl")] == before


@pytest.mark.parametrize("name", ["../outside.jsonl", "/etc/hosts", "link/x.jsonl"])
def test_a_file_outside_the_project_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    project = project_with(folder, f"{CONFIG}choices: {name}\n")
    with pytest.raises(OutputError, match="outside the folder of the book"):
        save_choices(project, "one\n", "")
