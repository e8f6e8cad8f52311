"""The ``doctor`` command: checks that this computer has what puzzlegen needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.cli.console import escape_controls, print_data
from puzzlegen.cli.options import DEFAULT_LEDGER, TextOrJson, TextOrJsonFormat, parse_path


def doctor(
    ledger: Annotated[
        Path, typer.Option("--ledger", parser=parse_path, metavar="FILE", help="The ledger to check.")
    ] = DEFAULT_LEDGER,
    form: TextOrJsonFormat = TextOrJson.TEXT,
) -> None:
    """Check that this computer has what puzzlegen needs.

    Versions, CPUs, compiled code, fonts, programs and the ledger are checked. Exits with 1 if something does not work.

    Example: puzzlegen doctor
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.maintenance.doctor import CheckStatus, examine

    failed = False
    for found in examine(ledger):
        failed = failed or found.state is CheckStatus.FAULT
        print_data(dumps(found.as_dict()) if form is TextOrJson.JSON else escape_controls(str(found)))
    if failed:
        raise typer.Exit(1)
