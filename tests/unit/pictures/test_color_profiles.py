"""Images keep the colors that their profile gives them; the expected ones are computed without a library of colors."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from color_profiles import (
    ADOBE_RGB,
    DISPLAY_P3,
    SRGB,
    Curve,
    gray_profile,
    inks_profile,
    meant,
    meant_by_gray,
    meant_by_lab,
    power,
    rgb_profile,
    srgb_curve,
)
from PIL import Image, ImageCms

from puzzlegen.book.print_images import load_image
from puzzlegen.pictures.image_reader import PRINT_FORMATS, ReadImage, read_image
from puzzlegen.printers.requirements import Space

COLORS = [(200, 90, 20), (120, 150, 130), (255, 255, 255), (0, 0, 0), (90, 90, 90), (60, 40, 160)]
SHIPPED_SRGB = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def read(image: Image.Image, profile: bytes, kind: str = "PNG", **options: object) -> ReadImage:
    out = BytesIO()
    image.save(out, kind, icc_profile=profile, **options)
    return read_image(out.getvalue(), PRINT_FORMATS, colors=True)


def assert_close(found: object, expected: Sequence[int], within: int = 2) -> None:
    assert isinstance(found, tuple)
    assert all(abs(one - other) <= within for one, other in zip(found, expected, strict=True)), (found, expected)


def patches(mode: str = "RGB", side: int = 1) -> Image.Image:
    image = Image.new("RGB", (len(COLORS), 1))
    image.putdata(COLORS)
    return image.resize((len(COLORS) * side, side), Image.Resampling.NEAREST).convert(mode)


@pytest.mark.parametrize(
    ("primaries", "curve"), [(ADOBE_RGB, power(563 / 256)), (DISPLAY_P3, srgb_curve), (SRGB, power(1.8))]
)
def test_colors_of_wide_spaces_become_those_of_srgb(primaries: Sequence[tuple[float, float]], curve: Curve) -> None:
    found = read(patches(), rgb_profile(primaries, curve))
    for column, color in enumerate(COLORS):
        expected = meant(primaries, curve, color)
        assert_close(found.picture.getpixel((column, 0)), expected)
    changed = meant(primaries, curve, COLORS[0])
    assert max(abs(one - other) for one, other in zip(changed, COLORS[0], strict=True)) > 8  # the test shows something
    assert found.notes == ()


def test_photos_and_transparent_images_are_converted_too() -> None:
    profile, curve = rgb_profile(ADOBE_RGB, power(563 / 256)), power(563 / 256)
    photo = read(patches(side=16), profile, "JPEG", quality=98, subsampling=0)
    assert_close(photo.picture.getpixel((8, 8)), meant(ADOBE_RGB, curve, COLORS[0]), within=5)
    clear = patches("RGBA")
    clear.putpixel((0, 0), (*COLORS[0], 77))
    assert_close(read(clear, profile).picture.getpixel((0, 0)), (*meant(ADOBE_RGB, curve, COLORS[0]), 77))
    few = patches().quantize(len(COLORS), dither=Image.Dither.NONE)
    assert_close(read(few, profile).picture.getpixel((0, 0)), meant(ADOBE_RGB, curve, COLORS[0]))


@pytest.mark.parametrize("gamma", [1.0, 1.8, 2.6])
def test_grays_become_those_of_srgb_and_stay_gray(gamma: float) -> None:
    ramp = Image.frombytes("L", (256, 1), bytes(range(256)))
    found = read(ramp, gray_profile(power(gamma))).picture
    assert found.mode == "L"
    for level in (0, 20, 100, 180, 255):
        assert_close((found.getpixel((level, 0)),), (meant_by_gray(power(gamma), level),))
    tinted = read(ramp, rgb_profile(ADOBE_RGB, power(gamma)))  # such files exist, though no standard allows them
    assert tinted.picture.mode == "L" and tinted.notes == ()
    assert_close((tinted.picture.getpixel((100, 0)),), (meant_by_gray(power(gamma), 100),))


def test_inks_become_the_colors_that_their_print_has() -> None:
    def lab(cyan: int, magenta: int, yellow: int, black: int) -> tuple[float, float, float]:
        light = (1 - 0.4 * cyan) * (1 - 0.5 * magenta) * (1 - 0.1 * yellow) * (1 - black)
        return 100 * light, (40 * magenta - 25 * cyan) * light, (50 * yellow - 30 * cyan) * light

    for inks in ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0), (0, 0, 0, 1)):
        image = Image.new("CMYK", (16, 16), tuple(255 * one for one in inks))
        found = read(image, inks_profile(lab), "JPEG", quality=100, subsampling=0)
        assert found.picture.mode == "RGB" and found.notes == ()
        assert_close(found.picture.getpixel((8, 8)), meant_by_lab(*lab(*inks)), within=4)


@pytest.mark.parametrize("profile", [b"", SHIPPED_SRGB, rgb_profile(SRGB, srgb_curve)])
def test_an_image_in_srgb_keeps_every_pixel(profile: bytes) -> None:
    image = Image.radial_gradient("L").convert("RGB")
    found = read(image, profile)
    assert found.picture.tobytes() == image.tobytes() and found.notes == ()


GRAY, WIDE = gray_profile(power(1.8)), rgb_profile(ADOBE_RGB, power(2.2))


@pytest.mark.parametrize(
    ("mode", "kind", "profile"),
    [
        ("RGB", "PNG", b"no profile"), ("RGB", "PNG", WIDE[:200]), ("RGB", "PNG", bytes(4000)), ("RGB", "PNG", GRAY),
        ("RGB", "PNG", inks_profile(lambda *_: (50, 0, 0))), ("CMYK", "JPEG", WIDE), ("RGB", "JPEG", WIDE[:300]),
    ],
)  # fmt: skip
def test_a_profile_that_cannot_be_used_is_said_and_changes_nothing(mode: str, kind: str, profile: bytes) -> None:
    image = patches(mode, side=16)
    found, without = (read(image, one, kind) for one in (profile, b""))
    assert found.picture.tobytes() == without.picture.tobytes() and without.notes == ()
    (note,) = found.notes
    assert (
        note == "its color profile cannot be used, so its colors may print wrong: convert it to sRGB and save it again"
    )


@pytest.mark.parametrize("space", ["grey", "rgb", "cmyk"])
def test_printed_images_have_these_colors_in_every_color_space(space: Space, tmp_path: Path) -> None:
    color = (150, 120, 90)
    expected = meant(ADOBE_RGB, power(2.2), color)
    Image.new("RGB", (3, 2), color).save(tmp_path / "wide.png", icc_profile=WIDE)
    Image.new("RGB", (3, 2), expected).save(tmp_path / "usual.png")
    wide, usual = (load_image(tmp_path / name, "", space) for name in ("wide.png", "usual.png"))
    assert_close(tuple(wide.pixels), usual.pixels, within=4)
    assert wide.note == ""


def test_a_printed_image_has_the_note_about_its_profile(tmp_path: Path) -> None:
    patches().save(tmp_path / "a.png", icc_profile=b"broken")
    note = load_image(tmp_path / "a.png", "cover.artwork.file: ", "rgb").note
    assert note.startswith(f"cover.artwork.file: {tmp_path / 'a.png'}: its color profile cannot be used")
