"""The page of looks has each name that a config may have, and no other."""

import re
from pathlib import Path
from typing import get_args

import pytest

from puzzlegen.board.spec import RULES
from puzzlegen.config.book import CoverConfig
from puzzlegen.config.palettes import load_palettes
from puzzlegen.config.themes import theme_names

PAGE = (Path(__file__).parents[2] / "docs" / "looks.md").read_text(encoding="utf-8")
NAMES = {
    "Palettes": tuple(load_palettes()),
    "Fronts": get_args(CoverConfig.model_fields["layout"].annotation),
    "Themes": tuple(theme_names()),
    "Layouts of clues": RULES,
}


@pytest.mark.parametrize("part", NAMES)
def test_the_page_has_all_names(part: str) -> None:
    words = PAGE.split(f"## {part}\n")[1].split("\n![")[0].split(": `", 1)[1]
    assert tuple(re.findall(r"`([a-z-]+)`", f"`{words}")) == NAMES[part]
