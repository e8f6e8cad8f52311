"""The page on ideas has the table that the package has."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_of_ideas_is_that_of_the_package() -> None:
    table = runpy.run_path(str(DOCS / "ideas.py"))["table"]()
    assert f"\n{table}\n" in (DOCS / "ideas.md").read_text(encoding="utf-8")
