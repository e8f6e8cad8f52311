"""A build warns of each image whose color profile cannot be used, wherever it is printed."""

from pathlib import Path

import pytest
from color_profiles import ADOBE_RGB, power, rgb_profile
from PIL import Image
from small_book import BOUND, design_of

from puzzlegen.book.design import editions_of
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.config.load import loads_book

IMAGES = (
    "logo: {file: logo.png, width_mm: 20}\n"
    "cover: {make: yes, artwork: art.png}\n"
)  # fmt: skip
PAGE = 'front_matter:\n  pages: [{text: "![](page.png)"}]\n'


def warnings(profile: bytes) -> list[str]:
    for name, size in (("logo.png", (600, 300)), ("art.png", (1900, 2900)), ("page.png", (1200, 900))):
        Image.new("RGB", size, (200, 90, 20)).save(name, icc_profile=profile)
    config = loads_book(BOUND.replace("front_matter:\n", PAGE) + IMAGES)
    design = design_of(config)
    return check_layout_with_placeholders(editions_of(config, design.messages.paper), design).warnings


def test_each_image_with_a_broken_profile_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = [line for line in warnings(b"broken") if "color profile" in line]
    assert sorted(line.partition(": its color profile cannot be used")[0] for line in found) == [
        "cover.artwork.file: art.png",
        "logo.file: logo.png",
        "text:1: page.png",
    ]


def test_a_sound_profile_needs_no_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not any("profile" in line for line in warnings(rgb_profile(ADOBE_RGB, power(2.2))))
