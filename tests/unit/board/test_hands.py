"""Hands: which one a section, a week or a run gets."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

from puzzlegen.board.hands import HANDS, hand_for, hand_named, hand_of_week


def test_every_hand_is_drawn_about_as_often() -> None:
    drawn = Counter(hand_for(f"series/section {i}") for i in range(1000))
    assert set(drawn) == set(HANDS) and all(150 < count < 250 for count in drawn.values())


def test_a_hand_is_none_of_the_others() -> None:
    for i in range(100):
        before, after = hand_for(f"a/{i}"), hand_for(f"b/{i}")
        drawn = hand_for(f"c/{i}", before, after, None)
        assert drawn not in (before, after) and drawn == hand_for(f"c/{i}", after, before)
        assert hand_for(f"c/{i}") in (drawn, before, after), "the others only take away what would be drawn"


def test_the_days_of_a_week_share_a_hand_and_the_next_week_has_another() -> None:
    monday = date(2026, 12, 28)  # the week goes on in the next year
    assert monday.weekday() == 0
    weeks = []
    for week in range(60):
        days = [monday + timedelta(days=7 * week + day) for day in range(7)]
        (hand,) = {hand_of_week("daily", day.toordinal()) for day in days}
        weeks.append(hand)
    assert all(one != other for one, other in pairwise(weeks))
    assert set(weeks) == set(HANDS)
    assert weeks != [hand_of_week("other", (monday + timedelta(days=7 * week)).toordinal()) for week in range(60)]


def test_a_hand_has_its_name() -> None:
    assert all(hand_named(name) is hand and hand.name == name for name, hand in HANDS.items())
    assert hand_named(None) is None
