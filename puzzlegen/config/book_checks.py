"""Checks the rules between the fields of the config of a book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzlegen.config import rules
from puzzlegen.config.book import (
    AidsConfig,
    AnswerKeyConfig,
    BackMatterConfig,
    BookConfig,
    CoverConfig,
    FrontMatterConfig,
    PageConfig,
)
from puzzlegen.config.pages import page_problems, profile_list_problems
from puzzlegen.config.palettes import palette_problems
from puzzlegen.config.section import SectionConfig, section_problems
from puzzlegen.config.themes import load_theme, ornament_problems, theme_problems
from puzzlegen.errors import Problem
from puzzlegen.schema.validation import ConfigGroup, readable_fields
from puzzlegen.wording import describe


def _theme_problems(name: object, sections: list[dict[str, Any]]) -> list[Problem]:
    """An unknown theme, and sections with more puzzles a page than the theme allows."""
    if not isinstance(name, str) or (problems := theme_problems(name)):
        return problems if isinstance(name, str) else []
    most = load_theme(name).cells.per_page
    if most is None:
        return []
    return [
        Problem.not_allowed(("sections", i, "per_page"), str(count), f"auto or up to {most} in the theme {name}")
        for i, section in enumerate(sections)
        if (count := section.get("per_page")) is not None and count > most
    ]


_GROUPS: dict[str, type[ConfigGroup]] = {  # in the order in which ``book_checks`` takes them
    "cover": CoverConfig,
    "page": PageConfig,
    "aids": AidsConfig,
    "front_matter": FrontMatterConfig,
    "back_matter": BackMatterConfig,
}


def book_checks(data: dict[str, Any]) -> list[Problem]:
    """Check rules between fields, for the fields that could be read."""
    book = readable_fields(BookConfig, data)
    cover, page, aids, front, back = (readable_fields(group, data.get(name) or {}) for name, group in _GROUPS.items())
    given = data.get("back_matter")
    key = readable_fields(AnswerKeyConfig, given.get("answer_key") if isinstance(given, dict) else {})
    sections = _readable_sections(data.get("sections"))
    checked_page = PageConfig.model_validate(page)
    return [
        *(
            problem.within("sections", index)
            for index, section in enumerate(sections)
            for problem in section_problems(section)
        ),
        *rules.qr_code_problems(sections, aids),
        *rules.book_problems(sections),
        *rules.language_problems(book.get("language")),
        *_choice_problems(sections, book),
        *_theme_problems(data.get("theme", "classic"), sections),
        *ornament_problems(book),
        *(problem.within("back_matter", "answer_key") for problem in rules.answer_key_problems(key)),
        *_own_page_problems(data),
        *rules.gallery_problems(sections, back),
        *palette_problems(cover.get("palette"), ("cover", "palette")),
        *(problem.within("aids") for problem in rules.hint_problems(aids)),
        *(problem.within("cover") for problem in rules.cover_problems(cover)),
        *_title_problems(book.get("title"), cover.get("title_lines") or []),
        *rules.filler_problems(book),
        *rules.book_two_page_problems(sections, aids, page),
        *rules.begin_problems(sections, page),
        *rules.next_spread_problems(sections, key),
        *rules.folio_problems(page, front, aids, back),
        *page_problems(checked_page),
        *profile_list_problems(checked_page, _profiles(data.get("profiles"))),
    ]


def _readable_sections(given: object) -> list[dict[str, Any]]:
    """Return the fields of each section that can be read. A longer list is refused for its length."""
    entries = given[: rules.MAX_SECTIONS] if isinstance(given, list) else []
    return [readable_fields(SectionConfig, entry) for entry in entries]


def _choice_problems(sections: list[dict[str, Any]], book: Mapping[str, Any]) -> list[Problem]:
    """Check the places of chosen puzzles; sections with pictures have as many puzzles as pictures."""
    counted = [
        {"count": len(section["pictures"]), **section} if section.get("pictures") else section for section in sections
    ]
    return rules.choice_problems(counted, [(choice.section, choice.place) for choice in book.get("choices") or ()])


def _own_page_problems(data: dict[str, Any]) -> list[Problem]:
    """Find own pages with both a file and a text, or with neither."""
    problems = []
    for matter in ("front_matter", "back_matter"):
        group = data.get(matter)
        pages = group.get("pages") if isinstance(group, dict) else None
        for index, page in enumerate(pages if isinstance(pages, list) else []):
            if isinstance(page, dict) and (page.get("file") is None) == (page.get("text") is None):
                sources = "found both file and text" if page.get("file") else "found neither file nor text"
                problems.append(Problem((matter, "pages", index), f"{sources}, allowed one of them"))
    return problems


def _title_problems(title: object, lines: Sequence[str]) -> list[Problem]:
    """Check that the lines of the title on the cover spell the title; a word may be broken at a hyphen."""
    if not lines or not isinstance(title, str) or _letters("".join(lines)) == _letters(title):
        return []
    words = f"found {describe(' '.join(lines))}, expected the words of the title, {describe(title)}, in their order"
    return [Problem(("cover", "title_lines"), words)]


def _letters(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def _profiles(given: object) -> list[PageConfig | None]:
    """The entries as far as they can be read, with only the keys they contain; None for one that is no entry."""
    entries: list[PageConfig | None] = []
    for entry in given[: rules.MAX_PROFILES] if isinstance(given, list) else []:
        keys = {"profile": entry} if isinstance(entry, str) else entry
        if isinstance(keys, dict):
            good = readable_fields(PageConfig, keys)
            entries.append(PageConfig.model_validate({key: good[key] for key in keys if key in good}))
        else:
            entries.append(None)
    return entries
