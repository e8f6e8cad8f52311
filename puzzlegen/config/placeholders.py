"""Finds values that a config kept from a shipped one and that should not be published: example addresses and seeds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from puzzlegen.schema.isbn import EXAMPLE, isbn_digits
from puzzlegen.wording import describe

if TYPE_CHECKING:  # runs of a daily need no config of a book
    from puzzlegen.config.book import BookConfig, CoverConfig

# The domains that docs and shipped configs use: RFC 2606 reserves them, so they cannot have a site.
EXAMPLE_DOMAINS = ("example.com", "example.net", "example.org")

# The text of ``series`` in each file of configs/, which is not installed with the package.
SHIPPED_SERIES = frozenset(
    {
        "children, volume 1",
        "classroom pack 1",
        "daily pencil",
        "holidays, volume 1",
        "ideas, volume 1",
        "large print, volume 1",
        "magazine filler, issue 1",
        "minimal 1",
        "on glass, volume 1",
        "one hundred, volume 1",
        "pictures 1",
        "sampler volume 1",
        "six ways, volume 1",
        "travel, volume 1",
    }
)
# Titles and the author of the same files. "Minesweeper", the title of one of them, may be anyone's.
SHIPPED_TITLES = frozenset(
    {
        "Large Print Minefields",
        "Minefields for the Road",
        "Minefields with a Twist",
        "Mines on Glass",
        "Minesweeper for the Classroom",
        "My First Minesweeper",
        "One Hundred Hidden Pictures",
        "One Hundred Minefields",
        "Six Ways to Find a Mine",
        "Sixty Quiet Minefields",
        "The Holiday Minesweeper Book",
        "The Pencil Minesweeper Sampler",
    }
)
SHIPPED_AUTHOR = "The puzzlegen Press"
_COVER_TEXTS = ("back", "about", "website")
_EXAMPLE = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, EXAMPLE_DOMAINS))})(?!\.?[\w-])", re.IGNORECASE)


def book_placeholders(config: BookConfig) -> Iterator[str]:
    """Yield a problem for each placeholder in the config of a book, but one for its names together."""
    yield from placeholders(config.series, {"aids.qr_url": config.aids.qr_url} if config.aids.qr else {})
    yield from _examples(config.front_matter.copyright, config.cover)
    names = {
        "title": config.title in SHIPPED_TITLES,
        "author": config.author == SHIPPED_AUTHOR,
        "front_matter.copyright": SHIPPED_AUTHOR in (config.front_matter.copyright or ""),
    }
    if kept := [name for name, shipped in names.items() if shipped]:
        yield f"{', '.join(kept)}: as in a shipped config: write your own names before you publish"


def _examples(notice: str | None, cover: CoverConfig) -> Iterator[str]:
    texts = {"front_matter.copyright": notice, **{f"cover.{key}": getattr(cover, key) for key in _COVER_TEXTS}}
    for key, text in texts.items():
        if text and (match := _EXAMPLE.search(text)):
            yield f"{key}: {match[0]} is a domain for examples: write your own address, or none"
    if cover.isbn and isbn_digits(cover.isbn) == isbn_digits(EXAMPLE):
        yield f"cover.isbn: {cover.isbn} is the example of the docs: write that of your book, or none"


def placeholders(series: str, addresses: Mapping[str, str]) -> Iterator[str]:
    """Yield a problem for each placeholder; ``addresses`` are URLs by the name of their config key."""
    for key, address in addresses.items():
        host = (urlsplit(address).hostname or "").rstrip(".")
        domain = next((example for example in EXAMPLE_DOMAINS if f".{host}".endswith(f".{example}")), None)
        if domain:
            yield f"{key}: {domain} is a domain for examples, and leads readers nowhere: set your own address"
    if series in SHIPPED_SERIES:
        yield (
            f"series: {describe(series)} is the seed of a shipped config, and gives everyone the same puzzles: set a "
            "text of your own before you publish"
        )
