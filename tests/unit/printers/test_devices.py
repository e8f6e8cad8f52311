"""Tablets by name: pages of the size of their screens, with no ink where their bars are; wrong rows are refused."""

from pathlib import Path

import pytest

from puzzlegen.config.book import MarginsConfig, PageConfig
from puzzlegen.config.pages import page_problems, resolve_page
from puzzlegen.files.templates import shipped_folder
from puzzlegen.printers.profile import Edges
from puzzlegen.printers.requirements import load_printers
from puzzlegen.units import mm, to_mm

PRINTERS = load_printers()
TABLETS = [name for name, printer in PRINTERS.items() if printer.covered]
SCREENS = [(name, trim) for name in TABLETS for trim in PRINTERS[name].trims.sizes]
# Figures written out a second time: the diagonal of each screen in inches, as its maker advertises it.
DIAGONALS = {
    ("remarkable-2", "10.3-inch"): 10.3,
    ("remarkable-paper-pro", "11.8-inch"): 11.8,
    ("supernote", "manta"): 10.7,
    ("supernote", "nomad"): 7.8,
    ("supernote", "a5x"): 10.3,
    ("boox", "10.3-inch"): 10.3,
    ("boox", "13.3-inch"): 13.3,
    ("kindle-scribe", "10.2-inch"): 10.2,
    ("ipad", "11-inch"): 10.9,
    ("ipad", "13-inch"): 12.9,
}
BOOK = (Path(__file__).parents[3] / "docs" / "book.md").read_text(encoding="utf-8")
SIDES = (("left", "left"), ("top", "top"), ("right", "right"), ("bottom", "bottom"))


def test_each_screen_has_the_diagonal_of_its_tablet() -> None:
    assert set(SCREENS) == set(DIAGONALS)
    for (name, trim), inches in DIAGONALS.items():
        page = PRINTERS[name].trims.sizes[trim]
        assert (page.width**2 + page.height**2) ** 0.5 / 72 == pytest.approx(inches, abs=0.15)


@pytest.mark.parametrize(("name", "trim"), SCREENS)
def test_text_head_and_page_number_stand_beside_the_bars(name: str, trim: str) -> None:
    setup = resolve_page(PageConfig.model_validate({"profile": name, "trim": trim}))
    covered, clear, margins = setup.profile.covered, setup.profile.clear, setup.margins
    assert covered != Edges()
    for side, _ in SIDES:
        assert getattr(clear, side) >= getattr(covered, side)
        assert getattr(clear, side) >= setup.profile.safe
    assert margins.inside > clear.left and margins.outside > clear.right
    assert margins.top >= clear.top + mm(7) and margins.bottom >= clear.bottom + mm(7)
    assert not setup.profile.bound and PRINTERS[name].bleed is None and PRINTERS[name].cover is None


@pytest.mark.parametrize("name", TABLETS)
def test_own_margins_do_not_reach_under_a_bar(name: str) -> None:
    clear = resolve_page(PageConfig(profile=name)).profile.clear
    page = PageConfig(profile=name, margins_mm=MarginsConfig(top=to_mm(clear.top) + 1))
    (problem,) = page_problems(page)
    assert problem.loc == ("page", "margins_mm", "top")
    assert f"the safe area of {name} and room for the running head" in problem.text
    assert not page_problems(PageConfig(profile=name, margins_mm=MarginsConfig(top=to_mm(clear.top) + 6)))


@pytest.mark.parametrize("name", TABLETS)
def test_the_page_on_books_has_the_figures_of_each_tablet(name: str) -> None:
    printer = PRINTERS[name]
    trims = ", ".join(f"`{trim}`" for trim in printer.trims.sizes)
    shares = [(side, getattr(printer.covered, side)) for side, _ in SIDES]
    covered = ", ".join(f"{share * 100:.3g} % at the {side}" for side, share in shares if share)
    (paper,) = printer.papers.stocks.values()
    assert f"| `{name}` | {trims} | {'yes' if paper.ink == 'color' else 'no'} | {covered} |" in BOOK


def test_screens_without_colors_get_grays() -> None:
    for name in TABLETS:
        profile = resolve_page(PageConfig(profile=name)).profile
        assert profile.space == ("rgb" if profile.stock.ink == "color" else "grey")


def test_a_tablet_of_ones_own_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (shipped_folder("templates") / "printers.yaml").read_text(encoding="utf-8")
    row = text[text.index("  remarkable-2:\n") : text.index("  remarkable-paper-pro:\n")]
    monkeypatch.chdir(tmp_path)
    Path("templates").mkdir()
    own = row.replace("remarkable-2:", "left-handed:").replace("left: 0.076", "right: 0.076")
    Path("templates/printers.yaml").write_text(text + "\n" + own, encoding="utf-8")
    right, left = (resolve_page(PageConfig(profile=name)).margins for name in ("remarkable-2", "left-handed"))
    assert (left.outside, left.inside) == (right.inside, right.outside)
    assert left.outside == pytest.approx(mm(12) + 9, abs=1)
