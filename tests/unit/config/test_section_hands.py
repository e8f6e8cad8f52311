"""The hands of the sections of a book and of the days of a daily, and the lines that refuse a hand."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from puzzlegen.board.hands import HANDS, hand_of_week
from puzzlegen.config.book import BookConfig, config_values
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.daily.run_state import request_of_day
from puzzlegen.generator.requests import section_requests

HEAD = "title: A\nseries: {series}\nsections:\n"
ROW = "  - {{name: {name}, count: 3, size: 7x7, difficulty: easy{more}}}\n"


def book(*more: str, series: str = "s") -> BookConfig:
    rows = [ROW.format(name=f"Part {i}", more=f", {words}" if words else "") for i, words in enumerate(more)]
    return loads_book(HEAD.format(series=series) + "".join(rows), "book.yaml")


def hands(config: BookConfig) -> list[str | None]:
    return [section.hand for section in config.sections]


@pytest.mark.parametrize("series", [f"series {i}" for i in range(20)])
def test_neighboring_sections_have_different_hands(series: str) -> None:
    config = book(*[""] * 10, series=series)
    found = hands(config)
    assert set(found) <= set(HANDS) and all(one != other for one, other in pairwise(found))
    for section in config.sections:
        assert {request.hand for request in section_requests(series, section)} == {section.hand}


def test_a_series_draws_all_hands_in_time() -> None:
    assert {hand for i in range(10) for hand in hands(book("", "", series=str(i)))} == set(HANDS)


def test_a_hand_that_is_given_stays_and_its_neighbors_take_others() -> None:
    for hand in HANDS:
        found = hands(book("", f"hand: {hand}", ""))
        assert found[1] == hand and hand not in (found[0], found[2])


def test_sections_without_natural_puzzles_have_no_hand_and_separate_no_others() -> None:
    others = ["layout: half-turn", "kind: mosaic", "layout: clues:0.3", "layout: text:1"]
    for words in others:
        found = hands(book("hand: light", words, ""))
        assert found[:2] == ["light", None] and found[2] not in ("light", None)
    pictures = HEAD.format(series="s") + "  - {name: P, pictures: [cat], difficulty: easy, kind: minesweeper}\n"
    assert hands(loads_book(pictures)) == [None]
    (natural,) = hands(book("kind: mosaic, layout: natural"))
    assert natural in HANDS


def test_a_mixed_section_has_a_hand_for_the_kinds_that_take_it() -> None:
    config = book("mix: [minesweeper, mosaic], hand: lines")
    assert hands(config) == ["lines"] and [kind.hand for kind in config.sections[0].kinds] == ["lines", None]
    drawn = book("mix: [mosaic, minesweeper]").sections[0]
    assert drawn.hand in HANDS and [kind.hand for kind in drawn.kinds] == [None, drawn.hand]


def test_the_values_of_a_config_have_the_hands_that_were_drawn() -> None:
    config = book("", "mix: [mosaic, minesweeper]", "layout: half-turn")
    again = BookConfig.model_validate(config_values(config))
    assert again == config and hands(again) == hands(config)


DAILY = "title: A\nseries: {series}\naddress: https://example.com/d/\nstart: 2026-11-30\n"


def daily(more: str = "", series: str = "d") -> DailyConfig:
    return loads_daily(DAILY.format(series=series) + more, "daily.yaml")


def test_the_days_of_a_week_have_one_hand() -> None:
    config = daily()
    for week in range(4):
        days = [config.start + timedelta(days=7 * week + day) for day in range(7)]
        expected = hand_of_week("d", days[0].toordinal())
        assert {request_of_day(config, day).hand for day in days} == {expected}
        assert request_of_day(config, days[0], earlier=2).hand == expected, "a puzzle that replaces another"


def test_a_weekday_may_have_its_own_hand() -> None:
    config = daily(
        "week:\n  monday: {size: 8x8, difficulty: easy, hand: edges}\n"
        "  tuesday: {size: 8x8, difficulty: easy, layout: full}\n"
        "  friday: {kind: classic, size: 9x9, difficulty: easy}\n"
    )
    monday = date(2026, 11, 30)
    assert {request_of_day(config, monday + timedelta(days=7 * week)).hand for week in range(5)} == {"edges"}
    assert request_of_day(config, monday + timedelta(days=1)).hand is None
    assert request_of_day(config, monday + timedelta(days=4)).hand is None
