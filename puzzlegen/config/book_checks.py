"""Checks the rules between the fields of the config of a book."""

from __future__ import annotations

import re
from typing import Any

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
from puzzlegen.config.rules import (
    MAX_PROFILES,
    MAX_SECTIONS,
    answer_key_problems,
    begin_problems,
    book_problems,
    book_two_page_problems,
    choice_problems,
    cover_problems,
    filler_problems,
    folio_problems,
    gallery_problems,
    language_problems,
    qr_code_problems,
    technique_page_problems,
)
from puzzlegen.config.section import SectionConfig, section_problems
from puzzlegen.config.themes import load_theme, theme_problems
from puzzlegen.errors import Problem
from puzzlegen.schema.validation import readable_fields
from puzzlegen.wording import describe


def _theme_problems(name: object, sections: list[dict[str, Any]]) -> list[Problem]:
    """An unknown theme, and sections with more puzzles a page than the theme allows."""
    if not isinstance(name, str) or (problems := theme_problems(name)):
        return problems if isinstance(name, str) else []
    most = load_theme(name).cells.per_page
    if most is None:
        return []
    return [
        Problem(("sections", i, "per_page"), f"found {count}, allowed auto or up to {most} in the theme {name}")
        for i, section in enumerate(sections)
        if (count := section.get("per_page")) is not None and count > most
    ]


def book_checks(data: dict[str, Any]) -> list[Problem]:
    """Check rules between fields, for the fields that could be read."""
    given = data.get("sections")
    # a longer list is refused for its length, so the rest need not be checked
    sections = (
        [readable_fields(SectionConfig, entry) for entry in given[:MAX_SECTIONS]] if isinstance(given, list) else []
    )
    problems = [
        problem.within("sections", index)
        for index, section in enumerate(sections)
        for problem in section_problems(section)
    ]
    problems += technique_page_problems(sections, data.get("front_matter") or {})
    problems += qr_code_problems(sections, readable_fields(AidsConfig, data.get("aids") or {}))
    problems += book_problems(sections) + language_problems(readable_fields(BookConfig, data).get("language"))
    choices = readable_fields(BookConfig, data).get("choices") or ()
    counted = [{"count": len(one["pictures"]), **one} if one.get("pictures") else one for one in sections]
    problems += choice_problems(counted, [(choice.section, choice.place) for choice in choices])
    problems += _theme_problems(data.get("theme", "classic"), sections)
    back = data.get("back_matter")
    key = readable_fields(AnswerKeyConfig, back.get("answer_key") if isinstance(back, dict) else {})
    problems += [problem.within("back_matter", "answer_key") for problem in answer_key_problems(key)]
    problems += _own_page_problems(data)
    problems += gallery_problems(sections, readable_fields(BackMatterConfig, back or {}))
    problems += palette_problems(
        readable_fields(CoverConfig, data.get("cover") or {}).get("palette"), ("cover", "palette")
    )
    cover = readable_fields(CoverConfig, data.get("cover") or {})
    problems += [problem.within("cover") for problem in cover_problems(cover)]
    problems += _title_problems(data)
    page_fields = readable_fields(PageConfig, data.get("page") or {})
    aids = readable_fields(AidsConfig, data.get("aids") or {})
    problems += filler_problems(readable_fields(BookConfig, data))
    problems += book_two_page_problems(sections, aids, page_fields) + begin_problems(sections, page_fields)
    front = readable_fields(FrontMatterConfig, data.get("front_matter") or {})
    problems += folio_problems(page_fields, front, aids, readable_fields(BackMatterConfig, back or {}))
    page = PageConfig.model_validate(page_fields)
    return problems + page_problems(page) + profile_list_problems(page, _profiles(data.get("profiles")))


def _own_page_problems(data: dict[str, Any]) -> list[Problem]:
    """Find own pages with both a file and a text, or with neither."""
    problems = []
    for matter in ("front_matter", "back_matter"):
        group = data.get(matter)
        pages = group.get("pages") if isinstance(group, dict) else None
        for index, page in enumerate(pages if isinstance(pages, list) else []):
            if isinstance(page, dict) and (page.get("file") is None) == (page.get("text") is None):
                found = "found both file and text" if page.get("file") else "found neither file nor text"
                problems.append(Problem((matter, "pages", index), f"{found}, allowed one of them"))
    return problems


def _title_problems(data: dict[str, Any]) -> list[Problem]:
    """Check that the lines of the title on the cover spell the title; a word may be broken at a hyphen."""
    title = readable_fields(BookConfig, data).get("title")
    lines = readable_fields(CoverConfig, data.get("cover") or {}).get("title_lines") or []
    if not lines or not isinstance(title, str) or _letters("".join(lines)) == _letters(title):
        return []
    words = f"found {describe(' '.join(lines))}, expected the words of the title, {describe(title)}, in their order"
    return [Problem(("cover", "title_lines"), words)]


def _letters(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def _profiles(given: object) -> list[PageConfig | None]:
    """The entries as far as they can be read, with only the keys they contain; None for one that is no entry."""
    entries: list[PageConfig | None] = []
    for entry in given[:MAX_PROFILES] if isinstance(given, list) else []:
        keys = {"profile": entry} if isinstance(entry, str) else entry
        if isinstance(keys, dict):
            good = readable_fields(PageConfig, keys)
            entries.append(PageConfig.model_validate({key: good[key] for key in keys if key in good}))
        else:
            entries.append(None)
    return entries
