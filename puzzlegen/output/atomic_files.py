"""Writes a file completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlegen.errors import OutputError


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Provide a temporary path to write to, which replaces ``path`` when the block succeeds and is removed otherwise.

    Raises OutputError when the folder cannot be written to or is full.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        temporary.unlink(missing_ok=True)  # writing would follow a link of that name
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)
