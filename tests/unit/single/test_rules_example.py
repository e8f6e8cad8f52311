"""The example below the rules: true for each variant, described in words, in every language."""

import re
from xml.etree import ElementTree

import pytest

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.single.play_page import classic_rules_example, rules_example

SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


def drawings(markup: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(one) for one in SVG.findall(markup)]


def cells_of(drawing: ElementTree.Element) -> list[list[str]]:
    """The words of each cell, by rows, as they are read out in English."""
    rows = drawing.attrib["aria-label"].split(". ")
    return [row.split(": ")[1].split(", ") for row in rows]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_what_a_drawing_shows_follows_from_the_rules_of_its_variant(variant: Variant) -> None:
    words = load("en").for_variant(variant)
    mine, safe, blank = words.text("picture.mine"), words.text("picture.safe"), words.text("picture.blank")
    (first, second) = (cells_of(one) for one in drawings(rules_example(variant, load("en"))))
    flat = [cell.removeprefix("circled ") for row in second for cell in row]
    grid = Grid(len(second[0]), len(second), variant)
    mines = [cell.endswith(mine) for cell in flat]
    for i, cell in enumerate(flat):
        if cell[0].isdigit():  # a number has its mines, and all cells that it counts are decided
            around = [
                int(j) for j in grid.neighborhood.cells[grid.neighborhood.start[i] : grid.neighborhood.start[i + 1]]
            ]
            open_cells = [j for j in around if flat[j] == blank]
            assert sum(mines[j] for j in around) == int(cell[0]) and not open_cells
    shown = [cell.removeprefix("circled ") for row in first for cell in row]
    assert all(before in (after, blank) or before[0].isdigit() for before, after in zip(shown, flat, strict=True))
    assert shown != flat and {mine, safe} & {cell.split()[-1] for cell in shown}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_examples(language: str) -> None:
    words = load(language)
    for markup in (*(rules_example(one, words) for one in VARIANTS.values()), classic_rules_example(words)):
        assert len(drawings(markup)) == 2
        texts = re.findall(r"<p>(.*?)</p>", markup)
        assert len(set(texts)) == 2 and not any("{" in text for text in texts)
        for drawing in drawings(markup):
            assert drawing.attrib["role"] == "img"
            assert sum(one.tag == "circle" for one in drawing.iter()) == 1  # around the number that decides
            named = [
                words.text("picture.circled", number=number) in drawing.attrib["aria-label"] for number in range(9)
            ]
            assert sum(named) == 1


def test_the_example_of_a_classic_board() -> None:
    first, second = (cells_of(one) for one in drawings(classic_rules_example(load("en"))))
    assert first == [["circled 1", "1", "1"], ["1", "flag", "covered"], ["1", "covered", "covered"]]
    assert second == [["1", "circled 1", "1"], ["1", "flag", "1"], ["1", "covered", "covered"]]
