"""The colors of a publisher for pages and mails of a daily, adapted from a palette so that all text is readable.

On the board, colors have the same meaning in every daily: red is a mistake, blue a hint. The palette colors what is
around the board: a band at the top, the title, links, buttons and the icon.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from puzzlegen.config.palettes import COVERS, load_palettes
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.drawing.html_pages import fill_template
from puzzlegen.drawing.indexed_color import hex_of, rgb
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import RGB
from puzzlegen.layout.core.theme import Palette, contrast

LEAST_CONTRAST = 7.0  # WCAG 2, level AAA, for text of any size
_LEAST_SATURATION = 0.15  # a ground with less saturation looks like white or cream paper
_STEPS = 64  # from a color to black or white
_SPACES = re.compile(r"\s*([{};:,])\s*")  # that can be removed from the short styles of a brand
WHITE, BLACK = RGB(1.0, 1.0, 1.0), RGB(0.0, 0.0, 0.0)

# The grounds on which pages and mails have text, as templates/page, web and mail define them.
LIGHT_GROUNDS = tuple(map(rgb, ("#fdfcf9", "#ffffff")))
DARK_GROUNDS = tuple(map(rgb, ("#161719", "#1c1c1e", "#1d1f22")))
ON_LIGHT, ON_DARK = WHITE, DARK_GROUNDS[0]  # of text on a button, for light and dark pages


@dataclass(frozen=True, slots=True)
class PageBrand:
    """The color of a palette on pages and mails, for light and for dark ones."""

    light: RGB
    dark: RGB


@cache
def palette_named(name: str) -> Palette:
    """Return the palette of a name in templates/covers.yaml. Raises ConfigError if there is none."""
    palettes = load_palettes()
    if name not in palettes:
        allowed = f"{', '.join(palettes)}{did_you_mean(name, palettes)}"
        raise ConfigError(f"palette: {COVERS} has no {describe(name)}, only {allowed}")
    colors = palettes[name]
    return Palette(rgb(colors.ground), rgb(colors.ink), rgb(colors.accent))


@cache
def brand_named(palette: str) -> PageBrand:
    """Return the colors of a palette on pages and mails. Raises ConfigError as ``palette_named`` does."""
    return page_brand(palette_named(palette))


def page_brand(palette: Palette) -> PageBrand:
    """Return the colors of a palette, changed as far as text on pages and on buttons needs."""
    colored = [color for color in (palette.ground, palette.accent) if _saturation(color) >= _LEAST_SATURATION]
    candidates = colored or [palette.accent]
    return PageBrand(
        _readable(candidates, BLACK, (*LIGHT_GROUNDS, ON_LIGHT)), _readable(candidates, WHITE, (*DARK_GROUNDS, ON_DARK))
    )


def brand_style(brand: PageBrand, *names: str) -> str:
    """Return the styles of these names, filled with the colors, which follow those of a page.

    Raises ConfigError as ``fill_template`` does.
    """
    values = color_values(brand)
    return "".join(_SPACES.sub(r"\1", fill_template(name, values)).strip() for name in names)


@dataclass(frozen=True, slots=True)
class PageLogo:
    """A logo on a page: its path or data URI, size in CSS pixels, alternative text, and the URL that it leads to."""

    address: str
    width: int
    height: int
    alt: str
    home: str = ""

    @property
    def markup(self) -> str:
        """The logo, with its link if it leads to a URL."""
        size = f'width="{self.width}" height="{self.height}"'
        image = f'<img src="{escape(self.address)}" {size} alt="{escape(self.alt)}">'
        linked = f'<a href="{escape(self.home)}">{image}</a>' if self.home else image
        return f'<p class="logo">{linked}</p>'

    @property
    def style(self) -> str:
        """The style that follows those of the page."""
        return _SPACES.sub(r"\1", fill_template("page/logo.css", {"width": str(self.width)})).strip()


def color_values(brand: PageBrand) -> dict[str, str]:
    """Return the colors by the names of their placeholders."""
    colors = {"text": brand.light, "on_button": ON_LIGHT, "dark.text": brand.dark, "dark.on_button": ON_DARK}
    return {name: hex_of(color) for name, color in colors.items()}


def _readable(candidates: Sequence[RGB], toward: RGB, grounds: Sequence[RGB]) -> RGB:
    """Return the candidate that needs the least change toward black or white to be readable on all grounds, changed."""
    for step in range(_STEPS + 1):
        for color in candidates:
            changed = rgb(hex_of(Palette(toward, toward, toward).blend(color, 1 - step / _STEPS)))
            if all(contrast(changed, ground) >= LEAST_CONTRAST for ground in grounds):
                return changed
    return toward


def _saturation(color: RGB) -> float:
    parts = (color.red, color.green, color.blue)
    return (max(parts) - min(parts)) / max(parts) if max(parts) else 0.0
