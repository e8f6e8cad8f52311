"""Runs the studio without a terminal: the program ``puzzlegen-studio``, for a shortcut or a double click."""

from __future__ import annotations

import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

from puzzlegen.errors import PuzzlegenError
from puzzlegen.jobs.processors import available_cpus
from puzzlegen.studio.server import default_folder, run_studio

if TYPE_CHECKING:
    from pathlib import Path

LOG = "studio.log"  # in the folder of the books


def run() -> None:
    """Run the studio in its usual folder until it is stopped on its start page.

    On Windows, programs without a terminal have no output streams. Then the messages of the last start are in
    ``studio.log``.
    """

    def serve(folder: Path) -> int:
        try:
            run_studio(folder, 0, available_cpus(), browser=True, info=_print)
        except PuzzlegenError as error:
            _print(str(error))
            return 2
        return 0

    folder = default_folder()
    if sys.stderr is not None:
        sys.exit(serve(folder))
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOG).open("w", encoding="utf-8", buffering=1) as log, redirect_stdout(log), redirect_stderr(log):
        sys.exit(serve(folder))


def _print(text: str) -> None:
    print(text, file=sys.stderr)
