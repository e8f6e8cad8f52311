"""Requests of the page that composes puzzles: states of cells, the kept position, and puzzles for books."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from small_configs import QUIET, TINY
from starlette.testclient import TestClient
from test_bad_requests import SITE, WorkHere

from puzzlegen.api import examine
from puzzlegen.config.load import load_daily
from puzzlegen.daily.chosen_days import chosen_day
from puzzlegen.daily.day_content import series_from_config
from puzzlegen.ledger.days import DailyLedger, Day, entry_of_day
from puzzlegen.studio.access import Access
from puzzlegen.studio.compose_tools import begun, completed, position_of, shaped, states_of
from puzzlegen.studio.preview import problems_in_print
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.server import create_app

POSITION = "puzzle minesweeper\nsize 4x3\n. 1 . .\n? . _ .\n. * . 2"


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    for name, file, text in (("tiny", "book.yaml", TINY), ("quiet", "daily.yaml", QUIET)):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text, encoding="utf-8")
    workspace, access = Workspace(tmp_path), Access(8123)
    app = create_app(workspace, access, WorkHere(workspace), lambda: None)
    found = TestClient(app, SITE, headers={"Origin": SITE, "Accept": "application/json"}, follow_redirects=False)
    found.get(f"/?token={access.token}")
    return found


def test_states_are_those_of_the_api(client: TestClient) -> None:
    reply = client.post("/compose/states", json={"text": POSITION, "guide": ""}).json()
    known = examine(POSITION)
    assert {key: reply[key] for key in known} == known
    assert client.post("/compose/states", json={"text": "no position", "guide": ""}).status_code == 422


def test_drafts_are_kept_if_no_other_window_has_changed_them(client: TestClient, tmp_path: Path) -> None:
    first = client.get("/compose/drafts").json()
    assert first["text"] == ""
    mine, other = json.dumps([{"name": "Ann", "text": POSITION}]), json.dumps([{"name": "Bén", "text": POSITION}])
    kept = client.post("/compose/drafts", json={"text": mine, "base": first["version"]}).json()
    assert json.dumps(mine)[1:-1] in client.get("/compose").text
    late = client.post("/compose/drafts", json={"text": other, "base": first["version"]})
    assert (late.status_code, "another window has changed the drafts" in late.json()["error"]) == (409, True)
    assert client.get("/compose/drafts").json() == kept | {"text": mine}
    assert client.post("/compose/drafts", json={"text": other, "base": kept["version"]}).status_code == 200
    assert (tmp_path / ".studio" / "drafts.json").read_text(encoding="utf-8") == other
    (tmp_path / ".studio" / "drafts.json").write_bytes(b"\xff")
    for path in ("/compose", "/compose/drafts"):
        assert "drafts.json: cannot be read" in client.get(path).text
    assert client.post("/compose/drafts", json={"text": mine, "base": first["version"]}).status_code == 422
    assert (tmp_path / ".studio" / "drafts.json").read_bytes() == b"\xff"


def test_a_wrong_addition_changes_nothing(client: TestClient, tmp_path: Path) -> None:
    line = completed(shaped("minesweeper", "7x7", ""), "easy", 1)["line"]
    for book, given, words in (
        ("tiny", {"title": "t" * 40, "by": "b" * 20}, "title and name have 63 characters, with 60 at most"),
        ("tiny", {"number": 1}, "size: found 7x7, expected 6x5"),
        ("tiny", {"number": 9}, "puzzle 9: the book has 2"),
        ("tiny", {"line": "3x1:a1a"}, "finish the puzzle first"),
        ("quiet", {}, "found a daily, expected a book"),
        ("none", {}, "there is no such book"),
    ):
        reply = client.post(f"/compose/books/{book}/add", json={"line": line} | given)
        assert (reply.status_code, words in reply.json()["error"]) == (422, True), reply.json()
    assert (tmp_path / "tiny" / "book.yaml").read_text(encoding="utf-8") == TINY
    assert not (tmp_path / "tiny" / "choices.jsonl").exists()


def test_a_board_that_a_book_cannot_hold_is_refused_before_it_is_added(client: TestClient, tmp_path: Path) -> None:
    """The largest board is that of the layout: one more column or row is refused, in words without options."""
    config = tmp_path / "tiny" / "book.yaml"
    text = f"{TINY.replace('per_page: 2', 'per_page: 1')}theme: large-print\n"
    config.write_text(text, encoding="utf-8")
    line = completed(shaped("minesweeper", "15x9", ""), "easy", 1)["line"]
    reply = client.post("/compose/books/tiny/add", json={"line": line})
    assert (reply.status_code, reply.json()["error"]) == (
        422,
        "Tiny: 15x9 boards at 1 a page would get cells of 11.9 mm, under the 12.7 mm that theme large-print asks for; "
        "boards of up to 14x14 cells fit: choose a smaller board or another book",
    )
    picture = client.post("/picture/upload?name=cat.txt", content="#......#.......\n#######.#.....#\n" * 7)
    address = picture.json()["address"]
    for section in (None, 1):
        if section == 1:
            text += "  - {name: Ours, kind: mosaic, difficulty: easy, pictures: ours}\n"
            (tmp_path / "tiny" / "ours").mkdir()
            (tmp_path / "tiny" / "ours" / "dot.txt").write_text("########\n#......#\n" * 4, encoding="utf-8")
            config.write_text(
                text := text.replace("theme: large-print\n", "") + "theme: large-print\n", encoding="utf-8"
            )
        reply = client.post(f"{address}/add", json={"book": "tiny", "section": section})
        assert reply.status_code == 422
        assert "the picture cat (15x14) at 1 a page would get cells" in reply.json()["error"], reply.json()
        assert reply.json()["error"].endswith("cells fit: choose a smaller board or another book")
    assert config.read_text(encoding="utf-8") == text
    files = {path.name for path in (tmp_path / "tiny").rglob("*") if path.is_file()}
    assert files == {"book.yaml", "dot.txt"}


def test_a_book_whose_pages_have_a_problem_already_still_takes_a_puzzle(client: TestClient, tmp_path: Path) -> None:
    """A book of few pages is no problem yet, and a title that is too long is the problem of another field."""
    line = completed(shaped("knight", "7x7", ""), "easy", 1)["line"]
    for profile, title in (("kdp", "Tiny"), ("home-letter", "Long" * 29)):
        text = TINY.replace("home-letter", profile).replace("Tiny", title)
        (tmp_path / "tiny" / "book.yaml").write_text(text, encoding="utf-8")
        assert bool(problems_in_print(text)) == (title != "Tiny")
        reply = client.post("/compose/books/tiny/add", json={"line": line})
        assert reply.status_code == 200, reply.json()
        (tmp_path / "tiny" / "choices.jsonl").unlink()


def test_an_addition_keeps_what_the_config_says(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "tiny" / "book.yaml").write_text(f"# mine\n{TINY}", encoding="utf-8")
    lines = [completed(shaped("knight", "7x7", ""), "easy", number)["line"] for number in (1, 2)]
    numbers = [client.post("/compose/books/tiny/add", json={"line": one, "by": "Ann"}).json()["place"] for one in lines]
    assert numbers == ["puzzle 3", "puzzle 4"]
    text = (tmp_path / "tiny" / "book.yaml").read_text(encoding="utf-8")
    assert text.startswith("# mine\n") and "choices: choices.jsonl" in text and text.count("First Steps") == 1
    rows = [json.loads(row) for row in (tmp_path / "tiny" / "choices.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["place"], row["puzzle"], row["title"]) for row in rows] == [
        (1, lines[0], "Ann"), (2, lines[1], "Ann")
    ]  # fmt: skip


def test_what_a_puzzle_shows_can_stand_over_it(client: TestClient, tmp_path: Path) -> None:
    begun_with = begun(("minesweeper", "9x9", "digits", "2105", "", ""), 1)["text"]
    line = states_of(begun_with, "")["line"]
    found = client.get("/compose/books/tiny/places", params={"line": line}).json()["ideas"]
    assert found["digits:2105"] == "One row reads 2105."
    assert client.get("/compose/dailies/quiet/places", params={"line": line}).json()["ideas"] == found
    day = client.get("/compose/dailies/quiet/places", params={"line": line}).json()["day"]
    for address, place in (("/compose/books/tiny/add", {}), ("/compose/dailies/quiet/add", {"day": day})):
        reply = client.post(address, json={"line": line, "idea": "only-2s", **place})
        assert (reply.status_code, "do not show the idea only-2s" in reply.json()["error"]) == (422, True)
        assert client.post(address, json={"line": line, "idea": "digits:2105", **place}).status_code == 200
    config = load_daily(tmp_path / "quiet" / "daily.yaml")
    chosen = chosen_day(config, date.fromisoformat(day))
    assert chosen and chosen.idea == config.choices[0].idea == "digits:2105"
    (row,) = map(json.loads, (tmp_path / "tiny" / "choices.jsonl").read_text(encoding="utf-8").splitlines())
    assert row["idea"] == "digits:2105"


def test_a_puzzle_goes_back_to_its_place_with_title_and_sentence(client: TestClient, tmp_path: Path) -> None:
    """The title stays; the sentence goes with the clues that show it. A third puzzle at the place is kept."""
    first = states_of(begun(("minesweeper", "9x9", "digits", "2105", "", ""), 1)["text"], "")["line"]
    same = states_of(begun(("minesweeper", "9x9", "digits", "2105", "", ""), 2)["text"], "")["line"]
    other = completed(shaped("minesweeper", "9x9", ""), "easy", 7)["line"]
    difficulty = states_of(position_of(first), "")["difficulty"]
    config = TINY.replace("count: 2, size: 6x5, difficulty: easy", f"count: 1, size: 9x9, difficulty: {difficulty}")
    (tmp_path / "tiny" / "book.yaml").write_text(config, encoding="utf-8")
    day = client.get("/compose/dailies/quiet/places", params={"line": first}).json()["day"]
    for address, place in (("/compose/books/tiny/add", {"number": 1}), ("/compose/dailies/quiet/add", {"day": day})):
        added = client.post(address, json={"line": first, "title": "Ann", "idea": "digits:2105", **place})
        assert added.status_code == 200, added.json()
        for line, was, words in (
            (same, other, "by now; choose a"),
            (same, same, "by now; choose a"),
            ("3x1:a1a", first, ""),
        ):
            reply = client.post(address, json={"line": line, "was": was, **place})
            assert (reply.status_code, words in reply.json()["error"]) == (422, True), reply.json()
        reply = client.post(address, json={"line": same, "was": first, **place})
        assert reply.status_code == 200, reply.json()
        assert _chosen(tmp_path, address) == (same, "Ann", "digits:2105")
    reply = client.post("/compose/dailies/quiet/add", json={"line": other, "was": same, "day": day})
    assert (reply.status_code, _chosen(tmp_path, "quiet")) == (200, (other, "Ann", None))


def _chosen(folder: Path, address: str) -> tuple[str, str | None, str | None]:
    """Return puzzle, title and idea of the only choice."""
    if "quiet" in address:
        (choice,) = load_daily(folder / "quiet" / "daily.yaml").choices
        return choice.puzzle, choice.title, choice.idea
    (row,) = map(json.loads, (folder / "tiny" / "choices.jsonl").read_text(encoding="utf-8").splitlines())
    return row["puzzle"], row.get("title"), row.get("idea")


def test_a_puzzle_is_chosen_for_a_day(client: TestClient, tmp_path: Path) -> None:
    config = tmp_path / "quiet" / "daily.yaml"
    config.write_text(f"# mine\n{QUIET}", encoding="utf-8")
    line = completed(shaped("knight", "7x7", ""), "easy", 1)["line"]
    day = client.get("/compose/dailies/quiet/places", params={"line": line}).json()["day"]
    given = {"line": line, "title": "Spring", "by": "Ann", "day": day}
    for wrong, words in (
        ({"day": "2026-01-05"}, "Day: found 2026-01-05, before"),
        ({"day": "soon"}, 'Day: found "soon"'),
        ({"line": "3x1:a1a"}, 'found "3x1"'),
        ({"title": "t" * 61}, "with 60 at most"),
        ({"title": "\u2714 done"}, "has no glyph for '\u2714'"),
    ):
        reply = client.post("/compose/dailies/quiet/add", json=given | wrong)
        assert (reply.status_code, words in reply.json()["error"]) == (422, True), reply.json()
    assert config.read_text(encoding="utf-8") == f"# mine\n{QUIET}"
    assert client.post("/compose/dailies/tiny/add", json=given).status_code == 422
    assert client.post("/compose/dailies/quiet/add", json=given).json()["place"] == f"the puzzle of {day}"
    assert config.read_text(encoding="utf-8").startswith("# mine\n")
    (choice,) = load_daily(config).choices
    assert (choice.date.isoformat(), choice.puzzle, choice.title) == (day, line, "Spring – Ann")
    reply = client.post("/compose/dailies/quiet/add", json=given | {"by": "Ben"})
    assert "a day has one puzzle" in reply.json()["error"]
    made = date.fromisoformat(day) + timedelta(days=1)
    (tmp_path / "quiet" / "output").mkdir()
    with DailyLedger(tmp_path / "quiet" / "output" / "ledger.sqlite", write=True) as ledger:
        graded = chosen_day(load_daily(config), date.fromisoformat(day))
        assert graded
        earlier = Day.issue(date(2026, 1, 6), 1, graded, series_from_config(load_daily(config)))
        ledger.reserve_day("quiet", earlier, entry_of_day(earlier), None)
    config.write_text(QUIET, encoding="utf-8")
    reply = client.post("/compose/dailies/quiet/add", json=given | {"day": made.isoformat()})
    assert "is used already" in reply.json()["error"], reply.json()
    assert config.read_text(encoding="utf-8") == QUIET
