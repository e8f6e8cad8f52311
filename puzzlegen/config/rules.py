"""Checks rules between fields of a config.

Each function takes only the fields that could be read, so that one bad value hides no other problem.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from puzzlegen.board.difficulty import LOW
from puzzlegen.board.lattices import MINESWEEPER, VARIANTS, missing_messages
from puzzlegen.board.spec import spec_problems
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.errors import Problem
from puzzlegen.files.templates import language_problem
from puzzlegen.wording import describe, did_you_mean

MAX_SECTIONS = 100
MAX_PROFILES = 20
NEXT_SPREAD = "next spread"  # place of answers: at the foot of later pages
MAX_PUZZLES = 10_000  # more than ten of the thickest books that a printer binds


def section_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check one section: messages for its kind, shape, density with spread, the smallest board, the layout."""
    if "kind" in section and (words := missing_messages(VARIANTS[section["kind"]])):
        return [Problem(("kind",), words)]
    checks = (two_page_problems, _title_problems, _dateline_problems, _finale_problems)
    if problems := [problem for check in checks for problem in check(section)]:
        return problems
    if section.get("pictures"):
        return _picture_problems(section)
    return spec_problems(section, section.get("size", ()))


def language_problems(language: str | None) -> list[Problem]:
    """Check the language of a config; None stands for one that could not be read."""
    words = None if language is None else language_problem(language)
    return [Problem(("language",), words)] if words else []


def two_page_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check that a section with two pages a puzzle has pictures."""
    if not section.get("two_pages"):
        return []
    if "pictures" in section and not section["pictures"]:
        return [Problem(("two_pages",), "found yes, but the section has no pictures; leave it out")]
    if section.get("per_page") not in (None, 1):
        words = f"found {section['per_page']} and two_pages, but there is one puzzle on them; leave per_page out"
        return [Problem(("per_page",), words)]
    return []


def _title_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check that titles are for puzzles of the section, and not for pictures, which have their own."""
    titles = section.get("titles") or {}
    if titles and section.get("pictures"):
        return [Problem(("titles",), "found titles and pictures; give each picture its title in pictures")]
    count = section.get("count", MAX_PUZZLES)
    wrong = [place for place in titles if not re.fullmatch(r"[1-9]\d{0,3}", place, re.ASCII) or int(place) > count]
    words = f"the numbers of the section's puzzles, 1 to {count}"
    return [Problem.not_allowed(("titles", place), f"a title for {describe(place)}", words) for place in wrong]


def _dateline_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check that a section with a dateline has a heading above its puzzles."""
    if not section.get("dateline") or section.get("begin") == "same page" or "begin" not in section:
        return []
    words = "it stands above a heading on a page of puzzles; set begin: same page, or leave it out"
    return [Problem(("dateline",), words)]


def _finale_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check that the last puzzle of a section with a finale is the hardest one, and may have a page alone."""
    if not section.get("finale"):
        return []
    others = {
        "pictures": section.get("pictures"),
        "begin: blank pages": section.get("begin") == "blank pages",
        "several sizes": len({*section.get("size", ())}) > 1,
        "count: 1": section.get("count") == 1,
    }
    words = "found yes and {}, which exclude each other; change one of them"
    return [Problem(("finale",), words.format(other)) for other, is_given in others.items() if is_given][:1]


def book_two_page_problems(sections: Sequence[Mapping[str, Any]], aids: Mapping[str, Any], page: Any) -> list[Problem]:
    """Check that the rest of the book allows puzzles over two pages; ``page`` is the page group as read."""
    places = [i for i, section in enumerate(sections) if section.get("two_pages")]
    other = "aids.qr" if aids.get("qr") else ""
    if isinstance(page, Mapping) and page.get("single_sided"):
        other = "page.single_sided"
    words = f"found yes and {other}, which exclude each other; remove one of them"
    return [Problem(("sections", i, "two_pages"), words) for i in places if other]


def filler_problems(book: Mapping[str, Any]) -> list[Problem]:
    """Check that a book has quotations where its fillers print them, and prints those that it has."""
    wanted, given = "quotation" in (book.get("fillers") or ()), book.get("quotations")
    if wanted and not given and "quotations" in book:
        return [Problem(("fillers",), "found quotation, but there is none; write some in quotations, or take tip")]
    if given and not wanted and "fillers" in book:
        return [Problem(("quotations",), "fillers prints no quotation; add quotation there, or remove the texts")]
    return []


