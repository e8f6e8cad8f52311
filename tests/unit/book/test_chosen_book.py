"""A book with chosen puzzles is built, verified without their file, and built again with another theme."""

import json
import shutil
from pathlib import Path

import pytest
from small_book import SMALL, puzzles_of

from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import INTERIOR, PUZZLES
from puzzlegen.formats import line
from puzzlegen.formats.json_record import read_records
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.book_ledger import LedgerPolicy

TEXT = SMALL + "profiles: [screen]\noutput: {preview: no}\nchoices: choices.jsonl\n"


def test_a_book_with_chosen_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    others = puzzles_of(loads_book(SMALL.replace("series: small", "series: other")))
    chosen = [("One", 1, others[3]), ("Two", 2, others[5])]
    rows = [
        json.dumps({"section": name, "place": place, "puzzle": line.write(record.puzzle)})
        for name, place, record in chosen
    ]
    Path("choices.jsonl").write_text("\n".join(rows), encoding="utf-8")

    def built(text: str, *, fresh: bool = False) -> list[str]:
        messages: list[str] = []
        options = BuildOptions(fresh=fresh)
        request = BookRequest(loads_book(text), Path("book"), "b.yaml", LedgerPolicy(Path("ledger.sqlite")), options)
        assert build_book(request, Silent(), messages.append).findings == ()
        return messages

    built(TEXT)
    printed = [record.puzzle for record in read_records(Path("book") / PUZZLES)]
    assert (printed[0], printed[6]) == (others[3].puzzle, others[5].puzzle)
    shutil.move("choices.jsonl", "elsewhere.jsonl")
    assert verify_book(Path("book"), Silent()).findings == ()
    shutil.move("elsewhere.jsonl", "choices.jsonl")

    first = (Path("book") / INTERIOR).read_bytes()
    built(TEXT, fresh=True)
    assert (Path("book") / INTERIOR).read_bytes() == first
    messages = built(TEXT + "theme: travel\n")
    assert any(one.startswith("prints the 8 puzzles of the last build") for one in messages)
    assert [record.puzzle for record in read_records(Path("book") / PUZZLES)] == printed
    assert (Path("book") / INTERIOR).read_bytes() != first

    Path("choices.jsonl").write_text(rows[0], encoding="utf-8")  # the puzzles of the last build do not fit anymore
    built(TEXT)
    now = [record.puzzle for record in read_records(Path("book") / PUZZLES)]
    assert now[:6] == printed[:6]
    assert now[6] != printed[6]
