"""Write docs/cli.md, the reference of all commands, from their help texts.

python docs/cli.py
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from puzzlegen.cli.app import app_with

WIDTH = 100  # columns of the help texts
_HEAD = """# Command line

This page is generated from `--help`. Run `make docs` after a change of a command.

Commands write data to stdout and everything else to stderr. Exit codes: 0 success; 1 a puzzle is not uniquely solvable,
or a check found errors; 2 wrong usage, config or input; 3 `daily --publish` published all but damaged days; 130
interrupted by Ctrl-C; 143 stopped by SIGTERM.
"""


def cli_page() -> str:
    """Return the page: a section with the help text of each command."""
    return "\n".join([_HEAD, *(f"## {name}\n\n```text\n{help_text}\n```\n" for name, help_text in _help_texts())])


def _help_texts() -> Iterator[tuple[str, str]]:
    """The name and the help text of ``puzzlegen``, of each command and of each command of a group."""
    # typer's own copy of click has no public name, so its classes are Any here
    pending: list[tuple[str, Any]] = [("puzzlegen", typer.main.get_command(app_with()))]
    while pending:
        name, command = pending.pop(0)
        context = command.context_class(
            command, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH, help_option_names=["-h", "--help"]
        )
        yield name, "\n".join(line.rstrip() for line in command.get_help(context).rstrip().split("\n"))
        pending = [(f"{name} {key}", one) for key, one in getattr(command, "commands", {}).items()] + pending


if __name__ == "__main__":
    Path(__file__).with_suffix(".md").write_text(cli_page(), encoding="utf-8", newline="\n")
