"""Drafts: marked on each page, in a separate folder, never recorded or verified; the book takes their puzzles."""

import json
from pathlib import Path

import pdfplumber
import pytest
from commands import puzzlegen
from small_book import BOUND

from puzzlegen.files.build_folder import FILES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.yaml").write_text(BOUND, encoding="utf-8")
    return tmp_path


def texts_of(pdf: Path) -> list[str]:
    with pdfplumber.open(pdf) as opened:
        return ["".join(char["text"] for char in page.chars) for page in opened.pages]


def test_a_draft_is_marked_and_its_puzzles_are_those_of_the_book(folder: Path) -> None:
    done = puzzlegen("book", "small.yaml", "--draft", cwd=folder)
    assert done.returncode == 0, done.stderr
    book, draft = folder / "output" / "small", folder / "output" / "small" / "draft"
    assert "not verified, not recorded: output/small/draft/interior.pdf" in done.stderr
    assert [path.name for path in book.iterdir()] == ["draft"]
    assert not (folder / "output" / "ledger.sqlite").exists()
    texts = texts_of(draft / "interior.pdf")
    assert len(texts) > 8
    assert all("DRAFT" in text for text in texts)
    puzzles = (draft / "puzzles.jsonl").read_bytes()

    refused = puzzlegen("verify", "output/small/draft", cwd=folder)
    assert refused.returncode == 2
    assert refused.stderr.startswith("output/small/draft: a draft, which is not verified: build the book without --dr")
    refused = puzzlegen("ledger", "rebuild", "output/small/draft", "--ledger", "new.sqlite", cwd=folder)
    assert refused.returncode == 2 and "not the manifest of a finished book" in refused.stderr

    done = puzzlegen("book", "small.yaml", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "prints the 8 puzzles of the last build" in done.stderr
    assert (book / "puzzles.jsonl").read_bytes() == puzzles
    assert not draft.exists()
    assert not any("DRAFT" in text for text in texts_of(book / "interior.pdf"))
    assert puzzlegen("verify", "output/small", cwd=folder).returncode == 0

    assert puzzlegen("book", "small.yaml", "-o", "fresh", "--no-ledger", "--fresh", cwd=folder).returncode == 0
    for name in FILES:
        if (book / name).exists():
            assert (book / name).read_bytes() == (folder / "fresh" / name).read_bytes(), name


def test_only_the_wanted_pages_are_drawn_and_the_same_as_in_the_whole_draft(folder: Path) -> None:
    assert puzzlegen("book", "small.yaml", "--draft", cwd=folder).returncode == 0
    interior = folder / "output" / "small" / "draft" / "interior.pdf"
    whole = texts_of(interior)
    for wanted, first, last in (("3-5", 3, 5), ("4", 4, 4), ("7-9999", 7, len(whole))):
        done = puzzlegen("book", "small.yaml", "--pages", wanted, cwd=folder)
        assert f"pages {first} to {last} drawn" in done.stderr
        assert texts_of(interior) == whole[first - 1 : last]


def test_a_draft_of_several_editions_has_a_manifest_in_each(folder: Path) -> None:
    (folder / "small.yaml").write_text(BOUND + "\nprofiles: [kdp, home-a4]\n", encoding="utf-8")
    assert puzzlegen("book", "small.yaml", "--draft", cwd=folder).returncode == 0
    draft = folder / "output" / "small" / "draft"
    for place in (draft, draft / "kdp", draft / "home-a4"):
        assert json.loads((place / "manifest.json").read_text(encoding="utf-8"))["kind"] == "draft"
    assert all("DRAFT" in text for text in texts_of(draft / "home-a4" / "interior.pdf"))


def test_a_finished_book_stays_when_a_draft_is_built(folder: Path) -> None:
    assert puzzlegen("book", "small.yaml", cwd=folder).returncode == 0
    book = folder / "output" / "small"
    before = {path.name: path.read_bytes() for path in book.iterdir()}
    assert puzzlegen("book", "small.yaml", "--pages", "1-2", cwd=folder).returncode == 0
    assert {path.name: path.read_bytes() for path in book.iterdir() if path.is_file()} == before
    assert puzzlegen("verify", "output/small", cwd=folder).returncode == 0
