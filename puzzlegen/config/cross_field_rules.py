"""Rules between fields. They take whatever fields were readable, so that one bad value hides no other problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from puzzlegen.board.variants import MAX_DENSITY, MIN_DENSITY, VARIANTS
from puzzlegen.config.reading.error_messages import found

MAX_SECTIONS = 100
MAX_PROFILES = 20
MAX_PUZZLES = 10_000  # more than ten of the thickest books a printer binds


class Problem(NamedTuple):
    """One thing wrong: the keys that lead to it, and the words for it."""

    loc: tuple[str | int, ...]
    text: str


def section_problems(section: Mapping[str, Any]) -> list[Problem]:
    """What does not fit together within a section; ``section`` holds the fields that could be read."""
    if not {"density", "spread"} <= section.keys():
        return []
    density, spread = section["density"], section["spread"]
    low, high = round(density - spread, 9), round(density + spread, 9)  # 0.6 - 0.03 is 0.5699999999999999
    if low < MIN_DENSITY or high > MAX_DENSITY:
        room = round(min(density - MIN_DENSITY, MAX_DENSITY - density), 9)
        words = f"density {density:g} with spread {spread:g} gives {low:g} to {high:g}"
        remedy = f"allowed {MIN_DENSITY:g} to {MAX_DENSITY:g}; set spread to {room:g}{' or less' if room else ''}"
        return [Problem(("density",), f"{words}, {remedy}")]  # its default allows any spread, so it was given
    size = min(section.get("size", ()), key=lambda one: one.size, default=None)
    if size is not None and low * size.size < 1:
        words = f"{size} cells with a share of mines of {low:g} may hold no mine at all"
        return [Problem(("size",), f"{words}, allowed at least one; raise size or density")]
    return []


def key_problems(key: Mapping[str, Any]) -> list[Problem]:
    """What does not fit together in the answer key; ``key`` holds the fields that could be read."""
    if key.get("place") == "section" and key.get("grouping") == "none":
        words = "found none, and place: section prints the answers section by section; remove one of them"
        return [Problem(("grouping",), words)]
    return []


def code_problems(sections: Sequence[Mapping[str, Any]], aids: Mapping[str, Any]) -> list[Problem]:
    """Sections whose puzzles the codes beside them cannot hold; all hold the fields that could be read."""
    if not aids.get("qr") or "{puzzle}" not in aids.get("qr_url", ""):
        return []
    words = (
        "found yes, and the address in aids.qr_url has no room for a number of mines; "
        "use one with {number}, or leave out aids.qr or total"
    )
    told = [Problem(("sections", i, "total"), words) for i, section in enumerate(sections) if section.get("total")]
    remedy = "use an address with {number} in aids.qr_url, or leave out aids.qr"
    return told + [
        Problem(
            ("sections", i, "kind"),
            f"found {section['kind']}, and puzz.link, where the codes of aids.qr lead, has none; {remedy}",
        )
        for i, section in enumerate(sections)
        if "kind" in section and not VARIANTS[section["kind"]].on_puzzlink
    ]


def lesson_problems(sections: Sequence[Mapping[str, Any]], front: Any) -> list[Problem]:
    """Pages of techniques in a book without a variant they show; ``front`` is the front matter as it was read."""
    choice = front.get("techniques", "none") if isinstance(front, Mapping) else "none"
    if choice not in ("auto", "all") or any(
        "kind" not in section or VARIANTS[section["kind"]].lessons for section in sections
    ):
        return []
    words = f"found {choice}, and these pages show minesweeper puzzles, of which this book has none; leave it out"
    return [Problem(("front_matter", "techniques"), words)]


def book_problems(sections: Sequence[Mapping[str, Any]]) -> list[Problem]:
    """What does not fit together between sections; each holds the fields that could be read."""
    problems = []
    first: dict[str, int] = {}
    for index, section in enumerate(sections):
        if "name" not in section:
            continue
        other = first.setdefault(section["name"].casefold(), index)
        if other != index:
            words = f"found {found(section['name'])}, which sections[{other}] is called too; each needs its own name"
            problems.append(Problem(("sections", index, "name"), words))
    total = sum(section.get("count", 0) for section in sections)
    if total > MAX_PUZZLES:
        words = f"found {total} puzzles in all, allowed up to {MAX_PUZZLES}; make several books, each its own series"
        problems.append(Problem(("sections",), words))
    return problems
