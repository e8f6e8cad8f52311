"""docs/cli.md must be what the help texts say."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def test_the_reference_is_up_to_date() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert page == runpy.run_path(str(DOCS / "cli.py"))["cli_page"](), "run: make docs"