def begin_problems(sections: Sequence[Mapping[str, Any]], page: Any) -> list[Problem]:
    """Check that sections begin where their puzzles may stand; ``page`` is the page group as read."""
    single_sided = isinstance(page, Mapping) and page.get("single_sided")
    problems = []
    for i, section in enumerate(sections):
        begin, other = section.get("begin"), "two_pages" if section.get("two_pages") else "page.single_sided"
        if begin not in (None, "right") and (single_sided or section.get("two_pages")):
            words = f"found {begin} and {other}, which exclude each other; remove one of them"
            problems.append(Problem(("sections", i, "begin"), words))
        elif begin == "blank pages" and (i == 0 or i < len(sections) - 1):
            words = "found blank pages, allowed only in the last of several sections; move the section to the end"
            problems.append(Problem(("sections", i, "begin"), words))
    return problems


def _picture_problems(section: Mapping[str, Any]) -> list[Problem]:
    """Check that the other keys leave the mines, the boards and the number of puzzles to the pictures."""
    pictures = section["pictures"]
    problems = []
    if section.get("count", len(pictures)) != len(pictures):
        words = f"found {section['count']}, but pictures has {len(pictures)} of them; leave count out"
        problems.append(Problem(("count",), words))
    drawn = "layout" in section and section["layout"] != LayoutConfig()
    keys = ("hand", "shape", "idea", "technique", "score", "start")
    given = [name for name in keys if section.get(name) is not None]
    improved = section.get("effort") not in (None, LOW)  # changes of mines would spoil the picture
    for name in ["layout"] * drawn + ["effort"] * improved + given:
        problems.append(Problem((name,), f"found pictures and {name}, which exclude each other; remove one of them"))
    return problems


def answer_key_problems(key: Mapping[str, Any]) -> list[Problem]:
    """Check the answer key: place with grouping and order."""
    place = key.get("place", "")
    way = {"section": "section by section", NEXT_SPREAD: "page by page"}.get(place)
    refused = [("grouping", "none")] * bool(way) + [("order", "shuffled")] * (place == NEXT_SPREAD)
    words = f"but place: {place} prints the answers {way}; remove one of them"
    return [Problem((name,), f"found {value}, {words}") for name, value in refused if key.get(name) == value]


def next_spread_problems(sections: Sequence[Mapping[str, Any]], key: Mapping[str, Any]) -> list[Problem]:
    """Check that the puzzles of all sections have pages behind them for answers on the next spread."""
    words = f"found {{}} and back_matter.answer_key.place: {NEXT_SPREAD}, which exclude each other; remove one of them"
    values = [(i, name, section.get(name)) for i, section in enumerate(sections) for name in ("two_pages", "begin")]
    refused = {True: "yes", "blank pages": "blank pages"} if key.get("place") == NEXT_SPREAD else {}
    return [Problem(("sections", i, name), words.format(refused[v])) for i, name, v in values if v in refused]


def hint_problems(aids: Mapping[str, Any]) -> list[Problem]:
    """Check that answers to hints are turned only where they stand below the hints."""
    where, answers = aids.get("hints"), aids.get("hint_answers")
    if None in (where, answers) or where == "back" or (where, answers) == ("foot", "apart"):
        return []
    words = f"found {answers}, but hints: {where} has no hints at the back; leave it out, or set hints: back"
    return [Problem(("hint_answers",), words)]


def cover_problems(cover: Mapping[str, Any]) -> list[Problem]:
    """Check the cover: a barcode needs an ISBN."""
    if cover.get("own_barcode") and "isbn" in cover and cover["isbn"] is None:
        return [Problem(("own_barcode",), "found yes, but a barcode needs the ISBN; set cover.isbn, or leave it out")]
    return []


def folio_problems(
    page: Mapping[str, Any], front: Mapping[str, Any], aids: Mapping[str, Any], back: Mapping[str, Any]
) -> list[Problem]:
    """Check that a book without page numbers names no pages; the arguments are its groups as read."""
    if page.get("folio", True):
        return []
    names = []
    if front.get("contents"):
        names.append("front_matter.contents: yes")
    if aids.get("hints") == "back":
        names.append("aids.hints: back")
    if back.get("walkthroughs", "none") != "none":
        names.append(f"back_matter.walkthroughs: {back['walkthroughs']}")
    key = back.get("answer_key", True)
    if key is not None and getattr(key, "place", "back") != "separate":
        names.append("answers in the book")
    words = "found no and {}, which names pages; print page numbers, or change that"
    return [Problem(("page", "folio"), words.format(name)) for name in names]


