"""The parts that all mails of a series share, in its colors: the frame around the content, buttons and links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import ceil

from puzzlegen.daily.series_logo import Logo, logo_of
from puzzlegen.daily.series_words import home_of
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.html_pages import escape_values, fill_template
from puzzlegen.drawing.page_brand import PageBrand, brand_named, color_values
from puzzlegen.ledger.issued_day import Series

BETWEEN_FACTS = "\u00a0· "  # no line begins with the dot
_BETWEEN_LINKS = "&nbsp;&nbsp;&nbsp; "
Lines = Iterable[str]  # of a paragraph in plain text
_RANGE = re.compile(r"\d+–\d+")  # of numbers, such as a par time of 1–3 minutes
_BUTTON_TYPE, _BUTTON_PADDING = 16, 40  # CSS pixels, as in templates/mail/button.html; the padding of both sides
_WIDER = 1.2  # how much wider the fonts of Outlook are than ours: Segoe UI by a tenth


@dataclass(frozen=True)
class MailLook:
    """The look of the mails of a series: its colors, and the URL of the publisher's own site with the text of its link.

    ``home`` is None for no link. ``address`` is the URL of the series; its ``logo`` is there. The methods raise
    ConfigError for a template of the user that cannot be filled.
    """

    brand: PageBrand
    home: tuple[str, str] | None
    address: str = ""
    logo: Logo | None = None

    @cached_property
    def _colors(self) -> dict[str, str]:
        return {f"color.{name}": color for name, color in color_values(self.brand).items()}

    def fill(self, name: str, texts: Mapping[str, str], markup: Mapping[str, str] | None = None) -> str:
        """Fill a template of ``templates/mail`` with escaped texts, finished markup, and the colors."""
        return fill_template(f"mail/{name}", {**self._colors, **escape_values(texts), **(markup or {})})

    def button(self, address: str, text: str) -> str:
        """Return a button that leads to a URL. All of it can be clicked, with its padding.

        Outlook for Windows does not pad links, so it gets a shape of a fixed width instead.
        """
        width = ceil(FontMetrics().width(text, "bold") * _BUTTON_TYPE * _WIDER) + _BUTTON_PADDING
        return self.fill("button.html", {"address": address, "text": text, "width": str(width)}).strip()

    def links(self, links: Iterable[tuple[str, str]]) -> str:
        """Return links, each a URL with its text, that stand beside a button, or together below it."""
        parts = (self.fill("link.html", {"address": address, "text": text}).strip() for address, text in links)
        return self.fill("links.html", {}, {"links": _BETWEEN_LINKS.join(parts)}).strip()

    def home_link(self) -> str:
        """Return a paragraph with the link to the publisher's own site, empty without one."""
        if self.home is None:
            return ""
        return "\n" + self.fill("home.html", {"home": self.home[0], "words.home": self.home[1]}).strip()

    def whole_mail(self, snippet: str, language: str, title: str, preheader: str) -> str:
        """Fill templates/mail/page.html: a snippet as a whole mail, with title, preview text and dark colors."""
        texts = {"language": language, "title": title, "preheader": preheader}
        return self.fill("page.html", texts, {"snippet": snippet.rstrip("\n")})

    def logo_row(self) -> str:
        """Return a paragraph with the logo, empty without one."""
        if self.logo is None:
            return ""
        texts = {
            "home": self.home[0] if self.home else self.address,
            "picture": self.address + self.logo.file,
            "width": str(self.logo.width),
            "height": str(self.logo.height),
            "alt": self.logo.alt,
        }
        return "\n" + self.fill("logo.html", texts).strip()

    def facts(self, facts: Iterable[str], between: str = BETWEEN_FACTS) -> str:
        """Return facts in a row as markup. No line breaks after the dash of a range of numbers.

        ``between`` stands between them: a comma where most rows are wrapped, because a line looks cut off after a dot.

        Word, which draws mails in Outlook, shows a box for the word joiner that pages to play on have there.
        """
        text = escape(between.join(facts))
        return _RANGE.sub(lambda found: f'<span style="white-space:nowrap;">{found[0]}</span>', text)

    def together(self, text: str) -> str:
        """Return markup in which no line breaks within a text, unless the text alone is wider than its column.

        No-break spaces would make the column wider instead, and the mail wider than the screen of a phone whose font is
        wide: "30 de septiembre" takes 163 CSS pixels in DejaVu Sans, of 136.
        """
        return f'<span style="display:inline-block;">{escape(text)}</span>'

    def plain_text(self, paragraphs: Iterable[Lines]) -> str:
        """Return a mail as plain text, with the link to the publisher's own site at the end."""
        last = [[f"{self.home[1]}: {self.home[0]}"]] if self.home else []
        return "\n\n".join("\n".join(lines) for lines in (*paragraphs, *last)) + "\n"


def mail_look(series: Series) -> MailLook:
    """Return the look of the mails of a series. Raises ConfigError as ``palette_named`` does."""
    return MailLook(brand_named(series.palette), home_of(series), series.address, logo_of(series))
