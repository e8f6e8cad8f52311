"""Image files of every mode, and one line for each that cannot be read."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzlegen.errors import FormatError
from puzzlegen.pictures.gray_images import as_png, read_gray

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" %s>%s</svg>'
BOX = 'viewBox="0 0 40 20"'


def half_black(mode: str) -> Image.Image:
    """An image 8 pixels wide and 4 high whose left half is black."""
    gray = Image.new("L", (8, 4), "white")
    gray.paste("black", (0, 0, 4, 4))
    return converted(gray, mode)


def converted(gray: Image.Image, mode: str) -> Image.Image:
    """The image in another mode, also in those that Pillow does not convert to."""
    if mode in {"I;16", "I"}:
        return Image.fromarray(np.asarray(gray).astype(np.uint16 if mode == "I;16" else np.int32) * 257)
    return gray.convert(mode)


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        ("1", "a.png"), ("L", "a.png"), ("P", "a.png"), ("RGB", "a.png"), ("RGBA", "a.png"), ("LA", "a.png"),
        ("I;16", "a.png"), ("CMYK", "a.jpg"), ("RGB", "a.jpg"), ("L", "a.gif"), ("RGB", "a.webp"), ("RGB", "a.bmp"),
    ],
)  # fmt: skip
def test_every_mode_has_the_same_shades(mode: str, name: str, tmp_path: Path) -> None:
    half_black(mode).save(tmp_path / name)
    shades, notes = read_gray(tmp_path / name)
    assert shades.shape == (4, 8) and shades.dtype == np.uint8 and notes == ()
    assert shades[:, :3].max() < 40 and shades[:, 5:].min() > 215
    dot = Image.new("L", (40, 30), "white")
    dot.paste("black", (12, 9, 25, 20))
    converted(dot, mode).save(tmp_path / name)
    shades, notes = read_gray(tmp_path / name, separate=True)
    assert shades.shape == (30, 40) and shades.dtype == np.uint8 and notes == ()
    assert shades[11:18, 14:23].max() < 60 and shades[:5].min() > 215


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA", "I;16"])
def test_an_image_is_kept_as_a_png_of_the_same_shades(mode: str, tmp_path: Path) -> None:
    path, kept = tmp_path / "a.png", tmp_path / "kept.png"
    converted(Image.radial_gradient("L").resize((60, 40)), mode).save(path, pnginfo=None)
    data, notes = as_png(path.read_bytes())
    kept.write_bytes(data)
    assert notes == ()
    for separate in (False, True):
        usual, again = (read_gray(one, separate=separate) for one in (path, kept))
        assert np.array_equal(usual.shades, again.shades) and usual.notes == again.notes


def test_what_is_kept_is_upright_and_has_one_frame_and_no_metadata(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "a secret"  # turned by 90 degrees, and a description
    half_black("RGB").save(tmp_path / "a.jpg", exif=exif)
    data, _ = as_png((tmp_path / "a.jpg").read_bytes())
    with Image.open(BytesIO(data)) as image:
        assert (image.format, image.size, dict(image.getexif())) == ("PNG", (4, 8), {})
    assert b"secret" not in data
    half_black("L").save(tmp_path / "a.gif", save_all=True, append_images=[Image.new("L", (8, 4), 90)])
    _, notes = as_png((tmp_path / "a.gif").read_bytes())
    assert notes == ("it has 2 frames: the first is used",)


def test_what_is_no_image_is_not_kept() -> None:
    script = (SVG % (BOX, "<script>alert(1)</script>")).encode()
    for data in (b"", b"hello", b"%PDF-1.7", b"\x89PNG\r\n\x1a\n broken", script):
        with pytest.raises(FormatError):
            as_png(data)


def test_transparent_parts_are_white_and_white_logos_are_drawn(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (6, 3), (0, 0, 0, 0))
    picture.paste((0, 0, 0, 255), (0, 0, 2, 3))
    picture.save(tmp_path / "black.png")
    assert read_gray(tmp_path / "black.png").shades[0].tolist() == [0, 0, 255, 255, 255, 255]
    picture.paste((255, 255, 255, 255), (0, 0, 2, 3))
    picture.save(tmp_path / "white.png")
    shades, notes = read_gray(tmp_path / "white.png")
    assert shades[0].tolist() == [0, 0, 255, 255, 255, 255]
    assert notes == ("it is white on a transparent ground: its opaque parts are drawn",)


def test_the_exif_orientation_is_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter turn clockwise
    half_black("RGB").save(tmp_path / "a.jpg", exif=exif)
    shades = read_gray(tmp_path / "a.jpg").shades
    assert shades.shape == (8, 4)
    assert shades[:3].max() < 40 and shades[5:].min() > 215


def test_the_first_frame_of_an_animation_is_used(tmp_path: Path) -> None:
    frames = [half_black("L"), Image.new("L", (8, 4), "black")]
    frames[0].save(tmp_path / "a.gif", save_all=True, append_images=frames[1:])
    shades, notes = read_gray(tmp_path / "a.gif")
    assert shades[0, 7] == 255
    assert notes == ("it has 2 frames: the first is used",)


def png_header(width: int, height: int) -> bytes:
    """A PNG file that claims a size, and has hardly any data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


