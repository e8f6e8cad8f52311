"""A build and a verification open each PDF once with each of the two libraries that read it."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from small_book import BOUND, NOTES

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.config.load import loads_book
from puzzlegen.jobs.ordered_work import Silent

MOST = 5  # openings of a book with everything: interior and cover by both libraries, and the cover for shops
CONFIGS = {
    "all files": (BOUND + "cover: {make: yes}\noutput: {listing: yes, preview: yes}\n", MOST),
    "no cover": (BOUND, 2),
    "separate answers": (BOUND.replace(f"notes_pages: {NOTES}", "answer_key: {place: separate}, notes_pages: 12"), 4),
    "booklet": (BOUND.replace("{trim: 6x9}", "{profile: home-a4, binding: saddle}"), 4),
}


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """How often each library opened a file of each name. What pikepdf opens in memory is a file that it writes."""
    counts: Counter[tuple[str, str]] = Counter()

    def counted(library: str, function: Callable[..., Any], place: int) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            if isinstance(args[place], (str, Path)):
                counts[library, Path(args[place]).name] += 1
            return function(*args, **options)

        return call

    monkeypatch.setattr(pikepdf, "open", counted("pikepdf", pikepdf.open, 0))
    monkeypatch.setattr(pypdfium2.PdfDocument, "__init__", counted("PDFium", pypdfium2.PdfDocument.__init__, 1))
    return counts


@pytest.mark.usefixtures("limits_hold")  # what reads a file within its limits opens it in a process of its own
@pytest.mark.parametrize("name", CONFIGS)
def test_each_pdf_is_opened_once_by_each_library(name: str, opened: Counter[tuple[str, str]], tmp_path: Path) -> None:
    text, most = CONFIGS[name]
    assert not build_book(BookRequest(loads_book(text), tmp_path / "book", "b.yaml"), Silent(), str).failed
    built = dict(opened)
    opened.clear()
    assert not verify_book(tmp_path / "book", Silent()).failed
    for counts in (built, dict(opened)):
        assert counts["pikepdf", "interior.pdf"] == counts["PDFium", "interior.pdf"] == 1
        assert sum(counts.values()) <= most, counts
