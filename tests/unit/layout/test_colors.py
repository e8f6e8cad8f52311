"""Pages in color: every palette can be read on paper and back from files, in inks that printers take."""

import random
import runpy
from colorsys import hsv_to_rgb, rgb_to_hsv
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PIL import Image

from puzzlegen.book.cover import color_notes
from puzzlegen.checking.page_marks import MIN_GROUND
from puzzlegen.checking.page_objects import read_objects
from puzzlegen.checking.printed_grids import MIN_FILL
from puzzlegen.checking.printed_pages import MAX_INK
from puzzlegen.config.book import CoverConfig, PageConfig
from puzzlegen.config.pages import resolve_page
from puzzlegen.config.palettes import load_palettes, load_picture_colors
from puzzlegen.drawing.color import rgb, rgb_bytes
from puzzlegen.drawing.inks import as_printed, in_inks, printed
from puzzlegen.drawing.pdf_parts import components
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.layout.core.document import BLACK, RGB, Box, Color, Gray, Page, Rect
from puzzlegen.layout.core.theme import DEFAULT, PAPER, READABLE, Palette, Theme, contrast, gray_level, in_color, shade
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


def pixels(count: int) -> Image.Image:
    """Draw colors of all kinds, one a pixel."""
    return Image.frombytes("RGB", (count, 1), random.Random(1).randbytes(3 * count))


def model_of_press() -> Any:
    """Return the script that makes the table of inks."""
    return SimpleNamespace(**runpy.run_path(str(Path(__file__).parents[3] / "tools" / "ink_table.py")))


def shares(picture: Image.Image) -> NDArray[np.float64]:
    return np.asarray(picture)[0] / 255


def test_colors_that_inks_reach_print_as_on_a_screen_and_others_in_their_hue() -> None:
    """By the model of the press: with paper for white, and black ink for black."""
    press, wanted = model_of_press(), pixels(20_000)
    rgb, prints = shares(wanted), press.printed_xyz(shares(in_inks(wanted)))
    lab, found = press.targets(rgb), press.lab_of_xyz(prints)
    same = (np.asarray(as_printed(wanted)) == np.asarray(wanted))[0].all(axis=1)
    away = np.linalg.norm(found - lab, axis=1)
    assert 0.25 < same.mean() < 0.6
    assert away[same].mean() < 1.2 and away[same].max() < 6
    (_, a, b), (_, x, y) = press.oklab(press.xyz_of_lab(lab))[~same].T, press.oklab(prints)[~same].T
    turned = np.abs(np.angle((x + 1j * y) / (a + 1j * b), deg=True))[np.hypot(a, b) > 0.05]
    assert np.median(turned) < 3 and np.quantile(turned, 0.99) < 20
    assert away.max() > 60  # the test fails for colors that are far from what they should be, as bright blue is


def test_what_is_shown_before_printing_is_what_is_printed() -> None:
    press, wanted = model_of_press(), pixels(20_000)
    once, twice = (press.printed_xyz(shares(in_inks(one))) for one in (wanted, as_printed(wanted)))
    away = np.linalg.norm(press.lab_of_xyz(once) - press.lab_of_xyz(twice), axis=1)
    assert away.mean() < 1 and np.quantile(away, 0.99) < 4
    assert printed(rgb("#005f60"), "cmyk") == rgb("#005f60") and printed(rgb("#0000ff"), "rgb") == rgb("#0000ff")
    assert printed(rgb("#0000ff"), "cmyk") != rgb("#0000ff")


def test_the_table_of_inks_is_that_of_the_model() -> None:
    press, nodes = model_of_press(), np.random.default_rng(1).integers(0, 18, (60, 3)) / 17
    table = Image.fromarray(np.round(255 * nodes[None]).astype(np.uint8))
    assert np.abs(shares(in_inks(table)) - press.inks_of(nodes)).max() < 0.02


def test_no_color_has_more_ink_than_any_printer_takes_and_grays_are_black_alone() -> None:
    limits = [printer.file.max_coverage for printer in load_printers().values() if printer.file.max_coverage]
    inks = shares(in_inks(pixels(100_000)))
    assert 100 * inks.sum(axis=1).max() <= min(limits)
    assert np.quantile(inks[:, :3].min(axis=1), 0.99) < 0.1  # black replaces nearly all gray
    grays = Image.fromarray(np.repeat(np.arange(256, dtype=np.uint8), 3).reshape(1, 256, 3))
    assert np.array_equal(np.asarray(in_inks(grays))[0], [(0, 0, 0, 255 - level) for level in range(256)])
    assert as_printed(grays).tobytes() == grays.tobytes()
    assert components(RGB(0.3, 0.3, 0.3), "cmyk") == components(Gray(0.3), "cmyk") == (0.0, 0.0, 0.0, 0.7)


@pytest.mark.parametrize("color", ["#005f60", "#007a7a", "#1b3a2f", "#12402f", "#4f7a3a", "#b8432f", "#e9a23b"])
def test_another_program_shows_the_hue_that_was_asked_for(color: str, tmp_path: Path) -> None:
    """PDFium converts inks to colors with its own table. Converted by numbers alone, greens were much bluer there."""
    marks = (Rect(0.0, 0.0, 40.0, 40.0, rgb(color)),)
    write_pdf([Page(1, "area", 40.0, 40.0, Box(0, 0, 40, 40), marks)], tmp_path / "a.pdf", style=PdfStyle(space="cmyk"))
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        shown = document[0].render().to_pil().convert("RGB").getpixel((20, 20))
    hues = [360 * rgb_to_hsv(*(part / 255 for part in parts))[0] for parts in (shown, rgb_bytes(rgb(color)))]
    assert abs((hues[0] - hues[1] + 180) % 360 - 180) < 9


@pytest.mark.parametrize("color", ["#1b3a2f", "#222244", "#3b0a0a", "#fff9c4", "#005f60", "#d01818"])
@pytest.mark.parametrize("level", [0.3, 0.58, 0.72, 0.87])
def test_a_shade_of_a_dark_or_pale_color_keeps_its_hue_and_does_not_turn_gray(color: str, level: float) -> None:
    base, found = rgb(color), shade(rgb(color), level)
    hues = [rgb_to_hsv(one.red, one.green, one.blue)[0] for one in (base, found)]
    assert gray_level(found) == pytest.approx(level)
    assert abs((hues[0] - hues[1] + 0.5) % 1 - 0.5) < 0.04
    parts = found.red, found.green, found.blue
    assert max(parts) - min(parts) >= 0.59 * min(level, 1 - level)


def test_a_publisher_hears_of_own_colors_that_inks_cannot_show() -> None:
    printers = {
        name: resolve_page(PageConfig.model_validate({"profile": name, "trim": "6x9"})).profile
        for name in ("kdp", "lulu")
    }
    wanted = CoverConfig.model_validate({"make": True, "colors": {"ground": "#0000ff", "accent": "#ffffff"}})
    (note,) = color_notes(wanted, printers["kdp"])
    assert note.startswith("cover.colors.ground: inks cannot show #0000ff: they print #")
    petrol = CoverConfig.model_validate({"make": True, "colors": "#005f60"})
    assert [*color_notes(petrol, printers["kdp"]), *color_notes(wanted, printers["lulu"])] == []
