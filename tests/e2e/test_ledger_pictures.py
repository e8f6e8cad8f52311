"""Books and dailies with pictures in one ledger: ready pictures may recur, others are refused before any is made."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from commands import Done, puzzlegen

pytestmark = pytest.mark.processes

CONFIGS = Path(__file__).parents[2] / "configs"
READY_BOOKS = ("pictures", "variety", "holidays", "children")
HEAD = {"title": "A", "page": {"profile": "screen", "trim": "8.5x11"}, "output": {"preview": False}}
SECTION = {"kind": "mosaic", "difficulty": "easy", "per_page": 1}
OWN = {"name": "own", "drawing": "..###..\n..###..\n#######\n##...##\n#######\n..###..\n..###.."}
WARNING = "warning: another book or daily in the ledger has the ready picture"


def build(folder: Path, series: str, *words: str, out: str = "", **sections: list[object]) -> Done:
    """Build a book with these sections of pictures; its series is its file, its folder and part of its title."""
    listed = [{"name": name, **SECTION, "pictures": pictures} for name, pictures in sections.items()]
    config = {**HEAD, "title": f"Book {series}", "series": series, "sections": listed}
    (folder / f"{series}.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    return puzzlegen("book", f"{series}.yaml", "-o", out or series, *words, cwd=folder)


def puzzles(book: Path) -> list[str]:
    return [json.loads(row)["puzzle"] for row in (book / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("order", "sharing"),
    [(READY_BOOKS, ["variety", "holidays"]), (READY_BOOKS[::-1], ["pictures"])],
    ids=["forwards", "backwards"],
)
def test_the_pictures_of_every_two_ready_books_go_into_one_ledger(
    order: tuple[str, ...], sharing: list[str], tmp_path: Path
) -> None:
    warned = []
    for name in order:
        config = yaml.safe_load((CONFIGS / f"{name}.yaml").read_text(encoding="utf-8"))
        sections = [section for section in config["sections"] if "pictures" in section]
        for section in sections:
            section.pop("intro", None)
            section.pop("begin", None)
        text = yaml.safe_dump({**HEAD, "series": config["series"], "sections": sections}, allow_unicode=True)
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
        done = puzzlegen("book", f"{name}.yaml", "-o", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        warned += [name] * done.stderr.count(WARNING)
    for name in order:
        done = puzzlegen("verify", name, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (0, ""), name
    assert warned == sharing


def test_a_ready_picture_recurs_with_other_clues_whatever_the_series(tmp_path: Path) -> None:
    assert build(tmp_path, "one", A=["heart"]).returncode == 0
    config = (tmp_path / "one.yaml").read_text(encoding="utf-8").replace("Book one", "Book two")
    (tmp_path / "two.yaml").write_text(config, encoding="utf-8")  # the same series and section, so the same clues
    done = puzzlegen("book", "two.yaml", "-o", "two", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{WARNING} heart too, with other clues" in done.stderr
    assert puzzles(tmp_path / "one") != puzzles(tmp_path / "two")
    for book in ("one", "two"):
        assert puzzlegen("verify", book, cwd=tmp_path).returncode == 0
    again = puzzlegen("book", "two.yaml", "-o", "two", "--puzzles", "two/puzzles.jsonl", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    refused = puzzlegen("book", "two.yaml", "-o", "three", "--puzzles", "one/puzzles.jsonl", cwd=tmp_path)
    assert refused.returncode == 0, refused.stderr  # the same series may reprint it


def test_the_sample_of_new_picture_books_recurs(tmp_path: Path) -> None:
    for name in ("one", "two"):
        done = puzzlegen("new", "picture", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    sample = (tmp_path / "one" / "pictures" / "smile.txt").read_text(encoding="utf-8")
    assert sample == (tmp_path / "two" / "pictures" / "smile.txt").read_text(encoding="utf-8")
    drawing = sample.partition("\n\n")[2]
    for series in ("first", "second"):
        done = build(tmp_path, series, A=[{"name": "smile", "drawing": drawing}])
        assert done.returncode == 0, done.stderr


def test_an_own_picture_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    assert build(tmp_path, "one", A=["cat", OWN]).returncode == 0
    turned = {"name": "turned", "drawing": "\n".join(row[::-1] for row in OWN["drawing"].split("\n")[::-1])}
    done = build(tmp_path, "two", A=["house"], B=["fish", turned])
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("two.yaml:")]
    assert line.endswith(
        "sections[2] \"B\": picture 'turned': it was printed as puzzle 2 of 'Book one' (series 'one', in one): "
        "choose another picture; on the command line, another --ledger or --allow-repeats helps too"
    )
    listed = puzzlegen("ledger", "list", "--ledger", "ledger.sqlite", cwd=tmp_path).stdout
    assert "unfinished" not in listed  # nothing was made and kept
    assert not (tmp_path / "two").exists()
    done = build(tmp_path, "two", "--allow-repeats", A=["house"], B=["fish", turned])
    assert done.returncode == 0, done.stderr
    assert puzzlegen("verify", "two", cwd=tmp_path).returncode == 0


def daily(folder: Path, series: str, pictures: str, date: str) -> Done:
    (folder / f"{series}.yaml").write_text(
        f"title: D\nseries: {series}\nstart: 2026-12-01\naddress: https://d.example/{series}/\nweek:\n"
        + "".join(
            f"  {day}: {{kind: mosaic, difficulty: easy, size: 6x5, pictures: [{pictures}]}}\n"
            for day in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
        ),
        encoding="utf-8",
    )
    words = ("--date", date, "--as-of", date, "--jobs", "1")
    return puzzlegen("daily", f"{series}.yaml", "-o", series, *words, cwd=folder)


@pytest.mark.usefixtures("quick")
def test_dailies_and_books_share_ready_pictures(tmp_path: Path) -> None:
    assert build(tmp_path, "book", A=["heart", "key"]).returncode == 0
    shown = []
    for day, shared in (("01", True), ("02", True), ("03", False)):
        done = daily(tmp_path, "paper", "heart, key, mushroom", f"2026-12-{day}")
        assert done.returncode == 0, done.stderr
        assert (WARNING in done.stderr) is shared
        shown.append(json.loads((tmp_path / "paper" / f"2026-12-{day}" / "puzzle.json").read_text())["puzzle"])
    assert len(set(shown)) == 3
    assert not set(shown) & set(puzzles(tmp_path / "book"))
    done = daily(tmp_path, "paper", "heart, key, mushroom", "2026-12-04")
    assert ":6x5:" in json.loads((tmp_path / "paper" / "2026-12-04" / "puzzle.json").read_text())["puzzle"]
    assert daily(tmp_path, "other", "heart", "2026-12-01").returncode == 0
    done = build(tmp_path, "later", A=["mushroom"])
    assert done.returncode == 0
    assert f"{WARNING} mushroom too" in done.stderr
    for folder in ("book", "later"):
        done = puzzlegen("verify", folder, cwd=tmp_path)
        assert done.returncode == 0, done.stdout
    for folder in ("paper", "other"):  # whose pictures and pages are not drawn here
        done = puzzlegen("verify", folder, cwd=tmp_path)
        assert "read back and solved" in done.stderr
        assert "P20" not in done.stdout


KILLED = """
import os, sys
from puzzlegen.book import manifest
def killed(room, target, manifests):
    os._exit(9)
