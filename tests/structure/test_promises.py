"""All that docs/stability.md promises is still there, and what is new is promised, too."""

import pytest
from promises import GROUPS, of_schema, read_record

GONE = "docs/stability.md promises them: what goes needs a warning before, and the next first number"
NEW = "promise what users can name now: python tests/structure/promises.py --write"


@pytest.mark.parametrize("group", GROUPS)
def test_what_was_promised_is_there(group: str) -> None:
    promised = read_record()[group]
    found = {(name, fact) for name, known in GROUPS[group]() for fact in ("", known)}
    assert not promised - found, GONE
    assert not found - promised, NEW


def test_a_key_a_value_a_default_and_a_bound_that_go_are_seen() -> None:
    def facts(**ink: object) -> set[tuple[str, str]]:
        page = {"properties": {"ink": ink}} if ink else {}
        return set(of_schema("book", {"properties": {"page": {"$ref": "#/$defs/Page"}}, "$defs": {"Page": page}}))

    ink = {"enum": ["black", "color"], "default": "black"}
    assert facts(**ink) - facts() >= {("book.page.ink", ""), ("book.page.ink", "may be left out")}
    assert facts(**ink) - facts(**ink | {"enum": ["black"]}) == {("book.page.ink", "color")}
    assert facts(**ink) - facts(**ink | {"default": "color"}) == {("book.page.ink", 'default "black"')}
    assert facts(type="integer", minimum=1) - facts(type="integer", minimum=2) == {("book.page.ink", "minimum 1")}
