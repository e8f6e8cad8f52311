"""Earlier versions of a project: when one is kept, how many, and what comes back."""

import json
from pathlib import Path

import pytest
from small_configs import QUIET, TINY

from puzzlegen.errors import OutputError
from puzzlegen.schema.edit import set_value
from puzzlegen.studio import versions as module
from puzzlegen.studio.chosen import read_choices, save_choices
from puzzlegen.studio.projects import ChangedElsewhere, Project
from puzzlegen.studio.versions import FOLDER, MOST, go_back, keep_version, note_step, steps, take_step, versions

CHOICE = json.dumps({"section": "One", "place": 1, "puzzle": "4x4:a13f3a2a2a0"}) + "\n"


class Clock:
    """Takes the place of the clock: each test sets its ``seconds``."""

    seconds = 1_800_000_000.0

    def time(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(module, "time", found)
    return found


@pytest.fixture
def book(tmp_path: Path) -> Project:
    (tmp_path / "book.yaml").write_text(TINY, encoding="utf-8")
    return Project("book", tmp_path, "book")


def change(project: Project, title: str) -> None:
    keep_version(project, "hour")
    project.save(set_value(project.read().text, ("title",), title), project.read().version)


def test_one_version_an_hour_and_one_before_each_build_is_kept(book: Project, clock: Clock) -> None:
    for minutes in (0, 10, 50, 20, 59):
        clock.seconds += 60 * minutes
        change(book, f"After {minutes}")
    assert [one.reason for one in versions(book)] == ["hour", "hour", "hour"]
    keep_version(book, "build")
    keep_version(book, "build")
    assert [one.reason for one in versions(book)] == ["build", "hour", "hour", "hour"]
    for number in range(MOST + 5):
        clock.seconds += module.HOUR
        change(book, f"Title {number}")
    assert len(versions(book)) == MOST


def test_config_and_choices_come_back_and_the_present_ones_are_kept(book: Project, clock: Clock) -> None:
    save_choices(book, CHOICE, read_choices(book).version)
    first = book.read().text
    keep_version(book, "build")
    save_choices(book, "", read_choices(book).version)
    change(book, "Later")
    saved = go_back(book, versions(book)[0].name, book.read().version)
    assert (saved.text, book.read().text, read_choices(book).content) == (first, first, CHOICE)
    assert len(versions(book)) == 2
    go_back(book, versions(book)[0].name, book.read().version)
    assert (book.title(), read_choices(book).content) == ("Later", "")


def test_chosen_puzzles_of_a_broken_config_are_kept_before_going_back(book: Project, clock: Clock) -> None:
    save_choices(book, CHOICE, read_choices(book).version)
    keep_version(book, "build")
    both = CHOICE + CHOICE.replace('"place": 1', '"place": 2')
    save_choices(book, both, read_choices(book).version)
    text = book.read().text
    book.save(f"{text}title: [", book.read().version)
    go_back(book, versions(book)[0].name, book.read().version)
    assert (book.read().text, read_choices(book).content) == (text, CHOICE)
    assert [one.reason for one in versions(book)] == ["back", "build"]
    go_back(book, versions(book)[0].name, book.read().version)
    assert (book.folder / "choices.jsonl").read_text(encoding="utf-8") == both


def test_a_clock_that_was_wrong_stops_nothing(book: Project, clock: Clock) -> None:
    clock.seconds += 10 * 365 * 24 * module.HOUR
    change(book, "Next decade")
    clock.seconds = 1_800_000_000.0
    change(book, "Now")
    assert len(versions(book)) == 2
    assert json.loads((book.folder / FOLDER / versions(book)[0].name).read_text("utf-8"))["config"].startswith(
        "title: Next decade"
    )


def test_a_text_that_is_no_yaml_is_kept_too(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "daily.yaml").write_text("title: [", encoding="utf-8")
    daily = Project("daily", tmp_path, "daily")
    keep_version(daily, "hour")
    daily.save(QUIET, daily.read().version)
    assert go_back(daily, versions(daily)[0].name, daily.read().version).text == "title: ["


def test_what_cannot_be_used_is_refused_and_nothing_is_lost(book: Project, clock: Clock) -> None:
    keep_version(book, "build")
    (kept,) = versions(book)
    with pytest.raises(ChangedElsewhere):
        go_back(book, kept.name, "another")
    with pytest.raises(OutputError, match="not there any more"):
        go_back(book, "../book.yaml", book.read().version)
    (book.folder / FOLDER / kept.name).write_text("damaged", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot be read"):
        go_back(book, kept.name, book.read().version)
    assert book.read().text == TINY
    clock.seconds += module.HOUR
    book.save(f"{TINY}# more\n", book.read().version)
    (book.folder / FOLDER / "notes.txt").write_text("mine", encoding="utf-8")
    change(book, "Kept beside a damaged one")
    assert len(versions(book)) == 2


def test_settings_and_puzzles_are_undone_in_the_order_of_their_changes(book: Project, clock: Clock) -> None:
    seen = []

    def noted() -> None:
        note_step(book)
        seen.append((book.title(), read_choices(book).content))

    noted()
    change(book, "First")
    noted()
    for content in (CHOICE, ""):
        keep_version(book, "hour")
        save_choices(book, content, read_choices(book).version)
        noted()
    change(book, "Last")
    note_step(book)
    book.save(book.read().text.replace("Last", "By an editor"), book.read().version)
    seen += [("Last", read_choices(book).content), ("By an editor", read_choices(book).content)]

    def taken(way: str, known: list[tuple[str, str]]) -> None:
        for title, content in known:
            assert steps(book)[way]
            take_step(book, way)
            assert (book.title(), read_choices(book).content) == (title, content)
        assert not steps(book)[way]
        assert take_step(book, way) == book.read()

    taken("undo", seen[-2::-1])
    taken("redo", seen[1:])
    take_step(book, "undo")
    change(book, "Another")
    assert steps(book) == {"undo": True, "redo": False}


def test_as_many_steps_are_kept_as_there_is_room_for(book: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STEPS", 5)
    for number in range(9):
        change(book, f"Title {number}")
    keep_version(book, "hour")
    assert len(list((book.folder / module.STEPS).iterdir())) == 5
    for number in (7, 6, 5, 4):
        take_step(book, "undo")
        assert book.title() == f"Title {number}"
    assert steps(book) == {"undo": False, "redo": True}
