"""Each decision about files that follow from something else is taken in one place (docs/decisions, 30)."""

import ast

import pytest
from decisions import DECISIONS, places
from package_files import ROOT, Module, modules

PLACES = {
    "the day before and after another": ["daily/schedule.py due_days"],
    "whether a file is the recorded one": ["files/build_folder.py is_recorded"],
    "what a manifest contains on the disk": ["daily/day_files.py draw_folder", "files/derived.py make"],
    "whether an answer may be shown": [
        "daily/day_content.py holds_solution",
        "daily/day_content.py answer_note",
        "daily/schedule.py is_held",
    ],
}


@pytest.mark.parametrize("decision", PLACES)
def test_each_decision_is_taken_where_it_belongs(decision: str) -> None:
    assert list(places(decision, modules())) == PLACES[decision]


# Statements of the functions of 2026-11-29 that took one of these decisions once more
ONCE = {
    "the day before and after another": [
        "for day, before in zip(days, [None, *days], strict=False): pass",
        "later = self._order[self._order.index(day.date) + 1 :]",
        "earlier = sorted((one for one in days if one.date < day.date), key=by_date)",
        "after = min((one for one in dates if one > day.date), default=None)",
        "for day in days:\n        draw(day, before)\n        before = day",
    ],
    "whether a file is the recorded one": [
        "return digest(folder / MANIFEST) == day.manifest_sha256",
        "known = build_folder.fact_of(path)\n    return known is not None and known[1] == sha256",
        "return recorded.get(path) in {UNKNOWN, Derived.of(content).fact}",
    ],
    "what a manifest contains on the disk": [
        "build_folder.write(folder / build_folder.MANIFEST, text)",
        "(folder / MANIFEST).write_text(text)",
    ],
    "whether an answer may be shown": [
        "return may_show_answer(day.holds_solution, after, as_of)",
        "hidden = day.holds_solution and not is_open",
        "return not series.hold_solution",
    ],
}


@pytest.mark.parametrize(("decision", "body"), [(name, body) for name, bodies in ONCE.items() for body in bodies])
def test_a_second_place_is_found(decision: str, body: str) -> None:
    source = f"def second(day):\n    {body}\n"
    module = Module("puzzlegen.daily.one", ROOT / "daily" / "one.py", source, ast.parse(source))
    assert list(places(decision, (module,))) == ["daily/one.py second"]


def test_every_decision_has_its_place() -> None:
    assert PLACES.keys() == DECISIONS.keys() == ONCE.keys()
