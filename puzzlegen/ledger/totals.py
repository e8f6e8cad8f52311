"""Reveals damage of a ledger that SQLite does not notice, by totals of its rows and by its write-ahead log.

SQLite has no checksums: a changed byte in a text, or rows lost with a page, pass unnoticed. The table ``totals`` has
the number of rows and the sum of the rows' digests of each other table. Temporary triggers of every connection that
writes keep it up to date, so no statement can forget it, and a file changed by other programs no longer agrees with it.

SQLite drops the damaged end of a write-ahead log without a word. The log begins with a header of 32 bytes. A frame is a
header of 24 bytes and a page. Each has a checksum that continues that of the frame before, and the salts of the log's
header; after a restart, frames of the earlier log may follow, with salts of that log. The format is documented at
https://sqlite.org/walformat.html.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import time
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

TABLE = "totals"
_BYTES = 8  # of a digest: by chance, one change in 2**64 keeps the sum
_CHANGES = {"INSERT": (("+", "NEW"),), "DELETE": (("-", "OLD"),), "UPDATE": (("-", "OLD"), ("+", "NEW"))}
_TOTAL_MASK = (1 << 8 * _BYTES) - 1
Tables = Mapping[str, Mapping[str, str]]  # columns with their types, by table


def keep_totals(connection: sqlite3.Connection, tables: Tables) -> None:
    """Make every later change through this connection update the totals of its table."""
    connection.create_function("with_row", -1, _with_row, deterministic=True)
    connection.create_function("without_row", -1, _without_row, deterministic=True)
    connection.execute("PRAGMA recursive_triggers = ON")  # else INSERT OR REPLACE deletes rows without a trigger
    for table, columns in tables.items():
        if table == TABLE:
            continue
        for change, rows in _CHANGES.items():
            steps = [
                f"UPDATE {TABLE} SET rows = rows {sign} 1, "
                f"digest = {'with_row' if sign == '+' else 'without_row'}(digest, "
                f"{', '.join(f'{row}.{column}' for column in columns)}) WHERE name = '{table}';"
                for sign, row in rows
            ]
            connection.execute(
                f"CREATE TEMP TRIGGER {table}_{change} AFTER {change} ON main.{table} BEGIN {' '.join(steps)} END"
            )


def write_totals(connection: sqlite3.Connection, tables: Tables) -> None:
    """Count the totals of all tables anew, for a file that has none yet."""
    for table, columns in tables.items():
        if table != TABLE:
            connection.execute(f"INSERT INTO {TABLE} VALUES (?, ?, ?)", (table, *_count(connection, table, columns)))


def wrong_total(connection: sqlite3.Connection, tables: Tables) -> str:
    """Read all rows; return what is wrong with the first table that does not agree with its total, or an empty text."""
    known = {name: (rows, digest) for name, rows, digest in connection.execute(f"SELECT * FROM {TABLE}")}
    for table, columns in tables.items():
        if table != TABLE and _count(connection, table, columns) != known.pop(table, None):
            return f"rows of table {table} are lost or changed"
    return f"table {TABLE} has wrong rows" if known else ""


def _count(connection: sqlite3.Connection, table: str, columns: Mapping[str, str]) -> tuple[int, bytes]:
    total = rows = 0
    for row in connection.execute(f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED"):
        total += _number(row)
        rows += 1
    return rows, _bytes(total)


def _with_row(digest: bytes, *row: object) -> bytes:
    return _bytes(int.from_bytes(digest, "little") + _number(row))


def _without_row(digest: bytes, *row: object) -> bytes:
    return _bytes(int.from_bytes(digest, "little") - _number(row))


def _bytes(total: int) -> bytes:
    return (total & _TOTAL_MASK).to_bytes(_BYTES, "little")


def _number(row: tuple[object, ...]) -> int:
    """Return the digest of a row as a number. ``ascii`` distinguishes types and is the same on every Python."""
    return int.from_bytes(blake2b(ascii(row).encode(), digest_size=_BYTES).digest(), "little")


_HEADER, _FRAME = 32, 24  # bytes
_MAGIC = 0x377F0682  # plus 1 if checksums read the words of the log as big-endian
_ATTEMPTS, _PAUSE = 10, 0.05  # a frame that another process is writing is whole a moment later; seconds
_RESTARTS = 2**16  # the first salt of an earlier log is less by the number of restarts since
_WORD_MASK = 0xFFFFFFFF


def is_log_damaged(log: Path) -> bool:
    """Return whether the log ends before its last frame. A missing or empty log is undamaged."""
    for attempt in range(_ATTEMPTS):
        time.sleep(_PAUSE if attempt else 0)
        try:
            data = log.read_bytes()
        except FileNotFoundError:
            return False
        if _is_whole(data):
            return False
    return True


def remove_partial_frame(log: Path) -> None:
    """Remove the end of a log that a full disk cut off within a frame. The caller holds the write lock.

    Raises OSError.
    """
    data = log.read_bytes()
    end = 0 if len(data) < _HEADER else _end_of_frames(data)
    if end is not None and end < len(data):
        os.truncate(log, end)


def _is_whole(data: bytes) -> bool:
    if not data:
        return True
    end = _end_of_frames(data) if len(data) >= _HEADER else None
    # A process killed between its two writes of a frame leaves a frame's header without the page.
    return end is not None and len(data) - end in (0, _FRAME)


def _end_of_frames(data: bytes) -> int | None:
    """Return where the last whole frame ends, or an earlier log; None if the log is damaged before its end."""
    magic, _, page, _, *salts = struct.unpack_from(">6I", data)
    order = ">" if magic & 1 else "<"
    state = _checksum(data[:24], (0, 0), order)
    if magic & ~1 != _MAGIC or struct.unpack_from(">2I", data, 24) != state or page < 512:
        return None
    at = _HEADER
    while len(data) - at >= _FRAME + page:
        found = list(struct.unpack_from(">2I", data, at + 8))
        if found != salts:
            return len(data) if _is_earlier(found, salts) else None
        state = _checksum(data[at : at + 8], state, order)
        state = _checksum(data[at + _FRAME : at + _FRAME + page], state, order)
        if struct.unpack_from(">2I", data, at + 16) != state:
            return None
        at += _FRAME + page
    return at


def _is_earlier(found: list[int], salts: list[int]) -> bool:
    """Return whether a frame with the salts ``found`` is left of an earlier log; the second salt is random."""
    return 1 <= (salts[0] - found[0]) & _WORD_MASK <= _RESTARTS and found[1] != salts[1]


def _checksum(data: bytes, state: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = state
    for one, two in struct.iter_unpack(f"{order}2I", data):
        first = (first + one + second) & _WORD_MASK
        second = (second + two + first) & _WORD_MASK
    return first, second
