"""Every ready config builds, verifies and passes preflight; here with few puzzles, in full by make books."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from printed_sentences import Book
from small_book import BOUND

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.preflight import PreflightRequest, preflight
from puzzlegen.config.load import loads_book
from puzzlegen.errors import LayoutError, OutputError
from puzzlegen.jobs.ordered_work import Silent

CONFIGS = sorted(path for path in (Path(__file__).parents[2] / "configs").glob("*.yaml") if path.stem != "daily")
LEAST_PAGES = 24  # fewer are not bound


def few_puzzles(path: Path) -> dict[str, Any]:
    """The config with at most one page of puzzles a section, filled up with notes to what a printer binds."""
    config = yaml.safe_load(path.read_text(encoding="utf-8"))
    for section in config["sections"]:
        few = max(min(section.get("per_page", 2), 2), len(section.get("mix", ())))
        if "pictures" in section:
            section["pictures"] = section["pictures"][:few]
        else:
            section["count"] = min(section["count"], few)
    if "puzzle" in config.get("cover", {}):
        config["cover"]["puzzle"] = 1
    if len(config["sections"]) > 1:  # as the whole book, which has enough puzzles for them
        config.setdefault("front_matter", {}).setdefault("contents", True)
    if config.get("page", {}).get("profile", "kdp") == "kdp":
        config.setdefault("back_matter", {})["notes_pages"] = LEAST_PAGES
    return config


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_ready_book_builds_verifies_and_passes_preflight(path: Path, tmp_path: Path) -> None:
    small = few_puzzles(path)
    config = loads_book(yaml.safe_dump(small, allow_unicode=True), path.name)
    report = build_book(BookRequest(config, tmp_path / "book", path.name), Silent(), lambda words: None)
    assert not report.failed, [str(finding) for finding in report.findings]
    assert not verify_book(tmp_path / "book", Silent()).failed
    if config.aids.hints != "none":
        assert Book(tmp_path / "book").judge() > 0
    page = config.page
    trim = str(page.trim) if page.trim else None
    asked = PreflightRequest(tmp_path / "book" / "interior.pdf", page.profile, trim, page.paper)
    assert [str(finding) for finding in preflight(asked) if finding.is_error] == []
    if config.cover.make:
        assert (tmp_path / "book" / "cover.pdf").is_file()


def test_puzzles_outlive_a_layout_that_fails_after_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise LayoutError("a hint is too long")

    monkeypatch.setattr("puzzlegen.book.build.build_edition", fails)
    request = BookRequest(loads_book(BOUND), tmp_path / "book", "small")
    with pytest.raises(LayoutError, match=r"too long; the puzzles are kept: .* --puzzles .*puzzles\.jsonl"):
        build_book(request, Silent(), lambda words: None)
    assert len((tmp_path / "book" / "rejected" / "puzzles.jsonl").read_text().splitlines()) == 8
    earlier = (tmp_path / "book" / "rejected" / "puzzles.jsonl").read_bytes()

    def half(path: Path, text: str) -> None:
        path.write_text(text[: len(text) // 2], encoding="utf-8")
        raise OutputError("the disk is full")

    monkeypatch.setattr("puzzlegen.files.build_folder.write", half)
    with pytest.raises(OutputError, match="the disk is full"):
        build_book(request, Silent(), lambda words: None)
    assert {path.name: path.read_bytes() for path in (tmp_path / "book").rglob("*.*")} == {"puzzles.jsonl": earlier}
