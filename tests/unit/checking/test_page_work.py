"""Pages are checked in ranges, and progress moves with each range, in this process and on workers."""

from pathlib import Path

import pikepdf
import pytest

from puzzlegen.checking.book_files import RANGE_PAGES, check_interior
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.jobs.ordered_work import Silent, Workers
from puzzlegen.jobs.pools import open_local_pool

PAGES = 3 * RANGE_PAGES + 2
PROFILE = resolve_page(PageConfig(profile="home-letter")).profile


class Steps(Silent):
    """Keeps the steps that are reported."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def advance(self, steps: int = 1) -> None:
        self.seen.append(steps)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    pdf = pikepdf.new()
    for number in range(PAGES):
        page = pdf.add_blank_page(page_size=(612, 792))
        page.Contents = pdf.make_stream(b"100 100 %d 50 re f" % (number + 9))
    pdf.pages[PAGES - 1].Contents = pdf.make_stream(b"1 1 50 50 re f")
    pdf.save(tmp_path / "pages.pdf")
    return tmp_path / "pages.pdf"


def test_progress_moves_with_each_range_of_pages(path: Path) -> None:
    progress = Steps()
    found = check_interior(PdfFile(path), PROFILE, workers=Workers(progress=progress))
    assert [steps for steps in progress.seen if steps] == [RANGE_PAGES] * 3 + [2]
    assert {finding.page for finding in found if finding.code == "I19"} == {PAGES}


@pytest.mark.parametrize("jobs", [1, 2])
def test_workers_find_the_same_and_report_every_page(path: Path, jobs: int) -> None:
    progress = Steps()
    with open_local_pool(jobs, check_interior) as pool:
        found = check_interior(PdfFile(path), PROFILE, workers=Workers(pool, progress))
    assert found == check_interior(PdfFile(path), PROFILE)
    assert sum(progress.seen) == PAGES and max(progress.seen) == RANGE_PAGES
