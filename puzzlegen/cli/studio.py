"""The command ``studio``: the local web app."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.cli.console import Console
from puzzlegen.cli.options import CPUS, Jobs, parse_path


def studio(
    folder: Annotated[
        Path | None,
        typer.Option(parser=parse_path, metavar="DIR", help="Folder of your books [puzzlegen in Documents]."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the address; 0 takes a free one.")] = 0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the web browser.")] = True,
    jobs: Jobs = CPUS,
) -> None:
    """Open the studio: books made and looked at in the web browser, without a terminal.

    Only this computer can reach it.

    Example: puzzlegen studio
    """
    from puzzlegen.studio.server import default_folder, run_studio

    with Console(quiet=False) as console:
        run_studio(folder or default_folder(), port, jobs, browser=browser, info=console.info)
