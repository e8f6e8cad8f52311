"""Chooses default folders and ledgers, and refuses to write outside the requested folder through a link."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from puzzlegen.config.reading.message_parts import printable
from puzzlegen.config.safe_paths import first_part_leading_out, is_plain_name
from puzzlegen.errors import LedgerError, OutputError

OUTPUT = Path("output")
BOOK = "book"  # name of the config that ``puzzlegen new`` writes into the folder of each book
LEDGER_NAME = "ledger.sqlite"


def default_folder(config: Path) -> Path:
    """Return the default folder for the output of a config: ``output/<config name>``.

    For ``book.yaml`` in a folder it is ``output/<name of that folder>``. Raises OutputError for a file such as
    ``...yaml`` or ``con.yaml``, whose name cannot be used for a folder.
    """
    if config.stem == BOOK and is_plain_name(config.parent.name):
        return OUTPUT / config.parent.name
    if not is_plain_name(config.stem):
        raise OutputError(
            f"{printable(str(config), 300)}: its name cannot be used for a folder: name one with -o FOLDER"
        )
    return OUTPUT / config.stem


def default_ledger(folder: Path) -> Path:
    """Return the ledger beside the book's folder.

    Books built into neighboring folders, as by default, then never repeat each other. A trial built elsewhere uses
    another ledger.
    """
    return folder.parent / LEDGER_NAME


def config_ledger(name: str) -> Path:
    """Return the ledger that a config names. Raises LedgerError if a link leads out of the current folder."""
    out = first_part_leading_out(Path(), [name])
    if out is not None:
        raise LedgerError(
            f"ledger: {out} is a link that leads out of the current folder: name the ledger with --ledger FILE"
        )
    return Path(name)


def check_links(folder: Path, names: Iterable[str]) -> None:
    """Refuse to write into ``folder/name`` where a link leads out of the folder; the folder itself may be a link.

    Links in the place of files need no check: files are renamed into place, which replaces a link.
    Raises OutputError.
    """
    try:
        out = first_part_leading_out(folder, names)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be read: {error.strerror or error}") from None
    if out is not None:
        raise OutputError(f"{out}: a link that leads out of {folder}, where nothing may be written: remove it")
