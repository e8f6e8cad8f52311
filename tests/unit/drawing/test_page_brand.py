"""Colors of a palette on pages and mails: text on them and in them is readable with every palette."""

import re
from itertools import product
from pathlib import Path

import pytest

from puzzlegen.config.palettes import load_palettes
from puzzlegen.drawing.color import hex_of, rgb
from puzzlegen.layout.core.document import RGB
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.web.templates import DARK_GROUNDS, LIGHT_GROUNDS, PageBrand, brand_style, color_values, page_brand

TEMPLATES = Path(__file__).parents[3] / "templates"
NAMED = {name: Palette(rgb(one.ground), rgb(one.ink), rgb(one.accent)) for name, one in load_palettes().items()}
HARD = [
    RGB(*parts) for parts in product((0.0, 0.45, 1.0), repeat=3)
]  # black, white, and colors that are hard to read on both


def grounds(style: str, scheme: str) -> set[str]:
    """The grounds under text in a stylesheet: the first block of variables, or the first one for dark pages."""
    text = (TEMPLATES / style).read_text(encoding="utf-8")
    block = text if scheme == "light" else text.partition("prefers-color-scheme: dark")[2]
    return set(re.findall(r"--(?:cell-)?paper: (#\w{6});", block.partition("}")[0]))


@pytest.mark.parametrize("style", ["page/page.css", "web/archive.css"])
def test_the_grounds_are_those_of_the_pages(style: str) -> None:
    for scheme, known in (("light", LIGHT_GROUNDS), ("dark", DARK_GROUNDS)):
        found = grounds(style, scheme)
        assert found and found <= {hex_of(color) for color in known}, scheme


def test_the_grounds_are_those_of_the_mails() -> None:
    page = (TEMPLATES / "mail" / "page.html").read_text(encoding="utf-8")
    (dark,) = re.findall(r"body, table, td \{ background-color: (#\w+)", page)
    assert rgb(dark) in DARK_GROUNDS
    for name in ("email.html", "digest.html"):
        text = (TEMPLATES / "mail" / name).read_text(encoding="utf-8")
        assert set(re.findall(r"background-color:(#\w+)", text)) == {"#ffffff"}


def worst(brand: PageBrand) -> float:
    values = {name: rgb(color) for name, color in color_values(brand).items()}
    pairs = [(values["text"], ground) for ground in (*LIGHT_GROUNDS, values["on_button"])]
    pairs += [(values["dark.text"], ground) for ground in (*DARK_GROUNDS, values["dark.on_button"])]
    return min(contrast(*pair) for pair in pairs)


@pytest.mark.parametrize("name", NAMED)
def test_every_palette_is_readable(name: str) -> None:
    assert worst(page_brand(NAMED[name])) >= 7


def test_any_other_palette_is_readable_too() -> None:
    for ground, accent in product(HARD, repeat=2):
        assert worst(page_brand(Palette(ground, ground, accent))) >= 7, (ground, accent)


def test_a_readable_color_stays_as_it_is() -> None:
    assert page_brand(NAMED["harbour"]) == PageBrand(NAMED["harbour"].ground, NAMED["harbour"].accent)
    light = {name: page_brand(palette).light for name, palette in NAMED.items()}
    assert len(set(light.values())) == len(NAMED)  # no two palettes have the same color
    assert page_brand(Palette(RGB(1, 1, 1), RGB(0, 0, 0), RGB(0.5, 0.5, 0.5))).light != RGB(1, 1, 1)  # gray alone


def test_the_style_leaves_the_colors_of_the_board_alone() -> None:
    style = brand_style(page_brand(NAMED["tomato"]), "page/brand.css")
    assert not re.search(r"--(accent|tint|wrong|wrong-tint|ink|soft|line|paper)\s*:", style)
    assert "{{" not in style and "\n" not in style and style.count("{") == style.count("}")
    assert all(one in style for one in (hex_of(page_brand(NAMED["tomato"]).light), hex_of(NAMED["tomato"].accent)))
