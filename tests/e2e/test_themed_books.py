"""A small book in every theme: proved right from its PDF, where the figures of the theme are measured."""

from pathlib import Path

import pdfplumber
import pypdfium2
import pytest
from small_book import BOUND, NOTES

from puzzlegen.book.build import BookRequest, BuildOptions, build_book
from puzzlegen.book.verification import verify_book
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import INTERIOR, PUZZLES
from puzzlegen.files.templates import template
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.units import mm

pytestmark = pytest.mark.xdist_group("themed-books")  # what they share is made once

FACES = {
    "classic": {"SourceSansPro-Regular", "SourceSansPro-Semibold"},
    "large-print": {"OpenSans-Regular", "OpenSans-SemiBold"},
    "travel": {"SourceSerifPro-Regular", "SourceSerifPro-Semibold", "SourceSansPro-Regular"},
}


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("puzzles")
    made = build_book(BookRequest(loads_book(BOUND), folder, "small"), Silent(), lambda _: None)
    assert not made.failed
    return folder / PUZZLES


@pytest.fixture(scope="module", params=sorted(FACES))
def built(
    request: pytest.FixtureRequest, puzzles: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, list[PrintedPage]]:
    aids = "aids: {hints: back, par: yes, time: yes}"
    text = BOUND.replace("sections:", f"theme: {request.param}\n{aids}\nsections:")
    if request.param == "large-print":
        text = text.replace(", per_page: 4", "").replace(", per_page: 2", "")
    folder = tmp_path_factory.mktemp("book")
    made = build_book(
        BookRequest(loads_book(text), folder, "small", options=BuildOptions(reprint=puzzles)), Silent(), lambda _: None
    )
    assert {finding.code for finding in made.findings} <= {"I08"}, made.findings
    return request.param, folder / INTERIOR, list(read_pages(folder / INTERIOR))


def test_every_puzzle_and_answer_is_there(built: tuple[str, Path, list[PrintedPage]]) -> None:
    _, _, pages = built
    numbers = [grid.number for page in pages for grid in page.grids if grid.number]
    assert sorted(numbers) == sorted([*range(1, 9), *range(1, 9)])


def test_a_theme_is_set_in_its_own_type(built: tuple[str, Path, list[PrintedPage]]) -> None:
    theme, path, _ = built
    assert {name.split("+")[1] for name, _ in letters(path)} == FACES[theme]


@pytest.mark.parametrize("ornaments", ["night-sky", "geometric"])
def test_ornaments_are_in_order_in_print_and_for_screen_readers(
    ornaments: str, puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of KDP, of a printer that wants PDF/X, and tagged for the screen."""
    (tmp_path / "templates" / "themes").mkdir(parents=True)
    theme = "about: mine\nalign: center\n"
    (tmp_path / "templates" / "themes" / "mine.yaml").write_text(theme, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    printers = "[{profile: kdp, trim: 6x9}, {profile: ingram, trim: 8.5x11}, {profile: screen}]"
    pages = f"theme: mine\nornaments: {ornaments}\nprofiles: {printers}"
    config = loads_book(BOUND.replace("page: {trim: 6x9}", pages).replace(f"pages: {NOTES}", "pages: 12"))
    made = build_book(
        BookRequest(config, tmp_path / "book", "small", options=BuildOptions(reprint=puzzles)), Silent(), lambda _: None
    )
    assert made.findings == ()
    assert verify_book(tmp_path / "book", Silent()).findings == ()
    own = tmp_path / "templates" / "ornaments"
    own.mkdir()
    drawn = template(f"ornaments/{ornaments}.yaml").read_text(encoding="utf-8")
    (own / f"{ornaments}.yaml").write_text(drawn.replace("line M", "tint M", 1), encoding="utf-8")
    assert {finding.code for finding in verify_book(tmp_path / "book", Silent()).findings} == {"F116"}  # other inputs


def letters(path: Path) -> list[tuple[str, float]]:
    """Font and size of every letter."""
    with pdfplumber.open(path) as pdf:
        return [(char["fontname"], float(char["size"])) for page in pdf.pages for char in page.chars]


def test_large_print_is_large(built: tuple[str, Path, list[PrintedPage]]) -> None:
    theme, path, pages = built
    smallest = min(size for _, size in letters(path))
    if theme != "large-print":
        assert smallest >= 7 - 1e-6
        return
    assert smallest >= 18 - 1e-6
    grids = [grid for page in pages for grid in page.grids if grid.number]
    answers = [grid for grid in grids if any(grid.mines)]
    assert min(grid.cell for grid in grids if grid not in answers) >= mm(12.7) - 0.01
    assert min(grid.cell for grid in answers) >= mm(8) - 0.05
    assert all(sum(grid.number is not None and grid not in answers for grid in page.grids) <= 1 for page in pages)


def test_digits_stand_in_the_middle_of_their_cells(built: tuple[str, Path, list[PrintedPage]]) -> None:
    """By their ink: drawn at 300 dpi, each as much above the middle of its cell as below it."""
    _, path, pages = built
    scale = 300 / 72
    page = next(page for page in pages if [grid.number for grid in page.grids] == [8])  # one puzzle, 8x8
    (grid,) = page.grids
    with pdfplumber.open(path) as pdf:
        rects = [rect for rect in pdf.pages[page.number - 1].rects if rect["stroke"] and not rect["fill"]]
        frame = max(rects, key=lambda rect: float(rect["width"]))
    left, top = ((frame[a] + frame[b] - 8 * grid.cell) / 2 for a, b in (("x0", "x1"), ("top", "bottom")))
    sheet = pypdfium2.PdfDocument(path)[page.number - 1].render(scale=scale, grayscale=True).to_pil().convert("L")
    side, edge = grid.cell * scale, grid.cell * scale * 0.12
    for i, clue in enumerate(grid.clues):
        row, col = divmod(i, 8)
        x, y = (left + col * grid.cell) * scale, (top + row * grid.cell) * scale
        cell = sheet.crop((round(x + edge), round(y + edge), round(x + side - edge), round(y + side - edge)))
        ink = cell.point(lambda level: 255 if level < 128 else 0).getbbox()
        assert (ink is None) == (clue < 0)
        if ink is not None:
            assert (ink[1] + ink[3]) / 2 == pytest.approx(cell.height / 2, abs=0.025 * side), (clue, row, col)
            # A 1 without a foot stands by its stem: its flag reaches further left.
            assert (ink[0] + ink[2]) / 2 == pytest.approx(cell.width / 2, abs=0.06 * side), (clue, row, col)
            assert 0.5 * side <= ink[3] - ink[1] <= 0.6 * side
