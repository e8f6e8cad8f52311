"""Chosen puzzles follow the name of their section while it is typed."""

import json
from pathlib import Path

from puzzlegen.studio.chosen import SectionNames
from puzzlegen.studio.projects import Project

BOOK = """
title: Tiny
choices: choices.jsonl
sections:
  - name: Easy
  - name: Medium
"""
ROWS = [{"section": "Easy", "place": 1, "puzzle": "4x4:é"}, {"section": "Medium", "place": 1, "puzzle": "b"}]


def book(folder: Path, text: str = BOOK) -> Project:
    """Write a book with two chosen puzzles."""
    (folder / "book.yaml").write_text(text, encoding="utf-8")
    rows = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)
    (folder / "choices.jsonl").write_text(rows, encoding="utf-8")
    return Project("tiny", folder, "book")


def chosen(project: Project) -> list[str]:
    """Return the sections of the chosen puzzles."""
    rows = (project.folder / "choices.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(row)["section"] for row in rows]


def test_choices_follow_a_name_that_is_typed(tmp_path: Path) -> None:
    project, names = book(tmp_path), SectionNames()
    before = (tmp_path / "choices.jsonl").read_bytes()

    def typed(name: str) -> list[str]:
        text = BOOK.replace("name: Easy", f"name: {name}")
        names.save(project, text, project.read().version)
        return chosen(project)

    assert typed("Easyy") == ["Easyy", "Medium"]
    assert typed("") == ["Easyy", "Medium"]  # while the field is empty
    assert typed("Medium") == ["Easyy", "Medium"]  # on the way to Medium 2
    assert typed("Medium 2") == ["Medium 2", "Medium"]
    assert typed("Easy") == ["Easy", "Medium"]
    assert (tmp_path / "choices.jsonl").read_bytes() == before


def test_choices_stay_when_sections_are_moved_or_added(tmp_path: Path) -> None:
    project, names = book(tmp_path), SectionNames()
    moved = "sections:\n  - name: Medium\n  - name: Easy\n"
    for sections in (moved, f"{moved}  - name: Hard\n"):
        names.save(project, f"choices: choices.jsonl\n{sections}", project.read().version)
        assert chosen(project) == ["Easy", "Medium"]


def test_choices_go_with_their_section_and_come_back_with_it(tmp_path: Path) -> None:
    project, names = book(tmp_path), SectionNames()
    before = sorted((tmp_path / "choices.jsonl").read_text(encoding="utf-8").splitlines())

    def saved(*sections: str, is_new: bool = False) -> list[str]:
        text = "choices: choices.jsonl\nsections:\n" + "".join(f"  - name: {name}\n" for name in sections)
        names.save(project, text, project.read().version, is_new=is_new)
        return sorted(chosen(project))

    assert saved("Easy", "Medium", "Hard", is_new=True) == ["Easy", "Medium"]
    assert saved("Easy", "Hard") == ["Easy"]
    assert saved("Hard") == []
    assert saved("Easy", "Hard") == ["Easy"]  # as an undo does
    assert saved("Easy", "Medium", "Hard") == ["Easy", "Medium"]
    assert sorted((tmp_path / "choices.jsonl").read_text(encoding="utf-8").splitlines()) == before
    assert saved("Medium", "Hard") == ["Medium"]
    assert saved("Easy", "Hard") == ["Easy"]  # a new name for Medium
    assert saved("Easy", "Hard", "Medium") == ["Easy"]
    assert saved("Easy", "Hard") == ["Easy"]
    assert saved("Hard") == []
    assert saved("Hard", "Easy", is_new=True) == []  # another section of that name
    assert saved("Hard") == [] and saved("Easy", "Hard") == []


def test_choices_in_the_config_are_renamed(tmp_path: Path) -> None:
    text = BOOK.replace("choices.jsonl", "[{section: Easy, place: 1, puzzle: a}]")
    project = book(tmp_path, text)
    saved = SectionNames().save(project, text.replace("name: Easy", "name: Calm"), project.read().version)
    assert "{section: Calm, place: 1, puzzle: a}" in saved.text
    assert project.read() == saved