manifest.move_into_place = killed
sys.argv[0] = "puzzlegen"
from puzzlegen.cli.app import main
main()
"""


def test_forget_releases_the_pictures_of_an_unfinished_book(tmp_path: Path) -> None:
    assert build(tmp_path, "one", A=["cat"]).returncode == 0
    refused = build(tmp_path, "killed", "--pages", "1", A=[OWN])  # writes the config, and a draft
    assert refused.returncode == 0
    words = ["book", "killed.yaml", "-o", "killed"]
    dead = subprocess.run([sys.executable, "-c", KILLED, *words], cwd=tmp_path, capture_output=True, check=False)
    assert dead.returncode == 9, dead.stderr
    done = build(tmp_path, "two", out="killed", A=[OWN])
    assert done.returncode == 2
    released = "puzzlegen ledger forget killed --ledger ledger.sqlite releases it"
    assert f"puzzle 1 of the unfinished book 'Book killed' (series 'killed'; {released})" in done.stderr
    ledger = ("--ledger", "ledger.sqlite")
    assert build(tmp_path, "three", out="killed", A=["fish"]).returncode == 0  # another book takes the folder
    (row,) = [
        row
        for row in map(
            json.loads, puzzlegen("ledger", "list", *ledger, "--format", "json", cwd=tmp_path).stdout.splitlines()
        )
        if row["kind"] == "unfinished"
    ]
    assert (row["puzzles"], row["folder"]) == (1, "killed")
    done = puzzlegen("ledger", "forget", "killed", *ledger, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "killed: released 1 reserved puzzle\n")
    assert build(tmp_path, "two", A=[OWN]).returncode == 0
    assert puzzlegen("verify", "killed", cwd=tmp_path).returncode == 0
