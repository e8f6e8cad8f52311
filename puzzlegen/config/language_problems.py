"""Checks the language of a config."""

from __future__ import annotations

from puzzlegen.config.cross_field_rules import Problem
from puzzlegen.config.reading.message_parts import describe, did_you_mean
from puzzlegen.config.reading.text_direction import is_right_to_left, right_to_left_language
from puzzlegen.config.template_lookup import WORDS, languages


def language_problems(language: str | None) -> list[Problem]:
    """Return what is wrong with a language; None stands for one that could not be read."""
    known = languages()
    if language is None:
        return []
    if is_right_to_left(language):
        return [Problem(("language",), right_to_left_language(language, known))]
    if language in known:
        return []
    words = f"found {describe(language)}, allowed {', '.join(known)}{did_you_mean(language, known)}"
    return [Problem(("language",), f"{words}; to add one, make a folder of templates with a {WORDS}")]