COPIES = "".join(f'<g id="g{i + 1}"><use href="#g{i}"/><use href="#g{i}"/></g>' for i in range(40))
REFUSED = [
    ("a.png", png_header(0, 5), "a damaged PNG picture: save it again"),
    ("a.png", png_header(10_001, 5_000), "has 10001x5000 pixels, allowed 50000000 in all and 30000 a side"),
    ("a.png", png_header(10_000, 10_000), "has too many pixels, allowed 50000000 in all; make it smaller"),
    ("a.png", png_header(100_000, 100_000), "has too many pixels, allowed 50000000 in all; make it smaller"),
    ("a.png", png_header(1, 39_000_000), "has 1x39000000 pixels, allowed 50000000 in all and 30000 a side; make"),
    ("a.png", png_header(30_001, 1), "has 30001x1 pixels, allowed 50000000 in all and 30000 a side; make"),
    ("a.png", png_header(10, 10)[:50], "cannot be read: "),
    (
        "a.svg",
        (SVG % (BOX, '<rect id="g0"/>' + COPIES)).encode(),
        "draws more than 200000 elements; simplify it, or save",
    ),
]


@pytest.mark.parametrize(("name", "data", "message"), REFUSED)
def test_files_that_are_refused_in_one_line(name: str, data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FormatError) as error:
        read_gray(tmp_path / name)
    assert str(error.value).startswith(f"{tmp_path / name}: {message}")
    assert "\n" not in str(error.value)


def test_svg_is_rendered_on_white(tmp_path: Path) -> None:
    drawn = SVG % (BOX, '<rect id="a" width="10" height="20"/><use href="#a" x="20"/>')
    (tmp_path / "a.svg").write_text(drawn, encoding="utf-8")
    shades = read_gray(tmp_path / "a.svg").shades
    assert shades.shape == (600, 1200)
    assert shades[300, [100, 450, 750, 1100]].tolist() == [0, 255, 0, 255]


@pytest.mark.parametrize(
    ("width", "height"),
    [
        ("400mm", "200mm"), ("40cm", "200mm"), ("2in", "1in"), ("30pt", "15pt"), ("4pc", "2pc"), ("40px", "20px"),
        ("40", "20"), ("100%", "100%"), ("50%", "50%"), ("3.5e2mm", "175mm"), ("", ""),
    ],
)  # fmt: skip
def test_svg_has_its_size_in_every_unit(width: str, height: str, tmp_path: Path) -> None:
    """Inkscape writes mm by default. Parts with units are drawn in their place too, at 96 dpi."""
    sides = f'width="{width}" height="{height}" ' if width else ""
    drawn = SVG % (sides + BOX, '<rect width="10" height="20"/><rect x="7.9375mm" width="2.64583mm" height="100%"/>')
    (tmp_path / "a.svg").write_text(drawn, encoding="utf-8")
    shades = read_gray(tmp_path / "a.svg").shades
    assert shades.shape[0] == 600 and abs(shades.shape[1] - 1200) <= 2  # sides are whole pixels at first
    assert shades[300, [10, 290, 310, 890, 910, 1190]].tolist() == [0, 0, 255, 255, 0, 0]


def test_svg_without_viewbox_is_as_large_as_its_units_say(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text(SVG % ('width="400mm" height="200mm"', '<rect width="200mm" height="100%"/>'))
    shades = read_gray(tmp_path / "a.svg").shades
    assert abs(shades.shape[1] - 1200) <= 2 and shades[300, [10, 590, 610]].tolist() == [0, 0, 255]
