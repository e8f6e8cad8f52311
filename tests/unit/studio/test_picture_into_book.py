"""A picture is added to a book as a drawing file and an entry of its config."""

from pathlib import Path

import pytest

from puzzlegen.config.load import loads_book
from puzzlegen.errors import OutputError
from puzzlegen.studio.picture_book import NewSection, PictureSection, addition, picture_sections
from puzzlegen.studio.picture_tools import section_name
from puzzlegen.studio.projects import Project, Workspace

BOOK = """
title: Pets # a comment
series: pets
sections:
  - {name: Warm-up, count: 2, size: 6x5, difficulty: easy}
  # the ready ones
  - name: Ready
    kind: mosaic
    difficulty: easy
    count: 2
    pictures:
      - cat  # asleep
      - heart
  - name: Ours
    kind: mosaic
    difficulty: medium
    pictures: pictures/ours
"""
HOUSE = "..#..\n.###.\n#####\n#.#.#\n#.###\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    folder = tmp_path / "pets"
    (folder / "pictures" / "ours").mkdir(parents=True)
    (folder / "pictures" / "ours" / "house.txt").write_text(HOUSE)
    (folder / "book.yaml").write_text(BOOK)
    monkeypatch.chdir(folder)
    return Workspace(tmp_path).project("pets")


def pictures_after(project: Project, title: str, section: int | NewSection) -> list[tuple[str, list[str]]]:
    added = addition(project, BOOK, title, section)
    path = project.folder / added.file
    path.write_text(HOUSE.replace(".", "#", 1))
    config = loads_book(added.text)
    path.unlink()
    return [(one.name, [picture.name for picture in one.pictures or ()]) for one in config.sections]


def test_sections_with_pictures_are_found() -> None:
    assert picture_sections(BOOK) == [PictureSection(1, "Ready"), PictureSection(2, "Ours", "pictures/ours")]
    assert picture_sections("sections: [{name: x") == picture_sections("title: none") == []


def test_a_picture_joins_a_list_whose_count_grows(project: Project) -> None:
    assert pictures_after(project, "My Dog!", 1)[1] == ("Ready", ["cat", "heart", "my-dog"])
    text = addition(project, BOOK, "My Dog!", 1).text
    assert addition(project, BOOK, "Cat", 1).file == "pictures/cat-2.txt"
    assert "- cat  # asleep\n      - heart\n      - pictures/my-dog.txt\n" in text
    assert "title: Pets # a comment" in text and "# the ready ones" in text


def test_a_picture_joins_a_folder_without_a_change_of_the_config(project: Project) -> None:
    added = addition(project, BOOK, "House", 2)
    assert (added.file, added.text) == ("pictures/ours/house-2.txt", BOOK)
    assert pictures_after(project, "House", 2)[2] == ("Ours", ["house-2", "house"])


def test_a_new_section_has_kind_and_difficulty(project: Project) -> None:
    assert pictures_after(project, "Cat", NewSection("Pictures", "mosaic", "easy"))[3] == ("Pictures", ["cat"])
    text = addition(project, BOOK, "Cat", NewSection("Pictures", "knight", "hard")).text
    assert text.endswith(
        "  - name: Pictures\n    kind: knight\n    difficulty: hard\n    pictures:\n      - pictures/cat.txt\n"
    )
    again = addition(project, text, "Cat", NewSection("Pictures", "knight", "hard"))
    assert "name: Pictures 2\n" in again.text and again.file == "pictures/cat.txt"


@pytest.mark.parametrize(("language", "name"), [("de", "Versteckte Bilder"), ("xx", "Hidden Pictures")])
def test_a_new_section_has_a_name_in_the_language_of_the_book(language: str, name: str) -> None:
    assert section_name(f"language: {language}\n{BOOK}") == name


def test_what_does_not_fit_is_refused(project: Project) -> None:
    for section in (0, 3, 99):
        with pytest.raises(OutputError, match=r"no such section with pictures"):
            addition(project, BOOK, "Cat", section)
    for folder in ("../elsewhere", "/etc"):
        with pytest.raises(OutputError, match="outside the folder of the book"):
            addition(project, BOOK.replace("pictures/ours", folder), "Cat", 2)