def gallery_problems(sections: Sequence[Mapping[str, Any]], back: Mapping[str, Any]) -> list[Problem]:
    """Check that a gallery has pictures, and that the book has answers; ``back`` is the back matter as read."""
    if not back.get("gallery"):
        return []
    words = []
    read = all("pictures" in section for section in sections)  # else their own problem is enough
    if read and not any(
        section.get("pictures") and VARIANTS[section.get("kind", MINESWEEPER.name)].clue_on_mine for section in sections
    ):
        words.append("found yes, but no section has pictures and kind: mosaic; leave it out")
    key = back.get("answer_key", True)
    if key is None or getattr(key, "place", "back") == "separate":
        words.append("found yes, but the book has no answers, which a gallery shows; leave it out")
    return [Problem(("back_matter", "gallery"), problem) for problem in words]


def qr_code_problems(sections: Sequence[Mapping[str, Any]], aids: Mapping[str, Any]) -> list[Problem]:
    """Check that the QR codes can hold the puzzles of all sections."""
    if not aids.get("qr") or "{puzzle}" not in aids.get("qr_url", ""):
        return []
    words = (
        "found yes, but the address in aids.qr_url cannot hold a number of mines; "
        "use an address with {number}, or leave out aids.qr or total"
    )
    problems = [
        Problem(("sections", i, "total"), words) for i, section in enumerate(sections) if _of_any_kind(section, "total")
    ]
    remedy = "use an address with {number} in aids.qr_url, or leave out aids.qr"
    problems += [
        Problem(("sections", i, "shape"), f"the codes of aids.qr lead to puzz.link, which has no such boards; {remedy}")
        for i, section in enumerate(sections)
        if _of_any_kind(section, "shape")
    ]
    return problems + [
        Problem(
            ("sections", i, "mix" if section.get("mix") else "kind"),
            f"found {kind}, but the codes of aids.qr lead to puzz.link, which has no such puzzles; {remedy}",
        )
        for i, section in enumerate(sections)
        for kind in _kinds(section)
        if not VARIANTS[kind].on_puzzlink
    ]


def _kinds(section: Mapping[str, Any]) -> list[str]:
    """Return the names of the kinds of a section's puzzles."""
    mix = section.get("mix") or ()
    return [settings.kind for settings in mix] or [section.get("kind", MINESWEEPER.name)]


def _of_any_kind(section: Mapping[str, Any], name: str) -> bool:
    """Tell whether puzzles of the section have what the key asks for."""
    return bool(section.get(name)) or any(getattr(settings, name) for settings in section.get("mix") or ())


def book_problems(sections: Sequence[Mapping[str, Any]]) -> list[Problem]:
    """Check all sections together: different names, and the number of puzzles."""
    problems = []
    first: dict[str, int] = {}
    for index, section in enumerate(sections):
        if "name" not in section:
            continue
        other = first.setdefault(section["name"].casefold(), index)
        if other != index:
            words = (
                f"found {describe(section['name'])}, also the name of sections[{other + 1}]; each needs its own name"
            )
            problems.append(Problem(("sections", index, "name"), words))
    total = sum(section.get("count", 0) for section in sections)
    if total > MAX_PUZZLES:
        words = (
            f"found {total} puzzles in all, allowed up to {MAX_PUZZLES}; make several books, each with its own series"
        )
        problems.append(Problem(("sections",), words))
    return problems


def choice_problems(sections: Sequence[Mapping[str, Any]], choices: Sequence[tuple[str, int]]) -> list[Problem]:
    """Check the places of chosen puzzles, each the name of a section and a place in it: known, and none twice."""
    counts = {section["name"]: section["count"] for section in sections if "name" in section and "count" in section}
    if len(counts) < len(sections):
        return []  # the sections have problems, which must be fixed first
    problems = []
    seen: set[tuple[str, int]] = set()
    for index, (name, place) in enumerate(choices):
        words = ""
        if name not in counts:
            words = f"found the section {describe(name)}, allowed those of the book{did_you_mean(name, counts)}"
        elif place > counts[name]:
            words = f"found place {place}, section {describe(name)} has {counts[name]}; remove it, or raise the count"
        elif (name, place) in seen:
            words = f"found a second puzzle for place {place} of section {describe(name)}; remove one"
        if words:
            problems.append(Problem(("choices", index), words))
        seen.add((name, place))
    return problems
