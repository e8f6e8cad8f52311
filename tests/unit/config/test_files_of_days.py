"""The table of the files of a day."""

import re
from pathlib import Path

import pytest

from puzzlegen.config.day_files import (
    ALT,
    ANSWER_FILES,
    ANY_SIZE,
    DATA,
    DAY_FILE,
    DAY_FILES,
    LASTING_FILES,
    MAIL,
    MAIL_PAGE,
    MAIL_TEXT,
    MOST_CELLS,
    OPTIONAL_FILES,
    PLAY,
    PUZZLE,
    SOLUTION,
    files_of_day,
)  # fmt: skip
from puzzlegen.files.templates import are_shipped


@pytest.mark.parametrize(
    ("name", "most", "most_classic"),
    [
        (ALT, ANY_SIZE, ANY_SIZE),
        (DATA, ANY_SIZE, ANY_SIZE),
        (MAIL, MOST_CELLS, MOST_CELLS),
        (MAIL_PAGE, MOST_CELLS, MOST_CELLS),
        (MAIL_TEXT, MOST_CELLS, MOST_CELLS),
        (PLAY, ANY_SIZE, 0),
        (PUZZLE, 0, 0),
    ],
)
def test_words_up_to_a_number_of_cells(name: str, most: int, most_classic: int) -> None:
    for limit, classic in ((most, False), (most_classic, True)):
        assert DAY_FILE[name].has_words(limit, classic=classic)
        assert not DAY_FILE[name].has_words(limit + 1, classic=classic)


def test_pictures_of_a_file_are_files_that_can_be_left_out_with_it() -> None:
    for file in DAY_FILE.values():
        assert all(DAY_FILE[name].optional for name in file.pictures)
        assert file.optional or not file.pictures


def test_files_that_are_left_out_or_held_back() -> None:
    assert ALT not in files_of_day([ALT])
    assert SOLUTION in files_of_day()
    assert SOLUTION not in files_of_day(hold_answer=True)
    assert PUZZLE in files_of_day([ALT], hold_answer=True)


def test_templates_of_the_user_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert are_shipped(DAY_FILE[MAIL].templates)
    (tmp_path / "templates" / "mail").mkdir(parents=True)
    (tmp_path / "templates" / "mail" / "text.html").write_text("")
    assert not are_shipped(DAY_FILE[MAIL].templates)
    assert are_shipped(DAY_FILE[PLAY].templates)
    assert are_shipped(DAY_FILE[ALT].templates)


def test_the_guide_names_every_file_those_that_can_be_left_out_and_those_with_the_answer() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "daily.md").read_text(encoding="utf-8")
    rows = guide.partition("\n| file | contents |\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert sorted(named) == sorted(DAY_FILES)
    left_out = guide.partition("`leave_out` in the config lists files")[2].partition("any of ")[2].partition(". ")[0]
    assert tuple(re.findall(r"`([^`]+)`", left_out)) == OPTIONAL_FILES
    answers = guide.partition("`alt.txt` has no solution of the day. ")[2].partition(" are drawn\n")[0]
    assert tuple(re.findall(r"`([^`]+)`", answers)) == ANSWER_FILES


def test_the_lasting_names_are_of_files_that_every_day_has_and_that_are_no_answers() -> None:
    assert LASTING_FILES == {"today.png": PUZZLE, "today.json": DATA}
    assert not {*LASTING_FILES.values()} & {*OPTIONAL_FILES, *ANSWER_FILES}
