"""Scripts of one page of the studio share one scope, so each of their names may be declared once only."""

import re
from collections import Counter
from pathlib import Path

import pytest

STUDIO = Path(__file__).parents[3] / "templates" / "studio"
DECLARED = re.compile(r"^(?:async )?(?:function\*?|class|let|const|var) (?:\{([^}]*)\}|(\w+))", re.MULTILINE)
# A second declaration stops the whole script, as when two of the book's editor declared "outdated" (2026-11-23).
PAGES = ("book.html", "compose.html", "daily.html", "picture.html", "solve.html", "start.html")


def scripts_of(page: str) -> list[str]:
    """Return the names of the scripts of a page, those of all pages first."""
    text = "".join((STUDIO / name).read_text(encoding="utf-8") for name in ("base.html", page))
    looped = re.search(r"for name in \(([^)]*)\)", text)
    names = re.findall(r'"([\w-]+)"', looped[1]) if looped else []
    return list(dict.fromkeys([*re.findall(r"/static/(\w+)\.js", text), *names]))


def declared(script: str) -> list[str]:
    """Return the names that a script declares outside of functions."""
    text = (STUDIO / "static" / f"{script}.js").read_text(encoding="utf-8")
    found = [part for group, name in DECLARED.findall(text) for part in (group or name).split(",")]
    return [part.partition(":")[2].strip() or part.strip() for part in found]


@pytest.mark.parametrize("page", PAGES)
def test_no_name_is_declared_twice(page: str) -> None:
    names = Counter(name for script in scripts_of(page) for name in declared(script))
    assert len(names) > 5
    assert [name for name, times in names.items() if times > 1] == []


def test_the_scripts_of_a_page_are_found() -> None:
    assert {"common", "editor", "book", "bench", "build"} <= set(scripts_of("book.html"))
