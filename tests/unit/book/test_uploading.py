"""The steps of uploading follow from the finished files, for each printer and edition."""

import json
from pathlib import Path

import pytest
from cases import Case, cases, replay

from puzzlegen.book.listing import uploading
from puzzlegen.config.book import config_values
from puzzlegen.config.load import loads_book
from puzzlegen.errors import OutputError


def steps(text: str, pages: int = 120) -> list[str]:
    """Return the printer, its address and the steps of a book whose files lie in the current folder."""
    values = {"kind": "book", "edition": "", "config": config_values(loads_book(text)), "counts": {"pages": pages}}
    Path("manifest.json").write_text(json.dumps(values), encoding="utf-8")
    (found,) = uploading(Path())
    return [found.printer, found.address, *found.steps]


@cases(__file__, "uploading")
def test_steps(case: Case) -> None:
    replay(case, steps)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kind": "book", "edition": "", "config": {}, "counts": {}}'])
def test_other_folders_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(OutputError, match="not a finished book of this version: build the book again"):
        uploading(tmp_path)
