"""Dailies that are killed, or lose the manifest of the series, go on with the same command."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from daily_runs import FIRST, daily, refused, tree

pytestmark = pytest.mark.processes

HERE = Path(__file__).parent


def test_runs_that_are_killed_end_like_undisturbed_ones(tmp_path: Path) -> None:
    """A sample; `make soak-kills` kills at every point, and at random moments."""
    command = [sys.executable, str(HERE / "kill_dailies.py"), "points", str(tmp_path), "97", "7"]
    env = os.environ | {"PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=env)
    assert done.returncode == 0, done.stderr
    assert all(count >= 2 for count in json.loads(done.stdout).values()), done.stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {name: data for name, (_, data) in tree(folder / "d").items()}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("size", [None, 0, 1, 200, -2])
def test_a_series_whose_manifest_is_lost_or_cut_off_goes_on(size: int | None, tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "3")
    before, manifest = contents(tmp_path), tmp_path / "d" / "manifest.json"
    data = manifest.read_bytes()
    manifest.unlink() if size is None else manifest.write_bytes(data[:size])
    (tmp_path / "d" / "archive" / "2026-10.html").write_text("a month that is not in the ledger")
    daily(tmp_path, *FIRST, "--days", "3")
    assert contents(tmp_path) == before
    shutil.rmtree(tmp_path / "d" / "archive")
    manifest.write_bytes(b"\0" * 500)  # as some file systems leave it after a power cut
    (tmp_path / "d").rename(tmp_path / "moved")
    assert "1 issued" in daily(tmp_path, "--date", "2026-12-06", "-o", str(tmp_path / "moved"))


@pytest.mark.usefixtures("quick")
def test_the_folder_of_somebody_else_is_not_taken_for_one_that_lost_its_manifest(tmp_path: Path) -> None:
    other = tmp_path / "d"
    for name in ("index.html", "feed.xml", "manifest.json"):
        other.mkdir(exist_ok=True)
        (other / name).write_text("{}")
        (other / "2026-12-01").mkdir()  # photographs of that day
        (other / "2026-12-01" / "photo.jpg").write_text("x")
        before = tree(tmp_path)
        message = refused(tmp_path, *FIRST)
        assert message == (
            f"{other / name}: not made by puzzlegen daily, and would be overwritten: choose another folder with -o, or "
            "move it away"
        )
        assert tree(tmp_path) == before and not (tmp_path / "ledger.sqlite").exists()
        shutil.rmtree(other)


@pytest.mark.usefixtures("quick")
def test_another_series_without_its_manifest_is_not_overwritten(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "2", series="another")
    (tmp_path / "d" / "manifest.json").unlink()
    before = contents(tmp_path)
    for words in (FIRST, ("--date", "2026-12-03")):
        message = refused(tmp_path, *words)
        assert message.startswith(f"{tmp_path / 'd' / '2026-12-01'}: holds another series than 'test': ")
    assert contents(tmp_path) == before


@pytest.mark.usefixtures("quick")
def test_the_manifest_of_another_program_is_not_overwritten(tmp_path: Path) -> None:
    """Sites that can be installed as an app have a manifest.json too."""
    daily(tmp_path, *FIRST)
    (tmp_path / "d" / "manifest.json").write_text('{"name": "My site", "icons": []}')
    before = contents(tmp_path)
    assert f"{tmp_path / 'd' / 'manifest.json'}: not made by puzzlegen daily" in refused(
        tmp_path, "--date", "2026-12-02"
    )
    assert contents(tmp_path) == before


@pytest.mark.usefixtures("quick")
def test_the_folder_of_one_day_is_not_that_of_a_series(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    day = tmp_path / "d" / "2026-12-01"
    words = ("-o", str(day), "--ledger", str(tmp_path / "ledger.sqlite"))
    assert refused(tmp_path, *words) == f"{day}: the folder of one day: name the folder of its series with -o"


@pytest.mark.usefixtures("quick")
def test_an_interrupted_reissue_goes_on_with_the_same_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    daily(tmp_path, *FIRST)
    shutil.copytree(tmp_path, tmp_path / "whole")
    again = (*FIRST, "--reissue")
    daily(tmp_path / "whole", *again)
    for step in ("run_state.place_folder", "run.write_series", "run.write_series"):
        with monkeypatch.context() as patch:
            patch.setattr(f"puzzlegen.daily.{step}", killed)
            with pytest.raises((AssertionError, KeyboardInterrupt)):
                daily(tmp_path, *again)
    daily(tmp_path, *again)
    assert contents(tmp_path) == contents(tmp_path / "whole")
    daily(tmp_path, *again)
    assert contents(tmp_path) != contents(tmp_path / "whole")
