"""What feeds and archive tell of: plain values; all texts are plain text, and are escaped where they are put in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Channel:
    """A series, with no ``author`` if that is empty.

    ``address`` is its archive's, ``json`` and ``rss`` are those of its feeds; all are absolute.
    """

    title: str
    about: str
    author: str
    language: str
    address: str
    json: str
    rss: str


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle in the feeds. All addresses are absolute.

    ``id`` is its address for ever, ``address`` the one that holds now. ``html`` is its content as markup, ``text`` the
    same as plain text. ``banner`` is a wide picture. ``size`` is that of the PDF ``document`` in bytes; without it the
    item has no PDF.
    """

    id: str
    address: str
    title: str
    published: datetime
    language: str
    html: str
    text: str
    picture: str
    banner: str
    document: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Content:
    """What an item shows. All addresses are absolute; ``links`` are words and addresses, after that to play."""

    picture: str
    alt: str
    address: str
    play: str
    heading: str
    rows: tuple[str, ...]
    links: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A day of a calendar. ``id`` is the same for ever."""

    id: str
    day: date
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class Card:
    """A puzzle in the archive. ``level`` is its difficulty in marks, 1 to 4; ``folder`` is its folder's name.

    ``name`` is its number in words, such as "No. 12", ``facts`` its size, ``alt`` its picture in words; ``solved`` says
    whether its solution may be shown.
    """

    day: date
    folder: str
    name: str
    facts: str
    difficulty: str
    level: int
    alt: str
    solved: bool
