"""A book without its ledger is verified by its files alone, and says so; every byte of its texts counts."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from small_book import SMALL

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.errors import OutputError, PuzzlegenError
from puzzlegen.files import limits
from puzzlegen.files.build_folder import INTERIOR, MANIFEST, PUZZLES, check_own_files, digest
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.book_ledger import LedgerPolicy

CONFIG = loads_book(SMALL.replace("page: {trim: 6x9}", "page: {profile: screen}"))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finished")
    ledger = LedgerPolicy(folder / "ledger.sqlite")
    assert not build_book(BookRequest(CONFIG, folder / "book", "b.yaml", ledger), Silent(), lambda _: None).failed
    return folder


@pytest.fixture
def book(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished / "book", tmp_path / "book"))


def test_a_missing_ledger_is_named(finished: Path, book: Path) -> None:
    assert verify_book(finished / "book", Silent()).summary.endswith(": 0 errors")
    words = f"; not compared with its ledger {book}/../ledger.sqlite, which is missing: name it with --ledger FILE"
    assert verify_book(book, Silent()).summary.endswith(f": 0 errors{words}")
    assert verify_book(book, Silent(), finished / "ledger.sqlite").summary.endswith(": 0 errors")


def test_an_output_folder_may_be_a_link(finished: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(finished / "book")
    report = verify_book(tmp_path / "link", Silent())
    assert not report.findings and report.summary.endswith(": 0 errors")


@pytest.mark.parametrize(("old", "new"), [(b"\n", b"\r\n"), (b'": ', b'":'), (b"{\n", b"{\n\n")])
def test_a_manifest_that_was_written_anew_is_found(old: bytes, new: bytes, book: Path) -> None:
    data = (book / MANIFEST).read_bytes()
    (book / MANIFEST).write_bytes(data.replace(old, new, 3))
    (finding,) = verify_book(book, Silent()).findings
    assert (finding.code, finding.detail.split(",")[0]) == ("F115", f"{MANIFEST} has other line ends")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "BOM"),
        (lambda data: data.replace(b'"kind"', b'"kind": "other", "kind"', 1), "the key 'kind' stands twice"),
    ],
)
def test_a_manifest_with_a_mark_or_a_repeated_key_is_refused(
    change: Callable[[bytes], bytes], problem: str, book: Path
) -> None:
    (book / MANIFEST).write_bytes(change((book / MANIFEST).read_bytes()))
    with pytest.raises(OutputError, match=problem):
        verify_book(book, Silent())


def redigested(book: Path, name: str, data: bytes) -> None:
    before = digest(book / name)
    (book / name).write_bytes(data)
    text = (book / MANIFEST).read_text(encoding="utf-8")
    (book / MANIFEST).write_text(text.replace(before, digest(book / name)), encoding="utf-8", newline="\n")


def test_records_with_other_line_ends_are_found(book: Path) -> None:
    redigested(book, PUZZLES, (book / PUZZLES).read_bytes().replace(b"\n", b"\r\n"))
    assert {finding.code for finding in verify_book(book, Silent()).findings} == {"P208"}


def test_a_folder_in_the_place_of_a_file_is_named_as_one(book: Path) -> None:
    (book / INTERIOR).unlink()
    (book / INTERIOR).mkdir()
    assert "interior.pdf is a folder: move it away first" in {
        one.detail for one in verify_book(book, Silent()).findings
    }
    for force in (False, True):
        with pytest.raises(OutputError, match=r"interior\.pdf: found a folder, expected a file: move it away"):
            check_own_files(book, [""], force=force)


@pytest.mark.usefixtures("limits_hold")
def test_a_tampered_pdf_is_read_within_the_limits(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 1.0)
    with pikepdf.open(book / INTERIOR, allow_overwriting_input=True) as pdf:
        tile = pdf.make_stream(b"0 0 1 1 re f")
        keys = {"/Type": pikepdf.Name.Pattern, "/PatternType": 1, "/PaintType": 1, "/TilingType": 1}
        keys |= {"/BBox": pikepdf.Array([0, 0, 1, 1]), "/XStep": 0.001, "/YStep": 0.001}
        for key, value in {**keys, "/Resources": pikepdf.Dictionary()}.items():
            tile[key] = value
        pdf.pages[1].Resources = pikepdf.Dictionary(Pattern=pikepdf.Dictionary(P=tile))
        pdf.pages[1].Contents = pdf.make_stream(b"/Pattern cs /P scn 0 0 400 600 re f " * 300)
        pdf.save()
    with pytest.raises(PuzzlegenError, match="a page takes more than 1 s to read") as caught:
        verify_book(book, Silent())
    assert str(caught.value).startswith(f"{book}: ")
