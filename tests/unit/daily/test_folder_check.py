"""Which folders and ledgers a run of a series refuses."""

from pathlib import Path

import pytest

from puzzlegen.config.day_files import DIGEST, FEED, HOME
from puzzlegen.daily.folders import (
    check_day_folder,
    check_first_place,
    check_home,
    check_ledger,
    check_new_day_folder,
    check_series_folder,
    day_folders,
)
from puzzlegen.daily.manifest import DAY, SERIES, Manifest, manifest_text, series_fingerprint
from puzzlegen.errors import OutputError
from puzzlegen.files.build_folder import MANIFEST

LEDGER = Path("ledger.sqlite")


def write_manifest(folder: Path, kind: str = DAY, series: str = "one", files: tuple[str, ...] = ()) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    manifest = Manifest(kind, series_fingerprint(series), "", dict.fromkeys(files, (0, "")), "../l.sqlite")
    (folder / MANIFEST).write_text(manifest_text(manifest))


def test_only_folders_named_by_a_date_are_days(tmp_path: Path) -> None:
    for name in ("2026-12-01", "2026-12-1", "archive", "2026-12-01-old"):
        (tmp_path / name).mkdir()
    assert day_folders(tmp_path) == {"2026-12-01"}
    assert day_folders(tmp_path / "missing") == set()


def test_a_folder_of_the_same_series_is_accepted(tmp_path: Path) -> None:
    write_manifest(tmp_path, SERIES)
    (tmp_path / FEED).write_text("")
    check_series_folder(tmp_path, "one")
    check_series_folder(tmp_path / "missing", "one")


def test_a_folder_of_another_series_is_refused(tmp_path: Path) -> None:
    write_manifest(tmp_path, SERIES)
    for check in (check_series_folder, check_day_folder):
        with pytest.raises(OutputError, match="holds another series than 'two': choose another folder with -o"):
            check(tmp_path, "two")


def test_foreign_files_of_the_same_name_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    check_series_folder(tmp_path, "one")
    (tmp_path / HOME).write_text("")
    with pytest.raises(OutputError, match=f"{HOME}: not made by puzzlegen daily, and would be overwritten"):
        check_series_folder(tmp_path, "one")


def test_a_series_does_not_overwrite_a_file_that_its_manifest_does_not_name(tmp_path: Path) -> None:
    write_manifest(tmp_path, SERIES, files=(FEED, HOME))
    for name in (FEED, DIGEST):
        (tmp_path / name).write_text("")
    check_series_folder(tmp_path, "one", (FEED, HOME))
    with pytest.raises(OutputError, match=f"{DIGEST}: not made by puzzlegen daily, .* move it away or rename it$"):
        check_series_folder(tmp_path, "one", (FEED, DIGEST))


def test_a_file_in_place_of_a_day_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "2026-12-01"
    path.write_text("")
    with pytest.raises(OutputError, match="found a file, expected the folder of a day"):
        check_day_folder(path, "one")
    with pytest.raises(OutputError, match="found a file, expected the folder of a day"):
        check_new_day_folder(path, LEDGER)


def test_a_new_day_takes_an_empty_folder_but_no_folder_with_a_day(tmp_path: Path) -> None:
    check_new_day_folder(tmp_path / "missing", LEDGER)
    check_new_day_folder(tmp_path, LEDGER)
    write_manifest(tmp_path)
    with pytest.raises(OutputError, match=r"holds a day that ledger\.sqlite does not know"):
        check_new_day_folder(tmp_path, LEDGER)


def test_a_ledger_without_the_days_of_the_folder_is_refused(tmp_path: Path) -> None:
    for day in (1, 2, 3):
        write_manifest(tmp_path / f"2026-12-0{day}")
    (tmp_path / "2026-12-04").mkdir()  # without a manifest: a day that was never finished
    check_ledger(tmp_path, LEDGER, ["2026-12-01", "2026-12-02", "2026-12-03"], "my daily.yaml")
    with pytest.raises(OutputError, match="holds 2026-12-03, which"):
        check_ledger(tmp_path, LEDGER, ["2026-12-01", "2026-12-02"], "my daily.yaml")
    with pytest.raises(
        OutputError, match=r"holds 2026-12-01 to 2026-12-03 \(3\), which .* put the ledger back"
    ) as caught:
        check_ledger(tmp_path, LEDGER, [], "my daily.yaml")
    assert str(caught.value).endswith(
        f"read the days back with puzzlegen ledger rebuild {tmp_path} --daily 'my daily.yaml' --ledger {LEDGER}"
    )


def test_a_ledger_without_the_months_of_the_archive_is_refused(tmp_path: Path) -> None:
    write_manifest(tmp_path, SERIES, files=("archive/2026-11.html", "archive/2026-12.html", FEED))
    check_ledger(tmp_path, LEDGER, ["2026-11-30", "2026-12-01"], "my daily.yaml")
    with pytest.raises(OutputError, match="holds the archive of 2026-11, which"):
        check_ledger(tmp_path, LEDGER, ["2026-12-01"], "my daily.yaml")


def test_days_in_another_folder_have_a_remedy(tmp_path: Path) -> None:
    folder, home = tmp_path / "new", tmp_path / "old"
    check_home(folder, LEDGER, home, [])
    with pytest.raises(OutputError, match=r"new: 2026-12-01 of .* are in .*old: copy that folder here"):
        check_home(folder, LEDGER, home, ["2026-12-01"])
    home.mkdir()
    with pytest.raises(OutputError, match=r"2 days such as 2026-12-01 of .*: name that folder with -o, or copy it to"):
        check_home(folder, LEDGER, home, ["2026-12-01", "2026-12-02"])


@pytest.mark.parametrize("first", [".", "my", "my/deep"])
@pytest.mark.parametrize("second", [".", "my", "my/deep", "elsewhere"])
@pytest.mark.parametrize("output", ["output/my", "site"])
def test_a_second_ledger_is_refused_with_the_place_of_the_first(
    first: str, second: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("my/deep", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    config, folder = tmp_path / "my/deep/my.yaml", Path(output)
    write_manifest(tmp_path / first / folder, SERIES)
    monkeypatch.chdir(tmp_path / second)
    check_first_place(config, folder, "two")
    if first == second:
        check_first_place(config, folder, "one")
        return
    place = (tmp_path / first).resolve()
    words = (
        f"{folder}: the days of this series are in {place / folder}, and its ledger is {(place / folder).parent}/l.sq"
    )
    with pytest.raises(OutputError, match=f"{words}lite: run the command in {place}, or move both here"):
        check_first_place(config, folder, "one")
    write_manifest(folder, SERIES)  # what was begun twice goes on
    check_first_place(config, folder, "one")


def test_a_trial_in_another_folder_is_no_second_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_manifest(tmp_path / "output/my", SERIES)
    check_first_place(Path("my/my.yaml"), Path("trial/daily"), "one")
    check_first_place(Path("my/my.yaml"), tmp_path / "trial", "one")
