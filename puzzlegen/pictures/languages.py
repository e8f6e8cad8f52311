"""Chooses the title or hint of a picture in a language."""

from __future__ import annotations

from collections.abc import Mapping


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Return the text in a language, else the one without a language, else an empty one."""
    return texts.get(language) or texts.get("", "")
