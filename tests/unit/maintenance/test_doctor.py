"""What ``puzzlegen doctor`` finds, on a machine that has everything and on ones that lack something."""

import json
import sqlite3
import tempfile
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from commands import puzzlegen
from ledgers import trust

from puzzlegen.engine import kernels
from puzzlegen.errors import OutputError
from puzzlegen.ledger.database import _RESTORE
from puzzlegen.ledger.ledger import Ledger
from puzzlegen.maintenance import doctor
from puzzlegen.maintenance.doctor import Check, CheckStatus, examine


def found(ledger: Path = Path("none.sqlite")) -> dict[str, Check]:
    return {one.what: one for one in examine(ledger)}


def test_a_machine_that_has_everything(tmp_path: Path) -> None:
    done = puzzlegen("doctor", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(line.startswith(("ok     ", "note   ")) for line in lines)
    due = [
        "puzzlegen: ", "Python: 3.", "cores: ", "libraries: ", "kernels: compiled by numba ", "font Source Sans Pro: ",
        "templates: 7 languages, ", "time zones: found", "ledger: output/ledger.sqlite does not exist yet",
    ]  # fmt: skip
    for what in due:
        assert any(line[7:].startswith(what) for line in lines), what
    assert all(": pip install " in line or ": apt-get install " in line for line in lines if line.startswith("note"))


def test_as_json(tmp_path: Path) -> None:
    done = puzzlegen("doctor", "--format", "json", cwd=tmp_path)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and all(list(row) == ["what", "state", "found", "remedy"] for row in rows)
    assert {row["state"] for row in rows} <= {"ok", "note", "fault"}


def test_a_missing_font_is_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, role: str = "regular") -> Path:
        raise OutputError(f"font {name} is missing: pip install the-font")

    monkeypatch.setattr(doctor, "family_file", missing)
    done = puzzlegen("doctor", cwd=tmp_path)
    assert done.returncode == 1
    assert "fault  font Open Sans: font Open Sans is missing: pip install the-font" in done.stdout.splitlines()


def test_libraries_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        if name in ("b", "d"):
            raise PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(doctor, "version", version)
    needs = [
        "a>=1", 'b<2,>=1; python_version >= "3.11"', 'c; extra == "x"', "d>=3; extra == 'y'",
        'e[z]>=1; extra == "y"',
    ]  # fmt: skip
    monkeypatch.setattr(doctor, "requires", lambda _: needs)
    checks = found()
    assert checks["libraries"] == Check("libraries", CheckStatus.FAULT, "missing b", "pip install b")
    assert checks["extra x"] == Check("extra x", CheckStatus.OK, "c 1.0")
    assert checks["extra y"] == Check("extra y", CheckStatus.NOTE, "missing d", "pip install 'puzzlegen[y]'")


def test_a_library_of_kernels_that_was_refused_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    why = "built/linux-x86_64.so: the check of its kernels failed: other results than known: climb_in"
    monkeypatch.setattr(kernels, "load", lambda: kernels.Loaded(None, {}, None, why))
    check = found()["kernels"]
    assert check.state is CheckStatus.NOTE and check.found.endswith(why) and "[jit]" in check.remedy
    used = kernels.Loaded(object(), {"built_by": "numba 1"}, Path("cache/kernels.so"), why)
    monkeypatch.setattr(kernels, "load", lambda: used)
    check = found()["kernels"]
    assert check.state is CheckStatus.NOTE and "cache/kernels.so" in check.found and check.found.endswith(why)


def test_no_room_and_no_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MIN_FREE_BYTES", 10**18)
    monkeypatch.setattr(doctor, "_program", lambda _: None)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: "/none/such")
    checks = found()
    assert checks["current folder"].state is CheckStatus.NOTE and "GB free" in checks["current folder"].found
    assert checks["temporary files"].state is CheckStatus.FAULT and "TMPDIR" in checks["temporary files"].remedy
    assert checks["chromium"] == Check("chromium", CheckStatus.NOTE, "not found", doctor.PROGRAMS["chromium"])


def test_own_templates_are_counted_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "printers.yaml").write_text("printers: 7\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert found()["templates"].state is CheckStatus.FAULT
    assert found()["templates"].found.startswith("templates/printers.yaml:1:11: printers: ")
    (tmp_path / "templates" / "printers.yaml").rename(tmp_path / "templates" / "other.yaml")
    assert "./templates has 1 file in place of shipped ones" in found()["templates"].found


def test_a_ledger_is_looked_into(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite"
    with Ledger(path, write=True):
        pass
    assert found(path)["ledger"] == Check("ledger", CheckStatus.OK, f"{path}, 0 issues, 0 puzzles")
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO issues (id, kind, series) VALUES (1, 'book', 's')")
        db.execute("INSERT INTO printings VALUES (1, 1, 't', 'f', '', '', '{}', '', 0)")
        trust(db)
    db.close()
    assert found(path)["ledger"].state is CheckStatus.NOTE and "1 unfinished" in found(path)["ledger"].found
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 4] = b"\xff" * 8192
    path.write_bytes(data)
    check = found(path)["ledger"]
    assert check.state is CheckStatus.FAULT and check.found.startswith(f"{path}: the ledger is damaged (")
    assert check.found.endswith(f"): {_RESTORE}")  # what every command says
    path.write_bytes(b"no ledger" * 999)
    check = found(path)["ledger"]
    assert check.state is CheckStatus.FAULT and check.found.startswith(f"{path}: not a ledger: {_RESTORE}")
    path.write_bytes(b"")
    assert found(path)["ledger"].found.startswith(f"{path}: the ledger is damaged (it is empty")
