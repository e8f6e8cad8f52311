"""The layout that sections leave to the program is never refused or warned about if another one is possible."""

from __future__ import annotations

import re
from typing import Any

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from puzzlegen.book.design import editions_of, load_design
from puzzlegen.book.edition_pages import check_layout_with_placeholders, paginate
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, LayoutError

SECTIONS = st.lists(
    st.fixed_dictionaries(
        {
            "count": st.integers(1, 60),
            "size": st.lists(st.builds("{}x{}".format, st.integers(3, 18), st.integers(3, 18)), min_size=1, max_size=2),
            "difficulty": st.just("easy"),
            "opener": st.booleans(),
        }
    ),
    min_size=1,
    max_size=4,
)
PAGES = st.fixed_dictionaries(
    {"profile": st.sampled_from(["kdp", "ingram", "lulu", "screen", "home-a4"])},
    optional={"trim": st.sampled_from(["6x9", "8.5x11", "5x8"]), "max_pages": st.integers(10, 200)},
)
AIDS = st.fixed_dictionaries(
    {"hints": st.sampled_from(["none", "back", "foot"]), "qr": st.booleans(), "par": st.booleans()}
)
BACK = st.fixed_dictionaries({"answer_key": st.booleans(), "notes_pages": st.sampled_from([0, 0, 8])})


def outcome(book: dict[str, Any]) -> list[str] | str:
    """The warnings about a book, or the problem for which it is refused."""
    config = loads_book(yaml.safe_dump(book))
    try:
        return check_layout_with_placeholders(editions_of(config, "letter"), load_design("classic", "en")).warnings
    except (ConfigError, LayoutError) as error:
        return str(error)


def book_of(page: dict[str, Any], sections: list[dict[str, Any]], **groups: Any) -> dict[str, Any]:
    if page["profile"] == "home-a4":
        page = {key: value for key, value in page.items() if key != "trim"}
    named = [{"name": f"S{i}", **section} for i, section in enumerate(sections)]
    return {"title": "T", "series": "s", "page": page, "sections": named, **groups}


def with_per_page(book: dict[str, Any], per_page: int) -> dict[str, Any]:
    return book | {"sections": [section | {"per_page": per_page} for section in book["sections"]]}


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(PAGES, SECTIONS, AIDS, BACK)
def test_an_automatic_layout_is_refused_only_where_none_is_possible(
    page: dict[str, Any], sections: list[dict[str, Any]], aids: dict[str, Any], back: dict[str, Any]
) -> None:
    book = book_of(page, sections, aids=aids, back_matter=back)
    found = outcome(book)
    if isinstance(found, list):
        # a book that the printer fills up with blank pages is short whatever its layout is
        assert [line for line in found if "fills it up" not in line] == []
        config = loads_book(yaml.safe_dump(book))
        (edition,) = editions_of(config, "letter")
        pages = paginate(edition.config, placeholder_puzzles(config), edition.setup, load_design("classic", "en"))[0]
        edition.setup.profile.check_page_count(len(pages))
        assert len(pages) <= page.get("max_pages", len(pages))
        return
    if allowed := re.search(r"allow (\d+) pages or take fewer", found):
        most = int(allowed[1])
        assert most > page["max_pages"]
        assert isinstance(outcome(book | {"page": book["page"] | {"max_pages": most}}), list)
        for per_page in (1, 4, 12, 24):
            assert isinstance(outcome(with_per_page(book, per_page)), str)
    elif "max_pages: found" in found:
        assert "at least" in found  # under what the printer binds
    else:
        # too small boards or too few puzzles: also with a page for each puzzle
        assert isinstance(outcome(with_per_page(book, 1)), str), found
