"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from puzzlegen.errors import OutputError


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """A path beside ``path`` to write to; it becomes ``path`` when the block ends well and vanishes otherwise.

    Raises OutputError when the folder cannot be written to or is full.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.unlink(missing_ok=True)  # a link of that name would be followed
        yield beside
        beside.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)
