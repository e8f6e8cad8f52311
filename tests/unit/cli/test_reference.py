"""docs/cli.md must be what the help texts say."""

import runpy
from pathlib import Path

import typer

from puzzlegen.cli.app import app_with

DOCS = Path(__file__).parents[3] / "docs"


def test_the_reference_is_up_to_date() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert page == runpy.run_path(str(DOCS / "cli.py"))["cli_page"](), "run: make docs"


def test_every_number_has_a_largest_value() -> None:
    """Kernels count in 64 bits, and more than a billion of anything never ends."""
    pending, found = [typer.main.get_command(app_with())], []
    while pending:
        command = pending.pop()
        pending += getattr(command, "commands", {}).values()
        found += [one.name for one in command.params if getattr(one, "min", None) is not None and one.max is None]
    assert found == []
