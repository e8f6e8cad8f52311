"""A publisher upgrades: a book and a daily made by an earlier state verify, continue and are printed again.

``earlier.tar.xz`` was made by the state of 2026-11-23 in one folder, with one ledger: ``book.yaml`` built into
``book``; ``daily.yaml`` run once a day from 2026-10-01 to 2026-10-04 with ``--publish public``; then its four days into
``days.zip``. ``version-1.0.0.tar.xz`` was made by ``archive.py``. They are never made again, because the present state
has to take what the earlier ones wrote.
"""

import json
import re
import tarfile
from io import BytesIO
from pathlib import Path

import journey_steps
import pytest
from installed_wheel import install_wheel
from journey_steps import does, verifies
from PIL import Image

from puzzlegen.board.difficulty import GRADING

HERE = Path(__file__).parent
# An earlier state draws other bytes. Each line says so, and nothing else may be found.
WRITTEN_EARLIER = re.compile(r"warning (F116: the book was made by another version|D505.*: written with other ).*")
PLACES = ("daily", "public", "days.zip --ledger ledger.sqlite")
GRADING_OF = {"earlier": None, "version-1.0.0": 3}  # by archive
DRAWN_OTHERWISE = {"earlier": ["2026-10-04"], "version-1.0.0": []}  # heads of days that are opened (2026-11-30)


@pytest.fixture(params=GRADING_OF)
def made_by(request: pytest.FixtureRequest) -> str:
    """The archive: which state made it."""
    name: str = request.param
    return name


@pytest.fixture
def shop(made_by: str, tmp_path: Path) -> Path:
    with tarfile.open(HERE / f"{made_by}.tar.xz") as archive:
        archive.extractall(tmp_path, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))  # not in 3.11.2
    return tmp_path


def verifies_as_earlier(shop: Path, what: str) -> None:
    *lines, result = does(shop, f"verify {what}").splitlines()
    assert result.endswith(" read back and solved: 0 errors")
    found = [line for line in lines if line.startswith(("warning", "error"))]
    assert all(WRITTEN_EARLIER.fullmatch(line) for line in found), found


def run_daily(shop: Path, today: str, words: str) -> str:
    return does(shop, f"daily daily.yaml -o daily --as-of {today} {words}")


def puzzles(book: Path) -> list[tuple[str, str]]:
    records = map(json.loads, (book / "puzzles.jsonl").read_text(encoding="utf-8").splitlines())
    return [(one["puzzle"], one["solution"]) for one in records]


def count(shop: Path, book: str) -> str:
    return f"{len(puzzles(shop / book))} puzzles"


def grades(records: str) -> list[dict[str, object]]:
    """The records without what depends on the place in a book."""
    return [{key: value for key, value in json.loads(row).items() if key != "quality"} for row in records.splitlines()]


def test_a_book_made_earlier_verifies_and_is_printed_again_with_its_puzzles_and_grades(shop: Path) -> None:
    verifies_as_earlier(shop, "book")
    records = (shop / "book" / "puzzles.jsonl").read_text(encoding="utf-8")
    assert "warning" not in does(shop, "book book.yaml -o again --ledger ledger.sqlite --puzzles book/puzzles.jsonl")
    printed = (shop / "again" / "puzzles.jsonl").read_text(encoding="utf-8")
    assert grades(printed) == grades(records)
    verifies(shop, "again", count(shop, "book"))


def test_a_book_made_earlier_is_made_anew_with_new_grades(made_by: str, shop: Path) -> None:
    before = grades((shop / "book" / "puzzles.jsonl").read_text(encoding="utf-8"))
    assert "warning" not in does(shop, "book book.yaml -o book --ledger ledger.sqlite")
    after = grades((shop / "book" / "puzzles.jsonl").read_text(encoding="utf-8"))
    assert [one["difficulty"] for one in before] == [one["difficulty"] for one in after]
    assert {one.get("grading") for one in before} == {GRADING_OF[made_by]}
    assert {one["grading"] for one in after} == {GRADING}
    verifies(shop, "book", count(shop, "book"))


