"""All formats by name, and recognising them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from puzzlegen.board.puzzle import Puzzle
from puzzlegen.errors import FormatError
from puzzlegen.formats import line, puzzlink, record

WRITERS: dict[str, Callable[[Puzzle], str]] = {"line": line.write, "site": line.write_body, "puzzlink": puzzlink.write}


def parse(text: str) -> Puzzle:
    """Read one puzzle in whichever format it is. Raises FormatError."""
    if text.lstrip().startswith("{"):
        return record.parse(text)
    return puzzlink.parse(text) if puzzlink.is_address(text) else line.parse(text)


def parse_lines(lines: Iterable[str], source: str) -> Iterator[Puzzle]:
    """Read one puzzle a line; empty lines and lines that begin with ``//`` are passed over.

    Raises FormatError naming ``source`` and the line.
    """
    for number, text in enumerate(lines, start=1):
        stripped = text.strip()
        if not stripped or stripped.startswith("//"):
            continue
        try:
            yield parse(stripped)
        except FormatError as fault:
            raise FormatError(f"{source}:{number}: {fault}") from None
