"""Pages in color: every palette can be read on paper and back from files, in inks that printers take."""

from colorsys import hsv_to_rgb
from pathlib import Path

import pypdfium2
import pytest

from puzzlegen.checking.page_marks import MIN_GROUND
from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.printed_grids import MIN_FILL
from puzzlegen.checking.printed_pages import MAX_INK
from puzzlegen.config.palettes import load_palettes, load_picture_colors
from puzzlegen.drawing.color import rgb
from puzzlegen.drawing.pdf_parts import components
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.core.document import BLACK, RGB, Box, Color, Gray, Page, Rect
from puzzlegen.layout.core.theme import DEFAULT, PAPER, READABLE, Palette, Theme, contrast, in_color
from puzzlegen.pictures.choices import ready_pictures
from puzzlegen.printers.requirements import load_printers

PICTURES = {name: rgb(color) for name, color in load_picture_colors().items()}
SHIPPED = {name: (one.ground, one.ink, one.accent) for name, one in load_palettes().items()}
OWN = {  # one bright color, a dark one, a pale one, and one that is nearly black
    "lemon": ("#ffee00", "#000000", "#6b6400"),
    "night": ("#00001a", "#ffffff", "#5c5cff"),
    "pale": ("#fff0f5", "#222222", "#998088"),
    "near black": ("#0a0a0c", "#ffffff", "#8a8a8a"),
}


def colored(name: str) -> Theme:
    return in_color(DEFAULT, Palette(*map(rgb, (SHIPPED | OWN)[name])), PICTURES)


def read_back(colors: list[Color], space: str, folder: Path) -> list[float]:
    """Write areas of these colors into a file, and return their grays as checks read them."""
    marks = tuple(Rect(10.0, 10.0 + 12 * i, 10.0, 10.0, color) for i, color in enumerate(colors))
    page = Page(1, "areas", 100.0, 40.0 + 12 * len(colors), Box(0, 0, 100, 100), marks, ())
    write_pdf([page], folder / "areas.pdf", style=PdfStyle(space=space))
    with pypdfium2.PdfDocument(folder / "areas.pdf") as document:
        return [rect.fill for rect in read_objects(document[0]).rects]


@pytest.mark.parametrize("space", ["rgb", "cmyk"])
@pytest.mark.parametrize("name", [*SHIPPED, *OWN])
def test_boards_in_color_are_read_like_boards_in_black(name: str, space: str, tmp_path: Path) -> None:
    theme = colored(name)
    solid = list(dict.fromkeys([*theme.pictures.values()]))
    grounds = [theme.puzzle.clue_tint, theme.figure.tint, theme.puzzle.rim]
    *dark, clue, tint, rim, filled = read_back([*solid, *grounds, theme.answer.filled], space, tmp_path)
    assert len(dark) == len(solid) and max(dark) <= MAX_INK
    assert min(clue, tint, rim) >= MIN_GROUND
    assert MIN_FILL <= filled < MIN_GROUND


@pytest.mark.parametrize("space", ["rgb", "cmyk"])
def test_pictures_of_every_hue_are_read_back(space: str, tmp_path: Path) -> None:
    hues = [RGB(*hsv_to_rgb(i / 90, full, 0.9)) for i in range(90) for full in (1.0, 0.5)]
    theme = in_color(DEFAULT, Palette(*map(rgb, SHIPPED["brick"])), {str(hue): hue for hue in hues})
    assert len(set(theme.pictures.values())) == len(hues) + 1
    assert max(read_back([*theme.pictures.values()], space, tmp_path)) <= MAX_INK


@pytest.mark.parametrize("name", [*SHIPPED, *OWN])
def test_readers_can_read_words_and_digits_in_color(name: str) -> None:
    theme = colored(name)
    assert theme.puzzle.digit_color == theme.puzzle.filled_digit == BLACK
    inks = [ink for ink in (theme.puzzle.ink, *theme.pictures.values()) if ink != BLACK]
    assert min(contrast(ink, PAPER) for ink in inks) >= READABLE
    grounds = [theme.puzzle.clue_tint, theme.answer.filled]
    assert min(contrast(RGB(0.0, 0.0, 0.0), ground) for ground in grounds) >= READABLE
    assert contrast(PAPER, theme.puzzle.clue_tint) > 1.2  # clues and cells to write in look different


@pytest.mark.parametrize("name", [*SHIPPED, *OWN])
def test_inks_of_a_page_in_color_are_as_printers_take_them(name: str) -> None:
    """No ground vanishes, no color has more ink than any printer takes, and no word has black with other inks."""
    theme, printers = colored(name), load_printers().values()
    grounds = [theme.puzzle.clue_tint, theme.figure.tint, theme.answer.filled, theme.puzzle.rim, theme.second_ink]
    tints = [printer.minima.tint for printer in printers if printer.minima.tint is not None]
    assert min(max(components(ground, "cmyk")) for ground in grounds) >= max(tints) - 1e-3
    inks = [components(ink, "cmyk") for ink in (theme.puzzle.ink, *theme.pictures.values())]
    most = min(printer.file.max_coverage for printer in printers if printer.file.max_coverage is not None)
    assert max(100 * sum(ink) for ink in inks) <= most
    assert all(ink[3] <= 0.8 or not any(ink[:3]) for ink in inks)


def test_each_palette_of_a_cover_is_seen_on_its_pages() -> None:
    inks = {colored(name).puzzle.ink for name in SHIPPED}
    assert colored("sky").puzzle.ink == rgb("#1f6fd1")
    assert len(inks) == len(SHIPPED) and BLACK not in inks
    assert colored("near black").puzzle.ink == BLACK and isinstance(colored("night").puzzle.ink, RGB)


def test_every_ready_picture_has_a_color() -> None:
    samples = {name for name in ready_pictures() if name.startswith("smile-")}
    assert set(PICTURES) == set(ready_pictures()) - samples
    assert colored("brick").picture_ink("tree") != colored("brick").picture_ink("house")
    assert colored("brick").picture_ink("my own") == colored("brick").pictures[""]
    assert DEFAULT.picture_ink("tree") == Gray(0.0)
