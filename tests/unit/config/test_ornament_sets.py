"""Sets of ornaments: the shipped ones, a publisher's own, and every way in which their file can be wrong."""

from pathlib import Path

import pytest

from puzzlegen.book.design import editions_of, load_design
from puzzlegen.book.edition_pages import paginate
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.config.ornaments import load_ornaments, ornament_names
from puzzlegen.config.themes import theme_files
from puzzlegen.errors import ConfigError

SETS = {"children", "detective", "garden", "geometric", "nautical", "night-sky", "seasonal"}
OWN = """\
about: One leaf.
picture:
  - {picture}
divider:
  - line M 0 6 L 100 6
corner:
  - line M 20 10 L 10 10 L 10 20
"""
BOOK = """\
title: T
series: s
sections: [{name: One, count: 2, size: 5x4, difficulty: easy}]
"""
ALLOWED = "allowed black, tint, white or line and a path such as M 5 10 L 20 10 C 25 10 25 20 20 20 Z"
REFUSED = {
    "a paint": ("red M 0 0 L 1 1", ALLOWED),
    "no path": ("black", ALLOWED),
    "one point": ("black M 0 0", ALLOWED),
    "no start": ("black L 0 0 L 1 1", ALLOWED),
    "a relative step": ("black M 0 0 l 1 1", ALLOWED),
    "an arc": ("line M 0 0 A 5 5 0 0 0 9 9", ALLOWED),
    "half a point": ("line M 0 0 L 5", ALLOWED),
    "a short curve": ("line M 0 0 C 1 1 2 2", ALLOWED),
    "a long number": ("line M 0 0 L 1.2345 1", ALLOWED),
    "beyond the box": ("line M 0 0 L 50 61", "allowed points from 0 0 to 100 60"),
    "before the box": ("line M 0 0 C -1 1 2 2 3 3", "allowed points from 0 0 to 100 60"),
}


def own_set(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    for kind, words in (("ornaments", text), ("themes", "about: mine\nornaments: leaf\n")):
        (folder / "templates" / kind).mkdir(parents=True)
        (folder / "templates" / kind / {"ornaments": "leaf.yaml", "themes": "mine.yaml"}[kind]).write_text(words)
    monkeypatch.chdir(folder)


def test_the_seven_sets_are_shipped() -> None:
    assert set(ornament_names()) == SETS
    assert load_ornaments("none") is None


def test_a_set_of_ones_own_belongs_to_the_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_set(tmp_path, monkeypatch, OWN.format(picture="tint M 5 10 L 20 10 C 25 10 25 20 20 20 Z"))
    (shape,) = load_design("mine", "en").theme.ornaments.picture
    straight = ((5.0, 10.0), (20.0, 10.0))
    curve = ((20.0, 10.0), (25.0, 10.0), (25.0, 20.0), (20.0, 20.0))
    assert shape == ("tint", ((straight, curve, ((20.0, 20.0), (5.0, 10.0))),))
    assert theme_files("mine") == ["themes/mine.yaml", "ornaments/leaf.yaml"]
    assert theme_files("classic") == ["themes/classic.yaml"]
    assert theme_files("classic", "leaf") == ["themes/classic.yaml", "ornaments/leaf.yaml"]
    assert theme_files("mine", "none") == ["themes/mine.yaml"]


@pytest.mark.parametrize(
    ("theme", "words", "due"),
    [
        ("classic", "", "none"), ("classic", "ornaments: garden", "garden"), ("children", "", "children"),
        ("children", "ornaments: night-sky", "night-sky"), ("children", "ornaments: none", "none"),
    ],
)  # fmt: skip
def test_a_book_chooses_its_set_without_a_theme_of_its_own(theme: str, words: str, due: str) -> None:
    config = loads_book(f"{BOOK}theme: {theme}\n{words}")
    (edition,) = editions_of(config, "letter")
    pages = paginate(edition.config, placeholder_puzzles(config), edition.setup, load_design(theme, "en"))[0]
    assert pages.context.theme.ornaments == load_ornaments(due)


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_shape_is_refused_in_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words, allowed = REFUSED[name]
    own_set(tmp_path, monkeypatch, OWN.format(picture=words))
    with pytest.raises(ConfigError) as refused:
        load_design("mine", "en")
    (line,) = str(refused.value).splitlines()
    assert line == f'templates/ornaments/leaf.yaml:3:5: picture[1]: found "{words}", {allowed}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("about: x\npicture: []\n", "leaf.yaml:1:1: divider: missing"),
        ("- a\n", "leaf.yaml:1:1"),
        (OWN.format(picture="black M 0 0 L 1 1") + "frame: 1\n", "leaf.yaml:8:1: frame: unknown key"),
    ],
)
def test_a_wrong_file_is_refused(text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_set(tmp_path, monkeypatch, text)
    with pytest.raises(ConfigError, match=message):
        load_design("mine", "en")
