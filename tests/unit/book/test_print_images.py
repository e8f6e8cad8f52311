"""Images for print: the same pixels in strips, the colors of the printer, and photos turned upright."""

import io
import random
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from PIL import Image

from puzzlegen.book import print_images
from puzzlegen.book.print_images import dots_per_inch, load_image
from puzzlegen.drawing.color import draw_page
from puzzlegen.drawing.inks import printed
from puzzlegen.drawing.pdf_parts import components
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.drawing.svg_writer import svg
from puzzlegen.layout.core.document import RGB, Box, Page, Picture
from puzzlegen.printers.requirements import Space


def saved(image: Image.Image, folder: Path, name: str = "image.png", **options: object) -> Path:
    image.save(folder / name, **options)
    return folder / name


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "LA", "L", "P", "1"])
def test_strips_give_the_same_grays_as_the_whole_image(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = Image.frombytes("RGBA", (5, 11), random.Random(1).randbytes(5 * 11 * 4)).convert(mode)
    whole = Image.new("RGBA", image.size, "white")
    whole.alpha_composite(image.convert("RGBA"))
    monkeypatch.setattr(print_images, "STRIP", 4)
    assert load_image(saved(image, tmp_path), "").pixels == whole.convert("RGB").convert("L").tobytes()


@pytest.mark.parametrize(("space", "levels"), [("grey", 1), ("rgb", 3), ("cmyk", 4)])
@pytest.mark.parametrize("color", [(200, 90, 20), (0, 95, 96), (0, 0, 255), (90, 90, 90)])
def test_a_picture_and_a_flat_color_print_alike(
    color: tuple[int, int, int], space: Space, levels: int, tmp_path: Path
) -> None:
    image = Image.new("RGB", (3, 301), color)
    image.putpixel((2, 300), (10, 200, 10))  # or grays alone would be one channel
    found = load_image(saved(image, tmp_path), "", space)
    write_pdf([Page(1, "own", 90, 90, Box(0, 0, 90, 90), (found,))], tmp_path / "page.pdf", style=PdfStyle(space=space))
    with pikepdf.open(tmp_path / "page.pdf") as pdf:
        pixels = next(iter(pdf.pages[0].images.values())).read_bytes()
    shown = RGB(*(part / 255 for part in color))
    expected = components(printed(shown, space), space)
    assert len(pixels) == 3 * 301 * levels
    for first in (pixels[:levels], pixels[-3 * levels : -2 * levels]):  # of the first strip, and of the last
        assert list(first) == pytest.approx([255 * part for part in expected], abs=0.5 if space != "grey" else 12)


@pytest.mark.parametrize("space", ["grey", "rgb", "cmyk"])
def test_a_gray_image_stays_gray_in_every_color_space(space: Space, tmp_path: Path) -> None:
    found = load_image(saved(Image.new("RGB", (3, 2), (70, 70, 70)), tmp_path), "", space)
    assert (found.channels, found.pixels) == (1, bytes([70]) * 6)


def test_grays_of_16_bits_keep_their_shade(tmp_path: Path) -> None:
    path = saved(Image.fromarray(np.array([[0, 20_000, 65_535]], np.uint16)), tmp_path)
    with Image.open(path) as image:
        assert image.mode == "I;16"
    assert list(load_image(path, "").pixels) == [0, 20_000 // 257, 255]


def test_a_photo_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn
    found = load_image(saved(Image.new("L", (40, 20)), tmp_path, "photo.jpg", exif=exif), "")
    assert (found.columns, found.rows) == (20, 40)


@pytest.mark.parametrize(("channels", "name"), [(1, "/DeviceGray"), (3, "/DeviceRGB")])
def test_every_writer_draws_a_picture_with_its_channels(channels: int, name: str, tmp_path: Path) -> None:
    picture = Picture(10, 10, 20, 10, 2, 1, bytes(range(0, 80, 10))[: 2 * channels], channels)
    page = Page(1, "own", 100, 100, Box(0, 0, 100, 100), (picture,))
    write_pdf([page], tmp_path / "page.pdf", style=PdfStyle(space="rgb"))
    with pikepdf.open(tmp_path / "page.pdf") as pdf:
        (image,) = pdf.pages[0].Resources.XObject.values()
        assert str(image.ColorSpace) == name
    assert draw_page(page).mode == ("L" if channels == 1 else "RGB")
    assert "data:image/png;base64," in svg(page)


def test_resolution_counts_the_printed_inches(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Image.new("L", (300, 100)).save(buffer, "PNG")
    (tmp_path / "a.png").write_bytes(buffer.getvalue())
    assert dots_per_inch(load_image(tmp_path / "a.png", "")) == 72
