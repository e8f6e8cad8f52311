"""The ``doctor`` command: what this machine has of what the program needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzlegen.cli.console import put
from puzzlegen.cli.ledger import DEFAULT, Form, TextOrJson
from puzzlegen.cli.options import path


def doctor(
    ledger: Annotated[
        Path, typer.Option("--ledger", parser=path, metavar="FILE", help="The ledger to look at.")
    ] = DEFAULT,
    form: Form = TextOrJson.TEXT,
) -> None:
    """Look at what the program needs: versions, cores, compiled kernels, fonts, programs, the ledger.

    Exits with 1 if something is in the way. Example: puzzlegen doctor
    """
    from puzzlegen.formats.json_record import dumps
    from puzzlegen.maintenance.doctor import State, examine

    failed = False
    for found in examine(ledger):
        failed = failed or found.state is State.FAULT
        put(dumps(found.as_dict()) if form is TextOrJson.JSON else str(found))
    if failed:
        raise typer.Exit(1)
