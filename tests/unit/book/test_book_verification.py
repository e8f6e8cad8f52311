"""The verification of a book from its manifest: files, editions, versions and the ledger."""

import json
from pathlib import Path

import pytest
from small_book import SMALL

from puzzlegen.book.verification import verify_book
from puzzlegen.checking.book_files import repeat_findings
from puzzlegen.config.book import config_values
from puzzlegen.config.load import loads_book
from puzzlegen.errors import FormatError, OutputError
from puzzlegen.files.build_folder import MANIFEST, PUZZLES, digest
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.ledger import Repeat
from puzzlegen.schema.validation import config_hash

CONFIG = loads_book(SMALL)
RECORDS = Path(__file__).parents[2] / "dailies.jsonl"


def write_manifest(folder: Path, **keys: object) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / MANIFEST).write_text(json.dumps(keys))
    return folder


def test_a_folder_without_a_manifest_is_no_finished_book(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"manifest\.json: No such file .*: name the folder of a book or daily"):
        verify_book(tmp_path, Silent())
    rejected = write_manifest(tmp_path / "rejected")
    with pytest.raises(OutputError, match=f"built with errors: build it again, or verify {rejected}"):
        verify_book(tmp_path, Silent())


def test_missing_and_changed_files_above_the_editions_are_found(tmp_path: Path) -> None:
    (tmp_path / PUZZLES).write_bytes(RECORDS.read_bytes())
    (tmp_path / "notes.txt").write_text("changed")
    files = {PUZZLES: digest(RECORDS), "notes.txt": "0" * 64, "gone.txt": "0" * 64}
    whole = {name: getattr(CONFIG, name) for name in ("title", "series")} | {"config_sha256": config_hash(CONFIG)}
    above = {"kind": "editions", "config": config_values(CONFIG), "files": files, **whole}
    write_manifest(tmp_path, **above, editions={"kdp": {"manifest_sha256": "0" * 64}})
    report = verify_book(tmp_path, Silent())
    assert [(finding.code, finding.edition, finding.detail.split()[0]) for finding in report.findings] == [
        ("F101", "", "notes.txt"),
        ("F101", "", "gone.txt"),
        ("F115", "", MANIFEST),  # its form is not that of the program
        ("F115", "", "editions:"),
        ("F101", "kdp", MANIFEST),
    ]
    assert report.summary == "the book is not complete"


def test_records_are_read_with_the_line_of_an_error(tmp_path: Path) -> None:
    path = tmp_path / PUZZLES
    path.write_bytes(RECORDS.read_bytes())
    assert len(read_records(path)) == 7
    path.write_text(RECORDS.read_text() + "{\n")
    with pytest.raises(FormatError, match=rf"{PUZZLES}:8: "):
        read_records(path)
    path.write_bytes(b"\xff")
    with pytest.raises(FormatError, match="cannot be read"):
        read_records(path)


def test_a_repeat_names_the_book_that_has_the_puzzle() -> None:
    (finding,) = repeat_findings([Repeat(3, "mines", "puzzle 1 of 'Alpha'")])
    assert (finding.code, finding.number, finding.detail) == ("P207", 3, "the mines are those of puzzle 1 of 'Alpha'")
