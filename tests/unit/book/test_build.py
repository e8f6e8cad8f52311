"""The stages of a book build: their order, what becomes of a failed one, and what is loaded and solved how often."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_book import SMALL, puzzles_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book import build, design, edition, explained_puzzles
from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.book.edition import write_puzzles
from puzzlegen.book.edition_pages import LayoutCheck
from puzzlegen.book.manifest import EditionResult, digests
from puzzlegen.checking.findings import Finding
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, LayoutError, LedgerError
from puzzlegen.generator.batch import BookPuzzles
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.book_ledger import BookRecorder, LedgerPolicy

TWO = SMALL.replace("page: {trim: 6x9}", "page: {trim: 6x9}\nprofiles: [{profile: screen}, {profile: home-a4}]")
STAGES = (
    "load_design",
    "editions_of",
    "check_layout_with_placeholders",
    "generate_book",
    "explain_puzzles",
    "build_edition",
    "manifests_of",
    "move_into_place",
)


@pytest.fixture(scope="module")
def records() -> list[GradedPuzzle]:
    return puzzles_of(loads_book(SMALL))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, records: list[GradedPuzzle]) -> list[str]:
    """The stages in the order of their calls. Generating, trying the layout and building editions are faked."""
    names: list[str] = []

    def logged(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            names.append(name)
            return function(*args, **options)

        return call

    def edition(edition: Any, puzzles: Any, design: Any, folder: Path, timer: Any, pool: Any) -> EditionResult:
        folder.mkdir(exist_ok=True)
        (folder / "interior.pdf").write_bytes(b"pages")
        write_puzzles(folder, records)
        found = {"counts": {}, "puzzlegen": "1", "versions": {}, "files": digests(folder)}
        return EditionResult(edition.name, 24, (), found)

    def tried(editions: Any, *_: Any, **_options: Any) -> LayoutCheck:
        return LayoutCheck([], ["cells are small"], lengths=[24] * len(editions))

    monkeypatch.setattr(build, "check_layout_with_placeholders", tried)
    monkeypatch.setattr(build, "generate_book", lambda *_: BookPuzzles(records, Counter()))
    monkeypatch.setattr(build, "build_edition", edition)
    for name in STAGES:
        place = next(module for module in (build, build.build_folder, build.manifest) if hasattr(module, name))
        monkeypatch.setattr(place, name, logged(name, getattr(place, name)))
    for name in ("reserve", "settle"):
        monkeypatch.setattr(BookRecorder, name, logged(name, getattr(BookRecorder, name)))
    return names


def test_a_request_flows_one_way(calls: list[str], tmp_path: Path) -> None:
    messages: list[str] = []
    request = BookRequest(loads_book(SMALL), tmp_path / "b", "b.yaml", LedgerPolicy(tmp_path / "ledger.sqlite"))
    report = build_book(request, Silent(), messages.append)
    assert calls == [*STAGES[:-1], "reserve", "move_into_place", "settle"]
    assert messages[0] == "warning: cells are small" and messages[1].startswith("recorded in ")
    assert not report.failed and report.summary.startswith("8 puzzles on 24 pages in ")
    assert {path.name for path in (tmp_path / "b").iterdir()} == {"interior.pdf", "puzzles.jsonl", "manifest.json"}


def test_each_edition_is_built_with_the_same_puzzles(calls: list[str], tmp_path: Path) -> None:
    report = build_book(BookRequest(loads_book(TWO), tmp_path / "b", "b.yaml"), Silent(), lambda _: None)
    assert calls.count("generate_book") == calls.count("explain_puzzles") == calls.count("load_design") == 1
    assert calls.count("build_edition") == 2 and "24 and 24 pages" in report.summary
    manifest = json.loads((tmp_path / "b" / "manifest.json").read_text(encoding="utf-8"))
    assert list(manifest["editions"]) == ["screen", "home-a4"]


def test_a_book_with_errors_is_not_put_in_place_and_not_recorded(
    calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = build.build_edition

    def faulty(*args: Any) -> EditionResult:
        found = whole(*args)
        return EditionResult(found.name, 24, (Finding("P207", 3, 1, "an error"),), found.manifest)

    monkeypatch.setattr(build, "build_edition", faulty)
    request = BookRequest(loads_book(SMALL), tmp_path / "b", "b.yaml", LedgerPolicy(tmp_path / "ledger.sqlite"))
    report = build_book(request, Silent(), lambda _: None)
    assert report.failed and report.summary.endswith(f"1 error; see {tmp_path / 'b' / 'rejected'}")
    assert "reserve" not in calls and "settle" not in calls
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["rejected"]


@pytest.mark.parametrize("stage", ["build_edition", "reserve"])
def test_puzzles_outlive_a_later_stage_that_fails(
    stage: str, calls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = LayoutError("too long") if stage == "build_edition" else LedgerError("ledger: locked")

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(build if stage == "build_edition" else BookRecorder, stage, fails)
    request = BookRequest(loads_book(SMALL), tmp_path / "b", "b.yaml", LedgerPolicy(tmp_path / "ledger.sqlite"))
    with pytest.raises(type(error), match=r"the puzzles are kept: print them with --puzzles .*puzzles\.jsonl"):
        build_book(request, Silent(), lambda _: None)
    assert len((tmp_path / "b" / "rejected" / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()) == 8
    assert "settle" not in calls


def test_design_words_and_solves_are_made_once_a_build(
    tmp_path: Path, records: list[GradedPuzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_puzzles(tmp_path, records)
    counts: Counter[str] = Counter()

    def counted(place: Any, name: str) -> None:
        function = getattr(place, name)

        def call(*args: Any, **options: Any) -> Any:
            counts[name] += 1
            return function(*args, **options)

        monkeypatch.setattr(place, name, call)

    counted(design, "load_theme")
    counted(design, "load")
    counted(explained_puzzles, "run")
    counted(explained_puzzles, "puzzle_hints")
    monkeypatch.setattr(edition, "check_book", lambda *_: ())
    text = TWO + "output: {preview: no}\naids: {hints: back}\n"
    options = BuildOptions(reprint=tmp_path / "puzzles.jsonl")
    report = build_book(BookRequest(loads_book(text), tmp_path / "b", "b.yaml", options=options), Silent(), str)
    assert not report.failed
    assert counts == {"load_theme": 1, "load": 1, "run": 8, "puzzle_hints": 8}


def test_a_config_names_the_puzzles_that_the_book_prints_again(
    records: list[GradedPuzzle], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first").mkdir()
    text = SMALL.replace("{trim: 6x9}", "{profile: screen, trim: 6x9}")
    config = loads_book(text + "puzzles: first/puzzles.jsonl\noutput: {preview: no}\n")
    request = BookRequest(config, tmp_path / "second", "b.yaml")
    with pytest.raises(ConfigError, match=r"puzzles: first/puzzles\.jsonl: no such file: build the book"):
        build_book(request, Silent(), str)
    write_puzzles(tmp_path / "first", records)
    monkeypatch.setattr(edition, "check_book", lambda *_: ())
    assert not build_book(request, Silent(), str).failed
    found = [(tmp_path / name / "puzzles.jsonl").read_bytes() for name in ("first", "second")]
    assert found[0] == found[1]


@pytest.mark.usefixtures("calls")
@pytest.mark.parametrize("place", ["draft", "rejected"])
def test_a_finished_book_removes_what_killed_builds_left_beside_it(place: str, tmp_path: Path) -> None:
    left = tmp_path / "b" / place / f"{build.build_folder._build_folder_prefix()}killed"
    left.mkdir(parents=True)
    (left / "interior.pdf").write_bytes(b"half")
    build_book(BookRequest(loads_book(SMALL), tmp_path / "b", "b.yaml"), Silent(), lambda _: None)
    assert {path.name for path in (tmp_path / "b").iterdir()} == {"interior.pdf", "puzzles.jsonl", "manifest.json"}
