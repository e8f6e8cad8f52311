"""What the verification of a daily finds, on real files with one thing wrong each."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from commands import run
from daily_runs import FIRST, config
from ledgers import trust

from puzzlegen.daily.manifest import manifest_text, read_manifest
from puzzlegen.files.build_folder import digest, facts_of
from puzzlegen.formats import answer, line
from puzzlegen.solver import exact

pytestmark = [
    pytest.mark.xdist_group("daily-verify"),
    pytest.mark.usefixtures("copied_days"),
]  # what they share is made once

DAY = Path("d/2026-12-02")  # held: the first is open, the third to come
ON = ("--as-of", "2026-12-02")


@pytest.fixture(scope="module")
def made(copied_days: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("daily")
    words = ("daily", str(config(folder)), "-o", str(folder / "d"), *FIRST, *ON, "--days", "3", "--jobs", "1")
    assert run(*words)[0] == 0
    return folder


def stamped(folder: Path) -> None:
    """Let manifest and ledger agree with files that were changed: so that only what they say can be found."""
    manifest = read_manifest(folder)
    assert manifest is not None
    manifest.files.update(facts_of(folder, manifest.files))
    (folder / "manifest.json").write_text(manifest_text(manifest))
    with closing(sqlite3.connect(folder.parents[1] / "ledger.sqlite")) as raw, raw:
        agreed = (digest(folder / "manifest.json"), folder.name)
        raw.execute("UPDATE days SET manifest_sha256 = ? WHERE date = ?", agreed)
        trust(raw)


def verify(path: Path, *words: str) -> tuple[int, list[str], str]:
    code, out, errors = run("verify", str(path), *words)
    return code, [row.split(":")[0] for row in out.splitlines()], errors.strip()


def test_a_daily_proves_right(made: Path) -> None:
    assert verify(made / DAY) == (0, [], "1 day read back and solved: 0 errors")
    assert verify(made / "d") == (0, [], "3 days read back and solved: 0 errors")


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / DAY / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return change


def wrong_row_of_the_day_before(name: str) -> Callable[[Path], None]:
    """Return a change of the first row of the previous solution, the last in each text."""

    def change(folder: Path) -> None:
        path = folder / DAY / name
        before, row, after = path.read_text().rpartition("Row 1: ")
        assert "mine" in after
        path.write_text(before + row + "mine, " + after)

    return change


def reveal(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        with sqlite3.connect(folder / "ledger.sqlite") as raw:
            ((record,),) = raw.execute("SELECT record FROM days WHERE date = '2026-12-02'")
        path = folder / DAY / name
        path.write_text(path.read_text() + f"<!-- {json.loads(record)['solution']} -->")

    return change


def held_solution(folder: Path) -> None:
    path = folder / DAY / "puzzle.json"
    data = json.loads(path.read_text())
    solution = "n" * data["width"] * data["height"]
    path.write_text(json.dumps(data | {"solution": solution}))


def number_of_mines(folder: Path) -> None:
    path = folder / DAY / "puzzle.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"mines": 5}))


def other_puzzle(folder: Path) -> None:
    path = folder / DAY / "puzzle.json"
    data = json.loads(path.read_text())
    puzzle = line.parse(data["puzzle"])
    clue = next(i for i, value in enumerate(puzzle.cells) if value >= 0)
    fewer = (*puzzle.cells[:clue], -1, *puzzle.cells[clue + 1 :])
    path.write_text(json.dumps(data | {"puzzle": line.write(type(puzzle)(puzzle.grid, fewer))}))


def another_pdf(folder: Path) -> None:
    shutil.copy(folder / "d" / "2026-12-03" / "puzzle.pdf", folder / DAY / "puzzle.pdf")


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (edit("alt.txt", "Row 1: ", "Row 1: 9, "), ["D503"]),
        (edit("email.html", "Row 2: ", "Row 2: 9, "), ["D503"]),
        (edit("mail.html", "Row 2: ", "Row 2: 9, "), ["D503"]),
        (edit("mail.txt", "Row 2: ", "Row 2: 9, "), ["D503"]),
        (edit("index.html", "<p>Row 2: ", "<p>Row 2: 9, "), ["D503"]),
        (edit("puzzle.json", '"Row 2: ', '"Row 2: 9, '), ["D503"]),
        (wrong_row_of_the_day_before("alt.txt"), ["A302"]),
        (wrong_row_of_the_day_before("index.html"), ["A302"]),
        (wrong_row_of_the_day_before("mail.txt"), ["A302"]),
        (wrong_row_of_the_day_before("puzzle.json"), ["A302"]),
        (edit("puzzle.json", '"number": 2', '"number": 3'), ["D501"]),
        (edit("puzzle.json", '"puzzle"', '"pazzle"'), ["D503"]),
        (held_solution, ["D502"]),
        (number_of_mines, ["D502"]),
        (other_puzzle, ["D501", "P204"]),
        (reveal("index.html"), ["D502"]),
        (reveal("email.html"), ["D502"]),
        (another_pdf, ["D503", "D502", "A302"]),  # that of the day after: it shows the answer
    ],
)
def test_faults_inside_files(made: Path, tmp_path: Path, change: Callable[[Path], None], codes: list[str]) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    change(folder)
    stamped(folder / DAY)
    code, found, _ = verify(folder / DAY)
    rows = [words.replace(" page 1", "") for words in found]
    assert (code, rows) == (1, [f"error {one} 2026-12-02 puzzle 2" for one in ("D504", *codes)])


def test_an_answer_that_is_out_with_no_next_day(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    assert json.loads((folder / "d" / "2026-12-01" / "puzzle.json").read_text())["solution"]
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        raw.execute("UPDATE days SET placed = 0 WHERE date > '2026-12-01'")
        trust(raw)
    raw.close()
    assert "error D502 2026-12-01 puzzle 1" in verify(folder / "d" / "2026-12-01")[1]


def test_files_that_changed_or_are_gone(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    (folder / DAY / "card.png").unlink()
    (folder / "d" / "feed.xml").write_text("<rss/>")
    shutil.rmtree(folder / "d" / "2026-12-03")
    assert verify(folder / "d")[1] == [
        "error F101", "error D504", "error F101 2026-12-03 puzzle 3", "error F101 2026-12-02 puzzle 2"
    ]  # fmt: skip


def test_a_day_of_a_version_that_wrote_fewer_files(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    manifest = read_manifest(folder / DAY)
    assert manifest
    for name in ("mail.html", "mail.txt"):
        (folder / DAY / name).unlink()
        del manifest.files[name]
    (folder / DAY / "manifest.json").write_text(manifest_text(manifest))
    stamped(folder / DAY)
    assert verify(folder / DAY)[:2] == (1, ["error F101 2026-12-02 puzzle 2"] * 2)
    older = replace(manifest, tools=manifest.tools | {"puzzlegen": "0.0.1"})
    (folder / DAY / "manifest.json").write_text(manifest_text(older))
    stamped(folder / DAY)
    assert verify(folder / DAY)[:2] == (0, ["warning D505 2026-12-02 puzzle 2"])
    words = ("daily", str(config(folder)), "-o", str(folder / "d"), "--date", "2026-12-02", *ON, "--jobs", "1")
    code, _, errors = run(*words, "--zip", str(folder / "old.zip"), "--publish", str(folder / "p"))
    assert code == 0 and "untouched" in errors
    assert verify(folder / "old.zip")[:2] == (0, ["warning D505 2026-12-02 puzzle 2"])
    assert verify(folder / "p")[:2] == (0, ["warning D505 2026-12-02 puzzle 2"])
    assert not (folder / "p" / DAY.name / "mail.html").exists()


def test_days_with_files_left_out_are_verified(tmp_path: Path) -> None:
    path = config(tmp_path)
    path.write_text(path.read_text() + "leave_out: [mail.html, mail.txt, steps.gif, puzzle.svg, alt.txt]\n")
    words = ("daily", str(path), "-o", str(tmp_path / "d"), *FIRST, *ON, "--days", "2", "--jobs", "1")
    assert run(*words, "--zip", str(tmp_path / "two.zip"), "--publish", str(tmp_path / "p"))[0] == 0
    for name in ("d", "two.zip", "p"):
        assert verify(tmp_path / name) == (0, [], "2 days read back and solved: 0 errors")


def test_what_the_ledger_does_not_have(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        raw.execute("UPDATE days SET placed = 0 WHERE date = '2026-12-02'")
        trust(raw)
    raw.close()
    assert verify(folder / DAY)[1] == ["error D501 2026-12-02 puzzle 2"]
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        raw.execute("UPDATE days SET placed = 1")
        trust(raw)
        ((record,),) = raw.execute("SELECT record FROM days WHERE date = '2026-12-02'").fetchall()
        data = json.loads(record)
        wrong = answer.write(tuple(not mine for mine in answer.parse(data["solution"])))
        raw.execute("UPDATE days SET record = ? WHERE date = '2026-12-02'", (json.dumps(data | {"solution": wrong}),))
        trust(raw)
    raw.close()
    assert "error A302 2026-12-02 puzzle 2" in verify(folder / DAY)[1]
    (folder / "ledger.sqlite").unlink()
    code, out, err = run("verify", str(folder / "d"))
    assert (code, out) == (2, "") and err.endswith("name another with --ledger FILE, or restore it from your backup\n")


def test_repeats_of_books_and_days(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        raw.execute("UPDATE days SET record = (SELECT record FROM days WHERE date = '2026-12-01') WHERE number = 3")
        trust(raw)
    raw.close()
    assert "error P206 puzzle 3" in verify(folder / "d")[1]


def test_a_puzzle_beyond_the_tiers_is_reported_and_the_other_days_are_verified(made: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made, tmp_path / "copy")
    puzzle = "5x5:b3a12f5e3b3c,m7"  # has one solution, beyond the tiers
    (solution,) = exact.solutions(line.parse(puzzle)).solutions
    changes = {"puzzle": puzzle, "solution": answer.write(solution), "mines": 7}
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        ((record,),) = raw.execute("SELECT record FROM days WHERE date = '2026-12-02'").fetchall()
        text = json.dumps(json.loads(record) | changes)
        raw.execute("UPDATE days SET record = ? WHERE date = '2026-12-02'", (text,))
        trust(raw)
    raw.close()
    path = folder / DAY / "puzzle.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"puzzle": puzzle}))
    (folder / "d" / "2026-12-03" / "card.png").unlink()
    stamped(folder / DAY)
    code, out, errors = run("verify", str(folder / "d"))
    assert (code, "3 days read back and solved: " in errors) == (1, True)
    assert "error P204 2026-12-02 puzzle 2" in out and "needs techniques beyond tier 4, recorded tier" in out
    assert "error F101 2026-12-03 puzzle 3" in out
