"""A key in a wrong group is refused with the group that it belongs in."""

import pytest

from puzzlegen.config.book import BookConfig
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.errors import ConfigError
from puzzlegen.schema.validation import place_of_key

BOOK = "title: A\nseries: s\nsections: [{name: One, count: 1, size: 5x5, difficulty: easy}]\n"
DAILY = "title: A\nseries: s\naddress: https://a.example/\nstart: 2026-12-01\n"


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("isbn: 978-0-306-40615-7\n", "4:1: isbn: unknown key here, isbn belongs in cover"),
        ("ISBN: 978-0-306-40615-7\n", "4:1: ISBN: unknown key here, isbn belongs in cover"),
        ("spine-mm: 4\n", "4:1: spine-mm: unknown key here, spine_mm belongs in cover"),
        ("trim: 6x9\n", "4:1: trim: unknown key here, trim belongs in page or profiles"),
        ("difficulty: easy\n", "4:1: difficulty: unknown key here, difficulty belongs in sections"),
        ("cover: {subtitle: B}\n", "4:9: cover.subtitle: unknown key here, subtitle belongs at the top level"),
        ("page: {gallery: yes}\n", "4:8: page.gallery: unknown key here, gallery belongs in back_matter"),
        ("grouping: section\n", "4:1: grouping: unknown key here, grouping belongs in back_matter.answer_key"),
        ("Title: B\n", "unknown key, allowed title, subtitle"),
        ("publisher: C\n", "unknown key, allowed title, subtitle"),
    ],
)
def test_a_misplaced_key_of_a_book(more: str, line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_book(BOOK + more)
    (found,) = str(caught.value).splitlines()
    assert line in found


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("kind: mosaic\n", "5:1: kind: unknown key here, kind belongs in each group of week"),
        ("week: {palette: brick}\n", "5:8: week.palette: unknown key here, palette belongs at the top level"),
    ],
)
def test_a_misplaced_key_of_a_daily(more: str, line: str) -> None:
    with pytest.raises(ConfigError) as caught:
        loads_daily(DAILY + more)
    assert line in str(caught.value)


@pytest.mark.parametrize("model", [BookConfig, DailyConfig])
def test_every_key_of_a_group_names_its_place_at_the_top_level(model: type[BookConfig | DailyConfig]) -> None:
    for key, info in model.model_fields.items():
        group = info.annotation
        for inner in getattr(group, "model_fields", {}):
            place = place_of_key(model, (inner,))
            assert place.startswith(f"{inner} belongs in ") or inner in model.model_fields, (key, inner)
