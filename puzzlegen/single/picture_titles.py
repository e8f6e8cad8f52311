"""The title and hint of a picture."""

from __future__ import annotations

from typing import NamedTuple


class PictureTexts(NamedTuple):
    """Title and hint of a picture, and the language of pages."""

    title: str
    hint: str
    language: str = "en"
