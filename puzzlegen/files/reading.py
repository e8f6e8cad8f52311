"""Opens and reads files that a user names, never without end: devices, pipes and files above a limit are refused."""

from __future__ import annotations

import errno
import glob
import hashlib
import json
import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from puzzlegen.errors import FormatError, OutputError, Problem

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

Record = TypeVar("Record")
MAX_RECORDS = 50_000_000  # bytes of a puzzles.jsonl, of about 75,000 puzzles
MAX_MANIFEST = 20_000_000  # bytes of a manifest.json; that of a book of 1,000 puzzles has 20,000
MAX_TEXT = 500_000_000  # characters of a text of puzzles, also of an endless pipe; a million puzzles have 100 million
MAX_PDF = 700_000_000  # bytes; the printers take 650 MB at most
MAX_FONT = 50_000_000  # bytes; the largest fonts of Chinese have 20 million
_UNITS = ((1_000_000, "MB"), (1000, "kB"), (1, "bytes"))
_PDF_START = 1024  # bytes within which a PDF says that it is one
_MOST_FOUND = 3  # files named in a message


def open_file(path: str | Path, *, pipes: bool = False) -> BufferedReader:
    """Open a regular file to read its bytes, or with ``pipes`` also a pipe. Raises OSError, also for all else."""
    wait = 0 if pipes else getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for its writer
    handle = os.open(path, os.O_RDONLY | wait | getattr(os, "O_BINARY", 0))
    kind = os.fstat(handle).st_mode
    if stat.S_ISREG(kind) or (pipes and stat.S_ISFIFO(kind)):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISDIR(kind):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    found = "a device" if stat.S_ISCHR(kind) or stat.S_ISBLK(kind) else "a pipe"
    raise OSError(errno.EINVAL, f"found {found}, expected a file", str(path))


def read_limited(path: Path, limit: int) -> bytes:
    """Return the content of a file. Raises OSError, also for a device or pipe, and for more than ``limit`` bytes."""
    with open_file(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise _too_large(path, limit)
    return data


def text_of(path: Path, limit: int = MAX_RECORDS) -> str:
    """Return the text of a file with its line ends as newlines. Raises OSError, and UnicodeDecodeError if not UTF-8."""
    return read_limited(path, limit).decode().replace("\r\n", "\n")


def read_json(path: Path, limit: int) -> Any:
    """Return the value in a JSON file. Raises OSError, and ValueError as ``json_value`` does."""
    return json_value(read_limited(path, limit))


def json_value(text: str | bytes) -> Any:
    """Return the value of a JSON text. Raises ValueError, also for what JSON allows but nobody writes.

    That is a byte order mark, a key that stands twice in one object, and deep nesting.
    """
    try:
        plain = text if isinstance(text, str) else text.decode()
        return json.loads(plain, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def json_object(text: str | bytes) -> dict[str, Any]:
    """Return the object of a JSON text. Raises ValueError as ``json_value`` does, and for another value."""
    found = json_value(text)
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    return found


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return found


def record_of(kind: type[Record], values: object) -> Record:
    """Return a dataclass, or another type, of values as JSON has them: lists for tuples, objects for other records.

    It may have no dates: pydantic takes digits, such as 20261203 in published copies, for seconds since 1970. Raises
    ValueError, which names the key and what is wrong with its value.
    """
    from pydantic import ValidationError  # noqa: PLC0415  # 0.1 s; commands that read no record do without

    try:
        found: Record = _adapter(kind).validate_python(values)  # type: ignore[arg-type]  # a type has a hash
    except ValidationError as error:
        raise ValueError(str(first_problem(error))) from None
    return found


def first_problem(error: ValidationError) -> Problem:
    """Return the first problem of a value that pydantic refused, with the keys that lead to it."""
    detail = error.errors(include_url=False, include_input=False)[0]
    return Problem(detail["loc"], detail["msg"], allowed=str(detail.get("ctx", {}).get("allowed", "")))


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415  # as above

    return TypeAdapter(kind)


# How files of Word (also of LibreOffice and Pages), of Word before 2007, RTF and PDF begin.
_DOCUMENTS = (b"PK\3\4", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF-")
_MAGIC = max(map(len, _DOCUMENTS))


def read_text(path: Path, limit: int, expected: str) -> str:
    """Return the text of a file that a config names, of at most ``limit`` bytes, without a byte order mark.

    ``expected`` says what file to name instead of a folder or device. Raises FormatError, which names the file.
    """
    try:
        if path.exists() and not path.is_file():  # reading a pipe would wait
            raise FormatError(f"not a file: name {expected}").in_file(path)
        with open_file(path) as file:  # a document may be larger than a text
            if file.read(_MAGIC).startswith(_DOCUMENTS):
                raise FormatError("a document with layout, no text: save it as Markdown or plain text").in_file(path)
        return read_limited(path, limit).decode("utf-8-sig")
    except OSError as error:
        raise FormatError(unreadable(path, error)).in_file(path) from None
    except UnicodeDecodeError:
        raise FormatError("not a text: save it as UTF-8").in_file(path) from None


def unreadable(path: Path, error: OSError) -> str:
    """Return what is said behind the name of a file that a config names and that cannot be read.

    For a missing one it says where paths begin, and names files that are where the user may have meant: in a folder
    of the current one, usually beside the config.
    """
    words = f"cannot be read: {error.strerror or error}"
    if not isinstance(error, FileNotFoundError) or path.is_absolute():
        return words
    words += "; paths begin in the folder where puzzlegen runs"
    found = sorted(Path().glob(f"*/{glob.escape(str(path))}"))[:_MOST_FOUND]
    return words + (f", so write {' or '.join(one.as_posix() for one in found)}" if found else "")


def with_other_line_ends(folder: Path, recorded: Mapping[str, tuple[int, str]]) -> list[str]:
    """Return the files that have the recorded bytes but for line ends, which git may change.

    ``recorded`` has size and SHA-256 by the path in the folder.
    """
    changed = []
    for name, fact in recorded.items():
        with suppress(OSError):
            if (folder / name).stat().st_size != fact[0]:
                plain = read_limited(folder / name, MAX_MANIFEST).replace(b"\r\n", b"\n")
                forms = (plain, plain.replace(b"\n", b"\r\n"))
                changed += [name for data in forms if (len(data), hashlib.sha256(data).hexdigest()) == tuple(fact)]
    return changed


def check_pdf(path: Path) -> None:
    """Refuse what no printer takes as a PDF, before a library tries to read all of it. Raises OutputError."""
    if path.exists() and not path.is_file():  # opening a pipe would wait
        found = "a folder" if path.is_dir() else "a device or pipe"
        raise OutputError(f"{path}: found {found}, expected a PDF file")
    try:
        with open_file(path) as file:
            begins, size = file.read(_PDF_START), path.stat().st_size
    except OSError as error:
        raise OutputError(f"{path}: cannot be read: {error.strerror or error}") from None
    if b"%PDF-" not in begins:
        raise OutputError(f"{path}: cannot be read as a PDF: it does not begin as one")
    if size > MAX_PDF:
        raise OutputError(f"{path}: {_too_large(path, MAX_PDF).strerror}")


def _too_large(path: Path, limit: int) -> OSError:
    unit, name = next(one for one in _UNITS if limit >= one[0])
    return OSError(errno.EFBIG, f"larger than {limit // unit} {name}, allowed up to that", str(path))


def time_of_change(path: Path) -> int:
    """Return when a file was changed, in nanoseconds; 0 if there is none. It may be removed by another process."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
