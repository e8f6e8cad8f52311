"""``daily --proof`` writes one PDF of several days for editors: a puzzle a page, and the answers at the end."""

from pathlib import Path

import pytest
from commands import run
from daily_runs import config, daily, refused, tree
from pypdfium2 import PdfDocument

pytestmark = pytest.mark.usefixtures("copied_days")


def pages(path: Path) -> list[str]:
    with PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def places(path: Path, page: int, words: str) -> list[tuple[int, int]]:
    """Return column and row of each place of the words on a page, in the order of reading."""
    with PdfDocument(path) as document:
        text = document[page].get_textpage()
        search, corners = text.search(words), []
        while found := search.get_next():
            left, bottom, _, _ = text.get_charbox(found[0])
            corners.append((round(left), -round(bottom)))
    columns, rows = (sorted(set(values)) for values in zip(*corners, strict=True))
    return [(columns.index(x), rows.index(y)) for x, y in corners]


def test_coming_days_are_on_pages_that_say_so_and_answers_follow(tmp_path: Path) -> None:
    proof = tmp_path / "next.pdf"
    path = config(tmp_path)
    path.write_text(f"{path.read_text()}choices:\n  - {{date: 2026-12-13, title: Advent}}\n")
    words = ("daily", str(path), "-o", str(tmp_path / "d"), "--as-of", "2026-12-10", "--jobs", "1")
    words = (*words, "--date", "2026-12-09", "--days", "8", "--proof", str(proof))
    code, _, err = run(*words)
    assert (code, f"7 days in {proof}" in err) == (0, True), err
    found = pages(proof)
    for day, text in zip((9, 10, 11, 13, 14, 15, 16), found, strict=False):
        assert (f"December {day}, 2026" in text, "Proof, not public yet" in text) == (True, day > 10), text
        assert "Solution of" not in text
    assert "Advent" in found[3] and "Advent" not in found[4]
    answers = found[7:]
    assert [text.count("Solution of") for text in answers] == [7]
    assert all("Proof, not public yet: Wednesday, December 16" in text for text in answers)
    assert places(proof, 7, "Solution of") == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2), (1, 2)], "in columns"
    before = proof.read_bytes()
    assert run(*words)[0] == 0 and proof.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "words", "problem"),
    [
        ("next.zip", (), "--proof: found next.zip, expected the name of a file that ends in .pdf"),
        ("no/next.pdf", (), "--proof: no: no such folder; make it first"),
        ("d/next.pdf", (), "would be published with the series, answers and all"),
        ("next.pdf", ("--date", "2026-12-12"), "--proof: no day from 2026-12-12 on has a puzzle"),
        ("next.pdf", ("--dry-run",), "--dry-run: writes nothing; leave out --zip and --proof"),
        ("next.pdf", ("--catch-up",), "leave out --redraw, --reissue, --zip and --proof"),
    ],
)
def test_other_files_and_days_are_refused(
    tmp_path: Path, name: str, words: tuple[str, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    daily(tmp_path)
    before = tree(tmp_path)
    assert problem in refused(tmp_path, "--proof", name, *words)
    assert tree(tmp_path) == before
