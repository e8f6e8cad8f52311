"""One value changes; comments and all other lines stay."""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, OutputError, Place, Problem
from puzzlegen.files.templates import shipped_folder
from puzzlegen.schema.edit import add_entry, move_entry, set_value
from puzzlegen.studio.config_editor import refusal

SAMPLER = (shipped_folder("configs") / "sampler.yaml").read_text()
SMALL = """\
# a book
title: "Small"   # the title
series: s
sections:
- name: One      # first
  count: 2
  size: 5x5
  difficulty: easy
# between
- {name: Two, count: 1, size: 6x6, difficulty: easy}
# the end
"""


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the lines that are gone and those that are new."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    return [one[2:] for one in lines if one.startswith("- ")], [one[2:] for one in lines if one.startswith("+ ")]


@pytest.mark.parametrize("path", sorted(shipped_folder("configs").glob("*.yaml")), ids=lambda path: path.stem)
def test_only_the_line_of_the_value_changes(path: Path) -> None:
    text = path.read_text()
    gone, new = changed(text, set_value(text, ("title",), "Another"))
    assert len(gone) == len(new) == 1 and gone[0].startswith("title:") and new[0].startswith("title: Another")


def only_values(value: Any, loc: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the place of each value that is the only one of its group or list."""
    items = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for key, below in items:
        if loc and len(items) == 1:
            yield (*loc, key)
        yield from only_values(below, (*loc, key))


def comment_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith("#")]


@pytest.mark.parametrize("path", sorted(shipped_folder("configs").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_group_without_its_only_value_is_still_yaml(path: Path) -> None:
    text = path.read_text()
    locs = list(only_values(yaml.safe_load(text)))
    ends = [{tuple(step for step in loc if isinstance(step, str)): loc for loc in some} for some in (locs, locs[::-1])]
    for loc in {loc for some in ends for loc in some.values()}:  # the last and the first of each name: one has 32
        wanted = group = yaml.safe_load(text)
        for step in loc[:-1]:
            group = group[step]
        value = group[loc[-1]]
        del group[loc[-1]]
        after = set_value(text, loc, None)
        assert (loc, yaml.safe_load(after)) == (loc, wanted)
        if not isinstance(value, dict) and "#" not in str(value):  # else lines with # go with it
            assert comment_lines(after) == comment_lines(text)


@pytest.mark.parametrize(
    ("before", "loc", "after"),
    [
        ("a:\n  # b\n  b: 1\n  # c\n\n# d\nd: 2\n", ("a", "b"), "a: {}\n  # b\n  # c\n\n# d\nd: 2\n"),
        ("a: # here\n  # b\n  b: 1 # gone\nd: 2\n", ("a", "b"), "a: {} # here\n  # b\nd: 2\n"),
        ("a:\n  # b\n  - 1\n  # c\nd: 2\n", ("a", 0), "a: []\n  # b\n  # c\nd: 2\n"),
        ("a:\n  - # b\n    b: 1\n  - c: 1\n", ("a", 0, "b"), "a:\n  - {}\n    # b\n  - c: 1\n"),
        (
            "a:\n  c:\n    # b\n    b: 1\n    # d\n# e\ne: 2\n",
            ("a", "c", "b"),
            "a:\n  c: {}\n    # b\n    # d\n# e\ne: 2\n",
        ),
    ],
)
def test_comments_of_an_emptied_group_stay(before: str, loc: tuple[str | int, ...], after: str) -> None:
    assert set_value(before, loc, None) == after


@pytest.mark.parametrize(
    ("loc", "value", "gone", "new"),
    [
        (("title",), 'A "new": one', ['title: "Small"   # the title'], ['title: "A \\"new\\": one" # the title']),
        (("title",), "#1", ['title: "Small"   # the title'], ['title: "#1" # the title']),
        (("sections", 0, "count"), 7, ["  count: 2"], ["  count: 7"]),
        (("sections", 0, "opener"), False, [], ["  opener: no"]),
        (("sections", 0, "intro"), "a\n\nb", [], ["  intro: |", "    a", "", "    b"]),
        (("cover", "make"), True, [], ["cover:", "  make: yes"]),
        (("sections", 0, "size"), ["5x5", "6x6"], ["  size: 5x5"], ["  size:", "  - 5x5", "  - 6x6"]),
        (("title",), None, ['title: "Small"   # the title'], []),
        (("sections", 1), None, ["- {name: Two, count: 1, size: 6x6, difficulty: easy}"], []),
        (("cover", "make"), None, [], []),
    ],
)
def test_the_rest_stays(loc: tuple[str | int, ...], value: Any, gone: list[str], new: list[str]) -> None:
    lost, added = changed(SMALL, set_value(SMALL, loc, value))
    assert [" ".join(one.split()) for one in lost] == [" ".join(one.split()) for one in gone]
    assert [" ".join(one.split()) for one in added] == [" ".join(one.split()) for one in new]


def test_comments_behind_a_removed_key_stay() -> None:
    gone, new = changed(SAMPLER, set_value(SAMPLER, ("sections", 0, "opener"), None))
    assert len(gone) == 1 and gone[0].strip().startswith("opener: yes") and new == []


def test_a_new_section_comes_before_the_heading_of_the_next_part() -> None:
    entry = {"name": "New", "count": 4, "size": "8x8", "difficulty": "easy"}
    count = len(loads_book(SAMPLER).sections)
    text = set_value(SAMPLER, ("sections", count), entry)
    assert loads_book(text).sections[-1].name == "New"
    assert text.index("name: New") < text.index("# --- Help for readers") < text.index("aids:")


def test_each_added_section_comes_behind_all_others() -> None:
    text = SMALL
    for name in ("Three", "Four"):
        text = add_entry(text, ("sections",), {"name": name, "count": 1, "size": "5x5", "difficulty": "easy"})
    assert [section.name for section in loads_book(text).sections] == ["One", "Two", "Three", "Four"]
    gone, new = changed(SMALL, text)
    assert gone == [] and len(new) == 8 and "# the end" in text


def test_a_moved_section_takes_its_comments_along() -> None:
    text = move_entry(SAMPLER, ("sections",), 0, 1)
    assert [section.name for section in loads_book(text).sections][:2] == ["Two Clues Together", "First Steps"]
    assert sorted(text.split()) == sorted(SAMPLER.split())
    first, opener = text.index("name: First Steps"), text.index("opener: yes")
    assert first < opener < text.index("name: What If?")


def test_moving_there_and_back_changes_nothing_but_empty_lines() -> None:
    back = move_entry(move_entry(SAMPLER, ("sections",), 0, 3), ("sections",), 3, 0)
    assert [one for one in back.splitlines() if one] == [one for one in SAMPLER.splitlines() if one]


COMMENTED = """\
title: "Small"   # the title
sections:
  # above one
  - name: One      # first
    count: 2  # two
    # below one
  # above two
  - name: Two
    intro: |
      Hello.

  # above three
  - name: Three  # third
# the front
front_matter:
  pages:
    - text: |  # by me
        Hello.
# the end
"""


def comments(text: str) -> set[str]:
    return {line.partition("#")[2].strip() for line in text.splitlines() if "#" in line}


@pytest.mark.parametrize(
    ("edited", "gone"),
    [
        (add_entry(COMMENTED, ("sections",), {"name": "New"}), set()),
        (add_entry(COMMENTED, ("front_matter", "pages"), {"text": "a\n\nb"}), set()),
        (set_value(COMMENTED, ("sections", 0), None), {"first", "two"}),
        (set_value(COMMENTED, ("sections", 1), None), set()),
        (set_value(COMMENTED, ("sections", 2), None), {"third"}),
        (set_value(COMMENTED, ("sections", 1, "intro"), None), set()),
        (set_value(COMMENTED, ("front_matter", "pages", 0, "text"), "Hello.\n\nAgain."), set()),
        *((move_entry(COMMENTED, ("sections",), a, b), set()) for a in range(3) for b in range(3) if a != b),
    ],
)
def test_only_comments_on_removed_lines_go(edited: str, gone: set[str]) -> None:
    assert comments(COMMENTED) - comments(edited) == gone


@pytest.mark.parametrize("text", ["a: [", "a: &x 1\nb: *x\n", "a: !!python/object:os.system 1\n", "- 1\n"])
def test_what_is_no_config_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        set_value(text, ("a",), "b")


@pytest.mark.parametrize("places", [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])
def test_a_comment_above_a_section_moves_with_it(places: tuple[int, int]) -> None:
    moved = move_entry(COMMENTED, ("sections",), *places)
    order = ["one", "two", "three"]
    order.insert(places[1], order.pop(places[0]))
    lines = [line.strip() for line in moved.splitlines()]
    assert [line.removeprefix("# above ") for line in lines if line.startswith("# above")] == order
    for name in order:
        assert lines[lines.index(f"# above {name}") + 1].startswith(f"- name: {name.capitalize()}")
    assert lines[lines.index("count: 2  # two") + 1] == "# below one"
    assert lines.index("front_matter:") == lines.index("# the front") + 1
    assert sorted(moved.splitlines()) == sorted(COMMENTED.splitlines())


def test_a_comment_apart_from_the_sections_stays() -> None:
    text = "a:\n# all\n\n# one\n- b: 1\n\n# apart\n\n- b: |\n    # text\n# end\nc: 2"
    assert move_entry(text, ("a",), 0, 1) == (
        "a:\n# all\n\n- b: |\n    # text\n\n# apart\n\n# one\n- b: 1\n# end\nc: 2\n"
    )
    assert move_entry("a:\n  - 1\n# left\n  - 2\nb: 3\n", ("a",), 0, 1) == "a:\n  - 2\n# left\n  - 1\nb: 3\n"
    assert move_entry("a: [1, 2]\n", ("a",), 0, 1) == "a: [2, 1]\n"


@pytest.mark.parametrize("places", [(0, 2), (-1, 0), (5, 0)])
def test_moving_to_no_place_is_refused(places: tuple[int, int]) -> None:
    with pytest.raises(ConfigError, match="sections: there is no entry"):
        move_entry(SMALL, ("sections",), *places)


def test_a_place_that_cannot_exist_is_refused() -> None:
    with pytest.raises(ConfigError, match="there is no such place"):
        set_value(SMALL, ("sections", 9, "name"), "x")


def test_the_first_entry_of_a_list_that_is_missing_is_added() -> None:
    assert (
        add_entry("title: a\n", ("pages",), {"text": "b\n\nc"}) == "title: a\npages:\n  - text: |\n      b\n\n      c\n"
    )


def test_a_refusal_names_a_file_that_is_not_the_config() -> None:
    full = OutputError("cannot be written: the disk is full").in_file("book/interior.pdf")
    assert refusal("book", full, "") == "book/interior.pdf: cannot be written: the disk is full"
    of_config = ConfigError(Problem(("pictures",), "found 3, allowed 1", place=Place("book.yaml", 4, 2)))
    assert "book.yaml" not in refusal("book", of_config, "")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("g:\n  a: 1\n  # own\n\n# next\nb: 1\n", "g:\n  a: 1\n  # own\n  k: v\n\n# next\nb: 1\n"),
        ("g:\n  a: 1\n# next\nb: 1\n", "g:\n  a: 1\n  k: v\n# next\nb: 1\n"),
        ("g:\n  a: 1  # line\n\n  # own\n\n\n# next\n\n# more\nb: 1\n", None),
        ("g:\n  l:\n    - a\n    # in l\n  # own\n# next\nb: 1\n", None),
        ("g:\n  a: 1\n  # own\n", "g:\n  a: 1\n  # own\n  k: v\n"),
    ],
)
def test_a_new_key_stands_before_the_comment_on_the_next_group(text: str, written: str | None) -> None:
    assert set_value(text, ("g", "k"), "v") == (written or text.replace("  # own\n", "  # own\n  k: v\n"))


def test_a_new_list_stands_before_the_comment_on_the_next_group() -> None:
    text = "g:\n  a: 1\n  # own\n\n# next\nb: 1\n"
    written = "g:\n  a: 1\n  # own\n  k:\n    - t: |\n        p\n        q\n\n# next\nb: 1\n"
    assert set_value(text, ("g", "k", 0), {"t": "p\nq"}) == written
    assert set_value(text, ("b2", "k", 0, "t"), "x") == f"{text}b2:\n  k:\n    - t: x\n"
