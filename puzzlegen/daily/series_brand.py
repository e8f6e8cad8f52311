"""The look of a series: the palette that its config names, for the picture for link previews, pages and mails."""

from __future__ import annotations

from functools import cache

from puzzlegen.config.palettes import COVERS, load_palettes
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.daily.mail_parts import MailLook
from puzzlegen.daily.series_logo import logo_of
from puzzlegen.drawing.indexed_color import rgb
from puzzlegen.drawing.page_brand import PageBrand, page_brand
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.theme import Palette
from puzzlegen.ledger.issued_day import Series


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


def mail_look(series: Series) -> MailLook:
    """Return the look of the mails of a series. Raises ConfigError as ``palette_named`` does."""
    home = (series.home, series.home_name) if series.home else None
    return MailLook(brand_named(series.palette), home, series.address, logo_of(series))