def test_a_second_book_repeats_no_puzzle_of_the_book_made_earlier(shop: Path) -> None:
    config = (shop / "book.yaml").read_text(encoding="utf-8")
    second = config.replace("series: an earlier book", "series: a second book")
    (shop / "second.yaml").write_text(second, encoding="utf-8")
    refused = does(shop, "book second.yaml -o second --ledger ledger.sqlite --puzzles book/puzzles.jsonl", code=2)
    assert "was printed as puzzle 1 of 'An Earlier Book'" in refused
    (shop / "second.yaml").write_text(second.replace("[cat]", "[house]"), encoding="utf-8")
    assert "warning" not in does(shop, "book second.yaml -o second --ledger ledger.sqlite")
    assert set(puzzles(shop / "second")).isdisjoint(puzzles(shop / "book"))
    verifies(shop, "second", count(shop, "book"))
    verifies_as_earlier(shop, "book")


def test_a_daily_made_earlier_verifies_and_goes_on(made_by: str, shop: Path) -> None:
    for what in PLACES:
        if (shop / what.split()[0]).exists():
            verifies_as_earlier(shop, what)
    pictures = {path: path.read_bytes() for path in (shop / "daily").glob("2026-*/puzzle.png")}
    config = shop / "daily.yaml"  # its pictures are used up
    more = config.read_text(encoding="utf-8").replace("[cat, heart]", "[bird, fish, house, key, teapot, tree]")
    config.write_text(more, encoding="utf-8")
    for date in ("2026-10-08", "2026-10-10"):  # the mosaic of the day between is missed
        assert "warning" not in run_daily(shop, date, f"--date {date} --publish public --catch-up")
    run_daily(shop, "2026-10-10", "--date 2026-10-01 --days 10 --zip days.zip")
    for what in PLACES:
        verifies_as_earlier(shop, what)
    assert len(list((shop / "daily").glob("2026-*"))) == 7
    redrawn = {path: data for path, data in pictures.items() if path.read_bytes() != data}
    assert [path.parent.name for path in redrawn] == DRAWN_OTHERWISE[made_by]
    for path, data in redrawn.items():
        boards = [Image.open(BytesIO(drawn)).crop((0, 190, 1200, 1200)) for drawn in (data, path.read_bytes())]
        assert boards[0].tobytes() == boards[1].tobytes()


@pytest.mark.parametrize("made_by", ["earlier"], indirect=True)
def test_days_made_with_more_libraries_verify_without_them(
    shop: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = {"babel", "fonttools"}
    for day in (shop / "daily").glob("2026-*/manifest.json"):
        assert gone <= json.loads(day.read_text(encoding="utf-8"))["tools"].keys()
    programs, packages = install_wheel(tmp_path_factory.mktemp("installed"))
    assert gone.isdisjoint(packages)
    monkeypatch.setattr(journey_steps, "PROGRAM", programs / "puzzlegen")
    for what in ("daily", "public"):
        verifies_as_earlier(shop, what)


def test_a_daily_made_earlier_is_drawn_again(shop: Path) -> None:
    def days(folder: str) -> list[str]:
        return [json.loads(path.read_bytes())["puzzle"] for path in sorted((shop / folder).glob("2026-*/puzzle.json"))]

    before = days("daily")
    done = run_daily(shop, "2026-10-04", "--date 2026-10-01 --days 4 --redraw --publish public")
    assert [line for line in done.splitlines() if "warning" in line] == [
        "warning: 2026-10-01 to 2026-10-04 (4 days) drawn again as the config says now: same puzzles, other files"
    ]
    verifies(shop, "daily", "4 days")
    verifies(shop, "public", "4 days")
    assert days("public") == before


def test_the_ledger_of_what_was_made_earlier_is_rebuilt(shop: Path) -> None:
    (shop / "ledger.sqlite").unlink()
    does(shop, "ledger rebuild book daily --ledger ledger.sqlite --daily daily.yaml")
    for what in ("book", "daily", "public"):
        verifies_as_earlier(shop, what)
    run_daily(shop, "2026-10-08", "--date 2026-10-08 --publish public")
    for what in ("daily", "public"):
        verifies_as_earlier(shop, what)
