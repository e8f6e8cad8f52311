"""``daily --status`` says what a series needs, with an exit code for monitors, and writes nothing."""

import shutil
from pathlib import Path

import pytest
from commands import run
from daily_runs import config, daily, tree

pytestmark = pytest.mark.usefixtures("copied_days")


def status(folder: Path, as_of: str, *words: str) -> tuple[int, list[str]]:
    before = tree(folder)
    code, out, err = run("daily", str(config(folder)), "-o", str(folder / "d"), "--status", "--as-of", as_of, *words)
    assert (err, tree(folder)) == ("", before)
    return code, out.splitlines()


def test_a_series_that_is_well(tmp_path: Path) -> None:
    public = ("--publish", str(tmp_path / "p"))
    daily(tmp_path, "--date", "2026-12-01", "--days", "14", *public)
    assert status(tmp_path, "2026-12-10", *public) == (
        0,
        [
            "newest day 2026-12-10, No. 8; 3 days ahead, up to 2026-12-14",
            f"published in {public[1]}: newest day 2026-12-10",
        ],
    )


@pytest.mark.parametrize(
    ("as_of", "start", "first"),
    [
        ("2026-11-30", "2026-12-01", "2026-12-01"),
        ("2026-11-30", "2027-02-02", "2027-02-02"),
        ("2026-12-03", "2026-12-04", "2026-12-06"),  # the first date has no puzzle, nor has Saturday
        ("2026-12-05", "2026-12-05", "2026-12-06"),  # today has none
    ],
)
def test_the_first_day_is_named_until_it_is_made(as_of: str, start: str, first: str, tmp_path: Path) -> None:
    path = config(tmp_path)
    path.write_text(path.read_text("utf-8").replace("start: 2026-12-01", f"start: {start}"), "utf-8")
    words = ("daily", str(path), "-o", str(tmp_path / "d"), "--as-of", as_of)
    make = ("--date", first)
    code, out, err = run(*words, "--status")
    remedy = f"! the first day, {first}, is not made: run puzzlegen daily {path} {' '.join(make)}"
    assert (code, out.splitlines(), err) == (1, ["no day yet", remedy], "")
    assert run(*words, *make)[0] == 0
    assert run(*words, "--status")[:2] == (0, f"no day yet; 1 day ahead, up to {first}\n")


def test_a_new_machine_lacks_only_what_readers_lack(tmp_path: Path) -> None:
    public = ("--publish", str(tmp_path / "p"))
    daily(tmp_path, "--date", "2026-12-01", "--days", "14", *public)
    shutil.rmtree(tmp_path / "d")
    newest = "newest day 2026-12-10, No. 8; 3 days ahead, up to 2026-12-14"
    assert status(tmp_path, "2026-12-10", *public)[1][0] == newest
    assert status(tmp_path, "2026-12-10", *public)[0] == 0
    code, lines = status(tmp_path, "2026-12-11", *public)
    assert (code, lines[1].partition(": run")[0]) == (1, "! 1 day (2026-12-10) to be opened")
    (tmp_path / "p" / "2026-12-08" / "alt.txt").unlink()
    code, lines = status(tmp_path, "2026-12-10", *public)
    assert (code, lines[1].partition(": run")[0]) == (1, "! 1 day (2026-12-08) to be drawn")


def test_what_waits_is_missing_or_damaged_is_told_with_its_remedy(tmp_path: Path) -> None:
    public = ("--publish", str(tmp_path / "p"))
    command = f"run puzzlegen daily {tmp_path / 'daily.yaml'}"
    assert status(tmp_path, "2026-12-01") == (1, ["no day yet", f"! 2026-12-01 waits to be issued: {command}"])
    daily(tmp_path, "--date", "2026-12-08", "--days", "3", *public)
    (tmp_path / "p" / "2026-12-08" / "puzzle.png").unlink()
    (tmp_path / "d" / "2026-12-08" / "puzzle.json").write_text("{}")
    code, lines = status(tmp_path, "2026-12-10", *public)
    assert code == 1
    problems = [text for text in lines if text.startswith("!")]
    assert problems[0].startswith("! 2026-12-08 is missing or damaged: draw it again with --date 2026-12-08")
    assert problems[1].startswith("! no puzzle was issued for 2026-12-01, 2026-12-02, 2026-12-03 ... (5 days): issue")
    assert problems[2].startswith("! 1 published file damaged or missing (2026-12-08/puzzle.png): run ")
    assert len(problems) == 3
    elsewhere = ("--publish", str(tmp_path / "elsewhere"))
    code, lines = status(tmp_path, "2026-12-11", *elsewhere)
    assert code == 1
    assert f"! 2026-12-11 waits to be issued: {command} {' '.join(elsewhere)}" in lines
    assert lines[-1].startswith("! 3 days (2026-12-08, 2026-12-09, 2026-12-10) not published: ")


def test_a_published_copy_that_is_whole_waits_for_what_changed_here(tmp_path: Path) -> None:
    public = ("--publish", str(tmp_path / "p"))
    daily(tmp_path, "--date", "2026-12-01", "--days", "10", *public)
    daily(tmp_path, "--reissue", "--date", "2026-12-08")
    code, lines = status(tmp_path, "2026-12-10", *public)
    behind = "files of the published copy not up to date (2026-12-08/"
    assert (code, behind in lines[-1], lines[-1].endswith(f"--publish {public[1]}")) == (1, True, True), lines
    daily(tmp_path, *public)
    assert not any("published copy" in text for text in status(tmp_path, "2026-12-10", *public)[1])
    daily(tmp_path, "--withdraw", "2026-12-10")
    code, lines = status(tmp_path, "2026-12-10", *public)
    assert (code, "files of the published copy not up to date (2026-12-09/" in lines[-1]) == (1, True), lines


def test_pictures_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drawn").mkdir()
    (tmp_path / "drawn" / "anvil.txt").write_text("title: Anvil\n#######\n.######\n...##..\n..####.\n.######", "utf-8")
    path = config(tmp_path)
    path.write_text(path.read_text().replace("monday: {size: 5x4", "monday: {kind: mosaic, pictures: drawn, size: 6x5"))
    for as_of, left in (("2026-12-06", "1 picture left"), ("2026-12-07", "0 pictures left: add more, or its puzzles")):
        words = ("daily", str(path), "-o", str(tmp_path / "d"), "--as-of", as_of)
        code, _, err = run(*words, "--date", as_of)
        assert code == 0, err
        _, out, _ = run(*words, "--status")
        assert f"week.monday.pictures: {left}" in out


@pytest.mark.parametrize("words", [("--date", "2026-12-01"), ("--redraw",), ("--dry-run",)])
def test_other_days_and_work_are_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    code, _, err = run("daily", str(config(tmp_path)), "--status", *words)
    assert (code, err.count("\n")) == (2, 1)
    assert "--status: only for today" in err
