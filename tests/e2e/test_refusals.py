"""Books that cannot be printed are refused before anything is generated, with the place in the config."""

from pathlib import Path

import pytest
import yaml
from small_book import BOUND, SMALL, pages_of, write_config

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.config.load import load_book
from puzzlegen.files.templates import template
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.printers.requirements import load_printers


def test_the_advice_for_a_thin_book_is_right(tmp_path: Path) -> None:
    config = load_book(write_config(tmp_path, BOUND))
    assert len(pages_of(config)[0]) == 24


def test_a_printer_that_fills_thin_books_up_only_brings_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = yaml.safe_load(template("printers.yaml").read_text(encoding="utf-8"))
    own["printers"]["kdp"]["pages"]["filled"] = True
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "printers.yaml").write_text(yaml.safe_dump(own, sort_keys=False), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_printers()["kdp"].pages.filled
    output: list[str] = []
    path = write_config(tmp_path, SMALL)
    report = build_book(BookRequest(load_book(path), tmp_path / "out", str(path)), Silent(), output.append)
    assert any("the book has 14 pages, kdp binds 24 to 828 in 6x9 on white, and fills it" in words for words in output)
    assert not report.failed
    assert [finding.code for finding in report.findings] == ["I04"]
